"""Whatever the pairing says about a draft is said in a sentence with names, in either language."""

import re

import pytest
from django.utils import translation

from tournaments.models import Entry
from tournaments.pairing import Note, notes
from tournaments.views.desk.round_words import START_WORDS, note_sentences

#: Every code with every reason that tournaments/pairing/notes.py writes, and a word of the sentence it needs.
SAID = [
    ("repeat", {"first": 1, "second": 2, "met": 2, "reason": "locked"}, "together by hand"),
    ("repeat", {"first": 1, "second": 2, "met": 1, "reason": "bye_rule"}, "second bye"),
    ("repeat", {"first": 1, "second": 2, "met": 1, "reason": "unavoidable"}, "fewer repeats"),
    ("repeat", {"first": 1, "second": 2, "met": 1, "reason": "schedule"}, "asks for it"),
    ("repeat", {"first": 1, "second": 2, "met": 1, "reason": "allowed"}, "lets two meet so often"),
    ("repeat", {"first": 1, "second": 2, "met": 1, "reason": "reset"}, "counts only later games"),
    ("back_to_back", {"first": 1, "second": 2, "round": 3}, "round before"),
    ("clubmates", {"first": 1, "second": 2, "club": 9}, "one school"),
    ("teammates", {"first": 1, "second": 2, "team": 9}, "one team"),
    ("bye", {"competitor": 1, "byes": 0, "passed_over": 2, "for_repeats": 1}, "2 lower entries have had more"),
    ("bye", {"competitor": 1, "byes": 0, "passed_over": 0, "for_repeats": 0}, "lowest in the table"),
    ("second_bye", {"competitor": 1, "byes": 1, "reason": "director"}, "given by hand"),
    ("second_bye", {"competitor": 1, "byes": 1, "reason": "requested"}, "asked for"),
    ("second_bye", {"competitor": 1, "byes": 1, "reason": "all_have_had_one"}, "Everybody has had one"),
    ("second_bye", {"competitor": 1, "byes": 1, "reason": "unavoidable"}, "Nobody else"),
    ("lock_over_forbidden", {"first": 1, "second": 2}, "they meet"),
    ("opponent_absent", {"competitor": 1, "absent": 2}, "not playing"),
    ("schedule_bye", {"competitor": 1}, "bye of the table"),
    ("no_group", {"competitor": 1}, "groups were made without"),
    ("left_over", {"competitor": 1}, "nobody is left"),
    ("off_schedule", {"first": 1, "second": 2}, "outside the table"),
    ("prize_settled", {"competitor": 1, "best": 1, "worst": 1}, "place 1 for certain"),
    ("prize_settled", {"competitor": 1, "best": 3, "worst": 8}, "between places 3 and 8"),
    ("control", {"first": 1, "second": 2}, "lose control"),
    ("reset_raised", {"from": 2, "to": 4}, "through round 4"),
    ("table_conflict", {"competitor": 1, "wanted": 3, "table": 1, "reason": "opponent"}, "opponent needs table 1"),
    ("table_conflict", {"competitor": 1, "wanted": 3, "table": 2, "reason": "taken"}, "higher game needs too"),
]
PEOPLE = {1: Entry(pk=1, number=57, team_name="North"), 2: Entry(pk=2, number=12, team_name="South")}


def sentence(code: str, figures: dict[str, int | str]) -> str:
    (told,) = note_sentences([Note(code, tuple(figures.items()))], PEOPLE)
    return str(told.text)


@pytest.mark.parametrize(("code", "figures", "word"), SAID)
def test_a_note_is_a_sentence_with_names_and_numbers(code: str, figures: dict[str, int | str], word: str) -> None:
    said = sentence(code, figures)
    assert word in said
    if {"first", "competitor"} & set(figures):
        assert "57 North" in said
    if {"second", "absent"} & set(figures):
        assert "12 South" in said
    assert not re.search(r"%\(|\?", said)


@pytest.mark.parametrize(("code", "figures", "word"), SAID)
def test_no_note_breaks_in_thai(code: str, figures: dict[str, int | str], word: str) -> None:
    with translation.override("th"):
        said = sentence(code, figures)
    if {"first", "competitor"} & set(figures):
        assert "57 North" in said
    assert "%(" not in said


def test_every_code_the_pairing_writes_has_its_sentence() -> None:
    listed = set(re.findall(r"^- `(\w+)`", notes.__doc__ or "", re.MULTILINE))
    assert len(listed) > 9
    assert {code for code, _figures, _word in SAID} == listed


def test_what_should_be_weighed_comes_first() -> None:
    bye = Note("schedule_bye", (("competitor", 1),))
    repeat = Note("repeat", (("first", 1), ("second", 2), ("met", 1), ("reason", "unavoidable")))
    assert [told.state for told in note_sentences([bye, repeat], PEOPLE)] == ["wait", "info"]


def test_every_reason_to_start_has_words() -> None:
    from typing import get_args

    from tournaments.pairing.model import StartReason

    assert set(START_WORDS) == set(get_args(StartReason))
