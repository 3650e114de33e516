"""Glicko-1, as published: M. Glickman, "The Glicko system" (1995, revised 2016).

    g(RD) = 1/√(1+3q²RD²/π²)      E = 1/(1+10^(−g(RDj)(r−rj)/400))      q = ln 10 / 400
    r' = r + q/(1/RD²+1/d²) Σ g(s−E)      RD' = 1/√(1/RD²+1/d²)      1/d² = q² Σ g²E(1−E)

Written with the information Σ g²E(1−E) itself and not with d², nothing is ever divided by zero.

>>> rating, rd = glicko1(1500, 200, [(1400, 30, 1.0), (1550, 100, 0.0), (1700, 300, 0.0)])
>>> round(rating, 4), round(rd, 4)
(1464.1065, 151.3989)
"""

from collections.abc import Iterable
from math import exp, fsum, log, pi, sqrt

Q = log(10.0) / 400.0
Q2 = Q * Q
G = 3.0 * Q2 / (pi * pi)
MAX_EXPONENT = 700.0  # e^710 is no float any more; at 700 an expectation is 1e-304


def dampening(rd: float) -> float:
    """g(RD): how much a result against somebody this uncertain tells; 1 for certain, towards 0."""
    return 1.0 / sqrt(1.0 + G * (rd * rd))


def expectation(g: float, gap: float) -> float:
    """E against an opponent of dampening `g`, `gap` = own rating − the opponent's. Finite for any gap."""
    return 1.0 / (1.0 + exp(min(-g * (Q * gap), MAX_EXPONENT)))


def updated(rating: float, rd: float, information: float, surprise: float) -> tuple[float, float]:
    """New rating and deviation from `information` = Σ g²E(1−E) and `surprise` = Σ g(s−E)."""
    variance = 1.0 / (1.0 / (rd * rd) + Q2 * information)
    return rating + Q * variance * surprise, sqrt(variance)


def glicko1(rating: float, rd: float, results: Iterable[tuple[float, float, float]]) -> tuple[float, float]:
    """One player's period: `results` are (opponent's rating, opponent's RD, score in 0..1) before the period."""
    information: list[float] = []
    surprise: list[float] = []
    for other_rating, other_rd, score in results:
        g = dampening(other_rd)
        e = expectation(g, rating - other_rating)
        information.append(g * g * e * (1.0 - e))
        surprise.append(g * (score - e))
    return updated(rating, rd, fsum(information), fsum(surprise))


def rested(rd: float, days: int, growth: float, ceiling: float) -> float:
    """RD after `days` without a game: √(RD² + growth²·days), at most `ceiling`. `growth` is per √day."""
    return min(sqrt(rd * rd + growth * growth * days), ceiling) if days > 0 else rd
