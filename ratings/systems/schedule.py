"""Rules change: which parameters hold for an event is decided by its day.

Stored as the parameters from the beginning, and under `by_day` what changes when; each change leaves the rest as it
was before it:

    {"scale": 350, "by_day": {"2027-01-01": {"scale": 300}, "2028-01-01": {"growth": 3}}}
"""

import json
from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from hashlib import sha256
from itertools import pairwise
from typing import Any

from ratings.systems.protocol import RatingSystem, SystemParameterError
from ratings.systems.registry import get_kind, get_system

BY_DAY = "by_day"


@dataclass(frozen=True, slots=True)
class Schedule:
    """One system, with the parameters of every day. Made by `get_schedule`.

    `starts` are the first days (`date.toordinal()`) of all of `systems` but the first.
    """

    name: str
    starts: tuple[int, ...]
    systems: tuple[RatingSystem, ...]

    @property
    def algorithm(self) -> str:
        return self.systems[0].algorithm

    @property
    def has_volatility(self) -> bool:
        """Whether a career is more than rating, deviation and games."""
        return get_kind(self.name).has_volatility

    def on(self, day: int) -> RatingSystem:
        """The system as it is for an event of that day."""
        return self.systems[bisect_right(self.starts, day)]

    def parameters(self) -> dict[str, Any]:
        """All parameters in the stored form, with every default and, where a day changes them, what it changes."""
        values = self.systems[0].parameters()
        if not self.starts:
            return values
        changes = {}
        for start, (before, after) in zip(self.starts, pairwise(self.systems), strict=True):
            old = before.parameters()
            changes[date.fromordinal(start).isoformat()] = {
                name: value for name, value in after.parameters().items() if value != old[name]
            }
        return {**values, BY_DAY: changes}

    def digest(self) -> str:
        """SHA-256 of the algorithm and all parameters: equal for equal rules, however they were written down."""
        text = json.dumps(
            [self.algorithm, self.parameters()], sort_keys=True, separators=(",", ":"), allow_nan=False
        )
        return sha256(text.encode()).hexdigest()


def get_schedule(name: str, parameters: Mapping[str, Any]) -> Schedule:
    """The schedule of a list that stores these parameters.

    Days that change nothing are left out. Raises `SystemParameterError` like `get_system`, and for a day that is
    no day.

    >>> schedule = get_schedule("elo", {"cap": 400, "by_day": {"2025-10-01": {"cap": None}}})
    >>> [schedule.on(date(2025, 9, day).toordinal() + 1).parameters()["cap"] for day in (29, 30)]
    [400.0, None]
    """
    values = {key: value for key, value in parameters.items() if key != BY_DAY}
    starts: list[int] = []
    systems = [get_system(name, values)]
    for start, changes in _changes(parameters.get(BY_DAY, {})):
        values |= changes
        system = get_system(name, values)
        if system.parameters() != systems[-1].parameters():
            starts.append(start)
            systems.append(system)
    return Schedule(name, tuple(starts), tuple(systems))


def _changes(stored: Any) -> list[tuple[int, Mapping[str, Any]]]:
    if not isinstance(stored, Mapping):
        raise SystemParameterError("ratings.parameter_invalid", BY_DAY, stored)
    changes = []
    for day, values in stored.items():
        if not isinstance(values, Mapping):
            raise SystemParameterError("ratings.parameter_invalid", BY_DAY, values)
        changes.append((_ordinal(day), values))
    if len({day for day, _ in changes}) < len(changes):
        raise SystemParameterError("ratings.parameter_invalid", BY_DAY, list(stored))
    return sorted(changes, key=lambda change: change[0])


def _ordinal(day: Any) -> int:
    try:
        return date.fromisoformat(day).toordinal()
    except (TypeError, ValueError) as wrong:
        raise SystemParameterError("ratings.parameter_invalid", BY_DAY, day) from wrong
