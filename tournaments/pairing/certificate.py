"""How good a round is proved to be: the best there is, or no further from it than a gap that is told.

The levels are gone through in order. Where the round costs what no round can undercut (nothing, and of the byes
the cheapest left), all that is dearer on that level drops out. Otherwise prices (`duals.py`) are found on likely
pairs, and then every pair of the field is held against them: what is cheaper than its prices joins the program,
until nothing is. If the bound reaches the round's cost, pairs that no equally cheap round can hold drop out and
the next levels are looked at among the rest; a gap ends it, and levels below are not spoken of.

So the bound is the lexicographic one, and it rests on integers alone: no floating-point figure is believed.
"""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Literal

import numpy as np

from .candidates import Edges, Flags, cheapest_opponents, open_pairs, unite
from .duals import (
    FINE,
    Floats,
    Prices,
    Stage,
    likely_groups,
    lowered,
    rounded,
    solve_relaxed,
    violated,
    violated_heads,
)
from .field import build_field
from .levels import BIT_BUDGET, Ints, Level
from .locks import settle
from .matched import COMPLETE, Problem, build_problem, cheapest
from .matching import Matched, level_sums
from .model import Cost, PairingRequest, PairingResult
from .settings import AustralianDraw, TableSystem

Status = Literal["optimal", "gap", "not_proved"]
Method = Literal["complete", "prices", "none"]

OPPONENTS = 8
"""Cheapest opponents of each place in the first linear program."""

_RANKS = 4
_STAGE_BITS = 24
_ROUNDS = 60
_STALLED = 12
"""Programs in a row that found nothing more, after which what there is is priced."""

_PRICE_BITS = 36
_CHUNK = 1_000_000
_SHORT = 1e-4
_JOIN = 4
"""Pairs of one place that join the program at once."""


@dataclass(frozen=True, slots=True)
class Certificate:
    """`optimal`: no round costs less. `gap`: none costs less than `bound`. `not_proved`: nothing is known.

    `bound` and `gap` are level by level like the round's cost; `gap` is nought on all levels down to the one that
    ends the proof, what is missing there, and nought, unspoken, below. `method` `complete` means that all pairs
    were solved at once, exactly; `prices` that a bound was proved; `none` that the round is no matching. `edges`
    were in the last of the linear `programs`, `added` joined because their price asked for it. `groups` is how
    many odd groups hold the bound up. `cheaper` is what a cheaper round costs, where one is known.
    """

    status: Status
    method: Method
    bound: Cost = ()
    gap: Cost = ()
    edges: int = 0
    added: int = 0
    groups: int = 0
    programs: int = 0
    seconds: float = 0.0
    cheaper: Cost | None = None


@dataclass(slots=True)
class _Work:
    """What has been settled so far, and the work it took."""

    problem: Problem
    matched: Matched
    opponents: int
    left: Callable[[], float | None]
    held: list[Level] = field(default_factory=list)
    proved: list[Prices] = field(default_factory=list)
    byes: Ints = field(default_factory=lambda: np.empty(0, dtype=np.int64))
    edges: int = 0
    added: int = 0
    groups: int = 0
    programs: int = 0

    @property
    def total(self) -> int:
        return self.problem.scale.size + self.problem.scale.with_bye

    @property
    def ends(self) -> Edges:
        """The round's own pairs, the bye among them."""
        bye = [] if self.matched.bye is None else [(self.matched.bye, self.problem.scale.size)]
        return np.array([*self.matched.pairs, *bye], dtype=np.int64).reshape(-1, 2)

    def open_still(self, rows: Ints, columns: Ints) -> Flags:
        """Flat pairs that a round as cheap as this one, on all that is settled, can hold."""
        size = self.problem.scale.size
        answer = open_pairs(size, self.problem.forbidden, self.held)(rows, columns)
        for prices in self.proved:
            answer = answer & prices.usable(rows, columns)
        return answer


def certify(
    request: PairingRequest,
    result: PairingResult,
    *,
    seconds: float = 10.0,
    clock: Callable[[], float] | None = None,
    opponents: int = OPPONENTS,
    complete: int = COMPLETE,
) -> Certificate:
    """Prove how good `result` is. `clock` (monotonic seconds) makes the time limit hold and fills `seconds`.

    Raises ValueError if the result is not a round of this request's free competitors.
    """
    start = clock() if clock else 0.0
    held = build_field(request)
    free = settle(held).free
    if isinstance(request.system, TableSystem | AustralianDraw) or not free:
        return Certificate("not_proved" if free else "optimal", "none")
    problem = build_problem(held, free, request.system)
    matched = _matched(problem, result, held.place)
    if problem.scale.size <= complete:
        found = _by_all_pairs(problem, matched)
    else:

        def left() -> float | None:
            return None if clock is None else seconds - (clock() - start)

        found = prove(problem, matched, left, opponents=opponents)
    return replace(found, seconds=clock() - start if clock else 0.0)


def _matched(problem: Problem, result: PairingResult, place: dict[int, int]) -> Matched:
    index = {at: i for i, at in enumerate(problem.free)}
    pairs = []
    for one in result.pairs:
        ends = [index.get(place.get(id_, -1)) for id_ in (one.first, one.second)]
        if None not in ends:
            pairs.append((min(ends), max(ends)))  # type: ignore[type-var]
    byes = [index[place[id_]] for id_ in result.byes if place.get(id_, -1) in index]
    seated = sorted([i for pair in pairs for i in pair if i is not None] + byes)
    if seated != list(range(len(problem.free))) or len(byes) != problem.scale.with_bye:
        raise ValueError("the result is not a round of this request")
    return Matched(tuple(sorted(pairs)), byes[0] if byes else None, ())  # type: ignore[arg-type]


def _by_all_pairs(problem: Problem, matched: Matched) -> Certificate:
    """All pairs are few: solve them again and compare."""
    levels = problem.scale.levels
    ours, best = level_sums(levels, matched), level_sums(levels, cheapest(problem))
    size = problem.scale.size
    known = Certificate("optimal", "complete", _cost(levels, best), edges=size * (size - 1) // 2)
    room = BIT_BUDGET - max(problem.scale.bits)
    if problem.scale.total >= BIT_BUDGET and sum(value.bit_length() for value in best) >= room:
        return replace(known, status="not_proved", bound=())
    if ours == best:
        return replace(known, gap=_cost(levels, [0] * len(best)))
    return replace(known, status="gap", gap=_cost(levels, _first_difference(ours, best)), cheaper=known.bound)


def prove(
    problem: Problem, matched: Matched, left: Callable[[], float | None], *, opponents: int = OPPONENTS
) -> Certificate:
    """The bound by prices, level by level."""
    scale = problem.scale
    ours = level_sums(scale.levels, matched)
    work = _Work(problem, matched, opponents, left)
    work.byes = np.arange(scale.size if scale.with_bye else 0, dtype=np.int64)
    bound: list[int] = []
    while len(bound) < len(ours):
        at = len(bound)
        level = scale.levels[at]
        cheapest_bye = int(level.byes[work.byes].min()) if len(work.byes) else 0
        if ours[at] == cheapest_bye and _costs_nothing(level, matched):
            work.held.append(level)
            work.byes = work.byes[level.byes[work.byes] == cheapest_bye]
            bound.append(cheapest_bye)
            continue
        stage = _stage(problem, ours, at)
        prices = _prove_stage(work, stage)
        if prices is None:
            break
        reached = min(prices.whole_bound, stage.most)
        bound += [max(0, value) for value in stage.unpacked(max(reached, 0))]
        if reached < stage.most:
            break
        work.proved.append(prices)
        work.byes = work.byes[prices.usable_byes(work.byes)]
    spoken = len(bound)
    bound += [0] * (len(ours) - spoken)
    known = Certificate(
        "gap",
        "prices",
        _cost(scale.levels, bound),
        edges=work.edges,
        added=work.added,
        groups=work.groups,
        programs=work.programs,
    )
    if bound == ours and spoken == len(ours):
        return replace(known, status="optimal", gap=_cost(scale.levels, [0] * len(ours)))
    if not spoken:
        return replace(known, status="not_proved", bound=(), gap=())
    return replace(known, gap=_cost(scale.levels, _first_difference(ours, bound)))


def _costs_nothing(level: Level, matched: Matched) -> bool:
    chosen = np.array(matched.pairs, dtype=np.int64).reshape(-1, 2)
    return not level.pairs(chosen[:, 0], chosen[:, 1]).any()


def _stage(problem: Problem, ours: list[int], at: int) -> Stage:
    """The level `at` and as many below as can be weighed together without losing exactness or the solver's."""
    scale = problem.scale
    taken = [at]
    below = 0
    for k in range(at + 1, len(ours)):
        if (ours[at] + 1).bit_length() + below + scale.bits[k] > _STAGE_BITS:
            break
        below += scale.bits[k]
        taken.append(k)
    shifts = [sum(scale.bits[k + 1 : taken[-1] + 1]) for k in taken]
    most = sum(ours[k] << shift for k, shift in zip(taken, shifts, strict=True))
    return Stage(tuple(scale.levels[k] for k in taken), tuple(shifts), most)


def _prove_stage(work: _Work, stage: Stage) -> Prices | None:
    """Prices that no open pair undercuts, the best that were found; None where there was no time for any."""
    if stage.most.bit_length() > _PRICE_BITS:
        return None
    size = work.problem.scale.size
    edges = _first_edges(work, stage)
    byes = work.byes[stage.byes(work.byes) <= stage.most]
    to_bye = np.stack([byes, np.full(len(byes), size, dtype=np.int64)], axis=1)
    once = [group for prices in work.proved for group in prices.crossed_once()]
    groups = list(once)
    best: Prices | None = None
    unpriced: Prices | None = None
    stalled, value = 0, -1.0
    for _ in range(_ROUNDS):
        left = work.left()
        if left is not None and left <= 0:
            break
        ends = np.concatenate([edges, to_bye])
        costs = np.concatenate([stage.pairs(edges[:, 0], edges[:, 1]), stage.byes(byes)])
        work.edges = len(ends)
        work.programs += 1
        relaxed = solve_relaxed(work.total, ends, costs, groups, len(once), left)
        if relaxed is None:
            break
        unpriced = rounded(stage, relaxed, groups, len(once))
        stalled = stalled + 1 if relaxed.value < value + _SHORT else 0
        value = relaxed.value
        short = value < stage.most - _SHORT and stalled < _STALLED
        if short and (more := _new_groups(_too_seldom_left(work, ends, costs, relaxed.x), groups)):
            groups += more
            continue
        missing, valid = _price(work, unpriced, byes)
        unpriced, stalled = None, 0
        if best is None or valid.bound > best.bound:
            best = valid
        joined = unite(size, [edges, missing])
        if valid.whole_bound >= stage.most or len(joined) == len(edges):
            break
        work.added += len(joined) - len(edges)
        edges = joined
    if best is None and unpriced is not None:
        _, best = _price(work, unpriced, byes)
    if best is not None:
        work.groups += len(best.groups)
    return best


def _too_seldom_left(work: _Work, ends: Edges, costs: Ints, x: Floats) -> list[Ints]:
    return [
        *likely_groups(work.total, ends, costs, x),
        *violated(work.total, ends, x),
        *violated_heads(work.total, ends, x, _lines(work)),
    ]


def _lines(work: _Work) -> list[Ints]:
    """The pairing order; and the system's own line, if its first centre is who stands next on one.

    The bye stands beside the one who is sure to have it, so that the two are on one side of every cut but one.
    """
    size = work.problem.scale.size
    lines = [list(range(size))]
    if centres := work.problem.wishes.centres:
        after = np.clip(centres[0], 0, size - 1).tolist()
        heads = sorted(set(range(size)).difference(after))
        line = heads if len(heads) == 1 else []
        while line and len(line) < size and after[line[-1]] != line[-1]:
            line.append(after[line[-1]])
        if len(set(line)) == size:
            lines.append(line)
    if work.problem.scale.with_bye:
        for line in lines:
            at = line.index(int(work.byes[0])) + 1 if len(work.byes) == 1 else size
            line.insert(at, size)
    return [np.array(line, dtype=np.int64) for line in lines]


def _new_groups(found: list[Ints], known: list[Ints]) -> list[Ints]:
    old = {group.tobytes() for group in known}
    return list({group.tobytes(): group for group in found if group.tobytes() not in old}.values())


def _first_edges(work: _Work, stage: Stage) -> Edges:
    """The round's own pairs and a few likely ones of each place, all of them open still."""
    scale = work.problem.scale
    own = np.array(work.matched.pairs, dtype=np.int64).reshape(-1, 2)
    likely = cheapest_opponents(
        stage.levels, scale.size, work.problem.wishes.centres, work.open_still, work.opponents, ranks=_RANKS
    )
    edges = unite(scale.size, [own, likely])
    return edges[stage.pairs(edges[:, 0], edges[:, 1]) <= stage.most]


def _price(work: _Work, prices: Prices, byes: Ints) -> tuple[Edges, Prices]:
    """Hold every pair of the field against the prices: those that undercut them, and prices none undercuts."""
    size = work.problem.scale.size
    everybody = np.arange(size, dtype=np.int64)
    too_high = np.zeros(work.total, dtype=np.int64)
    if len(byes):
        np.maximum.at(too_high, byes, -prices.reduced_byes(byes))
    missing: list[Edges] = []
    start = 0
    while start < size:
        stop = min(size, start + max(1, _CHUNK // (size - start)))
        reduced = prices.reduced(everybody[start:stop, None], everybody[None, start:])
        rows, columns = (found + start for found in np.nonzero(reduced < 0))
        kept = rows < columns
        rows, columns = rows[kept], columns[kept]
        kept = work.open_still(rows, columns) & (prices.stage.pairs(rows, columns) <= prices.stage.most)
        rows, columns = rows[kept], columns[kept]
        short = -reduced[rows - start, columns - start]
        np.maximum.at(too_high, rows, short)
        worth = short > 1 << (FINE - 10)
        missing.append(_dearest_first(rows[worth], columns[worth], short[worth]))
        start = stop
    return np.concatenate(missing), lowered(prices, too_high)


def _dearest_first(rows: Ints, columns: Ints, short: Ints) -> Edges:
    """The few of each row that undercut its prices most."""
    order = np.lexsort((columns, -short, rows))
    rows, columns = rows[order], columns[order]
    first = np.searchsorted(rows, rows)
    kept = np.arange(len(rows)) - first < _JOIN
    return np.stack([rows[kept], columns[kept]], axis=1)


def _first_difference(ours: list[int], bound: list[int]) -> list[int]:
    """What is missing on the first level on which it is not nought."""
    gap = [0] * len(ours)
    for at, (value, least) in enumerate(zip(ours, bound, strict=True)):
        if value != least:
            gap[at] = value - least
            break
    return gap


def _cost(levels: tuple[Level, ...], values: list[int]) -> Cost:
    return tuple((level.name, value) for level, value in zip(levels, values, strict=True))
