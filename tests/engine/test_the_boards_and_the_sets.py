"""The board's squares (E1) and the tile sets (E2, N, Summy 1), counted against the rule pages."""

from collections import Counter
from dataclasses import fields

import pytest

from games.engine import Square
from games.engine.boards import PREMIUM_LETTERS, PREMIUMS, Premium
from tests.engine.shared import AMATH, PRIMARY, SUMMY, turned

SQUARES = [Square(x, y) for x in range(1, 16) for y in range(1, 16)]

PICTURE = """
T . . d . . . T . . . d . . T
. D . . . t . . . t . . . D .
. . D . . . d . d . . . D . .
d . . D . . . d . . . D . . d
. . . . t . . . . . t . . . .
. t . . . t . . . t . . . t .
. . d . . . d . d . . . d . .
T . . d . . . t . . . d . . T
"""


def letter(square):
    premium = AMATH.layout.premiums.get(square)
    return PREMIUM_LETTERS[premium] if premium else "."


def test_a_letter_of_the_picture_is_the_premium_of_the_rules():
    assert dict(PREMIUMS) == {
        "T": Premium(equation=3, piece=1),
        "D": Premium(equation=2, piece=1),
        "t": Premium(equation=1, piece=3),
        "d": Premium(equation=1, piece=2),
    }


def test_the_premium_squares_number_8_12_17_24_and_the_plain_ones_164():
    assert Counter(map(letter, SQUARES)) == {"T": 8, "D": 12, "t": 17, "d": 24, ".": 164}


def test_the_upper_half_is_as_drawn_in_the_rules():
    rows = ["".join(letter(Square(x, y)) for x in range(1, 16)) for y in range(1, 9)]
    assert rows == PICTURE.replace(" ", "").split()


@pytest.mark.parametrize(
    "mirror",
    [
        lambda s: Square(16 - s.x, s.y),
        lambda s: Square(s.x, 16 - s.y),
        turned,
        lambda s: Square(16 - s.y, 16 - s.x),
    ],
    ids=["left and right", "up and down", "main diagonal", "other diagonal"],
)
def test_the_board_is_symmetric(mirror):
    assert [letter(square) for square in SQUARES] == [letter(mirror(square)) for square in SQUARES]


@pytest.mark.parametrize("rules", [AMATH, PRIMARY])
def test_the_star_is_the_middle_and_triples_the_piece_not_the_equation(rules):
    assert rules.layout.centre == Square(8, 8)
    assert rules.layout.premiums[Square(8, 8)] == Premium(equation=1, piece=3)


@pytest.mark.parametrize(
    ("x", "y", "inside"), [(1, 1, 1), (15, 15, 1), (0, 1, 0), (1, 0, 0), (16, 15, 0), (15, 16, 0)]
)
def test_the_board_has_fifteen_columns_and_rows(x, y, inside):
    assert AMATH.layout.holds(Square(x, y)) == bool(inside)


def test_the_table_has_no_edge_no_premium_and_begins_at_nought():
    assert SUMMY.layout.holds(Square(-(10**9), 10**9))
    assert not SUMMY.layout.premiums
    assert SUMMY.layout.centre == Square(0, 0)


# The seed's list, tile by tile: how many and how many points.
FULL = """
0 5 1  1 6 1  2 6 1  3 5 1  4 5 2  5 4 2  6 4 2  7 4 2  8 4 2  9 4 2  10 2 3  11 1 4  12 2 3  13 1 6  14 1 4  15 1 4
16 1 4  17 1 6  18 1 4  19 1 7  20 1 5  + 4 2  - 4 2  +/- 5 1  × 4 2  ÷ 4 2  ×/÷ 4 1  = 11 1  ? 4 0
"""
JUNIOR = {
    **dict.fromkeys("01234", 4),
    **dict.fromkeys("568", 3),
    **dict.fromkeys("79", 2),
    **dict.fromkeys("10 11 12 13 14 15 16 20".split(), 1),
    "+": 4,
    "-": 4,
    "+/-": 5,
    "×/÷": 4,
    "=": 8,
    "?": 4,
}


def test_the_full_set_is_the_seeds_list_of_100_tiles_and_180_points():
    words = FULL.split()
    rows = {words[i]: (int(words[i + 1]), int(words[i + 2])) for i in range(0, len(words), 3)}
    assert {kind: (AMATH.tile_counts[kind], AMATH.tile_points[kind]) for kind in AMATH.tile_counts} == rows
    assert (AMATH.tiles.size, len(rows)) == (100, 29)
    assert sum(count * points for count, points in rows.values()) == 180


def test_the_primary_set_has_70_tiles_at_the_points_of_the_full_one():
    assert dict(PRIMARY.tile_counts) == JUNIOR
    assert PRIMARY.tiles.size == 70
    assert all(PRIMARY.tile_points[kind] == AMATH.tile_points[kind] for kind in JUNIOR)


def test_summy_has_94_blocks_of_which_one_lies_and_sixteen_are_dealt():
    counts = {**dict.fromkeys("0123456789", 6), **dict.fromkeys("+-x:", 5), "=": 14}
    assert dict(SUMMY.tile_counts) == counts
    assert SUMMY.tiles.size == 94
    assert {kind: SUMMY.tile_points[kind] for kind in counts} == {k: int(k) if k.isdigit() else 0 for k in counts}
    opening = SUMMY.opening()
    assert {square: str(tile) for square, tile in opening.board.items()} == {Square(0, 0): "="}
    assert (opening.bag_count, [rack.size for rack in opening.racks]) == (94 - 1 - 16, [8, 8])


@pytest.mark.parametrize(
    ("rules", "numbers"), [(AMATH, range(21)), (PRIMARY, [*range(17), 20])], ids=["full set", "primary"]
)
def test_a_blank_may_stand_for_any_number_and_sign_of_its_set(rules, numbers):
    faces = [str(number) for number in numbers] + ["+", "-", "×", "÷", "="]
    assert sorted(rules.tiles.faces["?"]) == sorted(faces)
    assert rules.tiles.faces["+/-"] == ("+", "-")
    assert rules.tiles.faces["×/÷"] == ("×", "÷")
    assert SUMMY.tiles.faces == {}


@pytest.mark.parametrize(("rules", "bag"), [(AMATH, 84), (PRIMARY, 54)])
def test_a_game_begins_with_an_empty_board_and_two_racks_of_eight(rules, bag):
    opening = rules.opening()
    assert (dict(opening.board), opening.bag_count, opening.to_move) == ({}, bag, 0)
    assert [rack.size for rack in opening.racks] == [8, 8]
    assert (opening.total, opening.events, opening.outcome) == ((0, 0), (), None)


@pytest.mark.parametrize("sides", [2, 3, 4])
def test_two_to_four_sides_may_play_and_each_draws_eight(sides):
    assert AMATH.opening(sides=sides).bag_count == 100 - 8 * sides


@pytest.mark.parametrize("sides", [0, 1, 5])
def test_another_number_of_sides_is_no_game(sides):
    with pytest.raises(ValueError, match="sides"):
        AMATH.opening(sides=sides)


def test_the_clock_allows_22_minutes_20_in_the_primary_set_and_summy_has_none():
    assert [rules.settings().clock_ms for rules in (AMATH, PRIMARY, SUMMY)] == [1_320_000, 1_200_000, None]


def test_the_primary_game_is_a_math_but_for_its_set_and_its_clock():
    different = {f.name for f in fields(AMATH) if getattr(AMATH, f.name) != getattr(PRIMARY, f.name)}
    assert different == {"name", "title", "tiles", "clock_ms"}


def test_settings_start_as_the_rules_decide():
    amath, summy = AMATH.settings(), SUMMY.settings()
    assert (amath.judging, amath.scoreless_end, summy.judging, summy.scoreless_end) == ("challenge", 3, "auto", 1)
    assert (amath.strict_zero_sign, amath.refuse_excess, amath.turn_limit_ms, amath.reach) == (
        False,
        True,
        None,
        None,
    )
    rule = amath.overtime
    assert (rule.points_per_minute, rule.started_minutes, rule.cap, rule.forfeit_after_ms) == (
        10,
        True,
        50,
        300_000,
    )
