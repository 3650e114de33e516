"""Elo as chess federations use it (FIDE's rating regulations), without their tables and rounding.

    E = 1/(1+10^(−d/400))    d = own − opponent's rating, cut to ±cap where there is a cap
    r' = r + K Σ(s − E)      K = 40 below 30 games, then 20 below 2400, then 10; K·games ≤ 700 in a period

A newcomer gets a performance and not a change: the rating at which his expectation is what he scored, in his games
and two more, drawn against the start rating, so that all wins or all losses have one as well. Other newcomers count
for him at the start rating; rated players meet him at what comes out.

FIDE keeps K = 10 for who has once had 2400; here the rating before the period decides. FIDE looks E up in a table
of whole percents, and stopped cutting d above 2650 in 2025: a cap is a parameter, and can change by date.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import exp, floor, fsum, isfinite, log

from ratings.systems.beginnings import Beginnings
from ratings.systems.counted import Counted, CountedSystem, cuts_of
from ratings.systems.parameters import BY
from ratings.systems.protocol import BadPeriod, Game, Rest, Share, games_of, met, score_of

_Q = log(10.0) / 400.0
_MAX_EXPONENT = 700.0
_REACH = 8000.0  # rating points: no performance is further from everybody met, with two draws among the games
_CLOSE = 1e-9  # rating points
_MAX_STEPS = 100  # half a dozen are usual; halving alone needs about 45


def expectation(gap: float, cap: float | None = None) -> float:
    """E for `gap` rating points above the opponent. Finite for any gap.

    >>> round(expectation(200), 4), expectation(0), expectation(900, 400) == expectation(400)
    (0.7597, 0.5, True)
    """
    if cap is not None:
        gap = min(max(gap, -cap), cap)
    return 1.0 / (1.0 + exp(min(-_Q * gap, _MAX_EXPONENT)))


def performance(results: Sequence[tuple[float, float]]) -> float:
    """The rating at which ΣE is what was scored.

    `results` are (opponent's rating, score), neither all of them won nor all lost.

    >>> round(performance([(1500, 1.0), (1500, 0.5), (1500, 0.5)]), 2)
    1620.41
    """
    wins = fsum(score for _, score in results)
    low = min(rating for rating, _ in results) - _REACH
    high = max(rating for rating, _ in results) + _REACH
    at = fsum(rating for rating, _ in results) / len(results)
    for _ in range(_MAX_STEPS):
        shares = [expectation(at - rating) for rating, _ in results]
        short = wins - fsum(shares)
        if short > 0:
            low = at
        else:
            high = at
        steep = _Q * fsum(e * (1.0 - e) for e in shares)
        # Newton's step, or the middle where it would leave what is known to hold the rating.
        to = at + short / steep if steep > 0 else low
        if not low < to < high:
            to = (low + high) / 2.0
        if abs(to - at) <= _CLOSE:
            return to
        at = to
    return at


@dataclass(frozen=True, slots=True)
class EloParameters(Beginnings):
    """Ratings, `cap` and K in rating points; K is what one game is worth at most.

    `cap`: no gap counts for more; null for none. `most`: K times a player's games in a period stays within it.
    `whole`: changes are rounded once, at the period's end, halves away from zero; else ratings are rounded only
    when they are shown.
    """

    k_new: float = 40.0
    k: float = 20.0
    k_top: float = 10.0
    new_games: float = 30.0
    top_rating: float = 2400.0
    cap: float | None = None
    most: float = 700.0
    whole: bool = False
    period: BY = "event"

    def limits(self) -> dict[str, bool]:
        return {
            **Beginnings.limits(self),
            "k_new": 0 < self.k_new <= 200,
            "k": 0 < self.k <= 200,
            "k_top": 0 < self.k_top <= 200,
            "new_games": 0 <= self.new_games <= 10_000,
            "top_rating": abs(self.top_rating) <= 10_000,
            "cap": self.cap is None or 1 <= self.cap <= 10_000,
            "most": 1 <= self.most <= 10_000,
        }


class Elo(CountedSystem):
    """`System` of `Counted`.

    >>> system = Elo(EloParameters())
    >>> known = system.imported(1700.0, 0.0, 40, 738_000)
    >>> state = {1: system.enter(known, 738_030), 2: system.enter(None, 738_030)}
    >>> after = system.rate(state, [(1, 2, 120, 7)])
    >>> [round(after[player].rating, 1) for player in (1, 2)]
    [1703.6, 1436.7]
    """

    name = "elo"
    algorithm = "elo@1"
    _p: EloParameters

    def __init__(self, parameters: EloParameters) -> None:
        self._p = parameters

    def cuts(self, rounds: int) -> Sequence[int] | None:
        return cuts_of(self._p.period)

    def factor(self, standing: Counted, games: int) -> float:
        """K of one who plays so many games in the period."""
        p = self._p
        if standing.career + standing.games < p.new_games:
            k = p.k_new
        else:
            k = p.k if standing.rating < p.top_rating else p.k_top
        return min(k, p.most / games)

    def rate(self, state: Mapping[int, Counted], games: Sequence[Game]) -> dict[int, Counted]:
        lines = met(games)
        values = self._values(state, lines)
        return {player: self._rated(state, player, results, values) for player, results in lines.items()}

    def _values(
        self, state: Mapping[int, Counted], lines: Mapping[int, Sequence[tuple[int, float]]]
    ) -> dict[int, float]:
        """What everybody is worth to the rated: his rating, or a newcomer's performance."""
        values = {player: state[player].rating for player in lines}
        return values | {
            player: performance(
                [(state[other].rating, score) for other, score in results] + [(state[player].rating, 0.5)] * 2
            )
            for player, results in lines.items()
            if not state[player].rated
        }

    def shares(
        self, state: Mapping[int, Counted], games: Sequence[Game], player: int, start: Counted | None = None
    ) -> tuple[list[Share], Rest]:
        """To a newcomer everybody is what he came as, and no gap is capped. His performance is on the side of his
        start that his results are on, and 0 away just where they are what is expected of it: each game has its
        part of the way by its part in the surprise.
        """
        lines, own = met(games), state[player]
        values, found = self._values(state, lines), []
        for opponent, margin, period in games_of(player, games):
            other, score = state[opponent], score_of(margin)
            value, cap = (values[opponent], self._p.cap) if own.rated else (other.rating, None)
            e = expectation(own.rating - value, cap)
            found.append(Share(period, opponent, margin, own.rating, 0.0, value, 0.0, e, score, score - e))
        if own.rated:
            worth = self.factor(own, len(found))
        else:
            surprise = fsum(share.points for share in found)
            worth = (values[player] - own.rating) / surprise if abs(surprise) > _CLOSE else 0.0
        return [share._replace(points=worth * share.points) for share in found], ()

    def _rated(
        self,
        state: Mapping[int, Counted],
        player: int,
        results: Sequence[tuple[int, float]],
        values: Mapping[int, float],
    ) -> Counted:
        own = state[player]
        wins = fsum(score for _, score in results)
        if own.rated:
            expected = fsum(expectation(own.rating - values[other], self._p.cap) for other, _ in results)
        else:
            expected = fsum(expectation(own.rating - state[other].rating) for other, _ in results)
        rating = values[player]
        if own.rated:
            rating += self._whole(self.factor(own, len(results)) * (wins - expected))
        else:
            rating = self._whole(rating)
        if not isfinite(rating):
            raise BadPeriod("ratings.not_finite", player)
        return Counted(
            rating,
            own.career,
            rated=True,
            games=own.games + len(results),
            expected=own.expected + expected,
            actual=own.actual + wins,
        )

    def _whole(self, points: float) -> float:
        if not self._p.whole:
            return points
        return float(floor(points + 0.5)) if points >= 0 else -float(floor(0.5 - points))
