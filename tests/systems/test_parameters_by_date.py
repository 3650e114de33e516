"""Rules may change: an event is rated by those of its day."""

import json
import math
from datetime import date

import pytest

from ratings.systems import SYSTEMS, get_schedule, get_system
from ratings.systems.events import Event, rate_events
from ratings.systems.protocol import Career, SystemParameterError

NEW_YEAR = date(2027, 1, 1).toordinal()
STORED = {"k": 20, "by_day": {"2028-01-01": {"cap": None}, "2027-01-01": {"k": 10, "cap": 400}}}


def test_each_change_leaves_the_rest_as_it_was_before():
    schedule = get_schedule("elo", STORED)
    found = [schedule.on(date(year, 6, 1).toordinal()).parameters() for year in (2026, 2027, 2028)]
    assert [(p["k"], p["cap"]) for p in found] == [(20, None), (10, 400), (10, None)]


def test_a_change_holds_from_its_day_on():
    schedule = get_schedule("elo", STORED)
    assert [schedule.on(NEW_YEAR + days).parameters()["k"] for days in (-1, 0, 1)] == [20, 10, 10]


def test_events_on_both_sides_of_a_change_are_rated_by_their_own_rules():
    careers = {1: Career(1500.0, 0.0, 60, 1), 2: Career(1500.0, 0.0, 60, 1)}
    periods = {1: Event(1, NEW_YEAR - 1), 2: Event(2, NEW_YEAR)}
    games = [(1, 2, 9, 1), (2, 1, 9, 2)]
    [(_, before), (_, after)] = rate_events(get_schedule("elo", STORED), dict(careers), games, periods)
    assert before[0].after == 1510
    second = get_system("elo", {"k": 10, "cap": 400})
    known = {1: Career(1510.0, 0.0, 61, 1), 2: Career(1490.0, 0.0, 61, 1)}
    [(_, alone)] = rate_events(second, known, games[1:], periods)
    assert after[0].after == alone[0].after


def test_a_change_can_make_rounds_of_what_were_whole_events():
    schedule = get_schedule("elo", {"by_day": {"2027-01-01": {"period": "round"}}})
    careers = {1: Career(1500.0, 0.0, 60, 1), 2: Career(1500.0, 0.0, 60, 1)}
    first, second = Event(1, NEW_YEAR - 1), Event(2, NEW_YEAR)
    periods = {1: first, 2: first, 3: second, 4: second}
    games = [(1, 2, 9, 1), (2, 1, 9, 2), (1, 2, 9, 3), (2, 1, 9, 4)]
    [(_, whole), (_, by_round)] = rate_events(schedule, careers, games, periods)
    assert whole[0].after == 1500
    assert by_round[0].after < 1500  # he lost as the favourite that the first round had made him


@pytest.mark.parametrize("name", SYSTEMS)
def test_what_is_stored_is_json_and_makes_the_same_schedule_again(name):
    stored = {"by_day": {"2027-01-01": {"start_rating": 1200}}}
    schedule = get_schedule(name, stored)
    again = get_schedule(name, json.loads(json.dumps(schedule.parameters())))
    assert again.parameters() == schedule.parameters() == json.loads(json.dumps(schedule.parameters()))
    assert again.digest() == schedule.digest()


def test_without_dates_it_states_just_what_its_system_does():
    assert get_schedule("glicko_margin", {"scale": 200}).parameters() == {
        "start_rating": 1500.0,
        "start_rd": 350.0,
        "min_rd": 45.0,
        "max_rd": 350.0,
        "growth": 4.0,
        "win_share": 0.05,
        "scale": 200.0,
        "start_by_kind": None,
        "start_by_age": [],
        "growth_by_age": [],
        "newcomers": "start",
        "newcomers_share": 0.5,
    }


def test_equal_rules_have_one_digest_however_they_were_written_and_others_another():
    digest = get_schedule("elo", STORED).digest()
    spelled = {"cap": None, "k": 20.0, "by_day": {"2027-01-01": {"cap": 400.0, "k": 10}, "20280101": {"cap": None}}}
    assert get_schedule("elo", spelled).digest() == digest
    assert get_schedule("elo", STORED | {"k": 21}).digest() != digest
    later = {"k": 20, "by_day": {"2028-01-02": {"cap": None}, "2027-01-01": {"k": 10, "cap": 400}}}
    assert get_schedule("elo", later).digest() != digest
    assert len({get_schedule(name, {}).digest() for name in SYSTEMS}) == 4


def test_a_day_that_changes_nothing_is_left_out():
    schedule = get_schedule("elo", {"by_day": {"2027-01-01": {"k": 20}}})
    assert schedule.digest() == get_schedule("elo", {}).digest()
    assert "by_day" not in schedule.parameters()


@pytest.mark.parametrize(
    "by_day",
    [
        [],
        "2027",
        {"2027-13-01": {}},
        {"soon": {}},
        {"2027-01-01": 3},
        {"2027-01-01": {"k": 10}, "20270101": {"k": 11}},
        {"2027-01-01": {"by_day": {}}},
    ],
)
def test_a_day_that_is_none_is_refused(by_day):
    with pytest.raises(SystemParameterError) as refused:
        get_schedule("elo", {"by_day": by_day})
    assert refused.value.field == "by_day"


def test_a_value_that_cannot_work_is_refused_at_any_day():
    with pytest.raises(SystemParameterError) as refused:
        get_schedule("elo", {"by_day": {"2027-01-01": {"k": 0}}})
    assert refused.value.field == "k"


@pytest.mark.parametrize(
    ("name", "values", "field"),
    [
        ("glicko2", {"tau": 0}, "tau"),
        ("glicko2", {"start_volatility": 0.2}, "start_volatility"),
        ("glicko2", {"min_volatility": 0}, "min_volatility"),
        ("glicko2", {"period": "month"}, "period"),
        ("glicko2", {"scale": 350}, "scale"),
        ("elo", {"cap": "400"}, "cap"),
        ("elo", {"cap": 0}, "cap"),
        ("elo", {"k": math.nan}, "k"),
        ("elo", {"k": 10**400}, "k"),
        ("elo", {"whole": 1}, "whole"),
        ("naspa", {"bands": [2000, 1800]}, "bands"),
        ("naspa", {"bands": 1800}, "bands"),
        ("naspa", {"multipliers": [20, 16]}, "multipliers"),
        ("naspa", {"new_multipliers": [20, 16, 0]}, "new_multipliers"),
        ("naspa", {"new_multipliers": [20, 16]}, "multipliers"),
        ("naspa", {"floor": True}, "floor"),
    ],
)
def test_a_parameter_that_cannot_work_is_refused_by_name(name, values, field):
    with pytest.raises(SystemParameterError) as refused:
        get_system(name, values)
    assert refused.value.field == field


def test_a_few_bands_more_or_less_are_a_variant():
    flat = get_system("naspa", {"bands": [], "multipliers": [16], "new_multipliers": [24]})
    assert flat.parameters()["bands"] == []
    state = {n: flat.enter(Career(2100.0, 0.0, 80, 1), 1) for n in (1, 2)}
    assert [s.rating for s in flat.rate(state, [(1, 2, -1, 1)]).values()] == [2092, 2111]
