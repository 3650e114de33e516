"""Why a round is as it is, asked at the desk: each board, each bye, and why not somebody else."""

import re
from typing import Any

import pytest
from django.test import Client

from tests.factories import TEST, cast, entry_named, fixed_round, make_division, play_round, publish_round
from tests.web.desk import at, logged_in, middle_of, value_of
from tournaments.models import Division, Pairing, Round
from tournaments.pairing import Contention, PairingRequest, Swiss
from tournaments.pairing.explain import Code
from tournaments.selectors.explained import round_question, seated
from tournaments.services.constraints import rule_add
from tournaments.services.drafts import round_pair
from tournaments.views.desk.explain_words import DISTANCE, RULES

pytestmark = pytest.mark.django_db


@pytest.fixture
def division() -> Division:
    found = make_division(names=list("ABCDEFGHI"))
    play_round(found, 1)
    play_round(found, 2)
    return found


@pytest.fixture
def viewer(division: Division) -> Client:
    return logged_in(cast(division.tournament).viewer)


@pytest.fixture
def draft(division: Division) -> Round:
    return round_pair(division_id=division.pk, number=3, actor=TEST, seed=1)


def holder(round_: Round) -> Any:
    return Pairing.objects.get(round=round_, table=None).seats.get().entry


def test_each_board_of_a_draft_says_why(viewer: Client, division: Division, draft: Round) -> None:
    for table in (1, 2, 3, 4):
        page = viewer.get(at(division, "why", 3, table))
        assert page.status_code == 200
        shown = middle_of(page)
        assert f"Table {table}: why these two" in shown
        assert "Every round without this game is worse." in shown or "just as good by every rule" in shown
        assert "Would meet" in shown
        assert "Before this round" in shown


def test_the_deciding_rule_is_marked_and_its_figures_are_those_of_the_sentence(
    viewer: Client, division: Division, draft: Round
) -> None:
    page = viewer.get(at(division, "why", 3, 1)).content.decode()
    row = re.search(r'<tr class="decides">(.*?)</tr>', page, re.DOTALL)
    sentence = re.search(r'class="decided-by">([^<]*)<', page)
    assert row is not None
    assert sentence is not None
    title = re.search(r"<b>(.*?)</b>", row[1])
    figures = re.findall(r'<td class="num">([\d,]+)</td>', row[1])
    assert title is not None
    assert sentence[1].startswith(f"{title[1]}: {figures[2]} instead of {figures[1]}")


def test_the_bye_says_why(viewer: Client, division: Division, draft: Round) -> None:
    shown = middle_of(viewer.get(at(division, "why_bye", 3, holder(draft).number)))
    assert "Every round in which somebody else has the bye is worse." in shown
    assert "Rank of the bye" in shown or "Second bye" in shown


def test_why_not_by_number_and_by_name(viewer: Client, division: Division, draft: Round) -> None:
    first, second = seated(draft)[0][0]
    others = [e for e in division.entries.order_by("number") if e.pk not in (first, second)]
    asking = division.entries.get(pk=first)
    other = next(e for e in others if e.pk != holder(draft).pk)
    for words in (str(other.number), other.full_name):
        page = viewer.get(at(division, "why_not", 3), {"entry": asking.number, "other": words})
        assert page.status_code == 200
        assert "Every round in which these two meet is worse." in middle_of(page)


def test_why_no_bye(viewer: Client, division: Division, draft: Round) -> None:
    first = division.entries.get(pk=seated(draft)[0][0][0])
    page = viewer.get(at(division, "why_not", 3), {"entry": first.number, "bye": "1"})
    assert "Every round in which this entry has the bye is worse." in middle_of(page)
    own = viewer.get(at(division, "why_not", 3), {"entry": holder(draft).number, "bye": "1"})
    assert "This entry does have the bye." in middle_of(own)


@pytest.mark.parametrize(
    ("one", "other", "status", "said"),
    [
        ("1", "99", 422, "There is no entry like this here."),
        ("1", "", 422, "Type a number or a name."),
        ("99", "1", 422, "There is no entry 99 here."),
        ("1", "1", 200, "Nobody meets itself."),
        ("1", "x" * 200, 422, "at most 80 characters"),
    ],
)
def test_what_cannot_be_asked_is_asked_back(
    viewer: Client, division: Division, draft: Round, one: str, other: str, status: int, said: str
) -> None:
    page = viewer.get(at(division, "why_not", 3), {"entry": one, "other": other})
    assert page.status_code == status
    assert said in middle_of(page)
    assert value_of(page, "entry") == one


def test_a_part_of_a_name_that_several_have_lets_one_choose() -> None:
    division = make_division(names=["Somchai", "Somchai Dee", "Malee", "Nok"])
    client = logged_in(cast(division.tournament).viewer)
    round_pair(division_id=division.pk, number=1, actor=TEST, seed=1)
    page = client.get(at(division, "why_not", 1), {"entry": 3, "other": "somch"})
    assert page.status_code == 422
    assert "choose one" in middle_of(page)
    assert "?entry=3&amp;other=2" in page.content.decode()


def test_a_pair_kept_by_hand_says_so(viewer: Client, division: Division) -> None:
    round_ = fixed_round(division, 3, [("A", "B"), ("C", "D"), ("E", "F"), ("G", "H")], bye="I")
    assert "put together by hand" in middle_of(viewer.get(at(division, "why", 3, 1)))
    number = entry_named(division, "I").number
    assert "given by hand" in middle_of(viewer.get(at(division, "why_bye", 3, number)))
    asked = viewer.get(at(division, "why_not", round_.number), {"entry": 1, "other": "C"})
    assert "Set by hand for this round" in middle_of(asked)


def test_two_who_must_not_meet_are_told_so_with_what_it_would_cost(viewer: Client, division: Division) -> None:
    one, other = (entry_named(division, name) for name in "AB")
    rule_add(division_id=division.pk, kind="forbidden", one=one.pk, other=other.pk, actor=TEST)
    round_pair(division_id=division.pk, number=3, actor=TEST, seed=1)
    shown = middle_of(viewer.get(at(division, "why_not", 3), {"entry": one.number, "other": other.number}))
    assert "These two must not meet: a rule of the event says so." in shown


def test_a_round_off_a_table_says_so() -> None:
    division = make_division(names=list("ABCD"), system="round_robin", rounds_planned=3)
    client = logged_in(cast(division.tournament).viewer)
    publish_round(division, 1)
    assert "read off a table" in middle_of(client.get(at(division, "why", 1, 1)))


def test_a_round_without_a_stored_request_says_so(viewer: Client, division: Division, draft: Round) -> None:
    number = holder(draft).number
    Round.objects.filter(pk=draft.pk).update(request="")
    for page in (
        viewer.get(at(division, "why", 3, 1)),
        viewer.get(at(division, "why_bye", 3, number)),
        viewer.get(at(division, "why_not", 3), {"entry": 1, "other": 2}),
    ):
        assert page.status_code == 200
        assert "nobody can say why" in middle_of(page)


def test_what_is_not_there_is_404(viewer: Client, division: Division, draft: Round) -> None:
    playing = division.entries.get(pk=seated(draft)[0][0][0]).number
    for path in (
        at(division, "why", 3, 9),
        at(division, "why", 4, 1),
        at(division, "why_bye", 3, 999),
        at(division, "why_bye", 3, playing),
        at(division, "why_not", 9),
    ):
        assert viewer.get(path).status_code == 404, path


def test_asking_writes_nothing(
    viewer: Client, division: Division, draft: Round, django_assert_max_num_queries: Any
) -> None:
    with django_assert_max_num_queries(60) as asked:
        viewer.get(at(division, "why", 3, 1))
        viewer.get(at(division, "why_not", 3), {"entry": 1, "other": 2})
    wrote = [
        q["sql"] for q in asked.captured_queries if not q["sql"].startswith(("SELECT", "SAVEPOINT", "RELEASE"))
    ]
    assert wrote == []


def test_every_rule_of_every_system_has_words(draft: Round) -> None:
    from tournaments.pairing import SYSTEMS
    from tournaments.pairing.field import build_field
    from tournaments.pairing.matched import build_problem
    from tournaments.pairing.settings import AustralianDraw, TableSystem

    question = round_question(draft)
    assert question is not None
    asked = question.request
    for system in SYSTEMS.values():
        if issubclass(system, TableSystem | AustralianDraw):
            continue
        for round_ in (3, 4):
            request = _with(asked, system(), round_)
            field = build_field(request)
            for level in build_problem(field, range(len(field.order)), request.system).scale.levels:
                assert level.name in RULES, (system.kind, level.name)
    assert set(DISTANCE) <= set(SYSTEMS)


def _with(request: PairingRequest, system: Any, round_: int) -> PairingRequest:
    from dataclasses import replace

    from tournaments.pairing import ClubRule, StartRule

    if isinstance(system, Contention):
        system = replace(system, rounds_left=1)
    return replace(
        request,
        system=system,
        round=round_,
        clubs_apart=ClubRule(None),
        teams_apart=ClubRule(None),
        starts=StartRule(longest_run=1),
    )


def test_every_code_of_the_core_is_answered_in_words() -> None:
    from typing import get_args

    from tournaments.pairing.explain import Reason
    from tournaments.selectors.explained import Explained, Question
    from tournaments.views.desk.explain_words import verdict

    question = Question(PairingRequest(event="e", round=1, system=Swiss(), competitors=()), None)  # type: ignore[arg-type]
    for about in ("pair", "bye", "not", "no_bye"):
        for code in get_args(Code):
            told = verdict(Explained(about, (1,), Reason(code), question, {}, {}))  # type: ignore[arg-type]
            possible = not (
                (
                    about in ("pair", "bye")
                    and code in ("as_asked", "forbidden", "away", "unknown", "itself", "even")
                )
                or (about == "not" and code == "even")
                or (about == "no_bye" and code in ("forbidden",))
            )
            assert told.text or not possible, (about, code)
