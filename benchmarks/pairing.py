"""Pairing one Swiss round, the eighth of an event: competitors, history and byes of seven rounds by the same rules.

`value` is `pair` from request to result. `baseline` is networkx's `max_weight_matching`, pure Python and the
usual choice, on the very graph and weights our solver is given (its graph is built beforehand and not counted);
`ratio` is value / baseline. A baseline that takes more than a minute is stopped, and both are left empty. One
competitor has left, so the field is odd; clubs are kept apart in all rounds.
"""

import multiprocessing
import sys
import time
from collections.abc import Iterator
from multiprocessing.connection import Connection
from random import Random

from benchmarks import pairing_chances
from benchmarks.measure import Row, seconds
from tournaments.pairing import (
    ClubRule,
    Competitor,
    Meeting,
    PairingRequest,
    PastBye,
    Swiss,
    pair,
    request_from_json,
    request_to_json,
)
from tournaments.pairing.field import build_field
from tournaments.pairing.matched import build_problem
from tournaments.pairing.matching import allowed_edges

GROUP = "pairing"
TAKES_NAMES = True

SIZES = (50, 200, 600)
ROUNDS = 7
PATIENCE = 60.0
"""Seconds that the baseline is given."""


def run(names: set[str]) -> Iterator[Row]:
    for size in SIZES:
        name = f"swiss_{size}"
        if names and name not in names:
            continue
        request = round_eight(size)
        value = seconds(lambda request=request: pair(request), repeats=7)
        baseline = by_networkx(request)
        if baseline is None:
            print(f"{GROUP}/{name}: no ratio, networkx was stopped after {PATIENCE:.0f} s", file=sys.stderr)
        yield Row(GROUP, name, value, "s", baseline, None if baseline is None else value / baseline)
    yield from pairing_chances.rows(names, round_eight, by_networkx)


def round_eight(size: int) -> PairingRequest:
    """Seven rounds played by chance and strength, then the last one to enter leaves."""
    random = Random(size)
    everybody = range(1, size + 1)
    points = dict.fromkeys(everybody, 0)
    spread = dict.fromkeys(everybody, 0)
    strength = {n: random.gauss(0, 60) for n in everybody}
    club = {n: random.randrange(max(4, size // 12)) for n in everybody}
    history: list[Meeting] = []
    byes: list[PastBye] = []

    def request(round_: int, active: list[int]) -> PairingRequest:
        order = sorted(active, key=lambda n: (-points[n], -spread[n], n))
        return PairingRequest(
            event="bench",
            round=round_,
            system=Swiss(),
            competitors=tuple(
                Competitor(id=n, rank=rank, points=points[n], number=n, club=club[n])
                for rank, n in enumerate(order, 1)
            ),
            history=tuple(history),
            byes=tuple(byes),
            clubs_apart=ClubRule(None),
        )

    for round_ in range(1, ROUNDS + 1):
        result = pair(request(round_, list(everybody)))
        for game in result.pairs:
            margin = round(random.gauss(strength[game.first] - strength[game.second], 80))
            for one, own in ((game.first, margin), (game.second, -margin)):
                points[one] += 2 * (own > 0) + (own == 0)
                spread[one] += own
            history.append(Meeting(round_, game.first, game.second))
        for n in result.byes:
            points[n] += 2
            byes.append(PastBye(round_, n))
    return request(ROUNDS + 1, list(everybody)[:-1])


def by_networkx(request: PairingRequest) -> float | None:
    """Seconds, or None when a minute was not enough. In a process of its own, for it can only be killed."""
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe(duplex=False)
    child = context.Process(target=_time_networkx, args=(request_to_json(request), theirs), daemon=True)
    child.start()
    theirs.close()
    try:
        ours.recv()  # its graph stands, the clock starts
        return float(ours.recv()) if ours.poll(PATIENCE) else None
    finally:
        child.kill()
        child.join()


def _time_networkx(text: str, answers: Connection) -> None:
    import networkx

    request = request_from_json(text)
    field = build_field(request)
    problem = build_problem(field, range(len(field.order)), request.system)
    edges = allowed_edges(len(problem.free), problem.forbidden)
    ceiling = 1 << problem.scale.total
    graph = networkx.Graph()
    costs = problem.scale.packed_pairs(edges[:, 0], edges[:, 1])
    for (a, b), cost in zip(edges.tolist(), costs, strict=True):
        graph.add_edge(a, b, weight=ceiling - cost)
    if problem.scale.with_bye:
        for place, cost in enumerate(problem.scale.packed_byes()):
            graph.add_edge(place, "bye", weight=ceiling - cost)
    answers.send("ready")
    start = time.perf_counter()
    networkx.max_weight_matching(graph, maxcardinality=True)
    answers.send(time.perf_counter() - start)
