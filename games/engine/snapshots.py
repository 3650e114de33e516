"""A position as plain data for JSON, so that the next move needs no replay.

What happened is kept elsewhere, event by event, and stays the truth; a snapshot is only the sum of it at one
moment. It carries no log, so a position made from one has no `events`. `FORMAT` changes whenever the shape or the
meaning does, and an older snapshot is then thrown away and made anew by replay.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from games.engine.moves import Ending, Play
from games.engine.positions import Position, Rack
from games.engine.rulesets import Ruleset, Settings
from games.engine.squares import Direction, Square
from games.engine.turns.playing import Before

FORMAT = 2


def take_snapshot(position: Position) -> dict[str, Any]:
    """Everything about the position but its log and its flags."""
    return {
        "format": FORMAT,
        "board": _board(position.board),
        "sealed": sorted(map(list, position.sealed)),
        "racks": [[rack.size, *rack.known] for rack in position.racks],
        "bag": position.bag_count,
        "discarded": list(position.discarded),
        "total": list(position.total),
        "to_move": position.to_move,
        "scoreless": list(position.scoreless),
        "clocks": list(position.clocks),
        "ended": position.ended,
        "due": position.due,
        "before": None if position.before is None else _before(position, position.before),
    }


def from_snapshot(rules: Ruleset, settings: Settings, data: Mapping[str, Any]) -> Position | None:
    """The position, or `None` for a snapshot of another format."""
    if data.get("format") != FORMAT:
        return None
    tile = rules.tiles.spelled
    board = {Square(x, y): tile[text] for x, y, text in data["board"]}
    racks = tuple(Rack(size, tuple(known)) for size, *known in data["racks"])
    discarded = tuple(data["discarded"])
    unseen = dict(rules.tiles.counts)
    for there in board.values():
        unseen[there.kind] -= 1
    for kind in discarded:
        unseen[kind] -= 1
    for rack in racks:
        for kind in rack.known:
            unseen[kind] -= 1
    opening = rules.opening(sides=len(racks), settings=settings)
    return replace(
        opening,
        board=board,
        sealed=frozenset(Square(x, y) for x, y in data["sealed"]),
        racks=racks,
        unseen=unseen,
        bag_count=data["bag"],
        discarded=discarded,
        total=tuple(data["total"]),
        to_move=data["to_move"],
        scoreless=tuple(data["scoreless"]),
        clocks=tuple(data["clocks"]),
        ended=None if data["ended"] is None else Ending(data["ended"]),
        due=None if data["due"] is None else Ending(data["due"]),
        before=None if data["before"] is None else _read_before(rules, board, data["before"]),
    )


def _board(board: Mapping[Square, Any]) -> list[list[Any]]:
    return [[x, y, str(tile)] for (x, y), tile in sorted(board.items())]


def _before(position: Position, before: Before) -> dict[str, Any]:
    """Only what the last play changed: its own tiles say what the board was before it."""
    return {
        "cells": [[*square, None if tile is None else str(tile)] for square, tile in before.play.cells],
        "direction": before.play.direction.value,
        "sealed": sorted(map(list, before.sealed)),
        "rack": [before.rack.size, *before.rack.known],
        "bag": before.bag_count,
        "scoreless": list(before.scoreless),
        "points": before.points,
    }


def _read_before(rules: Ruleset, board: Mapping[Square, Any], data: Mapping[str, Any]) -> Before:
    tile = rules.tiles.spelled
    cells = tuple((Square(x, y), None if text is None else tile[text]) for x, y, text in data["cells"])
    play = Play(cells, Direction(data["direction"]))
    new = {square for square, there in play.placed}
    size, *known = data["rack"]
    return Before(
        board={square: there for square, there in board.items() if square not in new},
        sealed=frozenset(Square(x, y) for x, y in data["sealed"]),
        rack=Rack(size, tuple(known)),
        bag_count=data["bag"],
        scoreless=tuple(data["scoreless"]),
        play=play,
        points=data["points"],
    )
