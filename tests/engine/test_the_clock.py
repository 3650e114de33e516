"""Overtime, the time limit of a turn, and adjustments (X4, rules 20, 22; C44), through positions."""

import pytest

from games.engine import (
    Adjustment,
    Challenge,
    Clock,
    End,
    Ending,
    Name,
    Outcome,
)
from games.engine.rulesets import OvertimeRule
from tests.engine.shared import AMATH, SUMMY, at, auto, changes, codes, game

LAST = {"8E": "3 - 3 = 0 × 7"}
"""One more 5 makes `3-3=0×75`, 12 points."""
GOES_OUT = at("8L", "5")


@pytest.mark.parametrize("side", [-1, 2])
def test_an_adjustment_or_a_clock_is_of_a_side_that_plays(side):
    position = AMATH.opening()
    assert codes(position.problems(Adjustment(side, 5))) == ["move.no_such_side"]
    assert codes(position.problems(Clock(side, 5))) == ["move.no_such_side"]
    assert codes(position.problems(Clock(0, -1))) == ["clock.negative"]


@pytest.mark.parametrize(
    ("used", "price"),
    [(0, 0), (1_320_000, 0), (1_320_001, 10), (1_380_000, 10), (1_380_001, 20), (1_440_000, 20), (1_440_001, 30),
     (1_620_000, 50), (1_620_001, 50), (9_999_999, 50)],
)  # fmt: skip
def test_each_started_minute_over_costs_ten_of_the_side_whose_clock_it_is_capped_at_fifty(used, price):
    position = AMATH.opening().play(Clock(1, used))
    assert position.total == (0, -price)
    assert (position.clocks, position.to_move) == ((0, used), 0)
    assert changes(position) == ([(Name.TIME_ADJUSTMENT, 1, -price)] if price else [])


def test_the_clock_decides_the_game():
    position = game(LAST, racks=[["4"], ["5"]], bag=0, to_move=1, total=(300, 284))
    ended = position.play(GOES_OUT).play(End(Ending.OUT))
    assert (ended.total, ended.outcome.winner) == ((300, 300), None)
    late = ended.play(Clock(0, 1_350_000))
    assert (late.total, late.outcome.winner) == ((290, 300), 1)


def test_sending_the_clock_again_charges_nothing_and_a_correction_gives_back():
    position = AMATH.opening().play(Clock(0, 1_381_000))
    assert position.total == (-20, 0)
    assert position.play(Clock(0, 1_381_000)).total == (-20, 0)
    assert position.play(Clock(0, 1_500_000)).total == (-30, 0)
    assert position.play(Clock(0, 1_300_000)).total == (0, 0)
    assert position.play(Clock(1, 1_381_000)).total == (-20, -20)


def test_the_clock_may_come_while_a_play_can_still_be_challenged_and_takes_no_turn():
    position = AMATH.opening().play(at("8G", "6 = 5")).play(Clock(0, 9_000)).play(Adjustment(1, 5))
    assert position.to_move == 1
    assert position.play(Challenge()).total == (0, 5)


@pytest.mark.parametrize(("over", "late"), [(300_000, False), (300_001, True)])
def test_more_than_five_minutes_over_loses_the_game_whatever_the_score(over, late):
    position = AMATH.set_up({}, total=(300, 100)).play(Clock(0, 1_320_000 + over)).play(End(Ending.AGREED))
    assert position.outcome == Outcome(Ending.AGREED, (250, 100), 1 if late else 0, 0 if late else None)


def test_both_too_late_leaves_the_score_to_decide():
    position = AMATH.set_up({}, total=(300, 100)).play(Clock(0, 1_700_000)).play(Clock(1, 1_700_000))
    assert position.play(End(Ending.AGREED)).outcome == Outcome(Ending.AGREED, (250, 50), 0)


def test_of_three_sides_one_too_late_the_better_of_the_others_wins():
    position = AMATH.set_up({}, [8, 8, 8], total=(300, 100, 200)).play(Clock(0, 1_700_000)).play(End(Ending.AGREED))
    assert (position.outcome.winner, position.outcome.forfeited) == (2, 0)
    two = AMATH.set_up({}, [8, 8, 8], total=(300, 100, 200)).play(Clock(0, 1_700_000)).play(Clock(2, 1_700_000))
    assert two.play(End(Ending.AGREED)).outcome.winner == 1  # the only one in time
    tied = AMATH.set_up({}, [8, 8, 8], total=(300, 200, 200)).play(Clock(0, 1_700_000)).play(End(Ending.AGREED))
    assert (tied.outcome.winner, tied.outcome.forfeited) == (None, 0)


@pytest.mark.parametrize(
    ("rule", "used", "total"),
    [
        (OvertimeRule(cap=None, forfeit_after_ms=None), 1_920_000, -100),
        (OvertimeRule(started_minutes=False), 1_379_999, 0),
        (OvertimeRule(started_minutes=False), 1_380_000, -10),
        (OvertimeRule(points_per_minute=5), 1_381_000, -10),
        (OvertimeRule(cap=15), 1_381_000, -15),
    ],
)
def test_the_price_of_time_is_a_setting(rule, used, total):
    position = AMATH.opening(settings=auto(overtime=rule)).play(Clock(0, used)).play(End(Ending.AGREED))
    assert position.total == (total, 0)
    assert position.outcome.forfeited is None


def test_without_a_clock_time_costs_nothing():
    assert AMATH.opening(settings=auto(clock_ms=None)).play(Clock(0, 10**9)).total == (0, 0)
    assert SUMMY.opening().play(Clock(0, 10**9)).total == (0, 0)
    assert SUMMY.opening(settings=auto(SUMMY, clock_ms=60_000)).play(Clock(0, 60_001)).total == (-10, 0)


def test_a_turn_over_the_limit_is_flagged_and_never_punished_and_off_by_default():
    slow = AMATH.opening(settings=auto(turn_limit_ms=120_000)).play(Clock(0, 120_000))
    assert (slow.flags, slow.total) == ((), (0, 0))
    slower = slow.play(Clock(0, 240_001))
    (flag,) = slower.flags
    assert (flag.code, dict(flag.figures)) == (
        "clock.turn_too_long", {"side": 0, "used_ms": 120_001, "limit_ms": 120_000}
    )  # fmt: skip
    assert slower.total == (0, 0)
    assert AMATH.opening().play(Clock(0, 1_000_000)).flags == ()
