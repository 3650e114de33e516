"""Boards: the squares a game is played on, and the tiles that lie there.

A layout is data of a ruleset; tiles are a mapping from square to tile, so that a bounded board and an unbounded
table are one thing to the rules.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import NamedTuple

from games.engine.squares import ACROSS, Direction, Line, Square
from games.engine.tiles import Tile

Tiles = Mapping[Square, Tile]


class Premium(NamedTuple):
    """What a square multiplies under a new tile: its equation, or its piece (E1)."""

    equation: int = 1
    piece: int = 1


PREMIUMS: Mapping[str, Premium] = MappingProxyType(
    {"T": Premium(equation=3), "D": Premium(equation=2), "t": Premium(piece=3), "d": Premium(piece=2)}
)
PREMIUM_LETTERS: Mapping[Premium, str] = MappingProxyType({value: key for key, value in PREMIUMS.items()})


@dataclass(frozen=True, slots=True, eq=False)
class Layout:
    """A board of `width` × `height` squares from (1, 1), or an unbounded table where both are `None`."""

    width: int | None
    height: int | None
    centre: Square
    """The square that the first play must cover, or where the first block lies."""
    premiums: Mapping[Square, Premium]

    def holds(self, square: Square) -> bool:
        if self.width is None or self.height is None:
            return True
        return 1 <= square[0] <= self.width and 1 <= square[1] <= self.height


def read_layout(picture: str, *, centre: Square) -> Layout:
    """A layout from its picture: one letter a square, rows from top to bottom.

    >>> layout = read_layout("T . T  . t .  T . T", centre=Square(2, 2))
    Traceback (most recent call last):
    ValueError: a board is drawn row by row
    >>> read_layout("T . T\\n. t .\\nT . T", centre=Square(2, 2)).premiums[Square(2, 2)]
    Premium(equation=1, piece=3)
    """
    rows = [line.split() for line in picture.strip().splitlines()]
    if len(rows) == 1 or len({len(row) for row in rows}) > 1:
        raise ValueError("a board is drawn row by row")
    premiums = {
        Square(x, y): PREMIUMS[letter]
        for y, row in enumerate(rows, 1)
        for x, letter in enumerate(row, 1)
        if letter != "."
    }
    return Layout(len(rows[0]), len(rows), centre, MappingProxyType(premiums))


def unbounded(*, centre: Square) -> Layout:
    return Layout(None, None, centre, MappingProxyType({}))


def line_through(tiles: Tiles, square: Square, direction: Direction) -> Line:
    """The maximal run of tiles in one direction that holds `square`, which must be covered."""
    dx, dy = (1, 0) if direction is ACROSS else (0, 1)
    x, y = square
    before: list[Tile] = []
    while (tile := tiles.get((x - dx, y - dy))) is not None:  # type: ignore[call-overload]
        x, y = x - dx, y - dy
        before.append(tile)
    before.reverse()
    start = Square(x, y)
    x, y = square
    while (tile := tiles.get((x, y))) is not None:  # type: ignore[call-overload]
        before.append(tile)
        x, y = x + dx, y + dy
    return Line(direction, start, tuple(before))
