"""A list as its page shows it: who is ranked, who is still provisional."""

import datetime
from collections import Counter
from dataclasses import dataclass, replace
from itertools import accumulate
from typing import Literal

from django.core.cache import cache
from django.db.models import Sum

from ..models import Rating, RatingHistory, RatingList
from .lists import shown, system_of

#: The policy that the list's page states.
PROVISIONAL_RD = 110
PROVISIONAL_GAMES = 30
ACTIVE_GAMES = 30
ACTIVE_MONTHS = 24
_KEPT_SECONDS = 24 * 3600

Standing = Literal["ranked", "inactive", "provisional"]


@dataclass(frozen=True, slots=True)
class ListRow:
    """A player in a list today. ``rating`` in whole points; ``rd`` has grown since ``day``, the last event's.

    Equal ratings share a ``rank``; who is not ranked has none.
    """

    player_id: int
    rating: int
    rd: int
    games: int
    day: datetime.date
    standing: Standing
    rank: int | None = None
    shared: bool = False

    @property
    def provisional(self) -> bool:
        return self.standing == "provisional"


def is_provisional(rd: float, games: int) -> bool:
    return rd > PROVISIONAL_RD or games < PROVISIONAL_GAMES


def months_before(day: datetime.date, months: int) -> datetime.date:
    """The same day so many months ago, or the month's last where it has no such day."""
    year, month = divmod(day.year * 12 + day.month - 1 - months, 12)
    first_after = datetime.date(year + (month == 11), (month + 1) % 12 + 1, 1)
    return min(
        datetime.date(year, month + 1, 1) + datetime.timedelta(day.day - 1), first_after - datetime.timedelta(1)
    )


def list_table(rating_list: RatingList, today: datetime.date) -> list[ListRow]:
    """Everybody in the list, best first. Worked out once a run and day, then kept."""
    key = f"ratings:{rating_list.pk}:{rating_list.current_run_id}:{today}"
    kept = cache.get(key)
    if isinstance(kept, list):
        return kept
    rows = _ranked(_rows(rating_list, today))
    cache.set(key, rows, _KEPT_SECONDS)
    return rows


def _rows(rating_list: RatingList, today: datetime.date) -> list[ListRow]:
    system = system_of(rating_list).on(today.toordinal())
    recent = dict(
        RatingHistory.objects.filter(
            event__rating_list=rating_list, event__day__gt=months_before(today, ACTIVE_MONTHS), superseded_by=None
        )
        .values_list("player_id")
        .annotate(Sum("games"))
    )
    rows = []
    for player_id, rating, rd, games, day in Rating.objects.filter(rating_list=rating_list).values_list(
        "player_id", "rating", "rd", "games", "day"
    ):
        now = system.rested(rd, (today - day).days)
        standing: Standing = "ranked" if recent.get(player_id, 0) >= ACTIVE_GAMES else "inactive"
        if is_provisional(now, games):
            standing = "provisional"
        rows.append(ListRow(player_id, shown(rating), round(now), games, day, standing))
    return rows


def _ranked(rows: list[ListRow]) -> list[ListRow]:
    rows.sort(key=lambda row: (-row.rating, row.player_id))
    alike = Counter(row.rating for row in rows if row.standing == "ranked")
    rank_of = dict(zip(alike, accumulate(alike.values(), initial=1), strict=False))  # as they come, best first
    return [
        replace(row, rank=rank_of[row.rating], shared=alike[row.rating] > 1) if row.standing == "ranked" else row
        for row in rows
    ]


def row_of(rating_list: RatingList, player_id: int, today: datetime.date) -> ListRow | None:
    return next((row for row in list_table(rating_list, today) if row.player_id == player_id), None)
