"""A lower bound on what every pairing costs, in whole numbers: prices of places and of odd groups.

Give each place a price, any integer, and each of some groups of odd size a price that is not negative. Say that
no pair costs less than the prices of its two places and of all groups it leads out of. Then no pairing costs less
than all prices together, for every place is in one pair and out of every odd group leads at least one. Prices
come from a linear program and are rounded; the bound is as good as the rounding, but never wrong, because
"no pair costs less" is checked in integers, and a price that is too high is lowered.

The bye is one more place, the last.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import scipy.sparse
import scipy.sparse.csgraph
from numpy.typing import NDArray
from scipy.optimize import linprog

from .candidates import Edges, Flags
from .levels import Ints, Level

Floats = NDArray[np.float64]

FINE = 20
"""Prices are whole 2^-20ths of a unit of cost."""

_EPS = 1e-6
_PARTS = 60
_HEADS = 200
_EXACT = 1 << 53


@dataclass(frozen=True, slots=True)
class Stage:
    """Some consecutive levels as one int64 a pair: level k shifted by `shifts[k]`.

    `most` is what the round in question costs; whatever costs more than that by itself counts as `most` + 1.
    """

    levels: tuple[Level, ...]
    shifts: tuple[int, ...]
    most: int

    def pairs(self, rows: Ints, columns: Ints) -> Ints:
        return self._packed([level.pairs(rows, columns) for level in self.levels])

    def byes(self, places: Ints) -> Ints:
        return self._packed([level.byes[places] for level in self.levels])

    def _packed(self, values: Sequence[Ints]) -> Ints:
        first = (self.most >> self.shifts[0]) + 1
        total: Ints = np.minimum(values[0], first) << self.shifts[0]
        for costs, shift in zip(values[1:], self.shifts[1:], strict=True):
            total = total + (costs << shift)
        held: Ints = np.minimum(total, self.most + 1)
        return held

    def unpacked(self, bound: int) -> list[int]:
        """A cost of the stage, level by level."""
        parts = []
        for shift in self.shifts:
            parts.append(bound >> shift)
            bound -= parts[-1] << shift
        return parts


@dataclass(frozen=True, slots=True, eq=False)
class Prices:
    """`place[i]` and, between two classes of places, the sum of the groups that hold one and not the other.

    `of_groups` are the groups' own prices. All are in 2^-`FINE` of a unit.
    """

    stage: Stage
    place: Ints
    classes: Ints
    between: Ints
    groups: tuple[Ints, ...]
    of_groups: tuple[int, ...]

    @property
    def bound(self) -> int:
        """Below every pairing's cost, in the fine unit, once no pair is `reduced` below nought."""
        return int(self.place.sum()) + sum(self.of_groups)

    @property
    def whole_bound(self) -> int:
        """The same in units of cost, which are whole."""
        return -(-self.bound >> FINE)

    @property
    def slack(self) -> int:
        """How much the round in question costs above the bound: all that it can lose in pairs or groups."""
        return (self.stage.most << FINE) - self.bound

    def reduced(self, rows: Ints, columns: Ints) -> Ints:
        """What is left of the pairs' costs after the prices; index arrays broadcast."""
        costs = (self.stage.pairs(rows, columns) << FINE) - self.place[rows] - self.place[columns]
        if len(self.groups):
            costs = costs - self.between[self.classes[rows], self.classes[columns]]
        return costs

    def reduced_byes(self, places: Ints) -> Ints:
        bye = len(self.place) - 1
        costs = (self.stage.byes(places) << FINE) - self.place[places] - self.place[bye]
        left: Ints = costs - self.between[self.classes[places], self.classes[bye]]
        return left

    def usable(self, rows: Ints, columns: Ints) -> Flags:
        """False for pairs that are in no pairing as cheap as the round in question."""
        within: Flags = self.stage.pairs(rows, columns) <= self.stage.most
        return within & (self.reduced(rows, columns) <= self.slack)

    def usable_byes(self, places: Ints) -> Flags:
        within: Flags = self.stage.byes(places) <= self.stage.most
        return within & (self.reduced_byes(places) <= self.slack)

    def crossed_once(self) -> list[Ints]:
        """Groups that every pairing as cheap as the round in question leaves by one pair only."""
        return [group for group, price in zip(self.groups, self.of_groups, strict=True) if 2 * price > self.slack]


@dataclass(frozen=True, slots=True, eq=False)
class Relaxed:
    """The linear program solved: `x` of each edge then each bye, and prices as floats."""

    value: float
    x: Floats
    place: Floats
    of_groups: Floats
    iterations: int


def solve_relaxed(
    total: int, ends: Edges, costs: Ints, groups: Sequence[Ints], once: int, seconds: float | None
) -> Relaxed | None:
    """The cheapest fractional pairing of `total` places on `ends`; the first `once` groups are left just once.

    None when the time is over or the solver gives up.
    """
    count = len(ends)
    columns = np.repeat(np.arange(count), 2)
    degrees = scipy.sparse.csr_matrix((np.ones(2 * count), (ends.ravel(), columns)), shape=(total, count))
    leading = [leads_out(total, group, ends) for group in groups]
    out = scipy.sparse.csr_matrix(np.array(leading, dtype=np.float64).reshape(-1, count))
    equal = scipy.sparse.vstack([degrees, out[:once]]) if once else degrees
    more = -out[once:] if len(groups) > once else None
    answer = linprog(
        costs.astype(np.float64),
        A_ub=more,
        b_ub=None if more is None else -np.ones(len(groups) - once),
        A_eq=equal,
        b_eq=np.ones(total + once),
        bounds=(0, None),
        method="highs-ds",
        options={} if seconds is None else {"time_limit": max(seconds, 0.01)},
    )
    if answer.status != 0:
        return None
    of_places = np.asarray(answer.eqlin.marginals, dtype=np.float64)
    of_more = -np.asarray(answer.ineqlin.marginals, dtype=np.float64) if more is not None else np.empty(0)
    return Relaxed(
        float(answer.fun),
        np.asarray(answer.x, dtype=np.float64),
        of_places[:total],
        np.concatenate([of_places[total:], of_more]),
        int(answer.nit),
    )


def leads_out(total: int, group: Ints, ends: Edges) -> Flags:
    inside = np.zeros(total, dtype=np.bool_)
    inside[group] = True
    out: Flags = inside[ends[:, 0]] != inside[ends[:, 1]]
    return out


def _hanging_together(total: int, ends: Edges) -> tuple[int, Ints]:
    links = scipy.sparse.coo_matrix((np.ones(len(ends)), (ends[:, 0], ends[:, 1])), shape=(total, total))
    number, label = scipy.sparse.csgraph.connected_components(links, directed=False)
    return int(number), np.asarray(label, dtype=np.int64)


def violated(total: int, ends: Edges, x: Floats) -> list[Ints]:
    """Odd groups that a fractional pairing leaves by less than one pair: found as what hangs together."""
    found: dict[bytes, Ints] = {}
    for least in (_EPS, 0.1, 0.26, 0.4):
        kept = x > least
        number, label = _hanging_together(total, ends[kept])
        sizes = np.bincount(label, minlength=number)
        crossing = label[ends[:, 0]] != label[ends[:, 1]]
        leaving = np.zeros(number)
        for side in (0, 1):
            leaving += np.bincount(label[ends[crossing, side]], weights=x[crossing], minlength=number)
        for bad in np.flatnonzero((sizes % 2 == 1) & (sizes > 1) & (leaving < 1 - _EPS)):
            group = np.flatnonzero(label == bad).astype(np.int64)
            found.setdefault(group.tobytes(), group)
    return list(found.values())


def likely_groups(total: int, ends: Edges, costs: Ints, x: Floats) -> list[Ints]:
    """Score groups, or whatever hangs together by pairs that cost nothing, and runs of such that follow each other:
    those of odd size that a fractional pairing leaves by less than one pair.
    """
    number, label = _hanging_together(total, ends[costs == 0])
    if number > _PARTS:
        return []
    order = np.argsort([int(np.argmax(label == part)) for part in range(number)])
    rank = np.empty(number, dtype=np.int64)
    rank[order] = np.arange(number)
    label = rank[label]
    sizes = np.bincount(label, minlength=number)
    between = np.zeros((number, number))
    np.add.at(between, (label[ends[:, 0]], label[ends[:, 1]]), x)
    between = between + between.T
    np.fill_diagonal(between, 0)
    found = []
    for low in range(number):
        for high in range(low, number):
            if sizes[low : high + 1].sum() % 2 == 0:
                continue
            leaving = between[low : high + 1].sum() - between[low : high + 1, low : high + 1].sum()
            if leaving < 1 - _EPS:
                found.append(np.flatnonzero((label >= low) & (label <= high)).astype(np.int64))
    return [group for group in found if len(group) > 1]


def violated_heads(total: int, ends: Edges, x: Floats, lines: Sequence[Ints]) -> list[Ints]:
    """Odd heads of a line, or the tails when they are shorter, that are left by less than one pair.

    Where opponents are neighbours on a line, these are the groups that count. Every place is on each line once.
    """
    found: list[Ints] = []
    for line in lines:
        at = np.empty(total, dtype=np.int64)
        at[line] = np.arange(total)
        low, high = at[ends].min(axis=1), at[ends].max(axis=1)
        change = np.bincount(low, weights=x, minlength=total) - np.bincount(high, weights=x, minlength=total)
        leaving = np.cumsum(change)  # of the head that ends at each position
        for last in np.flatnonzero((leaving < 1 - _EPS) & (np.arange(total) % 2 == 0))[:_HEADS]:
            head = line[: last + 1] if 2 * last < total else line[last + 1 :]
            if len(head) > 1:
                found.append(np.sort(head))
    return found


def rounded(stage: Stage, relaxed: Relaxed, groups: Sequence[Ints], once: int) -> Prices:
    """Prices rounded down to the fine unit; groups without a price are left out."""
    scaled = np.floor(relaxed.of_groups * (1 << FINE)).astype(np.int64)
    scaled[once:] = np.maximum(scaled[once:], 0)
    kept = [(group, int(price)) for group, price in zip(groups, scaled, strict=True) if price]
    place = np.floor(relaxed.place * (1 << FINE)).astype(np.int64)
    return priced(stage, place, [group for group, _ in kept], [price for _, price in kept])


def priced(stage: Stage, place: Ints, groups: Sequence[Ints], of_groups: Sequence[int]) -> Prices:
    """Places of the same groups make one class, so that a table holds what lies between any two."""
    total = len(place)
    member = np.zeros((total, len(groups)), dtype=np.bool_)
    for number, group in enumerate(groups):
        member[group, number] = True
    of_class: dict[bytes, int] = {}
    packed = np.packbits(member, axis=1)
    classes = np.array([of_class.setdefault(row.tobytes(), len(of_class)) for row in packed], dtype=np.int64)
    signatures = np.zeros((len(of_class), len(groups)), dtype=np.bool_)
    signatures[classes] = member
    one_way = _inside_but_not(signatures, of_groups)
    between = one_way + one_way.T
    return Prices(stage, place, classes, between, tuple(groups), tuple(of_groups))


def _inside_but_not(signatures: Flags, of_groups: Sequence[int]) -> Ints:
    """For two classes, the prices of the groups that hold the first and not the second."""
    if sum(abs(price) for price in of_groups) < _EXACT:  # every sum of whole numbers is exact in floats
        weighted = signatures * np.array(of_groups, dtype=np.float64)
        exact: Ints = (weighted @ (~signatures).T.astype(np.float64)).astype(np.int64)
        return exact
    sums = np.zeros((len(signatures), len(signatures)), dtype=np.int64)
    for number, price in enumerate(of_groups):
        sums[np.ix_(signatures[:, number], ~signatures[:, number])] += price
    return sums


def lowered(prices: Prices, by: Ints) -> Prices:
    """The same with the places' prices lowered."""
    return Prices(prices.stage, prices.place - by, prices.classes, prices.between, prices.groups, prices.of_groups)
