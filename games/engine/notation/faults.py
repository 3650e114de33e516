"""What is wrong with a record, line by line."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from games.engine.problems import Figures, Problem

if TYPE_CHECKING:
    from games.engine.notation.records import Record


@dataclass(frozen=True, slots=True)
class Fault:
    """One problem and the line it is in, counted from 1; 0 stands for the head of a record that is data.

    `pointer` is the place of the value in data, and empty for text.
    """

    line: int
    problem: Problem
    pointer: str = ""

    @property
    def code(self) -> str:
        return self.problem.code

    @property
    def figures(self) -> Figures:
        return self.problem.figures


class UnreadableRecord(ValueError):
    """A text that is no record, or not one of a game by the rules.

    `faults` are all that were found, in the order of the lines. `record` is the game as far as it could be
    followed, with the engine's scores; `None` where not even the head could be read.
    """

    code = "record.unreadable"

    def __init__(self, faults: tuple[Fault, ...], record: "Record | None" = None) -> None:
        super().__init__("; ".join(f"line {fault.line}: {fault.code}" for fault in faults))
        self.faults = faults
        self.record = record
