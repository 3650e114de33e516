"""Why these cannot be paired: groups that may not meet each other, and too few outside them to take one each.

By the theorem of Tutte and Berge a largest matching leaves somebody over exactly where removing some vertices
(here: `opponents`, and the bye) cuts off more odd groups than there are vertices removed. Gallai and Edmonds
say which: the groups are made of those whom *some* largest matching misses, and an alternating search from
whoever is left over finds them, odd circles shrunk to a point as it goes.
"""

from collections import deque
from collections.abc import Collection, Iterable
from dataclasses import dataclass

import rustworkx

from .field import Couple, couple


@dataclass(frozen=True, slots=True)
class HardCore:
    """`groups` of odd size, the smallest first, with no way from one to another but over `opponents`."""

    groups: tuple[tuple[int, ...], ...]
    opponents: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Witness:
    """Free indices. Of every one of `groups` somebody stays over, except where one of `opponents`, or the bye
    if there is one, takes him: that leaves `short` of them. Groups are of odd size, the smallest first.
    """

    groups: tuple[tuple[int, ...], ...]
    opponents: tuple[int, ...]
    over: tuple[int, ...]
    """Whom one largest matching leaves over, one of a group."""

    @property
    def short(self) -> int:
        return len(self.over)


def find_witness(size: int, with_bye: bool, forbidden: Collection[Couple]) -> Witness | None:
    """None if everybody can be paired."""
    found = _Named.of(size, with_bye, forbidden)
    if not found.over:
        return None
    mate = [-1] * (size + with_bye)
    for a, b in (*found.pairs, *zip(found.alone, found.others, strict=False)):
        mate[a], mate[b] = b, a
    edges = [*found.edges, *((a, b) for a in found.names for b in found.others)]
    core = hard_core(size + with_bye, edges, mate)
    return Witness(core.groups, tuple(i for i in core.opponents if i < size), found.over)


def left_over(size: int, with_bye: bool, forbidden: Collection[Couple]) -> tuple[int, ...]:
    """Whom some largest matching leaves over, without the reason why."""
    return _Named.of(size, with_bye, forbidden).over


@dataclass(frozen=True, slots=True)
class _Named:
    """Only the forbidden pairs decide, so only whom they name is matched: the `others`, and the bye, are opponents
    of everybody. `alone` are the names without a name to play, and `over` those for whom no other is left.
    """

    names: list[int]
    edges: list[Couple]
    pairs: list[Couple]
    others: list[int]
    alone: list[int]

    @property
    def over(self) -> tuple[int, ...]:
        return tuple(self.alone[len(self.others) :])

    @classmethod
    def of(cls, size: int, with_bye: bool, forbidden: Collection[Couple]) -> "_Named":
        named = {i for pair in forbidden for i in pair}
        names = sorted(named)
        others = [i for i in range(size + with_bye) if i not in named]
        if len(names) <= len(others):
            return cls(names, [], [], others, names)
        banned = {couple(a, b) for a, b in forbidden}
        edges = [(a, b) for k, a in enumerate(names) for b in names[k + 1 :] if (a, b) not in banned]
        found = rustworkx.max_weight_matching(_graph(size, edges), max_cardinality=True, weight_fn=int)
        pairs = sorted(couple(a, b) for a, b in found)
        matched = {i for pair in pairs for i in pair}
        return cls(names, edges, pairs, others, [i for i in names if i not in matched])


def hard_core(total: int, edges: Iterable[Couple], mate: list[int]) -> HardCore:
    """What keeps a largest matching of a graph of `total` vertices from being perfect; `mate` -1 is nobody."""
    neighbours: list[list[int]] = [[] for _ in range(total)]
    for a, b in edges:
        neighbours[a].append(b)
        neighbours[b].append(a)
    search = _Search(neighbours, mate)
    groups: dict[int, list[int]] = {}
    for vertex in range(total):
        if search.even[vertex]:
            groups.setdefault(search.base[vertex], []).append(vertex)
    opponents = {b for vertex in range(total) if search.even[vertex] for b in neighbours[vertex]}
    return HardCore(
        groups=tuple(sorted((tuple(group) for group in groups.values()), key=lambda g: (len(g), g))),
        opponents=tuple(sorted(v for v in opponents if not search.even[v])),
    )


def _graph(total: int, edges: list[Couple]) -> "rustworkx.PyGraph[None, int]":
    graph: rustworkx.PyGraph[None, int] = rustworkx.PyGraph()
    graph.add_nodes_from([None] * total)
    graph.add_edges_from([(a, b, 1) for a, b in edges])
    return graph


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
