"""All plays of Summy in one row or column of the table.

What stands before the `=` is built block by block, as the grammar allows; what stands after it is then no choice
any more: the digits of the value, or nothing. Only one line counts, so nothing beside it matters (Summy 6).
"""

from dataclasses import dataclass

from games.engine.positions import Position
from games.engine.search.hand import Hand
from games.engine.search.limits import Budget
from games.engine.squares import Direction, Square
from games.engine.tiles import DIGIT, DIVIDE, EQUALS, MINUS, TIMES, Tile

_ADD = 0


@dataclass(frozen=True, slots=True)
class TableRow:
    """A stretch of a row or column around its blocks. `cells` are blocks, `None` where one may be laid, or False
    where nothing ever may (Summy 5)."""

    direction: Direction
    squares: tuple[Square, ...]
    cells: tuple[Tile | bool | None, ...]


@dataclass(frozen=True, slots=True)
class _Sum:
    """The left side so far: the sum before this term, the term before this number, and the number (-1: none)."""

    total: tuple[int, int] = (0, 1)
    term: tuple[int, int] = (0, 1)
    operator: int = _ADD
    sign: int = 1
    number: int = -1


def table_rows(position: Position, reach: int) -> list[TableRow]:
    """Every row and column with a block in it, as far as a hand of `reach` blocks can go beyond them."""
    board, limit = position.board, position.settings.reach
    found = []
    for direction in Direction:
        across = direction is Direction.ACROSS
        lanes: dict[int, list[int]] = {}
        for square in board:
            lanes.setdefault(square.y if across else square.x, []).append(square.x if across else square.y)
        for lane, places in sorted(lanes.items()):
            run = range(min(places) - reach - 1, max(places) + reach + 2)
            squares = tuple(Square(at, lane) if across else Square(lane, at) for at in run)
            cells = tuple(_cell(position, square, limit) for square in squares)
            found.append(TableRow(direction, squares, cells))
    return found


def _cell(position: Position, square: Square, limit: int | None) -> Tile | bool | None:
    tile = position.board.get(square)
    if tile is not None:
        return tile
    beyond = limit is not None and max(map(abs, square)) > limit
    return False if beyond or square in position.sealed or not position.layout.holds(square) else None


class SumSearch:
    """Finds the plays of one hand, row by row. `found` holds them as bytes: row, first empty square, options."""

    def __init__(self, hand: Hand, budget: Budget) -> None:
        self.hand = hand
        self.budget = budget
        self.found: list[bytes] = []
        self._digits = {option.value: place for place, option in enumerate(hand.options) if option.symbol <= DIGIT}

    def search(self, number: int, row: TableRow) -> None:
        """Find all sums in this row, which is the search's `number`th."""
        _RowSearch(self, number, row).search()


class _RowSearch:
    def __init__(self, search: SumSearch, number: int, row: TableRow) -> None:
        self.hand, self.budget, self.found = search.hand, search.budget, search.found
        self.steps = search.hand.grammar.steps
        self.digits = search._digits
        self.number = number
        self.cells = row.cells
        self.counts = [0] * len(self.hand.options)
        for place, option in enumerate(self.hand.options):
            shift = option.usage.bit_length() - 1
            self.counts[place] = self.hand.limit >> shift & 15
        self.next_block = self._next_blocks()
        self.before = self._empties_before()

    def _next_blocks(self) -> list[int]:
        """From each place, how many squares to the next block; many where there is none."""
        distances = [10**6] * (len(self.cells) + 1)
        for place in range(len(self.cells) - 1, -1, -1):
            distances[place] = 0 if isinstance(self.cells[place], Tile) else distances[place + 1] + 1
        return distances

    def _empties_before(self) -> list[int]:
        """How many squares without a block lie before each place: what a play's first square is called by."""
        counted = [0]
        for cell in self.cells:
            counted.append(counted[-1] + (not isinstance(cell, Tile)))
        return counted

    def search(self) -> None:
        for start in range(1, len(self.cells)):
            if isinstance(self.cells[start - 1], Tile) or self.next_block[start] > self.hand.size:
                continue
            self.first = bytes((self.number, self.before[start]))
            self._left(start, 0, _Sum(), b"", reached=False)

    def _left(self, place: int, state: int, so_far: _Sum, laid: bytes, *, reached: bool) -> None:
        """Go on with the side before `=`, from the square at `place`."""
        if place >= len(self.cells) - 1:
            return
        cell = self.cells[place]
        self.budget.spend(1)
        if isinstance(cell, Tile):
            self._step(place, state, so_far, laid, cell.symbol, cell.value, reached=True)
            return
        if cell is False or len(laid) == self.hand.size:
            return
        if not reached and self.next_block[place] > self.hand.size - len(laid):
            return
        for option_number, option in enumerate(self.hand.options):
            if not self.counts[option_number]:
                continue
            self.counts[option_number] -= 1
            more = laid + option.text
            self._step(place, state, so_far, more, option.symbol, option.value, reached=reached)
            self.counts[option_number] += 1

    def _step(
        self, place: int, state: int, so_far: _Sum, laid: bytes, symbol: int, value: int, *, reached: bool
    ) -> None:
        after, fault = self.steps[state][symbol]
        if fault:
            return
        if symbol <= DIGIT:
            digits = value if so_far.number < 0 else so_far.number * 10 + value
            longer = _Sum(so_far.total, so_far.term, so_far.operator, so_far.sign, digits)
            self._left(place + 1, after, longer, laid, reached=reached)
            return
        term = _joined(so_far)
        if term is None:
            return
        if symbol == EQUALS:
            total = _plus(so_far.total, term)
            if total[0] % total[1] == 0 and total[0] // total[1] >= 0:
                self._right(place + 1, str(total[0] // total[1]), laid, reached=reached)
        elif symbol in (TIMES, DIVIDE):
            self._left(place + 1, after, _Sum(so_far.total, term, symbol, 1), laid, reached=reached)
        else:
            summed = _Sum(_plus(so_far.total, term), (0, 1), _ADD, -1 if symbol == MINUS else 1)
            self._left(place + 1, after, summed, laid, reached=reached)

    def _right(self, place: int, digits: str, laid: bytes, *, reached: bool) -> None:
        """The result: digit by digit what the left side is worth, and then an empty square."""
        taken: list[int] = []
        try:
            for digit in map(int, digits):
                cell = self.cells[place]
                if isinstance(cell, Tile):
                    if cell.symbol > DIGIT or cell.value != digit:
                        return
                    reached = True
                else:
                    option = self.digits.get(digit)
                    if cell is False or option is None or not self.counts[option]:
                        return
                    self.counts[option] -= 1
                    taken.append(option)
                    laid += self.hand.options[option].text
                place += 1
                if place >= len(self.cells):
                    return
            if reached and laid and not isinstance(self.cells[place], Tile):
                self.found.append(self.first + laid)
        finally:
            for option in taken:
                self.counts[option] += 1


def _joined(so_far: _Sum) -> tuple[int, int] | None:
    """The term with its last number, or `None` for a division by zero. Denominators stay above 0."""
    above, below = so_far.term
    number = so_far.number
    if so_far.operator == _ADD:
        return so_far.sign * number, 1
    if so_far.operator == TIMES:
        return above * number, below
    return (above, below * number) if number else None


def _plus(first: tuple[int, int], second: tuple[int, int]) -> tuple[int, int]:
    return first[0] * second[1] + second[0] * first[1], first[1] * second[1]
