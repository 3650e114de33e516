"""The promises of the design, held by a second solver on its own statement of each: not by the levels' code.

`least` finds, with networkx on all pairs that may be made, the smallest sums that any round can have, the first
cost before the second and so on.
"""

import itertools
from collections import Counter
from collections.abc import Callable
from dataclasses import FrozenInstanceError, replace

import networkx as nx
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tests.pairing.support import free_order, pair_or_code, pairs_of, request_of, requests
from tournaments.pairing import (
    ClubRule,
    Competitor,
    Factor,
    KingOfTheHill,
    Meeting,
    PairingRequest,
    PairingResult,
    PastBye,
    QueenOfTheHill,
    RandomDraw,
    Swiss,
    pair,
)

Two = frozenset[int]
SYSTEMS = [
    Swiss(),
    Swiss(odd_group="float_down"),
    KingOfTheHill(),
    QueenOfTheHill(),
    Factor(factor=3),
    RandomDraw(mix_clubs=False),
]


class Facts:
    """What the history says of pairs and byes, counted anew."""

    def __init__(self, request: PairingRequest) -> None:
        self.request = request
        self.free = [c.id for c in free_order(request)]
        self.club = {c.id: c.club for c in request.competitors}
        real = [m for m in request.history if m.played]
        self.met = Counter(frozenset((m.first, m.second)) for m in real)
        self.beside = {frozenset((m.first, m.second)) for m in real if m.round == request.round - 1}
        had = Counter(bye.competitor for bye in request.byes)
        fewest = min(had[c.id] for c in request.competitors)
        self.more_byes = {c.id: had[c.id] - fewest for c in request.competitors}
        self.bye_rank = {id_: len(self.free) - 1 - at for at, id_ in enumerate(self.free)}

    def repeats(self, two: Two) -> int:
        return int(self.met[two] > 0)

    def running(self, two: Two) -> int:
        return int(two in self.beside)

    def often(self, two: Two) -> int:
        again = max(0, self.met[two] - 1)
        return again * (again + 1) // 2

    def mates(self, two: Two) -> int:
        one, other = (self.club[id_] for id_ in two)
        return int(one is not None and one == other)

    def of_round(self, result: PairingResult, cost: Callable[[Two], int]) -> int:
        return sum(cost(frozenset((g.first, g.second))) for g in result.pairs if not g.locked)

    def least(self, *costs: tuple[Callable[[Two], int], dict[int, int]]) -> tuple[int, ...] | None:
        banned = {frozenset(two) for two in self.request.forbidden_pairs}
        nodes = [*self.free, *([0] if len(self.free) % 2 else [])]
        vectors = {}
        for one, other in itertools.combinations(nodes, 2):
            two = frozenset((one, other))
            if other == 0:
                vectors[one, other] = tuple(byes.get(one, 0) for _, byes in costs)
            elif two not in banned:
                vectors[one, other] = tuple(cost(two) for cost, _ in costs)
        radix = 1 + len(nodes) * (1 + max((max(v) for v in vectors.values()), default=0))
        packed = {}
        for edge, vector in vectors.items():
            packed[edge] = 0
            for value in vector:
                packed[edge] = packed[edge] * radix + value
        ceiling = 1 + max(packed.values(), default=0)
        graph = nx.Graph()
        graph.add_nodes_from(nodes)
        graph.add_weighted_edges_from((a, b, ceiling - cost) for (a, b), cost in packed.items())
        found = nx.max_weight_matching(graph, maxcardinality=True)
        if 2 * len(found) < len(nodes):
            return None
        sums = [0] * len(costs)
        for a, b in found:
            vector = vectors.get((a, b)) or vectors[b, a]
            sums = [total + value for total, value in zip(sums, vector, strict=True)]
        return tuple(sums)


def late_requests(**more):
    return requests(smallest=4, largest=24, rounds=16, directed=True, systems=SYSTEMS, **more)


@given(late_requests())
@settings(max_examples=60, deadline=None)
def test_repeats_are_as_few_as_can_be_and_running_ones_fewer_still(request: PairingRequest):
    """Invariants 5 and 6: after the bye rule no round has fewer repeats, and of those none fewer running."""
    result = pair_or_code(request)
    facts = Facts(request)
    assume(facts.free)
    least = facts.least(
        (lambda two: 0, facts.more_byes), (facts.repeats, {}), (facts.running, {}), (facts.often, {})
    )
    if isinstance(result, str):
        assert (result, least) == ("pairing.infeasible", None)
        return
    more_byes = sum(facts.more_byes[i] for i in result.automatic_byes)
    made = [facts.of_round(result, cost) for cost in (facts.repeats, facts.running, facts.often)]
    assert (more_byes, *made) == least
    assert len(result.repeats) == made[0] + sum(game.met > 0 for game in result.pairs if game.locked)


@given(late_requests())
@settings(max_examples=60, deadline=None)
def test_club_mates_are_apart_while_possible(request: PairingRequest):
    """Invariant 20: nobody meets a club-mate whom the byes and the repeats did not force on him."""
    request = replace(request, clubs_apart=ClubRule(None))
    result = pair_or_code(request)
    facts = Facts(request)
    assume(facts.free and not isinstance(result, str))
    none: dict[int, int] = {}
    least = facts.least(
        (lambda two: 0, facts.more_byes),
        (facts.repeats, none),
        (facts.running, none),
        (facts.often, none),
        (lambda two: 0, facts.bye_rank),
        (facts.mates, none),
    )
    assert facts.of_round(result, facts.mates) == least[-1]
    assert sum(facts.bye_rank[i] for i in result.automatic_byes) == least[-2]


@given(st.integers(2, 40), st.randoms(use_true_random=False))
@settings(max_examples=60, deadline=None)
def test_a_hill_with_nothing_in_the_way_is_neighbours(count: int, random):
    """Invariant 10; the odd one out is the last who has had the fewest byes."""
    ranks = random.sample(range(1, count + 1), count)
    competitors = tuple(Competitor(id=n, rank=ranks[n - 1], points=0, number=n) for n in range(1, count + 1))
    byes = tuple(PastBye(1, n) for n in random.sample(range(1, count + 1), random.randint(0, count - 1)))
    request = request_of(competitors, round=2, system=KingOfTheHill(), byes=byes)
    had = {bye.competitor for bye in byes}
    order = [c.id for c in sorted(competitors, key=lambda c: c.rank)]
    if count % 2:
        order.remove([id_ for id_ in order if id_ not in had][-1])
    expected = {frozenset(two) for two in zip(order[::2], order[1::2], strict=True)}
    assert pairs_of(pair(request)) == expected


@given(late_requests(), st.randoms(use_true_random=False))
@settings(max_examples=60, deadline=None)
def test_one_rule_fewer_never_makes_the_round_dearer(request: PairingRequest, random):
    """Invariant 14, by the levels that mean the same with and without the rule."""
    result = pair_or_code(request)
    assume(not isinstance(result, str))
    if request.forbidden_pairs:
        dropped = random.choice(request.forbidden_pairs)
        kept = tuple(two for two in request.forbidden_pairs if two != dropped)
        assert _values(pair(replace(request, forbidden_pairs=kept))) <= _values(result)
    without = pair(replace(request, clubs_apart=ClubRule(0)))
    assert _values(without) <= tuple(value if name != "clubs" else 0 for name, value in result.cost)


def _values(result: PairingResult) -> tuple[int, ...]:
    return tuple(value for _, value in result.cost)


@given(late_requests())
@settings(max_examples=40, deadline=None)
def test_the_same_question_has_the_same_answer_and_neither_can_be_changed(request: PairingRequest):
    """The pure part of invariant 17."""
    first, second = pair_or_code(request), pair_or_code(request)
    assert first == second
    if not isinstance(first, str):
        with pytest.raises(FrozenInstanceError):
            first.pairs = ()
        with pytest.raises(FrozenInstanceError):
            request.round = 9


@given(st.integers(2, 13), st.integers(1, 40), st.sampled_from(SYSTEMS), st.randoms(use_true_random=False))
@settings(max_examples=80, deadline=None)
def test_there_is_always_another_round_to_play(count: int, before: int, system, random):
    """Invariant 19: however often all have met, everybody is paired and only parity gives a bye."""
    ids = list(range(1, count + 1))
    history: list[Meeting] = []
    byes: list[PastBye] = []
    for round_ in range(1, before + 1):
        order = random.sample(ids, count)
        if count % 2:
            byes.append(PastBye(round_, order.pop()))
        history += [Meeting(round_, a, b) for a, b in zip(order[::2], order[1::2], strict=True)]
    request = request_of(
        tuple(Competitor(id=n, rank=n, points=random.randint(0, 9), number=n, club=1) for n in ids),
        round=before + 1,
        system=system,
        history=tuple(history),
        byes=tuple(byes),
        clubs_apart=ClubRule(None),
    )
    result = pair(request)
    seated = [i for game in result.pairs for i in (game.first, game.second)]
    assert sorted([*seated, *result.byes]) == ids
    assert len(result.byes) == count % 2
