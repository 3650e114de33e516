"""How good foretelling was: log loss, Brier score, accuracy, calibration; and the slope that makes it best.

Probabilities are clipped to `CLIP` … 1 − `CLIP` before anything is counted, so that one upset cannot cost without
bound. A tie is half a win and half a loss: the log loss of p is then −½·ln p − ½·ln(1−p), and the Brier score
½(1−p)² + ½p².
"""

from dataclasses import dataclass
from math import log

import numpy as np

from ratings.fitting.forecasts import Forecasts, Vector

CLIP = 0.001
#: The log loss of saying ½ to everything.
COIN = log(2.0)
MAX_SLOPE = 10.0
BINS = 10
_HALVINGS = 30


@dataclass(frozen=True, slots=True)
class Score:
    """Means over `games`. `log_loss` is in nats; `accuracy` leaves ties out, and counts half where it was ½."""

    games: int
    log_loss: float
    brier: float
    accuracy: float


@dataclass(frozen=True, slots=True)
class Bin:
    """Games whose favourite was given `low` to `high`: on average `said`, and he scored `came` of them."""

    low: float
    high: float
    games: int
    said: float
    came: float


def probabilities(evidence: Vector, slope: float) -> Vector:
    """The logistic of slope · evidence, clipped."""
    # tanh stays finite where exp would not.
    chance: Vector = np.clip(0.5 + 0.5 * np.tanh(0.5 * slope * evidence), CLIP, 1.0 - CLIP)
    return chance


def coin(games: int) -> Score:
    """Who says ½ of every game."""
    return Score(games, COIN, 0.25, 0.5)


def score(said: Vector, result: Vector) -> Score:
    """`said` are clipped probabilities that the first wins, `result` 1, ½ or 0."""
    decided = result != 0.5
    right = np.where(said == 0.5, 0.5, (said > 0.5) == (result > 0.5))[decided]
    return Score(
        games=len(said),
        log_loss=float(-np.mean(result * np.log(said) + (1.0 - result) * np.log1p(-said))),
        brier=float(np.mean(result * (1.0 - said) ** 2 + (1.0 - result) * said**2)),
        accuracy=float(right.mean()) if right.size else 0.5,
    )


def best_slope(seen: Forecasts) -> float:
    """The slope of least log loss, in 0 … `MAX_SLOPE`; 1 where no forecast favoured anybody.

    The loss is convex in the slope, so its derivative changes sign once: halved down to 1e-8.
    """
    x, y = seen.evidence, seen.result
    if not np.any(x):
        return 1.0
    low, high = 0.0, MAX_SLOPE
    for _ in range(_HALVINGS):
        middle = 0.5 * (low + high)
        if float(np.dot(x, 0.5 + 0.5 * np.tanh(0.5 * middle * x) - y)) < 0.0:
            low = middle
        else:
            high = middle
    return 0.5 * (low + high)


def calibration(said: Vector, result: Vector) -> tuple[Bin, ...]:
    """Bins from ½ to 1 from the favourite's side; games without one are left out, and so are empty bins."""
    favoured = said != 0.5
    sure = np.maximum(said, 1.0 - said)[favoured]
    won = np.where(said > 0.5, result, 1.0 - result)[favoured]
    place = np.minimum((sure - 0.5) * 2 * BINS, BINS - 1).astype(np.int64)
    counts = np.bincount(place, minlength=BINS)
    said_sums = np.bincount(place, weights=sure, minlength=BINS)
    won_sums = np.bincount(place, weights=won, minlength=BINS)
    return tuple(
        Bin(
            low=0.5 + 0.5 * n / BINS,
            high=0.5 + 0.5 * (n + 1) / BINS,
            games=int(counts[n]),
            said=float(said_sums[n] / counts[n]),
            came=float(won_sums[n] / counts[n]),
        )
        for n in range(BINS)
        if counts[n]
    )
