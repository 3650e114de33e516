"""What is true of every round, whatever came before it."""

import itertools
from collections import Counter
from dataclasses import replace

import networkx as nx
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.pairing.support import Event, pair_or_code, requests
from tournaments.pairing import ClubRule, KingOfTheHill, PairingRequest, PairingResult, Swiss, pair


def paired_or_refused(request: PairingRequest) -> PairingResult | None:
    result = pair_or_code(request)
    if isinstance(result, str):
        assert result == "pairing.infeasible"
        return None
    return result


@given(requests(largest=30, directed=True))
@settings(max_examples=80, deadline=None)
def test_everybody_active_is_seated_exactly_once(request: PairingRequest):
    result = paired_or_refused(request)
    if result is None:
        return
    seats = Counter([*(i for game in result.pairs for i in (game.first, game.second)), *result.byes])
    assert seats == Counter(c.id for c in request.competitors)


@given(requests(largest=30, directed=True))
@settings(max_examples=80, deadline=None)
def test_automatic_byes_are_only_what_parity_asks_beside_the_directors(request: PairingRequest):
    result = paired_or_refused(request)
    if result is None:
        return
    left = len(request.competitors) - 2 * len(request.locked_pairs) - len(request.locked_byes)
    assert len(result.automatic_byes) == left % 2
    assert set(result.byes) == set(request.locked_byes) | set(result.automatic_byes)


@given(requests(largest=30, directed=True))
@settings(max_examples=80, deadline=None)
def test_locks_are_kept_verbatim_and_forbidden_pairs_never_made(request: PairingRequest):
    result = paired_or_refused(request)
    if result is None:
        return
    made = {(game.first, game.second) for game in result.pairs}
    assert set(request.locked_pairs) <= made
    assert not made & {*request.forbidden_pairs, *((b, a) for a, b in request.forbidden_pairs)}


@given(requests(largest=24, rounds=20))
@settings(max_examples=60, deadline=None)
def test_repeats_happen_only_where_no_round_has_fewer(request: PairingRequest):
    """Proved by another solver, which knows nothing but who has met and whose turn the bye is."""
    result = pair(request)
    met = {frozenset((m.first, m.second)) for m in request.history if m.played}
    ids = [c.id for c in request.competitors]
    graph = nx.Graph()
    for a, b in itertools.combinations(ids, 2):
        graph.add_edge(a, b, weight=1 if frozenset((a, b)) in met else 2)
    if len(ids) % 2:
        byes = Counter(bye.competitor for bye in request.byes)
        fewest = min(byes[i] for i in ids)
        graph.add_edges_from((i, "bye", {"weight": 2}) for i in ids if byes[i] == fewest)
    best = nx.max_weight_matching(graph, maxcardinality=True)
    assert len(result.repeats) == sum(graph.edges[edge]["weight"] == 1 for edge in best)
    assert set(result.repeats) == {(g.first, g.second) for g in result.pairs if g.met}


@given(requests(largest=12, rounds=3, smallest=4))
@settings(max_examples=60, deadline=None)
def test_nobody_meets_the_same_opponent_twice_running_when_it_can_be_helped(request: PairingRequest):
    """If forbidding every game of the last round costs no bye and no more repeats, none of them came again."""
    result = pair(request)
    last = {
        tuple(sorted((m.first, m.second))) for m in request.history if m.played and m.round == request.round - 1
    }
    apart = paired_or_refused(replace(request, forbidden_pairs=tuple(last)))
    if apart is None:
        return
    again = [g for g in result.pairs if tuple(sorted((g.first, g.second))) in last]
    cost, other = dict(result.cost), dict(apart.cost)
    if (other["second_bye"], other["repeats"]) == (cost["second_bye"], cost["repeats"]):
        assert not again


@given(requests(largest=20))
@settings(max_examples=60, deadline=None)
def test_tables_are_numbered_from_the_best_rank_down(request: PairingRequest):
    order = {c.id: (-c.points if isinstance(request.system, Swiss) else 0, c.rank) for c in request.competitors}
    best = [min(order[game.first], order[game.second]) for game in pair(request).pairs]
    assert best == sorted(best)


@given(requests(largest=20, systems=(KingOfTheHill(),), rounds=0))
@settings(max_examples=30, deadline=None)
def test_king_of_the_hill_pairs_neighbours_when_nothing_forbids_it(request: PairingRequest):
    result = pair(replace(request, clubs_apart=ClubRule(0)))
    ranked = [c.id for c in sorted(request.competitors, key=lambda c: c.rank) if c.id not in result.byes]
    assert {frozenset((g.first, g.second)) for g in result.pairs} == {
        frozenset(two) for two in zip(ranked[::2], ranked[1::2], strict=True)
    }


@given(st.integers(2, 12), st.integers(1, 30), st.sampled_from([Swiss(), KingOfTheHill()]))
@settings(max_examples=30, deadline=None)
def test_a_long_event_of_a_small_field_never_gets_stuck(count: int, rounds: int, system):
    event = Event(count, system=system)
    for _ in range(rounds):
        event.play()
    byes = Counter(bye.competitor for bye in event.byes)
    assert max(byes.values(), default=0) - min((byes[n] for n in event.active), default=0) <= 1
