"""The same round with one thing otherwise: two kept apart, two put together, a bye taken away or given.

The costs stay those of the round itself: score groups, brackets and the expected bye are not worked out anew.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

import numpy as np

from .field import Couple, couple
from .levels import Ints, Level, scale
from .matched import Problem, cheapest
from .matching import Matched, level_sums
from .systems import Wishes


@dataclass(frozen=True, slots=True)
class Variant:
    """The cheapest round of its kind, as free indices of the problem, and its cost level by level."""

    matched: Matched
    sums: tuple[int, ...]


def apart(problem: Problem, pair: Couple) -> Variant | None:
    """The cheapest round in which these two do not meet; None if there is no round without that game."""
    return _variant(problem, cheapest(replace(problem, forbidden=problem.forbidden | {couple(*pair)})))


def bye_elsewhere(problem: Problem, place: int) -> Variant | None:
    """The cheapest round in which another has the bye; None if there is none."""
    others = np.delete(np.arange(problem.scale.size, dtype=np.int64), place)
    return _variant(problem, cheapest(problem, byes=others))


def together(problem: Problem, pair: Couple) -> Variant | None:
    """The cheapest round in which these two meet, forbidden or not; None if the others cannot be paired."""
    rest = _without(problem, pair, with_bye=problem.scale.with_bye)
    matched = _put_back(rest, cheapest(rest.problem)) if rest.kept else Matched((), None, ())
    whole = Matched(tuple(sorted([*matched.pairs, couple(*pair)])), matched.bye, matched.unmatched)
    return _variant(problem, whole)


def bye_for(problem: Problem, place: int) -> Variant | None:
    """The cheapest round in which this one has the bye; None if the others cannot be paired."""
    rest = _without(problem, (place,), with_bye=False)
    matched = _put_back(rest, cheapest(rest.problem)) if rest.kept else Matched((), None, ())
    return _variant(problem, replace(matched, bye=place))


def _variant(problem: Problem, matched: Matched) -> Variant | None:
    if matched.unmatched:
        return None
    return Variant(matched, tuple(level_sums(problem.scale.levels, matched)))


@dataclass(frozen=True, slots=True)
class _Rest:
    """A problem without some of its places; `kept[i]` is what place i was called before."""

    problem: Problem
    kept: tuple[int, ...]


def _without(problem: Problem, gone: Collection[int], *, with_bye: bool) -> _Rest:
    kept = tuple(i for i in range(problem.scale.size) if i not in gone)
    index = {i: k for k, i in enumerate(kept)}
    places = np.array(kept, dtype=np.int64)
    levels = [_narrowed(level, places, index) for level in problem.scale.levels]
    centres = problem.wishes.centres
    if centres is not None:
        centres = tuple(np.searchsorted(places, centre[places]).astype(np.int64) for centre in centres)
    narrowed = Problem(
        free=tuple(problem.free[i] for i in kept),
        scale=scale(levels, with_bye=with_bye),
        wishes=Wishes((), centres),
        forbidden=frozenset((index[a], index[b]) for a, b in problem.forbidden if a in index and b in index),
        cuts=problem.cuts,
    )
    return _Rest(narrowed, kept)


def _narrowed(level: Level, places: Ints, index: dict[int, int]) -> Level:
    def pairs(one: Ints, other: Ints) -> Ints:
        return level.pairs(places[one], places[other])

    listed = level.listed
    if listed is not None:
        rows = [
            (index[a], index[b], cost)
            for a, b, cost in zip(*(column.tolist() for column in listed), strict=True)
            if a in index and b in index
        ]
        table = np.array(rows, dtype=np.int64).reshape(-1, 3)
        listed = (table[:, 0], table[:, 1], table[:, 2])
    return Level(level.name, pairs, level.byes[places], level.ceiling[places], listed)


def _put_back(rest: _Rest, matched: Matched) -> Matched:
    def named(places: Sequence[int]) -> tuple[int, ...]:
        return tuple(rest.kept[i] for i in places)

    return Matched(
        tuple(couple(rest.kept[a], rest.kept[b]) for a, b in matched.pairs),
        None if matched.bye is None else rest.kept[matched.bye],
        named(matched.unmatched),
    )
