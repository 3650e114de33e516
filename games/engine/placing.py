"""Where the tiles of a play may lie, and which lines they form: everything about a play but arithmetic."""

from collections.abc import Mapping
from dataclasses import dataclass

from games.engine.boards import Layout, Tiles, line_through
from games.engine.moves import Play
from games.engine.problems import Problem
from games.engine.rulesets import Ruleset, undeclared
from games.engine.squares import Direction, Line, Square
from games.engine.tiles import Tile


@dataclass(frozen=True, slots=True)
class Placing:
    """A play laid on the board. `problems` are of its place only; where the place is wrong there are no lines.

    The first line is the one in the direction of the play, the others cross it in the order of the tiles.
    """

    after: Tiles
    new: Mapping[Square, Tile]
    lines: tuple[Line, ...]
    problems: tuple[Problem, ...]


def place(
    rules: Ruleset, layout: Layout, reach: int | None, board: Tiles, sealed: frozenset[Square], play: Play
) -> Placing:
    """Lay a play on a board; rules 11, 17 and Summy 2, 4, 5."""
    new: dict[Square, Tile] = {}
    problems: list[Problem] = []
    for square, tile in play.cells:
        if tile is None:
            if square not in board:
                problems.append(Problem("move.gap", cell=square))
            continue
        if square in board:
            problems.append(_occupied(board[square], tile, square))
        elif square in new:
            problems.append(Problem("move.cell.occupied", cell=square, figures={"tile": str(new[square])}))
        elif not layout.holds(square) or (reach is not None and max(map(abs, square)) > reach):
            problems.append(Problem("move.cell.outside", cell=square))
        elif square in sealed:
            problems.append(Problem("equation.neighbour_not_empty", cell=square))
        new[square] = tile
    if not new:
        problems.append(Problem("move.no_tiles" if rules.every_line else "equation.no_hand_block_used"))
    if problems or (problems := _undeclared(new)):
        return Placing(board, new, (), tuple(problems))

    along = _direction(new, play.direction)
    if problem := _apart(board, new) or _declared_otherwise(rules, new, along, play.direction):
        return Placing(board, new, (), (problem,))
    after = {**board, **new}
    main = line_through(after, next(iter(new)), along)
    crossing = _crossing(after, new, along) if rules.every_line else []
    if problem := _unconnected(rules, layout, board, new, touches=len(main.tiles) > len(new) or bool(crossing)):
        problems.append(problem)
    lines = (main, *crossing) if len(main.tiles) > 1 else tuple(crossing)
    if not lines and not problems:
        problems.append(Problem("move.no_line", cell=main.start))
    return Placing(after, new, lines, tuple(problems))


def _occupied(there: Tile, tile: Tile, square: Square) -> Problem:
    """A tile lies there. Sending it again with another face is an attempt to change what was fixed (N)."""
    if there.kind == tile.kind and there.face != tile.face:
        return Problem("move.choice.locked", cell=square, figures={"tile": str(there)})
    return Problem("move.cell.occupied", cell=square, figures={"tile": str(there)})


def _undeclared(new: Mapping[Square, Tile]) -> list[Problem]:
    if all(tile.face for tile in new.values()):
        return []
    squares = tuple(new)
    return [
        Problem(problem.code, cell=squares[problem.pos or 0], figures=problem.figures)
        for problem in undeclared(tuple(new.values()))
    ]


def _apart(board: Tiles, new: Mapping[Square, Tile]) -> Problem | None:
    """New tiles that share no row or column, or leave an empty square between them."""
    if len(new) == 1:
        return None
    xs = {square[0] for square in new}
    ys = {square[1] for square in new}
    if len(xs) > 1 and len(ys) > 1:
        (first_x, first_y), *_, last = new
        astray = next((square for square in new if square[0] != first_x and square[1] != first_y), last)
        return Problem("move.not_in_line", cell=astray)
    # Square by square and no further than the first gap: on an unbounded table the ends may lie anywhere.
    x, y, last_x, last_y = min(xs), min(ys), max(xs), max(ys)
    dx, dy = (1, 0) if len(ys) == 1 else (0, 1)
    while (x, y) != (last_x, last_y):
        x, y = x + dx, y + dy
        if (x, y) not in new and (x, y) not in board:
            return Problem("move.gap", cell=Square(x, y))
    return None


def _direction(new: Mapping[Square, Tile], said: Direction) -> Direction:
    """The direction of the squares; what is said counts for one square alone."""
    if len(new) == 1:
        return said
    first, second = list(new)[:2]
    return Direction.DOWN if first[0] == second[0] else Direction.ACROSS


def _declared_otherwise(
    rules: Ruleset, new: Mapping[Square, Tile], along: Direction, said: Direction
) -> Problem | None:
    """In Summy the declared direction decides what is judged, so it may not contradict the blocks."""
    if rules.every_line or along is said:
        return None
    return Problem("move.not_in_line", cell=list(new)[1])


def _crossing(after: Tiles, new: Mapping[Square, Tile], along: Direction) -> list[Line]:
    """The lines across the play; a tile alone is no line (rule 1)."""
    dx, dy = along.turned.step
    return [
        line_through(after, Square(x, y), along.turned)
        for x, y in new
        if (x - dx, y - dy) in after or (x + dx, y + dy) in after
    ]


def _unconnected(
    rules: Ruleset, layout: Layout, board: Tiles, new: Mapping[Square, Tile], *, touches: bool
) -> Problem | None:
    first = next(iter(new))
    if not board:
        return None if layout.centre in new else Problem("move.first_move_off_centre", cell=first)
    if touches:
        return None
    return Problem("move.not_connected" if rules.every_line else "equation.no_board_block_used", cell=first)
