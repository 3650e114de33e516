"""NASPA: what a newcomer's first segment makes of him, found together with all other newcomers'.

x solves ΣE(x, opponents) = wins by integer bisection; sweeps over all newcomers until nobody's value changes.
"""

from collections.abc import Mapping, Sequence
from math import fsum
from typing import TypeAlias

from ratings.systems.naspa_rules import NaspaParameters, expected_wins

#: By player: whom he met, and the score.
Lines: TypeAlias = Mapping[int, Sequence[tuple[int, float]]]

#: By player and the values of whom he met: what was worked out for that in an earlier sweep.
Kept: TypeAlias = dict[tuple[int, tuple[float, ...]], float]

_LOW, _HIGH = 0, 3000
_SWEEPS = 50
_LEAST, _MOST = 0.05, 0.95  # of the games, where all were lost or all won


def solved(slope: float, wins: float, opponents: Sequence[float]) -> int:
    """The last whole number probed on the way to the root. It is not always the nearer one.

    >>> solved(0.0031879, 3, [793, 500, 825, 683, 466, 793]), solved(0.0031879, 3, [500, 825, 466, 678, 793, 825])
    (678, 683)
    """
    low, high, middle = _LOW, _HIGH, _LOW
    while high - low > 1:
        middle = (low + high) // 2
        if expected_wins(slope, middle, opponents) < wins:
            low = middle
        else:
            high = middle
    return middle


def newcomers(p: NaspaParameters, rated: Mapping[int, float], lines: Lines) -> dict[int, float]:
    """Ratings, not rounded yet, of all in `lines` who are not in `rated` (which has everybody's rating who is)."""
    values = {}
    for player in lines:
        if player not in rated:
            known = [rated[other] for other, _ in lines[player] if other in rated]
            values[player] = fsum(known) / len(known) if known else p.start_rating
    kept: Kept = {}
    for _ in range(_SWEEPS):
        swept = _sweep(p, rated, lines, values, kept)
        if swept == values:
            return values
        values = swept
    # Two that push each other to and fro: what they are on average.
    more = []
    for _ in range(_SWEEPS):
        values = _sweep(p, rated, lines, values, kept)
        more.append(values)
    return {player: fsum(one[player] for one in more) / _SWEEPS for player in values}


def _sweep(
    p: NaspaParameters, rated: Mapping[int, float], lines: Lines, values: Mapping[int, float], kept: Kept
) -> dict[int, float]:
    """All newcomers anew, each from the others' values before the sweep."""
    swept: dict[int, float] = {}
    for player in values:
        opponents = tuple(rated[other] if other in rated else values[other] for other, _ in lines[player])
        key = (player, opponents)
        if key not in kept:
            best = max((rated[other] for other, _ in lines[player] if other in rated), default=max(opponents))
            kept[key] = _value(p, fsum(score for _, score in lines[player]), opponents, best)
        swept[player] = kept[key]
    return swept


def _value(p: NaspaParameters, wins: float, opponents: Sequence[float], best: float) -> float:
    return min(max(p.lowest_start, unlimited(p, wins, opponents)), best + p.reach * wins / len(opponents))


def unlimited(p: NaspaParameters, wins: float, opponents: Sequence[float]) -> int:
    """What the results alone say, before anything is held within limits."""
    games = len(opponents)
    clipped = _LEAST * games if wins == 0 else _MOST * games if wins == games else wins
    return solved(p.slope, clipped, opponents)
