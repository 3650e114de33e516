"""Why a rating changed, game by game: the parts add up to what the line shows, for all systems."""

import math
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ratings.systems import SYSTEMS, get_schedule, get_system
from ratings.systems.events import Event, rate_events
from ratings.systems.explain import explain_event
from ratings.systems.protocol import Career

DAY = 738_000
EVERY = [
    ("glicko_margin", {}),
    ("glicko_margin", {"newcomers": "performance", "newcomers_share": 0.2}),
    ("glicko2", {"period": "event"}),
    ("glicko2", {"period": "round"}),
    ("glicko2", {"newcomers": "performance", "newcomers_share": 0.2}),
    ("elo", {"period": "event", "cap": 400}),
    ("elo", {"period": "round", "whole": True}),
    ("naspa", {"floor": 1}),
]
every = pytest.mark.parametrize(
    ("name", "values"), EVERY, ids=["-".join([n, *map(str, v.values())]) for n, v in EVERY]
)


def hall(seed):
    """A field of known players and newcomers, an event of 20 rounds (two NASPA segments) and its games.

    Some miss rounds, some meet more than once; results and gaps of all kinds.
    """
    rng = random.Random(seed)
    players = list(range(rng.randint(2, 9)))
    careers = {
        p: Career(rng.choice((1500.0, rng.gauss(1500, 500), 1799.5)), rng.uniform(45, 350), rng.randint(1, 99), DAY)
        for p in players
        if rng.random() < 0.6
    }
    event = Event(1, DAY + rng.randint(0, 500))
    games = []
    for turn in range(20):
        field = rng.sample(players, rng.randrange(2, len(players) + 1, 2))
        margins = [rng.choice((0, 1, rng.randint(-450, 450))) for _ in field]
        games += [(field[i], field[i + 1], margins[i], turn) for i in range(0, len(field), 2)]
    return careers, event, games, dict.fromkeys(range(20), event)


@every
@settings(max_examples=40, deadline=None)
@given(st.integers(0, 2**32))
def test_what_the_games_are_worth_and_the_rest_are_just_the_change(name, values, seed):
    careers, event, games, events = hall(seed)
    schedule = get_schedule(name, values)
    [(_, changes)] = rate_events(schedule, dict(careers), games, events)
    known = dict(careers)
    for change in changes:
        why = explain_event(schedule, event, careers, games, change.player, events=events)
        assert (why.before, why.rd_before) == (change.before, change.rd_before)
        assert (why.after, why.rd_after) == (change.after, change.rd_after)
        assert len(why.shares) == change.games
        parts = [share.points for share in why.shares] + [points for _, points in why.rest]
        assert math.fsum(parts) == pytest.approx(change.after - change.before, abs=1e-9)
        assert math.fsum(share.expected for share in why.shares) == pytest.approx(change.expected, abs=1e-9)
        assert math.fsum(share.actual for share in why.shares) == pytest.approx(change.actual, abs=1e-9)
        assert all(math.isfinite(figure) for share in why.shares for figure in share)
        # Nobody is told that a game he did better in than expected has cost him points.
        assert all(share.points * (share.actual - share.expected) >= 0 for share in why.shares)
    assert careers == known


@every
@settings(max_examples=20, deadline=None)
@given(st.integers(0, 2**32))
def test_each_share_names_the_game_from_the_players_side(name, values, seed):
    careers, event, games, events = hall(seed)
    player = games[0][0]
    why = explain_event(get_system(name, values), event, careers, games, player, events=events)
    wanted = [(p, b if a == player else a, m if a == player else -m) for a, b, m, p in games if player in (a, b)]
    assert [(share.period, share.opponent, share.margin) for share in why.shares] == wanted


@pytest.mark.parametrize(("name", "values"), [EVERY[0], EVERY[2], EVERY[3]])
def test_with_deviations_all_of_the_change_belongs_to_games(name, values):
    careers, event, games, events = hall(8)
    for player in {number for game in games for number in game[:2]}:
        why = explain_event(get_system(name, values), event, careers, games, player, events=events)
        assert all(code == "rounding" and abs(points) < 1e-9 for code, points in why.rest)


def test_an_elo_game_is_worth_k_times_what_was_not_expected():
    careers = {1: Career(1600.0, 0.0, 60, DAY), 2: Career(1500.0, 0.0, 60, DAY), 3: Career(1800.0, 0.0, 60, DAY)}
    event = Event(1, DAY)
    games = [(1, 2, 10, 1), (3, 1, 4, 2), (2, 3, 1, 3)]
    why = explain_event(get_system("elo", {}), event, careers, games, 1, events=dict.fromkeys((1, 2, 3), event))
    assert [round(share.points, 2) for share in why.shares] == [7.2, -4.81]
    assert [(share.own, share.other, share.own_rd) for share in why.shares] == [(1600, 1500, 0), (1600, 1800, 0)]
    assert why.rest == ()


def test_rounds_are_explained_from_the_ratings_they_were_played_at():
    event = Event(1, DAY)
    games = [(1, 2, 200, 1), (1, 2, 200, 2)]
    why = explain_event(get_system("glicko_margin", {}), event, {}, games, 1, events={1: event, 2: event})
    first, second = why.shares
    assert first.own == first.other == 1500
    assert second.own == pytest.approx(1500 + first.points)
    assert second.own_rd < first.own_rd
    assert second.expected > first.expected == 0.5
    assert 0 < second.points < first.points


def test_a_share_is_right_where_a_game_is_left_out():
    """In a period of its own, a game's points are all that the player would not have without it."""
    event = Event(1, DAY)
    games = [(1, 2, 200, 1), (3, 4, 5, 1), (1, 3, -80, 2)]
    system = get_system("glicko_margin", {})
    whole = explain_event(system, event, {}, games, 1, events={1: event, 2: event})
    without = explain_event(system, event, {}, games[:2], 1, events={1: event, 2: event})
    assert whole.after - without.after == pytest.approx(whole.shares[1].points, abs=1e-9)


def test_acceleration_and_feedback_are_named_beside_the_games():
    careers = {1: Career(1500.0, 0.0, 10, DAY), 2: Career(1500.0, 0.0, 80, DAY)}
    event = Event(1, DAY)
    system = get_system("naspa", {})
    winner, loser = (
        explain_event(system, event, careers, [(1, 2, 1, 1)], player, events={1: event}) for player in (1, 2)
    )
    # 15 for the win, 10 of them above 5 a game; half a point of these for the loser, who pays 10.
    assert ([round(s.points) for s in winner.shares], winner.rest) == ([15], (("acceleration", 10.0),))
    assert ([round(s.points) for s in loser.shares], dict(loser.rest)) == (
        [-10],
        {"feedback": 0.5, "rounding": 0.5},
    )


def test_what_holds_a_newcomer_back_is_named_as_a_limit():
    careers = {2: Career(900.0, 0.0, 100, DAY)}
    event = Event(1, DAY)
    games = [(1, 2, 1, turn) for turn in range(4)]
    why = explain_event(get_system("naspa", {}), event, careers, games, 1, events=dict.fromkeys(range(4), event))
    assert why.after == 1300
    assert dict(why.rest)["limit"] < 0


@pytest.mark.parametrize("name", SYSTEMS)
def test_another_events_games_and_rounds_are_passed_over(name):
    event, other = Event(1, DAY), Event(2, DAY)
    events = {1: event, 2: event, 3: other}
    games = [(1, 2, 30, 1), (1, 2, 40, 2), (1, 2, 50, 3)]
    system = get_system(name, {})
    why = explain_event(system, event, {}, games, 1, events=events)
    assert why == explain_event(system, event, {}, games[:2], 1, events={1: event, 2: event})
    assert [share.margin for share in why.shares] == [30, 40]


@pytest.mark.parametrize("name", SYSTEMS)
def test_starts_years_of_birth_and_kinds_are_taken_as_they_are_when_rated(name):
    schedule = get_schedule(name, {"start_by_kind": {"primary": 900}, "start_by_age": [[8, 700]]})
    event = Event(1, DAY, "primary")
    starts = {1: schedule.on(DAY).imported(1650.0, 90.0, 70, DAY - 90)}
    games = [(1, 2, 30, 1), (2, 3, 40, 2), (3, 1, 9, 3)]
    known = {"starts": starts, "born": {3: 2014}}
    events = dict.fromkeys((1, 2, 3), event)
    [(_, changes)] = rate_events(schedule, {}, games, events, **known)
    found = [explain_event(schedule, event, {}, games, player, events=events, **known) for player in (1, 2, 3)]
    assert [(why.before, why.after) for why in found] == [(change.before, change.after) for change in changes]
    assert [why.before for why in found] == [1650, 900, 700]


def test_who_had_no_rated_game_has_nothing_to_explain():
    event = Event(1, DAY)
    with pytest.raises(KeyError):
        explain_event(get_system("elo", {}), event, {}, [(1, 2, 5, 1)], 3, events={1: event})
