"""Moves, scores and problems as plain data for JSON: what a scoring app sends and is told.

Sides are `p1` (who starts), `p2` and so on. A place is `"8F"` with a `dir` on a lettered board, `[x, y]` with a
`dir` on an unbounded table. A tile is its spelling, or an object with `tile` and, where it stands for something,
`as`; `null` is a tile already there. Reading is strict: a key that nobody knows is refused, not dropped.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from games.engine.moves import (
    Adjustment,
    Challenge,
    Charge,
    Clock,
    Discard,
    End,
    Ending,
    Exchange,
    Kinds,
    Move,
    Pass,
    Play,
    play_line,
)
from games.engine.problems import Problem, Unreadable
from games.engine.rulesets import Ruleset
from games.engine.scoring import LineScore, Score
from games.engine.squares import Direction, Line, Square, lettered_name, read_place, squares_from
from games.engine.tiles import Tile

Data = Mapping[str, Any]

MAX_TILES = 94
_LONGEST_TILE = 12
_LETTERS = 26
_FIELDS: Mapping[str, frozenset[str]] = {
    "play": frozenset({"start", "dir", "tiles", "rack"}),
    "exchange": frozenset({"tiles", "count", "rack"}),
    "discard": frozenset({"tiles", "rack"}),
    "pass": frozenset({"rack"}),
    "challenge": frozenset({"rack"}),
    "end": frozenset({"reason", "racks", "opponent_rack"}),
    "clock": frozenset({"used_ms"}),
    "arbiter_adjustment": frozenset({"points", "remark"}),
    "rack_adjustment": frozenset({"points", "remark"}),
    "time_adjustment": frozenset({"points", "remark"}),
}
_CHARGES: Mapping[str, Charge] = {"rack_adjustment": Charge.RACK, "time_adjustment": Charge.TIME}


class BadData(Unreadable):
    """Data that is no move. `pointer` is a JSON pointer to the value that is wrong."""

    def __init__(self, code: str, pointer: str, **figures: str | int) -> None:
        super().__init__(Problem(code, figures=figures))
        self.pointer = pointer


def side_name(side: int) -> str:
    """`p1` starts."""
    return f"p{side + 1}"


def read_side(text: Any, sides: int, pointer: str) -> int:
    names = [side_name(side) for side in range(sides)]
    if text not in names:
        raise BadData("wire.no_such_side", pointer, sides=" ".join(names))
    return names.index(text)


def read_move(rules: Ruleset, kind: str, side: int | None, data: Data, sides: int = 2) -> Move:
    """The move that `data` describes. Raises `BadData`.

    `kind` is the event's type, `side` who makes it (0 starts); a clock and an adjustment need it.
    """
    fields = _FIELDS.get(kind)
    if fields is None:
        raise BadData("wire.no_such_type", "/type", type=kind)
    for key in data:
        if key not in fields:
            raise BadData("wire.no_such_field", f"/{key}")
    rack = _kinds(rules, data["rack"], "/rack") if data.get("rack") is not None else None
    if kind == "play":
        start, direction = _place(rules, data)
        return play_line(start, direction, _tiles(rules, data.get("tiles")), side=side, rack=rack)
    if kind == "exchange":
        tiles = _kinds(rules, data["tiles"], "/tiles") if data.get("tiles") is not None else ()
        count = _whole(data["count"], "/count", 0, MAX_TILES) if data.get("count") is not None else 0
        return Exchange(tiles, count, side, rack)
    if kind == "discard":
        return Discard(_kinds(rules, data.get("tiles"), "/tiles"), side, rack)
    if kind == "pass":
        return Pass(side, rack)
    if kind == "challenge":
        return Challenge(side, rack)
    if kind == "end":
        return _end(rules, side, data, sides)
    if side is None:
        raise BadData("wire.missing", "/player")
    if kind == "clock":
        return Clock(side, _whole(data.get("used_ms"), "/used_ms", 0, 24 * 3_600_000))
    remark = data.get("remark", "")
    if not isinstance(remark, str):
        raise BadData("wire.not_a_text", "/remark")
    points = _whole(data.get("points"), "/points", -9999, 9999)
    return Adjustment(side, points, _CHARGES.get(kind, Charge.ARBITER), remark)


def _end(rules: Ruleset, side: int | None, data: Data, sides: int) -> End:
    try:
        reason = Ending(data.get("reason", ""))
    except ValueError:
        raise BadData("wire.no_such_reason", "/reason", reasons=" ".join(Ending)) from None
    racks: dict[int, Kinds] = {}
    if data.get("opponent_rack") is not None:
        if side is None or sides != 2:
            raise BadData("wire.missing", "/player")
        racks[1 - side] = _kinds(rules, data["opponent_rack"], "/opponent_rack")
    if data.get("racks") is not None:
        if not isinstance(data["racks"], Mapping):
            raise BadData("wire.not_an_object", "/racks")
        for name, kinds in data["racks"].items():
            pointer = f"/racks/{_part(str(name))}"
            racks[read_side(name, sides, pointer)] = _kinds(rules, kinds, pointer)
    return End(reason, racks or None)


def _part(name: str) -> str:
    """A part of a JSON pointer: escaped, and no longer than anybody wants to read."""
    return name[:40].replace("~", "~0").replace("/", "~1")


def _whole(value: Any, pointer: str, low: int, high: int) -> int:
    if type(value) is not int:
        raise BadData("wire.missing" if value is None else "wire.not_a_whole_number", pointer)
    if not low <= value <= high:
        raise BadData("wire.out_of_range", pointer, low=low, high=high)
    return int(value)


def _list(value: Any, pointer: str) -> Sequence[Any]:
    if value is None:
        raise BadData("wire.missing", pointer)
    if not isinstance(value, list | tuple):
        raise BadData("wire.not_a_list", pointer)
    if len(value) > MAX_TILES:
        raise BadData("wire.out_of_range", pointer, low=0, high=MAX_TILES)
    return value


def _place(rules: Ruleset, data: Data) -> tuple[Square, Direction]:
    """`"8F"` with `dir`, or `[x, y]` with `dir`; a name alone tells its direction too (`F8` runs down)."""
    start, said = data.get("start"), data.get("dir")
    if said is not None and said not in ("across", "down"):
        raise BadData("wire.no_such_direction", "/dir")
    if isinstance(start, str) and rules.layout.width is not None:
        try:
            square, direction = read_place(start)
        except Unreadable as fault:
            raise BadData(fault.code, "/start", text=start[:20]) from fault
        return square, direction if said is None else Direction(said)
    if start is None:
        raise BadData("wire.missing", "/start")
    if not isinstance(start, list | tuple) or len(start) != 2:
        raise BadData("move.unreadable_place", "/start", text=str(start)[:20])
    if said is None:
        raise BadData("wire.missing", "/dir")
    x, y = (_whole(value, f"/start/{place}", -9999, 9999) for place, value in enumerate(start))
    return Square(x, y), Direction(said)


def _tiles(rules: Ruleset, value: Any) -> list[Tile | None]:
    return [_tile(rules, item, f"/tiles/{pos}") for pos, item in enumerate(_list(value, "/tiles"))]


def _tile(rules: Ruleset, item: Any, pointer: str) -> Tile | None:
    if item is None:
        return None
    if isinstance(item, Mapping):
        extra = set(item) - {"tile", "as"}
        if extra:
            raise BadData("wire.no_such_field", f"{pointer}/{_part(min(map(str, extra)))}")
        kind, face = item.get("tile"), item.get("as")
        if not isinstance(kind, str) or not isinstance(face, str | None):
            raise BadData("wire.not_a_tile", pointer)
        item = kind if face is None or face == kind else f"{kind}:{face}"
    if not isinstance(item, str) or len(item) > _LONGEST_TILE:
        raise BadData("wire.not_a_tile", pointer)
    try:
        return rules.tiles.tile(item)
    except Unreadable as fault:
        raise BadData(fault.code, pointer, **fault.problem.figures) from fault


def _kinds(rules: Ruleset, value: Any, pointer: str) -> Kinds:
    kinds = []
    for pos, item in enumerate(_list(value, pointer)):
        tile = _tile(rules, item, f"{pointer}/{pos}")
        if tile is None:
            raise BadData("wire.not_a_tile", f"{pointer}/{pos}")
        kinds.append(tile.kind)
    return tuple(kinds)


# -- writing ---------------------------------------------------------------------------------------------------


def move_kind(move: Move) -> str:
    """The event's type that goes with `move_data`."""
    match move:
        case Adjustment():
            return f"{move.charge.value}_adjustment"
        case _:
            return type(move).__name__.lower()


def move_data(rules: Ruleset, move: Move) -> dict[str, Any]:
    """What `read_move` reads back: the payload without `type` and `player`."""
    data: dict[str, Any] = {}
    match move:
        case Play():
            start = move.cells[0][0] if move.cells else rules.layout.centre
            data = {
                "start": place_data(rules, start, move.direction),
                "dir": move.direction.value,
                "tiles": [None if tile is None else str(tile) for tile in _along(move)],
            }
        case Exchange():
            data = {"tiles": list(move.tiles)} if move.tiles else {"count": move.count}
        case Discard():
            data = {"tiles": list(move.tiles)}
        case End():
            data = {"reason": move.reason.value}
            if move.racks is not None:
                data["racks"] = {side_name(side): list(kinds) for side, kinds in sorted(move.racks.items())}
        case Clock():
            return {"used_ms": move.used_ms}
        case Adjustment():
            return {"points": move.points, "remark": move.remark}
    if not isinstance(move, End) and move.rack is not None:
        data["rack"] = list(move.rack)
    return data


def _along(play: Play) -> list[Tile | None]:
    """The tiles of a play along its line; a square that the play leaves out is one where a tile lies already."""
    cells = dict(play.cells)
    squares = [*cells]
    if not squares:
        return []
    first, last = squares[0], squares[-1]
    run = [*squares_from(first, play.direction, max(last.x - first.x, last.y - first.y) + 1)]
    # Squares that are not in one line are for the judge to refuse, and are told as they were sent.
    return [cells.get(square) for square in run] if {*squares} <= {*run} else list(cells.values())


def place_data(rules: Ruleset, square: Square, direction: Direction) -> str | list[int]:
    return lettered_name(square, direction) if _has_letter(rules, square) else [square.x, square.y]


def square_data(rules: Ruleset, square: Square) -> str | list[int]:
    """A square: `8J`, or `[x, y]` on a table and for what lies beyond all letters."""
    square = Square(*square)
    return lettered_name(square) if _has_letter(rules, square) else [*square]


def _has_letter(rules: Ruleset, square: Square) -> bool:
    return rules.layout.width is not None and 1 <= square.x <= _LETTERS and square.y >= 1


def line_data(rules: Ruleset, line: Line) -> dict[str, Any]:
    return {
        "dir": line.direction.value,
        "start": place_data(rules, line.start, line.direction),
        "equation": line.equation,
        "cells": [square_data(rules, square) for square in line.squares],
    }


def score_data(rules: Ruleset, score: Score) -> dict[str, Any]:
    """A score: its lines with their tiles, the bonus, the total."""
    return {
        "total": score.total,
        "lines": [_line_score(rules, line) for line in score.lines],
        "bingo": score.bingo,
    }


def _line_score(rules: Ruleset, scored: LineScore) -> dict[str, Any]:
    return {
        "equation": scored.line.equation,
        "dir": scored.line.direction.value,
        "start": place_data(rules, scored.line.start, scored.line.direction),
        "points": scored.points,
        "multiplier": scored.multiplier,
        "tiles": [{"tile": tile.tile, "points": tile.points} for tile in scored.tiles],
    }


def problem_data(rules: Ruleset, problem: Problem) -> dict[str, Any]:
    """A problem: `code`, its figures, and where it says so `line`, `pos` and `cell`."""
    data: dict[str, Any] = {"code": problem.code, **problem.figures}
    if problem.line is not None:
        data["line"] = line_data(rules, problem.line)
    if problem.pos is not None:
        data["pos"] = problem.pos
    if problem.cell is not None:
        data["cell"] = square_data(rules, problem.cell)
    return data
