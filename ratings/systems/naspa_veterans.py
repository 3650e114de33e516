"""NASPA: a segment of those who have a rating: multipliers by band, acceleration, feedback."""

from collections.abc import Mapping, Sequence
from math import fsum

from ratings.systems.naspa_newcomers import Lines
from ratings.systems.naspa_rules import NaspaParameters, expectation

_MAX_CROSSINGS = 100  # two or three are usual


def moved(p: NaspaParameters, multipliers: tuple[float, ...], rating: float, excess: float) -> float:
    """`rating` after `excess` = wins − ΣE. Each band's part of the way goes at that band's multiplier.

    >>> p = NaspaParameters()
    >>> moved(p, p.multipliers, 1790.0, 1.0), moved(p, p.multipliers, 1800.0, -1.0)
    (1808.0, 1780.25)
    """
    for _ in range(_MAX_CROSSINGS):
        band = _band(p, rating)
        trial = rating + multipliers[band] * excess
        if multipliers[_band(p, trial)] == multipliers[band]:
            return trial
        boundary = p.bands[band] if trial > rating else p.bands[band - 1] - 1.0
        excess -= (boundary - rating) / multipliers[band]
        rating = boundary
    return trial


def _band(p: NaspaParameters, rating: float) -> int:
    return sum(rating >= boundary for boundary in p.bands)


def veterans(
    p: NaspaParameters,
    rated: Mapping[int, float],
    career: Mapping[int, int],
    lines: Lines,
    values: Mapping[int, float],
) -> dict[int, float]:
    """Ratings, not rounded yet, of all in `lines` who are in `rated`; `values` are everybody's they met."""
    new, fast = moved_and_fast(p, rated, career, lines, values)
    return {
        player: fsum([value, fast.get(player, 0.0), *fed_back(p, fast, lines[player])])
        for player, value in new.items()
    }


def fed_back(p: NaspaParameters, fast: Mapping[int, float], results: Sequence[tuple[int, float]]) -> list[float]:
    """What a player gets of the accelerations of those he met, game by game."""
    return [fast[other] / p.feedback for other, _ in results if other in fast]


def moved_and_fast(
    p: NaspaParameters,
    rated: Mapping[int, float],
    career: Mapping[int, int],
    lines: Lines,
    values: Mapping[int, float],
) -> tuple[dict[int, float], dict[int, float]]:
    """Where their own games bring the rated ones, and the acceleration of those who gained fast."""
    new: dict[int, float] = {}
    for player in lines:
        if player in rated:
            own = rated[player]
            excess = fsum(
                [score for _, score in lines[player]]
                + [-expectation(p.slope, own - values[other]) for other, _ in lines[player]]
            )
            multipliers = p.new_multipliers if career[player] < p.new_games else p.multipliers
            new[player] = moved(p, multipliers, own, excess)
    gained = {player: new[player] - rated[player] - p.free_gain * len(lines[player]) for player in new}
    return new, {player: gain for player, gain in gained.items() if gain > 0.0}
