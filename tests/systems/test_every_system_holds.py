"""What all systems promise, whatever their formula."""

import math
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ratings.systems import SYSTEMS, get_schedule, get_system
from ratings.systems.events import Event, rate_events
from ratings.systems.protocol import BadPeriod, Career

DAY = 738_000
EVERY = [
    ("glicko_margin", {}),
    ("glicko2", {"period": "event"}),
    ("glicko2", {"period": "round"}),
    ("elo", {"period": "event", "cap": 400}),
    ("elo", {"period": "round"}),
    ("naspa", {}),
    ("glicko_margin", {"newcomers": "performance", "growth_by_age": [[15, 9]]}),
    ("glicko2", {"newcomers": "performance"}),
]
every = pytest.mark.parametrize(
    ("name", "values"),
    EVERY,
    ids=["-".join([n, *(str(v.get(k, "")) for k in ("period", "newcomers"))]) for n, v in EVERY],
)


def career(system, rating, rd=80.0, games=60):
    return system.enter(Career(rating, rd, games, DAY), DAY)


def season(seed, events=5, players=16, rounds=20):
    """Games of some events of 20 rounds (two NASPA segments), and the event of each round."""
    rng = random.Random(seed)
    games, periods = [], {}
    for number in range(events):
        field = rng.sample(range(players), players - 4)
        for turn in range(rounds):
            period = number * 100 + turn
            periods[period] = Event(number, DAY + 30 * number)
            rng.shuffle(field)
            games += [(field[i], field[i + 1], rng.randint(-300, 300), period) for i in range(0, len(field), 2)]
    return games, periods


def test_no_system_is_left_out_here():
    assert {name for name, _ in EVERY} == set(SYSTEMS)


@every
@settings(max_examples=25, deadline=None)
@given(st.integers(0, 2**32))
def test_neither_the_order_of_games_nor_of_sides_changes_a_bit(name, values, seed):
    rng = random.Random(seed)
    system = get_system(name, values)
    state = {p: career(system, rng.gauss(1500, 300), rng.uniform(45, 350), rng.randint(0, 99)) for p in range(9)}
    state |= {p: system.enter(None, DAY) for p in range(9, 12)}
    games = [(*rng.sample(range(12), 2), rng.randint(-450, 450), 1) for _ in range(40)]
    expected = system.rate(state, games)
    turned = [(b, a, -m, p) if rng.random() < 0.5 else (a, b, m, p) for a, b, m, p in games]
    rng.shuffle(turned)
    assert system.rate(dict(reversed(state.items())), turned) == expected


@every
def test_opposite_results_give_opposite_places(name, values):
    system = get_system(name, values)
    for newcomers in (True, False):
        one = system.enter(None, DAY) if newcomers else career(system, 1500.0)
        won = system.rate({1: one, 2: one}, [(1, 2, 120, 1)])
        lost = system.rate({1: one, 2: one}, [(1, 2, -120, 1)])
        assert (won[1], won[2]) == (lost[2], lost[1])
        assert won[1].rating > won[2].rating


@every
def test_everyone_900_points_higher_moves_alike(name, values):
    if name == "naspa":
        values = {"bands": [2000, 4000], "lowest_start": 0, "multipliers": [16] * 3, "new_multipliers": [24] * 3}
    system = get_system(name, values)
    games = [(0, 1, 120, 1), (2, 3, -80, 1), (4, 5, 0, 1), (0, 2, 33, 1)]
    low = system.rate({i: career(system, 900.0 + 75 * i, 60.0 + 20 * i) for i in range(6)}, games)
    high = system.rate({i: career(system, 1800.0 + 75 * i, 60.0 + 20 * i) for i in range(6)}, games)
    for i in range(6):
        assert high[i].rating == pytest.approx(low[i].rating + 900, abs=1e-9)
        assert (high[i].rd, high[i].volatility) == pytest.approx((low[i].rd, low[i].volatility), abs=1e-12)


@every
@pytest.mark.parametrize("gap", [0, 3000, -3000, 1e6, -1e6])
@pytest.mark.parametrize("margin", [400, -400])
def test_200_results_in_a_period_over_any_gap_end_on_numbers(name, values, gap, margin):
    system = get_system(name, values)
    for own in (system.enter(None, DAY), career(system, 1500.0), career(system, 1500.0, 45.0)):
        state = {0: own} | {i: career(system, 1500.0 + gap, 30.0) for i in range(1, 201)}
        after = system.rate(state, [(0, i, margin, 1) for i in range(1, 201)])
        again = system.rate(after, [(0, i, -margin, 2) for i in range(1, 201)])
        for standing in (*after.values(), *again.values()):
            assert all(math.isfinite(figure) for figure in (*standing, standing.rd, standing.volatility))


@every
def test_twelve_losses_to_a_much_weaker_player_cost_points_and_end(name, values):
    system = get_system(name, values)
    state = {1: career(system, 1500.0, 60.0), 2: career(system, 1200.0, 30.0)}
    for number in range(12):
        state = system.rate(state, [(1, 2, -50, number)])
    assert 1000 < state[1].rating < 1500
    assert state[1].games == 12


@every
def test_200_wins_one_by_one_over_the_same_player_level_off(name, values):
    system = get_system(name, values)
    state = {0: career(system, 1500.0), 1: career(system, 1500.0)}
    for number in range(200):
        state[0] = system.rate(state, [(0, 1, 400, number)])[0]
    assert 1700 < state[0].rating < 3500


@every
@pytest.mark.parametrize("margin", [10**9, -(10**400)])
def test_an_absurd_margin_is_a_result_like_another(name, values, margin):
    system = get_system(name, values)
    new = system.enter(None, DAY)
    after = system.rate({1: new, 2: new}, [(1, 2, margin, 1)])
    assert all(math.isfinite(standing.rating) for standing in after.values())


@every
def test_only_those_who_played_are_answered_and_nobody_meets_himself(name, values):
    system = get_system(name, values)
    state = {number: career(system, 1500.0) for number in range(5)}
    assert set(system.rate(state, [(1, 3, 5, 1)])) == {1, 3}
    assert system.rate(state, []) == {}
    with pytest.raises(BadPeriod) as refused:
        system.rate(state, [(4, 4, 10, 1)])
    assert (refused.value.code, refused.value.player) == ("ratings.player_meets_himself", 4)


@every
@pytest.mark.parametrize("clean", range(1, 5))
def test_forward_from_any_clean_event_gives_the_same_numbers_to_the_last_bit(name, values, clean):
    schedule = get_schedule(name, values)
    games, periods = season(5)
    whole = list(rate_events(schedule, {}, games, periods))
    careers = {}
    for _ in rate_events(schedule, careers, [g for g in games if periods[g[3]].id < clean], periods):
        pass
    rest = [g for g in games if periods[g[3]].id >= clean]
    assert list(rate_events(schedule, careers, rest, periods)) == whole[clean:]


@every
def test_what_a_line_shows_adds_up(name, values):
    games, periods = season(2)
    seen = {}
    for _, changes in rate_events(get_system(name, values), {}, games, periods):
        for change in changes:
            if change.player in seen:
                assert change.before == seen[change.player].after
                assert change.career_games == seen[change.player].career_games + change.games
            seen[change.player] = change
            assert change.games == 20
        assert sum(c.actual for c in changes) == pytest.approx(sum(c.games for c in changes) / 2)


@every
def test_a_system_can_be_made_again_from_the_parameters_it_states(name, values):
    system = get_system(name, values)
    assert get_system(name, system.parameters()).parameters() == system.parameters()


def test_rounds_of_an_event_are_rated_together_where_the_system_says_so():
    games = [(1, 2, 9, 1), (1, 2, 9, 2)]
    event = Event(1, DAY)
    careers = {1: Career(1500.0, 0.0, 60, DAY), 2: Career(1500.0, 0.0, 60, DAY)}
    [(_, together)] = rate_events(get_system("elo", {}), dict(careers), games, {1: event, 2: event})
    by_round = get_system("elo", {"period": "round"})
    [(_, apart)] = rate_events(by_round, dict(careers), games, {1: event, 2: event})
    assert together[0].after == 1520
    # In the second round the winner is already the favourite, and gains less.
    assert 1519 < apart[0].after < 1520


def test_a_round_without_a_rated_game_counts_when_an_event_is_divided():
    careers = {1: Career(1600.0, 0.0, 80, DAY), 2: Career(1600.0, 0.0, 80, DAY)}
    event = Event(1, DAY)
    games = [(1, 2, 9, 0), (1, 2, 9, 8)]
    system = get_system("naspa", {})
    [(_, one)] = rate_events(system, dict(careers), games, dict.fromkeys(range(16), event))
    [(_, same)] = rate_events(system, dict(careers), games, dict.fromkeys(range(17), event))
    [(_, two)] = rate_events(system, dict(careers), [games[0], (1, 2, 9, 9)], dict.fromkeys(range(17), event))
    assert one[0].after == same[0].after == 1630
    assert two[0].after != one[0].after
