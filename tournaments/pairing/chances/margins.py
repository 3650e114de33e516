"""By how much games are won, as a list to draw from: every entry is as likely as every other, 0 is a tie.

An event's own margins are the best list there is, once enough games are in (`enough`). Before that, a list per
game stands in.
"""

from collections.abc import Iterable
from statistics import NormalDist

ENOUGH = 50
"""Games from which an event's own margins say more than the list of its game."""

_STEPS = 200


def half_normal(median: float) -> tuple[int, ...]:
    """200 margins as a normal distribution round 0 has them, signs left off, with half of them below `median`.

    The smallest is set to 0, so that one game in 200 is a tie.
    """
    spread = median / NormalDist().inv_cdf(0.75)
    middles = ((step + 0.5) / _STEPS for step in range(_STEPS))
    values = [round(spread * NormalDist().inv_cdf(0.5 + middle / 2)) for middle in middles]
    return (0, *values[1:])


AMATH_MARGINS = half_normal(132)
"""Half the games end within 132 points, nine in ten within 322. Greedy self-play had 132 and 330; a list from
games between people takes its place as soon as there are enough of them."""


def margins_of(scores: Iterable[tuple[int, int]], otherwise: tuple[int, ...] = AMATH_MARGINS) -> tuple[int, ...]:
    """An event's own margins, sorted, or `otherwise` while fewer than 50 games are in. Real scores, uncapped:
    the cap of a round is applied when the round is played.

    >>> margins_of([(300, 250)]) == AMATH_MARGINS
    True
    """
    own = tuple(sorted(abs(first - second) for first, second in scores))
    return own if len(own) >= ENOUGH and own[-1] > 0 else otherwise
