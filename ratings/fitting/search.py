"""A bounded search for the least value: a few evenly spaced looks, then the golden section round the best of them.

What is searched here is flat near its least value and costs a pass over all games: a handful of looks is enough.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

_GOLDEN = 0.5 * (5.0**0.5 - 1.0)


@dataclass(frozen=True, slots=True)
class Dial:
    """One parameter to search for, between two bounds that are looked at themselves."""

    name: str
    low: float
    high: float


def least(
    value: Callable[[float], float],
    low: float,
    high: float,
    *,
    looks: int = 6,
    cuts: int = 6,
    known: float | None = None,
) -> float:
    """Where in `low` … `high` the value is least, with `looks` + about `cuts` evaluations.

    `known` is one more place to look at: nothing worse than there is ever the answer.

    >>> round(least(lambda x: (x - 3.0) ** 2, 0.0, 10.0, cuts=20), 3)
    3.0
    >>> least(lambda x: x, 0.0, 10.0)
    0.0
    """
    step = (high - low) / (looks - 1)
    places = [low + step * n for n in range(looks)]
    seen = {place: value(place) for place in (places if known is None else [known, *places])}
    best = min(seen, key=seen.__getitem__)
    left, right = max(low, best - step), min(high, best + step)
    one, two = right - _GOLDEN * (right - left), left + _GOLDEN * (right - left)
    for _ in range(cuts):
        for place in (one, two):
            if place not in seen:
                seen[place] = value(place)
        if seen[one] <= seen[two]:
            right, two = two, one
            one = right - _GOLDEN * (right - left)
        else:
            left, one = one, two
            two = left + _GOLDEN * (right - left)
    return min(seen, key=seen.__getitem__)


def turn_dials(
    value: Callable[[Mapping[str, float]], float], dials: Sequence[Dial], *, narrow: float = 0.15
) -> dict[str, float]:
    """The least value over all dials: each in turn over its whole range, then each again near where it was.

    A dial that has not been turned yet is left out of what is passed to `value`. `narrow` is the part of a dial's
    range that its second turn goes to either side; with one dial there is no second turn.
    """
    found: dict[str, float] = {}

    def with_this(name: str) -> Callable[[float], float]:
        return lambda place: value({**found, name: place})

    for dial in dials:
        found[dial.name] = least(with_this(dial.name), dial.low, dial.high)
    for dial in dials if len(dials) > 1 else ():
        was, reach = found[dial.name], narrow * (dial.high - dial.low)
        low, high = max(dial.low, was - reach), min(dial.high, was + reach)
        found[dial.name] = least(with_this(dial.name), low, high, looks=3, cuts=3, known=was)
    return found
