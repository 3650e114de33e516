"""What each matched system asks for, as cost levels over the free places in rank order.

A later system is one more function here, and one more branch in `system_wishes`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise

import numpy as np

from .field import Field
from .levels import Ints, Level, no_byes, triangular
from .model import OddGroup, Swiss, System

_GROUP_CAP = 15


@dataclass(frozen=True, slots=True)
class Wishes:
    """What a system asks of a round: its levels, the most important first, and where to look for opponents.

    `centres` are arrays of one free index a place: the cheapest opponents of place `i` stand around each
    `centres[k][i]` (any integer; what is outside the field is brought inside). They are only read in fields too
    large for all pairs. None: nothing is known, and every pair is looked at.
    """

    levels: tuple[Level, ...]
    centres: tuple[Ints, ...] | None = None


def system_wishes(system: System, field: Field, free: Sequence[int], expected_bye: int | None) -> Wishes:
    """`expected_bye` is the index in `free` of the one who has the bye when nothing stands against it."""
    if isinstance(system, Swiss):
        return _swiss(system, field, free, expected_bye)
    return _king_of_the_hill(len(free), expected_bye)


def _king_of_the_hill(size: int, expected_bye: int | None) -> Wishes:
    """The square of how many competitors stand between the two: nought for neighbours, and only for them."""
    position = _positions(size, expected_bye)

    def pairs(one: Ints, other: Ints) -> Ints:
        between: Ints = np.maximum(np.abs(position[one] - position[other]) - 1, 0)
        return between * between

    level = Level("distance", pairs, no_byes(size), _farthest(position) ** 2)
    return Wishes((level,), (np.arange(size, dtype=np.int64),))


def _swiss(system: Swiss, field: Field, free: Sequence[int], expected_bye: int | None) -> Wishes:
    """Score groups first, then the brackets planned from them, then top half v bottom half inside each.

    Brackets are the score groups made even, as runs of the rank order: the odd ones pull up or float down.
    `group_gap` holds pairs to one score group; `off_plan` counts those that are not of two halves of one planned
    bracket; `fold` is the square of how far a pair is from its place, which is half the bracket apart inside
    one, and next to each other across two.
    """
    size = len(free)
    groups = score_groups([field.order[place].points for place in free])
    group = np.array(groups, dtype=np.int64)
    plan = _brackets(groups, expected_bye, system.odd_group)
    bracket = np.array(plan.bracket, dtype=np.int64)
    half = np.array(plan.half, dtype=np.int64)
    top = np.array(plan.top, dtype=np.bool_)
    position = _positions(size, expected_bye)

    def group_gap(one: Ints, other: Ints) -> Ints:
        return triangular(np.abs(group[one] - group[other]), _GROUP_CAP)

    def off_plan(one: Ints, other: Ints) -> Ints:
        off: Ints = ((bracket[one] != bracket[other]) | (top[one] == top[other])).astype(np.int64)
        return off

    def fold(one: Ints, other: Ints) -> Ints:
        gap = np.abs(position[one] - position[other])
        same = bracket[one] == bracket[other]
        off: Ints = np.where(same, gap - half[one], np.maximum(gap - 1, 0))
        return off * off

    farthest_group = np.maximum(group, group.max(initial=0) - group)
    everybody = np.arange(size, dtype=np.int64)
    return Wishes(
        (
            Level("group_gap", group_gap, no_byes(size), triangular(farthest_group, _GROUP_CAP)),
            Level("off_plan", off_plan, no_byes(size), np.ones(size, dtype=np.int64)),
            Level("fold", fold, no_byes(size), np.maximum(_farthest(position), half) ** 2),
        ),
        (np.where(top, everybody + half, everybody - half), everybody),
    )


def score_groups(points: Sequence[object]) -> list[int]:
    """Numbers of the runs of equal points, from 0.

    >>> score_groups([6, 6, 4, 2, 2])
    [0, 0, 1, 2, 2]
    """
    return [number for number, (_, run) in enumerate(groupby(points)) for _ in run]


@dataclass(frozen=True, slots=True)
class _Plan:
    """For every free index its bracket, half the size of that bracket, and whether it is in its top half."""

    bracket: list[int]
    half: list[int]
    top: list[bool]


def _brackets(groups: Sequence[int], expected_bye: int | None, odd_group: OddGroup) -> _Plan:
    """Even runs of those who are expected to play. The one expected to have the bye stands with the one above."""
    playing = [i for i in range(len(groups)) if i != expected_bye]
    bounds = [0]
    for k in range(1, len(playing) + 1):
        if k < len(playing) and groups[playing[k]] == groups[playing[k - 1]]:
            continue
        even = k if k % 2 == 0 else k + 1 if odd_group == "pull_up" else k - 1
        if even > bounds[-1]:
            bounds.append(even)
    plan = _Plan([0] * len(groups), [0] * len(groups), [False] * len(groups))
    for number, (start, end) in enumerate(pairwise(bounds)):
        for k in range(start, end):
            plan.bracket[playing[k]] = number
            plan.half[playing[k]] = (end - start) // 2
            plan.top[playing[k]] = 2 * k < start + end
    if expected_bye is not None and playing:  # he plays after all where forbidden pairs or repeats move the bye
        beside = expected_bye - 1 if expected_bye else 1
        plan.bracket[expected_bye] = plan.bracket[beside]
        plan.half[expected_bye] = plan.half[beside]
        plan.top[expected_bye] = plan.top[beside]
    return plan


def _positions(size: int, expected_bye: int | None) -> Ints:
    """Places counted without the expected bye, who shares the next one's place."""
    position = np.arange(size, dtype=np.int64)
    if expected_bye is not None:
        position[expected_bye + 1 :] -= 1
    return position


def _farthest(position: Ints) -> Ints:
    """How far off the farther end of the field is from each."""
    farthest: Ints = np.maximum(position - position.min(initial=0), position.max(initial=0) - position)
    return farthest
