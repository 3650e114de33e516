"""Contestants of many runs as rows of 64-bit keys, and what is done to them.

Better points, then better spread, then the better place in today's table make a smaller key, and its lowest bits
say whose it is. To rank a run is to sort its row, and a result is a subtraction; nothing is ever looked up by
contestant unless ratings or byes ask for it.
"""

import numpy as np
from numpy.typing import NDArray

from .situation import RoundShape, Situation

Int = NDArray[np.int64]

LIMIT = 1 << 13
"""Contestants: as many as the lowest bits of a key can tell apart."""

_INDEX = 13
_SPREAD = 22
_HALF = 1 << (_SPREAD - 1)
_MOST_POINTS = 1 << 24
_RATING_REACH = 1200
"""Rating differences beyond this win as often as this."""


def first_keys(situation: Situation) -> Int:
    """One key a contestant, in the order given. Raises ValueError for figures that no event has."""
    contestants = situation.contestants
    if not 0 < len(contestants) <= LIMIT:
        raise ValueError(f"chances are worked out for 1 to {LIMIT} contestants, not {len(contestants)}")
    points = [situation.whole(c.points) for c in contestants]
    widest = max(abs(situation.scoring.bye_spread), situation.margins[-1])
    spread = max(abs(c.spread) for c in contestants) + widest * len(situation.rounds)
    if spread >= _HALF or max(abs(p) for p in points) >= _MOST_POINTS:
        raise ValueError("spreads or match points beyond those of any event")
    return np.array(
        [-_worth(p, c.spread) | i for i, (p, c) in enumerate(zip(points, contestants, strict=True))],
        dtype=np.int64,
    )


def _worth(points: int, spread: int) -> int:
    """What a key falls by."""
    return ((points << _SPREAD) + spread) << _INDEX


def owners(keys: Int) -> Int:
    """Whose keys these are: places in today's table."""
    return keys & (LIMIT - 1)


def groups(keys: Int) -> Int:
    """Numbers that are equal exactly where match points are."""
    return (keys + (_HALF << _INDEX)) >> (_INDEX + _SPREAD)


class Results:
    """One round's results as what keys fall by: for the winner, the loser and whoever has a bye."""

    def __init__(self, situation: Situation, shape: RoundShape) -> None:
        scoring, whole = situation.scoring, situation.whole
        cap = situation.margins[-1] if shape.cap is None else shape.cap
        won, lost = [], []
        for margin in situation.margins:
            held = min(margin, cap)
            won.append(_worth(whole(scoring.win if margin else scoring.tie), held))
            lost.append(_worth(whole(scoring.loss if margin else scoring.tie), -held))
        self.shape = shape
        self.count = len(won)
        self.ties = sum(margin == 0 for margin in situation.margins)
        self.bye = _worth(whole(scoring.bye), scoring.bye_spread)
        self._upper: Int = np.array([*lost, *won], dtype=np.int64)
        self._lower: Int = np.array([*won, *lost], dtype=np.int64)

    def play(self, upper: Int, lower: Int, lots: np.random.PCG64, odds: "Odds | None", forced: int | None) -> None:
        """Play `upper` against `lower`, both changed in place. One raw number a game: its low half says who
        wins, its high half by how much."""
        drawn = lots.random_raw(upper.size).reshape(upper.shape)
        margin = (((drawn >> np.uint64(32)) * np.uint64(self.count)) >> np.uint64(32)).view(np.int64)
        half = (drawn & np.uint64(0xFFFFFFFF)).view(np.int64)
        wins = half < (1 << 31 if odds is None else odds.of(upper, lower))
        if forced is not None:
            above, below = owners(upper) == forced, owners(lower) == forced
            wins = (wins | above) & ~below
            margin = np.where(above | below, np.maximum(margin, self.ties), margin)
        row = margin + wins * self.count
        upper -= self._upper[row]
        lower -= self._lower[row]


class Odds:
    """How often one rating beats another, as 32-bit thresholds by difference."""

    def __init__(self, situation: Situation) -> None:
        known = [c.rating for c in situation.contestants if c.rating is not None]
        mean = round(sum(known) / len(known)) if known else 0
        self._rating: Int = np.array(
            [mean if c.rating is None else c.rating for c in situation.contestants], dtype=np.int64
        )
        self._table: Int = np.array(
            [round((1 << 32) / (1 + 10 ** (-d / 400))) for d in range(-_RATING_REACH, _RATING_REACH + 1)],
            dtype=np.int64,
        )

    def of(self, upper: Int, lower: Int) -> Int:
        ahead = self._rating[owners(upper)] - self._rating[owners(lower)]
        thresholds: Int = self._table[np.clip(ahead, -_RATING_REACH, _RATING_REACH) + _RATING_REACH]
        return thresholds
