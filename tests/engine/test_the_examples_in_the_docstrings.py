"""The examples are read first, so they have to be true: in every module of the engine, whichever there are."""

import doctest
import importlib
import pkgutil

import pytest

import games.engine

NAMES = [
    "games.engine",
    *(found.name for found in pkgutil.walk_packages(games.engine.__path__, "games.engine.")),
]


@pytest.mark.parametrize("name", NAMES)
def test_they_give_what_they_say(name):
    found = doctest.testmod(importlib.import_module(name))
    assert found.failed == 0


def test_the_main_calls_have_examples():
    tried = {name: doctest.testmod(importlib.import_module(name)).attempted for name in NAMES}
    assert all(tried[f"games.engine{name}"] for name in ("", ".rulesets", ".positions", ".squares", ".equations"))
    assert "games.engine.turns.playing" in tried  # folders within are walked too
