"""From games in order to one line per player and event: forward, and from scratch."""

import random

import pytest

from ratings.systems import get_system
from ratings.systems.events import Event, rate_events
from ratings.systems.protocol import BadPeriod, Career

SYSTEM = get_system("glicko_margin", {})
DAY = 738_000


def season(seed, events=6, players=20, rounds=5):
    """Games of some events, and the event of each period."""
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


def rated(games, periods, careers=None):
    return list(rate_events(SYSTEM, {} if careers is None else careers, iter(games), periods))


@pytest.mark.parametrize("clean", range(1, 6))
def test_forward_from_any_clean_event_gives_the_same_numbers_to_the_last_bit(clean):
    games, periods = season(5)
    whole = rated(games, periods)
    careers = {}
    rated([g for g in games if periods[g[3]].id < clean], periods, careers)
    forward = rated([g for g in games if periods[g[3]].id >= clean], periods, careers)
    assert forward == whole[clean:]


def test_a_player_has_one_line_an_event_however_many_rounds_it_had():
    games, periods = season(1, events=2)
    for _, changes in rated(games, periods):
        assert len({c.player for c in changes}) == len(changes) == 16
        assert {c.games for c in changes} == {5}
        assert [c.player for c in changes] == sorted(c.player for c in changes)


def test_what_a_line_shows_adds_up():
    games, periods = season(2)
    seen = {}
    for _, changes in rated(games, periods):
        for change in changes:
            if change.player in seen:
                last = seen[change.player]
                assert change.before == last.after
                assert change.rd_before >= last.rd_after
                assert change.career_games == last.career_games + change.games
            seen[change.player] = change
        assert sum(c.expected for c in changes) == pytest.approx(sum(c.games for c in changes) / 2, abs=0.5)
        assert sum(c.actual for c in changes) == pytest.approx(sum(c.games for c in changes) / 2)


def test_the_rounds_of_an_event_are_rated_one_after_another():
    first, second = (1, 2, 200, 1), (1, 2, 200, 2)
    event = Event(1, DAY)
    [(_, one_period)] = rated([first, second], {1: event, 2: event})
    [(_, merged)] = rated([first, (1, 2, 200, 1)], {1: event})
    # In the second round the winner is already the favourite, and gains less than twice.
    assert one_period[0].after < merged[0].after


def test_a_newcomer_starts_at_1500_and_the_days_away_count_once_an_event():
    event = Event(9, DAY + 400)
    careers = {1: Career(1600.0, 60.0, 40, DAY)}
    [(_, changes)] = rated([(1, 2, 10, 1), (1, 2, 10, 2)], {1: event, 2: event}, careers)
    known, newcomer = changes
    assert known.rd_before == pytest.approx((60**2 + 16 * 400) ** 0.5)
    assert (newcomer.before, newcomer.rd_before, newcomer.career_games) == (1500, 350, 2)
    assert careers[1] == Career(known.after, known.rd_after, 42, DAY + 400)


def test_no_games_no_lines():
    assert rated([], {}) == []


@pytest.mark.parametrize("career", [Career(float("nan"), 60.0, 1, DAY), Career(float("inf"), 60.0, 1, DAY)])
def test_a_number_that_is_none_stops_the_run_instead_of_spreading(career):
    with pytest.raises(BadPeriod) as refused:
        rated([(1, 2, 10, 1)], {1: Event(1, DAY)}, {1: career})
    assert refused.value.code == "ratings.not_finite"
