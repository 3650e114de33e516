"""Which places are clinched, by arithmetic alone: what nobody can undo, whatever is paired and however it ends.

Named after the rule of tournament practice that whoever has clinched first place plays the contenders no more.
Nothing of this is ever stored: it is worked out from the results and the settings of the moment.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from .situation import RoundShape, Situation

Int = NDArray[np.int64]
Bool = NDArray[np.bool_]

_POINT = 1 << 32
"""A match point outweighs every spread."""


@dataclass(frozen=True, slots=True)
class Swing:
    """What the remaining rounds can bring one contestant: match points from `least` to `most` (whole units), and
    `spread` either way; None where anything is possible, or something else ranks before spread."""

    most: int
    least: int
    spread: int | None


@dataclass(frozen=True, slots=True, eq=False)
class Reach:
    """Places from 1, by contestant: none ends better than `best` or worse than `worst`. Ties are read against
    whoever would keep his place. `highest` and `lowest` are what he can end with, as one number to compare."""

    best: Int
    worst: Int
    highest: Int
    lowest: Int


@dataclass(frozen=True, slots=True)
class Mark:
    """Where a contestant stands and can still end. `clinched`: he ends in `place` or better, come what may."""

    number: int
    place: int
    best: int
    worst: int

    @property
    def clinched(self) -> bool:
        return self.worst <= self.place


def reach(points: Int, spread: Int, active: Bool, swing: Swing) -> Reach:
    """Whom can each still pass, and who can pass him? Whoever is not `active` stays where he is.

    For the question whether all who stand below a contestant stay there the answer is exact, and not only safe,
    in an even field without byes: he may lose all his games while one of them wins all his, and those
    above him stay above by tying among themselves or beating somebody else.
    """
    held, wide = (np.zeros_like(spread), 0) if swing.spread is None else (spread, swing.spread)
    now = points * _POINT + held
    highest = np.where(active, now + swing.most * _POINT + wide, now)
    lowest = np.where(active, now + swing.least * _POINT - wide, now)
    size = len(now)
    best = size - np.searchsorted(np.sort(lowest), highest, side="right") + 1
    worst = size - np.searchsorted(np.sort(highest), lowest, side="left")
    return Reach(best.astype(np.int64), worst.astype(np.int64), highest, lowest)


def gibson_total(gibson_spread: Sequence[int], rounds_left: int) -> int | None:
    """The largest spread one contestant is taken to win or lose in all that remains; None where that has no limit,
    which is what an empty list says.

    The list is of single games, the last round first; its last value stands for all rounds before.

    >>> gibson_total((250, 200), 1), gibson_total((250, 200), 3), gibson_total((), 2)
    (250, 650, None)
    """
    if not gibson_spread:
        return None if rounds_left else 0
    return sum(gibson_spread[min(back, len(gibson_spread) - 1)] for back in range(rounds_left))


def gibson_of_caps(rounds: Sequence[RoundShape]) -> tuple[int, ...]:
    """The caps of the remaining rounds as such a list; empty if one of them has none."""
    caps = [shape.cap for shape in reversed(rounds)]
    return () if None in caps else tuple(cap for cap in caps if cap is not None)


def swing_of(situation: Situation, gibson_spread: Sequence[int]) -> Swing:
    """What the remaining rounds of a situation can bring. A bye's own spread counts where it is larger."""
    scoring, rounds = situation.scoring, len(situation.rounds)
    bye = abs(scoring.bye_spread)
    spread = gibson_total(tuple(max(bye, one) for one in gibson_spread), rounds)
    return Swing(
        most=situation.whole(scoring.most) * rounds,
        least=situation.whole(scoring.least) * rounds,
        spread=spread if scoring.spread_counts else None,
    )


def marks(situation: Situation, gibson_spread: Sequence[int]) -> tuple[Mark, ...]:
    """Everybody's mark, in the order of the table.

    Games are taken to end within the list's margins, so that between two contestants a round moves twice as
    much: with the caps of the event for a list (`gibson_of_caps`) no result can ever undo a mark.
    """
    rows = situation.contestants
    found = reach(
        np.array([situation.whole(c.points) for c in rows], dtype=np.int64),
        np.array([c.spread for c in rows], dtype=np.int64),
        np.array([c.active for c in rows], dtype=np.bool_),
        swing_of(situation, gibson_spread),
    )
    return tuple(
        Mark(c.number, place, int(found.best[place - 1]), int(found.worst[place - 1]))
        for place, c in enumerate(rows, 1)
    )
