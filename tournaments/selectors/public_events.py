"""What the lists of events show: when, where, and how far each division has come."""

import datetime
from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Count, Max, Q, QuerySet

from common.text import clean

from ..models import Division, Entry, Pairing, Result, Round, Tournament
from .public import RoundInfo

LIVE, UPCOMING, FINISHED, PLANNED, BETWEEN = "live", "upcoming", "finished", "planned", "between"


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a division is. ``state``: planned, live (a round is being played), between (rounds) or finished."""

    division: Division
    entries: int
    round: RoundInfo | None

    @property
    def state(self) -> str:
        if self.round is None:
            return PLANNED
        if not self.round.complete:
            return LIVE
        return FINISHED if self.round.number >= self.division.rounds_planned else BETWEEN


def public_events(asked: str = "", year: int | None = None) -> QuerySet[Tournament]:
    """Public events, the latest first, with the number of their divisions and entries."""
    events = Tournament.objects.filter(is_public=True).order_by("-starts_on", "-pk")
    if word := clean(asked):
        events = events.filter(Q(name__icontains=word) | Q(venue__icontains=word))
    if year is not None:
        events = events.filter(starts_on__year=year)
    return events.annotate(
        division_count=Count("divisions", distinct=True), entry_count=Count("divisions__entries", distinct=True)
    )


def event_years() -> list[int]:
    """Years that have a public event, the latest first."""
    days = Tournament.objects.filter(is_public=True).dates("starts_on", "year", order="DESC")
    return [day.year for day in days]


def event_when(event: Tournament, today: datetime.date) -> str:
    """By its days: live, upcoming or finished."""
    if today < event.starts_on:
        return UPCOMING
    return LIVE if today <= event.ends_on else FINISHED


def divisions_progress(divisions: Iterable[Division]) -> dict[int, Progress]:
    """By division id. Four queries, whatever the number of divisions."""
    listed = list(divisions)
    entries: dict[int, int] = dict(
        Entry.objects.filter(division__in=listed).values_list("division_id").annotate(Count("pk")).order_by()
    )
    shown = Round.objects.filter(division__in=listed).exclude(state=Round.State.DRAFT)
    latest: dict[int, int] = dict(shown.values_list("division_id").annotate(Max("number")).order_by())
    current = Q(pk__in=[])
    for division_id, number in latest.items():
        current |= Q(division_id=division_id, number=number)
    games = Count("pairings", filter=Q(pairings__table__isnull=False))
    rounds = {
        division_id: (pk, number, state, tables)
        for pk, division_id, number, state, tables in shown.filter(current)
        .annotate(tables=games)
        .values_list("pk", "division_id", "number", "state", "tables")
    }
    done = _done({pk: division_id for division_id, (pk, *_rest) in rounds.items()}, listed)
    return {
        division.pk: Progress(
            division,
            entries.get(division.pk, 0),
            RoundInfo(*rounds[division.pk][1:], done.get(division.pk, 0)) if division.pk in rounds else None,
        )
        for division in listed
    }


def _done(rounds: dict[int, int], divisions: list[Division]) -> dict[int, int]:
    """Settled tables of these rounds (round id: division id), by division."""
    settled = Q(results__state__in=[Result.State.CONFIRMED, Result.State.FINAL])
    counting_early = [division.pk for division in divisions if division.pending_counts]
    early = [pk for pk, division_id in rounds.items() if division_id in counting_early]
    settled |= Q(results__state=Result.State.PENDING, round_id__in=early)
    counted = (
        Pairing.objects.filter(settled, round_id__in=rounds, table__isnull=False)
        .values_list("round_id")
        .annotate(Count("pk", distinct=True))
        .order_by()
    )
    return {rounds[round_id]: count for round_id, count in counted}
