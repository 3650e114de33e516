"""Squares, directions and lines, and how they are written.

A square is (x, y): x grows to the right, y downwards. On a lettered board both count from 1, so that the star
H8 is (8, 8); on an unbounded table the first block lies at (0, 0) and both may be negative.

The notation gives the direction with the start: on a lettered board `8E` runs across and `E8` down; on an
unbounded table `-4,0` runs across and `-4,0v` down.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from games.engine.problems import Problem, Unreadable

if TYPE_CHECKING:
    from games.engine.tiles import Tile


class Square(NamedTuple):
    x: int
    y: int


class Direction(StrEnum):
    ACROSS = "across"
    DOWN = "down"

    @property
    def turned(self) -> "Direction":
        """The other one.

        >>> Direction.ACROSS.turned
        <Direction.DOWN: 'down'>
        """
        return Direction.DOWN if self is Direction.ACROSS else Direction.ACROSS

    @property
    def step(self) -> tuple[int, int]:
        return (1, 0) if self is Direction.ACROSS else (0, 1)


ACROSS, DOWN = Direction.ACROSS, Direction.DOWN


def squares_from(start: Square, direction: Direction, count: int) -> Iterator[Square]:
    """`count` squares from `start` on."""
    dx, dy = direction.step
    x, y = start
    for step in range(count):
        yield Square(x + dx * step, y + dy * step)


@dataclass(frozen=True, slots=True)
class Line:
    """A run of tiles on the board, from its first square to its last."""

    direction: Direction
    start: Square
    tiles: tuple["Tile", ...]

    def square(self, pos: int) -> Square:
        """The square of the tile at index `pos`."""
        dx, dy = self.direction.step
        return Square(self.start.x + dx * pos, self.start.y + dy * pos)

    @property
    def squares(self) -> tuple[Square, ...]:
        return tuple(squares_from(self.start, self.direction, len(self.tiles)))

    @property
    def equation(self) -> str:
        """The faces in a row, as people write them: `7-2=5`."""
        return "".join(tile.face for tile in self.tiles)

    def __str__(self) -> str:
        return " ".join(map(str, self.tiles))


_ACROSS_NAME = re.compile(r"([1-9][0-9]?)([A-Z])", re.ASCII)
_DOWN_NAME = re.compile(r"([A-Z])([1-9][0-9]?)", re.ASCII)
_TABLE_NAME = re.compile(r"(-?(?:0|[1-9][0-9]{0,3})),(-?(?:0|[1-9][0-9]{0,3}))(v?)", re.ASCII)


def lettered_name(square: Square, direction: Direction = ACROSS) -> str:
    """`8E` for a line across, `E8` for one down.

    >>> lettered_name(Square(5, 8)), lettered_name(Square(5, 8), DOWN)
    ('8E', 'E8')
    """
    letter = chr(ord("A") + square.x - 1)
    return f"{square.y}{letter}" if direction is ACROSS else f"{letter}{square.y}"


def table_name(square: Square, direction: Direction = ACROSS) -> str:
    """`-4,0` for a line across, `-4,0v` for one down.

    >>> table_name(Square(0, -4), DOWN)
    '0,-4v'
    """
    return f"{square.x},{square.y}{'v' if direction is DOWN else ''}"


def read_place(text: str) -> tuple[Square, Direction]:
    """A start and a direction from either notation.

    Raises `Unreadable` with `move.unreadable_place`.

    >>> read_place("H8")
    (Square(x=8, y=8), <Direction.DOWN: 'down'>)
    """
    if match := _ACROSS_NAME.fullmatch(text):
        return Square(ord(match[2]) - ord("A") + 1, int(match[1])), ACROSS
    if match := _DOWN_NAME.fullmatch(text):
        return Square(ord(match[1]) - ord("A") + 1, int(match[2])), DOWN
    if (match := _TABLE_NAME.fullmatch(text)) and "-0" not in match.groups():
        return Square(int(match[1]), int(match[2])), DOWN if match[3] else ACROSS
    raise Unreadable(Problem("move.unreadable_place", figures={"text": text}))
