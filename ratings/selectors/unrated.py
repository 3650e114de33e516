"""Why a game of an event is not rated. Worked out from the rows as they are: a reason cannot go stale."""

from dataclasses import dataclass

from django.db.models import Count, F

from tournaments.models import Entry, Pairing, Result, Seat

from ..models import RatedEvent

#: Every reason, with its sentence where it is shown: ``ratings.templatetags.rating_tags``.
REASONS = (
    "event_unrated",
    "event_waits",
    "event_refused",
    "event_left_out",
    "bye",
    "forfeit",
    "double_forfeit",
    "void",
    "unfinished",
    "pending",
    "disputed",
    "team",
)


_WHOLE = {RatedEvent.State.WAITING: "event_waits", RatedEvent.State.LEFT_OUT: "event_left_out"}


@dataclass(frozen=True, slots=True)
class UnratedGame:
    """A pairing of a published round that is not rated: ``reason`` is one of ``REASONS``."""

    round_number: int
    table: int | None
    entries: tuple[int, ...]
    reason: str
    pairing_id: int


def unrated_games(event: RatedEvent) -> list[UnratedGame]:
    """All games of the event that are not rated, by round and table. Four queries."""
    if event.division is None:
        return []
    division = event.division
    whole = None
    if not division.rated:
        whole = "event_unrated"
    elif event.state != RatedEvent.State.ACCEPTED:
        whole = _WHOLE.get(RatedEvent.State(event.state), "event_refused")
    teams = set(
        Entry.objects.filter(division=division)
        .annotate(n=Count("members"))
        .exclude(n=1)
        .values_list("pk", flat=True)
    )
    live = {
        pairing: (state, outcome)
        for pairing, state, outcome in Result.objects.filter(
            pairing__round__division=division, state__in=Result.LIVE
        ).values_list("pairing_id", "state", "outcome")
    }
    seats: dict[int, list[int]] = {}
    for pairing, entry in (
        Seat.objects.filter(round__division=division).order_by("place").values_list("pairing_id", "entry_id")
    ):
        seats.setdefault(pairing, []).append(entry)
    found = []
    for pk, number, table in (
        Pairing.objects.filter(round__division=division)
        .exclude(round__state="draft")
        .order_by("round__number", F("table").asc(nulls_last=True), "pk")
        .values_list("pk", "round__number", "table")
    ):
        entries = tuple(seats.get(pk, ()))
        reason = whole or _reason(live.get(pk), division.pending_counts, any(e in teams for e in entries))
        if reason is not None:
            found.append(UnratedGame(number, table, entries, reason, pk))
    return found


def _reason(live: tuple[str, str] | None, pending_counts: bool, team: bool) -> str | None:
    if live is None:
        return "unfinished"
    state, outcome = live
    if outcome != Result.Outcome.PLAYED:
        return outcome
    if state == Result.State.DISPUTED or (state == Result.State.PENDING and not pending_counts):
        return state
    return "team" if team else None
