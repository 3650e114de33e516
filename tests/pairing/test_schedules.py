"""A schedule says which system is played in which round; one that cannot be is refused with its rounds."""

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.pairing.any_system import MATCHED
from tournaments.pairing import (
    AustralianDraw,
    Competitor,
    Factor,
    Fontes,
    KingOfTheHill,
    Meeting,
    PairingRequest,
    PairResult,
    PastBye,
    Quads,
    RepeatRule,
    RoundRobin,
    SettingError,
    ShrinkingFactor,
    SnakeGroups,
    StartRule,
    Swiss,
    TeamRoundRobin,
    pair,
    seat_order,
)
from tournaments.pairing.plan import (
    PRESETS,
    Plan,
    PlanError,
    Step,
    check_field,
    plan_from_json,
    plan_to_json,
    preset_plan,
)
from tournaments.pairing.plan.checks import problems

DAY = Plan(
    7,
    (
        Step(1, 3, Fontes(rounds=3)),
        Step(4, 6, Swiss()),
        Step(7, 7, KingOfTheHill(), repeats=RepeatRule(None), starts=StartRule(by_draw=True)),
    ),
)


def test_three_rounds_of_fontes_then_swiss_then_the_last_round_king_of_the_hill():
    kinds = [DAY.system_for(r).kind for r in range(1, 8)]
    assert kinds == ["fontes"] * 3 + ["swiss"] * 3 + ["king_of_the_hill"]
    last = DAY.round_plan(7)
    assert (last.standings_after, last.based_on, last.seats_after) == (6, None, None)
    assert (last.repeats.limit, last.starts.by_draw) == (None, True)


def test_a_table_is_seated_once_from_the_standings_before_it():
    plan = Plan(6, (Step(1, 3, Quads()), Step(4, 6, Quads())))
    assert [plan.round_plan(r).seats_after for r in range(1, 7)] == [0, 0, 0, 3, 3, 3]
    assert [plan.system_for(r).first_round for r in range(1, 7)] == [1, 1, 1, 4, 4, 4]


def test_a_lag_of_one_goes_by_the_standings_two_rounds_back():
    plan = Plan(5, (Step(1, 4, Swiss(), lag=1), Step(5, 5, KingOfTheHill())))
    assert [plan.round_plan(r).standings_after for r in range(1, 6)] == [0, 0, 1, 2, 4]
    assert [plan.round_plan(r).based_on for r in range(1, 6)] == [None, 0, 1, 2, None]


def test_a_step_may_go_by_one_round_all_through():
    plan = Plan(5, (Step(1, 2, Swiss()), Step(3, 5, Swiss(), based_on=2)))
    assert [plan.round_plan(r).based_on for r in range(1, 6)] == [None, None, None, 2, 2]


def test_the_second_match_of_a_block_keeps_the_order_of_the_blocks_beginning():
    plan = Plan(6, (Step(1, 2, Swiss()), Step(3, 6, PairResult())))
    second = [plan.round_plan(r) for r in (4, 6)]
    assert [(r.standings_after, r.based_on, r.recent_since) for r in second] == [(2, None, 2), (4, None, 4)]
    first = [plan.round_plan(r) for r in (3, 5)]
    assert [(r.standings_after, r.recent_since) for r in first] == [(2, None), (4, None)]


def test_days_count_their_rounds():
    plan = Plan(7, (Step(1, 7, Swiss()),), days=(4, 3))
    assert [plan.day_of(r) for r in (1, 4, 5, 7)] == [1, 1, 2, 2]
    assert Plan(7, (Step(1, 7, Swiss()),)).day_of(7) == 1


def test_the_summary_names_what_is_not_as_usual():
    lines = DAY.summary()
    assert [(line.from_round, line.to_round, line.kind, dict(line.settings)) for line in lines] == [
        (1, 3, "fontes", {}),
        (4, 6, "swiss", {}),
        (7, 7, "king_of_the_hill", {}),
    ]
    (line,) = Plan(2, (Step(1, 2, Swiss(odd_group="float_down"), based_on=0),)).summary()
    assert (dict(line.settings), line.based_on) == ({"odd_group": "float_down"}, 0)


def step(first: int, last: int, system=None, **more) -> Step:
    return Step(first, last, system or Swiss(), **more)


REFUSED = [
    ("plan.rounds", 0, [], {"rounds": 0, "low": 1, "high": 200}),
    ("plan.rounds", 201, [step(1, 201)], {"rounds": 201, "low": 1, "high": 200}),
    ("plan.empty", 3, [], {"rounds": 3}),
    ("plan.reversed", 3, [step(3, 1)], {"from": 3, "to": 1}),
    ("plan.outside", 3, [step(1, 4)], {"from": 1, "to": 4, "rounds": 3}),
    ("plan.gap", 6, [step(1, 2), step(5, 6)], {"from": 3, "to": 4}),
    ("plan.gap", 6, [step(2, 6)], {"from": 1, "to": 1}),
    ("plan.gap", 6, [step(1, 4)], {"from": 5, "to": 6}),
    ("plan.overlap", 6, [step(1, 4), step(3, 6)], {"from": 3, "to": 4}),
    ("plan.overlap", 6, [step(1, 6), step(3, 3)], {"from": 3, "to": 3}),
    ("plan.based_on_later", 4, [step(1, 2), step(3, 4, based_on=3)], {"from": 3, "to": 4, "based_on": 3}),
    ("plan.based_on_later", 2, [step(1, 2, based_on=-1)], {"from": 1, "to": 2, "based_on": -1}),
    ("plan.based_on_twice", 2, [step(1, 2, based_on=0, lag=1)], {"from": 1, "to": 2, "based_on": 0, "lag": 1}),
    ("plan.lag", 2, [step(1, 2, lag=4)], {"from": 1, "to": 2, "lag": 4, "low": 0, "high": 3}),
    (
        "plan.seats_given",
        3,
        [step(1, 3, RoundRobin((1, 2, 3, 4)))],
        {"from": 1, "to": 3, "system": "round_robin"},
    ),
    ("plan.fontes_even", 4, [step(1, 4, Fontes(rounds=3))], {"from": 1, "to": 4, "rounds": 4}),
    ("plan.fontes_rounds", 5, [step(1, 5, Fontes(rounds=3))], {"from": 1, "to": 5, "rounds": 5, "wanted": 3}),
    ("plan.table_ends", 4, [step(1, 4, Quads())], {"from": 1, "to": 4, "system": "quads", "rounds": 4, "table": 3}),
    (
        "plan.table_ends",
        4,
        [step(1, 4, RoundRobin(rounds=2))],
        {"from": 1, "to": 4, "system": "round_robin", "rounds": 4, "table": 2},
    ),
    ("plan.blocks_odd", 3, [step(1, 3, PairResult())], {"from": 1, "to": 3, "rounds": 3}),
    ("plan.blocks_based", 2, [step(1, 2, PairResult(), lag=1)], {"from": 1, "to": 2}),
    ("plan.blocks_based", 2, [step(1, 2, PairResult(), based_on=0)], {"from": 1, "to": 2}),
    (
        "plan.reset_later",
        4,
        [step(1, 2), step(3, 4, AustralianDraw(reset_round=3))],
        {"from": 3, "to": 4, "reset_round": 3},
    ),
    (
        "plan.factor_spent",
        4,
        [step(1, 2), step(3, 4, ShrinkingFactor(constant=3))],
        {"from": 3, "to": 4, "constant": 3},
    ),
]


@pytest.mark.parametrize(("code", "rounds", "steps", "params"), REFUSED)
def test_a_schedule_that_cannot_be_is_refused_with_its_rounds(code, rounds, steps, params):
    with pytest.raises(PlanError) as refused:
        Plan(rounds, tuple(steps))
    assert refused.value.code == code
    assert dict(refused.value.params) == params


@pytest.mark.parametrize(
    ("days", "code", "params"),
    [
        ((4, 2), "plan.days", {"rounds": 7, "days": 6}),
        ((7, 0), "plan.day_empty", {"day": 2}),
    ],
)
def test_days_have_all_rounds_and_none_is_empty(days, code, params):
    with pytest.raises(PlanError) as refused:
        Plan(7, (step(1, 7),), days)
    assert (refused.value.code, dict(refused.value.params)) == (code, params)


def test_all_that_is_wrong_is_told_at_once():
    wrong = [step(2, 5, Fontes(rounds=3)), step(5, 9, PairResult())]
    assert [one.code for one in problems(8, wrong)] == [
        "plan.gap",
        "plan.fontes_even",
        "plan.outside",
        "plan.overlap",
        "plan.blocks_odd",
    ]


def test_a_round_beyond_the_schedule_is_named():
    with pytest.raises(PlanError, match=r"plan\.outside"):
        DAY.system_for(8)


@pytest.mark.parametrize(
    ("plan", "entries", "told"),
    [
        (DAY, 24, []),
        (DAY, 3, ["plan.field_groups", "plan.field_repeats"]),
        (Plan(7, (step(1, 7, RoundRobin()),)), 8, []),
        (Plan(7, (step(1, 7, RoundRobin()),)), 6, ["plan.field_table", "plan.field_repeats"]),
        (Plan(10, (step(1, 10, RoundRobin(cycles=2)),)), 6, []),
        (Plan(7, (step(1, 7, RoundRobin()),)), 95, ["plan.field_short"]),
        (Plan(7, (step(1, 7, RoundRobin(rounds=7)),)), 95, []),
        (Plan(5, (step(1, 5, TeamRoundRobin()),)), 8, ["plan.field_table"]),
        (Plan(3, (step(1, 3, SnakeGroups(groups=4)),)), 7, ["plan.field_groups"]),
        (Plan(3, (step(1, 3, Factor(6)),)), 10, ["plan.field_factor"]),
        (Plan(9, (step(1, 9),)), 9, ["plan.field_repeats"]),
    ],
)
def test_what_a_field_makes_of_a_schedule_is_told_beforehand(plan, entries, told):
    assert [one.code for one in check_field(plan, entries)] == told


@pytest.mark.parametrize("code", PRESETS)
def test_every_preset_is_a_schedule_in_every_length_it_offers(code):
    preset = PRESETS[code]
    assert preset.allows(preset.rounds)
    for rounds in range(preset.low, preset.high + 1):
        if preset.allows(rounds):
            plan = preset_plan(code, rounds)
            assert plan.rounds == rounds
            assert plan_from_json(plan_to_json(plan)) == plan
    with pytest.raises(PlanError, match=r"plan\.rounds"):
        preset_plan(code, preset.high + 1)


@pytest.mark.parametrize("code", PRESETS)
@pytest.mark.parametrize("count", [9, 12])
def test_every_preset_can_be_played_to_its_end(code, count: int):
    """Whole events, the better number winning; requests are made as the schedule says."""
    plan = preset_plan(code)
    tables = [problem.code for problem in check_field(plan, count)]
    played = plan.rounds if "plan.field_table" not in tables else 3
    points: list[dict[int, int]] = [dict.fromkeys(range(1, count + 1), 0)]
    history: list[Meeting] = []
    byes: list[PastBye] = []
    seats: dict[int, tuple[int, ...]] = {}
    for round_ in range(1, played + 1):
        told = plan.round_plan(round_)
        system, at = told.system, points[told.standings_after]
        if told.seats_after is not None and round_ > system.first_round:
            system = replace(system, seats=seats[system.first_round])
        ranked = sorted(at, key=lambda n: (-at[n], n))
        request = PairingRequest(
            event="plan",
            round=round_,
            system=system,
            competitors=tuple(
                Competitor(
                    id=n,
                    rank=rank,
                    points=at[n],
                    number=n,
                    recent=None if told.recent_since is None else points[-1][n] - points[told.recent_since][n],
                )
                for rank, n in enumerate(ranked, 1)
            ),
            history=tuple(history),
            byes=tuple(byes),
            based_on=told.based_on,
            repeats=told.repeats,
            starts=told.starts,
        )
        if told.seats_after is not None and round_ == system.first_round:
            seats[round_] = seat_order(request)
        result = pair(request)
        now = dict(points[-1])
        for game in result.pairs:
            now[min(game.first, game.second)] += 2
            history.append(Meeting(round_, game.first, game.second, table=game.table))
        for n in result.byes:
            now[n] += 2
            byes.append(PastBye(round_, n))
        points.append(now)
        assert len(result.pairs) * 2 + len(result.byes) == count
        if count == 12 and round_ <= 5:
            assert not [g for g in result.repeats if told.repeats.limit is not None]


@given(st.lists(st.tuples(st.integers(1, 4), st.sampled_from(MATCHED)), min_size=1, max_size=5))
@settings(max_examples=60, deadline=None)
def test_a_schedule_survives_the_text_it_is_stored_as(parts):
    steps, start = [], 1
    for count, system in parts:
        if isinstance(system, PairResult):
            count = 2 * ((count + 1) // 2)
        if isinstance(system, AustralianDraw | ShrinkingFactor):
            system = Swiss()
        lag = 0 if isinstance(system, PairResult) else count % 2
        steps.append(Step(start, start + count - 1, system, lag=lag, repeats=RepeatRule(count % 3)))
        start += count
    plan = Plan(start - 1, tuple(steps))
    text = plan_to_json(plan)
    assert plan_from_json(text) == plan
    assert plan_to_json(plan_from_json(text)) == text


@pytest.mark.parametrize(
    "text",
    [
        "[]",
        '{"format": "another"}',
        '{"format": "kradan-pairing-plan/1"}',
        '{"format": "kradan-pairing-plan/1", "rounds": 2, "steps": [{"from": 1}]}',
        '{"format": "kradan-pairing-plan/1", "rounds": 2, "steps": [4]}',
        '{"format": "kradan-pairing-plan/1", "rounds": "2", "steps": []}',
    ],
)
def test_text_that_is_no_schedule_is_refused(text: str):
    with pytest.raises(ValueError, match="schedule"):
        plan_from_json(text)


def test_a_bad_setting_in_a_stored_schedule_says_so_itself():
    text = plan_to_json(DAY).replace('"rounds":3,"seats"', '"rounds":4,"seats"')
    with pytest.raises(SettingError) as refused:
        plan_from_json(text)
    assert refused.value.code == "setting.not_odd"


def test_points_may_be_halves_in_any_round_of_a_schedule():
    half = tuple(Competitor(id=n, rank=n, points=Fraction(9 - n, 2), number=n) for n in range(1, 9))
    for system in (Swiss(), Factor(2), PairResult(opening="halves")):
        assert len(pair(PairingRequest(event="x", round=1, system=system, competitors=half)).pairs) == 4
