"""The round that is made is the best one by the design's own order of costs, not merely a good one."""

from dataclasses import replace

import networkx as nx
import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.pairing.support import (
    SecondOpinion,
    all_rounds,
    field,
    free_order,
    pair_or_code,
    played,
    request_of,
    requests,
)
from tournaments.pairing import ClubRule, KingOfTheHill, PairingRequest, Swiss, pair
from tournaments.pairing.field import build_field
from tournaments.pairing.levels import BIT_BUDGET
from tournaments.pairing.matched import Problem, build_problem
from tournaments.pairing.matching import allowed_edges, cheapest_matching, solve


@given(requests(largest=7, rounds=18, directed=True))
@settings(max_examples=300, deadline=None)
def test_no_other_round_is_cheaper(request: PairingRequest):
    opinion = SecondOpinion(request)
    every_cost = [opinion.cost(games, bye) for games, bye in all_rounds(request)]
    result = pair_or_code(request)
    if isinstance(result, str):
        assert (result, every_cost) == ("pairing.infeasible", [])
        return
    made = [(game.first, game.second) for game in result.pairs if not game.locked]
    bye = next(iter(result.automatic_byes), None)
    assert opinion.cost(made, bye) == min(every_cost)
    if free_order(request):
        assert tuple(value for _, value in result.cost) == min(every_cost)


@given(requests(smallest=9, largest=10))
@settings(max_examples=15, deadline=None)
def test_no_other_round_of_nine_or_ten_is_cheaper(request: PairingRequest):
    opinion = SecondOpinion(request)
    best = min(opinion.cost(games, bye) for games, bye in all_rounds(request))
    assert tuple(value for _, value in pair(request).cost) == best


@given(requests(smallest=11, largest=40, rounds=12))
@settings(max_examples=20, deadline=None)
def test_a_second_solver_finds_nothing_cheaper(request: PairingRequest):
    problem = _problem(request)
    ours = cheapest_matching(problem.scale, problem.forbidden)
    assert _packed(problem, ours.pairs, ours.bye) == _cheapest_by_networkx(problem)


@given(requests(smallest=6, largest=20, rounds=12), st.randoms(use_true_random=False))
@settings(max_examples=80, deadline=None)
def test_one_integer_orders_rounds_as_their_levels_do(request: PairingRequest, random):
    """A sum of a lower level never outweighs one unit of a higher: any two rounds compare alike both ways."""
    problem = _problem(request)
    one, other = (_any_round(problem, random) for _ in range(2))
    assert (_levels(problem, *one) < _levels(problem, *other)) == (
        _packed(problem, *one) < _packed(problem, *other)
    )


def test_the_largest_field_with_the_longest_history_fits_the_weights():
    """600 who met one neighbour forty times, with byes, starts and score groups as far apart as can be."""
    count, rounds = 600, 40
    points = [2 * max(0, rounds - place // 12) for place in range(count)]
    history = [
        meeting
        for round_ in range(1, rounds + 1)
        for meeting in played(round_, *((n, n + 1) for n in range(1, count, 2)))
    ]
    request = request_of(
        field(count - 1, points, [n % 2 for n in range(count)]),
        round=rounds + 1,
        history=tuple(history),
        clubs_apart=ClubRule(None),
    )
    assert _problem(request).scale.total < BIT_BUDGET
    result = pair(request)
    assert len(result.pairs) == 299
    assert dict(result.cost)["repeats"] == 0


def test_weights_near_the_limit_are_still_exact():
    """One unit at the foot of a 125-bit weight decides."""
    edges = allowed_edges(4, ())
    base = 2**124
    costs = {(0, 1): base, (2, 3): base, (0, 2): base, (1, 3): base - 1, (0, 3): base, (1, 2): base + 1}
    listed = [costs[int(a), int(b)] for a, b in edges]
    assert solve(4, edges, listed, 2**125, with_bye=False).pairs == ((0, 2), (1, 3))


@given(requests(largest=8), st.randoms(use_true_random=False))
@settings(max_examples=60, deadline=None)
def test_dropping_a_constraint_never_costs_more(request: PairingRequest, random):
    """A forbidden pair, the club rule and a lock each only ever make the rest worse."""
    free = pair(request)
    pick = random.choice(free.pairs)
    held = pair_or_code(replace(request, forbidden_pairs=((pick.first, pick.second),)))
    assert held == "pairing.infeasible" if isinstance(held, str) else _values(held) >= _values(free)
    without_clubs = pair(replace(request, clubs_apart=ClubRule(0)))
    assert _values(without_clubs) <= tuple(v if n != "clubs" else 0 for n, v in free.cost)
    if len(request.competitors) > 3:
        one, other = random.sample([c.id for c in request.competitors], 2)
        locked = pair(replace(request, locked_pairs=((one, other),)))
        assert (_second_byes(request, locked), len(locked.repeats)) >= (
            _second_byes(request, free),
            len(free.repeats),
        )


def _values(result) -> tuple[int, ...]:
    return tuple(value for _, value in result.cost)


def _second_byes(request: PairingRequest, result) -> int:
    return sum(bye.competitor in result.automatic_byes for bye in request.byes)


def _problem(request: PairingRequest) -> Problem:
    made = build_field(request)
    assert isinstance(request.system, Swiss | KingOfTheHill)
    return build_problem(made, tuple(range(len(made.order))), request.system)


def _any_round(problem: Problem, random) -> tuple[list[tuple[int, int]], int | None]:
    order = random.sample(range(len(problem.free)), len(problem.free))
    bye = order.pop() if len(order) % 2 else None
    return [(min(two), max(two)) for two in zip(order[::2], order[1::2], strict=True)], bye


def _levels(problem: Problem, pairs, bye: int | None) -> tuple[int, ...]:
    costs = [problem.scale.pair_cost(i, j) for i, j in pairs]
    if bye is not None:
        costs.append(problem.scale.bye_cost(bye))
    return tuple(sum(value for _, value in level) for level in zip(*costs, strict=True))


def _packed(problem: Problem, pairs, bye: int | None) -> int:
    chosen = np.array(sorted(pairs), dtype=np.intp)
    total = sum(problem.scale.packed_pairs(chosen[:, 0], chosen[:, 1]))
    return total if bye is None else total + problem.scale.packed_byes()[bye]


def _cheapest_by_networkx(problem: Problem) -> int:
    size, scale = len(problem.free), problem.scale
    edges = allowed_edges(size, problem.forbidden)
    costs = scale.packed_pairs(edges[:, 0], edges[:, 1])
    graph = nx.Graph()
    ceiling = 2**scale.total
    for (a, b), cost in zip(edges.tolist(), costs, strict=True):
        graph.add_edge(a, b, weight=ceiling - cost)
    if scale.with_bye:
        for i, cost in enumerate(scale.packed_byes()):
            graph.add_edge(i, size, weight=ceiling - cost)
    found = nx.max_weight_matching(graph, maxcardinality=True)
    return sum(ceiling - graph.edges[edge]["weight"] for edge in found)
