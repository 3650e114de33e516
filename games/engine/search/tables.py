"""Tables of parts: what a part is worth and what it takes, by the number of its tiles and by value."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from games.engine.search.hand import Hand
from games.engine.search.strings import Piece, Strings

Groups = dict[tuple[int, int], list[tuple[Piece, Piece]]]
"""By value and usage, the terms of the sequences that have both."""


class Part(NamedTuple):
    """A part of a line: what it adds to its side, what it takes, and all sequences that do so."""

    value: int
    usage: int
    strings: Strings


class Around(NamedTuple):
    """What is put around a core: a head and a tail, either of them perhaps nothing, and perhaps a side across
    `=`.
    """

    value: int
    usage: int
    head: Strings
    tail: Strings
    side: Strings | None
    leads: bool
    """The side stands on the left."""
    worth: int
    """What each side of the line is worth; without a side, what the head adds to the left one."""


Row = Part | Around


class Rows:
    """A list of rows, and the same by value once that is asked for."""

    __slots__ = ("_by_value", "_fitting", "all")

    def __init__(self, rows: Sequence[Row]) -> None:
        self.all = rows
        self._by_value: dict[int, list[Row]] | None = None
        self._fitting: dict[int, list[Row]] = {}

    def fitting(self, usage: int, hand: Hand) -> list[Row]:
        """The rows that leave room for a usage, as far as tiles go; a question often asked again."""
        usage &= hand.kinds
        rows = self._fitting.get(usage)
        if rows is None:
            room, guards = hand.limit - usage, hand.guards
            rows = self._fitting[usage] = [row for row in self.all if (room - row[1]) & guards == guards]
        return rows

    @property
    def by_value(self) -> dict[int, list[Row]]:
        index = self._by_value
        if index is None:
            index = self._by_value = {}
            for row in self.all:
                at = index.get(row[0])
                if at is None:
                    index[row[0]] = [row]
                else:
                    at.append(row)
        return index


NO_ROWS = Rows(())


class Table:
    """Rows of one sort of part by the number of their tiles."""

    __slots__ = ("_upto", "counted")

    def __init__(self, counted: Sequence[Rows]) -> None:
        self.counted = counted
        self._upto: dict[int, Rows] = {}

    @property
    def whole(self) -> Rows:
        return self.upto(len(self.counted) - 1)

    def upto(self, count: int) -> Rows:
        """The rows of at most so many tiles."""
        count = min(count, len(self.counted) - 1)
        rows = self._upto.get(count)
        if rows is None:
            rows = self._upto[count] = Rows([row for some in self.counted[: count + 1] for row in some.all])
        return rows


def rows_of(groups: Groups, more: int = 0, mask: int = -1) -> Rows:
    """Rows from terms by value and usage; the usage is masked, then `more` is added."""
    if not groups:
        return NO_ROWS
    return Rows([Part(value, (usage & mask) + more, Strings(terms)) for (value, usage), terms in groups.items()])


def join(
    tables: Sequence[tuple[Rows, int]], target: int, limit: int, hand: Hand, used: int = 0
) -> Iterator[tuple[int, tuple[Row, ...]]]:
    """All ways to take a row of each table so that they fit together and their values, signed, add up to `target`.

    Each is given as the usage, with `used`, and the rows in the order of the tables. All tables but the largest are
    combined row by row; what is missing then is looked up in the largest.
    """
    guards, prime = hand.guards, hand.prime
    last = max(range(len(tables)), key=lambda place: len(tables[place][0].all))
    if not all(rows.all for rows, _ in tables):
        return
    order = sorted((place for place in range(len(tables)) if place != last), key=lambda p: len(tables[p][0].all))
    combined: list[tuple[int, int, tuple[Row, ...]]] = [(target, used, ())]
    for place in order:
        rows, sign = tables[place]
        combined = [
            (missing - sign * row[0], usage + row[1], (*taken, row))
            for missing, usage, taken in combined
            for row in rows.fitting(usage, hand)
            if (limit - usage - row[1]) & guards == guards
        ]
    rows, sign = tables[last]
    by_value = rows.by_value
    back = [order.index(place) if place != last else -1 for place in range(len(tables))]
    in_place = back == [*range(len(tables) - 1), -1]
    for missing, usage, taken in combined:
        for row in by_value.get(sign * missing % prime, ()):
            both = usage + row[1]
            if (limit - both) & guards == guards:
                line = (*taken, row)
                yield both, line if in_place else tuple(line[place] for place in back)
