"""What a round by contention was decided by: who played for what, and whom the leader had to meet."""

from dataclasses import replace
from typing import Any

import pytest
from django.test import Client

from tests.factories import TEST, cast, enter_named, make_division, play_round
from tests.web.desk import at, logged_in, middle_of
from tournaments.models import Division, Round
from tournaments.pairing import Contention, Swiss, request_from_json, request_to_json
from tournaments.pairing.plan import Plan, Step
from tournaments.selectors.contention import contention_figures_of
from tournaments.services.drafts import round_pair
from tournaments.services.plans import plan_set

pytestmark = pytest.mark.django_db


@pytest.fixture
def division() -> Division:
    found = make_division(names=list("ABCDEFGHIJ"))
    plan = Plan(5, (Step(1, 3, Swiss()), Step(4, 5, Contention(simulations=500))))
    plan_set(division_id=found.pk, plan=plan, actor=TEST)
    for number in (1, 2, 3):
        play_round(found, number)
    round_pair(division_id=found.pk, number=4, actor=TEST, seed=1)
    found.refresh_from_db()
    return found


@pytest.fixture
def viewer(division: Division) -> Client:
    return logged_in(cast(division.tournament).viewer)


def the_round(division: Division) -> Round:
    return Round.objects.select_related("division__tournament").get(division=division, number=4)


def with_control(division: Division) -> tuple[int, int]:
    """As if control loss had bound the leader to the fourth."""
    round_ = the_round(division)
    request = request_from_json(round_.request)
    system = request.system
    assert isinstance(system, Contention)
    leader, fourth = system.standings[0].number, system.standings[3].number
    system = replace(system, control_from=4, leader=leader, leader_meets=(fourth,))
    Round.objects.filter(pk=round_.pk).update(request=request_to_json(replace(request, system=system)))
    return leader, fourth


def test_everybody_has_a_row_with_what_it_plays_for(viewer: Client, division: Division) -> None:
    page = viewer.get(at(division, "contention", 4))
    shown = middle_of(page)
    assert page.status_code == 200
    assert "500 simulated endings" in shown
    assert page.content.decode().count('<th scope="row">') == 10
    figures = contention_figures_of(the_round(division))
    assert figures is not None
    assert [row.place for row in figures.rows] == list(range(1, 11))
    assert figures.contenders == page.content.decode().count('<span class="badge live">a prize<')
    assert figures.rows[0].points == max(row.points for row in figures.rows)
    assert all(row.best <= row.place <= row.worst for row in figures.rows)


def test_the_leader_who_is_bound_is_named_with_the_chances_behind_it(viewer: Client, division: Division) -> None:
    leader, fourth = with_control(division)
    shown = middle_of(viewer.get(at(division, "contention", 4)))
    assert "leads and has to meet" in shown
    assert f"{leader} " in shown
    assert "Winning every game, this entry ends first in" in shown
    figures = contention_figures_of(the_round(division))
    assert figures is not None
    assert (figures.leader, figures.meets) == (leader, (fourth,))
    assert figures.control is not None
    assert figures.control.runs == 1000
    # Of 1,000 endings each: four standard deviations.
    assert figures.control.meeting >= figures.control.apart - 80


def test_after_a_correction_the_chances_are_not_counted_again(viewer: Client, division: Division) -> None:
    with_control(division)
    enter_named(division.rounds.get(number=2), "A", 900, 100, reason="again", may_correct=True)
    shown = middle_of(viewer.get(at(division, "contention", 4)))
    assert "leads and has to meet" in shown
    assert "not counted again" in shown


def test_a_round_by_another_system_has_no_such_page(viewer: Client, division: Division) -> None:
    assert viewer.get(at(division, "contention", 3)).status_code == 404
    assert at(division, "contention", 3) not in viewer.get(at(division, "round", 3)).content.decode()
    assert at(division, "contention", 4) in viewer.get(at(division, "round", 4)).content.decode()


def test_looking_writes_nothing(viewer: Client, division: Division, django_assert_max_num_queries: Any) -> None:
    with_control(division)
    with django_assert_max_num_queries(45) as asked:
        viewer.get(at(division, "contention", 4))
    words = ("SELECT", "SAVEPOINT", "RELEASE")
    assert [q["sql"] for q in asked.captured_queries if not q["sql"].startswith(words)] == []
