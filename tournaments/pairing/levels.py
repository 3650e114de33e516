"""The cost levels, the most important first, as integer matrices over the free places; and one integer a pair.

Every level is a matrix of costs over pairs and a vector of costs over byes. Each gets as many bits as the
largest sum that any matching of the graph could reach, so no sum of a lower level ever outweighs one unit of
a higher one: comparing the single integers compares the levels in order, exactly.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from .field import Couple, Field
from .model import Cost

Matrix = NDArray[np.int64]

BIT_BUDGET = 126
"""The solver's weights are exact below 2^126 and overflow at 2^127.

The caps on single costs, here and in `systems.py`, keep 600 competitors within it whatever their history:
4 bits for the second bye, 9 repeats, 9 back to back, 16 times met, 10 bye rank, 9 clubs, 16 score groups,
9 off plan, 27 fold and 14 starts are 123. A cap only makes what is already very bad equally bad.
"""

_CHUNK = 62
"""Levels are added up in int64 as far as they fit, and in Python's integers from there on."""

_TIMES_CAP = 15
_EXCESS_CAP = 15
_STARTS_KEPT_WITHIN = 2


@dataclass(frozen=True, slots=True)
class Level:
    """`pairs[i, j]` over free places (symmetric, zero diagonal), `byes[i]`; costs are never negative."""

    name: str
    pairs: Matrix
    byes: Matrix


def triangular(steps: Matrix, cap: int) -> Matrix:
    """1, 3, 6, 10 …: one far step costs more than the same way in short ones. Equal beyond `cap` steps."""
    held: Matrix = np.minimum(steps, cap)
    return held * (held + 1) // 2


def history_levels(field: Field, free: Sequence[int]) -> list[Level]:
    """What is asked of every system before its own wishes."""
    size = len(free)
    index = {place: i for i, place in enumerate(free)}
    met = np.zeros((size, size), dtype=np.int64)
    for (a, b), count in field.met.items():
        _put(met, index, (a, b), count)
    adjacent = np.zeros((size, size), dtype=np.int64)
    for pair in field.adjacent:
        _put(adjacent, index, pair, 1)
    had = np.array([field.byes[place] for place in free], dtype=np.int64)
    fewest = min(field.byes, default=0)
    none, no_bye = _empty(size)
    return [
        Level("second_bye", none, np.minimum(had - fewest, _TIMES_CAP)),
        Level("repeats", np.minimum(met, 1), no_bye),
        Level("back_to_back", adjacent, no_bye),
        Level("times_met", triangular(np.maximum(met - 1, 0), _TIMES_CAP), no_bye),
        Level("bye_rank", none, np.arange(size - 1, -1, -1, dtype=np.int64)),
        Level("clubs", _clubs(field, free), no_bye),
    ]


def starts_level(field: Field, free: Sequence[int]) -> Level:
    """How far a pair would leave anybody's starts beyond the difference that is still good."""
    difference = np.array([field.difference[place] for place in free], dtype=np.int64)
    smaller = np.minimum(difference[:, None], difference[None, :]) + 1
    larger = np.maximum(difference[:, None], difference[None, :]) - 1
    excess = sum(
        np.minimum(np.maximum(np.abs(after) - _STARTS_KEPT_WITHIN, 0), _EXCESS_CAP) for after in (smaller, larger)
    )
    pairs: Matrix = np.asarray(excess, dtype=np.int64)
    np.fill_diagonal(pairs, 0)
    return Level("starts", pairs, np.zeros(len(free), dtype=np.int64))


def _clubs(field: Field, free: Sequence[int]) -> Matrix:
    size = len(free)
    if not field.request.clubs_apart.applies(field.request.round):
        return np.zeros((size, size), dtype=np.int64)
    clubs = [field.order[place].club for place in free]
    codes = {name: code for code, name in enumerate(sorted({c for c in clubs if c is not None}))}
    club = np.array([-1 if c is None else codes[c] for c in clubs], dtype=np.int64)
    same: Matrix = ((club[:, None] == club[None, :]) & (club[:, None] >= 0)).astype(np.int64)
    np.fill_diagonal(same, 0)
    return same


def _put(matrix: Matrix, index: dict[int, int], pair: Couple, value: int) -> None:
    a, b = index.get(pair[0]), index.get(pair[1])
    if a is not None and b is not None:
        matrix[a, b] = matrix[b, a] = value


def _empty(size: int) -> tuple[Matrix, Matrix]:
    return np.zeros((size, size), dtype=np.int64), np.zeros(size, dtype=np.int64)


@dataclass(frozen=True, slots=True)
class Scale:
    """How the levels are packed: `bits[k]` for level k, `total` in all."""

    levels: tuple[Level, ...]
    bits: tuple[int, ...]
    with_bye: bool

    @property
    def total(self) -> int:
        return sum(self.bits)

    def pair_cost(self, i: int, j: int) -> Cost:
        return tuple((level.name, int(level.pairs[i, j])) for level in self.levels)

    def bye_cost(self, i: int) -> Cost:
        return tuple((level.name, int(level.byes[i])) for level in self.levels)

    def packed_pairs(self, rows: Matrix, columns: Matrix) -> list[int]:
        return self._packed([level.pairs[rows, columns] for level in self.levels])

    def packed_byes(self) -> list[int]:
        return self._packed([level.byes for level in self.levels])

    def _packed(self, columns: Sequence[Matrix]) -> list[int]:
        chunks: list[tuple[int, Matrix]] = []
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
    """Bits a level: enough for half the sum, over the places, of the dearest pair each is in, and the bye."""
    bits = []
    for level in levels:
        dearest = int(level.pairs.max(axis=1, initial=0).sum()) // 2
        if with_bye:
            dearest += int(level.byes.max(initial=0))
        bits.append(dearest.bit_length())
    packed = Scale(tuple(levels), tuple(bits), with_bye)
    if packed.total >= BIT_BUDGET:
        raise OverflowError(f"pairing costs need {packed.total} bits of {BIT_BUDGET}")
    return packed


def add_costs(costs: Sequence[Cost]) -> Cost:
    """Level by level; the costs are of one scale."""
    if not costs:
        return ()
    return tuple((level[0][0], sum(value for _, value in level)) for level in zip(*costs, strict=True))
