"""The examples are read first, so they have to be true."""

import doctest

import pytest

import ratings.systems
from ratings.systems import events, glicko, glicko_margin


@pytest.mark.parametrize("module", [ratings.systems, events, glicko, glicko_margin], ids=lambda m: m.__name__)
def test_they_give_what_they_say(module):
    found = doctest.testmod(module)
    assert found.attempted > 0
    assert found.failed == 0
