"""Groups of competitors in pairing order, made even: brackets."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise

from ..settings import OddGroup


def score_groups(points: Sequence[object]) -> list[int]:
    """Numbers of the runs of equal points, from 0.

    >>> score_groups([6, 6, 4, 2, 2])
    [0, 0, 1, 2, 2]
    """
    return [number for number, (_, run) in enumerate(groupby(points)) for _ in run]


def factor_groups(points: Sequence[object], factor: int, expected_bye: int | None) -> list[int]:
    """The first 2·factor of those who play are one group, the rest are score groups.

    >>> factor_groups([6, 6, 4, 4, 2, 2], 2, None)
    [0, 0, 0, 0, 1, 1]
    """
    playing = [i for i in range(len(points)) if i != expected_bye]
    ahead = playing[: 2 * min(factor, len(playing) // 2)]
    cut = ahead[-1] + 1 if ahead else 0
    return [0] * cut + [1 + group for group in score_groups(points[cut:])]


@dataclass(frozen=True, slots=True)
class Brackets:
    """For every free index the number of its bracket, where that starts, half its size, and whether it is in the
    top half; starts are counted over those who play."""

    bracket: list[int]
    start: list[int]
    half: list[int]
    top: list[bool]


def make_brackets(groups: Sequence[int], expected_bye: int | None, odd_group: OddGroup) -> Brackets:
    """Even runs of those who are expected to play. The one expected to have the bye stands with the one above."""
    playing = [i for i in range(len(groups)) if i != expected_bye]
    bounds = [0]
    for k in range(1, len(playing) + 1):
        if k < len(playing) and groups[playing[k]] == groups[playing[k - 1]]:
            continue
        even = k if k % 2 == 0 else k + 1 if odd_group == "pull_up" else k - 1
        if even > bounds[-1]:
            bounds.append(even)
    size = len(groups)
    made = Brackets([0] * size, [0] * size, [0] * size, [False] * size)
    for number, (start, end) in enumerate(pairwise(bounds)):
        for k in range(start, end):
            made.bracket[playing[k]] = number
            made.start[playing[k]] = start
            made.half[playing[k]] = (end - start) // 2
            made.top[playing[k]] = 2 * k < start + end
    if expected_bye is not None and playing:  # he plays after all where forbidden pairs or repeats move the bye
        beside = expected_bye - 1 if expected_bye else 1
        made.bracket[expected_bye] = made.bracket[beside]
        made.start[expected_bye] = made.start[beside]
        made.half[expected_bye] = made.half[beside]
        made.top[expected_bye] = made.top[beside]
    return made
