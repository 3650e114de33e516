"""Every line of `amath_equations*.csv` is judged as its row says, alone and on the board."""

import pytest

from games.engine import IllegalMove, Line, Square, play_line
from games.engine.squares import Direction, squares_from
from tests.engine.cases import each_row, present
from tests.engine.shared import AMATH, auto, codes


@each_row("amath_equations*.csv", has=["tiles", "valid"])
def test_each_line_is_valid_or_not_as_its_row_says(row):
    row = present(row)
    problems = AMATH.check_line(row["tiles"])
    assert ("invalid" if problems else "valid") == row["valid"], codes(problems) or row["reason"]
    assert AMATH.check_line(row["tiles"].split(" ")) == problems  # empty tokens and all


@pytest.mark.parametrize("direction", Direction)
@each_row("amath_equations*.csv", has=["tiles", "valid"])
def test_its_last_tile_is_refused_on_the_board_exactly_when_the_line_is_invalid(row, direction):
    row = present(row)
    tiles, unread = AMATH.tiles.look_up(row["tiles"].split())
    if unread or len(tiles) < 2:
        assert row["valid"] == "invalid"
        return
    squares = list(squares_from(Square(1, 8) if direction is Direction.ACROSS else Square(8, 1), direction, 15))
    *before, last = zip(squares, tiles, strict=False)
    if not all(tile.declared for _, tile in before):
        assert row["valid"] == "invalid"
        return
    try:
        position = AMATH.set_up(dict(before), settings=auto())
    except IllegalMove:  # more tiles than the set has, already before the last one
        assert row["valid"] == "invalid"
        return
    play = play_line(last[0], direction, [last[1]])
    problems = position.problems(play)
    assert ("invalid" if problems else "valid") == row["valid"], codes(problems)
    assert all(problem.line in (None, Line(direction, squares[0], tiles)) for problem in problems)
