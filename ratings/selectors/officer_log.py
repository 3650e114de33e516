"""The site's log as far as it is about ratings and about who is whom, newest first."""

import json

from django.db.models import Q, QuerySet, TextField
from django.db.models.functions import Cast

from common.log import SITE_CHAIN
from common.models import LogEntry

_OURS = (
    Q(action__startswith="ratings.")
    | Q(action__startswith="identity.")
    | Q(action__startswith="players.")
    | Q(action__startswith="player.")
)


def officer_log(*, q: str = "", action: str = "", who: str = "", thing: str = "") -> QuerySet[LogEntry]:
    """``thing`` is ``kind:id``. ``q`` is looked for in who did it and in all values."""
    entries = LogEntry.objects.filter(_OURS, chain=SITE_CHAIN).order_by("-seq")
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
            Q(text__icontains=q) | Q(text__icontains=escaped) | Q(actor_label__icontains=q)
        )
    return entries


def officer_log_choices() -> tuple[list[str], list[str]]:
    """Actions and people that occur in it."""
    ours = LogEntry.objects.filter(_OURS, chain=SITE_CHAIN)
    actions = ours.order_by("action").values_list("action", flat=True).distinct()
    people = ours.exclude(actor_label="").order_by("actor_label")
    return list(actions), list(people.values_list("actor_label", flat=True).distinct()[:200])
