"""What each matched system asks for, as cost levels over the free places in rank order.

A later system is one more function here, and one more branch in `system_levels`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

import numpy as np

from .field import Field
from .levels import Level, Matrix, triangular
from .model import OddGroup, Swiss, System

_GROUP_CAP = 15
_FOLD_CAP = 255


def system_levels(system: System, field: Field, free: Sequence[int], expected_bye: int | None) -> list[Level]:
    """`expected_bye` is the index in `free` of the one who has the bye when nothing stands against it."""
    if isinstance(system, Swiss):
        return _swiss(system, field, free, expected_bye)
    return [_king_of_the_hill(len(free), expected_bye)]


def _king_of_the_hill(size: int, expected_bye: int | None) -> Level:
    """The square of how many competitors stand between the two: nought for neighbours, and only for them."""
    position = _positions(size, expected_bye)
    between = np.maximum(np.abs(position[:, None] - position[None, :]) - 1, 0)
    return Level("distance", np.minimum(between, _FOLD_CAP) ** 2, np.zeros(size, dtype=np.int64))


def _swiss(system: Swiss, field: Field, free: Sequence[int], expected_bye: int | None) -> list[Level]:
    """Score groups first, then the brackets planned from them, then top half v bottom half inside each.

    Brackets are the score groups made even, as runs of the rank order: the odd ones pull up or float down.
    `group_gap` holds pairs to one score group, `floats` to the planned bracket, and `fold` is the square of
    how far a pair is from its place: half the bracket apart inside one, next to each other across two.
    """
    size = len(free)
    groups = score_groups([field.order[place].points for place in free])
    group = np.array(groups, dtype=np.int64)
    plan = _brackets(groups, expected_bye, system.odd_group)
    bracket = np.array(plan.bracket, dtype=np.int64)
    half = np.array(plan.half, dtype=np.int64)
    position = _positions(size, expected_bye)
    gap = np.abs(position[:, None] - position[None, :])
    bracket_gap = np.abs(bracket[:, None] - bracket[None, :])
    astray = np.where(bracket_gap == 0, np.abs(gap - half[:, None]), np.maximum(gap - 1, 0))
    fold: Matrix = np.minimum(astray, _FOLD_CAP) ** 2
    np.fill_diagonal(fold, 0)
    no_bye = np.zeros(size, dtype=np.int64)
    return [
        Level("group_gap", triangular(np.abs(group[:, None] - group[None, :]), _GROUP_CAP), no_bye),
        Level("floats", np.minimum(bracket_gap, _GROUP_CAP), no_bye),
        Level("fold", fold, no_bye),
    ]


def score_groups(points: Sequence[object]) -> list[int]:
    """Numbers of the runs of equal points, from 0.

    >>> score_groups([6, 6, 4, 2, 2])
    [0, 0, 1, 2, 2]
    """
    return [number for number, (_, run) in enumerate(groupby(points)) for _ in run]


@dataclass(frozen=True, slots=True)
class _Plan:
    """For every free index its bracket, and half the size of that bracket."""

    bracket: list[int]
    half: list[int]


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
    bracket, half = [0] * len(groups), [0] * len(groups)
    for number in range(len(bounds) - 1):
        for k in range(bounds[number], bounds[number + 1]):
            bracket[playing[k]] = number
            half[playing[k]] = (bounds[number + 1] - bounds[number]) // 2
    if expected_bye is not None and playing:
        beside = max(expected_bye - 1, 0) if expected_bye else 1
        bracket[expected_bye], half[expected_bye] = bracket[beside], half[beside]
    return _Plan(bracket, half)


def _positions(size: int, expected_bye: int | None) -> Matrix:
    """Places counted without the expected bye, who shares the next one's place."""
    position = np.arange(size, dtype=np.int64)
    if expected_bye is not None:
        position[expected_bye + 1 :] -= 1
    return position
