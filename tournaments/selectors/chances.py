"""What may still happen in a division: counted endings as they are stored, and what they say of each entry.

What is clinched is worked out anew each time, by arithmetic, from the results of the moment; it is never stored.
"""

import json
from dataclasses import asdict, dataclass, replace
from decimal import Decimal
from hashlib import blake2b

import numpy as np
from numpy.typing import NDArray

from common.jobs import CANCELLED
from common.models import Job

from ..models import CountedChances, Division, Round
from ..pairing import Contention
from ..pairing.chances import (
    Chance,
    Chances,
    Mark,
    Situation,
    chances_from_json,
    gibson_of_caps,
    marks,
)
from ..standings import Table
from .situation import situation_of
from .standings import division_table

Real = NDArray[np.float64]

TASK = "tournaments.tasks.count_chances"
LIKELY = 0.05
"""The likely places leave out this share of the endings at either side."""


@dataclass(frozen=True, slots=True)
class Prizes:
    """``places`` from and to, each run of them one prize; ``classes`` the same inside a class. ``gibson`` is the
    largest spread of a game reckoned with, by rounds left; empty for no limit."""

    places: tuple[tuple[int, int], ...]
    classes: tuple[tuple[int, int, int], ...]
    gibson: tuple[int, ...]

    @property
    def last(self) -> int:
        return max((last for _first, last in self.places), default=0)


@dataclass(frozen=True, slots=True)
class ChanceRow:
    """An entry, in the order of the table. ``first`` and ``prize`` are chances of first place and of any prize,
    ``in_class`` of a prize of its class. ``low`` to ``high`` are the likely places; ``best`` and ``worst`` what
    arithmetic allows. ``spread`` of places: (place, share) of all that were seen."""

    entry: int
    number: int
    place: int
    points: Decimal
    active: bool
    first: Chance
    prize: Chance
    in_class: Chance | None
    low: int
    high: int
    mark: Mark
    last_prize: int
    seen: tuple[tuple[int, float], ...]

    @property
    def sure(self) -> int:
        """The place that nobody can take from it any more, where that is worth a prize; else 0."""
        return self.mark.worst if self.mark.worst <= self.last_prize else 0

    @property
    def out(self) -> bool:
        """Whether no ending gives it a prize of the table."""
        return self.mark.best > self.last_prize


@dataclass(frozen=True, slots=True)
class ChanceTable:
    after_round: int
    rounds_left: int
    runs: int
    stopped: str
    prizes: Prizes
    rows: tuple[ChanceRow, ...]
    places: int


@dataclass(frozen=True, slots=True)
class Counting:
    """Where the counting stands. ``state``: ``counted``, ``old`` (counted, and results changed since), ``missing``,
    ``over`` (no round is left), ``queued``, ``running``, ``failed``, ``cancelled``. While one count runs, an older
    one may be there too: ``stored``."""

    state: str
    stored: CountedChances | None = None
    old: bool = False
    progress: int = 0
    total: int = 0

    @property
    def busy(self) -> bool:
        return self.state in ("queued", "running")


def chances_key(division_id: int, after_round: int) -> str:
    return f"division:{division_id}:{after_round}"


def situation_shown(division: Division, after_round: int) -> Situation | None:
    """The division after a round; of the next one, what everybody may know: its pairings once published.
    None where no round is left, or nobody is entered."""
    situation = situation_of(division, after_round)
    if situation is None or not situation.contestants:
        return None
    following = Round.objects.filter(division=division, number=after_round + 1).first()
    if following is None or following.state == Round.State.DRAFT:
        return replace(situation, paired=(), sitting_out=())
    return situation


def situation_seed(division: Division, after_round: int, situation: Situation) -> int:
    """What the lots are drawn from: a digest of all that the figures depend on, names of the event first. So equal
    data give equal figures, and figures are old exactly when the seed of now is another one."""
    told = json.dumps(asdict(situation), sort_keys=True, default=str)
    named = f"{division.tournament.slug}/{division.slug}/{after_round}/{told}"
    return int.from_bytes(blake2b(named.encode(), digest_size=8).digest(), "big") >> 2


def last_closed_round(division: Division) -> int:
    """The latest round whose results are final, with all rounds before it; 0 for none."""
    numbers = Round.objects.filter(division=division, state=Round.State.CLOSED).values_list("number", flat=True)
    return max(numbers, default=0)


def counting(division: Division, after_round: int, situation: Situation | None) -> Counting:
    """What there is of the figures after a round, and whether they are being counted. Two queries."""
    if situation is None:
        return Counting("over")
    stored = CountedChances.objects.filter(division=division, after_round=after_round).first()
    old = stored is not None and stored.seed != situation_seed(division, after_round, situation)
    key = chances_key(division.pk, after_round)
    job = Job.objects.filter(task=TASK, key=key).order_by("-pk").first()
    if job is not None and job.state in (Job.State.QUEUED, Job.State.RUNNING):
        return Counting(str(job.state), stored, old, job.progress, job.total)
    if stored is not None and not old:
        return Counting("counted", stored)
    if job is not None and job.state == Job.State.FAILED and (stored is None or job.created_at > stored.created_at):
        return Counting("cancelled" if job.error == CANCELLED else "failed", stored, old)
    return Counting("old" if stored is not None else "missing", stored, old)


def prizes_of(division: Division, situation: Situation) -> Prizes:
    """Those of the schedule's contention, or its usual ones; the largest spread of a game from the caps, where no
    contention says it."""
    steps = [step.system for step in division.schedule.steps if isinstance(step.system, Contention)]
    known = steps[-1] if steps else Contention()
    gibson = known.gibson_spread if steps else gibson_of_caps(situation.rounds)
    return Prizes(known.prizes, known.class_prizes, gibson)


def chance_table(
    division: Division, after_round: int, situation: Situation, stored: CountedChances
) -> ChanceTable | None:
    """Stored figures with the table they are about; None where they are of other entries or cannot be read."""
    try:
        chances = chances_from_json(stored.figures)
    except ValueError:
        return None
    table = division_table(division, after_round)
    rows = {row.number: row for row in table.rows}
    if set(chances.numbers) != set(rows) or not chances.runs:
        return None
    prizes = prizes_of(division, situation)
    return ChanceTable(
        after_round=after_round,
        rounds_left=len(situation.rounds),
        runs=chances.runs,
        stopped=chances.stopped,
        prizes=prizes,
        rows=tuple(_rows(table, situation, chances, prizes)),
        places=len(chances.numbers),
    )


def _rows(table: Table, situation: Situation, chances: Chances, prizes: Prizes) -> list[ChanceRow]:
    depth = chances.counts.shape[1]
    index = {number: i for i, number in enumerate(chances.numbers)}
    classes = {one.number: one.prize_class for one in situation.contestants}
    active = {one.number: one.active for one in situation.contestants}
    first = chances.counts[:, 0]
    columns = np.zeros(depth, dtype=np.bool_)
    for low, high in prizes.places:
        columns[low - 1 : high] = True
    prize = chances.counts[:, columns].sum(axis=1)
    bounds = {"first": chances.intervals(first), "prize": chances.intervals(prize)}
    reached = chances.counts.cumsum(axis=1)
    cut = LIKELY * chances.runs
    lows = (reached > cut).argmax(axis=1) + 1
    highs = (reached >= chances.runs - cut).argmax(axis=1) + 1
    marked = {mark.number: mark for mark in marks(situation, prizes.gibson)}
    found = []
    for place, row in enumerate(table.rows, 1):
        i = index[row.number]
        seen = chances.counts[i]
        found.append(
            ChanceRow(
                entry=row.entry,
                number=row.number,
                place=place,
                points=row.points,
                active=active[row.number],
                first=_chance(int(first[i]), chances.runs, bounds["first"], i),
                prize=_chance(int(prize[i]), chances.runs, bounds["prize"], i),
                in_class=_in_class(chances, prizes, row.number, classes.get(row.number)),
                low=int(lows[i]),
                high=int(highs[i]),
                mark=marked[row.number],
                last_prize=prizes.last,
                seen=tuple((int(p) + 1, float(seen[p]) / chances.runs) for p in np.flatnonzero(seen)),
            )
        )
    return found


def _chance(seen: int, runs: int, bounds: tuple[Real, Real], at: int) -> Chance:
    low, high = bounds
    return Chance(seen, runs, float(low[at]), float(high[at]))


def _in_class(chances: Chances, prizes: Prizes, number: int, name: int | None) -> Chance | None:
    bands = [(low, high) for group, low, high in prizes.classes if group == name]
    if name is None or not bands or name not in chances.in_class:
        return None
    return chances.chance(number, bands[0][0], bands[-1][1], prize_class=name)
