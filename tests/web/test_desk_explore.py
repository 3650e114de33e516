"""What if, at the desk: a round by another system beside what was played, from the address alone."""

from typing import Any

import pytest
from django.test import Client

from tests.factories import cast, make_division, play_round
from tests.web.desk import at, logged_in, middle_of, value_of
from tournaments.models import Division, Round

pytestmark = pytest.mark.django_db


@pytest.fixture
def division() -> Division:
    found = make_division(names=list("ABCDEFGHI"), rounds_planned=6)
    for number in (1, 2, 3):
        play_round(found, number)
    return found


@pytest.fixture
def viewer(division: Division) -> Client:
    return logged_in(cast(division.tournament).viewer)


def test_the_page_opens_with_what_was_played_and_its_own_settings(viewer: Client, division: Division) -> None:
    page = viewer.get(at(division, "explore", 3))
    assert page.status_code == 200
    assert "What was played" in middle_of(page)
    assert 'value="swiss" selected' in page.content.decode()
    assert 'name="set_odd_group"' in page.content.decode()


def test_another_system_is_shown_beside_it(viewer: Client, division: Division) -> None:
    page = viewer.get(at(division, "explore", 3), {"system": "king_of_the_hill", "repeats": "any"})
    shown = middle_of(page)
    assert page.status_code == 200
    assert "Side by side" in shown
    assert "neighbours in the table meet" in shown
    assert "Neighbours in the table meet: 1 and 2" in shown
    assert "in both rounds" in shown
    for name in "ABCDEFGHI":
        assert shown.count(f" {name} ") >= 2


def test_a_system_just_chosen_has_its_settings_as_usual(viewer: Client, division: Division) -> None:
    page = viewer.get(
        at(division, "explore", 3), {"system": "factor", "shown": "swiss", "set_odd_group": "pull_up"}
    )
    assert page.status_code == 200
    assert value_of(page, "set_factor") == "4"
    assert value_of(page, "shown") == "factor"


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"system": "factor", "shown": "factor", "set_factor": "0", "set_odd_group": "pull_up"}, "from 1 to"),
        ({"system": "unheard"}, "not one of the available choices"),
        ({"system": "swiss", "seed": "x"}, "A whole number"),
        (
            {
                "system": "contention",
                "shown": "contention",
                "set_prizes": "2, 1-3",
                "set_gibson_spread": "250",
                "set_hopefulness": "100",
                "set_simulations": "0",
                "set_control_threshold": "250",
                "set_control_simulations": "1000",
            },
            "Prizes",
        ),
    ],
)
def test_what_cannot_be_is_asked_back(viewer: Client, division: Division, asked: dict[str, str], said: str) -> None:
    page = viewer.get(at(division, "explore", 3), asked)
    assert page.status_code == 422
    assert said in middle_of(page)


def test_what_cannot_be_paired_says_why(division: Division) -> None:
    alone = make_division(division.tournament, names=["A"])
    client = logged_in(cast(division.tournament).viewer)
    page = client.get(at(alone, "explore", 1), {"system": "swiss"})
    assert page.status_code == 422
    assert "not enough active players" in middle_of(page)


def test_the_next_round_can_be_looked_at_before_it_is_paired(viewer: Client, division: Division) -> None:
    shown = middle_of(viewer.get(at(division, "explore", 4), {"system": "swiss"}))
    assert "What it would be" in shown
    assert "Played" not in shown
    assert viewer.get(at(division, "explore", 5)).status_code == 404


def test_looking_writes_nothing(viewer: Client, division: Division, django_assert_max_num_queries: Any) -> None:
    before = list(Round.objects.values_list("pk", "version", "system"))
    version = Division.objects.get(pk=division.pk).version
    with django_assert_max_num_queries(60) as asked:
        viewer.get(at(division, "explore", 3), {"system": "queen_of_the_hill"})
        viewer.get(at(division, "explore", 4), {"system": "contention"})
    words = ("SELECT", "SAVEPOINT", "RELEASE")
    assert [q["sql"] for q in asked.captured_queries if not q["sql"].startswith(words)] == []
    assert list(Round.objects.values_list("pk", "version", "system")) == before
    assert Division.objects.get(pk=division.pk).version == version


def test_the_round_page_leads_to_it(viewer: Client, division: Division) -> None:
    for number in (1, 3):
        page = viewer.get(at(division, "round", number)).content.decode()
        assert at(division, "explore", number) in page
        assert at(division, "why", number, 1) in page
        assert at(division, "why_not", number) in page
