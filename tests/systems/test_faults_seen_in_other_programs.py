"""Faults of rating programs that were found elsewhere, on whole seasons of any kind and with all systems.

Those of one formula are beside its figures: a volatility loop without end in `test_glicko2_is_as_published.py`, and
NaN at large gaps and ratings that explode in `test_every_system_holds.py`.
"""

import math
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ratings.systems import get_schedule, get_system
from ratings.systems.events import Event, rate_events
from ratings.systems.protocol import Career
from tests.systems.test_every_system_holds import every

DAY = 738_000
EXTREME = (0.0, -3000.0, 1500.0, 1799.5, 2000.0, 4500.0, 30_000.0)
MARGINS = st.one_of(st.integers(-450, 450), st.sampled_from((0, 1, -1, 10**9, -(10**400))))


@st.composite
def seasons(draw):
    """Careers of some, games of a few events in the order of rating, and the event of each round.

    Fields of 2 to 7; people who meet many times in a period, and rounds without a rated game.
    """
    players = draw(st.integers(2, 7))
    careers = {
        player: Career(
            draw(st.sampled_from(EXTREME)),
            draw(st.sampled_from((45.0, 110.0, 350.0))),
            draw(st.integers(1, 99)),
            DAY,
        )
        for player in draw(st.sets(st.integers(0, players - 1)))
    }
    games, events, period, day = [], {}, 0, DAY
    for number in range(draw(st.integers(1, 4))):
        day += draw(st.integers(0, 900))
        for _ in range(draw(st.integers(1, 20))):
            period += 1
            events[period] = Event(number, day)
            for _ in range(draw(st.integers(0, 3))):
                one = draw(st.integers(0, players - 1))
                other = (one + draw(st.integers(1, players - 1))) % players
                games.append((one, other, draw(MARGINS), period))
    return careers, games, events


def rated(name, values, careers, games, events):
    after = dict(careers)
    return list(rate_events(get_schedule(name, values), after, games, events)), after


@every
@settings(max_examples=40, deadline=None)
@given(season=seasons(), seed=st.integers(0, 2**32))
def test_the_order_results_came_in_changes_no_bit(name, values, season, seed):
    careers, games, events = season
    rng = random.Random(seed)
    mixed = [(b, a, -m, p) if rng.random() < 0.5 else (a, b, m, p) for a, b, m, p in games]
    rng.shuffle(mixed)
    mixed.sort(key=lambda game: game[3])
    turned = dict(sorted(careers.items(), reverse=True))
    assert rated(name, values, turned, mixed, events) == rated(name, values, careers, games, events)


@every
@settings(max_examples=40, deadline=None)
@given(season=seasons())
def test_every_number_is_one_and_every_line_adds_up(name, values, season):
    careers, games, events = season
    played: dict[tuple[int, int], int] = {}
    for one, other, _, period in games:
        for player in (one, other):
            played[events[period].id, player] = played.get((events[period].id, player), 0) + 1
    lines, after = rated(name, values, careers, games, events)
    known = {player: (career.rating, career.games) for player, career in careers.items()}
    counted = {}
    for event, changes in lines:
        for change in changes:
            assert all(math.isfinite(figure) for figure in change)
            if change.player in known:
                rating, had = known[change.player]
                assert (change.before, change.career_games) == (rating, had + change.games)
            else:
                assert change.career_games == change.games
            known[change.player] = (change.after, change.career_games)
            counted[event.id, change.player] = change.games
        games_here = sum(change.games for change in changes)
        assert sum(change.actual for change in changes) == pytest.approx(games_here / 2)
    assert counted == played  # each game once, for both, and in no other event
    for player, (rating, had) in known.items():
        assert (after[player].rating, after[player].games) == (rating, had)


@every
@settings(max_examples=40, deadline=None)
@given(season=seasons(), data=st.data())
def test_forward_from_any_event_is_from_scratch_to_the_last_bit(name, values, season, data):
    careers, games, events = season
    clean = data.draw(st.integers(0, 4))
    whole, end = rated(name, values, careers, games, events)
    early = [game for game in games if events[game[3]].id < clean]
    late = [game for game in games if events[game[3]].id >= clean]
    before, at = rated(name, values, careers, early, events)
    rest, forward = rated(name, values, at, late, events)
    assert (before + rest, forward) == (whole, end)


@every
@settings(max_examples=25, deadline=None)
@given(season=seasons())
def test_a_game_that_is_deleted_leaves_no_trace(name, values, season):
    careers, games, events = season
    extra = next(reversed(events)) + 1
    late = events | {extra: Event(99, max(event.day for event in events.values()) + 1)}
    plain = rated(name, values, careers, games, events)
    lines, after = rated(name, values, careers, [*games, (0, 1, 77, extra)], late)
    assert lines[:-1] == plain[0]
    assert {player: career for player, career in after.items() if player not in (0, 1)} == {
        player: career for player, career in plain[1].items() if player not in (0, 1)
    }


@every
def test_a_game_is_not_counted_again_in_the_next_period(name, values):
    """A tie of equals in a second event leaves their ratings: nothing of the first event's win is in it."""
    first, second = Event(1, DAY), Event(2, DAY + 1)
    careers = {player: Career(1500.0, 60.0, 80, DAY) for player in (1, 2, 3, 4)}
    games = [(1, 2, 100, 1), (3, 4, 0, 2)]
    lines, _ = rated(name, values, careers, games, {1: first, 2: second})
    assert [[change.player for change in changes] for _, changes in lines] == [[1, 2], [3, 4]]
    assert [change.after for change in lines[1][1]] == [1500, 1500]
    assert [change.games for _, changes in lines for change in changes] == [1] * 4


@every
def test_a_bye_is_no_game_and_who_has_only_byes_keeps_his_numbers(name, values):
    """Byes and no-shows come as no game; a round in which somebody sits out moves him in nothing."""
    event = Event(1, DAY + 50)
    careers = {player: Career(1500.0 + player, 60.0, 80, DAY) for player in (1, 2, 3)}
    lines, after = rated(name, values, careers, [(1, 2, 30, 1)], {1: event, 2: event})
    assert [change.player for change in lines[0][1]] == [1, 2]
    assert after[3] == careers[3]
    sat_out = rated(name, values, careers, [(1, 2, 30, 1), (1, 3, 30, 3)], dict.fromkeys((1, 2, 3), event))
    assert {change.player: change.games for change in sat_out[0][0][1]} == {1: 2, 2: 1, 3: 1}


@every
def test_two_newcomers_move_apart_also_when_they_are_all_there_is(name, values):
    event = Event(1, DAY)
    [(_, (winner, loser))], _ = rated(name, values, {}, [(1, 2, 150, 1)], {1: event})
    # A NASPA newcomer who lost all falls to the lowest start there is, and the winner is held near him.
    assert winner.after - loser.after > 100


@every
def test_the_deviation_and_not_the_rating_says_how_far_somebody_moves(name, values):
    """Where a rating stands in for its deviation, who has more points moves further with the same games."""
    system = get_system(name, values)
    careers = {player: Career(900.0 + 450 * (player % 2), 80.0, 60, DAY) for player in range(4)}
    state = {player: system.enter(career, DAY) for player, career in careers.items()}
    after = system.rate(state, [(0, 2, 90, 1), (1, 3, 90, 2)])
    assert after[0].rating - 900 == pytest.approx(after[1].rating - 1350, abs=1e-9)
    assert after[0].rd == pytest.approx(after[1].rd, abs=1e-12)


@every
def test_200_events_of_wins_over_everybody_level_off(name, values):
    field = {player: Career(1500.0, 80.0, 60, DAY) for player in range(9)}
    careers, games, events = dict(field), [], {}
    for number in range(200):
        events[number] = Event(number, DAY + number)
        games += [(0, 1 + number % 8, 400, number)]
    [*_, (_, changes)], after = rated(name, values, careers, games, events)
    assert changes[0].career_games == 260
    assert 1500 < after[0].rating < 4500
    assert abs(changes[0].after - changes[0].before) < 25
    assert min(career.rating for career in after.values()) > 500
