"""A player inside an event, as systems without deviations see him: Elo and NASPA."""

from collections.abc import Sequence
from typing import NamedTuple

from ratings.systems.protocol import Career


class Counted(NamedTuple):
    """`Figures` with the games before the event (`career`) and whether `rating` is one or only where he starts."""

    rating: float
    career: int = 0
    rated: bool = True
    games: int = 0
    expected: float = 0.0
    actual: float = 0.0

    @property
    def rd(self) -> float:
        return 0.0

    @property
    def volatility(self) -> float:
        return 0.0


def entered(career: Career | None, start_rating: float) -> Counted:
    if career is None:
        return Counted(start_rating, rated=False)
    return Counted(career.rating, career.games)


def cuts_of(period: str) -> Sequence[int] | None:
    return None if period == "round" else ()
