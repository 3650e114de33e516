"""Why a round is as it is, asked of what is stored with it and of how it stands now."""

from typing import Any

import pytest

from tests.factories import TEST, entry_named, fixed_round, make_division, make_entry, play_round
from tournaments.models import Division, Pairing, Round, Seat
from tournaments.selectors.explained import (
    entries_asked,
    explain_bye,
    explain_not,
    explain_pair,
    round_question,
    seated,
)
from tournaments.services.drafts import round_pair

pytestmark = pytest.mark.django_db


@pytest.fixture
def division() -> Division:
    found = make_division(names=list("ABCDEFGHI"))
    play_round(found, 1)
    play_round(found, 2)
    return found


@pytest.fixture
def draft(division: Division) -> Round:
    return round_pair(division_id=division.pk, number=3, actor=TEST, seed=1)


def test_every_board_and_the_bye_have_an_answer(draft: Round) -> None:
    question = round_question(draft)
    assert question is not None
    pairs, byes = seated(draft)
    for first, second in pairs:
        found = explain_pair(question, first, second)
        assert found.reason.code in ("cost", "equal", "only_choice")
        assert set(found.facts) == {first, second}
        if found.reason.alternative:
            assert found.reason.alternative.moves
            assert {move.competitor for move in found.reason.alternative.moves} <= set(found.entries)
    assert explain_bye(question, byes[0]).reason.code == "cost"


def test_every_pair_that_was_not_made_has_an_answer(draft: Round) -> None:
    question = round_question(draft)
    assert question is not None
    pairs, byes = seated(draft)
    ids = [one for pair in pairs for one in pair] + byes
    codes = {explain_not(question, ids[0], other).reason.code for other in ids}
    assert codes <= {"itself", "as_asked", "cost", "equal"}
    assert {"itself", "as_asked", "cost"} <= codes
    assert explain_not(question, byes[0], None).reason.code == "as_asked"
    assert explain_not(question, ids[0], None).reason.code == "cost"


def test_facts_are_those_before_the_round(division: Division, draft: Round) -> None:
    question = round_question(draft)
    assert question is not None
    pairs, _byes = seated(draft)
    first, second = pairs[0]
    found = explain_pair(question, first, second).facts
    assert sorted(one.place for one in found.values())[0] == 1
    starts = Seat.objects.filter(entry=first, round__number__lt=3, place=0, pairing__table__isnull=False)
    assert found[first].first == starts.count()
    assert found[first].points == 4


def test_after_a_change_by_hand_the_round_is_weighed_as_it_stands(division: Division, draft: Round) -> None:
    pairs, _byes = seated(draft)
    tables = list(Pairing.objects.filter(round=draft).exclude(table=None).order_by("table"))
    seats = [tables[0].seats.get(place=1), tables[-1].seats.get(place=1)]
    entries = [seat.entry_id for seat in seats]
    Seat.objects.filter(pk__in=[seat.pk for seat in seats]).delete()
    for pairing, entry in zip((tables[0], tables[-1]), reversed(entries), strict=True):
        Seat.objects.create(round=draft, pairing=pairing, entry_id=entry, place=1)
    question = round_question(draft)
    assert question is not None
    assert explain_pair(question, pairs[0][0], entries[1]).reason.code == "better"


def test_a_round_from_outside_cannot_be_asked(draft: Round) -> None:
    draft.request = ""
    assert round_question(draft) is None


def test_an_entry_the_request_does_not_know_ends_the_question(division: Division, draft: Round) -> None:
    late = make_entry(division, "Late")
    pairing = Pairing.objects.create(round=draft, table=None)
    Seat.objects.create(round=draft, pairing=pairing, entry=late, place=0)
    assert round_question(draft) is None


def test_a_pair_put_together_by_hand_is_locked(division: Division) -> None:
    round_ = fixed_round(division, 3, [("A", "B"), ("C", "D"), ("E", "F"), ("G", "H")], bye="I")
    question = round_question(round_)
    assert question is not None
    a, b, c, i = (entry_named(division, name).pk for name in "ABCI")
    assert explain_pair(question, a, b).reason.code == "locked"
    assert explain_bye(question, i).reason.code == "locked"
    assert explain_not(question, a, c).reason.code == "locked"


@pytest.mark.parametrize(
    ("words", "found"),
    [("3", ["C"]), ("c", ["C"]), ("", []), ("99", []), ("zz", [])],
)
def test_somebody_is_found_by_number_or_name(division: Division, words: str, found: list[str]) -> None:
    assert [entry.full_name for entry in entries_asked(division, words)] == found


def test_a_part_of_a_name_finds_all_who_have_it_and_a_whole_name_only_its_own() -> None:
    division = make_division(names=["Somchai", "Somchai Dee", "Malee"])
    assert [entry.full_name for entry in entries_asked(division, "somch")] == ["Somchai", "Somchai Dee"]
    assert [entry.full_name for entry in entries_asked(division, "somchai")] == ["Somchai"]


def test_asking_writes_nothing(draft: Round, django_assert_max_num_queries: Any) -> None:
    with django_assert_max_num_queries(8) as asked:
        question = round_question(draft)
        assert question is not None
        explain_pair(question, *seated(draft)[0][0])
    assert not [query for query in asked.captured_queries if not query["sql"].startswith("SELECT")]
