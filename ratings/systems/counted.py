"""A player inside an event, as systems without deviations see him: Elo and NASPA."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any, NamedTuple

from ratings.systems.beginnings import Beginnings
from ratings.systems.protocol import ANYBODY, Career, Game, Origin


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


class CountedSystem:
    """What Elo and NASPA have in common: nothing but a number and a count, and their own way with newcomers."""

    _p: Beginnings

    def parameters(self) -> dict[str, Any]:
        return self._p.as_mapping()

    @property
    def asks_origin(self) -> bool:
        return self._p.asks_origin

    def enter(self, career: Career | None, day: int, origin: Origin = ANYBODY) -> Counted:
        if career is None:
            return Counted(self._p.start(origin), rated=False)
        return Counted(career.rating, career.games)

    def imported(self, rating: float, rd: float, games: int, day: int) -> Career:
        return Career(rating, 0.0, games, day)

    def rested(self, rd: float, days: int, age: int | None = None) -> float:
        return rd

    @property
    def newcomers_share(self) -> float | None:
        return None

    def newcomers(
        self, state: Mapping[int, Counted], new: Collection[int], games: Sequence[Game]
    ) -> dict[int, Counted]:
        return {}


def cuts_of(period: str) -> Sequence[int] | None:
    return None if period == "round" else ()
