"""Rounds made by matching: every system that is a cost (Swiss, king of the hill)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from .errors import PairingError
from .field import Couple, Field
from .large import cheapest_in_large
from .levels import Ints, Scale, add_costs, history_levels, scale, starts_levels
from .made import Made, make_pair
from .matching import Matched, cheapest_matching
from .model import Note, System
from .notes import bye_notes, pair_notes
from .relax import proposals
from .systems import Wishes, system_wishes
from .witness import Witness, find_witness

COMPLETE = 600
"""Places up to whom all pairs are looked at: a complete graph of 600 is solved in a fraction of a second."""


@dataclass(frozen=True, slots=True)
class Problem:
    """The free places, their costs, and the forbidden couples among them (as indices into `free`)."""

    free: tuple[int, ...]
    scale: Scale
    wishes: Wishes
    forbidden: frozenset[Couple]

    cuts: tuple[int, ...]
    """How many of the first levels a large field hopes to have for nothing, the boldest hope first."""


def build_problem(field: Field, free: Sequence[int], system: System) -> Problem:
    """Levels and forbidden pairs of a round that is a cost."""
    odd = len(free) % 2 == 1
    expected = max(free, key=lambda place: (-field.byes[place], place)) if odd else None
    index = {place: i for i, place in enumerate(free)}
    wishes = system_wishes(system, field, free, None if expected is None else index[expected])
    history = history_levels(field, free)
    levels = [*history, *wishes.levels, *starts_levels(field, free)]
    forbidden = frozenset((index[a], index[b]) for a, b in field.forbidden if a in index and b in index)
    before_bye_rank = [level.name for level in history].index("bye_rank")
    return Problem(tuple(free), scale(levels, with_bye=odd), wishes, forbidden, (len(history), before_bye_rank))


def pair_by_matching(field: Field, free: tuple[int, ...], system: System) -> Made:
    """Raises PairingError `pairing.infeasible` if forbidden pairs leave somebody without an opponent."""
    if not free:
        return Made((), (), (), (), ())
    problem = build_problem(field, free, system)
    if witness := find_witness(len(free), problem.scale.with_bye, problem.forbidden):
        raise _infeasible(field, problem, witness)
    return read_off(field, problem, cheapest(problem))


def cheapest(problem: Problem, byes: Ints | None = None) -> Matched:
    """The cheapest of the largest matchings: on the complete graph, or on chosen pairs of a large field.

    `byes` are the free indices that may have the bye; None is all.
    """
    scale = problem.scale
    if scale.size <= COMPLETE:
        return cheapest_matching(scale, problem.forbidden, byes)
    return cheapest_in_large(scale, problem.forbidden, problem.wishes.centres, problem.cuts, byes=byes)


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
    freest = cheapest(replace(problem, scale=scale((repeated,), with_bye=True), cuts=(1,)))
    chosen = np.array(freest.pairs, dtype=np.int64).reshape(-1, 2)
    return int(repeated.pairs(chosen[:, 0], chosen[:, 1]).sum()) < repeats


def _infeasible(field: Field, problem: Problem, witness: Witness) -> PairingError:
    groups = tuple(tuple(field.id(problem.free[i]) for i in group) for group in witness.groups)
    return PairingError(
        "pairing.infeasible",
        competitors=tuple(id_ for group in groups for id_ in group),
        groups=groups,
        opponents=tuple(field.id(problem.free[i]) for i in witness.opponents),
        short=witness.short,
        relax=proposals(field, problem.free, witness),
    )
