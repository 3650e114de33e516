"""What a play is worth, fast: the sums of `games.engine.scoring` without its tiles and lines."""

from collections.abc import Sequence

from games.engine.boards import Premium, Tiles
from games.engine.positions import Position
from games.engine.search.hand import Hand
from games.engine.squares import Direction, Square

_PLAIN = Premium()


class Worth:
    """Points of plays as the search writes them, in one position."""

    def __init__(self, position: Position, hand: Hand, lanes: Sequence[tuple[Direction, Sequence[Square]]]) -> None:
        self.board: Tiles = position.board
        self.points_of = [option.tile.points for option in hand.options]
        self.premiums = position.layout.premiums
        self.every_line = position.rules.every_line
        self.bingo = position.rules.bingo_bonus
        self.full = position.rules.rack_size
        self.lanes = lanes
        self._along: dict[tuple[int, int, int], tuple[int, int]] = {}
        self._across: dict[tuple[Square, Direction], tuple[int, int]] = {}

    def points(self, written: bytes) -> int:
        """The total of a play (S1, S2, X2, Summy 10)."""
        number, first = written[0], written[1]
        options = written[2:]
        direction, empty = self.lanes[number]
        squares = empty[first : first + len(options)]
        there, tiles = self._line(number, first, len(options))
        added, multiplier, total = there, 1, 0
        for square, option in zip(squares, options, strict=True):
            premium = self.premiums.get(square, _PLAIN)
            points = self.points_of[option] * premium.piece
            added += points
            multiplier *= premium.equation
            if self.every_line:
                beside, count = self._beside(square, direction.turned)
                if count:
                    total += (beside + points) * premium.equation
        if tiles > 1:
            total += added * multiplier
        return total + (self.bingo if len(options) == self.full else 0)

    def _line(self, number: int, first: int, count: int) -> tuple[int, int]:
        """Points of the tiles already in the line of such a play, and the length of that line."""
        key = (number, first, count)
        known = self._along.get(key)
        if known is None:
            direction, empty = self.lanes[number]
            low, high = empty[first], empty[first + count - 1]
            points, tiles = self._run(low, direction, -1)
            more, further = self._run(high, direction, 1)
            between = self._between(low, high)
            known = self._along[key] = (points + more + between[0], tiles + further + between[1] + count)
        return known

    def _beside(self, square: Square, direction: Direction) -> tuple[int, int]:
        """Points and number of the tiles that touch a square on both sides of it."""
        key = (square, direction)
        known = self._across.get(key)
        if known is None:
            before, after = self._run(square, direction, -1), self._run(square, direction, 1)
            known = self._across[key] = (before[0] + after[0], before[1] + after[1])
        return known

    def _run(self, square: Square, direction: Direction, way: int) -> tuple[int, int]:
        dx, dy = direction.step
        x, y = square
        points = tiles = 0
        while (tile := self.board.get(Square(x := x + dx * way, y := y + dy * way))) is not None:
            points += tile.points
            tiles += 1
        return points, tiles

    def _between(self, low: Square, high: Square) -> tuple[int, int]:
        found = [
            tile.points
            for x in range(low.x, high.x + 1)
            for y in range(low.y, high.y + 1)
            if (tile := self.board.get(Square(x, y))) is not None
        ]
        return sum(found), len(found)
