"""Every sum of `summy_sums*.csv` is judged and scored as its row says, alone and on the table."""

import pytest

from games.engine import IllegalMove, Square, play_line
from games.engine.squares import Direction, squares_from
from tests.engine.cases import each_row, present
from tests.engine.shared import SUMMY, codes


@each_row("summy_sums*.csv", has=["tiles", "valid"])
def test_each_sum_is_valid_or_not_as_its_row_says(row):
    row = present(row)
    problems = SUMMY.check_line(row["tiles"])
    assert ("invalid" if problems else "valid") == row["valid"], codes(problems) or row["reason"]
    assert SUMMY.check_line(row["tiles"].split(" ")) == problems


@pytest.mark.parametrize("direction", Direction)
@each_row("summy_sums*.csv", has=["tiles", "valid"])
def test_its_last_block_is_refused_or_scored_on_the_table_as_its_row_says(row, direction):
    row = present(row)
    blocks, unread = SUMMY.tiles.look_up(row["tiles"].split())
    if unread:
        assert row["valid"] == "invalid"
        return
    *before, last = zip(squares_from(Square(-3, -2), direction, len(blocks)), blocks, strict=True)
    try:
        position = SUMMY.set_up(dict(before))
    except IllegalMove:  # more blocks than the set has, already before the last one
        assert row["valid"] == "invalid"
        return
    play = play_line(last[0], direction, [last[1]])
    problems = position.problems(play)
    assert ("invalid" if problems else "valid") == row["valid"], codes(problems)
    if row["valid"] == "valid":
        assert position.play(play).total == (int(row["points"]), 0)
