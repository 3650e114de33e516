"""Glicko-2 for one player and period: M. Glickman, "Example of the Glicko-2 system" (revised 2022-03-22).

    μ = (r − 1500)/173.7178    φ = RD/173.7178    g(φ) = 1/√(1+3φ²/π²)    E = 1/(1+exp(−g(φj)(μ−μj)))
    1/v = Σ g²E(1−E)    Δ = v Σ g(s−E)    σ' from `new_volatility`    φ* = √(φ²+σ'²)
    φ' = 1/√(1/φ*²+1/v)    μ' = μ + φ'² Σ g(s−E)

>>> [round(x, 6) for x in glicko2(1500, 200, 0.06, [(1400, 30, 1.0), (1550, 100, 0.0), (1700, 300, 0.0)])]
[1464.050671, 151.516524, 0.059996]
"""

from collections.abc import Iterable
from math import exp, fsum, log, pi, sqrt

SCALE = 173.7178  # rating points; as the paper prints it: with 400/ln 10 = 173.71779… its digits do not come out
EPSILON = 1e-6
LEAST_INFORMATION = 1e-9
MAX_STEPS = 100  # a handful is usual; a volatility loop that never ends is a known fault
MAX_EXPONENT = 700.0
_THREE_OVER_PI2 = 3.0 / (pi * pi)


def glicko2(
    rating: float,
    rd: float,
    volatility: float,
    results: Iterable[tuple[float, float, float]],
    *,
    tau: float = 0.5,
    limits: tuple[float, float] | None = None,
) -> tuple[float, float, float]:
    """New rating, deviation (rating points) and volatility (per period, in units of 173.7178 points).

    `results` are (opponent's rating, opponent's RD, score in 0..1), all before the period. Without any, only the
    deviation grows. `limits` hold the volatility before the deviation is made of it:
    without them, 200 wins over players 3,000 points higher make it a million times what it was.
    """
    phi = rd / SCALE
    information: list[float] = []
    surprise: list[float] = []
    for other_rating, other_rd, score in results:
        g, e = weight_and_expectation(rating - other_rating, other_rd)
        information.append(g * g * e * (1.0 - e))
        surprise.append(g * (score - e))
    if not information:
        return rating, sqrt(phi * phi + volatility * volatility) * SCALE, volatility
    known = max(fsum(information), LEAST_INFORMATION)
    gained = fsum(surprise)
    volatility = new_volatility(phi, volatility, gained / known, 1.0 / known, tau)
    if limits is not None:
        volatility = min(max(volatility, limits[0]), limits[1])
    variance = 1.0 / (1.0 / (phi * phi + volatility * volatility) + known)
    return rating + SCALE * (variance * gained), SCALE * sqrt(variance), volatility


def weight_and_expectation(gap: float, other_rd: float) -> tuple[float, float]:
    """g and E against an opponent `gap` points below, of deviation `other_rd`. Finite for any gap."""
    phi = other_rd / SCALE
    g = 1.0 / sqrt(1.0 + _THREE_OVER_PI2 * phi * phi)
    return g, 1.0 / (1.0 + exp(min(-g * (gap / SCALE), MAX_EXPONENT)))


def new_volatility(phi: float, volatility: float, delta: float, v: float, tau: float) -> float:
    """σ' of step 5: the zero of f, by the Illinois variant of false position, in at most `MAX_STEPS` steps.

    f(x) = eˣ(Δ²−φ²−v−eˣ)/(2(φ²+v+eˣ)²) − (x − ln σ²)/τ²
    """
    start = log(volatility * volatility)
    phi2, delta2, tau2 = phi * phi, delta * delta, tau * tau

    def f(x: float) -> float:
        ex = exp(min(x, MAX_EXPONENT / 4.0))  # its square has to fit, too
        whole = phi2 + v + ex
        return ex * (delta2 - whole) / (2.0 * whole * whole) - (x - start) / tau2

    low = start
    if delta2 > phi2 + v:
        high = log(delta2 - phi2 - v)
    else:
        step = 1
        while f(start - step * tau) < 0.0 and step < MAX_STEPS:
            step += 1
        high = start - step * tau
    f_low, f_high = f(low), f(high)
    for _ in range(MAX_STEPS):
        if abs(high - low) <= EPSILON or f_high == f_low:
            break
        middle = low + (low - high) * f_low / (f_high - f_low)
        f_middle = f(middle)
        if f_middle * f_high <= 0.0:  # ≤, not <: with < an exact zero goes round for ever
            low, f_low = high, f_high
        else:
            f_low /= 2.0
        high, f_high = middle, f_middle
    return exp(low / 2.0)
