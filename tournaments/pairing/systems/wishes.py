"""What a system asks of a round, and lines of competitors along which distance is counted."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ..levels import Ints, Level, no_byes


@dataclass(frozen=True, slots=True)
class Wishes:
    """A system's levels, the most important first, and where to look for opponents.

    `centres` are arrays of one free index a place: the cheapest opponents of place `i` stand around each
    `centres[k][i]` (any integer; what is outside the field is brought inside). They are only read in fields too
    large for all pairs. None: nothing is known, and every pair is looked at.
    """

    levels: tuple[Level, ...]
    centres: tuple[Ints, ...] | None = None


def everybody(size: int) -> Ints:
    return np.arange(size, dtype=np.int64)


def positions(size: int, expected_bye: int | None) -> Ints:
    """Places counted without the expected bye, who shares the next one's place."""
    position = everybody(size)
    if expected_bye is not None:
        position[expected_bye + 1 :] -= 1
    return position


def farthest(position: Ints) -> Ints:
    """How far off the farther end of the field is from each."""
    found: Ints = np.maximum(position - position.min(initial=0), position.max(initial=0) - position)
    return found


def positions_along(line: Sequence[int], expected_bye: int | None) -> Ints:
    """`positions` of free indices that stand in another order: `line[k]` is who stands at k."""
    at = None if expected_bye is None else line.index(expected_bye)
    position = np.empty(len(line), dtype=np.int64)
    position[np.array(line, dtype=np.int64)] = positions(len(line), at)
    return position


def neighbours(name: str, position: Ints) -> Level:
    """The square of how many competitors stand between the two: nought for neighbours, and only for them."""

    def pairs(one: Ints, other: Ints) -> Ints:
        between: Ints = np.maximum(np.abs(position[one] - position[other]) - 1, 0)
        return between * between

    return Level(name, pairs, no_byes(len(position)), farthest(position) ** 2)


_STEPS = (1, -1, 2, -2, 3, -3)


def centres_along(line: Sequence[int]) -> tuple[Ints, ...]:
    """Who stands a few steps off on a line that is not the rank order."""
    order = np.array(line, dtype=np.int64)
    size = len(order)
    place = np.empty(size, dtype=np.int64)
    place[order] = everybody(size)
    return tuple(order[np.clip(place + step, 0, max(size - 1, 0))] for step in _STEPS)
