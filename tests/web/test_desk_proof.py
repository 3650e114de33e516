"""How good a round is, on its page: proved best, short by so much, being proved, or nothing to prove."""

from typing import Any

import pytest
from django.test import Client

from common.models import Job
from tests.factories import TEST, cast, make_division, play_round, publish_round
from tests.web.desk import at, logged_in, middle_of, text_of
from tournaments.models import Division, Round
from tournaments.services.certificates import TASK
from tournaments.services.draft_steps import draft_swap
from tournaments.services.drafts import round_pair

pytestmark = pytest.mark.django_db


@pytest.fixture
def division() -> Division:
    found = make_division(names=list("ABCDEFGHI"))
    play_round(found, 1)
    return found


@pytest.fixture
def draft(division: Division) -> Round:
    return round_pair(division_id=division.pk, number=2, actor=TEST, seed=1)


@pytest.fixture
def viewer(division: Division) -> Client:
    return logged_in(cast(division.tournament).viewer)


def shown(viewer: Client, draft: Round, **values: Any) -> str:
    Round.objects.filter(pk=draft.pk).update(**values)
    return middle_of(viewer.get(at(draft.division, "round", 2)))


def test_a_round_just_paired_is_proved_the_best(viewer: Client, draft: Round) -> None:
    page = shown(viewer, draft)
    assert "The best there is" in page
    assert "It is proved." in page
    assert "every possible pair was weighed" in page
    assert draft.solver in page


def test_a_gap_is_told_with_its_rule_and_its_size(viewer: Client, draft: Round) -> None:
    levels = list(draft.cost)
    fold = levels.index("fold")
    gap = {level: 3 if level == "fold" else 0 for level in levels}
    bound = {level: value if at < fold else 0 for at, (level, value) in enumerate(draft.cost.items())}
    known = {"status": "gap", "method": "prices", "bound": bound, "gap": gap, "seconds": 1.234}
    page = shown(viewer, draft, certificate=known, cost={**draft.cost, "fold": 3})
    assert "Within 3 of the best" in page
    assert "No pairing is better by more than 3 on “Places in the group, squared”" in page
    assert "1.23 s" in page
    assert "a bound that no pairing can undercut" in page


def test_what_was_not_proved_says_so(viewer: Client, draft: Round) -> None:
    known = {"status": "not_proved", "method": "prices", "bound": {}, "gap": {}, "seconds": 15.0}
    assert "The proof ran out of time" in shown(viewer, draft, certificate=known)


def test_a_round_off_a_table_has_nothing_to_prove() -> None:
    division = make_division(names=list("ABCD"), system="round_robin", rounds_planned=3)
    publish_round(division, 1)
    client = logged_in(cast(division.tournament).viewer)
    page = middle_of(client.get(at(division, "round", 1)))
    assert "By its own rule" in page
    assert "is not weighed against others" in page


@pytest.mark.parametrize("state", ["queued", "running"])
def test_while_it_is_proved_the_page_asks_again(viewer: Client, draft: Round, state: str) -> None:
    Job.objects.create(task=TASK, key=f"round:{draft.pk}", state=state)
    Round.objects.filter(pk=draft.pk).update(certificate=None)
    page = viewer.get(at(draft.division, "round", 2))
    assert "Being proved" in middle_of(page)
    part = viewer.get(at(draft.division, "round_proof", 2))
    assert "Being proved" in text_of(part)
    assert 'hx-trigger="every 3s"' in part.content.decode()
    Round.objects.filter(pk=draft.pk).update(certificate=draft.certificate)
    part = viewer.get(at(draft.division, "round_proof", 2))
    assert "The best there is" in text_of(part)
    assert "hx-trigger" not in part.content.decode()


def test_a_proof_that_failed_and_one_that_was_never_asked_for_are_told_apart(viewer: Client, draft: Round) -> None:
    assert "before rounds were proved" in shown(viewer, draft, certificate=None)
    Job.objects.create(task=TASK, key=f"round:{draft.pk}", state="failed")
    assert "The proof failed." in shown(viewer, draft)


def test_tables_changed_by_hand_are_counted_beside_the_proof(viewer: Client, draft: Round) -> None:
    seats = list(draft.pairings.filter(table__in=[1, 2]).values_list("seats__entry", "seats__place"))
    ones = [entry for entry, place in seats if place == 0]
    draft_swap(round_id=draft.pk, entry_a=ones[0], entry_b=ones[1], actor=TEST)
    page = middle_of(viewer.get(at(draft.division, "round", 2)))
    assert "2 tables changed since" in page
    assert "as the system made it" in page


def test_a_round_from_outside_has_no_proof_and_can_be_explored(viewer: Client, draft: Round) -> None:
    page = shown(viewer, draft, request="")
    assert "The best there is" not in page
    assert "What if" in page
    assert "Why not" not in page
