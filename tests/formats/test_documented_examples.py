import doctest

import pytest

from tournaments.formats import csv_out, headings, rows, sheets, text, tsh_config, tsh_literal, tsh_players


@pytest.mark.parametrize("module", [csv_out, headings, rows, sheets, text, tsh_config, tsh_literal, tsh_players])
def test_the_examples_in_the_docstrings_are_true(module):
    results = doctest.testmod(module)
    assert results.attempted > 0
    assert results.failed == 0
