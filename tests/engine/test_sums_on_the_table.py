"""Where a sum of Summy may lie, what seals its ends, and what it scores. Summy 2-6 and 10."""

from types import MappingProxyType

import pytest

from games.engine import ACROSS, DOWN, Play, Square, play_at, play_line
from games.engine.boards import Layout, Premium
from tests.engine.shared import SUMMY, at, auto, codes, turned_play


def table(*plays, **more):
    position = SUMMY.opening(**more)
    for place, blocks in plays:
        position = position.play(at(place, blocks, SUMMY))
    return position


FIRST = ("-3,0", "1 + 2 . 3")
"""`1+2=3` across, through the first `=`: from (-3, 0) to (1, 0)."""


def test_the_first_sum_goes_through_the_sign_in_the_middle():
    position = table(FIRST)
    assert position.total == (6, 0)
    assert [position.board[Square(x, 0)].face for x in range(-3, 2)] == ["1", "+", "2", "=", "3"]
    assert len(position.board) == 5
    assert codes(table().problems(at("0,1", "1 + 2 = 3", SUMMY))) == ["equation.no_board_block_used"]
    assert codes(table().problems(at("5,5", "1 + 2 = 3", SUMMY))) == ["equation.no_board_block_used"]


def test_a_sum_holds_a_block_from_the_table_touching_one_is_not_enough():
    position = table(FIRST)
    for place in ("-3,1", "-2,-1", "2,1v", "-4,0v"):
        problems = position.problems(at(place, "1 + 2 = 3", SUMMY))
        assert codes(problems)[0] in ("equation.no_board_block_used", "equation.neighbour_not_empty")
    (problem,) = position.problems(at("-3,1", "4 + 2 = 6", SUMMY))
    assert (problem.code, problem.cell) == ("equation.no_board_block_used", Square(-3, 1))


def test_a_sum_holds_a_block_from_the_hand():
    position = table(FIRST)
    assert codes(position.problems(at("-3,0", ". . . . .", SUMMY))) == ["equation.no_hand_block_used"]
    assert codes(position.problems(Play((), ACROSS))) == ["equation.no_hand_block_used"]


@pytest.mark.parametrize(("place", "blocks", "cell"), [
    ("2,0", "0", (2, 0)),  # 1+2=30
    ("-4,0", "1", (-4, 0)),  # 11+2=3
    ("-5,0", "1 + . . . . .", (-4, 0)),
    ("2,-2v", "1 + 2 = 3", (2, 0)),  # the end of a sum stays empty in both directions
    ("-4,0v", "5", (-4, 0)),
])  # fmt: skip
def test_the_cells_before_and_after_a_sum_stay_empty_for_ever(place, blocks, cell):
    problems = table(FIRST).problems(at(place, blocks, SUMMY))
    assert (problems[0].code, problems[0].cell) == ("equation.neighbour_not_empty", Square(*cell))


def test_a_sum_down_seals_the_cells_above_and_below_it():
    position = table(FIRST, ("-3,0v", ". + 7 = 8"))
    assert position.sealed == {Square(-4, 0), Square(2, 0), Square(-3, -1), Square(-3, 5)}
    assert codes(position.problems(at("-3,5", "1", SUMMY)))[0] == "equation.neighbour_not_empty"
    assert position.total == (6, 16)


def test_a_sum_that_ends_against_a_block_is_read_with_it():
    position = table(FIRST)
    assert position.problems(at("-1,-4v", "1 + 1 =", SUMMY)) == ()  # 1+1=2, the 2 of the first sum
    (problem,) = position.problems(at("-1,-4v", "1 + 2 =", SUMMY))
    assert (problem.code, problem.line.equation, problem.cell) == ("equation.unbalanced", "1+2=2", Square(-1, 0))
    (problem,) = position.problems(at("1,-5v", "5 - 2 =", SUMMY))
    assert problem.code == "equation.no_board_block_used"  # one short of the 3


def test_blocks_beside_a_sum_need_not_form_anything():
    """Not like Scrabble: crossing lines are neither checked nor scored."""
    position = table(FIRST, ("-3,0v", ". + 7 = 8"))
    position = position.play(at("-1,-2v", "4 - . = 2", SUMMY))
    assert position.total == (6 + 8, 16)
    score = position.events[-1].score
    assert [str(line.line) for line in score.lines] == ["4 - 2 = 2"]
    close = at("1,-2v", "9 : . = 3", SUMMY)  # its 9, : and = lie beside nothing; now one right beside it
    position = position.play(close)
    beside = at("0,-2v", "8 - . 0", SUMMY)  # 8-=0 is no sum, whatever lies to its right
    assert {p.line.equation for p in position.problems(beside)} == {"8-=0"}
    tight = at("0,-3v", "1 + 2 . 3", SUMMY)  # rows -2 and -1 now read +9 and 2: across, and nobody minds
    assert position.problems(tight) == ()
    assert position.score(tight).total == 6


def test_a_row_of_blocks_from_other_sums_may_be_used_in_a_sum():
    """Two sums down, side by side with a gap: a sum across takes a block of each."""
    position = table(FIRST, ("-3,0v", ". + 7 = 8"), ("-1,0v", ". + 4 = 6"))
    across = at("-4,2", "1 . - . = 1 3", SUMMY)
    assert position.problems(across) == ()
    assert position.score(across).total == 1 + 7 + 4 + 1 + 3


@pytest.mark.parametrize("turn", [False, True])
def test_the_declared_direction_decides_what_is_judged(turn):
    one = at("1,0", "3", SUMMY)
    position = SUMMY.set_up({Square(x, 0): SUMMY.tiles.tile(b) for x, b in zip(range(-3, 1), "1+2=", strict=True)})
    if turn:
        one = play_line(Square(1, 0), DOWN, [SUMMY.tiles.tile("3")])
        assert codes(position.problems(one)) == ["equation.no_board_block_used"]
    else:
        assert position.score(one).total == 6


def test_a_direction_that_the_blocks_contradict_is_refused():
    seven = SUMMY.tiles.tile("7")
    play = play_at({Square(1, 0): seven, Square(2, 0): seven}, direction=DOWN)
    (problem,) = SUMMY.opening().problems(play)
    assert (problem.code, problem.cell) == ("move.not_in_line", Square(2, 0))
    assert codes(SUMMY.opening().problems(turned_play(play))) == ["move.not_in_line"]


def test_all_blocks_of_a_sum_are_in_it_without_gaps():
    tile = SUMMY.tiles.tile
    apart = play_at({Square(-1, 0): tile("1"), Square(1, 0): tile("2"), Square(3, 0): tile("3")})
    assert [(p.code, p.cell) for p in table().problems(apart)] == [("move.gap", Square(2, 0))]
    askew = play_at({Square(-1, 0): tile("1"), Square(1, 1): tile("2")})
    assert codes(table().problems(askew)) == ["move.not_in_line"]
    assert codes(table().problems(at("0,0", "+ 1", SUMMY))) == ["move.cell.occupied"]
    nine = at("-7,0", "1 0 + 2 + 3 3 . 4 5", SUMMY)
    assert codes(table().problems(nine)) == ["move.rack.too_many"]


def test_a_wrong_sum_is_refused_at_once_with_both_values():
    (problem,) = table().problems(at("-3,0", "1 + 2 . 4", SUMMY))
    assert (problem.code, problem.cell, problem.pos) == ("equation.unbalanced", Square(1, 0), 4)
    assert dict(problem.figures) == {"left": "3", "right": "4", "side": 1}


def test_a_sum_of_noughts_is_a_real_play_of_nought():
    position = table(("-3,0", "0 + 0 . 0"))
    assert (position.total, position.to_move, len(position.board)) == ((0, 0), 1, 5)


def test_old_blocks_score_again_with_every_sum_that_holds_them():
    assert table(FIRST, ("-1,0v", ". x 4 = 8")).total == (6, 2 + 4 + 8)


def test_signs_score_nothing_and_eight_blocks_earn_no_bonus():
    position = table(("-5,0", "1 2 + 1 3 . 2 5"))
    assert position.events[-1].score.bingo == 0
    assert position.total == (1 + 2 + 1 + 3 + 2 + 5, 0)
    assert len(position.events[-1].move.placed) == 7
    eight = table(("-5,0", "1 2 + 9 9 . 1 1 1"))
    assert len(eight.events[-1].move.placed) == 8
    assert (eight.events[-1].score.bingo, eight.total) == (0, (1 + 2 + 9 + 9 + 3, 0))


@pytest.mark.parametrize(("place", "blocks", "fits"), [
    ("-3,0", "1 + 2 . 3", True), ("-4,0", "1 0 + 2 . 1 2", False), ("0,-3v", "1 + 2 . 3", True),
    ("0,-4v", "1 0 - 7 . 3", False), ("-1,0", "5", True),
])  # fmt: skip
def test_a_table_may_have_a_limit(place, blocks, fits):
    limited = SUMMY.opening(settings=auto(SUMMY, reach=3))
    problems = limited.problems(at(place, blocks, SUMMY))
    assert ("move.cell.outside" not in codes(problems)) == fits
    assert "move.cell.outside" not in codes(SUMMY.opening().problems(at(place, blocks, SUMMY)))


def test_a_long_number_may_be_written_over_many_blocks():
    position = table(("-4,0", "9 0 + 9 . 9 9"), ("1,0v", ". 0 1 x 1 = 9 0 1"))
    assert position.total == (9 + 9 + 9 + 9, 9 + 1 + 1 + 9 + 1)


def test_premiums_are_data_of_the_layout_and_summy_has_none():
    layout = Layout(None, None, Square(0, 0), MappingProxyType({Square(1, 0): Premium(piece=3)}))
    assert SUMMY.opening(layout=layout).play(at(*FIRST, SUMMY)).total == (12, 0)
    assert SUMMY.layout.premiums == {}
