"""Writing and verifying the chained log."""

import hashlib
import json
import secrets
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder
from django.db import connection, transaction
from django.utils import timezone

from .actor import Actor
from .models import LogChain, LogEntry
from .prepared import rows_add

SITE_CHAIN = "site"


def _canonical(value: Any) -> str:
    return json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":"), cls=DjangoJSONEncoder)


def _digest(salt: str, detail: Mapping[str, Any]) -> str:
    return hashlib.sha256(f"{salt}\n{_canonical(detail)}".encode("utf-8", "surrogatepass")).hexdigest()


def _sealed(entry: LogEntry) -> list[object]:
    """What the hash covers beside the chain and the place in it."""
    at = entry.at.astimezone(UTC).isoformat()
    return [at, entry.action, entry.object_kind, entry.object_id, entry.digest]


def _hash(previous: str, entry: LogEntry) -> str:
    parts = [previous, entry.chain_id, entry.seq, *_sealed(entry)]
    return hashlib.sha256(_canonical(parts).encode()).hexdigest()


def log_append(
    *,
    chain: str,
    action: str,
    actor: Actor,
    object_kind: str,
    object_id: int | None,
    data: Mapping[str, Any] | None = None,
    at: datetime | None = None,
) -> LogEntry:
    """Append one entry; must run inside the transaction of what it tells about."""
    with transaction.atomic(savepoint=False):
        # As JSON gives it back, or the digest would not match what is read later.
        values = json.loads(_canonical({**(data or {}), "ip": actor.ip, "request": actor.request_id}))
        salt = secrets.token_hex(16)
        detail = {"actor": actor.label, "user": actor.user_id, "data": values}
        entry = LogEntry(
            chain_id=chain,
            at=at or timezone.now(),
            action=action,
            object_kind=object_kind,
            object_id=object_id,
            digest=_digest(salt, detail),
            salt=salt,
            actor_label=actor.label,
            actor_user_id=actor.user_id,
            data=values,
        )
        _link(entry)
        rows_add([entry])
        return entry


#: `_hash` in the database: what stands before and after the two values that only the locked head knows.
_HASHED = "'[\"' || head_hash || '\",' || %s || ',' || CAST(head_seq + 1 AS text) || ',' || %s"
_SHA256 = {"postgresql": "encode(sha256(convert_to({}, 'UTF8')), 'hex')", "sqlite": "SHA256({})"}
_MOVE = "UPDATE common_logchain SET head_seq = head_seq + 1, head_hash = {} WHERE key = %s"
_RETURNING = " RETURNING head_seq, head_hash"
_HEAD = "SELECT head_seq, head_hash FROM common_logchain WHERE key = %s"


def _link(entry: LogEntry) -> None:
    """Give an entry its number and hash, and make it the head of its chain, whose row stays locked."""
    chain, rest = entry.chain_id, _canonical(_sealed(entry))[1:]
    returning = connection.features.can_return_columns_from_insert  # not so an SQLite older than 3.35
    move = _MOVE.format(_SHA256[connection.vendor].format(_HASHED)) + (_RETURNING if returning else "")
    with connection.cursor() as cursor:
        for _try in ("as ever", "the chain's first"):
            cursor.execute(move, [_canonical(chain), rest, chain])
            if not returning:
                cursor.execute(_HEAD, [chain])
            head = cursor.fetchone()
            if head is not None:
                break
            LogChain.objects.get_or_create(key=chain)
    entry.seq, entry.hash = head


@dataclass(frozen=True, slots=True)
class ChainFault:
    seq: int
    what: str  # "gap", "hash", "detail" or "head"


#: What is left of an entry's detail that was erased.
_ERASED: dict[str, object] = {"actor": "", "user": None, "data": {}}


def chain_faults(chain: str) -> Iterator[ChainFault]:
    """Every place where the chain does not hold; none when it is whole."""
    previous, seq = "", 0
    for entry in LogEntry.objects.filter(chain_id=chain).order_by("seq").iterator(500):
        seq += 1
        if entry.seq != seq:
            yield ChainFault(seq, "gap")
            seq = entry.seq
        if _hash(previous, entry) != entry.hash:
            yield ChainFault(entry.seq, "hash")
        detail = {"actor": entry.actor_label, "user": entry.actor_user_id, "data": entry.data}
        holds = _digest(entry.salt, detail) == entry.digest if entry.erased_at is None else detail == _ERASED
        if not holds:
            yield ChainFault(entry.seq, "detail")
        previous = entry.hash
    head = LogChain.objects.filter(key=chain).first()
    if head is not None and (head.head_seq, head.head_hash) != (seq, previous):
        yield ChainFault(seq, "head")


@transaction.atomic
def details_erase(*, entry_ids: list[int]) -> int:
    """Forget who and what in these entries. That something was done, and when, stays."""
    return LogEntry.objects.filter(pk__in=entry_ids, erased_at=None).update(
        salt="", actor_label="", actor_user_id=None, data={}, erased_at=timezone.now()
    )
