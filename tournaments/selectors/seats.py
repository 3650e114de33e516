"""Who sits where in a table: teams, and the seats that a table's first round gives to all its rounds."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from ..models import Division, Entry, Round
from ..pairing import PairingRequest, RoundRobin, TeamRoundRobin, request_from_json, seat_order
from ..pairing.plan import RoundPlan
from ..pairing.settings import TableSystem
from .standings import division_table


def team_key(entry: Entry) -> tuple[int | None, str] | None:
    """Entries with equal keys are team-mates; None for whoever is in no team."""
    name = " ".join(entry.team.casefold().split())
    return (entry.club_id, name) if name else None


def teams_of(entries: Iterable[Entry]) -> dict[int, int]:
    """The team of each entry that has one, named by the lowest number in it."""
    named: dict[tuple[int | None, str], int] = {}
    teams: dict[int, int] = {}
    for entry in sorted(entries, key=lambda entry: entry.number):
        key = team_key(entry)
        if key is not None:
            teams[entry.pk] = named.setdefault(key, entry.number)
    return teams


def seated_table(
    division: Division, plan: RoundPlan, request: PairingRequest, entries: Mapping[int, Entry]
) -> PairingRequest:
    """A table's seats: found in its first round, and those of the round before from then on."""
    system = plan.system
    if not isinstance(system, TableSystem):
        return request
    known = _known_table(division, plan, system)
    if known is not None:
        seats = known.seats
        if isinstance(system, TeamRoundRobin) and isinstance(known, TeamRoundRobin):
            system = replace(system, first_side=known.first_side)
    elif isinstance(system, RoundRobin) and plan.seats_after == 0:
        first = system.first_round
        there = [e for e in entries.values() if e.withdrawn_from is None or e.withdrawn_from > first]
        seats = tuple(entry.pk for entry in sorted(there, key=lambda entry: entry.number))
    else:
        seats = _seats_by_standings(division, plan, request, entries)
        if isinstance(system, TeamRoundRobin):
            system, seats = _sides_by_team(system, seats, teams_of(entries.values()))
    if system.needs_seat:
        seats = _with_late_entries(seats, request, entries)
    return replace(request, system=replace(system, seats=seats))


def _sides_by_team(
    system: TeamRoundRobin, seats: tuple[int, ...], teams: Mapping[int, int]
) -> tuple[TeamRoundRobin, tuple[int, ...]]:
    """Where everybody belongs to one of two teams, these are the two sides, the one with the better first seat
    before the other; unless the schedule says what the sides are."""
    if system.first_side or system.split != "halves" or not all(seat in teams for seat in seats):
        return system, seats
    if len({teams[seat] for seat in seats}) != 2:
        return system, seats
    first = tuple(seat for seat in seats if teams[seat] == teams[seats[0]])
    second = tuple(seat for seat in seats if teams[seat] != teams[seats[0]])
    return replace(system, first_side=len(first)), (*first, *second)


def _known_table(division: Division, plan: RoundPlan, system: TableSystem) -> TableSystem | None:
    """The table as it was made in its first round; None in that round."""
    earlier = (
        Round.objects.filter(
            division=division, number__gte=system.first_round, number__lt=plan.round, system=system.kind
        )
        .exclude(request="")
        .order_by("-number")
    )
    for text in earlier.values_list("request", flat=True):
        stored = request_from_json(text).system
        if isinstance(stored, type(system)) and stored.first_round == system.first_round and stored.seats:
            return stored
    return None


def _seats_by_standings(
    division: Division, plan: RoundPlan, request: PairingRequest, entries: Mapping[int, Entry]
) -> tuple[int, ...]:
    if plan.seats_after == plan.standings_after:
        return seat_order(request)
    first = plan.round if plan.seats_after is None else plan.seats_after + 1
    rows = division_table(division, plan.seats_after).rows
    return tuple(
        row.entry
        for row in rows
        if entries[row.entry].withdrawn_from is None or (entries[row.entry].withdrawn_from or 0) > first
    )


def _with_late_entries(
    seats: tuple[int, ...], request: PairingRequest, entries: Mapping[int, Entry]
) -> tuple[int, ...]:
    """Whoever came later takes the seat of somebody who left, or the empty place of an odd field."""
    late = sorted(
        (one.id for one in request.competitors if one.id not in set(seats)), key=lambda pk: entries[pk].number
    )
    held = list(seats)
    for pk in late:
        gone = next((at for at, seat in enumerate(held) if _has_left(entries.get(seat), request.round)), None)
        if gone is not None:
            held[gone] = pk
        elif len(held) % 2:
            held.append(pk)
    return tuple(held)


def _has_left(entry: Entry | None, number: int) -> bool:
    return entry is None or (entry.withdrawn_from is not None and entry.withdrawn_from <= number)
