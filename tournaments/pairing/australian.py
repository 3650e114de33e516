"""The Australian draw: from the top, everybody meets the best he has not met since the reset.

Nobody is given an opponent who would leave the rest without a round, so nothing has to be taken back: a whole round
is held ready all the time, and giving the top his opponent changes it only as far as it must be changed.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from .field import Couple, Field, couple
from .levels import add_costs
from .made import Made, make_pair
from .matched import Problem, build_problem, pair_by_matching
from .matching import solve
from .model import KingOfTheHill, Note, RepeatRule
from .notes import bye_notes, note, pair_notes
from .settings import AustralianDraw

Flags = NDArray[np.bool_]

_SETTLED_BEFORE = ("second_bye", "repeats", "bye_rank", "clubs", "teams")
"""What is dearer than the order of opponents."""


def pair_from_the_top(field: Field, free: tuple[int, ...], system: AustralianDraw) -> Made:
    """Raises PairingError `pairing.infeasible` as every system does.

    The bye goes round as always. A second bye, a repeat since the reset, the bye's rank and club-mates are settled
    first, by the matching that other systems use; then the top chooses among what that leaves.
    """
    if not free:
        return Made((), (), (), (), ())
    last = field.request.round - 1
    reset = min(system.reset_round, last)
    since = _forgetting(field, reset)
    ready = pair_by_matching(since, free, KingOfTheHill())
    while ready.repeats and reset < last:
        reset += 1
        since = _forgetting(field, reset)
        ready = pair_by_matching(since, free, KingOfTheHill())
    problem = build_problem(since, free, KingOfTheHill())
    index = {field.id(place): i for i, place in enumerate(free)}
    settled = [couple(index[pair.first], index[pair.second]) for pair in ready.pairs]
    chosen = _choose(_open(problem, settled), settled)
    bye = ready.byes[0] if ready.byes else None

    quiet = replace(field, adjacent=frozenset())
    pairs = tuple(make_pair(field, free[i], free[j]) for i, j in chosen)
    notes: list[Note] = []
    if reset > system.reset_round:
        notes.append(note("reset_raised", **{"from": system.reset_round, "to": reset}))
    if bye is not None:
        notes += bye_notes(field, bye, free)
    for pair in pairs:
        notes += pair_notes(quiet, pair, repeat_reason="reset")
    costs = [*problem.scale.pair_costs(chosen), *([] if bye is None else [problem.scale.bye_cost(free.index(bye))])]
    return Made(
        pairs=pairs,
        byes=ready.byes,
        repeats=tuple((pair.first, pair.second) for pair in pairs if pair.met),
        cost=tuple((name, value) for name, value in add_costs(costs) if name in _SETTLED_BEFORE),
        notes=tuple(notes),
    )


def _forgetting(field: Field, reset: int) -> Field:
    """The field as if nothing had been played up to that round; who started what is not forgotten."""
    request = replace(field.request, repeats=RepeatRule())
    met: Counter[Couple] = Counter()
    for meeting in request.history:
        counts = meeting.played or request.only_paired(meeting.round)
        if counts and meeting.round > reset and meeting.first in field.place and meeting.second in field.place:
            met[couple(field.place[meeting.first], field.place[meeting.second])] += 1
    return replace(field, request=request, met=met, adjacent=frozenset())


def _open(problem: Problem, ready: Sequence[Couple]) -> Flags:
    """Which free indices may meet: those who cost nothing there, and those whom the round that is ready had to put
    together all the same, so that whatever is chosen is no dearer than it."""
    size = len(problem.free)
    everybody = np.arange(size, dtype=np.int64)
    allowed: Flags = ~np.eye(size, dtype=np.bool_)
    for level in problem.scale.levels:
        if level.name in _SETTLED_BEFORE:
            allowed &= level.pairs(everybody[:, None], everybody[None, :]) == 0
    for a, b in problem.forbidden:
        allowed[a, b] = allowed[b, a] = False
    for a, b in ready:
        allowed[a, b] = allowed[b, a] = True
    return allowed


def _choose(allowed: Flags, ready: Sequence[Couple]) -> list[Couple]:
    """From the top: everybody's best open opponent who leaves the others a round. `ready` is one to begin with."""
    mate = {a: b for pair in ready for a, b in (pair, pair[::-1])}
    chosen: list[Couple] = []
    for i in sorted(mate):
        if i not in mate:
            continue
        for j in np.flatnonzero(allowed[i]).tolist():
            if j in mate and (changed := _with_pair(allowed, mate, i, j)) is not None:
                mate = changed
                break
        j = mate[i]
        chosen.append(couple(i, j))
        del mate[i], mate[j]
    return chosen


def _with_pair(allowed: Flags, mate: dict[int, int], i: int, j: int) -> dict[int, int] | None:
    """The round that is ready, changed so that these two meet; None if there is no such round."""
    a, b = mate[i], mate[j]
    if a == j:
        return mate
    if allowed[a, b]:
        return {**mate, i: j, j: i, a: b, b: a}
    others = [x for x in mate if x not in (i, j, a, b)]
    for x in others:
        if allowed[a, x] and allowed[b, mate[x]]:
            y = mate[x]
            return {**mate, i: j, j: i, a: x, x: a, b: y, y: b}
    rest = sorted(x for x in mate if x not in (i, j))
    among = np.argwhere(np.triu(allowed[np.ix_(rest, rest)], 1)).astype(np.int64)
    found = solve(len(rest), among, [0] * len(among), 1, with_bye=False)
    if found.unmatched:
        return None
    again = {rest[p]: rest[q] for pair in found.pairs for p, q in (pair, pair[::-1])}
    return {**again, i: j, j: i}
