"""A newcomers' event rated at once: what its results say of all newcomers, before anybody is rated by them.

Of each newcomer it is the rating at which the games and the uncertain start agree best (the posterior's maximum),

    (x − start)/RD₀² = q Σ g(s−E)      1/RD² = 1/RD₀² + q² Σ g²E(1−E)

found for all of them by sweeps of damped Newton steps, each from the values of the sweep before.
"""

from collections.abc import Iterable, Mapping, Sequence
from math import fsum, sqrt
from typing import NamedTuple

from ratings.systems.glicko import Q2, Q, dampening, expectation
from ratings.systems.protocol import Figures, Share

_SWEEPS = 200
_CLOSE = 1e-9  # rating points
_DAMPED = 0.5  # two newcomers who only met each other would push each other to and fro
_LONGEST = 400.0  # rating points a sweep: beyond that the curve says little about where the answer is


class Found(NamedTuple):
    """`expected` in outcome points, at the values found."""

    rating: float
    rd: float
    expected: float


def found_together(
    known: Mapping[int, tuple[float, float]],
    start: Mapping[int, tuple[float, float]],
    lines: Mapping[int, Sequence[tuple[int, float]]],
) -> dict[int, Found]:
    """The newcomers of `start`, from their (opponent, outcome) in `lines`; `known` has (rating, RD) of all others.

    >>> found = found_together({1: (1700.0, 60.0)}, {2: (1500.0, 350.0)}, {2: [(1, 1.0), (1, 0.0)]})
    >>> round(found[2].rating), round(found[2].rd)
    (1632, 206)
    """
    values = dict(start)
    for _ in range(_SWEEPS):
        steps = {player: _step(player, known, start, lines[player], values) for player in start}
        values = {player: (rating + steps[player][0], steps[player][1]) for player, (rating, _) in values.items()}
        if max((abs(step) for step, _, _ in steps.values()), default=0.0) <= _CLOSE:
            break
    return {
        player: Found(rating, *_step(player, known, start, lines[player], values)[1:])
        for player, (rating, _) in values.items()
    }


def shares_together(
    state: Mapping[int, Figures], start: Figures, player: int, lines: Iterable[tuple[int, int, int, float]]
) -> list[Share]:
    """What each game has in what was found: RD₀²·q·g(s−E) of the equation above; `lines` are (opponent, margin,
    period, outcome).
    """
    own, shares = state[player], []
    for opponent, margin, period, outcome in lines:
        other = state[opponent]
        g = dampening(other.rd)
        e = expectation(g, own.rating - other.rating)
        points = start.rd * start.rd * (Q * (g * (outcome - e)))
        shares.append(
            Share(period, opponent, margin, own.rating, own.rd, other.rating, other.rd, e, outcome, points)
        )
    return shares


def _step(
    player: int,
    known: Mapping[int, tuple[float, float]],
    start: Mapping[int, tuple[float, float]],
    lines: Sequence[tuple[int, float]],
    values: Mapping[int, tuple[float, float]],
) -> tuple[float, float, float]:
    """How far to go from here, and what RD and ΣE are here."""
    rating, (prior, rd) = values[player][0], start[player]
    surprise, information, expected = [], [], []
    for other, outcome in lines:
        other_rating, other_rd = values[other] if other in values else known[other]
        g = dampening(other_rd)
        e = expectation(g, rating - other_rating)
        surprise.append(g * (outcome - e))
        information.append(g * g * e * (1.0 - e))
        expected.append(e)
    sure = 1.0 / (rd * rd) + Q2 * fsum(information)
    step = _DAMPED * (Q * fsum(surprise) - (rating - prior) / (rd * rd)) / sure
    return min(max(step, -_LONGEST), _LONGEST), 1.0 / sqrt(sure), fsum(expected)
