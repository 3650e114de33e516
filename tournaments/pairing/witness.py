"""Why these cannot be paired: groups that may not meet each other, and too few outside them to take one each.

By the theorem of Tutte and Berge a largest matching leaves somebody over exactly where removing some vertices
(here: `opponents`, and the bye) cuts off more odd groups than there are vertices removed. Gallai and Edmonds
say which: the groups are made of those whom *some* largest matching misses, and an alternating search from
whoever is left over finds them, odd circles shrunk to a point as it goes.
"""

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass

from .field import Couple
from .matching import Matched, allowed_edges


@dataclass(frozen=True, slots=True)
class Witness:
    """Free indices. Of every one of `groups` somebody stays over, except where one of `opponents`, or the bye
    if there is one, takes him: that leaves `short` of them. Groups are of odd size, the smallest first.
    """

    groups: tuple[tuple[int, ...], ...]
    opponents: tuple[int, ...]
    short: int


def find_witness(size: int, with_bye: bool, forbidden: Iterable[Couple], matched: Matched) -> Witness:
    """`matched` is a largest matching of the graph, and not a perfect one."""
    total = size + with_bye
    neighbours: list[list[int]] = [[] for _ in range(total)]
    edges = [(a, b) for a, b in allowed_edges(size, forbidden).tolist()]
    if with_bye:
        edges += [(i, size) for i in range(size)]
    for a, b in edges:
        neighbours[a].append(b)
        neighbours[b].append(a)
    mate = [-1] * total
    for a, b in (*matched.pairs, *([] if matched.bye is None else [(matched.bye, size)])):
        mate[a], mate[b] = b, a
    search = _Search(neighbours, mate)
    groups: dict[int, list[int]] = {}
    for vertex in range(total):
        if search.even[vertex]:
            groups.setdefault(search.base[vertex], []).append(vertex)
    opponents = {b for vertex in range(total) if search.even[vertex] for b in neighbours[vertex]}
    return Witness(
        groups=tuple(sorted((tuple(group) for group in groups.values()), key=lambda g: (len(g), g))),
        opponents=tuple(sorted(v for v in opponents if not search.even[v] and v < size)),
        short=len(matched.unmatched),
    )


class _Search:
    """Edmonds' alternating forest over a largest matching. `even` are those whom some largest matching misses;
    those of one group share a `base`.
    """

    def __init__(self, neighbours: list[list[int]], mate: list[int]) -> None:
        size = len(mate)
        self.mate = mate
        self.base = list(range(size))
        self.even = [other < 0 for other in mate]
        self.parent = [-1] * size
        self.queue = deque(vertex for vertex in range(size) if self.even[vertex])
        while self.queue:
            vertex = self.queue.popleft()
            for other in neighbours[vertex]:
                if self.base[vertex] == self.base[other]:
                    continue
                if self.even[other]:
                    self._shrink(vertex, other)
                elif self.parent[other] < 0:
                    self.parent[other] = vertex
                    self.even[mate[other]] = True
                    self.queue.append(mate[other])

    def _shrink(self, one: int, other: int) -> None:
        """The path between two even vertices closes an odd circle: all on it become even, with one base."""
        root = self._meeting_point(one, other)
        circle = self._walk(one, other, root) | self._walk(other, one, root)
        for vertex in range(len(self.base)):
            if self.base[vertex] in circle:
                self.base[vertex] = root
                if not self.even[vertex]:
                    self.even[vertex] = True
                    self.queue.append(vertex)

    def _meeting_point(self, one: int, other: int) -> int:
        seen = set()
        while True:
            one = self.base[one]
            seen.add(one)
            if self.mate[one] < 0:
                break
            one = self.parent[self.mate[one]]
        while self.base[other] not in seen:
            other = self.parent[self.mate[self.base[other]]]
        return self.base[other]

    def _walk(self, vertex: int, child: int, root: int) -> set[int]:
        bases = set()
        while self.base[vertex] != root:
            bases |= {self.base[vertex], self.base[self.mate[vertex]]}
            self.parent[vertex] = child
            child = self.mate[vertex]
            vertex = self.parent[child]
        return bases
