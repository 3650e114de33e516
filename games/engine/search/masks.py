"""The board line by line: what lies there, where nothing may go, and what each empty square will bear.

Every line a play forms has to be valid, so an empty square with tiles beside it, across the line, takes only the
faces that complete those: most often none at all.
"""

from dataclasses import dataclass

from games.engine.boards import Layout, Tiles
from games.engine.equations import judge
from games.engine.grammar import Grammar
from games.engine.search.clusters import FREE, Cell, fixed
from games.engine.search.hand import Hand, Option
from games.engine.squares import Direction, Square
from games.engine.tiles import EQUALS, Tile

BLOCKED = -2
"""A cell that will bear nothing."""


@dataclass(frozen=True, slots=True)
class Row:
    """One row or column of the board. `crossed` says of each square that a tile there forms a line across too."""

    direction: Direction
    squares: tuple[Square, ...]
    cells: tuple[Cell, ...]
    crossed: tuple[bool, ...]


class Masks:
    """Which options complete the tiles before and after a square. Boards repeat themselves, so it is kept."""

    def __init__(self, grammar: Grammar, hand: Hand) -> None:
        self.grammar = grammar
        self.hand = hand
        self._known: dict[tuple[tuple[Tile, ...], tuple[Tile, ...]], tuple[int, ...]] = {}

    def between(self, before: tuple[Tile, ...], after: tuple[Tile, ...]) -> tuple[int, ...]:
        mask = self._known.get((before, after))
        if mask is None:
            mask = self._known[before, after] = self._bearing(before, after)
        return mask

    def _bearing(self, before: tuple[Tile, ...], after: tuple[Tile, ...]) -> tuple[int, ...]:
        signed = any(tile.symbol == EQUALS for tile in (*before, *after))
        judged: dict[tuple[int, int], bool] = {}
        bearing = []
        for number, option in enumerate(self.hand.options):
            face = (option.symbol, option.value)
            if face not in judged:
                worth_judging = signed or option.symbol == EQUALS
                judged[face] = worth_judging and self._completes(before, option, after)
            if judged[face]:
                bearing.append(number)
        return tuple(bearing)

    def _completes(self, before: tuple[Tile, ...], option: Option, after: tuple[Tile, ...]) -> bool:
        state = 0
        for tile in (*before, option.tile, *after):
            reached = self.grammar.follows(state, tile.symbol)
            if reached is None:
                return False
            state = reached
        return not judge(self.grammar, (*before, option.tile, *after))


def rows(layout: Layout, board: Tiles, masks: Masks) -> list[Row]:
    """All rows and columns of a bounded board on which something may be laid."""
    width, height = layout.width, layout.height
    assert width is not None
    assert height is not None
    lines = [(Direction.ACROSS, tuple(Square(x, y) for x in range(1, width + 1))) for y in range(1, height + 1)]
    lines += [(Direction.DOWN, tuple(Square(x, y) for y in range(1, height + 1))) for x in range(1, width + 1)]
    if board:
        return [_read(board, masks, direction, squares) for direction, squares in lines]
    # The first play has only to cover the centre (P3), so that square will bear anything and is built around.
    anything = tuple(range(len(masks.hand.options)))
    found = []
    for direction, squares in lines:
        if layout.centre in squares:
            cells: list[Cell] = [anything if square == layout.centre else FREE for square in squares]
            found.append(Row(direction, squares, tuple(cells), (False,) * len(squares)))
    return found


def _read(board: Tiles, masks: Masks, direction: Direction, squares: tuple[Square, ...]) -> Row:
    cells: list[Cell] = []
    crossed = []
    step = direction.turned.step
    for square in squares:
        tile = board.get(square)
        beside = False
        if tile is not None:
            cells.append(fixed(tile.symbol, tile.value))
        else:
            before = _run(board, square, -step[0], -step[1])[::-1]
            after = _run(board, square, *step)
            beside = bool(before or after)
            cells.append((masks.between(before, after) or BLOCKED) if beside else FREE)
        crossed.append(beside)
    return Row(direction, squares, tuple(cells), tuple(crossed))


def _run(board: Tiles, square: Square, dx: int, dy: int) -> tuple[Tile, ...]:
    """The tiles that follow a square, outwards."""
    x, y = square
    tiles = []
    while (tile := board.get(Square(x := x + dx, y := y + dy))) is not None:
        tiles.append(tile)
    return tuple(tiles)
