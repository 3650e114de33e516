"""Where players start who have no rating yet, and how fast the young change: what is true of all systems.

The age is the one reached in the year of the event; who has no known year of birth has no age.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from ratings.systems.parameters import Parameters, Steps
from ratings.systems.protocol import Origin

NEWCOMERS = Literal["start", "performance"]


@dataclass(frozen=True, slots=True)
class Beginnings(Parameters):
    """Starts in rating points. The first of `start_by_age` = ((most age, start), …) that holds a player's age
    decides; then `start_by_kind`, by the division's kind; then `start_rating`.
    """

    start_rating: float = 1500.0
    start_by_kind: Mapping[str, float] | None = None
    start_by_age: Steps = ()

    def limits(self) -> dict[str, bool]:
        kinds = self.start_by_kind or {}
        return {
            "start_rating": abs(self.start_rating) <= 10_000,
            "start_by_kind": all(abs(start) <= 10_000 for start in kinds.values()),
            "start_by_age": ages_ascend(self.start_by_age) and all(abs(v) <= 10_000 for _, v in self.start_by_age),
        }

    @property
    def asks_origin(self) -> bool:
        """Whether it matters at all who somebody is."""
        return bool(self.start_by_kind or self.start_by_age)

    def start(self, origin: Origin) -> float:
        """
        >>> p = Beginnings(start_by_kind={"primary": 900}, start_by_age=((12, 1000), (15, 1200)))
        >>> [p.start(Origin("open", 11)), p.start(Origin("primary", 15)), p.start(Origin("primary"))]
        [1000.0, 1200.0, 900.0]
        """
        by_age = at_age(self.start_by_age, origin.age)
        if by_age is not None:
            return by_age
        return (self.start_by_kind or {}).get(origin.kind, self.start_rating)


@dataclass(frozen=True, slots=True)
class UncertainBeginnings(Beginnings):
    """Those of systems with a deviation. `growth`, and `growth_by_age` = ((most age, growth), …) for the young: by
    how many rating points per √day a deviation grows away from the board.

    `newcomers`: "start" rates them round by round from where they start. "performance" does so only in events with
    fewer of them than `newcomers_share` of the players; in others each newcomer's whole event is one period against
    everybody at once, and whoever meets him is rated against what comes out.
    """

    start_rd: float = 350.0
    min_rd: float = 45.0
    max_rd: float = 350.0
    growth: float = 4.0
    growth_by_age: Steps = ()
    newcomers: NEWCOMERS = "start"
    newcomers_share: float = 0.5

    def limits(self) -> dict[str, bool]:
        return {
            **Beginnings.limits(self),
            "min_rd": 0 < self.min_rd <= self.max_rd,
            "max_rd": self.max_rd <= 1000,
            "start_rd": self.min_rd <= self.start_rd <= self.max_rd,
            "growth": 0 <= self.growth <= 100,
            "growth_by_age": ages_ascend(self.growth_by_age) and all(0 <= v <= 100 for _, v in self.growth_by_age),
            "newcomers_share": 0 < self.newcomers_share <= 1,
        }

    @property
    def asks_origin(self) -> bool:
        return bool(self.start_by_kind or self.start_by_age or self.growth_by_age)

    def growth_at(self, age: int | None) -> float:
        young = at_age(self.growth_by_age, age)
        return self.growth if young is None else young


def at_age(steps: Steps, age: int | None) -> float | None:
    """The value of the first step that this age is within; None for an age beyond all, or unknown."""
    if age is None:
        return None
    return next((value for most, value in steps if age <= most), None)


def ages_ascend(steps: Steps) -> bool:
    ages = [most for most, _ in steps]
    return ages == sorted(set(ages)) and all(0 < most <= 120 for most in ages)
