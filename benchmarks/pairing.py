"""Pairing one Swiss round, the eighth of an event: competitors, history and byes of seven rounds by the same rules.

One competitor has left, so the field is odd; clubs are kept apart in all rounds. For each size:

- `swiss_N`: `pair` from request to result. `baseline` is networkx's `max_weight_matching`, pure Python and the
  usual choice, on the very graph and weights our solver is given (built beforehand and not counted); `ratio` is
  value / baseline. A baseline that takes more than a minute is stopped, and both are left empty.
- `swiss_N_memory`: how far the process that pairs it grows, in megabytes, the request already read.
- `swiss_N_repeats`: games of the round between two who have met.
- `certificate_N`: proving that no round is better. Up to 600 that is solving all pairs again, above by prices.
- `certificate_N_gap`: what the proof leaves open on the first level on which it leaves anything open; 0 is a proof
  that the round is the best, -1 that nothing was proved.
- `gacrux_N`, `py4swiss_N`: these programs on the same event by the federation's rules, where they are installed,
  from file to file. A minute each; left out where that was not enough.

Contention, simulation and a whole event are in `pairing_chances`.
"""

import multiprocessing
import resource
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path

from benchmarks import pairing_chances
from benchmarks import pairing_peers as peers
from benchmarks.measure import Row, seconds
from benchmarks.pairing_field import round_eight, tournament_report
from tournaments.pairing import pair, request_from_json, request_to_json

GROUP = "pairing"
TAKES_NAMES = True

SIZES = (50, 200, 600, 1000, 2000, 5000)
OTHERS = {"gacrux": peers.gacrux, "py4swiss": peers.py4swiss}


def run(names: set[str]) -> Iterator[Row]:
    for size in SIZES:
        yield from swiss_rows(size, names)
    yield from pairing_chances.rows(names, measured)


def swiss_rows(size: int, names: set[str]) -> Iterator[Row]:
    """The figures of one size; none is worked out that nobody asked for."""

    def asked(*kinds: str) -> bool:
        return not names or not names.isdisjoint(kinds)

    swiss, proof = f"swiss_{size}", f"certificate_{size}"
    if asked(swiss, f"{swiss}_memory", f"{swiss}_repeats", proof, f"{proof}_gap"):
        text = request_to_json(round_eight(size))
        figures = measured(text)
        baseline = peers.timed(peers.networkx, text) if asked(swiss) else None
        if asked(swiss) and baseline is None:
            print(f"{GROUP}/{swiss}: no ratio, networkx was stopped after {peers.PATIENCE:.0f} s", file=sys.stderr)
        ratio = None if baseline is None else figures.pairing / baseline
        yield Row(GROUP, swiss, figures.pairing, "s", baseline, ratio)
        yield Row(GROUP, f"{swiss}_memory", figures.memory, "MB")
        yield Row(GROUP, f"{swiss}_repeats", figures.repeats, "games")
        yield Row(GROUP, proof, figures.proving, "s")
        yield Row(GROUP, f"{proof}_gap", figures.gap, "cost")
    for name, work in OTHERS.items():
        if asked(f"{name}_{size}") and peers.installed(name):
            taken = peers.timed(work, tournament_report(size))
            if taken is not None:
                yield Row(GROUP, f"{name}_{size}", taken, "s")


@dataclass(frozen=True, slots=True)
class Figures:
    pairing: float
    memory: float
    repeats: int
    proving: float
    gap: int


def measured(text: str) -> Figures:
    """In a new process, whose size says what one pairing needs."""
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe(duplex=False)
    child = context.Process(target=_measure, args=(text, theirs), daemon=True)
    child.start()
    theirs.close()
    figures: Figures = ours.recv()
    child.join()
    return figures


def _measure(text: str, answers: Connection) -> None:
    from tournaments.pairing.certificate import certify

    request = request_from_json(text)
    before = _megabytes()
    result = pair(request)
    memory = _megabytes() - before
    often = 3 if len(request.competitors) > 1000 else 7
    pairing = seconds(lambda: pair(request), repeats=often)
    proof = certify(request, result, seconds=peers.PATIENCE, clock=time.perf_counter)
    proving = seconds(lambda: certify(request, result), repeats=3)
    gap = next((value for _, value in proof.gap if value), 0) if proof.status != "not_proved" else -1
    answers.send(Figures(pairing, memory, len(result.repeats), proving, gap))


def _megabytes() -> float:
    """The largest this process has been. On Linux `getrusage` starts from the parent's figure, /proc does not."""
    status = Path("/proc/self/status")
    if status.exists():
        peak = next(line for line in status.read_text().splitlines() if line.startswith("VmHWM"))
        return int(peak.split()[1]) / (1 << 10)
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (1 << 20)
