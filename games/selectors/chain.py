"""The chain that a game's events stand in: each holds the digest of all before it."""

import hashlib
import json
from collections.abc import Iterator, Sequence
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder

from ..models import GameEvent


def canonical(value: Any) -> str:
    """One text for equal values, whatever the order of their keys."""
    return json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":"), cls=DjangoJSONEncoder)


def event_hash(previous: str, row: GameEvent) -> str:
    """The chain over what happened; who sent it stays outside, so that a person can be forgotten."""
    parts = [
        previous,
        row.game_id,
        row.seq,
        str(row.kind),
        row.side,
        row.first_points,
        row.second_points,
        row.payload,
        row.target_seq,
        row.upheld,
        row.client_digest,
    ]
    return hashlib.sha256(canonical(parts).encode("utf-8", "surrogatepass")).hexdigest()


def chain_faults(rows: Sequence[GameEvent], head_hash: str) -> Iterator[int]:
    """The numbers of events where the chain does not hold; none when it is whole."""
    previous = ""
    for place, row in enumerate(rows, 1):
        if row.seq != place or row.hash != event_hash(previous, row):
            yield row.seq
        previous = row.hash
    if previous != head_hash:
        yield len(rows) + 1
