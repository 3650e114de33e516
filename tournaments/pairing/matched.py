"""Rounds made by matching: every system that is a cost (Swiss, king of the hill)."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from .errors import PairingError
from .field import Couple, Field
from .levels import Scale, add_costs, history_levels, scale, starts_level
from .made import Made, make_pair
from .matching import Matched, allowed_edges, cheapest_matching, solve
from .model import Note, System
from .notes import bye_notes, pair_notes
from .systems import Wishes, system_wishes
from .witness import find_witness


@dataclass(frozen=True, slots=True)
class Problem:
    """The free places, their costs, and the forbidden couples among them (as indices into `free`)."""

    free: tuple[int, ...]
    scale: Scale
    wishes: Wishes
    forbidden: frozenset[Couple]


def build_problem(field: Field, free: Sequence[int], system: System) -> Problem:
    """Raises OverflowError if the levels do not fit the solver's weights; no field that `pair` takes does that."""
    odd = len(free) % 2 == 1
    expected = max(free, key=lambda place: (-field.byes[place], place)) if odd else None
    index = {place: i for i, place in enumerate(free)}
    wishes = system_wishes(system, field, free, None if expected is None else index[expected])
    levels = [*history_levels(field, free), *wishes.levels, starts_level(field, free)]
    forbidden = frozenset((index[a], index[b]) for a, b in field.forbidden if a in index and b in index)
    return Problem(tuple(free), scale(levels, with_bye=odd), wishes, forbidden)


def pair_by_matching(field: Field, free: tuple[int, ...], system: System) -> Made:
    """Raises PairingError `pairing.infeasible` if forbidden pairs leave somebody without an opponent."""
    if not free:
        return Made((), (), (), (), ())
    problem = build_problem(field, free, system)
    matched = cheapest_matching(problem.scale, problem.forbidden)
    if matched.unmatched:
        raise _infeasible(field, problem, matched)
    return read_off(field, problem, matched)


def read_off(field: Field, problem: Problem, matched: Matched) -> Made:
    """Pairs, bye, cost and notes of a matching; whoever it left over is left out here too."""
    free = problem.free
    costs = problem.scale.pair_costs(matched.pairs)
    pairs = tuple(
        make_pair(field, free[i], free[j], cost) for (i, j), cost in zip(matched.pairs, costs, strict=True)
    )
    repeats = tuple((pair.first, pair.second) for pair in pairs if pair.met)
    notes: list[Note] = []
    byes: tuple[int, ...] = ()
    if matched.bye is not None:
        byes = (free[matched.bye],)
        costs.append(problem.scale.bye_cost(matched.bye))
        notes += bye_notes(field, free[matched.bye], free)
    reason = "bye_rule" if repeats and _bye_rule_costs_a_repeat(problem, len(repeats)) else "unavoidable"
    for pair in pairs:
        notes += pair_notes(field, pair, repeat_reason=reason)
    return Made(pairs, byes, repeats, add_costs(costs), tuple(notes))


def _bye_rule_costs_a_repeat(problem: Problem, repeats: int) -> bool:
    """Whether fewer would repeat if anybody might have the bye: one more matching, on repeats alone."""
    second_bye, repeated = problem.scale.levels[:2]
    if not problem.scale.with_bye or not second_bye.byes.any():
        return False
    size = len(problem.free)
    edges = allowed_edges(size, problem.forbidden)
    costs = repeated.pairs(edges[:, 0], edges[:, 1]).tolist()
    freest = solve(size, edges, costs + [0] * size, 2, with_bye=True)
    chosen = np.array(freest.pairs, dtype=np.int64).reshape(-1, 2)
    return int(repeated.pairs(chosen[:, 0], chosen[:, 1]).sum()) < repeats


def _infeasible(field: Field, problem: Problem, matched: Matched) -> PairingError:
    found = find_witness(len(problem.free), problem.scale.with_bye, problem.forbidden, matched)
    groups = tuple(tuple(field.id(problem.free[i]) for i in group) for group in found.groups)
    return PairingError(
        "pairing.infeasible",
        competitors=tuple(id_ for group in groups for id_ in group),
        groups=groups,
        opponents=tuple(field.id(problem.free[i]) for i in found.opponents),
        short=found.short,
    )
