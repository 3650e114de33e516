"""Scores on the real board: pieces, equations, bingo. Rules 10, 12, 13 (S1, S2, X2), C40."""

import pytest

from games.engine import IllegalMove, Square
from games.engine.boards import Premium
from tests.engine.shared import AMATH, PRIMARY, at, auto, game, turned_play


def real(runs=None, **more):
    return game(runs, layout=AMATH.layout, **more)


@pytest.mark.parametrize(
    ("runs", "play", "total"),
    [
        ({}, at("8H", "6 = 6"), 6 + 1 + 2),  # the star triples the piece, and is no equation premium
        ({}, at("8D", "6 + 6 = 12"), 2 * 2 + 2 + 2 + 1 + 3 * 3),  # D8 a d
        ({}, at("8B", "1 2 + 3 0 = 4 2"), 1 + 1 + 2 * 2 + 1 + 1 + 1 + 6 + 1 + 40),
        ({"8B": "4 + 5 = 3 × 3 ÷ 1"}, at("8K", "= 8 1 ÷ 9"), (14 + 1 + 2 * 2 + 1 + 2 + 2) * 3),  # O8 a T
        ({"D4": "3"}, at("4D", ". = 3"), 1 + 1 + 1),  # D4 a D, but covered before
        ({"4E": "="}, at("4D", "3 . 3"), (1 + 1 + 1) * 2),
        ({"D5": "= 3"}, at("D4", "3"), (1 + 1 + 1) * 2),
        ({"2C": "= 3 + 0 - 0 + 0 - 0 ÷"}, at("2B", "3 . . . . . . . . . . . 1"), (8 * 1 + 5 * 2) * 4),
    ],
)  # fmt: skip
def test_the_premiums_of_the_real_board_count_under_new_tiles_only(runs, play, total):
    position = real(runs)
    assert position.score(play).total == total
    turned = AMATH.set_up({Square(y, x): tile for (x, y), tile in position.board.items()}, settings=auto())
    assert turned.score(turned_play(play)).total == total


def test_two_triple_equations_make_nine_and_with_a_third_twenty_seven():
    row = {"1B": "= 6 + 0 - 0", "1I": "× 5 + 0 - 0"}
    play = at("1A", "6 . . . . . . 0 . . . . . . 0")
    assert real(row).score(play).lines[0].multiplier == 27
    two = at("1A", "6 . . . . . . 0")
    assert real(row).score(two).lines[0].multiplier == 9
    assert real(row).score(two).total == 9 * (2 + 1 + 2 + 2 + 1 + 2 + 1 + 1 + 2 + 2 + 2 + 1 + 2 + 1)


def test_a_tile_in_two_lines_counts_in_both_with_its_premium():
    crossing = real({"8E": "3 - 3 = 0 × 7", "L9": "= 5"})
    score = crossing.score(at("8L", "5"))
    assert [str(line.line) for line in score.lines] == ["3 - 3 = 0 × 7 5", "5 = 5"]
    assert [tile.premium for line in score.lines for tile in line.tiles if tile.square == Square(12, 8)] == [
        Premium(piece=2)
    ] * 2
    assert [tile.points for line in score.lines for tile in line.tiles if tile.square == Square(12, 8)] == [4, 4]
    assert score.total == sum(line.points for line in score.lines)


def test_an_equation_premium_under_a_shared_tile_multiplies_both_lines():
    position = real({"4A": "2 + 1", "D5": "= 3"})
    score = position.score(at("4D", "3"))
    assert [(str(line.line), line.multiplier, line.points) for line in score.lines] == [
        ("2 + 1 3", 2, 10), ("3 = 3", 2, 6)
    ]  # fmt: skip
    assert score.total == 16


def test_the_next_play_counts_what_lies_on_a_premium_at_its_face():
    position = real().play(at("8H", "6 = 6"))
    assert position.score(at("8K", "+ 0")).total == 2 + 1 + 2 + 2 + 2 * 1  # L8 is new, H8 is not
    assert [tile.premium for tile in position.score(at("8K", "+ 0")).lines[0].tiles] == [
        Premium(), Premium(), Premium(), Premium(), Premium(piece=2)
    ]  # fmt: skip


@pytest.mark.parametrize(("place", "points"), [("8H", 0), ("8G", 0)])
def test_a_blank_is_nought_under_any_piece_premium_and_triggers_equation_premiums(place, points):
    assert real().score(at(place, "?:6 ?:= ?:6")).total == points
    assert real({"4E": "= 3"}).score(at("4D", "?:3")).total == 2 * (0 + 1 + 1)


@pytest.mark.parametrize("face", ["+", "-"])
def test_a_choice_scores_one_whatever_it_is(face):
    assert game().score(at("8F", f"3 +/-:{face} 4 = 7")).total == 1 + 1 + 2 + 1 + 2


@pytest.mark.parametrize(("tiles", "bonus"), [("1 2 + 3 0 = 4 2", 40), ("1 2 + 3 = 1 5", 0), ("6 = 6", 0)])
@pytest.mark.parametrize("rules", [AMATH, PRIMARY])
def test_eight_new_tiles_earn_forty_once_after_all_multipliers(rules, tiles, bonus):
    score = rules.opening(settings=auto(rules)).score(at("8B", tiles, rules) if bonus else at("8H", tiles, rules))
    assert score.bingo == bonus
    assert score.total == sum(line.points for line in score.lines) + bonus


def test_seven_new_tiles_on_a_line_of_eight_are_no_bingo():
    position = game({"8H": "4"})
    score = position.score(at("8B", "1 2 + 3 0 = . 2"))
    assert (len(score.lines[0].tiles), score.bingo) == (8, 0)


def test_the_score_says_every_tile_its_square_and_its_points():
    (line,) = real().score(at("8H", "?:7 - 7 = 0")).lines
    assert [(tile.square, tile.tile, tile.points) for tile in line.tiles] == [
        (Square(8, 8), "?:7", 0), (Square(9, 8), "-", 2), (Square(10, 8), "7", 2), (Square(11, 8), "=", 1),
        (Square(12, 8), "0", 2),
    ]  # fmt: skip
    assert (line.multiplier, line.points) == (1, 7)


def test_a_play_that_cannot_lie_there_has_no_score_and_a_wrong_one_has():
    with pytest.raises(IllegalMove):
        real().score(at("8I", "6 = 6"))
    assert real().score(at("8H", "6 = 5")).total == 9
