"""All plays of A-Math in one row or column.

A play's line holds a *core*: from the first to the last square that is not simply free, be it that a tile lies
there or that tiles beside it bind what may. The core and what joins its terms are filled square by square; all
further terms, and the sides across each `=`, are made of the rack alone and looked up by the value they must have.
"""

from collections.abc import Iterable, Iterator
from itertools import pairwise, product
from typing import cast

from games.engine.search.clusters import FREE, Cell, fixed
from games.engine.search.contexts import Contexts, Family
from games.engine.search.hand import Hand
from games.engine.search.limits import Budget
from games.engine.search.masks import BLOCKED
from games.engine.search.masks import Row as BoardRow
from games.engine.search.segments import Reading, Segments
from games.engine.search.sides import Sides
from games.engine.search.strings import NOTHING, Piece
from games.engine.search.tables import Around, Part, Row, Rows, Table, join
from games.engine.squares import Direction
from games.engine.tiles import EQUALS

_EQUALS = fixed(EQUALS, 0)


class LineSearch:
    """Finds the plays of one hand, row by row. `found` holds them as bytes: row, first empty square, options."""

    def __init__(self, hand: Hand, budget: Budget) -> None:
        self.hand = hand
        self.budget = budget
        self.sides = Sides(hand, budget)
        self.segments = Segments(self.sides)
        self.contexts = Contexts(self.sides)
        self.found: list[bytes] = []

    def search(self, number: int, row: BoardRow) -> None:
        """Find all plays in this row, which is the search's `number`th."""
        for first, last in _cores(row.cells, self.hand.size):
            Core(self, number, row, first, last).search()


def _cores(cells: tuple[Cell, ...], most: int) -> Iterator[tuple[int, int]]:
    """First and last square of each core: no tile lies just outside it, none of its squares is blocked."""
    bound = [cell not in (FREE, BLOCKED) for cell in cells]
    down = [isinstance(cell, int) and cell >= 0 for cell in cells]
    for first in range(len(cells)):
        if not bound[first] or (first and down[first - 1]):
            continue
        empty = 0
        for last in range(first, len(cells)):
            if cells[last] == BLOCKED:
                break
            empty += not down[last]
            if empty > most:
                break
            if bound[last] and not (last + 1 < len(cells) and down[last + 1]):
                yield first, last


def _room(cells: Iterable[Cell]) -> int:
    """How many free squares can be covered, going outwards, without touching a tile further on."""
    count = 0
    for cell in cells:
        if cell == FREE:
            count += 1
        elif isinstance(cell, int) and cell >= 0:
            return max(0, count - 1)
        else:
            break
    return count


class Core:
    """The search around one core."""

    def __init__(self, search: LineSearch, number: int, row: BoardRow, first: int, last: int) -> None:
        cells = row.cells
        hand = search.hand
        self.hand, self.sides, self.segments, self.contexts = hand, search.sides, search.segments, search.contexts
        self.budget, self.found = search.budget, search.found
        self.cells = cells[first : last + 1]
        self.inside = sum(not isinstance(cell, int) or cell < 0 for cell in self.cells)
        spare = hand.size - self.inside
        self.left = min(spare, _room(cells[first - 1 :: -1]) if first else 0)
        self.right = min(spare, _room(cells[last + 1 :]))
        self.limit = hand.narrowed(self.left, self.right)
        before = sum(not isinstance(cell, int) or cell < 0 for cell in cells[:first])
        self.places = [bytes((number, before - covered)) for covered in range(self.left + 1)]
        # One tile that makes lines both ways is the same play both ways; it is taken across.
        self.single_elsewhere = row.direction is Direction.DOWN and any(
            crossed and cell != FREE
            for cell, crossed in zip(self.cells, row.crossed[first : last + 1], strict=True)
        )

    def search(self) -> None:
        """Settle which squares of the core take an `=`, then look on either side of each."""
        if self.inside + self.left + self.right == 0:
            return
        hand = self.hand
        signs = [place for place, option in enumerate(hand.options) if option.symbol == EQUALS]
        plain: list[Cell] = []
        choices: list[list[int | None]] = []
        for cell in self.cells:
            if isinstance(cell, tuple):
                plain.append(tuple(option for option in cell if option not in signs))
                choices.append([None, *(option for option in cell if option in signs)])
            else:
                plain.append(cell)
                choices.append([None, *signs] if cell == FREE else [None])
        for chosen in product(*choices):
            usage = sum(hand.options[option].usage for option in chosen if option is not None)
            if not hand.fits(usage):
                continue
            at = [
                place
                for place, (cell, option) in enumerate(zip(plain, chosen, strict=True))
                if option is not None or cell == _EQUALS
            ]
            if any(after - before == 1 for before, after in pairwise(at)):
                continue
            segments = [tuple(plain[low + 1 : high]) for low, high in pairwise((-1, *at, len(plain)))]
            options = (chosen[place] for place in at)
            equals = [b"" if option is None else hand.options[option].text for option in options]
            if not equals:
                self._without_equals(segments[0])
            elif len(equals) == 1:
                self._around_one(segments[0], equals[0], segments[1], usage)
            else:
                self._around_several(segments, equals, usage)

    def _without_equals(self, cells: tuple[Cell, ...]) -> None:
        """An `=` of the rack, and a side across it, are put on at the left or at the right."""
        if not self.hand.signs or not (self.left or self.right):
            return
        for reading in self.segments.readings(cells, self.left, self.right):
            signed = [(table, 1) for table in reading.parts]
            for usage, parts, around in self._surrounded(Family.ACROSS, reading.minus, signed, 0):
                middle: list[Piece] = [around.head, *(part.strings for part in parts), around.tail]
                assert around.side is not None
                side = around.side
                for sign in self.hand.signs:
                    taken = usage if self.contexts.sign_usage else usage + sign.usage
                    if self._fits(taken):
                        line = [side, sign.text, *middle] if around.leads else [*middle, sign.text, side]
                        self._found(line, taken, around.worth, leftwards=around.leads)

    def _around_one(self, before: tuple[Cell, ...], sign: bytes, after: tuple[Cell, ...], usage: int) -> None:
        """One `=` in the core; on one side of it, or on both, there may be nothing of the core."""
        if not before and not after:
            bare = [(self.sides.left.whole, 1), (self.sides.right.whole, -1)]
            for taken, (one, other) in self._joined(bare, usage):
                self._found([_strings(one), sign, _strings(other)], taken, one[0])
            return
        bare_reading = (Reading(False, ()),)
        lefts = self.segments.readings(before, self.left, None) if before else bare_reading
        rights = self.segments.readings(after, None, self.right) if after else bare_reading
        family = Family.AROUND_EQUALS if before and after else Family.RIGHT_BARE if before else Family.LEFT_BARE
        turned = -1 if after else 1
        for left, right in product(lefts, rights):
            signed = [(table, turned) for table in left.parts] + [(table, 1) for table in right.parts]
            for taken, parts, around in self._surrounded(family, left.minus, signed, usage):
                on_left = parts[: len(left.parts)]
                line: list[Piece] = [part.strings for part in on_left]
                if before:
                    line.insert(0, around.head)
                elif around.side:
                    line.append(around.side)
                line.append(sign)
                line += [part.strings for part in parts[len(left.parts) :]]
                if after:
                    line.append(around.tail)
                elif around.side:
                    line.append(around.side)
                worth = around.worth
                if around.side is None:
                    worth = (worth + sum(part.value for part in on_left)) % self.hand.prime
                self._found(line, taken, worth)

    def _around_several(self, segments: list[tuple[Cell, ...]], equals: list[bytes], usage: int) -> None:
        """Two `=` or more in the core: what is between them says what all sides are worth."""
        between: dict[int, list[tuple[int, list[Piece]]]] = {}
        for value, taken, line in self._closed(segments[1], usage):
            between.setdefault(value, []).append((taken, [equals[0], *line, equals[1]]))
        for cells, sign in zip(segments[2:-1], equals[2:], strict=True):
            longer: dict[int, list[tuple[int, list[Piece]]]] = {}
            for value, taken, line in self._closed(cells, 0):
                for used, so_far in between.get(value, ()):
                    if self._fits(used + taken):
                        longer.setdefault(value, []).append((used + taken, [*so_far, *line, sign]))
            between = longer
        spare = self.hand.size - self.inside
        for value, lines in between.items():
            for used, line in lines:
                for before, begin in self._lefts(segments[0], value, used, min(spare, self.left)):
                    room = spare - (before >> self.hand.left & 15)
                    for taken, end in self._rights(segments[-1], value, before, min(room, self.right)):
                        self._found([*begin, *line, *end], taken, value)

    def _closed(self, cells: tuple[Cell, ...], usage: int) -> Iterator[tuple[int, int, list[Piece]]]:
        """All fillings between two `=`: value, usage, pieces."""
        for reading in self.segments.readings(cells, None, None):
            combined: list[tuple[int, int, list[Piece]]] = [(0, usage, [])]
            for table in reading.parts:
                combined = [
                    (value + row[0], taken + row[1], [*line, _strings(row)])
                    for (value, taken, line), row in product(combined, table.whole.all)
                    if self._fits(taken + row[1])
                ]
            self.budget.spend(len(combined))
            for value, taken, line in combined:
                yield value % self.hand.prime, taken, line

    def _lefts(
        self, cells: tuple[Cell, ...], value: int, used: int, room: int
    ) -> Iterator[tuple[int, list[Piece]]]:
        """All first sides of a value that fit to what is used, with at most so many tiles put on."""
        if not cells:
            yield from self._written([(self.sides.left.upto(room), 1)], used, value)
            return
        for reading in self.segments.readings(cells, self.left, None):
            parts = [(table.upto(room), 1) for table in reading.parts]
            if not reading.minus:
                yield from self._written(parts, used, value)
            yield from self._written([(self.sides.heads[reading.minus].upto(room), 1), *parts], used, value)

    def _rights(
        self, cells: tuple[Cell, ...], value: int, used: int, room: int
    ) -> Iterator[tuple[int, list[Piece]]]:
        if not cells:
            yield from self._written([(self.sides.right.upto(room), 1)], used, value)
            return
        for reading in self.segments.readings(cells, None, self.right):
            parts = [(table.upto(room), 1) for table in reading.parts]
            yield from self._written(parts, used, value)
            yield from self._written([*parts, (self.sides.tails.upto(room), 1)], used, value)

    def _written(self, tables: list[tuple[Rows, int]], used: int, target: int) -> Iterator[tuple[int, list[Piece]]]:
        for usage, rows in self._joined(tables, used, target):
            yield usage, [_strings(row) for row in rows]

    def _surrounded(
        self, family: Family, minus: bool, parts: list[tuple[Table, int]], used: int
    ) -> Iterator[tuple[int, list[Part], Around]]:
        """The parts with all that can be put around them: usage, a row of each, and what is around."""
        spare = self.hand.size - self.inside - (family is Family.ACROSS)
        most = min(spare, self.left + self.right)
        if most < 0:
            return
        around, made = self.contexts.upto(family, minus, most)
        tables = [(table.upto(most), sign) for table, sign in parts]
        for usage, rows in self._joined([*tables, (around, -1)], used):
            *found, last = rows
            yield usage, cast(list[Part], found), cast(Around, last)
        # What is too much to be kept as a table is put together here; little of the core can be beside it.
        for count in range(made + 1, most + 1):
            tables = [(table.upto(most - count), sign) for table, sign in parts]
            for heads, tails, across, leads in self.contexts.pieces(family, minus, count):
                ends = 1 if family is not Family.AROUND_EQUALS else -1
                outer = [(heads, ends), (tails, 1), *([(across, -1)] if across else [])]
                room = self.contexts.room(family, leads)
                for usage, rows in self._joined([*tables, *outer], used + room):
                    *filled, head, tail = cast(list[Part], rows[:-1] if across else rows)
                    side = cast(Part, rows[-1]) if across else head
                    strings = side.strings if across else None
                    yield usage, filled, Around(0, 0, head.strings, tail.strings, strings, leads, side.value)

    def _joined(
        self, tables: list[tuple[Rows, int]], used: int, target: int = 0
    ) -> Iterator[tuple[int, tuple[Row, ...]]]:
        return join(tables, target, self.limit, self.hand, used)

    def _fits(self, usage: int) -> bool:
        return (self.limit - usage) & self.hand.guards == self.hand.guards

    def _found(self, line: list[Piece], usage: int, worth: int, *, leftwards: bool = True) -> None:
        """A line that is right. Write its plays, and those of every chain that goes on from it."""
        hand = self.hand
        left = usage >> hand.left & 15
        count = self.inside + left + (usage >> hand.right & 15)
        if count > 1 or (count == 1 and not self.single_elsewhere):
            written = [self.places[left]]
            for piece in line:
                if isinstance(piece, bytes):
                    if piece:
                        written = [text + piece for text in written]
                elif piece is not NOTHING:
                    written = [text + more for text in written for more in piece.write()]
            self.found += written
        if count + 2 > hand.size:
            return
        for sign in hand.signs:
            if not self._fits(usage + sign.usage):
                continue
            if leftwards:
                taken = usage + sign.usage + (1 << hand.left)
                for side in self.sides.left.whole.by_value.get(worth, ()):
                    if self._fits(taken) and self._fits(taken + side[1]):
                        self._found([_strings(side), sign.text, *line], taken + side[1], worth)
            taken = usage + sign.usage + (1 << hand.right)
            for side in self.sides.right.whole.by_value.get(worth, ()):
                if self._fits(taken) and self._fits(taken + side[1]):
                    self._found([*line, sign.text, _strings(side)], taken + side[1], worth, leftwards=False)


def _strings(row: Row) -> Piece:
    assert isinstance(row, Part)
    return row.strings
