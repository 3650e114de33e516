"""A position drawn as text: premiums by their letters, tiles by their faces, a blank with `?` behind its face."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from games.engine.boards import PREMIUM_LETTERS
from games.engine.squares import Square
from games.engine.tiles import BLANK

if TYPE_CHECKING:
    from games.engine.positions import Position

EMPTY, SEALED = ".", "#"
_BORDER = 1
"""Empty squares shown around what lies on a table without an edge."""


def draw_board(position: "Position") -> str:
    """The board with the names of its columns and rows; of an unbounded table the part that is in use.

    `#` is a square that has to stay empty (Summy 5).

    >>> from games.engine import get_ruleset
    >>> from games.engine.notation import read_move
    >>> rules = get_ruleset("summy")
    >>> position = rules.opening().play(read_move(rules, "-3,0 2 + 3 . 5"))
    >>> print(draw_board(position))
         -5  -4  -3  -2  -1   0   1   2   3
     -1   .   .   .   .   .   .   .   .   .
      0   .   #   2   +   3   =   5   #   .
      1   .   .   .   .   .   .   .   .   .
    """
    layout = position.layout
    if layout.width is None or layout.height is None:
        shown = (*position.board, *position.sealed)
        xs, ys = _span(x for x, _ in shown), _span(y for _, y in shown)
        names = [str(x) for x in xs]
    else:
        xs, ys = range(1, layout.width + 1), range(1, layout.height + 1)
        names = [chr(ord("A") + x - 1) for x in xs]
    width = max(3, *(len(name) for name in names)) + 1
    rows = [_row("", names, width)]
    rows += [_row(str(y), [_square(position, Square(x, y)) for x in xs], width) for y in ys]
    return "\n".join(rows)


def _span(numbers: Iterable[int]) -> range:
    found = list(numbers)
    return range(min(found) - _BORDER, max(found) + _BORDER + 1)


def _row(name: str, cells: Iterable[str], width: int) -> str:
    return f"{name:>{width - 1}}" + "".join(f"{cell:>{width}}" for cell in cells)


def _square(position: "Position", square: Square) -> str:
    tile = position.board.get(square)
    if tile is not None:
        return f"{tile.face}{BLANK}" if tile.kind == BLANK else tile.face
    premium = position.layout.premiums.get(square)
    return PREMIUM_LETTERS[premium] if premium else SEALED if square in position.sealed else EMPTY
