"""Systems of neighbours: king and queen of the hill."""

from dataclasses import dataclass
from typing import ClassVar


@dataclass(frozen=True, slots=True)
class KingOfTheHill:
    """1-2, 3-4, 5-6 and so on, whatever the score groups."""

    kind: ClassVar[str] = "king_of_the_hill"
    by_points: ClassVar[bool] = False


@dataclass(frozen=True, slots=True)
class QueenOfTheHill:
    """1-3, 2-4, 5-7, 6-8 and so on; of a field that four does not divide the last two meet."""

    kind: ClassVar[str] = "queen_of_the_hill"
    by_points: ClassVar[bool] = False
