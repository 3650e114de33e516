"""How a list has moved since a day: who was where then."""

import datetime
from dataclasses import dataclass

from django.core.cache import cache
from django.db.models import Max

from ..models import RatedEvent, RatingList
from .settled import settled, settled_on
from .table import kept_key, months_before, rows_on

#: What a reader may choose. ``event``: the last day on which an event of the list that is over was played.
SINCE = ("event", "1", "3", "12")
_KEPT_SECONDS = 24 * 3600


@dataclass(frozen=True, slots=True)
class Then:
    """Where a player stood; ``rank`` None: had none."""

    rating: int
    rank: int | None


def since_day(rating_list: RatingList, since: str, today: datetime.date) -> datetime.date | None:
    """The day after whose events the list is compared with; None: there is none to compare with."""
    if rating_list.is_external:
        return None
    if since != "event":
        return months_before(today, int(since))
    last = RatedEvent.objects.filter(rating_list=rating_list, games__gt=0, over=True).aggregate(Max("day"))[
        "day__max"
    ]
    return None if last is None else last - datetime.timedelta(1)


def standings_on(rating_list: RatingList, day: datetime.date) -> dict[int, Then]:
    """Everybody who was in the list after that day's events. By today's numbers: a corrected result counts as it
    is now. Worked out once a run, then kept.
    """
    key = kept_key(rating_list, "then", day)
    kept = cache.get(key)
    if isinstance(kept, dict):
        return kept
    rows = rows_on(rating_list, day, settled_on(rating_list, day, settled(rating_list)), set())
    then = {row.player_id: Then(row.rating, row.rank) for row in rows}
    cache.set(key, then, _KEPT_SECONDS)
    return then
