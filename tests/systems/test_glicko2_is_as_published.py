"""Glicko-2 against printed figures, and the faults found in other programs."""

import math

import pytest

from ratings.systems import get_system
from ratings.systems.glicko2 import Volatile
from ratings.systems.protocol import Career
from ratings.systems.volatility import MAX_STEPS, glicko2, new_volatility

PUBLISHED = [(1400, 30, 1.0), (1550, 100, 0.0), (1700, 300, 0.0)]


def test_the_published_example_comes_out_to_every_printed_digit():
    rating, rd, volatility = glicko2(1500, 200, 0.06, PUBLISHED)
    assert rating == pytest.approx(1464.0506705393, abs=5e-11)
    assert rd == pytest.approx(151.5165241239, abs=5e-11)
    assert volatility == pytest.approx(0.0599959842865, abs=5e-14)


def test_the_system_gives_the_published_example_too():
    state = {number: Volatile(*figures) for number, figures in enumerate([(1500, 200), (1400, 30), (1550, 100)])}
    state[3] = Volatile(1700, 300)
    after = get_system("glicko2", {}).rate(state, [(0, 1, 7, 1), (0, 2, -4, 2), (3, 0, 300, 3)])[0]
    assert after[:2] == glicko2(1500, 200, 0.06, PUBLISHED)[:2]
    assert (after.games, after.actual) == (3, 1)


def test_a_period_without_games_widens_the_deviation_alone():
    rating, rd, volatility = glicko2(1500, 200, 0.06, [])
    assert (rating, volatility) == (1500, 0.06)
    assert rd == pytest.approx(200.2714167, abs=5e-8)


@pytest.mark.parametrize("shift", [900, -900])
def test_the_same_games_among_players_900_points_higher_move_everyone_alike(shift):
    rating, rd, volatility = glicko2(1500, 200, 0.06, PUBLISHED)
    shifted = [(r + shift, d, s) for r, d, s in PUBLISHED]
    higher = glicko2(1500 + shift, 200, 0.06, shifted)
    assert higher[0] == pytest.approx(rating + shift, abs=1e-9)
    assert higher[1:] == (rd, volatility)


def test_of_two_newcomers_the_winner_rises_as_much_as_the_loser_falls():
    system = get_system("glicko2", {})
    newcomer = system.enter(None, 738_000)
    after = system.rate({1: newcomer, 2: newcomer}, [(1, 2, 60, 1)])
    assert [round(after[number].rating, 2) for number in (1, 2)] == [1662.31, 1337.69]
    assert round(after[1].rd, 2) == round(after[2].rd, 2) == 290.32
    assert after[1].rating - 1500 == pytest.approx(1500 - after[2].rating, abs=1e-9)


def test_twelve_losses_to_a_much_weaker_player_end_at_the_known_figures():
    rating, rd, volatility = glicko2(1500, 60, 0.06, [(1200, 30, 0.0)] * 12)
    assert rating == pytest.approx(1317.85657, abs=5e-6)
    assert rd == pytest.approx(55.88751, abs=5e-6)
    assert volatility == pytest.approx(0.06100, abs=5e-6)


@pytest.mark.parametrize("delta", [0, 1e-9, 0.1, 1, 10, 1e3, 1e9, 1e14])
@pytest.mark.parametrize("phi", [0.01, 0.26, 2.0148])
@pytest.mark.parametrize("v", [0.02, 1.8, 1e3, 1e9])
@pytest.mark.parametrize("tau", [0.1, 0.5, 2])
def test_the_search_for_the_volatility_always_ends_on_a_number(delta, phi, v, tau):
    for volatility in (0.01, 0.06, 0.1):
        found = new_volatility(phi, volatility, delta, v, tau)
        assert math.isfinite(found)
        assert found > 0
    assert MAX_STEPS <= 100


def test_a_stronger_surprise_never_makes_for_less_volatility():
    found = [new_volatility(0.35, 0.06, delta / 10, 0.5, 0.5) for delta in range(60)]
    assert found == sorted(found)


def test_a_stored_volatility_stays_within_its_limits():
    system = get_system("glicko2", {"tau": 2})
    state = {0: Volatile(1500, 60)} | {number: Volatile(1200, 60) for number in range(1, 41)}
    assert system.rate(state, [(0, number, -1, number) for number in range(1, 41)])[0].volatility == 0.1
    calm = get_system("glicko2", {"min_volatility": 0.06})
    assert calm.rate(state, [(0, 1, 1, 1)])[0].volatility >= 0.06


def test_an_opponents_deviation_counts_as_it_was_read_even_below_the_clamp():
    system = get_system("glicko2", {})
    sharp = system.rate({1: Volatile(1500, 350), 2: Volatile(1500, 30)}, [(1, 2, 2, 1)])[1]
    clamped = system.rate({1: Volatile(1500, 350), 2: Volatile(1500, 45)}, [(1, 2, 2, 1)])[1]
    assert sharp.rd < clamped.rd


def test_volatility_and_days_away_come_with_the_career():
    system = get_system("glicko2", {})
    back = system.enter(Career(1623.4, 60.0, 88, 738_000, 0.071), 738_531)
    assert (back.rating, back.volatility) == (1623.4, 0.071)
    assert back.rd == pytest.approx(110, abs=0.1)
    assert system.enter(Career(1623.4, 60.0, 88, 738_000), 738_531).volatility == 0.06


def test_200_wins_over_players_3000_points_higher_do_not_blow_up():
    """Unlimited, the volatility they ask for is in the millions, and so would be the deviation and the rating."""
    state = {0: Volatile(1500, 80)} | {number: Volatile(4500, 30) for number in range(1, 201)}
    after = get_system("glicko2", {}).rate(state, [(0, number, 1, number) for number in range(1, 201)])[0]
    assert after.rating < 10_000
    assert after.rd < 90
    assert after.volatility == 0.1
