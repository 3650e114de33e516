"""Why nobody can pair these: a set of competitors who have too few opponents left between them.

By the theorem of Tutte and Berge a graph without a perfect matching has a set of vertices (`opponents`)
whose removal leaves more odd components than it has members. The components are made of those whom some
largest matching misses (`competitors`), and the set is what stands next to them (Gallai and Edmonds).
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import rustworkx

from .field import Couple
from .matching import allowed_edges

_SEARCH_LIMIT = 200


@dataclass(frozen=True, slots=True)
class Witness:
    """Free indices. `short` competitors stay over, whoever of `competitors` they are."""

    competitors: tuple[int, ...]
    opponents: tuple[int, ...]
    short: int


def find_witness(size: int, with_bye: bool, forbidden: Iterable[Couple], unmatched: Sequence[int]) -> Witness:
    """`unmatched` are those whom one largest matching left over. Only restricted competitors can be short."""
    banned = set(forbidden)
    edges = [(int(a), int(b)) for a, b in allowed_edges(size, banned)]
    if with_bye:
        edges += [(i, size) for i in range(size)]
    restricted = sorted({place for pair in banned for place in pair})
    competitors = set(unmatched)
    if len(restricted) <= _SEARCH_LIMIT:
        total = size + with_bye
        most = _largest(total, edges)
        competitors |= {
            place
            for place in restricted
            if place not in competitors and _largest(total, [e for e in edges if place not in e]) == most
        }
    beside = {b for a, b in edges if a in competitors} | {a for a, b in edges if b in competitors}
    opponents = tuple(sorted(place for place in beside - competitors if place < size))
    return Witness(tuple(sorted(competitors)), opponents, len(unmatched))


def _largest(size: int, edges: Sequence[Couple]) -> int:
    graph = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(size))
    graph.add_edges_from_no_data(list(edges))
    return len(rustworkx.max_weight_matching(graph, max_cardinality=True, default_weight=1))
