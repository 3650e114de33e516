"""What a system knew of each game before the period it rates it in: the round, or for some systems the event."""

from array import array
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ratings.fitting.history import History
from ratings.systems.events import rate_events
from ratings.systems.glicko import G, Q
from ratings.systems.protocol import ANYBODY, Career, Game, Origin, RatingSystem, Rest, Share

Vector = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Forecasts:
    """One number per game and array, in rating order.

    `evidence` is g·q·(difference of ratings) with g at both players' deviations together, √(RD₁²+RD₂²): the log of
    the odds that the first wins, up to the slope. `result` is 1 where the first won, 0 where he lost, ½ for a tie.
    """

    evidence: Vector
    result: Vector

    def split(self, first: int) -> tuple["Forecasts", "Forecasts"]:
        return (
            Forecasts(self.evidence[:first], self.result[:first]),
            Forecasts(self.evidence[first:], self.result[first:]),
        )


class _Watched:
    """A system that notes the standings of those who meet before it rates them: at the start of its period.

    A newcomer whose whole event was rated first is noted as he came: what came out of it was not known then.
    """

    def __init__(self, system: RatingSystem) -> None:
        self._system = system
        self._came: dict[int, Any] = {}
        self.noted = array("d")

    @property
    def algorithm(self) -> str:
        return self._system.algorithm

    @property
    def asks_origin(self) -> bool:
        return self._system.asks_origin

    @property
    def newcomers_share(self) -> float | None:
        return self._system.newcomers_share

    def parameters(self) -> dict[str, Any]:
        return self._system.parameters()

    def cuts(self, rounds: int) -> Sequence[int] | None:
        return self._system.cuts(rounds)

    def enter(self, career: Career | None, day: int, origin: Origin = ANYBODY) -> Any:
        self._came = {}  # another event
        return self._system.enter(career, day, origin)

    def imported(self, rating: float, rd: float, games: int, day: int) -> Career:
        return self._system.imported(rating, rd, games, day)

    def rested(self, rd: float, days: int, age: int | None = None) -> float:
        return self._system.rested(rd, days, age)

    def newcomers(self, state: Mapping[int, Any], new: Collection[int], games: Sequence[Game]) -> dict[int, Any]:
        self._came = {player: state[player] for player in new}
        return self._system.newcomers(state, new, games)

    def shares(
        self, state: Mapping[int, Any], games: Sequence[Game], player: int, start: Any = None
    ) -> tuple[list[Share], Rest]:
        return self._system.shares(state, games, player, start)

    def rate(self, state: Mapping[int, Any], games: Sequence[Game]) -> dict[int, Any]:
        note, seen = self.noted.extend, {**state, **self._came} if self._came else state
        for one, other, margin, _ in games:
            first, second = seen[one], seen[other]
            note((first.rating - second.rating, first.rd, second.rd, margin))
        return self._system.rate(state, games)


def forecasts(system: RatingSystem, history: History, games: Sequence[Game] | None = None) -> Forecasts:
    """All of the history's games foretold, or these first ones of them."""
    watched = _Watched(system)
    rated = history.games if games is None else games
    starts = {player: system.imported(*brought) for player, brought in history.starts.items()}
    for _ in rate_events(watched, {}, rated, history.events, born=history.born, starts=starts):
        pass
    gap, first_rd, second_rd, margin = np.frombuffer(watched.noted, dtype=np.float64).reshape(-1, 4).T
    dampening = 1.0 / np.sqrt(1.0 + G * (first_rd * first_rd + second_rd * second_rd))
    return Forecasts(dampening * Q * gap, 0.5 + 0.5 * np.sign(margin))
