import doctest

import pytest

from tournaments.standings import clubs, rules, table


@pytest.mark.parametrize("module", [clubs, rules, table])
def test_the_examples_in_the_docstrings_are_true(module):
    results = doctest.testmod(module)
    assert results.attempted > 0
    assert results.failed == 0
