"""The schedule of a division at the desk: rows, presets, what is wrong with them, and saving."""

import html
import re
from typing import Any

import pytest
from django.test import Client

from tests.factories import TEST, cast, make_division
from tests.web.desk import at, logged_in, middle_of
from tournaments.models import Division
from tournaments.pairing import (
    AustralianDraw,
    Contention,
    Factor,
    Fontes,
    KingOfTheHill,
    PairResult,
    RoundRobin,
    Swiss,
    System,
)
from tournaments.pairing.model import RepeatRule, StartRule
from tournaments.pairing.plan import PRESETS, Plan, Step, preset_plan
from tournaments.services.drafts import round_pair
from tournaments.services.plans import plan_set

pytestmark = pytest.mark.django_db


@pytest.fixture
def division() -> Division:
    return make_division(entries=12)


@pytest.fixture
def director(division: Division) -> Client:
    return logged_in(cast(division.tournament).director)


def boxes(answer: Any) -> dict[str, str]:
    """Everything that the form of rows would send, as a browser reads it."""
    page = answer.content.decode()
    form = page[page.index('<form class="form schedule"') :]
    found: dict[str, str] = {}
    for tag in re.findall(r"<input[^>]*>", form):
        name, value = re.search(r'name="([^"]*)"', tag), re.search(r'value="([^"]*)"', tag)
        if name and ("checkbox" not in tag or "checked" in tag) and name[1] != "csrfmiddlewaretoken":
            found[name[1]] = html.unescape(value[1]) if value else "on" if "checkbox" in tag else ""
    for name_, inside in re.findall(r'<select name="([^"]*)".*?>(.*?)</select>', form, re.DOTALL):
        chosen = re.search(r'<option value="([^"]*)" selected', inside) or re.search(r'value="([^"]*)"', inside)
        assert chosen is not None
        found[name_] = html.unescape(chosen[1])
    return found


def send(client: Client, division: Division, do: str, **data: Any) -> Any:
    page = client.get(at(division, "schedule"))
    typed = {name.replace("__", "-"): value for name, value in data.items()}
    return client.post(at(division, "schedule"), {**boxes(page), **typed, "do": do})


def steps(division: Division) -> list[tuple[int, int, System]]:
    division.refresh_from_db()
    return [(step.from_round, step.to_round, step.system) for step in division.schedule.steps]


def test_a_preset_fills_the_rows_and_nothing_is_stored_before_it_is_saved(
    director: Client, division: Division
) -> None:
    before = steps(division)
    answer = director.post(at(division, "schedule"), {"do": "preset", "preset": "fontes_day", "rounds": "7"})
    assert answer.status_code == 200
    shown = middle_of(answer)
    assert "Not saved yet" in shown
    assert "Rounds 1–3 Fontes: groups of 4" in shown
    assert "Rounds 4–6 Swiss: equal points meet" in shown
    assert "Round 7 King of the hill: neighbours in the table meet" in shown
    assert steps(division) == before

    saved = director.post(at(division, "schedule"), {**boxes(answer), "do": "save"})
    assert saved.status_code == 302
    assert steps(division) == [(1, 3, Fontes(rounds=3)), (4, 6, Swiss()), (7, 7, KingOfTheHill())]
    assert division.rounds_planned == 7
    assert "The schedule is saved." in director.get(saved.url).content.decode()


@pytest.mark.parametrize("code", PRESETS)
def test_every_preset_goes_through_the_rows_unchanged(director: Client, division: Division, code: str) -> None:
    answer = director.post(at(division, "schedule"), {"do": "preset", "preset": code})
    saved = director.post(at(division, "schedule"), {**boxes(answer), "do": "save"})
    assert saved.status_code == 302
    division.refresh_from_db()
    assert division.schedule == preset_plan(code)


def test_every_setting_goes_through_the_rows_unchanged(director: Client, division: Division) -> None:
    plan = Plan(
        12,
        (
            Step(1, 2, PairResult(opening="lot")),
            Step(3, 4, Factor(factor=3, odd_group="float_down"), based_on=2),
            Step(5, 6, Swiss(within="fold"), lag=2, repeats=RepeatRule(limit=2, back_to_back=True)),
            Step(7, 8, AustralianDraw(reset_round=4), starts=StartRule(head_to_head=True, longest_run=2)),
            Step(
                9,
                11,
                Contention(
                    prizes=((1, 1), (2, 8)),
                    class_prizes=((2, 1, 1), (2, 2, 3), (3, 1, 1)),
                    gibson_spread=(),
                    spread_counts=False,
                    simulations=2000,
                    hopefulness=(90, 40),
                    control_from=10,
                ),
            ),
            Step(12, 12, KingOfTheHill(), repeats=RepeatRule(limit=None), starts=StartRule(by_draw=True)),
        ),
        (6, 6),
    )
    plan_set(division_id=division.pk, plan=plan, actor=TEST)
    answer = send(director, division, "save", s1__set_factor="4")
    assert answer.status_code == 302
    division.refresh_from_db()
    changed = division.schedule
    assert changed.steps[1].system == Factor(factor=4, odd_group="float_down")
    assert (changed.steps[:1], changed.steps[2:], changed.days) == (plan.steps[:1], plan.steps[2:], plan.days)


def test_another_system_brings_its_own_boxes_as_usual(director: Client, division: Division) -> None:
    answer = send(director, division, "look", s0__system="round_robin", s0__count="3")
    sent = boxes(answer)
    assert sent["s0-set_cycles"] == "1"
    assert "s0-set_within" not in sent
    assert "Rounds 1–3 Round robin: everybody meets everybody once" in middle_of(answer)
    saved = director.post(at(division, "schedule"), {**sent, "s0-set_cycles": "2", "do": "save"})
    assert saved.status_code == 302
    assert steps(division) == [(1, 3, RoundRobin(cycles=2))]


def test_a_system_changed_and_saved_at_once_has_its_settings_as_usual(director: Client, division: Division) -> None:
    answer = send(director, division, "save", s0__system="random", s0__count="2")
    assert answer.status_code == 302
    division.refresh_from_db()
    assert division.schedule.steps[0].system.mix_clubs is True  # type: ignore[union-attr]


def test_rows_are_added_and_taken_out_and_their_rounds_follow_on(director: Client, division: Division) -> None:
    more = send(director, division, "add", s0__count="4")
    shown = middle_of(more)
    assert "Rounds 1–4 Swiss" in shown
    assert "Round 5 Swiss" in shown
    between = director.post(
        at(division, "schedule"), {**boxes(more), "s1-system": "king_of_the_hill", "do": "add-0"}
    )
    shown = middle_of(between)
    assert "Round 5 Swiss" in shown
    assert "Round 6 King of the hill" in shown
    fewer = director.post(at(division, "schedule"), {**boxes(between), "do": "remove-0"})
    shown = middle_of(fewer)
    assert "Round 1 Swiss" in shown
    assert "Round 2 King of the hill" in shown
    last = director.post(at(division, "schedule"), {**boxes(fewer), "do": "remove-1"})
    assert "Take out" not in middle_of(last), "the last row stays"


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ({"s0__system": "fontes", "s0__count": "4"}, "Initial Fontes need an odd number of rounds, not 4."),
        ({"s0__system": "quads", "s0__count": "5"}, "The table of rounds 1 to 5 ends after 3 rounds."),
        ({"s0__system": "pair_result", "s0__count": "3"}, "blocks of two rounds, and 3 is an odd number."),
        ({"s0__basis": "fixed", "s0__based_on": "4"}, "can only be based on a round before them."),
        ({"s0__basis": "fixed"}, "Say after which round; 0 is the order at the start."),
        ({"s0__basis": "lag"}, "Say how many rounds earlier."),
        ({"s0__count": "๓"}, "A whole number from 1 to 60"),
        ({"s0__count": "0"}, "A whole number from 1 to 60"),
        ({"days": "2, 3"}, "The days have 5 rounds together, and the schedule has 6."),
        ({"days": "two"}, "Numbers of rounds with commas between them, such as 5, 5."),
    ],
)
def test_what_is_wrong_is_said_at_its_row_and_what_was_typed_stays(
    director: Client, division: Division, typed: dict[str, str], said: str
) -> None:
    before = steps(division)
    answer = send(director, division, "save", **typed)
    assert answer.status_code == 422
    assert said in middle_of(answer)
    sent = boxes(answer)
    assert {name: sent[name.replace("__", "-")] for name in typed} == typed
    assert steps(division) == before


@pytest.mark.parametrize(
    ("system", "name", "typed", "said"),
    [
        ("contention", "prizes", "1, two", "“two” is not a place: places such as 1, 2, 3-8."),
        ("contention", "prizes", "3, 1-3", "is from"),
        ("contention", "class_prizes", "1, 2", "is not a class and its places"),
        ("contention", "hopefulness", "0", "from 1 to 1000, not 0."),
        ("contention", "hopefulness", "", "from 1 to 1000"),
        ("contention", "gibson_spread", "250; 200", "is not a whole number"),
        ("contention", "simulations", "-1", "A whole number from 0"),
        ("factor", "factor", "", "This field is required."),
    ],
)
def test_a_setting_that_cannot_be_is_asked_back_at_its_box(
    director: Client, division: Division, system: str, name: str, typed: str, said: str
) -> None:
    page = send(director, division, "look", s0__system=system)
    answer = director.post(at(division, "schedule"), {**boxes(page), f"s0-set_{name}": typed, "do": "save"})
    assert answer.status_code == 422
    shown = html.unescape(answer.content.decode())
    place = shown.index(f'id="s0-set_{name}_error"')
    assert said.replace("is from", "from") in shown[place : place + 400]
    assert boxes(answer)[f"s0-set_{name}"] == typed


def test_what_so_many_entries_make_of_it_is_told_and_does_not_forbid_it(
    director: Client, division: Division
) -> None:
    page = send(director, division, "look", s0__system="round_robin", s0__count="12")
    assert "ends after 11 rounds for 12 entries." in middle_of(page)
    again = send(director, division, "look", s0__system="factor", s0__count="6")
    assert "Look" not in middle_of(again).split("Look at it in words")[0]


def test_two_directors_do_not_overwrite_one_another_unseen(director: Client, division: Division) -> None:
    old = boxes(director.get(at(division, "schedule")))
    plan_set(division_id=division.pk, plan=preset_plan("swiss", 9), actor=TEST)
    answer = director.post(at(division, "schedule"), {**old, "s0-count": "5", "do": "save"})
    assert answer.status_code == 409
    assert "Somebody changed the schedule in the meantime." in middle_of(answer)
    assert boxes(answer)["s0-count"] == "5"
    assert steps(division) == [(1, 9, Swiss())]
    again = director.post(at(division, "schedule"), {**boxes(answer), "do": "save"})
    assert again.status_code == 302
    assert steps(division) == [(1, 5, Swiss())]


def test_a_draft_by_another_system_is_named(director: Client, division: Division) -> None:
    round_pair(division_id=division.pk, number=1, actor=TEST, seed=1)
    plan_set(division_id=division.pk, plan=preset_plan("drawn_day"), actor=TEST)
    shown = middle_of(director.get(at(division, "schedule")))
    assert "The draft of round 1 was paired by another system" in shown


def test_staff_who_may_not_change_it_read_it(division: Division) -> None:
    plan_set(division_id=division.pk, plan=preset_plan("school_day"), actor=TEST)
    answer = logged_in(cast(division.tournament).viewer).get(at(division, "schedule"))
    shown = middle_of(answer)
    assert "Rounds 1–5 Swiss: equal points meet" in shown
    assert "Round 6 King of the hill" in shown
    assert "<select" not in answer.content.decode()
