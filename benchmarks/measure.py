"""What every benchmark file uses: one kind of row, one way to take time."""

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Row:
    """One figure. ``baseline`` has the unit of ``value``; ``ratio`` says what the file's docstring says it says."""

    group: str
    name: str
    value: float
    unit: str
    baseline: float | None = None
    ratio: float | None = None


def seconds(work: Callable[[], Any], *, repeats: int = 5, least: float = 0.0) -> float:
    """The median duration of ``work`` in seconds, after one unmeasured call.

    ``repeats`` calls, and more of them until ``least`` seconds are spent.
    """
    work()
    taken: list[float] = []
    while len(taken) < repeats or sum(taken) < least:
        start = time.perf_counter()
        work()
        taken.append(time.perf_counter() - start)
    return statistics.median(taken)


def in_turns(
    first: Callable[[], Any],
    second: Callable[[], Any],
    *,
    repeats: int = 5,
    clock: Callable[[], float] = time.perf_counter,
) -> tuple[float, float]:
    """Median seconds of two things measured in turns, so that a busy moment of the machine hits both alike.

    For work that only computes, ``clock=time.process_time`` leaves out moments when others had the processor.
    """
    first()
    second()
    taken: tuple[list[float], list[float]] = ([], [])
    for _ in range(repeats):
        for durations, work in zip(taken, (first, second), strict=True):
            start = clock()
            work()
            durations.append(clock() - start)
    return statistics.median(taken[0]), statistics.median(taken[1])
