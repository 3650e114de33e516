"""A division's schedule says by which system each round is paired, and from which standings."""

import re
from typing import Any

import pytest

from common.errors import Conflict, Refused
from common.models import LogEntry
from tests.factories import (
    TEST,
    enter,
    enter_named,
    entry_named,
    fixed_round,
    make_division,
    make_entry,
    play_round,
    publish_round,
)
from tournaments.models import Division, Round, Seat
from tournaments.pairing import (
    AustralianDraw,
    Contention,
    Factor,
    Fontes,
    KingOfTheHill,
    PairResult,
    Quads,
    RandomDraw,
    RoundRobin,
    Swiss,
    request_from_json,
)
from tournaments.pairing.plan import PRESETS, Plan, PlanError, Step, plan_to_json, preset_plan
from tournaments.selectors import division_table
from tournaments.selectors.requests import pairing_request
from tournaments.services.drafts import draft_repair_rest, round_pair
from tournaments.services.events import division_update
from tournaments.services.plans import _PLAN_WORDS, plan_read, plan_set
from tournaments.services.rounds import round_close, round_publish

pytestmark = pytest.mark.django_db


def division_of(*steps: Step, entries: int = 12, **more: Any) -> Division:
    plan = Plan(max(step.to_round for step in steps), steps)
    return make_division(entries=entries, plan=plan, **more)


def numbers(round_: Round) -> set[frozenset[int]]:
    found: dict[int, set[int]] = {}
    for pairing, number in Seat.objects.filter(round=round_).values_list("pairing_id", "entry__number"):
        found.setdefault(pairing, set()).add(number)
    return {frozenset(each) for each in found.values()}


def question(round_: Round) -> Any:
    return request_from_json(round_.request)


@pytest.mark.parametrize("code", sorted(PRESETS))
def test_an_event_is_played_to_its_end_by_every_preset(code: str) -> None:
    limited = code in ("groups_day", "team_round_robin")
    plan = preset_plan(code, 6) if PRESETS[code].allows(6) and not limited else preset_plan(code)
    division = make_division(entries=9, plan=plan)
    for number in range(1, plan.rounds + 1):
        round_ = play_round(division, number, seed=number)
        assert round_.system == plan.system_for(number).kind
        assert Seat.objects.filter(round=round_).count() == 9
    assert division_table(division, plan.rounds).rows[0].games_played >= plan.rounds - 2


def test_each_round_has_the_system_and_the_settings_of_its_step() -> None:
    division = division_of(Step(1, 1, RandomDraw()), Step(2, 2, Swiss(within="fold")), Step(3, 3, KingOfTheHill()))
    rounds = [play_round(division, number) for number in (1, 2, 3)]
    assert [round_.system for round_ in rounds] == ["random", "swiss", "king_of_the_hill"]
    assert rounds[1].system_settings == {"odd_group": "pull_up", "within": "fold"}
    assert question(rounds[1]).system == Swiss(within="fold")
    rows = [row.number for row in division_table(division, 2).rows]
    assert frozenset(rows[:2]) in numbers(rounds[2])


def test_a_lagged_round_is_paired_and_published_while_the_one_before_goes_on() -> None:
    division = division_of(Step(1, 4, Swiss(), lag=1), entries=8)
    play_round(division, 1)
    second = publish_round(division, 2)
    third = round_pair(division_id=division.pk, number=3, actor=TEST, seed=5)
    assert third.standings_after == 1
    alike = pairing_request(division, 3, seed=5)
    table = second.pairings.exclude(table=None).first()
    assert table is not None
    enter(table, 500, 100)
    division.refresh_from_db()
    assert pairing_request(division, 3, seed=5) == alike, "how round 2 ends changes nothing in the question"
    third = round_publish(round_id=third.pk, actor=TEST)
    second.refresh_from_db()
    assert (second.state, third.state) == ("published", "published")
    assert not numbers(second) & numbers(third)
    with pytest.raises(Conflict) as refusal:
        round_pair(division_id=division.pk, number=4, actor=TEST)
    assert (refusal.value.code, refusal.value.extra["round"]) == ("round.results_missing", 2)
    for pairing in second.pairings.exclude(table=None).exclude(pk=table.pk):
        enter(pairing, 400, 300)
    publish_round(division, 4)
    second.refresh_from_db()
    assert second.state == "closed"


def test_a_correction_marks_only_rounds_whose_standings_knew_of_it() -> None:
    division = division_of(Step(1, 4, Swiss(), lag=1), entries=8)
    for number in (1, 2, 3):
        play_round(division, number)
    publish_round(division, 4)
    first = Round.objects.get(division=division, number=2).pairings.exclude(table=None).first()
    assert first is not None
    enter(first, 111, 444, reason="the slip was misread", may_correct=True)
    old = dict(Round.objects.filter(division=division).values_list("number", "made_from_older_results"))
    assert old == {1: False, 2: False, 3: False, 4: True}


def test_groups_are_made_once_and_kept_although_the_standings_move() -> None:
    division = division_of(Step(1, 3, Fontes(rounds=3)), Step(4, 4, Swiss()), entries=12)
    rounds = [play_round(division, number) for number in (1, 2, 3)]
    seats = [question(round_).system.seats for round_ in rounds]
    assert seats[0] == seats[1] == seats[2] != ()
    met = [pair for round_ in rounds for pair in numbers(round_)]
    assert len(set(met)) == len(met) == 18, "nobody meets anybody twice"
    assert {round_.standings_after for round_ in rounds} == {0}


def test_quads_in_the_middle_are_seated_by_the_standings_before_them() -> None:
    division = division_of(Step(1, 1, Swiss()), Step(2, 4, Quads()), entries=8)
    play_round(division, 1)
    best = {row.number for row in division_table(division, 1).rows[:4]}
    met = set().union(*(numbers(play_round(division, number)) for number in (2, 3, 4)))
    assert {pair for pair in met if pair <= best} == {frozenset({a, b}) for a in best for b in best if a < b}


def test_a_round_robin_keeps_its_seats_and_a_late_entry_takes_the_empty_place() -> None:
    division = make_division(entries=5, system="round_robin", rounds_planned=5)
    first = play_round(division, 1)
    late = make_entry(division, "Late")
    second = play_round(division, 2)
    assert question(second).system.seats == (*question(first).system.seats, late.pk)
    assert not [one for one in numbers(second) if len(one) == 1]
    met = [pair for number in (3, 4, 5) for pair in numbers(play_round(division, number))]
    assert len(set(met)) == len(met)


def test_a_round_robin_that_is_full_says_who_has_no_place() -> None:
    division = make_division(entries=4, system="round_robin", rounds_planned=3)
    play_round(division, 1)
    make_entry(division, "Late")
    with pytest.raises(Refused) as refusal:
        round_pair(division_id=division.pk, number=2, actor=TEST)
    assert (refusal.value.code, refusal.value.extra["entries"]) == ("pairing.no_seat", [5])


def test_winners_meet_winners_in_the_second_match_of_a_block() -> None:
    division = division_of(Step(1, 4, PairResult(opening="lot")), entries=8)
    first = play_round(division, 1, score=lambda r: r.randint(200, 500))
    won = {row.number: row.wins for row in division_table(division, 1).rows}
    second = publish_round(division, 2)
    assert all(len({won[number] for number in pair}) == 1 for pair in numbers(second))
    assert question(second).system.first_round == 1
    del first


def test_another_system_for_one_round_goes_by_the_round_before() -> None:
    division = division_of(Step(1, 3, Swiss(), lag=1), entries=8)
    play_round(division, 1)
    play_round(division, 2)
    draft = round_pair(division_id=division.pk, number=3, actor=TEST, system=Factor(factor=2))
    assert (draft.system, draft.system_settings["factor"], draft.standings_after) == ("factor", 2, 2)
    assert question(draft).based_on is None


def test_contention_has_its_figures_inside_the_question() -> None:
    division = division_of(Step(1, 2, Swiss()), Step(3, 4, Contention(prizes=((1, 1), (2, 2)))), entries=9)
    for number in (1, 2):
        play_round(division, number)
    third = round_pair(division_id=division.pk, number=3, actor=TEST)
    system = question(third).system
    table = division_table(division, 2)
    assert [row.number for row in system.standings] == [row.number for row in table.rows]
    assert (system.rounds_left, third.system_settings["simulations"]) == (2, 0)
    assert "standings" not in third.system_settings


def test_contention_that_simulates_is_seeded_with_the_round() -> None:
    division = division_of(Step(1, 1, Swiss()), Step(2, 3, Contention(simulations=200)), entries=6)
    play_round(division, 1)
    draft = round_pair(division_id=division.pk, number=2, actor=TEST, seed=11)
    system = question(draft).system
    assert (system.simulation_seed, system.runs >= 200) == (11, True)
    before = draft.request
    again = round_pair(division_id=division.pk, number=2, actor=TEST, seed=11, repair=True)
    assert (again.request, again.version) == (before, draft.version)


def test_a_draw_from_the_top_and_a_round_beyond_the_schedule_are_paired() -> None:
    division = division_of(Step(1, 2, AustralianDraw()), entries=6)
    for number in (1, 2, 3):
        assert play_round(division, number).system == "australian_draw"


@pytest.mark.parametrize(
    ("step", "code"),
    [
        (Step(1, 2, PairResult()), "plan.blocks_odd"),
        (Step(1, 3, Fontes(rounds=3)), "plan.fontes_even"),
        (Step(1, 3, Quads()), "plan.table_ends"),
        (Step(1, 2, RoundRobin(rounds=2)), "plan.table_ends"),
    ],
)
def test_a_round_is_added_by_another_system_where_the_schedule_cannot_go_on(step: Step, code: str) -> None:
    division = division_of(step, entries=8)
    for number in range(1, step.to_round + 1):
        play_round(division, number)
    more = step.to_round + 1
    with pytest.raises(Refused) as refusal:
        round_pair(division_id=division.pk, number=more, actor=TEST)
    assert refusal.value.code == code
    round_ = round_pair(division_id=division.pk, number=more, actor=TEST, system="king_of_the_hill", seed=1)
    assert (round_.system, round_.standings_after) == ("king_of_the_hill", step.to_round)
    assert draft_repair_rest(round_id=round_.pk, actor=TEST).version == round_.version, "the same question"
    round_publish(round_id=round_.pk, actor=TEST)


def test_a_schedule_is_changed_and_logged_and_the_same_again_is_nothing() -> None:
    division = make_division(entries=4)
    plan = preset_plan("fontes_day", 7)
    changed = plan_set(division_id=division.pk, plan=plan, actor=TEST)
    assert (changed.plan, changed.rounds_planned, changed.system) == (plan_to_json(plan), 7, "schedule")
    count = LogEntry.objects.count()
    plan_set(division_id=division.pk, plan=plan_read(plan_to_json(plan)), actor=TEST)
    assert LogEntry.objects.count() == count
    assert LogEntry.objects.order_by("pk").last().action == "division.plan_set"  # type: ignore[union-attr]


def test_simple_settings_are_ways_to_say_a_schedule() -> None:
    division = make_division(system="round_robin", round_robin_double=True, rounds_planned=10)
    assert division.schedule == Plan(10, (Step(1, 10, RoundRobin(cycles=2)),))
    assert (division.system, division.round_robin_double) == ("round_robin", True)
    changed = division_update(division_id=division.pk, rounds_planned=12, actor=TEST)
    assert (changed.schedule.rounds, changed.rounds_planned, changed.round_robin_double) == (12, 12, True)
    changed = division_update(division_id=division.pk, system="king_of_the_hill", actor=TEST)
    assert changed.schedule == Plan(12, (Step(1, 12, KingOfTheHill()),))


def test_a_number_of_rounds_alone_does_not_change_several_steps() -> None:
    division = make_division(plan=preset_plan("school_day", 6))
    with pytest.raises(Refused) as refusal:
        division_update(division_id=division.pk, rounds_planned=7, actor=TEST)
    assert refusal.value.code == "plan.several_steps"
    division_update(division_id=division.pk, rounds_planned=6, system="schedule", name="Juniors", actor=TEST)


def test_a_schedule_does_not_end_before_a_published_round() -> None:
    division = make_division(entries=4)
    play_round(division, 1)
    play_round(division, 2)
    with pytest.raises(Conflict) as refusal:
        plan_set(division_id=division.pk, plan=preset_plan("swiss", 1), actor=TEST)
    assert (refusal.value.code, refusal.value.extra["round"]) == ("plan.rounds_published", 2)
    plan_set(division_id=division.pk, plan=preset_plan("swiss", 2), actor=TEST)
    round_close(round_id=Round.objects.get(number=2).pk, actor=TEST)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "plan.unreadable"),
        ("[]", "plan.unreadable"),
        ('{"format":"kradan-pairing-plan/1"}', "plan.unreadable"),
        ('{"format":"kradan-pairing-plan/1","rounds":2,"steps":[]}', "plan.empty"),
        (
            '{"format":"kradan-pairing-plan/1","rounds":2,"steps":[{"from":2,"to":2,"system":{"kind":"swiss"}}]}',
            "plan.gap",
        ),
        (
            '{"format":"kradan-pairing-plan/1","rounds":1,"steps":[{"from":1,"to":1,'
            '"system":{"kind":"factor","factor":0}}]}',
            "setting.out_of_range",
        ),
    ],
)
def test_a_schedule_that_cannot_be_is_refused_with_a_sentence(text: str, code: str) -> None:
    with pytest.raises(Refused) as refusal:
        plan_read(text)
    assert refusal.value.code == code
    assert "%" not in str(refusal.value.message)


def test_the_pairing_of_a_plain_swiss_is_what_it_was_before_there_were_schedules() -> None:
    division = make_division(names=list("ABCDEF"))
    first = fixed_round(division, 1, [("A", "B"), ("C", "D"), ("E", "F")])
    for name in "ACE":
        enter_named(first, name, 400, 350)
    draft = round_pair(division_id=division.pk, number=2, actor=TEST, seed=1)
    assert '"format":"kradan-pairing-request/1"' in draft.request
    assert entry_named(division, "A").pk in {one.id for one in question(draft).competitors}


def test_whatever_may_be_wrong_with_a_schedule_has_words() -> None:
    """A code without a sentence would be an error page in place of a reason."""
    codes = set(re.findall(r"`(plan\.\w+)`", PlanError.__doc__ or ""))
    assert len(codes) > 20
    assert codes - _PLAN_WORDS.keys() == set()
