"""One exact minimum-cost perfect matching over the free places, and the bye where their number is odd.

The graph is complete but for forbidden pairs, so the optimum is the optimum of the round, not of a selection
of likely pairs: at 600 competitors that costs a fraction of a second. The solver is deterministic for one
input, and the nodes are given in pairing order; no noise is added to the costs, which would slow it tenfold.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import rustworkx

from .field import Couple, couple
from .levels import Scale

SOLVER = f"rustworkx {rustworkx.__version__}"  # type: ignore[attr-defined]  # its stubs leave it out

Edge = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Matched:
    """Indices into the free places: `pairs` with the better first, in order; `bye`, if any; and the `rest`."""

    pairs: tuple[Couple, ...]
    bye: int | None
    unmatched: tuple[int, ...]


def cheapest_matching(scale: Scale, forbidden: Iterable[Couple]) -> Matched:
    """As many pairs as can be, and of those matchings the cheapest. Couples in `forbidden` are free indices."""
    size = len(scale.levels[0].byes)
    edges = allowed_edges(size, forbidden)
    weights = scale.packed_pairs(edges[:, 0], edges[:, 1])
    rows = edges.tolist()
    bye = size if scale.with_bye else None
    if bye is not None:
        rows += [[i, bye] for i in range(size)]
        weights += scale.packed_byes()
    return solve(size, bye, rows, weights, 1 << scale.total)


def allowed_edges(size: int, forbidden: Iterable[Couple]) -> "np.ndarray[tuple[int, int], np.dtype[np.intp]]":
    """All pairs of indices but the forbidden, as rows (i, j), i < j, in order."""
    allowed = np.triu(np.ones((size, size), dtype=np.bool_), 1)
    for a, b in forbidden:
        allowed[a, b] = False
    return np.argwhere(allowed)


def solve(size: int, bye: int | None, rows: Sequence[Sequence[int]], costs: Sequence[int], ceiling: int) -> Matched:
    """`ceiling` is above every cost; weights are what is left of it, so that the heaviest is the cheapest."""
    graph = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(size if bye is None else size + 1))
    graph.add_edges_from([(a, b, ceiling - cost) for (a, b), cost in zip(rows, costs, strict=True)])
    found = sorted(
        couple(a, b) for a, b in rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    )
    with_bye = next((a for a, b in found if b == bye), None)
    pairs = tuple(pair for pair in found if pair[1] != bye)
    missing = set(range(size)) - {place for pair in found for place in pair}
    return Matched(pairs, with_bye, tuple(sorted(missing)))
