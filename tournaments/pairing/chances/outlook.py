"""What the simulated endings say of each contestant."""

from dataclasses import dataclass, field
from typing import Literal

import numpy as np
from numpy.typing import NDArray
from scipy.special import betaincinv

Int = NDArray[np.int64]
Real = NDArray[np.float64]
Stopped = Literal["runs", "decided", "time"]


@dataclass(frozen=True, slots=True)
class Chance:
    """`seen` of `runs`; the true chance lies from `low` to `high` with the confidence that was asked for."""

    seen: int
    runs: int
    low: float
    high: float

    @property
    def share(self) -> float:
        return self.seen / self.runs if self.runs else 0.0


@dataclass(frozen=True, slots=True)
class Outlook:
    """Places of one contestant, from 1. `best` and `worst` were seen in some run; `hopeful` is the best place
    which he reached, or bettered, in at least the share of runs that counts as hope.
    """

    number: int
    best: int
    hopeful: int
    worst: int


@dataclass(slots=True, eq=False)
class Chances:
    """Counted endings. `counts[i, p]`: in how many of `runs` the contestant `numbers[i]` ended in place p + 1;
    `in_class[c]` has the same of places inside his class (nought for others). In very large fields the last
    column is every place from there down. `stopped`: what ended the runs, the number asked for, a
    question decided, or the time limit.

    A seed and the number of runs give the same counts always: to see the figures of a run that time cut
    short, ask again for as many runs.
    """

    numbers: tuple[int, ...]
    seed: int
    counts: Int
    in_class: dict[int, Int] = field(default_factory=dict)
    runs: int = 0
    stopped: Stopped = "runs"

    def intervals(self, seen: Int, confidence: float = 0.95) -> tuple[Real, Real]:
        """Clopper and Pearson's exact intervals for how often something was seen."""
        return clopper_pearson(seen, self.runs, confidence)

    def chance(
        self, number: int, first: int, last: int, *, prize_class: int | None = None, confidence: float = 0.95
    ) -> Chance:
        """Of ending in one of the places `first` to `last`, of the table or of his class."""
        counts = self.counts if prize_class is None else self.in_class[prize_class]
        seen = int(counts[self.numbers.index(number), first - 1 : last].sum())
        low, high = self.intervals(np.array([seen], dtype=np.int64), confidence)
        return Chance(seen, self.runs, float(low[0]), float(high[0]))

    def outlooks(self, hopefulness: float, *, prize_class: int | None = None) -> tuple[Outlook, ...]:
        """Everybody's, or a class's, in the order of `numbers`. `hopefulness` is a share of the runs."""
        counts = self.counts if prize_class is None else self.in_class[prize_class]
        needed = max(1, -(-round(hopefulness * 1_000_000) * self.runs // 1_000_000))
        reached = counts > 0
        best = reached.argmax(axis=1)
        worst = counts.shape[1] - 1 - reached[:, ::-1].argmax(axis=1)
        hopeful = (counts.cumsum(axis=1) >= needed).argmax(axis=1)
        return tuple(
            Outlook(number, int(best[i]) + 1, int(hopeful[i]) + 1, int(worst[i]) + 1)
            for i, number in enumerate(self.numbers)
            if reached[i].any()
        )


def clopper_pearson(seen: Int, runs: int, confidence: float) -> tuple[Real, Real]:
    """Exact intervals for a chance of which `seen` of `runs` came true; all of 0 to 1 where nothing was run."""
    tail = (1 - confidence) / 2
    if runs == 0:
        return np.zeros(len(seen)), np.ones(len(seen))
    counted = np.asarray(seen, dtype=np.float64)
    low = np.where(counted > 0, betaincinv(np.maximum(counted, 1), runs - counted + 1, tail), 0.0)
    high = np.where(counted < runs, betaincinv(counted + 1, np.maximum(runs - counted, 1), 1 - tail), 1.0)
    return low, high
