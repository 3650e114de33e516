"""Neighbours in rank: king and queen of the hill."""

import numpy as np

from ..levels import Ints, Level, no_byes
from .wishes import Wishes, everybody, neighbours, positions


def king_of_the_hill(size: int, expected_bye: int | None) -> Wishes:
    return Wishes((neighbours("distance", positions(size, expected_bye)),), (everybody(size),))


def queen_of_the_hill(size: int, expected_bye: int | None) -> Wishes:
    """How far each of the two is from the place of the one whom the other was to meet, both squared."""
    position = positions(size, expected_bye)
    target = _targets(size - (expected_bye is not None))[position] if size > 1 else position

    def pairs(one: Ints, other: Ints) -> Ints:
        off: Ints = (target[one] - position[other]) ** 2 + (target[other] - position[one]) ** 2
        return off

    ends = np.array([0, size - 1], dtype=np.int64)
    reach = np.abs(target[:, None] - ends[None, :]).max(axis=1, initial=0) + 2
    level = Level("distance", pairs, no_byes(size), reach**2 + (reach + 2) ** 2)
    shift = everybody(size) - position
    return Wishes((level,), (target + shift, everybody(size)))


def _targets(playing: int) -> Ints:
    """The place each place is to meet: two on in fours; in what is left of them, next to each other.

    >>> _targets(6).tolist()
    [2, 3, 0, 1, 5, 4]
    """
    place = everybody(playing)
    whole = playing - playing % 4
    targets: Ints = np.where(place < whole, place ^ 2, place ^ 1)
    # one who is expected to sit out may be all there is at the end
    return np.append(np.minimum(targets, max(playing - 1, 0)), max(playing - 1, 0)).astype(np.int64)
