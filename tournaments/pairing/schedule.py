"""Rounds read off a table: the round robin.

The table stands as far as it can. A competitor whose opponent is not active, or was given a bye by hand, has
a bye. A competitor whose opponent was locked into another game, or is forbidden to him, is paired with the
others in that position, neighbours in rank first; whoever then still has nobody has a bye.
"""

from .berger import berger_round, berger_rounds
from .errors import PairingError
from .field import Field, couple
from .locks import Settled
from .made import Made, fixed_pair
from .matched import build_problem, read_off
from .matching import cheapest_matching
from .model import KingOfTheHill, Note, Pair, RoundRobin
from .notes import note


def pair_by_schedule(field: Field, settled: Settled, system: RoundRobin) -> Made:
    """Raises PairingError `pairing.no_seat` or `pairing.round_robin_over`."""
    seats, round_ = system.seats, field.request.round - system.first_round + 1
    unseated = tuple(sorted({field.id(place) for place in settled.free} - set(seats)))
    if unseated:
        raise PairingError("pairing.no_seat", competitors=unseated)
    rounds = berger_rounds(len(seats), system.cycles)
    if not 1 <= round_ <= rounds:
        raise PairingError("pairing.round_robin_over", round=field.request.round, rounds=rounds)
    games = [(seats[a - 1], seats[b - 1]) for a, b in berger_round(len(seats), round_, system.cycles)]
    expected = (round_ - 1) // berger_rounds(len(seats))

    free = set(settled.free)
    given_byes = set(settled.byes)
    pairs: list[Pair] = []
    repeats: list[tuple[int, int]] = []
    notes: list[Note] = []
    byes: list[int] = []
    displaced: list[int] = []
    for ids in games:
        first, second = (field.place.get(id_) for id_ in ids)
        if first in free and second in free and first is not None and second is not None:
            if couple(first, second) in field.forbidden:
                displaced += [first, second]
                continue
            pair = fixed_pair(field, first, second, "schedule")
            pairs.append(pair)
            if pair.met > expected:
                repeats.append((pair.first, pair.second))
                notes.append(note("repeat", first=pair.first, second=pair.second, met=pair.met, reason="schedule"))
            continue
        for one, other, other_id in ((first, second, ids[1]), (second, first, ids[0])):
            if one is None or one not in free:
                continue
            if other is None or other in given_byes:
                byes.append(one)
                notes.append(note("opponent_absent", competitor=field.id(one), absent=other_id))
            else:
                displaced.append(one)
    seated_in_games = {id_ for ids in games for id_ in ids}
    for id_ in seats:
        if id_ not in seated_in_games and (place := field.place.get(id_)) in free and place is not None:
            byes.append(place)
            notes.append(note("schedule_bye", competitor=id_))

    rest = _pair_displaced(field, tuple(sorted(displaced)))
    return Made(
        pairs=(*pairs, *rest.pairs),
        byes=(*byes, *rest.byes),
        repeats=(*repeats, *rest.repeats),
        cost=(("off_schedule", len(rest.pairs)),),
        notes=(*notes, *rest.notes),
    )


def _pair_displaced(field: Field, displaced: tuple[int, ...]) -> Made:
    if not displaced:
        return Made((), (), (), (), ())
    problem = build_problem(field, displaced, KingOfTheHill())
    matched = cheapest_matching(problem.scale, problem.forbidden)
    made = read_off(field, problem, matched)
    off = [note("off_schedule", first=pair.first, second=pair.second) for pair in made.pairs]
    left = tuple(displaced[i] for i in matched.unmatched)
    alone = [note("left_over", competitor=field.id(place)) for place in left]
    return Made(made.pairs, (*made.byes, *left), made.repeats, made.cost, (*off, *made.notes, *alone))
