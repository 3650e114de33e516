"""A result entered by its parts: plays, bingos, rack, overtime, an arbiter's adjustment, and the final."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.adjustments import (
    ComponentSettings,
    SideComponents,
    check_components,
    default_component_settings,
    total,
)
from games.engine.rulesets import AMATH, SUMMY, OvertimeRule

SETTINGS = default_component_settings(AMATH)
OUT = SideComponents(plays=292, bingos=1, rack=30, overtime=0, adjustment=0, final=362)
LEFT = SideComponents(plays=310, bingos=0, rack=0, overtime=-20, adjustment=0, final=290)


def problems(a=OUT, b=LEFT, ruleset=AMATH, settings=SETTINGS):
    return [(p.code, p.side, p.field) for p in check_components(ruleset, settings, [a, b])]


def test_a_result_whose_parts_add_up_may_stand():
    assert problems() == []


def test_a_passed_out_game_with_a_negative_final_may_stand():
    a = SideComponents(plays=3, rack=-5, final=-2)
    b = SideComponents(plays=0, rack=0, final=0)
    assert problems(a, b) == []


def test_a_tie_made_by_the_racks_may_stand():
    a = SideComponents(plays=310, rack=-6, final=304)
    b = SideComponents(plays=305, rack=-1, final=304)
    assert problems(a, b) == []


def test_an_arbiters_adjustment_may_be_any_whole_number():
    assert problems(replace(OUT, adjustment=-37, final=325), replace(LEFT, adjustment=5, final=295)) == []


def test_a_sum_that_is_off_names_the_side_and_says_by_how_much():
    (problem,) = check_components(AMATH, SETTINGS, [OUT, replace(LEFT, final=310)])
    assert (problem.code, problem.side, problem.field) == ("result.components_do_not_add_up", 1, "final")
    assert dict(problem.figures) == {"final": 310, "sum": 290, "difference": 20}


def test_a_forgotten_bingo_is_a_sum_that_is_off_by_forty():
    (problem,) = check_components(AMATH, SETTINGS, [replace(OUT, bingos=0), LEFT])
    assert problem.figures["difference"] == 40


@pytest.mark.parametrize(
    ("rack_a", "rack_b"),
    [(30, 12), (30, -3), (-4, 8)],
    ids=["two players out", "out, and the other pays", "the other way round"],
)
def test_racks_that_cannot_both_be_right_are_one_problem_of_both_sides(rack_a, rack_b):
    a = replace(OUT, rack=rack_a, final=332 + rack_a)
    b = replace(LEFT, rack=rack_b, final=290 + rack_b)
    (problem,) = check_components(AMATH, SETTINGS, [a, b])
    assert (problem.code, problem.side, problem.field) == ("result.rack_inconsistent", None, "rack")
    assert dict(problem.figures) == {"side_0": rack_a, "side_1": rack_b}


@pytest.mark.parametrize("rack", [15, 82, -41])
def test_a_rack_no_one_can_have_held_is_refused(rack):
    a = replace(OUT, rack=rack, final=332 + rack)
    assert problems(a) == [("result.rack_invalid", 0, "rack")]


@pytest.mark.parametrize("rack", [80, -40])
def test_the_dearest_rack_of_the_set_is_allowed(rack):
    assert problems(replace(OUT, rack=rack, final=332 + rack)) == []


@pytest.mark.parametrize("points", [10, -5, -15, -60])
def test_overtime_is_a_whole_number_of_minutes_within_the_cap_and_never_a_gain(points):
    b = replace(LEFT, overtime=points, final=310 + points)
    assert problems(b=b) == [("result.overtime_invalid", 1, "overtime")]


def test_without_a_cap_a_long_overtime_may_stand():
    b = replace(LEFT, overtime=-120, final=190)
    assert problems(b=b, settings=ComponentSettings(1_320_000, OvertimeRule(cap=None))) == []


def test_without_a_clock_there_is_no_overtime():
    assert problems(settings=ComponentSettings(None, OvertimeRule())) == [
        ("result.overtime_invalid", 1, "overtime")
    ]


@pytest.mark.parametrize("bingos", [-1, 13])
def test_more_bingos_than_the_tiles_allow_or_fewer_than_none_are_refused(bingos):
    a = replace(OUT, bingos=bingos, final=322 + 40 * bingos)
    assert problems(a) == [("result.bingos_invalid", 0, "bingos")]


def test_the_two_sides_bingos_come_out_of_one_set_of_tiles():
    a = replace(OUT, bingos=7, final=322 + 280)
    b = replace(LEFT, bingos=6, final=290 + 240)
    assert problems(a, b) == [("result.bingos_invalid", None, "bingos")]


def test_twelve_bingos_and_one_more_are_one_too_many():
    a = replace(OUT, bingos=12, final=322 + 480)
    b = replace(LEFT, bingos=1, final=290 + 40)
    assert problems(a, b) == [("result.bingos_invalid", None, "bingos")]
    assert problems(a, LEFT) == []


def test_the_figures_say_what_is_allowed():
    wrong = replace(OUT, plays=-1, bingos=-1, final=-11)
    plays, bingos = check_components(AMATH, SETTINGS, [wrong, LEFT])
    assert dict(plays.figures) == {"value": -1, "min": 0, "max": 9999}
    assert dict(bingos.figures) == {"value": -1, "min": 0, "max": 12}


@pytest.mark.parametrize(
    ("rule", "points", "ok"),
    [
        (OvertimeRule(cap=15), -15, True),
        (OvertimeRule(cap=15), -10, True),
        (OvertimeRule(cap=15), -5, False),
        (OvertimeRule(cap=15), -20, False),
        (OvertimeRule(points_per_minute=0), 0, True),
        (OvertimeRule(points_per_minute=0), -10, False),
        (OvertimeRule(points_per_minute=0, cap=None), -10, False),
        (OvertimeRule(points_per_minute=1), -1, True),
        (OvertimeRule(points_per_minute=1), 1, False),
        (OvertimeRule(points_per_minute=7, cap=None), -9999, False),
    ],
)
def test_overtime_fits_the_price_the_division_has_set(rule, points, ok):
    b = replace(LEFT, overtime=points, final=310 + points)
    codes = [code for code, _, _ in problems(b=b, settings=ComponentSettings(1_320_000, rule))]
    assert ("result.overtime_invalid" not in codes) == ok


def test_points_from_plays_are_never_negative():
    assert problems(replace(OUT, plays=-1, final=69)) == [("result.plays_invalid", 0, "plays")]


@pytest.mark.parametrize(("adjustment", "ok"), [(-10361, True), (-10362, False), (9637, True), (9638, False)])
def test_a_final_beyond_four_digits_is_refused(adjustment, ok):
    a = replace(OUT, adjustment=adjustment, final=362 + adjustment)
    assert problems(a) == ([] if ok else [("result.score_out_of_range", 0, "final")])


def test_summy_knows_neither_bingos_nor_racks_nor_a_clock():
    settings = default_component_settings(SUMMY)
    plain = SideComponents(plays=120, final=120)
    assert problems(plain, plain, SUMMY, settings) == []
    odd = SideComponents(plays=120, bingos=1, rack=4, overtime=-10, final=114)
    assert problems(odd, plain, SUMMY, settings) == [
        ("result.bingos_invalid", 0, "bingos"),
        ("result.rack_invalid", 0, "rack"),
        ("result.overtime_invalid", 0, "overtime"),
    ]


def test_every_problem_is_reported_at_once():
    wrong = SideComponents(plays=-5, bingos=-1, rack=13, overtime=3, adjustment=0, final=10**30)
    assert [code for code, side, _ in problems(wrong, wrong) if side == 1] == [
        "result.score_out_of_range",
        "result.plays_invalid",
        "result.bingos_invalid",
        "result.rack_invalid",
        "result.overtime_invalid",
        "result.components_do_not_add_up",
    ]


parts = st.builds(
    SideComponents,
    plays=st.integers(0, 800),
    bingos=st.integers(0, 5),
    rack=st.just(0),
    overtime=st.sampled_from([0, -10, -20, -30, -40, -50]),
    adjustment=st.integers(-200, 200),
)


@settings(deadline=None)
@given(parts, parts, st.integers(-300, 300))
def test_exactly_the_sum_is_accepted_and_nothing_else(a, b, slip):
    a = replace(a, final=total(AMATH, a))
    b = replace(b, final=total(AMATH, b) + slip)
    assert [code for code, _, _ in problems(a, b)] == ([] if slip == 0 else ["result.components_do_not_add_up"])
