"""Groups whose halves meet: Swiss, casement, factor."""

from collections.abc import Sequence

import numpy as np

from ..levels import Ints, Level, no_byes, triangular
from ..settings import OddGroup, Within
from .groups import make_brackets
from .wishes import Wishes, everybody, farthest, positions

_GROUP_CAP = 15


def halved(groups: Sequence[int], expected_bye: int | None, odd_group: OddGroup, within: Within) -> Wishes:
    """Groups first, then the brackets planned from them, then the order inside each. `groups` numbers runs, from 0.

    Brackets are the groups made even, as runs of the pairing order: the odd ones pull up or float down.
    `group_gap` holds pairs to one group; `off_plan` counts those that are not of two halves of one planned bracket
    (where neighbours meet: not of one bracket); `fold` is the square of how far a pair is from its place: half the
    bracket apart, or as far from the top as the other from the foot, or next to each other, as `within` says
    inside one; next to each other across two.
    """
    size = len(groups)
    group = np.array(groups, dtype=np.int64)
    plan = make_brackets(groups, expected_bye, odd_group)
    bracket = np.array(plan.bracket, dtype=np.int64)
    half = np.array(plan.half, dtype=np.int64)
    mirror = 2 * (np.array(plan.start, dtype=np.int64) + half) - 1
    top = np.array(plan.top, dtype=np.bool_)
    position = positions(size, expected_bye)

    def group_gap(one: Ints, other: Ints) -> Ints:
        return triangular(np.abs(group[one] - group[other]), _GROUP_CAP)

    def off_plan(one: Ints, other: Ints) -> Ints:
        off = bracket[one] != bracket[other]
        if within != "neighbours":
            off = off | (top[one] == top[other])
        counted: Ints = off.astype(np.int64)
        return counted

    def fold(one: Ints, other: Ints) -> Ints:
        gap = np.abs(position[one] - position[other])
        inside: Ints = np.maximum(gap - 1, 0)
        if within == "halves":
            inside = gap - half[one]
        elif within == "fold":
            inside = position[one] + position[other] - mirror[one]
        off: Ints = np.where(bracket[one] == bracket[other], inside, np.maximum(gap - 1, 0))
        return off * off

    farthest_group = np.maximum(group, group.max(initial=0) - group)
    here = everybody(size)
    centre = here
    if within == "halves":
        centre = np.where(top, here + half, here - half)
    elif within == "fold":
        centre = here + mirror - 2 * position
    reach = np.maximum(farthest(position), 2 * half if within == "fold" else half)
    return Wishes(
        (
            Level("group_gap", group_gap, no_byes(size), triangular(farthest_group, _GROUP_CAP)),
            Level("off_plan", off_plan, no_byes(size), np.ones(size, dtype=np.int64)),
            Level("fold", fold, no_byes(size), reach**2),
        ),
        (centre, here),
    )
