"""Whom to look at in a field too large for all pairs: the cheapest opponents of each place, by their cost.

Nearest by rank is not cheapest: in a Swiss round the right opponent stands half a score group away. A system
says round which places its cheapest opponents stand (`Wishes.centres`); all pairs in a window there are priced
by every level, and the cheapest few of each window are kept: of each, for the one who is pulled up has cheaper
opponents in his own group than those he is meant for. Where a system says nothing, all pairs are priced, a chunk
of rows at a time.
"""

from collections.abc import Callable, Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from .field import Couple
from .levels import Ints, Level, listed_level

Edges = NDArray[np.int64]
"""Rows (i, j) of free indices, i < j, in order, each once."""

Flags = NDArray[np.bool_]
Open = Callable[[Ints, Ints], Flags]
"""Which pairs may be made; index arrays broadcast."""

RANKS = 15
"""Neighbours in rank who are always looked at: odd groups and the last rounds are settled among them."""

_CHUNK = 2_000_000
_NEVER = np.iinfo(np.int64).max


def open_pairs(size: int, forbidden: Iterable[Couple], at_nought: Sequence[Level] = ()) -> Open:
    """Pairs that are not forbidden and cost nothing on the levels `at_nought`."""
    ban = listed_level("forbidden", size, {(min(pair), max(pair)): 1 for pair in forbidden})
    held = [level for level in (ban, *at_nought) if level.listed is None or len(level.listed[0])]

    def is_open(one: Ints, other: Ints) -> Flags:
        answer: Flags = np.asarray(one != other)
        for level in held:
            answer = answer & (level.pairs(one, other) == 0)
        return answer

    return is_open


def selection_key(levels: Sequence[Level], rows: Ints, columns: Ints) -> Ints:
    """One int64 a pair that orders these pairs as their levels do, as far down as 62 bits reach."""
    shape = np.broadcast_shapes(rows.shape, columns.shape)
    key = np.zeros(shape, dtype=np.int64)
    room = 1 << 62
    for level in levels:
        if level.listed is not None and not len(level.listed[0]):
            continue
        values = level.pairs(rows, columns)
        radix = int(values.max(initial=0)) + 1
        if radix > room:
            break
        room //= radix
        key = key * radix + values
    return key


def cheapest_opponents(
    levels: Sequence[Level],
    size: int,
    centres: Sequence[Ints] | None,
    is_open: Open,
    count: int,
    *,
    ranks: int = RANKS,
) -> Edges:
    """For each place its `count` cheapest open opponents round its first centre, a third of that round each
    other one, and its open neighbours in rank."""
    everybody = np.arange(size, dtype=np.int64)
    found = [_near(everybody, is_open, ranks)]
    if centres is None:
        step = max(1, _CHUNK // max(size, 1))
        for start in range(0, size, step):
            rows = everybody[start : start + step, None]
            found.append(cheapest_of(levels, rows, everybody[None, :], is_open, count))
        return unite(size, found)
    for number, centre in enumerate(centres):
        kept = count if number == 0 else -(-count // 3)
        found.append(cheapest_of(levels, everybody[:, None], _window(centre, size, count), is_open, kept))
    return unite(size, found)


def cheapest_of(levels: Sequence[Level], rows: Ints, columns: Ints, is_open: Open, count: int) -> Edges:
    """Of each row (m, 1) the `count` cheapest of its open columns (m or 1, w), as unordered (row, column)."""
    key = np.where(is_open(rows, columns), selection_key(levels, rows, columns), _NEVER)
    full = np.broadcast_to(columns, key.shape)
    if count < key.shape[1]:
        # a tie at the edge of the choice goes to the better place, whatever the partition does
        order = np.argsort(key, axis=1, kind="stable")[:, :count]
        key = np.take_along_axis(key, order, axis=1)
        full = np.take_along_axis(full, order, axis=1)
    kept = key != _NEVER
    return np.stack([np.broadcast_to(rows, key.shape)[kept], full[kept]], axis=1)


def unite(size: int, parts: Iterable[Edges]) -> Edges:
    """All of them once, the smaller index first, in order."""
    rows = np.concatenate([part.reshape(-1, 2) for part in parts])
    low, high = rows.min(axis=1, initial=size), rows.max(axis=1, initial=0)
    keys = np.unique(low * size + high)
    return np.stack([keys // size, keys % size], axis=1)


def _near(everybody: Ints, is_open: Open, ranks: int) -> Edges:
    size = len(everybody)
    parts = []
    for off in range(1, min(ranks, size - 1) + 1):
        rows, columns = everybody[: size - off], everybody[off:]
        kept = is_open(rows, columns)
        parts.append(np.stack([rows[kept], columns[kept]], axis=1))
    return np.concatenate(parts) if parts else np.empty((0, 2), dtype=np.int64)


def _window(centre: Ints, size: int, reach: int) -> Ints:
    """(size, 2 reach + 1): the places within `reach` of each centre; those outside the field are the row's own."""
    offsets = np.arange(-reach, reach + 1, dtype=np.int64)
    around = np.clip(centre, 0, size - 1)[:, None] + offsets[None, :]
    return np.where((around >= 0) & (around < size), around, np.arange(size, dtype=np.int64)[:, None])
