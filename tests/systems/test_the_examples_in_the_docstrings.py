"""The examples are read first, so they have to be true."""

import doctest

import pytest

from ratings.systems import (
    beginnings,
    elo,
    events,
    explain,
    glicko,
    glicko2,
    glicko_margin,
    naspa,
    naspa_newcomers,
    naspa_rules,
    naspa_veterans,
    policy,
    protocol,
    registry,
    schedule,
    volatility,
    whole_event,
)

MODULES = [
    *(elo, events, glicko, glicko2, glicko_margin, naspa, naspa_newcomers, naspa_rules, naspa_veterans),
    *(beginnings, explain, policy, protocol, registry, schedule, volatility, whole_event),
]


@pytest.mark.parametrize("module", MODULES, ids=lambda m: m.__name__)
def test_they_give_what_they_say(module):
    found = doctest.testmod(module)
    assert found.attempted > 0
    assert found.failed == 0
