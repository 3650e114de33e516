"""Where an event stands and what is still to be played: what chances are worked out from."""

from dataclasses import dataclass, field
from fractions import Fraction
from math import lcm
from typing import Literal

from .margins import AMATH_MARGINS

Points = int | Fraction
ShapeKind = Literal["swiss", "king_of_the_hill", "factor"]


@dataclass(frozen=True, slots=True)
class Contestant:
    """A row of the table. `spread` is the one that ranks (the capped one, where there is a cap).

    `active` False: has left; keeps his points and his place in the table, and is paired no more.
    """

    number: int
    points: Points
    spread: int = 0
    rating: int | None = None
    byes: int = 0
    prize_class: int | None = None
    active: bool = True


@dataclass(frozen=True, slots=True)
class RoundShape:
    """How one of the remaining rounds will roughly be paired; `cap` is its largest spread, None for no cap.

    `factor`: the first `factor` places meet the next `factor`, 1-(1+f) to f-2f, and the rest play Swiss.
    `swiss`: top half v bottom half of each score group, an odd group pulls one up. Earlier meetings, clubs
    and starts are left out of account: chances are not moved by them as much as by who wins.
    """

    kind: ShapeKind = "swiss"
    factor: int = 0
    cap: int | None = None

    def __post_init__(self) -> None:
        if self.kind not in ("swiss", "king_of_the_hill", "factor"):
            raise ValueError(f"no such shape of a round: {self.kind!r}")
        if (self.factor > 0) != (self.kind == "factor"):
            raise ValueError("a factor round, and only that, has a factor of at least 1")
        if self.cap is not None and self.cap < 1:
            raise ValueError("a spread cap is at least 1; None means no cap")


@dataclass(frozen=True, slots=True)
class Scoring:
    """What a game brings. `spread_counts` False: something else ranks between points and spread."""

    win: Points = 2
    tie: Points = 1
    loss: Points = 0
    bye: Points = 2
    bye_spread: int = 0
    spread_counts: bool = True

    @property
    def most(self) -> Points:
        """The most match points of one round."""
        return max(self.win, self.tie, self.loss, self.bye)

    @property
    def least(self) -> Points:
        """The fewest match points of one round; whoever misses it gets 0."""
        return min(self.win, self.tie, self.loss, self.bye, 0)


@dataclass(frozen=True, slots=True)
class Situation:
    """`contestants` in the order of the table: it breaks what points and spread leave tied, now and later.

    `rounds` are those still to be played, the next first. `paired` and `sitting_out` (entry numbers) are what
    is settled of the next one; the rest of it is paired by its shape. `margins`: see `margins.py`.
    `by_rating`: the winner is drawn by the logistic law of ratings, 400 points ten to one; otherwise each
    side wins every second game. Whoever has no rating plays at the mean of those who have.

    Raises ValueError for what only a fault in the caller can produce.
    """

    contestants: tuple[Contestant, ...]
    rounds: tuple[RoundShape, ...]
    scoring: Scoring = Scoring()
    margins: tuple[int, ...] = AMATH_MARGINS
    by_rating: bool = False
    paired: tuple[tuple[int, int], ...] = ()
    sitting_out: tuple[int, ...] = ()
    unit: int = field(init=False, repr=False, compare=False)
    """By what match points are multiplied to be whole numbers."""

    def __post_init__(self) -> None:
        for name in ("contestants", "rounds", "paired", "sitting_out"):
            object.__setattr__(self, name, tuple(getattr(self, name)))
        object.__setattr__(self, "margins", tuple(sorted(self.margins)))
        numbers = [c.number for c in self.contestants]
        if len(set(numbers)) != len(numbers):
            raise ValueError("two contestants share an entry number")
        if not self.margins or self.margins[0] < 0 or self.margins[-1] == 0:
            raise ValueError("margins are 0 or more, and not all of them 0")
        settled = [n for pair in self.paired for n in pair] + list(self.sitting_out)
        playing = {c.number for c in self.contestants if c.active}
        if len(set(settled)) != len(settled) or not playing.issuperset(settled):
            raise ValueError("who is paired or sits out is active, and named once")
        scoring = self.scoring
        worth = {scoring.win, scoring.tie, scoring.loss, scoring.bye, *(c.points for c in self.contestants)}
        object.__setattr__(self, "unit", lcm(*(points.denominator for points in worth)))

    def whole(self, points: Points) -> int:
        """Match points in units of 1 / `unit`."""
        return int(points * self.unit)
