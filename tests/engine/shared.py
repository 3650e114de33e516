"""Short ways to say what a test means: a position, a play at `8E`, the codes of its problems."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from games.engine import (
    ACROSS,
    AUTO,
    DOWN,
    Play,
    Position,
    Problem,
    Ruleset,
    Settings,
    Square,
    Tile,
    get_ruleset,
    play_line,
)
from games.engine.boards import Layout
from games.engine.squares import read_place, squares_from

AMATH, PRIMARY, SUMMY = (get_ruleset(name) for name in ("amath", "amath-primary", "summy"))

BARE = Layout(15, 15, Square(8, 8), MappingProxyType({}))
"""The board without premium squares, where a score is the sum of the tiles."""


def auto(rules: Ruleset = AMATH, **changes: Any) -> Settings:
    return replace(rules.settings(), judging=AUTO, **changes)


def challenging(rules: Ruleset = AMATH, **changes: Any) -> Settings:
    return replace(rules.settings(), judging="challenge", **changes)


def at(place: str, tiles: str, rules: Ruleset = AMATH, **more: Any) -> Play:
    """`at("8E", "9 - . + 4")`: a play from E8 across; a dot where a tile already lies."""
    start, direction = read_place(place)
    run = [None if token == "." else rules.tiles.tile(token) for token in tiles.split()]
    return play_line(start, direction, run, **more)


def lay(runs: Mapping[str, str], rules: Ruleset = AMATH) -> dict[Square, Tile]:
    """`lay({"8F": "3 + 4 = 7"})`: the board with these runs on it."""
    board: dict[Square, Tile] = {}
    for place, text in runs.items():
        start, direction = read_place(place)
        tiles = rules.tiles.read(text)
        board.update(zip(squares_from(start, direction, len(tiles)), tiles, strict=True))
    return board


def game(runs: Mapping[str, str] | None = None, rules: Ruleset = AMATH, **more: Any) -> Position:
    """A position with these runs on the board, on squares without premiums, wrong plays refused."""
    more.setdefault("settings", auto(rules))
    more.setdefault("layout", BARE if rules is not SUMMY else rules.layout)
    return rules.set_up(lay(runs or {}, rules), **more)


def codes(problems: Iterable[Problem]) -> list[str]:
    return [problem.code for problem in problems]


def changes(position: Position) -> list[tuple[str, int | None, int]]:
    """Every event that changed a score: its name, the side, the points."""
    return [(event.name.value, event.side, event.points) for event in position.events if event.points]


def turned(square: Square) -> Square:
    """The square mirrored in the main diagonal: rows become columns."""
    return Square(square[1], square[0])


def turned_play(play: Play) -> Play:
    direction = DOWN if play.direction is ACROSS else ACROSS
    return replace(play, cells=tuple((turned(square), tile) for square, tile in play.cells), direction=direction)
