"""The cost levels, the most important first, each a function over pairs of free places; and one integer a pair.

A level answers what any pairs cost and what the byes cost. Each gets as many bits as the largest sum that any
matching could reach, so no sum of a lower level ever outweighs one unit of a higher one: comparing the single
integers compares the levels in order, exactly.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from .field import Couple, Field
from .model import Cost

Ints = NDArray[np.int64]
PairCosts = Callable[[Ints, Ints], Ints]

BIT_BUDGET = 126
"""The solver's weights are exact below 2^126 and overflow at 2^127.

The caps on single costs, here and in the systems, keep 600 competitors within it whatever their history:
4 bits for the second bye, 9 repeats, 9 back to back, 16 times met, 10 bye rank, 9 clubs, 16 score groups,
9 off plan, 27 fold and 14 starts are 123. A cap only makes what is already very bad equally bad. What needs
more, in larger fields or with further levels, is solved in turns: `matching.solve_levels`.
"""

DENSE = 600
"""Places up to whom the dearest pair of each is looked up among all; above, `Level.ceiling` is believed."""

_CHUNK = 62
"""Levels are added up in int64 as far as they fit, and in Python's integers from there on."""

_TIMES_CAP = 15
_EXCESS_CAP = 15
_STARTS_KEPT_WITHIN = 2


@dataclass(frozen=True, slots=True, eq=False)
class Level:
    """`pairs(rows, columns)` says what pairs of free indices cost, `byes[i]` the bye; never negative.

    The two index arrays broadcast against each other; the answer has their common shape, is the same either way
    round, and means nothing where both are the same. `ceiling[i]` is at least what the dearest pair of `i`
    costs. A level that is `listed` is nought for all pairs but those in that table (rows, columns, costs; each
    pair once, the smaller index first).
    """

    name: str
    pairs: PairCosts
    byes: Ints
    ceiling: Ints
    listed: tuple[Ints, Ints, Ints] | None = None

    @property
    def size(self) -> int:
        return len(self.byes)


def triangular(steps: Ints, cap: int) -> Ints:
    """1, 3, 6, 10 …: one far step costs more than the same way in short ones. Equal beyond `cap` steps."""
    held: Ints = np.minimum(steps, cap)
    return held * (held + 1) // 2


def no_byes(size: int) -> Ints:
    return np.zeros(size, dtype=np.int64)


def bye_level(name: str, byes: Ints) -> Level:
    """A level that asks nothing of pairs."""
    none = np.empty(0, dtype=np.int64)
    return Level(name, _nothing, byes, no_byes(len(byes)), (none, none, none))


def listed_level(name: str, size: int, costs: Mapping[Couple, int]) -> Level:
    """A level over the few pairs (free indices, the smaller first) that cost anything."""
    known = sorted((a * size + b, cost) for (a, b), cost in costs.items() if cost)
    keys = np.array([key for key, _ in known], dtype=np.int64)
    values = np.array([cost for _, cost in known], dtype=np.int64)
    rows, columns = keys // max(size, 1), keys % max(size, 1)
    ceiling = no_byes(size)
    for side in (rows, columns):
        np.maximum.at(ceiling, side, values)

    def pairs(one: Ints, other: Ints) -> Ints:
        wanted = np.minimum(one, other) * size + np.maximum(one, other)
        if not len(keys):
            return np.zeros(wanted.shape, dtype=np.int64)
        at = np.minimum(np.searchsorted(keys, wanted), len(keys) - 1)
        found: Ints = np.where(keys[at] == wanted, values[at], 0)
        return found

    return Level(name, pairs, no_byes(size), ceiling, (rows, columns, values))


def _nothing(one: Ints, other: Ints) -> Ints:
    return np.zeros(np.broadcast_shapes(one.shape, other.shape), dtype=np.int64)


def history_levels(field: Field, free: Sequence[int]) -> list[Level]:
    """What is asked of every system before its own wishes."""
    size = len(free)
    index = {place: i for i, place in enumerate(free)}
    rule = field.request.repeats
    met = {
        (index[a], index[b]): count
        for (a, b), count in field.met.items()
        if not rule.allows(count) and a in index and b in index
    }
    running = frozenset() if rule.back_to_back else field.adjacent
    adjacent = {(index[a], index[b]): 1 for a, b in running if a in index and b in index}
    again = np.array([count - 1 - (rule.limit or 0) for count in met.values()], dtype=np.int64)
    had = np.array([field.byes[place] for place in free], dtype=np.int64)
    fewest = min(field.byes, default=0)
    levels = [
        bye_level("second_bye", np.minimum(had - fewest, _TIMES_CAP)),
        listed_level("repeats", size, dict.fromkeys(met, 1)),
        listed_level("back_to_back", size, adjacent),
        listed_level("times_met", size, dict(zip(met, triangular(again, _TIMES_CAP).tolist(), strict=True))),
        bye_level("bye_rank", np.arange(size - 1, -1, -1, dtype=np.int64)),
        _mates("clubs", [field.order[place].club for place in free], apart=field.request.clubs_kept_apart),
    ]
    if field.request.teams_kept_apart:
        levels.append(_mates("teams", [field.order[place].team for place in free]))
    return levels


def starts_level(field: Field, free: Sequence[int]) -> Level:
    """How far a pair would leave anybody's starts beyond the difference that is still good."""
    difference = np.array([field.difference[place] for place in free], dtype=np.int64)

    def excess(after: Ints) -> Ints:
        beyond: Ints = np.minimum(np.maximum(np.abs(after) - _STARTS_KEPT_WITHIN, 0), _EXCESS_CAP)
        return beyond

    def pairs(one: Ints, other: Ints) -> Ints:
        a, b = difference[one], difference[other]
        left: Ints = excess(np.minimum(a, b) + 1) + excess(np.maximum(a, b) - 1)
        return left

    extremes = np.array([difference.min(initial=0), difference.max(initial=0)], dtype=np.int64)
    worst = int(np.maximum(excess(extremes - 1), excess(extremes + 1)).max())
    own = np.maximum(excess(difference - 1), excess(difference + 1))
    return Level("starts", pairs, no_byes(len(free)), own + worst)


def starts_levels(field: Field, free: Sequence[int]) -> list[Level]:
    """What who starts asks of the pairs: nothing where lots are to decide."""
    rule = field.request.starts
    if rule.by_draw:
        return []
    runs = [] if rule.longest_run is None else [_runs(field, free, rule.longest_run)]
    return [*runs, starts_level(field, free)]


def _runs(field: Field, free: Sequence[int], longest: int) -> Level:
    """How many of a pair would go on a run that is long enough, by the rule of who starts."""
    difference = np.array([field.difference[place] for place in free], dtype=np.int64)
    run = np.array([field.run[place] for place in free], dtype=np.int64)
    started, waited = (run >= longest).astype(np.int64), (run <= -longest).astype(np.int64)

    def pairs(one: Ints, other: Ints) -> Ints:
        if_one_starts = started[one] + waited[other]
        if_other_starts = started[other] + waited[one]
        either = np.minimum(if_one_starts, if_other_starts)
        ahead = difference[one] - difference[other]
        costs: Ints = np.where(ahead < 0, if_one_starts, np.where(ahead > 0, if_other_starts, either))
        return costs

    return Level("runs", pairs, no_byes(len(free)), np.full(len(free), 2, dtype=np.int64))


def _mates(name: str, clubs: Sequence[int | None], *, apart: bool = True) -> Level:
    """One for a pair of one club; whoever has none is nobody's mate."""
    size = len(clubs)
    if not apart:
        return bye_level(name, no_byes(size))
    codes = {name: code for code, name in enumerate(sorted({c for c in clubs if c is not None}))}
    # whoever has no club is a club alone
    club = np.array([-1 - i if c is None else codes[c] for i, c in enumerate(clubs)], dtype=np.int64)
    _, of_club, members = np.unique(club, return_inverse=True, return_counts=True)

    def pairs(one: Ints, other: Ints) -> Ints:
        same: Ints = (club[one] == club[other]).astype(np.int64)
        return same

    return Level(name, pairs, no_byes(size), (members[of_club] > 1).astype(np.int64))


@dataclass(frozen=True, slots=True)
class Scale:
    """How the levels are packed: `bits[k]` for level k, `total` in all."""

    levels: tuple[Level, ...]
    bits: tuple[int, ...]
    with_bye: bool

    @property
    def total(self) -> int:
        return sum(self.bits)

    @property
    def size(self) -> int:
        return self.levels[0].size

    def pair_cost(self, i: int, j: int) -> Cost:
        return self.pair_costs([(i, j)])[0]

    def pair_costs(self, pairs: Sequence[Couple]) -> list[Cost]:
        """The cost of each pair, level by level."""
        rows, columns = (np.array([pair[side] for pair in pairs], dtype=np.int64) for side in (0, 1))
        names = [level.name for level in self.levels]
        by_level = [level.pairs(rows, columns).tolist() for level in self.levels]
        return [tuple(zip(names, values, strict=True)) for values in zip(*by_level, strict=True)]

    def bye_cost(self, i: int) -> Cost:
        return tuple((level.name, int(level.byes[i])) for level in self.levels)

    def packed_pairs(self, rows: Ints, columns: Ints) -> list[int]:
        """One integer a pair."""
        return self._packed([level.pairs(rows, columns) for level in self.levels])

    def packed_byes(self, places: Ints | None = None) -> list[int]:
        """One integer a place, of all or of `places`."""
        return self._packed([level.byes if places is None else level.byes[places] for level in self.levels])

    def _packed(self, columns: Sequence[Ints]) -> list[int]:
        chunks: list[tuple[int, Ints]] = []
        for values, bits in zip(columns, self.bits, strict=True):
            if not bits:
                continue
            if chunks and chunks[-1][0] + bits <= _CHUNK:
                held, packed = chunks[-1]
                chunks[-1] = held + bits, (packed << bits) + values
            else:
                chunks.append((bits, values))
        if not chunks:
            return [0] * len(columns[0])
        totals: list[int] = chunks[0][1].tolist()
        for bits, values in chunks[1:]:
            totals = [(high << bits) + low for high, low in zip(totals, values.tolist(), strict=True)]
        return totals


def scale(levels: Sequence[Level], *, with_bye: bool) -> Scale:
    """Bits a level: enough for half the sum, over the places, of the dearest pair each is in, and the bye.

    All together may be more than one weight holds: `matching.solve_levels` sees to that.
    """
    bits = []
    for level in levels:
        dearest = int(_dearest(level).sum()) // 2
        if with_bye:
            dearest += int(level.byes.max(initial=0))
        bits.append(dearest.bit_length())
    return Scale(tuple(levels), tuple(bits), with_bye)


def _dearest(level: Level) -> Ints:
    """What the dearest pair of each place costs, or what it can cost at most in a field too large to look."""
    if level.size > DENSE or level.listed is not None:
        return level.ceiling
    everybody = np.arange(level.size, dtype=np.int64)
    costs = np.broadcast_to(level.pairs(everybody[:, None], everybody[None, :]), (level.size, level.size)).copy()
    np.fill_diagonal(costs, 0)
    dearest: Ints = costs.max(axis=1, initial=0)
    return dearest


def add_costs(costs: Sequence[Cost]) -> Cost:
    """Level by level; the costs are of one scale."""
    if not costs:
        return ()
    return tuple((level[0][0], sum(value for _, value in level)) for level in zip(*costs, strict=True))
