"""What a list says of whom: provisional or not, and from which numbers on."""

import json
import math

import pytest

from ratings.systems.policy import Policy
from ratings.systems.protocol import SystemParameterError


def test_somebody_is_provisional_above_a_deviation_of_110_or_below_30_games():
    policy = Policy()
    assert not policy.is_provisional(110.0, 30)
    assert policy.is_provisional(110.1, 30)
    assert policy.is_provisional(45.0, 29)


def test_a_list_may_draw_both_lines_elsewhere():
    policy = Policy.from_mapping({"provisional_rd": 80, "provisional_games": 10})
    assert not policy.is_provisional(80.0, 10)
    assert policy.is_provisional(81.0, 10)
    assert policy.is_provisional(80.0, 9)


def test_a_system_without_deviations_goes_by_games_alone():
    assert [Policy().is_provisional(0.0, games) for games in (0, 29, 30)] == [True, True, False]


def test_what_is_stored_is_json_and_makes_the_same_policy_again():
    policy = Policy.from_mapping({"floor": 0, "ranked_months": 12})
    stored = json.loads(json.dumps(policy.as_mapping()))
    assert stored == policy.as_mapping()
    assert Policy.from_mapping(stored) == policy
    assert Policy.from_mapping({}) == Policy() == Policy(110, 30, 30, 24, 100)


@pytest.mark.parametrize(
    ("values", "field"),
    [
        ({"provisional_rd": 0}, "provisional_rd"),
        ({"provisional_rd": math.nan}, "provisional_rd"),
        ({"provisional_games": -1}, "provisional_games"),
        ({"ranked_games": "30"}, "ranked_games"),
        ({"ranked_months": 0}, "ranked_months"),
        ({"ranked_months": 1.5}, "ranked_months"),
        ({"floor": True}, "floor"),
        ({"floor": 10**400}, "floor"),
        ({"ceiling": 3000}, "ceiling"),
    ],
)
def test_a_rule_that_cannot_work_is_refused_by_name(values, field):
    with pytest.raises(SystemParameterError) as refused:
        Policy.from_mapping(values)
    assert refused.value.field == field
