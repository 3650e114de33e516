"""Writing and verifying the chained log."""

import hashlib
import json
import secrets
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder
from django.db import transaction
from django.utils import timezone

from .actor import Actor
from .models import LogChain, LogEntry
from .prepared import Prepared, row_change, rows_add

SITE_CHAIN = "site"
_locked = Prepared(lambda key: LogChain.objects.select_for_update().filter(key=key).order_by())


def _canonical(value: Any) -> str:
    return json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":"), cls=DjangoJSONEncoder)


def _digest(salt: str, detail: Mapping[str, Any]) -> str:
    return hashlib.sha256(f"{salt}\n{_canonical(detail)}".encode("utf-8", "surrogatepass")).hexdigest()


def _hash(previous: str, entry: LogEntry) -> str:
    at = entry.at.astimezone(UTC).isoformat()
    parts = [
        previous,
        entry.chain_id,
        entry.seq,
        at,
        entry.action,
        entry.object_kind,
        entry.object_id,
        entry.digest,
    ]
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
        head = _locked.first(key=chain)
        if head is None:
            LogChain.objects.get_or_create(key=chain)
            head = _locked(key=chain)[0]
        # As JSON gives it back, or the digest would not match what is read later.
        values = json.loads(_canonical({**(data or {}), "ip": actor.ip, "request": actor.request_id}))
        salt = secrets.token_hex(16)
        detail = {"actor": actor.label, "user": actor.user_id, "data": values}
        entry = LogEntry(
            chain=head,
            seq=head.head_seq + 1,
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
        entry.hash = _hash(head.head_hash, entry)
        rows_add([entry])
        row_change(LogChain(key=chain, head_seq=entry.seq, head_hash=entry.hash), ["head_seq", "head_hash"])
        return entry


@dataclass(frozen=True, slots=True)
class ChainFault:
    seq: int
    what: str  # "gap", "hash", "detail" or "head"


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
        if entry.erased_at is None:
            detail = {"actor": entry.actor_label, "user": entry.actor_user_id, "data": entry.data}
            if _digest(entry.salt, detail) != entry.digest:
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
