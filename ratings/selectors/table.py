"""A list as its page shows it: who is ranked, who is provisional, and what events in play would make of them."""

import datetime
import hashlib
from collections import Counter
from dataclasses import dataclass, replace
from itertools import accumulate
from typing import Literal

from django.core.cache import cache
from django.db.models import Q, Sum

from ..models import ExternalRating, RatingHistory, RatingList
from ..systems.policy import Policy
from .lists import policy_of, shown
from .settled import Settled, open_events, rd_on, settled

_KEPT_SECONDS = 24 * 3600

Standing = Literal["ranked", "inactive", "provisional"]


@dataclass(frozen=True, slots=True)
class ListRow:
    """A player in a list today. ``rating`` in whole points; ``rd`` has grown since ``day``, the last event's.

    Equal ratings share a ``rank``; who is not ranked has none. All of these are settled: made by events that are
    over. ``live`` is what the events in play have made of it so far, with ``live_rd`` and how many games they have
    added; None where there are none, or the public may not follow them. For a newcomer in his first event
    ``rating`` is where he started and ``games`` 0.
    """

    player_id: int
    rating: int
    rd: int
    games: int
    day: datetime.date
    standing: Standing
    rank: int | None = None
    shared: bool = False
    live: int | None = None
    live_rd: int = 0
    live_games: int = 0

    @property
    def provisional(self) -> bool:
        return self.standing == "provisional"

    @property
    def place(self) -> str:
        """The rank as it is read aloud: ``3=`` where somebody shares it."""
        return "" if self.rank is None else f"{self.rank}=" if self.shared else str(self.rank)

    @property
    def live_change(self) -> int | None:
        return None if self.live is None else self.live - self.rating

    @property
    def order(self) -> tuple[int, int, int]:
        """By what a list is sorted: unique, and the best first."""
        return (-self.rating, -(self.rating if self.live is None else self.live), self.player_id)


def months_before(day: datetime.date, months: int) -> datetime.date:
    """The same day so many months ago, or the month's last where it has no such day."""
    year, month = divmod(day.year * 12 + day.month - 1 - months, 12)
    first_after = datetime.date(year + (month == 11), (month + 1) % 12 + 1, 1)
    return min(
        datetime.date(year, month + 1, 1) + datetime.timedelta(day.day - 1), first_after - datetime.timedelta(1)
    )


def list_table(rating_list: RatingList, today: datetime.date) -> list[ListRow]:
    """Everybody in the list, best first. Worked out once a run, policy and day, then kept."""
    if rating_list.is_external:
        return _external(rating_list)
    followed = followed_events(rating_list)
    key = kept_key(rating_list, "table", today, sorted(followed))
    kept = cache.get(key)
    if isinstance(kept, list):
        return kept
    rows = rows_on(rating_list, today, settled(rating_list), followed)
    cache.set(key, rows, _KEPT_SECONDS)
    return rows


def kept_key(rating_list: RatingList, *words: object) -> str:
    """A cache key that is another one when the list's numbers or its policy are."""
    text = repr((rating_list.pk, rating_list.current_run_id, sorted(rating_list.policy.items()), *words))
    return f"ratings:{hashlib.sha256(text.encode()).hexdigest()[:32]}"


def followed_events(rating_list: RatingList) -> set[int]:
    """Events in play whose games everybody may follow: what they do to ratings may be shown, marked as live."""
    return set(
        open_events(rating_list)
        .filter(
            division__tournament__is_public=True,
            division__entries_public=True,
            division__standings_public=True,
            division__pairings_public=True,
        )
        .values_list("pk", flat=True)
    )


def rows_on(
    rating_list: RatingList, day: datetime.date, people: dict[int, Settled], followed: set[int]
) -> list[ListRow]:
    """The list of these people on a day, ranked by the list's policy."""
    policy = policy_of(rating_list)
    recent = dict(
        RatingHistory.objects.filter(
            Q(event__over=True) | Q(event__division=None),
            event__rating_list=rating_list,
            event__day__gt=months_before(day, int(policy.ranked_months)),
            event__day__lte=day,
            superseded_by=None,
        )
        .values_list("player_id")
        .annotate(Sum("games"))
    )
    rds = rd_on(rating_list, day, people, beyond=policy.provisional_rd)
    rows = []
    for player, one in people.items():
        now = rds[player]
        standing: Standing = "ranked" if recent.get(player, 0) >= policy.ranked_games else "inactive"
        if policy.is_provisional(now, one.games):
            standing = "provisional"
        rows.append(
            _followed(
                ListRow(player, shown(one.rating, policy.floor), round(now), one.games, one.day, standing),
                one,
                policy,
                followed,
            )
        )
    return _ranked(rows)


def _followed(row: ListRow, one: Settled, policy: Policy, followed: set[int]) -> ListRow:
    if one.live is None or not followed.issuperset(one.events):
        return row
    return replace(row, live=shown(one.live, policy.floor), live_rd=round(one.live_rd), live_games=one.live_games)


def _ranked(rows: list[ListRow]) -> list[ListRow]:
    rows.sort(key=lambda row: row.order)
    alike = Counter(row.rating for row in rows if row.standing == "ranked")
    rank_of = dict(zip(alike, accumulate(alike.values(), initial=1), strict=False))  # as they come, best first
    return [
        replace(row, rank=rank_of[row.rating], shared=alike[row.rating] > 1) if row.standing == "ranked" else row
        for row in rows
    ]


def _external(rating_list: RatingList) -> list[ListRow]:
    """A federation's numbers of those who are known here. Who of them is sure enough is its matter: all rank."""
    return _ranked(
        [
            ListRow(player, rating, 0, games or 0, day, "ranked")
            for player, rating, games, day in ExternalRating.objects.filter(
                rating_list=rating_list, player__isnull=False
            ).values_list("player_id", "rating", "games", "as_of")
            if player is not None
        ]
    )


def row_of(rating_list: RatingList, player_id: int, today: datetime.date) -> ListRow | None:
    return next((row for row in list_table(rating_list, today) if row.player_id == player_id), None)
