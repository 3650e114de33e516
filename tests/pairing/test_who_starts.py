"""Starts even out: the smaller difference, the reverse of last time, whoever waited longer, a lot."""

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given, settings

from tests.pairing.support import Event, couples, field, pairs_of, played, request_of, requests
from tournaments.pairing import KingOfTheHill, Meeting, PairingRequest, PastBye, Swiss, pair

ONE, TWO, THREE, FOUR = 1, 2, 3, 4


def start_of(history, round_=9, **changes):
    """Who starts when 1 and 2 meet, and why."""
    result = pair(request_of(field(2), round=round_, history=tuple(history), **changes))
    game = result.pairs[0]
    return game.first, game.start_reason


def test_whoever_started_less_starts():
    assert start_of(played(1, (ONE, 8))) == (TWO, "fewer_starts")
    assert start_of(played(1, (8, ONE))) == (ONE, "fewer_starts")


def test_the_difference_counts_and_not_the_number_of_starts():
    """1 has started 2 of 4 and is even; 2 came late, has started 1 of 1, and is ahead although he started less."""
    history = [*played(1, (ONE, 8)), *played(2, (9, ONE)), *played(3, (ONE, 7)), *played(4, (6, ONE), (TWO, 5))]
    assert start_of(history) == (ONE, "fewer_starts")


def test_equals_reverse_their_last_meeting():
    history = [*played(1, (ONE, TWO)), *played(2, (8, ONE), (TWO, 9))]
    assert start_of(history) == (TWO, "reverse_of_last")
    again = [*history, *played(3, (TWO, ONE)), *played(4, (ONE, 8), (9, TWO))]
    assert start_of(again) == (ONE, "reverse_of_last")


def test_equals_who_have_not_met_look_at_who_went_second_more_recently():
    history = [*played(1, (ONE, 8), (9, TWO)), *played(2, (7, ONE), (TWO, 6))]
    assert start_of(history) == (ONE, "second_more_recently")


def test_only_what_is_left_is_drawn_and_both_can_win_the_draw():
    drawn = {start_of([], seed=seed) for seed in range(20)}
    assert drawn == {(ONE, "lot"), (TWO, "lot")}
    assert start_of([], seed=5) == start_of([], seed=5)


def test_the_draw_goes_by_entry_numbers_and_not_by_the_table():
    one, two = field(2)
    turned = (replace(one, rank=2), replace(two, rank=1))
    for seed in range(12):
        draws = {pair(request_of(who, seed=seed)).pairs[0].first for who in ((one, two), turned)}
        assert len(draws) == 1


def test_games_that_were_not_played_are_no_starts():
    assert start_of([Meeting(1, ONE, 8, played=False), Meeting(2, 8, TWO)]) == (TWO, "fewer_starts")
    assert start_of([Meeting(1, ONE, 8, played=False)])[1] == "lot"
    assert start_of([Meeting(1, ONE, 8, starts_known=False)])[1] == "lot"


def test_games_against_those_who_have_left_still_count():
    history = played(1, (ONE, 77))
    assert start_of(history) == (TWO, "fewer_starts")


def test_a_bye_is_no_start():
    assert start_of([], byes=(PastBye(1, ONE),))[1] == "lot"


@given(requests(largest=16))
@settings(max_examples=80, deadline=None)
def test_a_difference_never_grows_when_it_could_shrink(request: PairingRequest):
    before: Counter[int] = Counter()
    for meeting in request.history:
        if meeting.played and meeting.starts_known:
            before[meeting.first] += 1
            before[meeting.second] -= 1
    for game in pair(request).pairs:
        made = abs(before[game.first] + 1), abs(before[game.second] - 1)
        turned = abs(before[game.first] - 1), abs(before[game.second] + 1)
        assert (max(made), sum(made)) <= (max(turned), sum(turned))


@pytest.mark.parametrize("system", [Swiss(), KingOfTheHill()])
@pytest.mark.parametrize("count", [8, 15, 30])
def test_over_an_event_nobody_strays_far_from_even(system, count: int):
    """The top seeds win throughout, which is where starts counted raw go wrong ten times in a row."""
    event = Event(count, system=system)
    for _ in range(10):
        event.play()
    starts: Counter[int] = Counter()
    for meeting in event.history:
        starts[meeting.first] += 1
        starts[meeting.second] -= 1
    assert max(abs(difference) for difference in starts.values()) <= 3


@pytest.mark.parametrize(
    ("starters", "made"),
    [((2, 6), couples((1, 5), (2, 4), (3, 6))), ((2, 4), couples((1, 4), (2, 6), (3, 5)))],
)
def test_of_two_rounds_that_are_equal_to_the_system_the_better_balanced_is_made(starters, made):
    """2-5 is forbidden: 2 can change with 1 or with 3, at the same cost. Two who have both started twice should
    not meet, for one of them would start a third time.
    """
    history = [Meeting(round_, n, 50 + n) for round_ in (1, 2) for n in starters]
    result = pair(request_of(field(6), round=3, history=tuple(history), forbidden_pairs=((2, 5),)))
    assert pairs_of(result) == made
    assert dict(result.cost)["starts"] == 0
