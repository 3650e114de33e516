"""Glicko-2 with wins, ties and losses: the reference other systems are measured against.

The formulas are in `volatility.py`. On 98,165 human Othello games volatility buys nothing over Glicko-1 and costs
eight times the time.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from math import fsum, isfinite
from typing import Any, NamedTuple

from ratings.systems.beginnings import UncertainBeginnings
from ratings.systems.glicko import rested
from ratings.systems.parameters import BY
from ratings.systems.protocol import (
    ANYBODY,
    BadPeriod,
    Career,
    Game,
    Origin,
    Rest,
    Share,
    games_of,
    met,
    score_of,
)
from ratings.systems.volatility import LEAST_INFORMATION, SCALE, glicko2, weight_and_expectation
from ratings.systems.whole_event import found_together, shares_together


@dataclass(frozen=True, slots=True)
class Glicko2Parameters(UncertainBeginnings):
    """Ratings and deviations in rating points, `growth` in rating points per √day away, `tau` and the volatilities
    as in the paper. Within a period the deviation grows by the volatility as well.

    `period` is what one period is: an event, the paper's ten games or so, or a `round`.
    """

    start_volatility: float = 0.06
    min_volatility: float = 0.01
    max_volatility: float = 0.1
    tau: float = 0.5
    period: BY = "event"

    def limits(self) -> dict[str, bool]:
        return {
            **UncertainBeginnings.limits(self),
            "min_volatility": 0.0001 <= self.min_volatility <= self.max_volatility,
            "max_volatility": self.max_volatility <= 1,
            "start_volatility": self.min_volatility <= self.start_volatility <= self.max_volatility,
            "tau": 0.1 <= self.tau <= 2,
        }


class Volatile(NamedTuple):
    """`Figures` with a volatility, per period and in units of 173.7178 points."""

    rating: float
    rd: float
    games: int = 0
    expected: float = 0.0
    actual: float = 0.0
    volatility: float = 0.06


class Glicko2:
    """`System` of `Volatile`.

    >>> system = Glicko2(Glicko2Parameters())
    >>> newcomer = system.enter(None, 738_000)
    >>> after = system.rate({1: newcomer, 2: newcomer}, [(1, 2, 120, 7)])
    >>> [round(after[player].rating, 2) for player in (1, 2)], round(after[1].rd, 2)
    ([1662.31, 1337.69], 290.32)
    """

    name = "glicko2"
    algorithm = "glicko2@1"

    def __init__(self, parameters: Glicko2Parameters) -> None:
        self._p = parameters
        self._volatilities = (parameters.min_volatility, parameters.max_volatility)

    def parameters(self) -> dict[str, Any]:
        return self._p.as_mapping()

    def cuts(self, rounds: int) -> Sequence[int] | None:
        return None if self._p.period == "round" else ()

    @property
    def asks_origin(self) -> bool:
        return self._p.asks_origin

    def enter(self, career: Career | None, day: int, origin: Origin = ANYBODY) -> Volatile:
        p = self._p
        if career is None:
            return Volatile(p.start(origin), p.start_rd, volatility=p.start_volatility)
        rd = rested(career.rd, day - career.day, p.growth_at(origin.age), p.max_rd)
        return Volatile(career.rating, rd, volatility=career.volatility or p.start_volatility)

    def imported(self, rating: float, rd: float, games: int, day: int) -> Career:
        p = self._p
        return Career(rating, min(max(rd, p.min_rd), p.max_rd) if rd > 0 else p.start_rd, games, day)

    def rested(self, rd: float, days: int, age: int | None = None) -> float:
        return rested(rd, days, self._p.growth_at(age), self._p.max_rd)

    @property
    def newcomers_share(self) -> float | None:
        return self._p.newcomers_share if self._p.newcomers == "performance" else None

    def newcomers(
        self, state: Mapping[int, Volatile], new: Collection[int], games: Sequence[Game]
    ) -> dict[int, Volatile]:
        p, lines = self._p, met(games)
        known = {player: (one.rating, one.rd) for player, one in state.items() if player not in new}
        start = {player: (state[player].rating, state[player].rd) for player in new}
        return {
            player: Volatile(
                found.rating,
                min(max(found.rd, p.min_rd), p.max_rd),
                len(lines[player]),
                found.expected,
                fsum(score for _, score in lines[player]),
                p.start_volatility,
            )
            for player, found in found_together(known, start, lines).items()
        }

    def shares(
        self, state: Mapping[int, Volatile], games: Sequence[Game], player: int, start: Volatile | None = None
    ) -> tuple[list[Share], Rest]:
        own, played = state[player], list(games_of(player, games))
        if start is not None:
            return shares_together(state, start, player, [(*game, score_of(game[1])) for game in played]), ()
        after = self._rated(state, player, [(opponent, score_of(margin)) for opponent, margin, _ in played])
        found, known, inner = [], [], (own.rd / SCALE) ** 2 + after.volatility**2
        for opponent, margin, period in played:
            other, score = state[opponent], score_of(margin)
            g, e = weight_and_expectation(own.rating - other.rating, other.rd)
            known.append(g * g * e * (1.0 - e))
            line = (own.rating, own.rd, other.rating, other.rd, e, score, g * (score - e))
            found.append(Share(period, opponent, margin, *line))
        worth = SCALE / (1.0 / inner + max(fsum(known), LEAST_INFORMATION))
        return [share._replace(points=worth * share.points) for share in found], ()

    def rate(self, state: Mapping[int, Volatile], games: Sequence[Game]) -> dict[int, Volatile]:
        return {player: self._rated(state, player, lines) for player, lines in met(games).items()}

    def _rated(self, state: Mapping[int, Volatile], player: int, lines: Sequence[tuple[int, float]]) -> Volatile:
        p, own = self._p, state[player]
        results = [(state[other].rating, state[other].rd, score) for other, score in lines]
        rating, rd, volatility = glicko2(
            own.rating, own.rd, own.volatility, results, tau=p.tau, limits=self._volatilities
        )
        if not isfinite(rating):
            raise BadPeriod("ratings.not_finite", player)
        return Volatile(
            rating,
            min(max(rd, p.min_rd), p.max_rd),
            own.games + len(lines),
            own.expected + fsum(weight_and_expectation(own.rating - r, other_rd)[1] for r, other_rd, _ in results),
            own.actual + fsum(score for _, score in lines),
            volatility,
        )
