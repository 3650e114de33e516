"""What a play is worth, tile by tile (S1, S2, X2, Summy 10). Right or wrong is not asked here."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from games.engine.boards import Premium
from games.engine.squares import Line, Square

_PLAIN = Premium()


class TileScore(NamedTuple):
    """One tile of a line: its square, what it adds before the line's multiplier, and the premium it uses."""

    square: Square
    tile: str
    points: int
    premium: Premium


@dataclass(frozen=True, slots=True)
class LineScore:
    """One line: the tiles' points added up, times `multiplier`, makes `points`."""

    line: Line
    tiles: tuple[TileScore, ...]
    multiplier: int
    points: int


@dataclass(frozen=True, slots=True)
class Score:
    """A play: every line it forms, and the bingo bonus; `total` is their sum."""

    lines: tuple[LineScore, ...]
    bingo: int
    total: int


def score_play(
    lines: Sequence[Line], new: Mapping[Square, object], premiums: Mapping[Square, Premium], bingo: int
) -> Score:
    """The score of lines of which the squares of `new` were just covered.

    Only these use their premiums (S2), and in every line that holds them (rule 12): a piece premium multiplies its
    tile, then the equation premiums multiply the sum, two of them one after the other. The bonus comes last (X2).
    """
    scored: list[LineScore] = []
    total = bingo
    for line in lines:
        multiplier = 1
        added = 0
        tiles: list[TileScore] = []
        for square, tile in zip(line.squares, line.tiles, strict=True):
            premium = premiums.get(square, _PLAIN) if square in new else _PLAIN
            points = tile.points * premium.piece
            multiplier *= premium.equation
            added += points
            tiles.append(TileScore(square, str(tile), points, premium))
        scored.append(LineScore(line, tuple(tiles), multiplier, added * multiplier))
        total += added * multiplier
    return Score(tuple(scored), bingo, total)
