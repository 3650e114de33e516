"""One exact minimum-cost perfect matching over the free places, and the bye where their number is odd.

The graph is complete but for forbidden pairs, so the optimum is the optimum of the round, not of a selection
of likely pairs: at 600 competitors that costs a fraction of a second. The solver is deterministic for one
input, and the nodes are given in pairing order; no noise is added to the costs, which would slow it tenfold.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import rustworkx
from numpy.typing import NDArray

from .field import Couple, couple
from .levels import Scale

SOLVER = f"rustworkx {rustworkx.__version__}"  # type: ignore[attr-defined]  # its stubs leave it out

Edges = NDArray[np.int64]
"""Rows (i, j) of indices, i < j."""


@dataclass(frozen=True, slots=True)
class Matched:
    """Indices into the free places: `pairs` with the better first, in order; who has the `bye`, if anybody;
    and who is left over because forbidden pairs leave no partner."""

    pairs: tuple[Couple, ...]
    bye: int | None
    unmatched: tuple[int, ...]


def cheapest_matching(scale: Scale, forbidden: Iterable[Couple]) -> Matched:
    """As many pairs as can be, and of those matchings the cheapest. Couples in `forbidden` are free indices."""
    size = scale.size
    edges = allowed_edges(size, forbidden)
    costs = scale.packed_pairs(edges[:, 0], edges[:, 1])
    if scale.with_bye:
        costs += scale.packed_byes()
    return solve(size, edges, costs, 1 << scale.total, with_bye=scale.with_bye)


def allowed_edges(size: int, forbidden: Iterable[Couple]) -> Edges:
    """All pairs of indices but the forbidden, in order."""
    allowed = np.triu(np.ones((size, size), dtype=np.bool_), 1)
    for a, b in forbidden:
        allowed[a, b] = False
    return np.argwhere(allowed).astype(np.int64, copy=False)


def solve(size: int, edges: Edges, costs: Sequence[int], ceiling: int, *, with_bye: bool) -> Matched:
    """Match `size` places by what `costs` say of `edges`, then, with a bye, of every place's.

    `ceiling` is above every cost; weights are what is left of it, so that the heaviest matching is the cheapest.
    """
    bye = size
    left, right = edges[:, 0].tolist(), edges[:, 1].tolist()
    if with_bye:
        left += range(size)
        right += [bye] * size
    graph = rustworkx.PyGraph()
    graph.add_nodes_from(range(size + with_bye))
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
