"""What stands between two `=` of a line, or between one and an open end, as sums of parts.

A free square inside may hold a + or - or not, and values add up only between those. So a gap between tiles is
either filled without one, and the tiles on both sides are one cluster; or it holds a first and a last one, and what
is between them is a bridge of the rack alone, to be looked up by value like everything else.
"""

from collections.abc import Iterator
from itertools import groupby
from typing import NamedTuple

from games.engine.search.clusters import FREE, Before, Cell, Clusters
from games.engine.search.sides import Sides
from games.engine.search.tables import NO_ROWS, Table

NO_TABLE = Table([NO_ROWS])


class Reading(NamedTuple):
    """One way to take a segment apart: a table for each of its parts, which add up, from left to right.

    Tiles are counted in the tables as far as they are put on at an open end; those inside are many or few anyway.
    """

    minus: bool
    """The head put before an open segment ends in a minus."""
    parts: tuple[Table, ...]


class _Begun(NamedTuple):
    """A reading so far: its parts, and the cluster that is not closed yet."""

    opened_by_minus: bool
    parts: tuple[Table, ...]
    cluster: tuple[Cell, ...]
    before: Before
    minus: bool


class Segments:
    """The segments of one search."""

    def __init__(self, sides: Sides) -> None:
        self.sides = sides
        self.clusters = Clusters(sides)
        self._known: dict[tuple[tuple[Cell, ...], int | None, int | None], tuple[Reading, ...]] = {}

    def readings(self, cells: tuple[Cell, ...], left: int | None, right: int | None) -> tuple[Reading, ...]:
        """All readings of a segment; `left` and `right` say how much may be put on where it is open."""
        key = (cells, left, right)
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = tuple(self._read(cells, left, right))
        return found

    def _read(self, cells: tuple[Cell, ...], left: int | None, right: int | None) -> Iterator[Reading]:
        lead, *rest = _chunks(cells)
        if lead[0] == FREE and not rest:
            yield Reading(False, (_exactly(self.sides.whole, len(cells)),))
            return
        if lead[0] == FREE:
            begun = list(self._headed(len(lead), rest.pop(0)))
        elif left is None:
            begun = [_Begun(False, (), lead, Before.NOTHING, False)]
        else:
            begun = [_Begun(minus, (), lead, Before.OPEN, minus) for minus in ((False, True) if left else (False,))]
        while len(rest) > 1:
            gap, chunk, *rest = rest
            begun = [longer for one in begun for longer in self._bridged(one, len(gap), chunk, left or 0)]
        for one in begun:
            for parts in self._ended(one, len(rest[0]) if rest else 0, left or 0, right or 0):
                if all(table.whole.all for table in parts):
                    yield Reading(one.opened_by_minus, parts)

    def _headed(self, free: int, chunk: tuple[Cell, ...]) -> Iterator[_Begun]:
        """Behind an `=` of the line: a head of some of the free squares, or none."""
        yield _Begun(False, (), (FREE,) * free + chunk, Before.NOTHING, False)
        for length in range(1, free + 1):
            before = Before.UNARY if length == 1 else Before.OPERATOR
            for minus, heads in enumerate(self.sides.inner_heads):
                if (table := _exactly(heads, length)).whole.all:
                    yield _Begun(False, (table,), (FREE,) * (free - length) + chunk, before, bool(minus))

    def _bridged(self, one: _Begun, gap: int, chunk: tuple[Cell, ...], left: int) -> Iterator[_Begun]:
        """Over a gap: one cluster still, or a bridge and the next cluster."""
        yield one._replace(cluster=one.cluster + (FREE,) * gap + chunk)
        for length in range(1, gap + 1):
            for minus, bridges in enumerate(self.sides.bridges):
                bridge = _exactly(bridges, length)
                if not bridge.whole.all:
                    continue
                for ahead in range(gap - length + 1):
                    closed = self._closed(one, ahead, left, 0)
                    if closed.whole.all:
                        cluster = (FREE,) * (gap - length - ahead) + chunk
                        parts = (*one.parts, closed, bridge)
                        yield _Begun(one.opened_by_minus, parts, cluster, Before.OPERATOR, bool(minus))

    def _ended(self, one: _Begun, free: int, left: int, right: int) -> Iterator[tuple[Table, ...]]:
        """Before an `=` of the line: the last free squares in the cluster, or a tail of some of them."""
        yield (*one.parts, self._closed(one, free, left, right))
        for length in range(2, free + 1):
            if (tail := _exactly(self.sides.inner_tails, length)).whole.all:
                yield (*one.parts, self._closed(one, free - length, left, right), tail)

    def _closed(self, one: _Begun, free: int, left: int, right: int) -> Table:
        room = left if one.before is Before.OPEN else 0
        tables = self.clusters.fill(one.cluster + (FREE,) * free, room, right, one.before)
        return tables[one.minus]


def _chunks(cells: tuple[Cell, ...]) -> list[tuple[Cell, ...]]:
    """Runs of free squares and runs of others, in turns."""
    return [tuple(run) for _, run in groupby(cells, key=lambda cell: cell == FREE)]


def _exactly(table: Table, count: int) -> Table:
    return Table([table.counted[count]]) if count < len(table.counted) else NO_TABLE
