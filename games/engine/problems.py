"""What can be wrong with a line or a move, as values: a stable code, where, and the figures.

Sentences in the user's language are made from these outside the core (`games/wording.py`).
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from games.engine.squares import Line, Square

Figures = Mapping[str, str | int]
NO_FIGURES: Figures = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing wrong.

    `line` is the line it is in, `pos` the index of the tile in that line (or in the tiles that were read), `cell`
    the square of that tile; each is `None` where it says nothing. `figures` are whole numbers and texts; values
    of arithmetic are reduced fractions in text ("14", "-1/2").
    """

    code: str
    line: "Line | None" = None
    pos: int | None = None
    cell: "Square | None" = None
    figures: Figures = field(default_factory=lambda: NO_FIGURES)


class Unreadable(ValueError):
    """A text that is no tile, no move or no record. `problem` says why; nothing was judged yet."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(f"{problem.code} {dict(problem.figures)}" if problem.figures else problem.code)
        self.problem = problem

    @property
    def code(self) -> str:
        return self.problem.code


class IllegalMove(ValueError):
    """A move that the rules refuse in this position, with every reason."""

    code = "move.invalid"

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        super().__init__(", ".join(problem.code for problem in problems))
        self.problems = problems
