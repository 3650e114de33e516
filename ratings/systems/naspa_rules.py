"""NASPA's rating rules: the curve, the multipliers, the segments (as used for Scrabble in North America).

E = 1 − 1/(1+exp(0.0031879·d))    d = own − opponent's rating
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import exp, fsum

from ratings.systems.beginnings import Beginnings

_MAX_EXPONENT = 700.0


@dataclass(frozen=True, slots=True)
class NaspaParameters(Beginnings):
    """Ratings in rating points, multipliers in rating points per game.

    The first multiplier is for ratings below the first of `bands`, and so on; `new_multipliers` for fewer than
    `new_games` before the event. What was gained over `free_gain` a game is gained once more (acceleration), and
    1/`feedback` of that goes to each rated opponent for each game. A newcomer starts at `lowest_start` or more,
    but at most `reach` · share of games won above the best he met. Nobody falls below `floor`; null for none.
    """

    slope: float = 0.0031879
    bands: tuple[float, ...] = (1800.0, 2000.0)
    new_multipliers: tuple[float, ...] = (30.0, 24.0, 15.0)
    multipliers: tuple[float, ...] = (20.0, 16.0, 10.0)
    new_games: float = 50.0
    free_gain: float = 5.0
    feedback: float = 20.0
    lowest_start: float = 500.0
    reach: float = 400.0
    floor: float | None = None

    def limits(self) -> dict[str, bool]:
        multipliers = (self.new_multipliers, self.multipliers)
        return {
            **Beginnings.limits(self),
            "start_rating": 0 <= self.start_rating <= 3000,
            "slope": 0.0001 <= self.slope <= 0.1,
            # A point apart at least: going down, a band begins a point below its boundary.
            "bands": all(high - low >= 2 for low, high in pairwise(self.bands)),
            "new_multipliers": all(0 < m <= 200 for m in self.new_multipliers),
            "multipliers": all(len(row) == len(self.bands) + 1 for row in multipliers)
            and all(0 < m <= 200 for m in self.multipliers),
            "new_games": 0 <= self.new_games <= 10_000,
            "free_gain": 0 <= self.free_gain <= 1000,
            "feedback": 1 <= self.feedback <= 10_000,
            "lowest_start": 0 <= self.lowest_start <= 3000,
            "reach": 0 <= self.reach <= 3000,
            "floor": self.floor is None or abs(self.floor) <= 10_000,
        }


def expectation(slope: float, gap: float) -> float:
    """E for `gap` points above the opponent. Finite for any gap.

    >>> round(expectation(0.0031879, 200), 4)
    0.6542
    """
    return 1.0 - 1.0 / (1.0 + exp(min(slope * gap, _MAX_EXPONENT)))


def expected_wins(slope: float, rating: float, opponents: Sequence[float]) -> float:
    """ΣE against these ratings."""
    return fsum(expectation(slope, rating - opponent) for opponent in opponents)


def segment_ends(rounds: int) -> tuple[int, ...]:
    """The last round, from 0, of each segment but the final one.

    >>> segment_ends(16), segment_ends(17), segment_ends(36)
    ((), (8,), (11, 23))
    """
    if rounds <= 16:
        return ()
    if rounds <= 35:
        return ((rounds - 1) // 2,)
    return ((rounds - 1) // 3, (2 * (rounds - 1) + 1) // 3)
