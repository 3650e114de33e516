"""Tiles left on the racks and minutes over: "End of game, time, exchange" of the scenarios, and C44."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.adjustments import (
    GameNotOver,
    SideComponents,
    UnknownTile,
    overtime,
    rack_adjustments,
    rack_points,
    total,
)
from games.engine.rulesets import AMATH, AMATH_PRIMARY, SUMMY, OvertimeRule


def final(score: int, rack: int = 0, over: int = 0) -> int:
    return total(AMATH, SideComponents(plays=score, rack=rack, overtime=over))


def clock(used_ms: int, rule: OvertimeRule = AMATH.overtime) -> int:
    return overtime(rule, used_ms=used_ms, allowed_ms=22 * 60_000).points


def test_going_out_earns_twice_the_opponents_tiles_and_costs_the_opponent_nothing():
    racks = [[], ["20", "19", "?", "+/-", "7"]]
    assert rack_points(AMATH, racks[1]) == 15
    a, b = rack_adjustments(AMATH, racks, bag=0)
    assert (final(250 + 12, a), final(240, b)) == (292, 240)


def test_going_out_against_blanks_earns_nothing():
    a, b = rack_adjustments(AMATH, [[], ["?", "?"]], bag=0)
    assert (final(262, a), final(240, b)) == (262, 240)


def test_six_passes_take_from_each_side_its_own_tiles_and_can_make_a_tie():
    a, b = rack_adjustments(AMATH, [["13", "?"], ["="]], bag=0)
    assert (final(310, a), final(305, b)) == (304, 304)


def test_six_passes_can_leave_a_negative_final():
    a, _ = rack_adjustments(AMATH, [["20"], ["?"]], bag=0)
    assert final(3, a) == -2


def test_a_passed_out_game_with_tiles_in_the_bag_still_costs_each_side_its_rack():
    assert rack_adjustments(AMATH, [["13", "="], ["4", "5"]], bag=9) == (-7, -4)


def test_an_empty_rack_with_tiles_in_the_bag_is_not_the_end_of_the_game():
    with pytest.raises(GameNotOver) as refused:
        rack_adjustments(AMATH, [[], ["7"]], bag=1)
    assert refused.value.bag == 1


def test_the_second_side_may_be_the_one_to_go_out():
    assert rack_adjustments(AMATH, [["4"], []], bag=0) == (0, 4)


def test_of_three_sides_the_one_out_gets_twice_the_sum_of_the_others():
    assert rack_adjustments(AMATH, [["4"], [], ["19", "?"]], bag=0) == (0, 18, 0)


def test_blocks_in_hand_cost_nothing_in_summy():
    assert rack_adjustments(SUMMY, [["9", "8"], ["7", "="]], bag=0) == (0, 0)
    assert rack_adjustments(SUMMY, [[], ["7", "="]], bag=0) == (0, 0)


def test_a_tile_that_is_not_in_the_set_is_named():
    with pytest.raises(UnknownTile) as refused:
        rack_adjustments(AMATH_PRIMARY, [["4", "×"], ["="]], bag=0)
    assert refused.value.tile == "×"


@pytest.mark.parametrize(
    ("used_ms", "points"),
    [
        (0, 0),
        (1_320_000, 0),
        (1_320_001, -10),
        (1_380_000, -10),
        (1_380_001, -20),
        (1_440_000, -20),
    ],
)
def test_each_started_minute_over_the_time_costs_ten(used_ms, points):
    assert clock(used_ms) == points


def test_the_clock_can_decide_the_game():
    rack_a, rack_b = rack_adjustments(AMATH, [["4"], []], bag=0)
    a = final(300, rack_a, clock(1_350_000))
    b = final(296, rack_b)
    assert (a, b) == (290, 300)


def test_pricing_the_same_clock_again_gives_the_same_price():
    assert clock(1_381_000) == clock(1_381_000) == -20


@pytest.mark.parametrize(
    ("over_ms", "points", "forfeits"),
    [(240_001, -50, False), (300_000, -50, False), (300_001, -50, True), (3_600_000, -50, True)],
)
def test_more_than_five_minutes_over_forfeits_and_the_penalty_stops_at_fifty(over_ms, points, forfeits):
    price = overtime(AMATH.overtime, used_ms=1_320_000 + over_ms, allowed_ms=1_320_000)
    assert (price.points, price.forfeits) == (points, forfeits)


def test_without_cap_and_forfeit_the_penalty_goes_on():
    rule = OvertimeRule(cap=None, forfeit_after_ms=None)
    price = overtime(rule, used_ms=1_320_000 + 600_000, allowed_ms=1_320_000)
    assert (price.points, price.forfeits) == (-100, False)


def test_a_division_may_count_only_completed_minutes():
    rule = OvertimeRule(started_minutes=False)
    assert [clock(1_320_000 + over, rule) for over in (59_999, 60_000, 119_999)] == [0, -10, -10]


@settings(deadline=None)
@given(st.integers(0, 10**7), st.integers(0, 10**7))
def test_using_more_time_never_costs_less(used, more):
    assert clock(used + more) <= clock(used) <= 0
