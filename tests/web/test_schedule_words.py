"""Every pairing system, setting and preset has its words, and a schedule is told in sentences."""

from dataclasses import replace

import pytest
from django.utils import translation

from tournaments.forms.schedule import PRESET_WORDS, settings_asked
from tournaments.models import Division
from tournaments.pairing import (
    SYSTEMS,
    Contention,
    Factor,
    Fontes,
    KingOfTheHill,
    PairResult,
    Quads,
    RoundRobin,
    SnakeGroups,
    Swiss,
    settings_of,
)
from tournaments.pairing.model import RepeatRule, StartRule
from tournaments.pairing.plan import PRESETS, Step, preset_plan
from tournaments.wording import CHOICES, SETTINGS, plan_lines, step_words, system_name, system_words


@pytest.mark.parametrize("kind", SYSTEMS)
def test_every_setting_that_a_person_chooses_has_a_name_and_every_choice_too(kind: str) -> None:
    asked = settings_asked(kind)
    assert [one.name for one in asked if one.name not in SETTINGS] == []
    assert [(one.name, each) for one in asked for each in one.choices if each not in CHOICES[one.name]] == []
    assert system_name(kind) != kind, "a code is no name"


@pytest.mark.parametrize("kind", SYSTEMS)
def test_every_choice_of_a_system_changes_what_is_said_of_it(kind: str) -> None:
    usual = SYSTEMS[kind]()
    said = system_words(usual)
    assert said == said.strip()
    assert "%" not in said
    for setting in settings_asked(kind):
        others: list[object] = [each for each in setting.choices if each != getattr(usual, setting.name)]
        if setting.wanted == "bool" and setting.name != "spread_counts":
            others.append(not getattr(usual, setting.name))
        for other in others:
            assert system_words(replace(usual, **{setting.name: other})) != said, (setting.name, other)


@pytest.mark.parametrize(
    ("step", "said"),
    [
        (Step(1, 3, Fontes(rounds=3)), "Fontes: groups of 4 with one from each part of the order"),
        (Step(1, 2, Quads(size=6)), "groups of 6 neighbours (1 to 6, and so on)"),
        (Step(1, 2, SnakeGroups(groups=4, cycles=2)), "4 groups dealt to and fro"),
        (Step(1, 2, RoundRobin(cycles=2)), "everybody meets everybody twice, with starts reversed"),
        (Step(1, 2, RoundRobin(rounds=3)), "the first 3 rounds of that table"),
        (Step(1, 2, Factor(factor=6)), "rank 1 meets rank 7, and so on to rank 6"),
        (Step(1, 2, PairResult(opening="lot")), "blocks of two matches, the first drawn by lot"),
        (
            Step(1, 1, Contention(prizes=((1, 1), (2, 8)), simulations=500)),
            "prizes: 1, 2-8; what can be won by 500",
        ),
        (Step(5, 5, Contention(control_from=4)), "control meets whom he must from round 4 on"),
        (Step(4, 6, Swiss(), lag=1), "By the table of one round earlier, so that the next sheet is ready"),
        (Step(4, 6, Swiss(), based_on=2), "By the table after round 2"),
        (Step(1, 1, Swiss(), based_on=0), "By the order at the start"),
        (Step(6, 6, KingOfTheHill(), repeats=RepeatRule(limit=None)), "Two may meet again as often as it comes"),
        (
            Step(6, 6, Swiss(), repeats=RepeatRule(limit=2, back_to_back=True)),
            "2 times more. Even in two rounds run",
        ),
        (Step(6, 6, Swiss(), starts=StartRule(by_draw=True)), "Who starts is drawn for each game"),
        (Step(6, 6, Swiss(), starts=StartRule(longest_run=2)), "more than 2 times running"),
        (Step(6, 6, Swiss(), starts=StartRule(head_to_head=True)), "whoever started fewer of their own games"),
    ],
)
def test_what_is_not_as_usual_is_said(step: Step, said: str) -> None:
    assert said in step_words(step)


@pytest.mark.parametrize("code", PRESETS)
def test_every_preset_has_a_name_and_is_told_round_by_round(code: str) -> None:
    assert code in PRESET_WORDS
    plan = preset_plan(code)
    lines = plan_lines(plan)
    assert len(lines) == len(plan.steps)
    assert all(words for _rounds, words in lines)


def test_names_of_systems_are_those_of_the_core() -> None:
    assert list(Division.System.values) == list(SYSTEMS)
    assert all(settings_of(one) is not None for one in SYSTEMS.values())


def test_a_schedule_reads_thai_in_thai() -> None:
    with translation.override("th"):
        told = " ".join(words for code in PRESETS for _rounds, words in plan_lines(preset_plan(code)))
    assert "meets" not in told
    assert "สวิส" in told
