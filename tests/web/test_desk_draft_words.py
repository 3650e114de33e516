"""What is to be looked at in a draft, what was done to it and what would make it possible: sentences with names."""

import re
from typing import Any, get_args

import pytest
from django.utils import translation

from common.errors import Refused
from tournaments.models import DraftStep
from tournaments.selectors.drafts import Code, DraftWarning
from tournaments.views.desk.draft_words import refusal_words, step_words, warning_sentence

NAMES = {3: "3 North", 8: "8 South", 12: "12 East"}
WARNINGS: list[tuple[str, tuple[int, ...], dict[str, Any], str]] = [
    ("repeat", (3, 8), {"met": 2, "running": False}, "have met 2 times"),
    ("repeat", (3, 8), {"met": 1, "running": True}, "have met 1 time."),
    ("clubmates", (3, 8), {}, "one school"),
    ("teammates", (3, 8), {}, "one team"),
    ("second_bye", (3,), {"byes": 1}, "has had 1 bye already"),
    ("starts", (3,), {"difference": 3}, "started 3 games more"),
    ("starts", (3,), {"difference": -4}, "gone second in 4 games more"),
    ("rule_broken", (3, 8), {"rule": 1}, "must not meet"),
    ("rule_waits", (3, 8), {"rule": 1}, "must meet"),
    ("table_missed", (3,), {"wanted": 1, "at": 7}, "needs table 1 and sits at table 7"),
    ("changed", (3,), {}, "came or left"),
]
STEPS: list[tuple[str, dict[str, Any], str]] = [
    ("paired", {"system": "swiss"}, "Paired: Swiss."),
    ("repaired", {"system": "random"}, "Paired again: Drawn by lot."),
    ("rest_repaired", {"system": "swiss"}, "All that is not locked was paired again."),
    ("swapped", {"entries": [3, 8]}, "3 North and 8 South have changed places."),
    ("moved", {"tables": [4, 9]}, "The game of table 4 is at table 9 now."),
    ("locked", {"entries": [3, 8]}, "3 North and 8 South are locked."),
    ("locked", {"entries": [3]}, "The bye of 3 North is locked."),
    ("unlocked", {"entries": [3, 99]}, "3 North and 99 are not locked any more."),
    ("unlocked", {"entries": [3]}, "The bye of 3 North is not locked any more."),
]
WAYS: list[tuple[dict[str, Any], str]] = [
    ({"kind": "forbidden_pair", "pair": [8, 3]}, "Let 3 North and 8 South meet"),
    ({"kind": "forbidden_pairs", "pairs": [[3, 8], [3, 12]]}, "meet: 3 North – 8 South; 3 North – 12 East"),
    ({"kind": "locked_pair", "pair": [3, 8]}, "Give up that 3 North and 8 South meet"),
    ({"kind": "locked_bye", "competitor": 3}, "Take the bye from 3 North"),
    ({"kind": "bye", "competitors": [3]}, "Give 3 North a bye"),
    ({"kind": "bye", "competitors": [3, 8]}, "Give byes to 3 North, 8 South"),
]


def plain(text: object) -> str:
    said = str(text)
    assert not re.search(r"%\(|\?|\bNone\b", said)
    return said


def in_thai(text: Any) -> str:
    with translation.override("th"):
        return plain(text())


@pytest.mark.parametrize(("code", "entries", "figures", "word"), WARNINGS)
def test_a_warning_is_a_sentence(code: Any, entries: tuple[int, ...], figures: dict[str, Any], word: str) -> None:
    warning = DraftWarning(code, entries, 7, figures)
    assert word in plain(warning_sentence(warning, NAMES).text)
    assert re.search("[ก-๙]", in_thai(lambda: warning_sentence(warning, NAMES).text))


def test_every_warning_is_among_them() -> None:
    assert {code for code, *_rest in WARNINGS} == set(get_args(Code))


@pytest.mark.parametrize(("kind", "data", "said"), STEPS)
def test_a_step_is_a_sentence(kind: str, data: dict[str, Any], said: str) -> None:
    step = DraftStep(kind=kind, data=data)
    assert plain(step_words(step, NAMES)) == said
    assert re.search("[ก-๙]", in_thai(lambda: step_words(step, NAMES)))


def test_every_step_is_among_them() -> None:
    assert {kind for kind, *_rest in STEPS} == set(DraftStep.Kind.values) - {"undone"}


@pytest.mark.parametrize(("proposal", "said"), WAYS)
def test_a_way_out_is_a_button_that_says_what_it_does(proposal: dict[str, Any], said: str) -> None:
    error = Refused("pairing.infeasible", "no", extra={"relax": [proposal]})
    found = refusal_words(error, NAMES)
    assert found is not None
    assert said in plain(found.ways[0].text)
    assert found.ways[0].proposal == proposal


@pytest.mark.parametrize(
    ("extra", "said"),
    [
        ({"groups": [[3]], "opponents": [], "short": 1}, "3 North can meet nobody. 1 entry stays"),
        ({"groups": [[3], [8]], "opponents": [12], "short": 2}, "3 North can only meet 12 East."),
        ({"groups": [[3, 8]], "opponents": [], "short": 1}, "These can only meet one another: 3 North, 8 South."),
        ({"groups": [[3, 8]], "opponents": [12], "short": 1}, "or 12 East: 3 North, 8 South."),
        ({"groups": [[1], [2], [3], [8], [12]], "short": 4}, "2 more groups are like that."),
    ],
)
def test_who_is_stuck_is_named(extra: dict[str, Any], said: str) -> None:
    found = refusal_words(Refused("pairing.infeasible", "no", extra=extra), NAMES)
    assert found is not None
    assert said in " ".join(map(plain, found.reasons))


def test_another_refusal_says_all_itself() -> None:
    assert refusal_words(Refused("pairing.too_many", "too many"), NAMES) is None
