"""One move as text, and the one form that a move has in a record.

`side | rack | act`, with what is known: `8E 7 × 2 = 1 4` alone, or `1 | 7 2 1 4 × = + _ | 8E 7 × 2 = 1 4`.
On a rack `_` stands for whatever is there and was not seen.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from games.engine.boards import Tiles
from games.engine.moves import Adjustment, Challenge, Clock, Discard, End, Exchange, Kinds, Move, Pass, Play
from games.engine.notation.acts import UNKNOWN, Reader, place_name, write_act
from games.engine.notation.texts import MAX_LINE, one_line, refused_character, shown, too_long
from games.engine.problems import Problem, Unreadable
from games.engine.rulesets import Ruleset
from games.engine.squares import ACROSS, DOWN, Direction, Square, squares_from
from games.engine.tiles import Tile

if TYPE_CHECKING:
    from games.engine.positions import Position

Turn = Play | Exchange | Discard | Pass | Challenge
BAR = "|"
REMARK = "#"


def write_move(rules: Ruleset, move: Move, position: "Position | None" = None) -> str:
    """A move as text; with the position before it, in the form that a record has.

    Raises `Unreadable` for what no text can say: a play whose squares share no row or column, or is nowhere on a
    board, a time or points out of all range, a remark of two lines.

    >>> from games.engine import Pass, get_ruleset, play_line
    >>> rules = get_ruleset("amath")
    >>> move = read_move(rules, "8e 7  +/-:−  2 ?:= 5")
    >>> write_move(rules, move)
    '8E 7 +/-:- 2 ?:= 5'
    >>> write_move(rules, move, rules.opening())
    '1 | _ | 8E 7 +/-:- 2 ?:= 5'
    """
    move = _in_line(rules, move) if position is None else as_recorded(position, move)
    act = write_act(rules, move)
    if isinstance(move, End):
        return act
    if isinstance(move, Clock | Adjustment):
        remark = one_line(move.remark) if isinstance(move, Adjustment) else ""
        return f"{move.side + 1} {BAR}  {BAR} {act}" + (f" {REMARK} {remark}" if remark else "")
    if move.side is None and move.rack is None:
        return act
    size = None if position is None else position.racks[position.to_move].size
    side = "" if move.side is None else f"{move.side + 1} "
    return f"{side}{BAR} {write_rack(move.rack, size)} {BAR} {act}"


def read_move(rules: Ruleset, text: str) -> Move:
    """The move that a text says; not judged. A remark may follow an adjustment and nothing else.

    Raises `Unreadable` with the first problem: `move.unreadable`, `move.unreadable_place`, `tile.unknown` and
    `tile.face_not_allowed` (`pos` counts the tiles from 0), `move.no_tiles`, `equation.too_long`,
    `record.columns`, `record.side_unreadable`, `record.time_unreadable`, `record.number_unreadable`,
    `record.number_out_of_range`, `record.rack_not_allowed`, `record.line_too_long`,
    `record.character_not_allowed`.
    """
    text = text.replace("\t", " ")
    if problem := refused_character(text) or (too_long(text) if len(text) > MAX_LINE else None):
        raise Unreadable(problem)
    written, mark, remark = text.partition(REMARK)
    columns = [column.strip() for column in written.split(BAR)]
    if len(columns) not in (1, 3):
        raise Unreadable(Problem("record.columns", figures={"columns": len(columns)}))
    move, _, problems = read_columns(rules, columns, remark.strip())
    if move is None or problems:
        raise Unreadable(problems[0])
    if mark and not isinstance(move, Adjustment):
        raise Unreadable(Problem("move.unreadable", figures={"text": shown(f"{REMARK} {remark.strip()}")}))
    return move


def read_columns(rules: Ruleset, columns: Sequence[str], remark: str) -> tuple[Move | None, bool, list[Problem]]:
    """A move from its act alone, or from side, rack and act; whether the rack is said to be whole; the problems."""
    reader = Reader(rules, [])
    side_text, rack_text, act = columns if len(columns) == 3 else ("", "", columns[0])
    side = read_side(reader, side_text)
    tokens = rack_text.split()
    named = [token for token in tokens if token != UNKNOWN]
    kinds = reader.kinds(named)
    move = reader.act(act, side, kinds or None, remark)
    if isinstance(move, End | Clock | Adjustment) and (tokens or (isinstance(move, End) and side_text)):
        reader.fault("record.rack_not_allowed", rack_text or side_text)
    return move, bool(named) and len(named) == len(tokens), reader.problems


def read_side(reader: Reader, text: str) -> int | None:
    """A side from its number, counted from 1; `None` for none."""
    if text and not (len(text) == 1 and text in "123456789"):
        reader.fault("record.side_unreadable", text)
        return None
    return int(text) - 1 if text else None


def write_rack(rack: Kinds | None, size: int | None) -> str:
    """The tiles known, and `_` where there are more; where the size is not known, `_` for a rack nobody saw."""
    known = rack or ()
    more = size > len(known) if size is not None else not known
    return " ".join((*known, UNKNOWN) if more else known)


def as_recorded(position: "Position", move: Move) -> Move:
    """A move in the form it has in a record: whose it is, and for a play the whole line. It means the same.

    An empty rack says nothing and is left out. One tile alone that touches nothing in the direction it was given
    runs the other way, where its line is. Raises `Unreadable` as `write_move` does.
    """
    match move:
        case End():
            return End(move.reason, dict(move.racks) if move.racks else None)
        case Clock() | Adjustment():
            return move
    side = position.to_move if move.side is None else move.side
    move = replace(move, side=side, rack=move.rack or None)
    if isinstance(move, Exchange):
        return replace(move, count=0 if move.tiles else move.count)
    return _in_line(position.rules, move, position.board) if isinstance(move, Play) else move


def _in_line(rules: Ruleset, move: Move, board: Tiles | None = None) -> Move:
    """A play from its first square to its last; with a board, with the tiles on it that the line goes on with."""
    if not isinstance(move, Play):
        return move
    new = dict(move.placed)
    if not new:
        raise Unreadable(Problem("move.no_tiles"))
    if board is None:
        new.update({square: tile for square, tile in move.cells if tile is None})  # type: ignore[misc]
    xs, ys = {square[0] for square in new}, {square[1] for square in new}
    direction = move.direction
    if len(new) > 1:
        if len(xs) > 1 and len(ys) > 1:
            raise Unreadable(Problem("move.not_in_line", cell=Square(*list(new)[1])))
        direction = ACROSS if len(ys) == 1 else DOWN
    elif board is not None and rules.every_line and _alone(board, next(iter(new)), direction):
        direction = direction.turned
    first, last = Square(min(xs), min(ys)), Square(max(xs), max(ys))
    if board is not None:
        first, last = _reach(board, first, direction, -1), _reach(board, last, direction, 1)
    length = last.x - first.x + last.y - first.y + 1
    if length > rules.longest_line:
        raise Unreadable(Problem("equation.too_long", figures={"tiles": length, "limit": rules.longest_line}))
    place_name(rules, first, direction)
    cells: tuple[tuple[Square, Tile | None], ...] = tuple(
        (square, new.get(square)) for square in squares_from(first, direction, length)
    )
    return replace(move, cells=cells, direction=direction)


def _alone(board: Tiles, square: Square, direction: Direction) -> bool:
    """Nothing lies beside a square in this direction, and something in the other."""
    return not _beside(board, square, direction) and _beside(board, square, direction.turned)


def _beside(board: Tiles, square: Square, direction: Direction) -> bool:
    dx, dy = direction.step
    x, y = square
    return Square(x - dx, y - dy) in board or Square(x + dx, y + dy) in board


def _reach(board: Tiles, square: Square, direction: Direction, way: int) -> Square:
    """The last square of a run that begins at `square` and goes one way."""
    dx, dy = direction.step
    x, y = square
    while Square(x + dx * way, y + dy * way) in board:
        x, y = x + dx * way, y + dy * way
    return Square(x, y)
