"""Constraints at the desk: pairs that must not or must meet, absences, tables, schools apart."""

from typing import Any

import pytest
from django.test import Client

from common.models import LogEntry
from tests.factories import TEST, cast, entry_named, make_division, make_entry, publish_round
from tests.web.desk import at, logged_in, middle_of, text_of, value_of
from tournaments.models import Absence, Division, Entry, PairingRule, Round
from tournaments.services.constraints import absence_set, rule_add
from tournaments.services.drafts import round_pair

pytestmark = pytest.mark.django_db
NAMES = ("Somchai Dee", "Somsak Jai", "Malee Suk", "Anan Wit", "3 Musketeers", "Nok")


@pytest.fixture
def division() -> Division:
    return make_division(names=NAMES)


@pytest.fixture
def assistant(division: Division) -> Client:
    return logged_in(cast(division.tournament).assistant)


@pytest.fixture
def director(division: Division) -> Client:
    return logged_in(cast(division.tournament).director)


def add(client: Client, division: Division, name: str, **data: Any) -> Any:
    return client.post(at(division, f"constraint_{name}"), data)


def test_a_page_without_any_says_so_in_each_part(assistant: Client, division: Division) -> None:
    shown = middle_of(assistant.get(at(division, "constraints")))
    assert "No two entries have a rule of their own." in shown
    assert "Everybody plays every round." in shown
    assert "Everybody may sit anywhere." in shown


def test_two_entries_are_kept_apart_by_number_and_by_a_part_of_a_name(
    assistant: Client, division: Division
) -> None:
    answer = add(assistant, division, "pair", one="1", kind="forbidden", other="malee", reason="sisters")
    assert answer.status_code == 302
    rule = PairingRule.objects.get()
    assert (rule.one.full_name, rule.other.full_name) == ("Somchai Dee", "Malee Suk")
    assert (rule.from_round, rule.to_round, rule.reason) == (1, None, "sisters")
    page = assistant.get(answer.url)
    assert "1 Somchai Dee and 3 Malee Suk must not meet." in text_of(page)
    assert "all 1 Somchai Dee must not meet 3 Malee Suk sisters sisters" in middle_of(page)


def test_the_hands_go_on_where_they_were(assistant: Client, division: Division) -> None:
    answer = add(assistant, division, "absence", entry="Nok", kind="absent", rounds="2")
    body = assistant.get(answer.url).content.decode()
    box = body[body.index('id="absence_entry"') - 200 : body.index('id="absence_entry"') + 200]
    assert "autofocus" in box


def test_a_forced_pair_meets_in_its_rounds(assistant: Client, division: Division) -> None:
    answer = add(assistant, division, "pair", one="2", kind="forced", other="6 Nok", from_round="1", to_round="1")
    assert "2 Somsak Jai and 6 Nok must meet." in text_of(assistant.get(answer.url))
    round_ = round_pair(division_id=division.pk, number=1, actor=TEST, seed=1)
    tables = [{seat.entry.number for seat in pairing.seats.all()} for pairing in round_.pairings.all()]
    assert {2, 6} in tables


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ({"one": "som", "other": "3"}, "Several: 1 Somchai Dee, 2 Somsak Jai. Type the number."),
        ({"one": "Nobody", "other": "3"}, "Nobody here is called “Nobody”."),
        ({"one": "99", "other": "3"}, "There is no entry 99 here."),
        ({"one": "3", "other": "malee"}, "Choose two different entries."),
        ({"one": "1", "other": ""}, "This field is required."),
        ({"one": "1", "other": "2", "from_round": "4", "to_round": "2"}, "The first round comes before the last."),
        ({"one": "1", "other": "2", "to_round": "๓"}, "A whole number from 1 to 60"),
    ],
)
def test_a_rule_that_cannot_be_is_asked_back_as_typed(
    assistant: Client, division: Division, typed: dict[str, str], said: str
) -> None:
    answer = add(assistant, division, "pair", kind="forbidden", **typed)
    assert answer.status_code == 422
    assert said in middle_of(answer)
    assert {name: value_of(answer, name) for name in typed} == typed
    assert not PairingRule.objects.exists()


def test_a_number_with_its_name_is_that_number_and_a_name_may_begin_with_one(
    assistant: Client, division: Division
) -> None:
    add(assistant, division, "pair", one="3 Malee Suk", kind="forbidden", other="3 Musk")
    rule = PairingRule.objects.get()
    assert (rule.one.full_name, rule.other.full_name) == ("Malee Suk", "3 Musketeers")


def test_two_forced_pairs_of_one_entry_contradict(assistant: Client, division: Division) -> None:
    add(assistant, division, "pair", one="1", kind="forced", other="2")
    answer = add(assistant, division, "pair", one="1", kind="forced", other="3")
    assert answer.status_code == 409
    assert "Entries 1 and 2 have a rule already" in middle_of(answer)
    assert PairingRule.objects.count() == 1


def test_a_rule_is_taken_away_by_name_and_said_again_it_is_gone_already(
    assistant: Client, division: Division
) -> None:
    rule = _rule(division)
    answer = assistant.post(at(division, "constraint_remove"), {"rule": rule.pk})
    assert "The rule for 1 Somchai Dee and 2 Somsak Jai is taken away." in text_of(assistant.get(answer.url))
    assert not PairingRule.objects.exists()
    again = assistant.post(at(division, "constraint_remove"), {"rule": rule.pk})
    assert "It was taken away already." in text_of(assistant.get(again.url))


def test_rules_of_another_division_are_out_of_reach(assistant: Client, division: Division) -> None:
    other = make_division(names=["A", "B"])
    rule = rule_add(
        division_id=other.pk,
        kind="forbidden",
        one=entry_named(other, "A").pk,
        other=entry_named(other, "B").pk,
        actor=TEST,
    )
    assistant.post(at(division, "constraint_remove"), {"rule": rule.pk})
    assert PairingRule.objects.filter(pk=rule.pk).exists()


def test_a_bye_asked_for_and_an_absence_are_two_things(assistant: Client, division: Division) -> None:
    add(assistant, division, "absence", entry="1", kind="requested_bye", rounds="1", reason="train")
    answer = add(assistant, division, "absence", entry="2", kind="absent", rounds="1-2, 4")
    assert "2 Somsak Jai is away in round 1, 2, 4." in text_of(assistant.get(answer.url))
    assert list(Absence.objects.order_by("round_number", "entry__number").values_list("round_number", "kind")) == [
        (1, "requested_bye"),
        (1, "absent"),
        (2, "absent"),
        (4, "absent"),
    ]
    round_ = round_pair(division_id=division.pk, number=1, actor=TEST, seed=1)
    alone = [seat.entry.number for pairing in round_.pairings.filter(table=None) for seat in pairing.seats.all()]
    seated = set(round_.seats.values_list("entry__number", flat=True))
    assert 1 in alone
    assert 2 not in seated


@pytest.mark.parametrize("rounds", ["0", "two", "5-3", "1-99", "๑"])
def test_rounds_that_are_none_are_asked_back(assistant: Client, division: Division, rounds: str) -> None:
    answer = add(assistant, division, "absence", entry="1", kind="absent", rounds=rounds)
    assert answer.status_code == 422
    assert "is no round: rounds such as 3 or 3-5, 7." in middle_of(answer)
    assert value_of(answer, "rounds") == rounds


def test_of_several_rounds_all_are_noted_or_none(assistant: Client, division: Division) -> None:
    publish_round(division, 1)
    answer = add(assistant, division, "absence", entry="1", kind="absent", rounds="2, 1")
    assert answer.status_code == 409
    assert "Round 1 is published" in middle_of(answer)
    assert not Absence.objects.exists()


def test_whoever_comes_after_all_plays(assistant: Client, division: Division) -> None:
    gone = absence_set(entry_id=entry_named(division, "Nok").pk, round_number=1, kind="absent", actor=TEST)
    answer = assistant.post(at(division, "constraint_remove"), {"absence": gone.pk})
    assert "6 Nok plays in round 1." in text_of(assistant.get(answer.url))
    assert not Absence.objects.exists()


def test_somebody_who_needs_a_table_sits_there(assistant: Client, division: Division) -> None:
    answer = add(assistant, division, "table", entry="nok", table="3")
    assert "6 Nok plays at table 3." in text_of(assistant.get(answer.url))
    round_ = round_pair(division_id=division.pk, number=1, actor=TEST, seed=1)
    assert round_.seats.get(entry__number=6).pairing.table == 3
    entry = Entry.objects.get(division=division, number=6)
    assistant.post(at(division, "constraint_remove"), {"table": entry.pk})
    entry.refresh_from_db()
    assert entry.table is None


def test_schools_are_kept_apart_by_the_director(director: Client, assistant: Client, division: Division) -> None:
    answer = add(director, division, "apart", clubs_apart_rounds="3", teams_apart_rounds="")
    assert answer.status_code == 302
    division.refresh_from_db()
    assert (division.clubs_apart_rounds, division.teams_apart_rounds) == (3, None)
    assert division.requested_byes_count is False
    page = assistant.get(at(division, "constraints"))
    assert "While possible, through round 3." in middle_of(page)
    assert "In every round, while possible." in middle_of(page)
    assert add(assistant, division, "apart", clubs_apart_rounds="0").status_code == 403


def test_everything_is_in_the_log(assistant: Client, director: Client, division: Division) -> None:
    add(assistant, division, "pair", one="1", kind="forbidden", other="2", reason="brothers")
    add(assistant, division, "absence", entry="3", kind="requested_bye", rounds="2")
    log = text_of(director.get(f"/desk/{division.tournament.slug}/log/"))
    assert "Rule for two entries made" in log
    assert "brothers" in log
    assert "Absence noted" in log
    assert "bye asked for" in log
    assert LogEntry.objects.filter(action="rule.added").count() == 1


def test_a_search_finds_in_every_part(assistant: Client, division: Division) -> None:
    _rule(division)
    absence_set(entry_id=entry_named(division, "Nok").pk, round_number=2, kind="absent", actor=TEST)
    shown = middle_of(assistant.get(at(division, "constraints"), {"q": "nok"}))
    assert "None for this search." in shown
    assert "6 Nok away" in shown


def test_the_list_under_a_box_offers_numbers_names_and_schools(assistant: Client, division: Division) -> None:
    make_entry(division, "Kanda", club="North School")
    offered = assistant.get(at(division, "entries_find"), {"one": "som"}).content.decode()
    assert 'value="1 Somchai Dee"' in offered
    assert 'value="2 Somsak Jai"' in offered
    assert "Malee" not in offered
    by_school = assistant.get(at(division, "entries_find"), {"other": "north"}).content.decode()
    assert 'value="7 Kanda"' in by_school
    assert "None for this search." in assistant.get(at(division, "entries_find"), {"one": " "}).content.decode()


def test_staff_who_may_only_look_see_no_forms(division: Division) -> None:
    _rule(division)
    page = logged_in(cast(division.tournament).scorer).get(at(division, "constraints"))
    assert "must not meet" in middle_of(page)
    assert "<form" not in page.content.decode().split('class="desk-middle"')[1].split('class="todo"')[0]


def test_a_draft_made_before_an_absence_asks_to_be_paired_again(assistant: Client, division: Division) -> None:
    round_pair(division_id=division.pk, number=1, actor=TEST, seed=1)
    add(assistant, division, "absence", entry="1", kind="absent", rounds="1")
    shown = middle_of(assistant.get(at(division, "round", 1)))
    assert "Entries came or left since this draft was made: 1." in shown
    assert Round.objects.get().state == "draft"


def _rule(division: Division) -> PairingRule:
    return rule_add(
        division_id=division.pk,
        kind="forbidden",
        one=entry_named(division, "Somchai Dee").pk,
        other=entry_named(division, "Somsak Jai").pk,
        actor=TEST,
    )
