"""The plays that the rule pages show score what the pages say."""

import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from games.engine import Play, Ruleset
from tests.engine.shared import AMATH, SUMMY, at, auto

DOCS = Path(__file__).resolve().parents[2] / "docs"
ROW = re.compile(r"^\| \d \| `([^`]+)`.*\*\*(\d+)\*\*", re.MULTILINE)


def written(name: str) -> list[tuple[str, int]]:
    """The equations of a page's table of turns, with their points."""
    return [(equation, int(points)) for equation, points in ROW.findall((DOCS / name).read_text("utf-8"))]


def scored(rules: Ruleset, plays: Sequence[Play]) -> list[tuple[str, int]]:
    position = rules.opening(settings=auto(rules))
    found = []
    for play in plays:
        score = position.score(play)
        (line,) = score.lines
        found.append((str(line.line), score.total))
        position = position.play(play)
    return found


@pytest.mark.parametrize("page", ["rules-amath.md", "rules-amath.th.md"])
def test_three_turns_of_a_math(page: str) -> None:
    plays = [at("8F", "3 + 4 = 7"), at("8D", "9 - . . . . . + 3"), at("I7", "5 . 5")]
    turns = scored(AMATH, plays)
    assert len(turns) == 3
    assert written(page) == turns


@pytest.mark.parametrize("page", ["rules-summy.md", "rules-summy.th.md"])
def test_three_turns_of_summy(page: str) -> None:
    plays = [
        at("-4,0", "8 x 1 5 . 1 2 0", SUMMY),
        at("0,-3v", "2 + 3 . 5", SUMMY),
        at("0,1", ". + 4 = 9", SUMMY),
    ]
    turns = scored(SUMMY, plays)
    assert len(turns) == 3
    assert written(page) == turns
