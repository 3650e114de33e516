"""Every setting of a system has a type and a range, which a page can ask for and a wrong value is told by."""

from dataclasses import fields

import pytest

from tournaments.pairing import (
    SYSTEMS,
    AustralianDraw,
    Factor,
    Fontes,
    KingOfTheHill,
    PairResult,
    Quads,
    RandomDraw,
    RoundRobin,
    SettingError,
    ShrinkingFactor,
    SnakeGroups,
    Swiss,
    TeamRoundRobin,
    settings_of,
    system_from_json,
    system_to_json,
)


def refused(make) -> SettingError:
    with pytest.raises(SettingError) as error:
        make()
    return error.value


@pytest.mark.parametrize(
    ("system", "setting", "low", "high"),
    [
        (Factor, "factor", 1, 2500),
        (ShrinkingFactor, "constant", 1, 300),
        (RoundRobin, "cycles", 1, 2),
        (RoundRobin, "first_round", 1, 200),
        (RoundRobin, "rounds", 1, 200),
        (Fontes, "rounds", 1, 15),
        (TeamRoundRobin, "first_side", 0, 2500),
        (Quads, "size", 2, 16),
        (SnakeGroups, "groups", 1, 500),
        (SnakeGroups, "cycles", 1, 2),
        (AustralianDraw, "reset_round", 0, 200),
        (PairResult, "first_round", 1, 200),
    ],
)
def test_a_number_out_of_its_range_is_told_the_range(system, setting, low, high):
    system(**{setting: low})
    system(**{setting: high - (system is Fontes and high % 2 == 0)})
    for value in (low - 1, high + 1):
        error = refused(lambda value=value: system(**{setting: value}))
        assert error.code == "setting.out_of_range"
        assert error.params == {
            "system": system.kind,
            "setting": setting,
            "value": value,
            "low": low,
            "high": high,
        }


@pytest.mark.parametrize("value", ["3", 2.0, None, True, [1]])
def test_a_number_is_a_whole_number(value):
    error = refused(lambda: Factor(factor=value))
    assert (error.code, error.params["wanted"]) == ("setting.wrong_type", "int")


@pytest.mark.parametrize("value", ["sideways", "", None, 1])
def test_a_choice_is_one_of_its_choices(value):
    error = refused(lambda: Swiss(within=value))
    assert error.code == "setting.no_choice"
    assert error.params["choices"] == ("halves", "fold", "neighbours")


@pytest.mark.parametrize("value", [1, None, "yes"])
def test_yes_or_no_is_nothing_else(value):
    error = refused(lambda: RandomDraw(mix_clubs=value))
    assert (error.code, error.params["wanted"]) == ("setting.wrong_type", "bool")


def test_rounds_of_fontes_are_odd():
    assert refused(lambda: Fontes(rounds=4)).code == "setting.not_odd"


@pytest.mark.parametrize("seats", ["123", (1, "2"), (1, None)])
def test_seats_are_ids(seats):
    assert refused(lambda: Quads(seats=seats)).params["wanted"] == "ids"


def test_who_has_two_seats_is_named():
    error = refused(lambda: SnakeGroups(seats=(4, 5, 4, 5, 6)))
    assert (error.code, error.params["competitors"]) == ("setting.seat_twice", (4, 5))


@pytest.mark.parametrize("kind", SYSTEMS)
def test_every_field_of_a_system_is_a_setting_that_a_page_can_ask_for(kind):
    system = SYSTEMS[kind]
    assert system.kind == kind
    assert isinstance(system.by_points, bool)
    asked = settings_of(system)
    assert [one.name for one in asked] == [one.name for one in fields(system)]
    for one in asked:
        assert one.wanted in ("int", "choice", "bool", "ids", "bands", "class_bands", "numbers", "figures")
        assert (one.wanted == "choice") == bool(one.choices)
        assert (one.wanted == "int") == (one.low is not None)


@pytest.mark.parametrize("kind", SYSTEMS)
def test_a_system_as_usual_needs_only_its_name(kind):
    usual = system_from_json({"kind": kind})
    assert usual == SYSTEMS[kind]()
    assert system_from_json(system_to_json(usual)) == usual


def test_a_system_without_settings_has_none():
    assert settings_of(KingOfTheHill) == ()
