"""Who meets whom in a simulated round, as columns of ranked rows."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from .keys import Int, groups, owners
from .situation import RoundShape, Situation


def pairs(shape: RoundShape, ranked: Int) -> tuple[Int, Int]:
    """Columns (upper, lower) of an even number of ranked keys a row; one row of them where all runs are alike."""
    columns = ranked.shape[1]
    if shape.kind == "king_of_the_hill":
        upper = np.arange(0, columns, 2, dtype=np.int64)[None, :]
        return upper, upper + 1
    if shape.kind == "swiss":
        return _swiss(groups(ranked))
    factor = min(shape.factor, columns // 2)
    top = np.broadcast_to(np.arange(factor, dtype=np.int64), (len(ranked), factor))
    upper, lower = _swiss(groups(ranked[:, 2 * factor :]))
    return (
        np.concatenate([top, upper + 2 * factor], axis=1),
        np.concatenate([top + factor, lower + 2 * factor], axis=1),
    )


def _swiss(group: Int) -> tuple[Int, Int]:
    """Top half v bottom half of every score group, an odd one pulling up the best of the next.

    Counted in cells of two columns: a bracket of cells a to b pairs, in cell j, column a + j with b + j.
    """
    cells = group.shape[1] // 2
    cell = np.arange(cells, dtype=np.int64)
    if cells < 2:
        upper = np.broadcast_to(2 * cell, (len(group), cells))
        return upper, upper + 1
    starts = np.zeros((len(group), cells), dtype=np.int64)
    ends = np.full((len(group), cells), cells, dtype=np.int64)
    cut = group[:, 0:-2:2] != group[:, 2::2]
    starts[:, 1:] = np.where(cut, cell[1:], 0)
    ends[:, :-1] = np.where(cut, cell[1:], cells)
    np.maximum.accumulate(starts, axis=1, out=starts)
    np.minimum.accumulate(ends[:, ::-1], axis=1, out=ends[:, ::-1])
    return starts + cell, ends + cell


@dataclass(frozen=True, slots=True)
class NextRound:
    """Columns of the next round, the same in every run: pairs, and whoever sits out."""

    upper: Int
    lower: Int
    resting: Int


def next_round(situation: Situation, shape: RoundShape, ranked: Int) -> NextRound:
    """What is settled of the next round, and the rest by its shape. `ranked` is today's one row of keys."""
    column = {situation.contestants[i].number: k for k, i in enumerate(owners(ranked).tolist())}
    settled = [sorted((column[a], column[b])) for a, b in situation.paired]
    resting = [column[n] for n in situation.sitting_out]
    taken = {k for pair in settled for k in pair} | set(resting)
    free = [k for k in range(len(ranked)) if k not in taken]
    if len(free) % 2:
        byes = [situation.contestants[i].byes for i in owners(ranked).tolist()]
        lone = min(free, key=lambda k: (byes[k], -k))
        free.remove(lone)
        resting.append(lone)
    upper, lower = pairs(shape, ranked[free][None, :])
    return NextRound(
        upper=_columns([pair[0] for pair in settled], free, upper),
        lower=_columns([pair[1] for pair in settled], free, lower),
        resting=np.array(resting, dtype=np.int64),
    )


def _columns(settled: Sequence[int], free: Sequence[int], chosen: Int) -> Int:
    return np.array([*settled, *(free[k] for k in chosen[0].tolist())], dtype=np.int64)


def bye_columns(ranked: Int, byes: Int) -> Int:
    """Who has the bye in each run: the fewest byes (`byes[run, contestant]`), then the lowest."""
    columns = ranked.shape[1]
    had = np.take_along_axis(byes, owners(ranked), axis=1)
    order = had * columns + np.arange(columns - 1, -1, -1, dtype=np.int64)
    return np.asarray(order.argmin(axis=1), dtype=np.int64)
