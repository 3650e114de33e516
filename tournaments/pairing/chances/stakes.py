"""Who still plays for a prize, whose prize is settled, and who can win nothing.

A prize is a run of places of equal worth, in the table or inside a prize class. Somebody plays for one if the
places he can still reach are not all worth the same.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from .gibson import Bool, Int, Reach, Swing, reach

Bands = Sequence[tuple[int, int]]
ClassBands = Sequence[tuple[int, int, int]]


@dataclass(frozen=True, slots=True, eq=False)
class Field:
    """The table in order, as columns. `hopeful` and `class_hopeful` are places simulation found within hope, 0
    where there was none; `prize_class` is -1 for those in no class."""

    points: Int
    spread: Int
    active: Bool
    prize_class: Int
    hopeful: Int
    class_hopeful: Int


@dataclass(frozen=True, slots=True, eq=False)
class Stakes:
    """By row of the table: `for_places` plays for a prize of the table, `for_class` for one of his class,
    `settled` has a prize that no result can change and plays for no other, `out` can win none any more. Whoever
    has left plays for none; he is nothing of all that while others decide whether he has one."""

    reach: Reach
    for_places: Bool
    for_class: Bool
    settled: Bool
    out: Bool

    @property
    def contender(self) -> Bool:
        found: Bool = self.for_places | self.for_class
        return found


def stakes(field: Field, swing: Swing, prizes: Bands, class_prizes: ClassBands = ()) -> Stakes:
    """What everybody can still win. Hope narrows only what is possible upwards: what somebody has to lose is
    what he can lose by arithmetic."""
    size = len(field.points)
    found = reach(field.points, field.spread, field.active, swing)
    for_places, has_prize = _open(found.best, found.worst, field.hopeful, _worth(size, prizes))
    for_class = np.zeros(size, dtype=np.bool_)
    has_class_prize = np.zeros(size, dtype=np.bool_)
    for group in sorted({group for group, _, _ in class_prizes}):
        members = np.flatnonzero(field.prize_class == group)
        inside = reach(field.points[members], field.spread[members], field.active[members], swing)
        worth = _worth(len(members), [(first, last) for name, first, last in class_prizes if name == group])
        open_, has = _open(inside.best, inside.worst, field.class_hopeful[members], worth)
        for_class[members], has_class_prize[members] = open_, has
    has_prize |= has_class_prize
    undecided = for_places | for_class
    here = field.active
    return Stakes(found, for_places & here, for_class & here, has_prize & ~undecided, ~has_prize & ~undecided)


def _worth(size: int, bands: Bands) -> NDArray[np.int64]:
    """By place (column 0 is first place): which prize, 0 for none."""
    worth = np.zeros(size, dtype=np.int64)
    for number, (first, last) in enumerate(bands, 1):
        worth[first - 1 : last] = number
    return worth


def _open(best: Int, worst: Int, hopeful: Int, worth: Int) -> tuple[Bool, Bool]:
    """Whether the places from best to worst differ in worth; and whether they are, all alike, worth a prize."""
    best = np.minimum(np.maximum(best, hopeful), worst)
    changes = np.concatenate([[0], np.cumsum(worth[1:] != worth[:-1])]).astype(np.int64)
    undecided: Bool = changes[worst - 1] != changes[best - 1]
    return undecided, ~undecided & (worth[worst - 1] > 0)
