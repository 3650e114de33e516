"""Reading an event's log: found by words, action, person and object, newest first; and whether its chain holds."""

import json
from dataclasses import dataclass
from typing import Any

from django.core.cache import cache
from django.db.models import Q, QuerySet, TextField
from django.db.models.functions import Cast

from common.log import chain_faults
from common.models import LogChain, LogEntry

from ..models import Tournament

#: A longer chain is walked when somebody asks, not on every view.
WALKED = 3000
_SECONDS = 60


def log_entries(
    event: Tournament, *, q: str = "", action: str = "", who: str = "", thing: str = ""
) -> QuerySet[LogEntry]:
    """``thing`` is ``kind:id``. ``q`` is looked for in who did it and in all values."""
    entries = LogEntry.objects.filter(chain=event.log_chain).order_by("-seq")
    if action:
        entries = entries.filter(action=action)
    if who:
        entries = entries.filter(actor_label=who)
    kind, _colon, pk = thing.partition(":")
    if kind and pk.isascii() and pk.isdigit() and len(pk) < 18:
        entries = entries.filter(object_kind=kind, object_id=int(pk))
    if q:
        # SQLite keeps JSON with escapes, PostgreSQL as it reads: both forms are looked for.
        escaped = json.dumps(q)[1:-1]
        entries = entries.annotate(text=Cast("data", TextField())).filter(
            Q(text__icontains=q) | Q(text__icontains=escaped) | Q(actor_label__icontains=q) | Q(action__icontains=q)
        )
    return entries


def log_choices(event: Tournament) -> tuple[list[str], list[str]]:
    """Actions and people that occur in the log."""
    actions = LogEntry.objects.filter(chain=event.log_chain).order_by("action").values_list("action", flat=True)
    people = LogEntry.objects.filter(chain=event.log_chain).exclude(actor_label="")
    labels = people.order_by("actor_label").values_list("actor_label", flat=True).distinct()
    return list(actions.distinct()), list(labels[:200])


@dataclass(frozen=True, slots=True)
class ChainState:
    """``walked`` False: too long to look at on every view. ``faults``: the places where it does not hold."""

    entries: int
    walked: bool
    faults: tuple[Any, ...] = ()


def chain_state(event: Tournament, *, walk: bool = False) -> ChainState:
    head = LogChain.objects.filter(key=event.log_chain).first()
    if head is None:
        return ChainState(0, True)
    if head.head_seq > WALKED and not walk:
        return ChainState(head.head_seq, False)
    key = f"chain:{head.key}:{head.head_hash}"
    faults = cache.get(key)
    if faults is None or walk:
        faults = tuple(chain_faults(head.key))[:20]
        cache.set(key, faults, _SECONDS)
    return ChainState(head.head_seq, True, faults)
