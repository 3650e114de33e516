"""The Australian draw: from the top, everybody meets the best he has not met since the reset.

Nobody is given an opponent who would leave the rest without a round, so nothing has to be taken back: a whole round
is held ready all the time, and giving the top his opponent changes it only as far as it must be changed.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from .candidates import open_pairs
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

_LOOKED_AT = 600
"""Open opponents of each that a rebuilt round is looked for among: all of them in fields of up to 600."""


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
    chosen = _Ready(problem, settled).choose()
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


class _Ready:
    """A whole round of free indices, held ready while the top chooses; `mate` shrinks as pairs are taken."""

    def __init__(self, problem: Problem, pairs: Sequence[Couple]) -> None:
        levels = [level for level in problem.scale.levels if level.name in _SETTLED_BEFORE]
        self._is_open = open_pairs(len(problem.free), problem.forbidden, levels)
        self._kept = {a: b for pair in pairs for a, b in (pair, pair[::-1])}
        self.mate = dict(self._kept)

    def open_to(self, one: int, others: Sequence[int]) -> Flags:
        """Whom he may meet: those who cost nothing, and the one whom the round that was ready at first gave him,
        so that whatever is chosen is no dearer than that round."""
        row = np.array(others, dtype=np.int64)
        flags: Flags = self._is_open(np.full(1, one, dtype=np.int64), row) | (row == self._kept[one])
        return flags

    def choose(self) -> list[Couple]:
        """From the top, everybody's best open opponent who leaves the others a round."""
        chosen: list[Couple] = []
        for i in sorted(self.mate):
            if i not in self.mate:
                continue
            below = sorted(self.mate)[1:]
            for at in np.flatnonzero(self.open_to(i, below)).tolist():
                if self._bring(i, below[at]):
                    break
            j = self.mate[i]
            chosen.append(couple(i, j))
            del self.mate[i], self.mate[j]
        return chosen

    def _bring(self, i: int, j: int) -> bool:
        """Change the round that is ready so that these two meet; False if there is no such round."""
        a, b = self.mate[i], self.mate[j]
        if a == j:
            return True
        if self.open_to(a, [b])[0]:
            self._pair((i, j), (a, b))
            return True
        others = [x for x in self.mate if x not in (i, j, a, b)]
        across = [self.mate[x] for x in others]
        for at in np.flatnonzero(self.open_to(a, others) & self.open_to(b, across)).tolist():
            self._pair((i, j), (a, others[at]), (b, across[at]))
            return True
        return self._rebuild(i, j)

    def _rebuild(self, i: int, j: int) -> bool:
        rest = sorted(x for x in self.mate if x not in (i, j))
        edges = [
            (k, k + 1 + at)
            for k, x in enumerate(rest)
            for at in np.flatnonzero(self.open_to(x, rest[k + 1 :]))[:_LOOKED_AT].tolist()
        ]
        among = np.array(edges, dtype=np.int64).reshape(-1, 2)
        found = solve(len(rest), among, [0] * len(among), 1)
        if found.unmatched:
            return False
        self._pair((i, j), *((rest[p], rest[q]) for p, q in found.pairs))
        return True

    def _pair(self, *pairs: Couple) -> None:
        for a, b in pairs:
            self.mate[a], self.mate[b] = b, a
