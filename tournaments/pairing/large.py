"""Fields too large for the complete graph: the cheapest opponents of each place, and more of them as needed.

What stands before a system's own wishes (repeats, the bye rule, clubs) can nearly always be had for nothing.
That is tried first, with no pair in the graph that costs anything there: a perfect matching of such a graph is
the best there is on those levels, and they take no bits. Only where it fails do they enter as costs.
"""

from collections.abc import Collection, Sequence

import numpy as np

from .candidates import Edges, Flags, Open, cheapest_of, cheapest_opponents, open_pairs, unite
from .field import Couple
from .levels import Ints, Level, Scale
from .matching import Matched, solve_levels
from .witness import HardCore, hard_core

OPPONENTS = 16
"""Cheapest opponents of each place that are looked at first."""

_FAR = 300
"""Cheapest opponents of a place with hardly any good ones, looked for in the whole field."""

_FEW = 4

_BLIND = 2
"""Times that their number is doubled before it is asked which pairs are missing."""

_CHUNK = 2_000_000


def cheapest_in_large(
    scale: Scale,
    forbidden: Collection[Couple],
    centres: Sequence[Ints] | None,
    cuts: Sequence[int],
    *,
    byes: Ints | None = None,
    opponents: int = OPPONENTS,
) -> Matched:
    """`cuts`: how many of the first levels are hoped to cost nothing, the most first; 0 is always tried last.
    `byes` are the places that may have the bye; None is all.

    Whoever is left over in the answer is so in every pairing.
    """
    for cut in (*cuts, 0):
        matched = _attempt(scale, forbidden, centres, cut, opponents, cheapest_byes(scale, cut, byes))
        if not matched.unmatched:
            break
    return matched


def _attempt(
    scale: Scale,
    forbidden: Collection[Couple],
    centres: Sequence[Ints] | None,
    cut: int,
    count: int,
    byes: Ints,
) -> Matched:
    held, rest = scale.levels[:cut], scale.levels[cut:]
    is_open = open_pairs(scale.size, forbidden, held)
    part = Scale(rest, scale.bits[cut:], scale.with_bye)
    edges = np.empty((0, 2), dtype=np.int64)
    for _ in range(_BLIND):
        edges = chosen_pairs(rest, scale.size, centres, is_open, count)
        matched = solve_levels(part, edges, byes)
        if not matched.unmatched:
            return matched
        count *= 2
    while len(missing := _missing(part, edges, byes, matched, is_open, count)):
        edges = unite(scale.size, (edges, missing))
        matched = solve_levels(part, edges, byes)
        if not matched.unmatched:
            break
        count *= 2
    return matched


def chosen_pairs(
    levels: Sequence[Level],
    size: int,
    centres: Sequence[Ints] | None,
    is_open: Open,
    count: int = OPPONENTS,
) -> Edges:
    """`count` cheapest opponents of each place, neighbours in rank, and more for those with hardly a good one."""
    edges = cheapest_opponents(levels, size, centres, is_open, count)
    short_of = places_with_few(levels, size, edges)
    return unite(size, (edges, from_everywhere(levels, size, short_of, is_open, _FAR)))


def cheapest_byes(scale: Scale, cut: int, among: Ints | None = None) -> Ints:
    """The places, of all or of some, whose bye costs least on the first `cut` levels, in their order."""
    places = np.arange(scale.size, dtype=np.int64) if among is None else among
    for level in scale.levels[:cut]:
        costs = level.byes[places]
        places = places[costs == costs.min(initial=costs[0])] if len(costs) else places
    return places


def _missing(scale: Scale, edges: Edges, byes: Ints, matched: Matched, is_open: Open, count: int) -> Edges:
    """Open pairs that might mend a matching which is not perfect, up to `count` a place; none: nothing can."""
    core = _core(scale, edges, byes, matched)
    group = np.full(scale.size + 1, -1, dtype=np.int64)
    for number, members in enumerate(core.groups):
        group[list(members)] = number
    barred = np.zeros(scale.size + 1, dtype=np.bool_)
    barred[list(core.opponents)] = True

    def mends(one: Ints, other: Ints) -> Flags:
        apart: Flags = (group[one] != group[other]) & ~barred[other] & is_open(one, other)
        return apart

    rows = np.flatnonzero(group[: scale.size] >= 0)
    return from_everywhere(scale.levels, scale.size, rows, mends, count)


def places_with_few(levels: Sequence[Level], size: int, edges: Edges) -> Ints:
    """Places with hardly an opponent that costs nothing, on levels on which nearly everybody has some.

    They are the small and the odd score groups: where such a one is best paired depends on who can be spared
    farther off, so that more pairs than the nearest have to be looked at.
    """
    found = np.zeros(size, dtype=np.bool_)
    for level in levels:
        edges = edges[level.pairs(edges[:, 0], edges[:, 1]) == 0]
        few = np.bincount(edges.ravel(), minlength=size) < _FEW
        if few.sum() > size // 10:
            break
        found |= few
    return np.flatnonzero(found)


def from_everywhere(levels: Sequence[Level], size: int, rows: Ints, is_open: Open, count: int) -> Edges:
    """For each of `rows` its `count` cheapest open opponents of the whole field."""
    everybody = np.arange(size, dtype=np.int64)[None, :]
    step = max(1, _CHUNK // max(size, 1))
    parts = [
        cheapest_of(levels, rows[start : start + step, None], everybody, is_open, count)
        for start in range(0, len(rows), step)
    ]
    return unite(size, parts) if parts else np.empty((0, 2), dtype=np.int64)


def _core(scale: Scale, edges: Edges, byes: Ints, matched: Matched) -> HardCore:
    bye = scale.size
    mate = [-1] * (scale.size + scale.with_bye)
    for a, b in matched.pairs:
        mate[a], mate[b] = b, a
    if matched.bye is not None:
        mate[matched.bye], mate[bye] = bye, matched.bye
    graph = [(a, b) for a, b in edges.tolist()]
    if scale.with_bye:
        graph += [(place, bye) for place in byes.tolist()]
    return hard_core(len(mate), graph, mate)
