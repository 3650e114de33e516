"""Rounds read off a table: round robins and groups.

The table stands as far as it can. A competitor whose opponent is not active, or was given a bye by hand, has a bye;
so has the one whom an odd table leaves out, and whoever has no seat or whose group is done, unless the system pairs
its leftovers. A competitor whose opponent was locked into another game, or is forbidden to him, is paired with
the others in that position, neighbours in rank first; whoever then still has nobody has a bye.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from itertools import combinations

from .errors import PairingError
from .field import Couple, Field, couple
from .locks import Settled
from .made import Made, fixed_pair
from .matched import build_problem, read_off
from .matching import allowed_edges, solve_levels
from .model import KingOfTheHill, Note, Pair
from .notes import note
from .settings import TableSystem
from .systems.table_rounds import TableRound, table_round


def pair_by_table(held: Field, settled: Settled, system: TableSystem) -> Made:
    """Raises PairingError `pairing.no_seat` or `pairing.round_robin_over`."""
    table = table_round(held.request, system)
    unseated = tuple(sorted({held.id(place) for place in settled.free} - set(table.seats)))
    if unseated and system.needs_seat:
        raise PairingError("pairing.no_seat", competitors=unseated)
    read = _read(held, settled, table)
    displaced, alone = list(read.displaced), read.alone
    if system.leftovers == "pair" and len(displaced) + len(alone) > 1:
        displaced, alone = displaced + alone, []
    rest = _pair_displaced(held, tuple(sorted(displaced)), table)
    return Made(
        pairs=(*read.pairs, *rest.pairs),
        byes=(*alone, *rest.byes),
        repeats=(*read.repeats, *rest.repeats),
        cost=(("off_schedule", len(rest.pairs)),),
        notes=(*(told for place, told in read.notes if place is None or place in alone), *rest.notes),
    )


@dataclass(slots=True)
class _Reading:
    """`displaced` are places who have lost their opponent to a lock or a ban; `alone` those who have none. A note
    with a place is told if he stays alone."""

    pairs: list[Pair] = field(default_factory=list)
    repeats: list[tuple[int, int]] = field(default_factory=list)
    displaced: list[int] = field(default_factory=list)
    alone: list[int] = field(default_factory=list)
    notes: list[tuple[int | None, Note]] = field(default_factory=list)


def _read(held: Field, settled: Settled, table: TableRound) -> _Reading:
    free, given_byes = set(settled.free), set(settled.byes)
    read = _Reading()
    named: set[int] = set()

    def alone(place: int, code: str, **figures: int) -> None:
        read.alone.append(place)
        read.notes.append((place, note(code, competitor=held.id(place), **figures)))

    for first_id, second_id, expected in table.games:
        first, second = held.place.get(first_id), held.place.get(second_id)
        named |= {first_id, second_id}
        if first in free and second in free and first is not None and second is not None:
            if couple(first, second) in held.forbidden:
                read.displaced += [first, second]
            else:
                _play(held, read, first, second, expected)
            continue
        for one, other, other_id in ((first, second, second_id), (second, first, first_id)):
            if one is None or one not in free:
                continue
            if other is None or other in given_byes:
                alone(one, "opponent_absent", absent=other_id)
            else:
                read.displaced.append(one)
    seated = set(table.seats)
    for id_ in (*table.seats, *(one for one in map(held.id, settled.free) if one not in seated)):
        place = held.place.get(id_)
        if place is not None and place in free and id_ not in named:
            alone(place, "schedule_bye" if id_ in seated else "no_group")
    return read


def _play(held: Field, read: _Reading, first: int, second: int, expected: int) -> None:
    pair = fixed_pair(held, first, second, "schedule")
    read.pairs.append(pair)
    if pair.met > expected:
        read.repeats.append((pair.first, pair.second))
        repeat = note("repeat", first=pair.first, second=pair.second, met=pair.met, reason="schedule")
        read.notes.append((None, repeat))


def _pair_displaced(held: Field, displaced: tuple[int, ...], table: TableRound) -> Made:
    if not displaced:
        return Made((), (), (), (), ())
    held = replace(held, forbidden=held.forbidden | set(_mates(held, displaced, table)))
    problem = build_problem(held, displaced, KingOfTheHill())
    matched = solve_levels(problem.scale, allowed_edges(len(displaced), problem.forbidden))
    made = read_off(held, problem, matched)
    off = [note("off_schedule", first=pair.first, second=pair.second) for pair in made.pairs]
    left = tuple(displaced[i] for i in matched.unmatched)
    alone = [note("left_over", competitor=held.id(place)) for place in left]
    return Made(made.pairs, (*made.byes, *left), made.repeats, made.cost, (*off, *made.notes, *alone))


def _mates(held: Field, places: Iterable[int], table: TableRound) -> Iterable[Couple]:
    """Couples of one side, who are not put together even when the table does not hold."""
    side = {id_: number for number, ids in enumerate(table.sides) for id_ in ids}
    for a, b in combinations(sorted(places), 2):
        if side.get(held.id(a), -1) == side.get(held.id(b), -2):
            yield a, b
