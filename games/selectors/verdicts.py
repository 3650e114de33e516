"""Whether a play was right: for whoever may know.

Where judging is by challenge nothing that is stored says it. It is worked out anew from the lines of the score, so
that no copy, export or mistake of a reader can give it away.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from games.engine import Problem, Ruleset, Settings
from games.engine.equations import judge
from games.engine.squares import Direction, Line, Square, read_place

from ..models import GameEvent


def row_problems(rules: Ruleset, settings: Settings, row: GameEvent) -> list[Problem] | None:
    """What is wrong with the equations of a play as it was scored; None for an event without a score."""
    if row.score is None:
        return None
    grammar = rules.strict_grammar if settings.strict_zero_sign else rules.grammar
    found: list[Problem] = []
    for data in row.score["lines"]:
        line = _line(rules, data)
        for problem in judge(grammar, line.tiles):
            cell = None if problem.pos is None else line.square(problem.pos)
            found.append(replace(problem, line=line, cell=cell))
    return found


def _line(rules: Ruleset, data: Mapping[str, Any]) -> Line:
    start = data["start"]
    square = Square(*start) if isinstance(start, list) else read_place(start)[0]
    return Line(Direction(data["dir"]), square, tuple(rules.tiles.tile(tile["tile"]) for tile in data["tiles"]))
