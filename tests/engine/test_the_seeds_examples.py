"""Every worked example of both seeds, by the seed's own numbering, and its slips, which are not to be copied.

P play, S scoring, G end, X special rules, C arithmetic, N notes of the A-Math seed; the Summy seed has no numbers.
"""

from types import MappingProxyType

import pytest

from games.engine import Challenge, Exchange, Square
from games.engine.boards import Layout, Premium
from tests.engine.shared import AMATH, SUMMY, at, auto, challenging, changes, codes, game

# -- A-Math ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rule", "line"),
    [
        ("P3", "7 × 2 = 5 + 9"),
        ("P3, as it prints it", "7 x 2 = 5 + 9"),
        ("P3", "7 * 7 = 4 2 + 7"),
        ("P3", "6 = 6"),
        ("P4", "3 + 4 = 7"),
        ("P4", "9 - 3 + 4 = 7 + 3"),
        ("S1", "7 - 7 = 6 × 0"),
        ("X5", "1 2 = 12"),
        ("X5", "1 8 5 = 1 8 5"),
        ("X6", "- 6 = 4 - 10"),
        ("X6", "- 5 = - 5"),
        ("C1", "8 × 3 ÷ 6 = 4"),
        ("C1, every step of it", "8 × 3 ÷ 6 = 2 4 ÷ 6 = 4"),
        ("C1", "7 - 4 + 5 = 3 + 5 = 8"),
        ("C2", "4 × 3 + 4 = 12 + 4 = 16"),
        ("C2", "4 × 9 ÷ 2 + 5 = 2 3"),
        ("C3", "0 ÷ 5 = 0"),
        ("C4", "2 × 2 + 1 = 10 × 1 - 5"),
        ("C4", "4 + 5 = 3 × 3 ÷ 1"),
        ("C4", "4 + 5 = 3 × 3 ÷ 1 = 8 1 ÷ 9"),
        ("C5", "2 ÷ 4 = 4 ÷ 8"),
    ],
)
def test_what_the_a_math_seed_calls_an_equation_is_one(rule, line):
    assert AMATH.check_line(line) == ()


@pytest.mark.parametrize(
    ("rule", "line", "code"),
    [
        ("X6", "- 7 = 6 + - 3", "equation.adjacent_operators"),
        ("X7", "0 7 = 7", "equation.leading_zero"),
        ("X7", "0 12 = 12", "equation.adjacent_numbers"),
        ("X7", "0 1 2 = 12", "equation.leading_zero"),
        ("X8", "- 0 = 0", "equation.signed_zero"),
        ("X8", "0 = + 0", "equation.unary_plus"),
        ("X9", "+ 7 = 5 + 2", "equation.unary_plus"),
        ("C3", "5 ÷ 0 = 5", "equation.division_by_zero"),
    ],
)
def test_what_the_a_math_seed_forbids_is_refused_and_for_that_reason(rule, line, code):
    assert codes(AMATH.check_line(line))[0] == code


def test_the_extension_of_p4_is_one_play_at_both_ends():
    position = game({"8F": "3 + 4 = 7"}).play(at("8D", "9 - . . . . . + 3"))
    assert position.problems(Exchange(count=1)) == ()
    assert position.total == (15, 0)


def test_the_longer_chain_of_c4_is_one_play():
    position = game({"8B": "4 + 5 = 3 × 3 ÷ 1"}).play(at("8K", "= 8 1 ÷ 9"))
    assert position.total == (22, 0)


def test_the_34_points_of_s1_come_from_the_premiums_it_names():
    premiums = {Square(8, 8): Premium(piece=3), Square(11, 8): Premium(piece=2), Square(13, 8): Premium(equation=2)}
    position = game(layout=Layout(15, 15, Square(8, 8), MappingProxyType(premiums)))
    score = position.score(at("8H", "7 - 7 = 6 × 0"))
    assert [tile.points for tile in score.lines[0].tiles] == [2 * 3, 2, 2, 1 * 2, 2, 2, 1]
    assert (score.lines[0].multiplier, score.total) == (2, 17 * 2)


def test_s2_a_premium_counts_on_the_turn_that_covers_it_and_never_again():
    position = AMATH.opening(settings=auto()).play(at("8H", "7 - 7 = 6 × 0"))
    assert position.total == ((2 * 3 + 2 + 2 + 1 + 2 * 2 + 2 + 1), 0)  # H8 a t, L8 a d
    longer = position.score(at("8F", "0 +"))  # leftwards: 0+7-7=6×0
    assert [tile.points for tile in longer.lines[0].tiles] == [1, 2, 2, 2, 2, 1, 2, 2, 1]
    assert (longer.lines[0].multiplier, longer.total) == (1, 15)


def test_n_a_choice_scores_one_whatever_it_is_and_a_blank_nothing_but_the_premium_of_its_equation():
    position = game(layout=Layout(15, 15, Square(8, 8), MappingProxyType({Square(8, 8): Premium(equation=2)})))
    assert [tile.points for tile in position.score(at("8F", "3 +/-:+ ?:4 = 7")).lines[0].tiles] == [1, 1, 0, 1, 2]
    assert position.score(at("8F", "3 +/-:+ ?:4 = 7")).total == 10
    piece = game(layout=Layout(15, 15, Square(8, 8), MappingProxyType({Square(8, 8): Premium(piece=3)})))
    assert piece.score(at("8F", "3 +/-:+ ?:4 = 7")).total == 5
    assert piece.score(at("8F", "12 ×/÷:÷ ×/÷:×")).total == 3 + 1 + 3
    assert piece.score(at("8F", "12 ×/÷:× ×/÷:÷")).total == 3 + 1 + 3


def test_x2_eight_tiles_in_one_turn_earn_forty_more():
    position = game(racks=["1 2 +/- 3 ? = 4 2".split(), 8])
    score = position.score(at("8B", "1 2 +/-:+ 3 ?:0 = 4 2"))
    assert (score.bingo, score.lines[0].points, score.total) == (40, 8, 48)


def test_x3_a_wrong_play_is_lifted_at_nought_and_a_right_one_costs_the_challenger_the_turn():
    start = AMATH.opening(settings=challenging())
    wrong = start.play(at("8F", "3 + 4 = 8")).play(Challenge())
    assert (dict(wrong.board), wrong.total, wrong.to_move) == ({}, (0, 0), 1)
    right = start.play(at("8F", "3 + 4 = 7")).play(Challenge())
    assert (len(right.board), right.total, right.to_move) == (5, (12, 0), 0)
    assert changes(wrong) == [("play", 0, 12), ("play_withdrawn", 0, -12)]


# -- its slips -------------------------------------------------------------------------------------------------


def test_slip_c2_ends_in_8_where_the_sum_is_23():
    (problem,) = AMATH.check_line("4 × 9 ÷ 2 + 5 = 8")
    assert (problem.figures["left"], problem.figures["right"]) == ("23", "8")
    assert codes(AMATH.check_line("18 + 5 = 8")) == ["equation.unbalanced"]


def test_slip_c4_swaps_tiles_that_lie_although_both_lines_are_true():
    before, after = "2 × 2 + 1 = 10 × 1 - 5", "12 ÷ 3 + 1 × 1 = 10 × 1 - 5 ÷ 1"
    assert AMATH.check_line(before) == AMATH.check_line(after) == ()
    position = game({"8A": before})
    assert "move.cell.occupied" in codes(position.problems(at("8A", after)))
    assert position.problems(at("8L", "÷ 1")) == ()  # what can be added by adding


def test_slip_x5_says_two_digits_and_shows_three():
    assert AMATH.check_line("1 8 5 = 1 8 5") == ()
    assert codes(AMATH.check_line("1 8 5 0 = 1 8 5 0"))[0] == "equation.number_too_long"


def test_slip_x6_is_false_as_well_as_illegal():
    assert codes(AMATH.check_line("- 7 = 6 + - 3")) == ["equation.adjacent_operators"]
    (problem,) = AMATH.check_line("- 7 = 6 - 3")
    assert (problem.figures["left"], problem.figures["right"]) == ("-7", "3")


def test_slip_s1_lies_on_no_line_of_the_real_board():
    wanted = [Premium(piece=3), None, None, Premium(piece=2), None, Premium(equation=2), None]
    rows = [[AMATH.layout.premiums.get(Square(x, y)) for x in range(1, 16)] for y in range(1, 16)]
    assert not any(row[start : start + 7] == wanted for row in rows for start in range(9))
    position = game(layout=AMATH.layout)
    plays = [at(f"8{column}", "7 - 7 = 6 × 0") for column in "BCDEFGH"]  # the board is the same turned
    assert 34 not in {position.score(play).total for play in plays}


def test_slip_p2_and_x4_the_two_and_three_minutes_a_turn_are_no_rule():
    assert AMATH.settings().turn_limit_ms is None
    assert AMATH.settings().clock_ms == 22 * 60_000


# -- Summy -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("line", "points"), [("8 x 1 5 = 1 2 0", 17), ("1 + 2 = 3", 6), ("1 + 2 + 3 = 6", 12)])
def test_what_the_summy_seed_calls_a_sum_is_one_and_scores_its_digits(line, points):
    assert SUMMY.check_line(line) == ()
    blocks = line.split()
    place = f"{-blocks.index('=')},0"
    run = " ".join("." if block == "=" else block for block in blocks)
    assert SUMMY.opening(settings=auto(SUMMY)).play(at(place, run, SUMMY)).total == (points, 0)


def test_multiplying_and_dividing_go_before_adding_and_subtracting():
    assert SUMMY.check_line("2 + 3 x 4 = 1 4") == SUMMY.check_line("1 0 - 6 : 2 = 7") == ()
    assert codes(SUMMY.check_line("2 + 3 x 4 = 2 0")) == ["equation.unbalanced"]


def test_the_half_saved_revision_is_another_games_rules():
    """Its hand of 5, its point a tile, its result bonus, its `4=4`, and its many sums a turn are not Summy's."""
    opening = SUMMY.opening()
    assert [rack.size for rack in opening.racks] == [8, 8]
    assert opening.play(at("-3,0", "2 + 3 . 5", SUMMY)).total == (10, 0)  # 2+3+5: by chance what it says, but
    assert opening.play(at("-3,0", "1 + 1 . 2", SUMMY)).total == (4, 0)  # not 5 tiles + 2
    assert codes(opening.problems(at("-1,0", "4 . 4", SUMMY))) == ["equation.no_operator_before_equals"]
    assert not SUMMY.layout.premiums
    touching = opening.play(at("-3,0", "2 + 3 . 5", SUMMY)).problems(at("2,0v", "1 + 1", SUMMY))
    assert codes(touching) == ["equation.neighbour_not_empty"]


def test_a_result_stands_alone_after_the_sign_and_an_operator_before_it():
    assert codes(SUMMY.check_line("1 + 2 = 2 + 1")) == ["equation.result_not_a_number"]
    assert codes(SUMMY.check_line("3 = 3")) == ["equation.no_operator_before_equals"]
    assert codes(SUMMY.check_line("1 + 2 = 3 = 3")) == ["equation.multiple_equals"]
