"""The base formula against printed figures, and the faults found in other programs."""

import math

import pytest

from ratings.systems.glicko import MAX_EXPONENT, dampening, expectation, glicko1, rested

PUBLISHED = [(1400, 30, 1.0), (1550, 100, 0.0), (1700, 300, 0.0)]


def test_the_published_example_comes_out_to_every_printed_digit():
    rating, rd = glicko1(1500, 200, PUBLISHED)
    assert (round(rating, 4), round(rd, 4)) == (1464.1065, 151.3989)


@pytest.mark.parametrize("shift", [900, -900])
def test_the_same_games_among_players_900_points_higher_move_everyone_alike(shift):
    rating, rd = glicko1(1500, 200, PUBLISHED)
    shifted = [(r + shift, d, s) for r, d, s in PUBLISHED]
    higher, higher_rd = glicko1(1500 + shift, 200, shifted)
    assert higher == pytest.approx(rating + shift, abs=1e-9)
    assert higher_rd == rd


def test_the_order_of_games_in_a_period_does_not_matter_to_the_last_bit():
    games = [(1387.3 + 17.1 * i, 30 + 13 * i, (i % 3) / 2) for i in range(20)]
    expected = glicko1(1500, 200, games)
    for turn in range(20):
        assert glicko1(1500, 200, games[turn:] + games[:turn]) == expected
        assert glicko1(1500, 200, games[::-1]) == expected


def test_a_period_without_games_changes_nothing():
    assert glicko1(1500, 200, []) == (1500, 200)


def test_two_newcomers_move_by_the_same_amount():
    up, up_rd = glicko1(1500, 350, [(1500, 350, 1.0)])
    down, down_rd = glicko1(1500, 350, [(1500, 350, 0.0)])
    assert up > 1600
    assert up - 1500 == 1500 - down
    assert up_rd == down_rd < 350


def test_200_wins_in_one_period_over_players_3000_points_higher_stay_finite():
    rating, rd = glicko1(1500, 350, [(4500, 30, 1.0)] * 200)
    assert math.isfinite(rating)
    assert math.isfinite(rd)
    assert rating > 1500


def test_200_wins_one_by_one_over_the_same_player_level_off():
    rating, rd = 1500.0, 350.0
    for _ in range(200):
        rating, rd = glicko1(rating, rd, [(1500, 50, 1.0)])
    assert 2000 < rating < 3000
    assert 0 < rd < 350


@pytest.mark.parametrize("gap", [0, 3000, -3000, 1e6, -1e6, 1e300, -1e300])
def test_an_expectation_is_a_share_of_one_whatever_the_gap(gap):
    e = expectation(dampening(30), gap)
    assert 0 <= e <= 1
    assert e + expectation(dampening(30), -gap) == pytest.approx(1)
    assert math.exp(MAX_EXPONENT) < math.inf


def test_deviation_grows_with_days_away_up_to_its_ceiling():
    assert rested(60, 0, 4.0, 350) == 60
    assert rested(60, 365, 4.0, 350) == pytest.approx(math.sqrt(60**2 + 16 * 365))
    assert rested(60, 10**6, 4.0, 350) == 350
    # Two absences in a row are as long as one: nothing is lost by publishing in between.
    assert rested(rested(60, 100, 4.0, 350), 200, 4.0, 350) == pytest.approx(rested(60, 300, 4.0, 350))
