"""Results for the demo, by components that add up."""

import random
from dataclasses import replace

from games.engine.adjustments import SideComponents, total
from games.engine.rulesets import AMATH

from ..reports import Report


def amath_report(rng: random.Random, strength: float) -> Report:
    """A game by parts. ``strength`` (-1 to 1) leans towards the first side."""
    sides = [_side(rng, strength), _side(rng, -strength)]
    # Mostly one side goes out and gets twice the other's rack; now and then nobody can move any more.
    if rng.random() < 0.93:
        out = 0 if rng.random() < 0.5 + strength / 4 else 1
        sides[out] = replace(sides[out], rack=2 * rng.randint(1, 28))
    else:
        sides = [replace(side, rack=-rng.randint(1, 22)) for side in sides]
    if rng.random() < 0.12:
        late = rng.randrange(2)
        sides[late] = replace(sides[late], overtime=-10 * rng.randint(1, 3))
    return report_of(*sides)


def _side(rng: random.Random, lean: float) -> SideComponents:
    plays = max(60, round(rng.gauss(285 + 55 * lean, 45)))
    bingos = rng.choices((0, 1, 2, 3), (50, 33, 14, 3))[0]
    return SideComponents(plays=plays, bingos=bingos)


def report_of(first: SideComponents, second: SideComponents) -> Report:
    sides = tuple(replace(side, final=total(AMATH, side)) for side in (first, second))
    return Report(first=sides[0].final, second=sides[1].final, components=(sides[0], sides[1]))


def tied_report() -> Report:
    """By different roads to one score."""
    return report_of(SideComponents(plays=262, bingos=1, rack=14), SideComponents(plays=326, overtime=-10))


def negative_report() -> Report:
    """Six passes early in the game: two racks to pay, and one side ends below nothing."""
    return report_of(SideComponents(plays=41, rack=-12), SideComponents(plays=3, rack=-26))


def summy_report(rng: random.Random, strength: float) -> Report:
    return Report(
        first=max(20, round(rng.gauss(118 + 14 * strength, 16))),
        second=max(20, round(rng.gauss(118 - 14 * strength, 16))),
    )
