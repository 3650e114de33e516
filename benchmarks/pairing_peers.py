"""Others on the same field, each in a process of its own, for it can only be killed when its minute is over."""

import contextlib
import importlib.util
import multiprocessing
import sys
import tempfile
import time
from collections.abc import Callable
from multiprocessing.connection import Connection
from pathlib import Path

from tournaments.pairing import request_from_json
from tournaments.pairing.candidates import open_pairs
from tournaments.pairing.field import build_field
from tournaments.pairing.large import cheapest_byes, chosen_pairs
from tournaments.pairing.levels import Scale
from tournaments.pairing.matched import COMPLETE, build_problem
from tournaments.pairing.matching import allowed_edges

PATIENCE = 60.0
"""Seconds that each is given."""


def installed(name: str) -> bool:
    return importlib.util.find_spec(name) is not None


def timed(work: Callable[[str, Connection], None], given: str) -> float | None:
    """Seconds, or None when a minute was not enough or the program gave up."""
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe(duplex=False)
    child = context.Process(target=work, args=(given, theirs), daemon=True)
    child.start()
    theirs.close()
    try:
        ours.recv()  # all is read and imported, the clock starts
        return float(ours.recv()) if ours.poll(PATIENCE) else None
    except EOFError:
        return None
    finally:
        child.kill()
        child.join()


def networkx(text: str, answers: Connection) -> None:
    """`max_weight_matching` on the very graph and weights that our solver is given."""
    import networkx

    request = request_from_json(text)
    field = build_field(request)
    problem = build_problem(field, range(len(field.order)), request.system)
    whole, size = problem.scale, len(problem.free)
    cut = 0 if size <= COMPLETE else problem.cuts[0]
    scale = Scale(whole.levels[cut:], whole.bits[cut:], whole.with_bye)
    if size <= COMPLETE:
        edges = allowed_edges(size, problem.forbidden)
    else:
        is_open = open_pairs(size, problem.forbidden, whole.levels[:cut])
        edges = chosen_pairs(scale.levels, size, problem.wishes.centres, is_open)
    ceiling = 1 << scale.total
    graph = networkx.Graph()
    costs = scale.packed_pairs(edges[:, 0], edges[:, 1])
    for (a, b), cost in zip(edges.tolist(), costs, strict=True):
        graph.add_edge(a, b, weight=ceiling - cost)
    byes = cheapest_byes(whole, cut)
    for place, cost in zip(byes.tolist(), scale.packed_byes(byes), strict=True):
        graph.add_edge(place, "bye", weight=ceiling - cost)
    answers.send("ready")
    start = time.perf_counter()
    networkx.max_weight_matching(graph, maxcardinality=True)
    answers.send(time.perf_counter() - start)


def py4swiss(report: str, answers: Connection) -> None:
    from py4swiss.main import main

    def work(source: Path, target: Path) -> None:
        sys.argv = ["py4swiss", "-t", str(source), "-p", str(target)]
        main()

    _by_file(report, answers, work)


def gacrux(report: str, answers: Connection) -> None:
    from gacrux.pairingchecker import pairingchecker

    def work(source: Path, target: Path) -> None:
        sys.argv = ["pairingchecker", "-i", str(source), "-o", str(target), "-p", "-m", "dutch"]
        pairingchecker().common_main()

    _by_file(report, answers, work)


def _by_file(report: str, answers: Connection, work: Callable[[Path, Path], None]) -> None:
    """From the report file to the file with the pairs, both theirs."""
    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder) / "event.trf", Path(folder) / "pairs"
        source.write_text(report)
        answers.send("ready")
        start = time.perf_counter()
        with contextlib.suppress(SystemExit):
            work(source, target)
        if target.exists() and target.stat().st_size:
            answers.send(time.perf_counter() - start)
