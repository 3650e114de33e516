"""Rules a director may set: how often two may meet, how long a run of starts may be, a round decided by draw."""

from collections import Counter
from dataclasses import replace

import pytest

from tests.pairing.support import Event, codes_of, couples, field, notes_of, pairs_of, played, request_of
from tournaments.pairing import (
    KingOfTheHill,
    PastBye,
    RepeatRule,
    StartRule,
    Swiss,
    pair,
)

# --- repeats -----------------------------------------------------------------------------------------------

MET_ONCE = (*played(1, (1, 2), (3, 4)), *played(2, (1, 3), (2, 4)))
TOP = couples((1, 2), (3, 4))


def hill(history, round_=4, **changes):
    return pair(request_of(field(4), system=KingOfTheHill(), round=round_, history=history, **changes))


def test_without_a_limit_neighbours_meet_however_often_they_have():
    """As long as repeats are not allowed king of the hill avoids 1-2 and 3-4, who have met."""
    assert pairs_of(hill(MET_ONCE)) == couples((1, 4), (2, 3))
    often = hill((*MET_ONCE, *played(3, (1, 4), (2, 3))), 9, repeats=RepeatRule(None))
    assert pairs_of(often) == TOP
    assert [told["reason"] for told in notes_of(often, "repeat")] == ["allowed", "allowed"]
    assert dict(often.cost)["repeats"] == 0


def test_a_limit_of_one_lets_two_meet_twice_and_not_three_times():
    assert pairs_of(hill(MET_ONCE, repeats=RepeatRule(1))) == TOP
    twice = (*MET_ONCE, *played(3, (1, 2), (3, 4)))
    assert pairs_of(hill(twice, 5, repeats=RepeatRule(1))) == couples((1, 3), (2, 4))
    assert pairs_of(hill(twice, 5, repeats=RepeatRule(2))) == TOP


def test_who_is_over_the_limit_when_all_are_is_whoever_has_met_least():
    history = [m for r in range(1, 4) for m in played(r, (1, 2), (3, 4))]
    history += [*played(4, (1, 3), (2, 4)), *played(5, (1, 3), (2, 4)), *played(6, (1, 4), (2, 3))]
    history += [*played(7, (1, 4), (2, 3)), *played(8, (1, 4), (2, 3))]
    result = hill(tuple(history), 10, repeats=RepeatRule(1))
    assert pairs_of(result) == couples((1, 3), (2, 4))
    assert {told["reason"] for told in notes_of(result, "repeat")} == {"unavoidable"}
    cost = dict(result.cost)
    assert (cost["repeats"], cost["times_met"]) == (2, 0)


def test_a_repeat_within_the_limit_is_still_not_played_twice_running_unless_that_is_allowed_too():
    last = played(3, (1, 2), (3, 4))
    assert pairs_of(hill(last, repeats=RepeatRule(None))) == couples((1, 3), (2, 4))
    both = hill(last, repeats=RepeatRule(None, back_to_back=True))
    assert pairs_of(both) == TOP
    assert "back_to_back" not in codes_of(both)


@pytest.mark.parametrize("limit", [-1, 16])
def test_a_limit_of_repeats_has_a_range(limit: int):
    with pytest.raises(ValueError, match="limit of repeats"):
        RepeatRule(limit)


# --- starts ------------------------------------------------------------------------------------------------


def start_of(history, **rule):
    result = pair(request_of(field(2), round=20, history=tuple(history), starts=StartRule(**rule)))
    return result.pairs[0].first, result.pairs[0].start_reason


def test_of_two_who_are_even_whoever_is_on_a_long_run_changes():
    """1: second, second, started, started; 2: started, second, second, started. Both are even."""
    history = [
        *played(1, (9, 1), (2, 8)),
        *played(2, (8, 1), (9, 2)),
        *played(3, (1, 9), (8, 2)),
        *played(4, (1, 8), (2, 9)),
    ]
    assert start_of(history, longest_run=2) == (2, "run")
    assert start_of(history, longest_run=3)[1] != "run"


def test_whoever_went_second_long_enough_starts():
    history = [
        *played(1, (1, 9), (8, 2)),
        *played(2, (1, 8), (2, 9)),
        *played(3, (9, 1), (8, 2)),
        *played(4, (8, 1), (2, 9)),
    ]
    assert start_of(history, longest_run=2) == (1, "run")


def test_the_smaller_difference_still_comes_before_a_run():
    """1 has started twice running and is one behind all the same."""
    history = [
        *played(1, (9, 1), (2, 9)),
        *played(2, (9, 1), (9, 2)),
        *played(3, (9, 1)),
        *played(4, (1, 9)),
        *played(5, (1, 9)),
    ]
    assert start_of(history, longest_run=2) == (1, "fewer_starts")
    for ranks in ((1, 2), (2, 1)):
        two = tuple(replace(c, rank=rank) for c, rank in zip(field(2), ranks, strict=True))
        request = request_of(two, round=20, history=tuple(history), starts=StartRule(longest_run=2))
        assert dict(pair(request).cost)["runs"] == 1


def test_two_on_the_same_run_do_not_meet_while_others_can():
    """1 and 2 have gone second in both rounds, 3 and 4 started in both: each meets one of the others."""
    history = (*played(1, (3, 1), (4, 2)), *played(2, (4, 1), (3, 2)))
    rule = {"history": history, "round": 4, "repeats": RepeatRule(None), "system": KingOfTheHill()}
    free = pair(request_of(field(4), **rule))
    assert pairs_of(free) == couples((1, 2), (3, 4))
    held = replace(request_of(field(4), **rule), starts=StartRule(longest_run=2))
    cost = dict(pair(held).cost)
    assert cost["runs"] == 2
    assert list(cost).index("runs") == list(cost).index("distance") + 1


def test_head_to_head_goes_by_all_their_games_and_not_only_the_last():
    """1 started two of three against 2, the last one not: by the last alone 1 would start again."""
    even = [*played(1, (1, 2)), *played(2, (1, 2)), *played(3, (2, 1)), *played(4, (8, 1), (2, 9))]
    assert start_of(even) == (1, "reverse_of_last")
    assert start_of(even, head_to_head=True) == (2, "head_to_head")


def test_in_a_round_decided_by_draw_lots_say_who_starts_whatever_came_before():
    history = tuple(m for r in range(1, 7) for m in played(r, (1, 9), (8, 2)))
    firsts = Counter()
    for seed in range(40):
        request = request_of(field(2), round=8, history=history, seed=seed, starts=StartRule(by_draw=True))
        (game,) = pair(request).pairs
        assert game.start_reason == "draw"
        assert pair(request).pairs == (game,)
        firsts[game.first] += 1
    assert min(firsts[1], firsts[2]) > 8


def test_a_round_decided_by_draw_does_not_let_starts_choose_opponents():
    result = pair(request_of(field(4), starts=StartRule(by_draw=True)))
    assert "starts" not in dict(result.cost)


def test_a_long_event_keeps_everybodys_runs_short():
    event = Event(12, system=Swiss(), starts=StartRule(longest_run=2, head_to_head=True))
    for _ in range(9):
        event.play()
    for n in range(1, 13):
        longest, run, before = 0, 0, None
        for m in event.history:
            if n in (m.first, m.second):
                run = run + 1 if before == (m.first == n) else 1
                before = m.first == n
                longest = max(longest, run)
        assert longest <= 3


@pytest.mark.parametrize("run", [0, 11])
def test_a_longest_run_has_a_range(run: int):
    with pytest.raises(ValueError, match="longest run"):
        StartRule(longest_run=run)


def test_byes_interrupt_no_run():
    """1 started in rounds 3 and 5 and had the bye of round 4 between them."""
    history = [
        *played(1, (9, 1), (2, 8)),
        *played(2, (8, 1), (9, 2)),
        *played(3, (1, 7), (7, 2)),
        *played(5, (1, 6), (2, 6)),
    ]
    request = request_of(field(2), round=20, history=tuple(history), byes=(PastBye(4, 1),))
    game = pair(replace(request, starts=StartRule(longest_run=2))).pairs[0]
    assert (game.first, game.start_reason) == (2, "run")
