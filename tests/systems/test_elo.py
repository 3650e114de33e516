"""Elo: one K per player and period, newcomers by performance, a cap that can be had."""

import math

import pytest

from ratings.systems import get_system
from ratings.systems.counted import Counted
from ratings.systems.elo import expectation, performance
from ratings.systems.protocol import Career

SYSTEM = get_system("elo", {})


def after(state, games, **values):
    return get_system("elo", values).rate(state, games)


@pytest.mark.parametrize(
    ("gap", "expected"), [(0, 0.5), (100, 0.6401), (200, 0.7597), (-200, 0.2403), (400, 0.9091)]
)
def test_the_curve_is_elos(gap, expected):
    assert expectation(gap) == pytest.approx(expected, abs=5e-5)


@pytest.mark.parametrize(
    ("career", "rating", "k"),
    [(0, 1500, 40), (29, 2450, 40), (30, 1500, 20), (30, 2399, 20), (30, 2400, 10), (500, 2700, 10)],
)
def test_k_is_40_for_30_games_then_20_and_10_from_2400(career, rating, k):
    own, other = Counted(rating, career), Counted(rating, 100)
    assert after({1: own, 2: other}, [(1, 2, 9, 1)])[1].rating == rating + k / 2


def test_a_whole_event_is_rated_from_the_ratings_before_it():
    state = {1: Counted(1600.0, 50), 2: Counted(1500.0, 50), 3: Counted(1750.0, 50)}
    games = [(1, 2, 30, 1), (1, 3, 12, 2), (2, 3, 0, 3)]
    found = after(state, games)
    assert SYSTEM.cuts(9) == ()
    expected = expectation(100) + expectation(-150)
    assert found[1].rating == pytest.approx(1600 + 20 * (2 - expected))
    assert (found[1].games, found[1].actual) == (2, 2)
    assert found[1].expected == pytest.approx(expected)
    assert sum(s.rating for s in found.values()) == pytest.approx(1600 + 1500 + 1750)


def test_where_a_gap_is_capped_a_win_over_the_weakest_is_worth_as_much_as_400_points_below():
    strong = Counted(2300.0, 100)
    far = after({1: strong, 2: Counted(1200.0, 100)}, [(1, 2, 1, 1)], cap=400)[1].rating
    near = after({1: strong, 2: Counted(1900.0, 100)}, [(1, 2, 1, 1)])[1].rating
    free = after({1: strong, 2: Counted(1200.0, 100)}, [(1, 2, 1, 1)])[1].rating
    assert free < far == near


def test_a_newcomer_gets_a_performance_that_fits_his_games_and_two_draws():
    state = {0: SYSTEM.enter(None, 738_000)} | {n: Counted(1600.0 + 50 * n, 60) for n in range(1, 6)}
    rating = after(state, [(0, n, 1 if n < 4 else -1, n) for n in range(1, 6)])[0].rating
    wins = sum(expectation(rating - 1600 - 50 * n) for n in range(1, 6)) + 2 * expectation(rating - 1500)
    assert wins == pytest.approx(4)


@pytest.mark.parametrize("margin", [1, -1])
def test_all_won_or_all_lost_is_a_performance_too(margin):
    state = {0: SYSTEM.enter(None, 738_000)} | {n: Counted(1500.0, 60) for n in range(1, 11)}
    rating = after(state, [(0, n, margin, n) for n in range(1, 11)])[0].rating
    assert margin * (rating - 1500) == pytest.approx(400 * math.log10(11), abs=1e-6)


def test_two_newcomers_who_meet_move_apart_by_the_same_amount():
    newcomer = SYSTEM.enter(None, 738_000)
    found = after({1: newcomer, 2: newcomer}, [(1, 2, 1, 1)])
    assert found[1].rating > 1600
    assert found[1].rating - 1500 == pytest.approx(1500 - found[2].rating, abs=1e-9)


def test_a_rated_player_meets_a_newcomer_at_his_performance():
    state = {1: Counted(1500.0, 60), 2: SYSTEM.enter(None, 738_000), 3: Counted(1900.0, 60)}
    found = after(state, [(1, 2, 10, 1), (2, 3, 10, 2)])
    assert found[1].rating == pytest.approx(1500 + 20 * (1 - expectation(1500 - found[2].rating)))


def test_200_games_in_a_period_move_nobody_further_than_k_times_games_may():
    state = {0: Counted(1500.0, 5)} | {n: Counted(1500.0, 60) for n in range(1, 201)}
    assert after(state, [(0, n, 5, n) for n in range(1, 201)])[0].rating == pytest.approx(1500 + 350)


@pytest.mark.parametrize(("margin", "points"), [(1, 13), (-1, -27)])
def test_a_change_in_whole_points_is_rounded_once_at_the_end(margin, points):
    state = {1: Counted(1600.0, 5), 2: Counted(1473.0, 50)}
    exact = after(state, [(1, 2, margin, 1)])[1].rating - 1600
    assert exact != round(exact)
    assert after(state, [(1, 2, margin, 1)], whole=True)[1].rating - 1600 == round(exact) == points


def test_half_a_point_is_rounded_away_from_nothing_for_both():
    state = {1: Counted(1500.0, 50), 2: Counted(1500.0, 50)}
    found = after(state, [(1, 2, 1, 1)], k=5, whole=True)
    assert [found[1].rating, found[2].rating] == [1503, 1497]


def test_days_away_change_nothing():
    assert SYSTEM.enter(Career(1623.4, 0.0, 88, 738_000), 748_000)[:3] == (1623.4, 88, True)
    assert SYSTEM.rested(0.0, 500) == 0.0


def test_a_performance_is_found_to_a_billionth():
    assert performance([(1500, 0.5)]) == pytest.approx(1500, abs=1e-9)
    assert performance([(1400, 1.0), (1600, 0.0)]) == pytest.approx(1500, abs=1e-9)


@pytest.mark.parametrize("spread", [0, 300, 3000, 1e6])
@pytest.mark.parametrize("games", [1, 7, 200])
def test_a_performance_fits_whatever_the_field_and_the_score(games, spread):
    for won in range(games + 1):
        results = [(1500 + spread * n / games, float(n < won)) for n in range(games)] + [(1500, 0.5)] * 2
        found = performance(results)
        assert sum(expectation(found - rating) for rating, _ in results) == pytest.approx(won + 1, abs=1e-6)
