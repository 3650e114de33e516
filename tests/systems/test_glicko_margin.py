"""The default system: what a margin is worth, and that nothing but the games decides."""

import math
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ratings.systems import get_system
from ratings.systems.glicko import glicko1
from ratings.systems.glicko_margin import GlickoMargin, GlickoMarginParameters
from ratings.systems.protocol import BadPeriod, Career, Standing, SystemParameterError

SYSTEM = GlickoMargin(GlickoMarginParameters())
NEW = SYSTEM.enter(None, 738_000)


@pytest.mark.parametrize(
    ("margin", "outcome"),
    [(0, 0.5), (1, 0.5512857), (100, 0.6785714), (350, 1.0), (900, 1.0), (-100, 0.3214286), (-350, 0.0)],
)
def test_a_win_is_worth_at_least_55_percent_and_a_margin_of_350_everything(margin, outcome):
    assert SYSTEM.outcome(margin) == pytest.approx(outcome, abs=1e-7)


def test_with_all_the_weight_on_winning_it_is_plain_glicko():
    plain = GlickoMargin(GlickoMarginParameters(win_share=0.5))
    state = {0: Standing(1500, 200), 1: Standing(1400, 30), 2: Standing(1550, 100), 3: Standing(1700, 300)}
    after = plain.rate(state, [(0, 1, 3, 1), (0, 2, -400, 1), (3, 0, 1, 1)])
    assert (round(after[0].rating, 4), round(after[0].rd, 4)) == (1464.1065, 151.3989)


def test_one_round_is_glicko_with_the_margin_as_score():
    state = {7: Standing(1612.5, 88.0), 9: Standing(1433.25, 140.0)}
    after = SYSTEM.rate(state, [(7, 9, -64, 1)])
    for own, other, margin in ((7, 9, -64), (9, 7, 64)):
        opponent = state[other]
        rating, rd = glicko1(
            state[own].rating, state[own].rd, [(opponent.rating, opponent.rd, SYSTEM.outcome(margin))]
        )
        assert after[own].rating == pytest.approx(rating, abs=1e-9)
        assert after[own].rd == pytest.approx(rd, abs=1e-9)


def test_of_two_newcomers_the_winner_rises_as_much_as_the_loser_falls():
    after = SYSTEM.rate({1: NEW, 2: NEW}, [(1, 2, 37, 1)])
    assert after[1].rating > 1500
    assert after[1].rating - 1500 == 1500 - after[2].rating
    assert after[1].rd == after[2].rd


def test_a_tie_of_two_newcomers_leaves_both_where_they_were():
    after = SYSTEM.rate({1: NEW, 2: NEW}, [(1, 2, 0, 1)])
    assert after[1].rating == after[2].rating == 1500
    assert after[1].rd == after[2].rd < 350


def test_a_wider_win_never_earns_less():
    ratings = [SYSTEM.rate({1: NEW, 2: NEW}, [(1, 2, m, 1)])[1].rating for m in range(-500, 501)]
    assert ratings == sorted(ratings)
    assert len(set(ratings)) == 701


def test_everyone_900_points_higher_moves_alike():
    players = {i: Standing(1400.0 + 75 * i, 60.0 + 20 * i) for i in range(6)}
    games = [(0, 1, 120, 1), (2, 3, -80, 1), (4, 5, 0, 1), (0, 2, 33, 1)]
    low = SYSTEM.rate(players, games)
    high = SYSTEM.rate({i: s._replace(rating=s.rating + 900) for i, s in players.items()}, games)
    for i in players:
        assert high[i].rating == pytest.approx(low[i].rating + 900, abs=1e-9)
        assert high[i].rd == pytest.approx(low[i].rd, abs=1e-9)


def test_only_those_who_played_are_answered():
    state = dict.fromkeys(range(5), NEW)
    assert set(SYSTEM.rate(state, [(1, 3, 5, 1)])) == {1, 3}
    assert SYSTEM.rate(state, []) == {}


def test_the_tallies_count_games_expectation_and_outcome():
    first = SYSTEM.rate({1: NEW, 2: NEW}, [(1, 2, 100, 1)])
    assert (first[1].games, first[1].expected) == (1, 0.5)
    assert first[1].actual == pytest.approx(0.6785714, abs=1e-7)
    second = SYSTEM.rate(first, [(1, 2, -100, 2)])
    assert second[1].games == 2
    assert second[1].expected > 1.0
    assert second[1].actual == pytest.approx(1.0)


def test_the_deviation_stays_between_45_and_350():
    state = {1: Standing(1500, 45.0), 2: Standing(1500, 45.0)}
    for _ in range(50):
        state = SYSTEM.rate(state, [(1, 2, 10, 1)])
    assert state[1].rd == state[2].rd == 45.0
    assert SYSTEM.rate({1: Standing(1500, 5000.0), 2: NEW}, [(1, 2, 10**6, 1)])[1].rd <= 350


def test_an_opponents_deviation_counts_as_it_was_read_even_below_the_clamp():
    sharp = SYSTEM.rate({1: NEW, 2: Standing(1500, 30.0)}, [(1, 2, 200, 1)])[1]
    clamped = SYSTEM.rate({1: NEW, 2: Standing(1500, 45.0)}, [(1, 2, 200, 1)])[1]
    assert sharp.rd < clamped.rd < 250


def test_days_away_widen_the_deviation_and_leave_the_rating():
    back = SYSTEM.enter(Career(1623.4, 60.0, 88, 738_000), 738_531)
    assert back.rating == 1623.4
    assert back.rd == pytest.approx(110, abs=0.1)
    assert SYSTEM.enter(Career(1623.4, 60.0, 88, 738_000), 738_000).rd == 60.0
    assert SYSTEM.enter(Career(1623.4, 60.0, 88, 738_000), 737_000).rd == 60.0
    assert back.games == 0


def _round(rng, players):
    rng.shuffle(players)
    return [(players[i], players[i + 1], rng.randint(-450, 450), 1) for i in range(0, len(players), 2)]


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**32))
def test_neither_the_order_of_games_nor_of_sides_changes_a_bit(seed):
    rng = random.Random(seed)
    players = list(range(12))
    state = {p: Standing(rng.gauss(1500, 300), rng.uniform(45, 350)) for p in players}
    once = _round(rng, players)
    thrice = [*_round(rng, players), *_round(rng, players), *once]
    for games in (once, thrice):
        expected = SYSTEM.rate(state, games)
        turned = [(b, a, -m, p) if rng.random() < 0.5 else (a, b, m, p) for a, b, m, p in games]
        rng.shuffle(turned)
        assert SYSTEM.rate(state, turned) == expected


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**32))
def test_a_player_is_rated_the_same_beside_others_who_play_more_in_the_period(seed):
    """A round where everybody plays once runs on a path of its own; it has to agree to the last bit."""
    rng = random.Random(seed)
    state = {p: Standing(rng.gauss(1500, 300), rng.uniform(45, 350), 3, 1.5, 1.25) for p in range(6)}
    game = (0, 1, rng.randint(-450, 450), 1)
    alone = SYSTEM.rate(state, [game])
    crowded = SYSTEM.rate(state, [game, (2, 3, 5, 1), (3, 2, 9, 1), (4, 2, -30, 1)])
    assert [crowded[p] for p in (0, 1)] == [alone[p] for p in (0, 1)]


def test_200_wins_in_a_period_over_gaps_of_3000_points_stay_finite():
    state = {0: NEW} | {i: Standing(4500.0, 30.0) for i in range(1, 201)}
    after = SYSTEM.rate(state, [(0, i, 400, 1) for i in range(1, 201)])
    assert all(math.isfinite(s.rating) and 45 <= s.rd <= 350 for s in after.values())
    again = SYSTEM.rate(after, [(0, i, -400, 2) for i in range(1, 201)])
    assert all(math.isfinite(s.rating) for s in again.values())


def test_200_games_in_200_rounds_do_not_explode():
    state = {0: NEW, 1: Standing(1500.0, 50.0)}
    for number in range(200):
        state[0] = SYSTEM.rate(state, [(0, 1, 60, number)])[0]
    # 60 points a game is worth 0.627, and 0.627 is expected of 1500 + 90.
    assert state[0].rating == pytest.approx(1591, abs=3)


@pytest.mark.parametrize("margin", [10**9, -(10**9), 10**400, -(10**400)])
def test_an_absurd_margin_is_a_full_win_and_no_more(margin):
    absurd = SYSTEM.rate({1: NEW, 2: NEW}, [(1, 2, margin, 1)])
    full = SYSTEM.rate({1: NEW, 2: NEW}, [(1, 2, 351 if margin > 0 else -351, 1)])
    assert absurd == full


@pytest.mark.parametrize("rating", [1e6, -1e6, 1e12])
def test_an_absurd_gap_gives_numbers(rating):
    after = SYSTEM.rate({1: NEW, 2: Standing(rating, 45.0)}, [(1, 2, 100, 1)])
    assert all(math.isfinite(value) for standing in after.values() for value in standing)


def test_nobody_is_rated_against_himself():
    with pytest.raises(BadPeriod) as refused:
        SYSTEM.rate({4: NEW}, [(4, 4, 10, 1)])
    assert (refused.value.code, refused.value.player) == ("ratings.player_meets_himself", 4)


@pytest.mark.parametrize(
    ("values", "field"),
    [
        ({"scale": 0}, "scale"),
        ({"scale": math.nan}, "scale"),
        ({"scale": "350"}, "scale"),
        ({"growth": -1}, "growth"),
        ({"growth": True}, "growth"),
        ({"win_share": 0.6}, "win_share"),
        ({"min_rd": 0}, "min_rd"),
        ({"start_rd": 400}, "start_rd"),
        ({"start_rating": math.inf}, "start_rating"),
        ({"volatility": 0.06}, "volatility"),
    ],
)
def test_a_parameter_that_cannot_work_is_refused_by_name(values, field):
    with pytest.raises(SystemParameterError) as refused:
        get_system("glicko_margin", values)
    assert refused.value.field == field


def test_an_unknown_system_is_refused():
    with pytest.raises(SystemParameterError) as refused:
        get_system("trueskill", {})
    assert refused.value.code == "ratings.system_unknown"


def test_a_system_can_be_made_again_from_the_parameters_it_states():
    system = get_system("glicko_margin", {"scale": 200, "start_rating": 1200})
    again = get_system("glicko_margin", system.parameters())
    assert again.parameters() == system.parameters()
    assert system.enter(None, 738_000).rating == 1200
