"""The examples are read first, so they have to be true."""

import doctest

import pytest

from ratings.fitting import othello, search


@pytest.mark.parametrize("module", [othello, search], ids=lambda m: m.__name__)
def test_they_give_what_they_say(module):
    found = doctest.testmod(module)
    assert found.attempted > 0
    assert found.failed == 0
