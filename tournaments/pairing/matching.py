"""One exact minimum-cost perfect matching over free places, and the bye where their number is odd.

The solver is deterministic for one input, and the nodes are given in pairing order; no noise is added to the
costs, which would slow it tenfold.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import rustworkx

from .candidates import Edges
from .field import Couple, couple
from .levels import BIT_BUDGET, Ints, Level, Scale

SOLVER = f"rustworkx {rustworkx.__version__}"  # type: ignore[attr-defined]  # its stubs leave it out


@dataclass(frozen=True, slots=True)
class Matched:
    """Indices into the free places: `pairs` with the better first, in order; who has the `bye`, if anybody;
    and who is left over because forbidden pairs leave no partner."""

    pairs: tuple[Couple, ...]
    bye: int | None
    unmatched: tuple[int, ...]


def cheapest_matching(scale: Scale, forbidden: Iterable[Couple], byes: Ints | None = None) -> Matched:
    """On the complete graph: as many pairs as can be, and of those matchings the cheapest."""
    return solve_levels(scale, allowed_edges(scale.size, forbidden), byes)


def allowed_edges(size: int, forbidden: Iterable[Couple]) -> Edges:
    """All pairs of indices but the forbidden, in order."""
    allowed = np.triu(np.ones((size, size), dtype=np.bool_), 1)
    for a, b in forbidden:
        allowed[a, b] = False
    return np.argwhere(allowed).astype(np.int64, copy=False)


def solve_levels(scale: Scale, edges: Edges, byes: Ints | None = None, *, budget: int = BIT_BUDGET) -> Matched:
    """As many pairs of `edges` as can be, and of those matchings the cheapest, the levels in their order.

    `byes` are the places that may have the bye, in order; None is all of them. Levels that do not fit into one
    weight are solved in turns: what the best matching costs on the first of them is known after the first turn,
    so that pairs above it can be dropped and the level needs no more bits than that figure. Where even these
    fill the weights, single costs of the next level are held down to what fits, and the rest does not count.
    """
    if byes is None:
        byes = np.arange(scale.size, dtype=np.int64)
    if not scale.with_bye:
        byes = byes[:0]
    known: list[int] = []
    while True:
        levels = list(scale.levels)
        bits = [value.bit_length() for value in known]
        for need in scale.bits[len(known) :]:
            if sum(bits) + need >= budget:
                break
            bits.append(need)
        last = len(bits) == len(levels)
        if len(bits) == len(known) < len(levels):
            levels, bits, last = *_held_down(scale, bits, budget), True
        turn = Scale(tuple(levels[: len(bits)]), tuple(bits), scale.with_bye)
        costs = turn.packed_pairs(edges[:, 0], edges[:, 1]) + turn.packed_byes(byes)
        matched = solve(scale.size, edges, costs, 1 << turn.total, byes=byes.tolist() if scale.with_bye else None)
        if last:
            return matched
        known = level_sums(turn.levels, matched)
        within = np.ones(len(edges), dtype=np.bool_)
        for level, most in zip(turn.levels, known, strict=True):
            within &= level.pairs(edges[:, 0], edges[:, 1]) <= most
            byes = byes[level.byes[byes] <= most]
        edges = edges[within]


def level_sums(levels: Iterable[Level], matched: Matched) -> list[int]:
    """What a matching costs, level by level."""
    chosen = np.array(matched.pairs, dtype=np.int64).reshape(-1, 2)
    bye = [] if matched.bye is None else [matched.bye]
    return [
        int(level.pairs(chosen[:, 0], chosen[:, 1]).sum()) + sum(int(level.byes[i]) for i in bye)
        for level in levels
    ]


def _held_down(scale: Scale, bits: Sequence[int], budget: int) -> tuple[list[Level], list[int]]:
    """The next level with its single costs cut so that half a field of them fits the bits that are left."""
    room = budget - 1 - sum(bits)
    level = scale.levels[len(bits)]
    cap = max(0, ((1 << max(room, 0)) - 1) // (scale.size // 2 + 1))

    def pairs(one: Ints, other: Ints) -> Ints:
        return np.minimum(level.pairs(one, other), cap)

    held = Level(level.name, pairs, np.minimum(level.byes, cap), np.minimum(level.ceiling, cap))
    if sum(bits) >= budget:
        raise OverflowError(f"pairing costs need {sum(bits)} bits of {budget}")
    return [*scale.levels[: len(bits)], held], [*bits, room]


def solve(
    size: int,
    edges: Edges,
    costs: Sequence[int],
    ceiling: int,
    *,
    with_bye: bool = False,
    byes: Sequence[int] | None = None,
) -> Matched:
    """Match `size` places by what `costs` say of `edges`, then of the byes of the places `byes` (or of all).

    `ceiling` is above every cost; weights are what is left of it, so that the heaviest matching is the cheapest.
    """
    bye = size
    if byes is None and with_bye:
        byes = range(size)
    left, right = edges[:, 0].tolist(), edges[:, 1].tolist()
    if byes is not None:
        left += byes
        right += [bye] * len(byes)
    graph = rustworkx.PyGraph()
    graph.add_nodes_from(range(size + (byes is not None)))
    graph.add_edges_from([(a, b, ceiling - cost) for a, b, cost in zip(left, right, costs, strict=True)])
    found = sorted(
        couple(a, b) for a, b in rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    )
    matched = {place for pair in found for place in pair}
    return Matched(
        pairs=tuple(pair for pair in found if pair[1] != bye),
        bye=next((a for a, b in found if b == bye), None),
        unmatched=tuple(sorted(set(range(size)) - matched)),
    )
