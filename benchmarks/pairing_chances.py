"""Chances, contention and a whole event: the part of the group `pairing` that looks ahead.

- `contention_N`: `pair` of round eight of ten by contention, without simulation, on the field of `swiss_N`, and
  beside it `contention_N_memory`, `_repeats`, `_certificate` (seconds) and `_gap`, all as for `swiss_N`.
- `simulate_200`: 10,000 runs of 6 rounds for 200 players, five of factor 5 and one king of the hill.
- `event_400`: 8 rounds for 400 players from first pairing to last result, people coming and going;
  `event_400_violations` counts what a round did that it may not.
"""

import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random
from typing import Protocol

from benchmarks import pairing_peers as peers
from benchmarks.measure import Row, seconds
from benchmarks.pairing_event import play_event, violations
from benchmarks.pairing_field import round_eight
from tournaments.pairing import Contention, PairingRequest, request_to_json
from tournaments.pairing.chances import Contestant, RoundShape, Situation, prepare, simulate

GROUP_OF = "pairing"
SIZES = (50, 200, 600, 1000, 2000, 5000)
RUNS = 10_000


class Figures(Protocol):
    """What the group measures of one request."""

    @property
    def pairing(self) -> float: ...
    @property
    def memory(self) -> float: ...
    @property
    def repeats(self) -> int: ...
    @property
    def proving(self) -> float: ...
    @property
    def gap(self) -> int: ...


def rows(names: set[str], measured: Callable[[str], Figures]) -> Iterator[Row]:
    """Those of `names`, or all; `measured` takes the text of a request."""
    for size in SIZES:
        yield from contention_rows(size, names, measured)
    if not names or "simulate_200" in names:
        situation = hall(200)
        yield Row(GROUP_OF, "simulate_200", seconds(lambda: simulate(situation, runs=RUNS, seed=1), repeats=3), "s")
    if not names or {"event_400", "event_400_violations"} & names:
        start = time.perf_counter()
        event = play_event(400, 8)
        yield Row(GROUP_OF, "event_400", time.perf_counter() - start, "s")
        wrong = violations(event)
        for what in wrong:
            print(f"{GROUP_OF}/event_400: {what}", file=sys.stderr)
        yield Row(GROUP_OF, "event_400_violations", float(len(wrong)), "violations")


def contention_rows(size: int, names: set[str], measured: Callable[[str], Figures]) -> Iterator[Row]:
    name = f"contention_{size}"
    wanted = {name, *(f"{name}_{what}" for what in ("memory", "repeats", "certificate", "gap"))}
    if names and not names & wanted:
        return
    text = request_to_json(contention(round_eight(size)))
    figures = measured(text)
    baseline = peers.timed(peers.networkx, text) if not names or name in names else None
    yield Row(
        GROUP_OF, name, figures.pairing, "s", baseline, None if baseline is None else figures.pairing / baseline
    )
    yield Row(GROUP_OF, f"{name}_memory", figures.memory, "MB")
    yield Row(GROUP_OF, f"{name}_repeats", figures.repeats, "games")
    yield Row(GROUP_OF, f"{name}_certificate", figures.proving, "s")
    yield Row(GROUP_OF, f"{name}_gap", figures.gap, "cost")


def contention(asked: PairingRequest) -> PairingRequest:
    """The round by contention, three rounds left, a tenth of the field in prizes; spread falls with rank."""
    ranked = sorted(asked.competitors, key=lambda c: c.rank)
    size = len(ranked)
    contestants = tuple(
        Contestant(c.number, c.points, 800 - 1600 * place // size) for place, c in enumerate(ranked)
    )
    system = Contention(prizes=tuple((n, n) for n in range(1, size // 10 + 1)), gibson_spread=(250, 200))
    situation = Situation(contestants, (RoundShape(cap=350),) * 3)
    return replace(asked, system=prepare(system, situation, round_=asked.round, seed=1).system)


def hall(size: int) -> Situation:
    random = Random(size)
    contestants = sorted(
        (Contestant(n, 2 * random.randint(0, 4), random.randint(-800, 800)) for n in range(1, size + 1)),
        key=lambda c: (-c.points, -c.spread),
    )
    shapes = (RoundShape("factor", 5, cap=350),) * 5 + (RoundShape("king_of_the_hill", cap=350),)
    return Situation(tuple(contestants), shapes)
