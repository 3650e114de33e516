"""What players and officials do, as values. Reading and writing them as text is `games.engine.notation`.

Every move may say who makes it (`side`, from 0; the side to move where it is left out) and what was on that side's
rack before it (`rack`, all of it or a part, kinds without faces). Sides and racks that are given are checked.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from games.engine.squares import ACROSS, DOWN, Direction, Square, squares_from
from games.engine.tiles import Tile

Kinds = tuple[str, ...]
"""Tiles as they lie on a rack: `("7", "+/-", "?")`."""


class Ending(StrEnum):
    OUT = "out"
    PASSES = "passes"
    AGREED = "agreed"


class Charge(StrEnum):
    """What an adjustment is for."""

    RACK = "rack"
    TIME = "time"
    ARBITER = "arbiter"


@dataclass(frozen=True, slots=True)
class Play:
    """Tiles put on squares. `cells` goes along the line; `None` stands where a tile already lies.

    The line that is judged is always built from the board, so the tiles already there may be left out.
    """

    cells: tuple[tuple[Square, Tile | None], ...]
    direction: Direction
    side: int | None = None
    rack: Kinds | None = None

    @property
    def placed(self) -> tuple[tuple[Square, Tile], ...]:
        """The new tiles and their squares."""
        return tuple((square, tile) for square, tile in self.cells if tile is not None)

    @property
    def used(self) -> Kinds:
        """The kinds that leave the rack."""
        return tuple(tile.kind for _, tile in self.cells if tile is not None)


@dataclass(frozen=True, slots=True)
class Exchange:
    """Tiles put back for others (X1). Where they were not seen, `tiles` is empty and `count` says how many."""

    tiles: Kinds = ()
    count: int = 0
    side: int | None = None
    rack: Kinds | None = None

    @property
    def number(self) -> int:
        return len(self.tiles) or self.count


@dataclass(frozen=True, slots=True)
class Discard:
    """Blocks put out of the game (Summy 3)."""

    tiles: Kinds
    side: int | None = None
    rack: Kinds | None = None


@dataclass(frozen=True, slots=True)
class Pass:
    side: int | None = None
    rack: Kinds | None = None


@dataclass(frozen=True, slots=True)
class Challenge:
    """The side to move doubts the last play (X3)."""

    side: int | None = None
    rack: Kinds | None = None


@dataclass(frozen=True, slots=True)
class End:
    """The game is over, and why. `racks` are the tiles left, by side, where they are known."""

    reason: Ending
    racks: Mapping[int, Kinds] | None = None


@dataclass(frozen=True, slots=True)
class Clock:
    """What one side's clock shows: milliseconds used in all. A later one replaces it."""

    side: int
    used_ms: int


@dataclass(frozen=True, slots=True)
class Adjustment:
    """Points given or taken otherwise than by a play."""

    side: int
    points: int
    charge: Charge = Charge.ARBITER
    remark: str = ""


Move = Play | Exchange | Discard | Pass | Challenge | End | Clock | Adjustment


def play_line(
    start: Square,
    direction: Direction,
    tiles: Iterable[Tile | None],
    *,
    side: int | None = None,
    rack: Kinds | None = None,
) -> Play:
    """A play written from its first square on; `None` for a tile already there."""
    run = tuple(tiles)
    return Play(tuple(zip(squares_from(start, direction, len(run)), run, strict=True)), direction, side, rack)


def play_at(squares: Mapping[Square, Tile], *, direction: Direction | None = None, side: int | None = None) -> Play:
    """A play from a map of squares. The direction is that of the squares; one square alone runs across.

    Squares that share no row and no column make a play all the same: whether it may stand is not read but judged.
    """
    placed = sorted(squares.items(), key=lambda cell: (cell[0][1], cell[0][0]))
    if direction is None:
        direction = DOWN if len(placed) > 1 and len({x for (x, _), _ in placed}) == 1 else ACROSS
    return Play(tuple((Square(*square), tile) for square, tile in placed), direction, side)
