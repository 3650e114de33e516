"""Fields too large for all pairs: chosen pairs give rounds as good as all pairs, and everybody an opponent."""

from dataclasses import replace
from random import Random

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.pairing.support import Event, field, pairs_of, played, request_of, requests
from tournaments.pairing import ClubRule, KingOfTheHill, PairingError, PairingRequest, Swiss, pair
from tournaments.pairing.field import build_field
from tournaments.pairing.large import cheapest_in_large
from tournaments.pairing.levels import BIT_BUDGET, Level, bye_level, listed_level, no_byes, scale
from tournaments.pairing.matched import Problem, build_problem
from tournaments.pairing.matching import allowed_edges, cheapest_matching, level_sums, solve_levels


def _problem(request: PairingRequest) -> Problem:
    made = build_field(request)
    return build_problem(made, tuple(range(len(made.order))), request.system)


def _few(problem: Problem, opponents: int, centres="own"):
    chosen = problem.wishes.centres if centres == "own" else centres
    return cheapest_in_large(problem.scale, problem.forbidden, chosen, problem.cuts, opponents=opponents)


@given(requests(smallest=12, largest=60, rounds=9), st.integers(1, 6))
@settings(max_examples=60, deadline=None)
def test_however_few_opponents_are_looked_at_everybody_gets_one(request: PairingRequest, opponents: int):
    problem = _problem(request)
    all_pairs = cheapest_matching(problem.scale, problem.forbidden)
    few = _few(problem, opponents)
    assert not few.unmatched
    assert level_sums(problem.scale.levels, all_pairs) <= level_sums(problem.scale.levels, few)


@given(requests(smallest=30, largest=60, rounds=5))
@settings(max_examples=40, deadline=None)
def test_the_chosen_pairs_hold_the_cheapest_round(request: PairingRequest):
    """With two dozen opponents each, sixty competitors are as well paired as by all pairs."""
    problem = _problem(request)
    all_pairs = cheapest_matching(problem.scale, problem.forbidden)
    assert level_sums(problem.scale.levels, _few(problem, 24)) == level_sums(problem.scale.levels, all_pairs)


@given(requests(smallest=30, largest=50, rounds=5))
@settings(max_examples=30, deadline=None)
def test_a_system_that_says_nothing_of_where_to_look_is_looked_at_whole(request: PairingRequest):
    problem = _problem(request)
    all_pairs = cheapest_matching(problem.scale, problem.forbidden)
    found = _few(problem, 16, centres=None)
    assert level_sums(problem.scale.levels, found) == level_sums(problem.scale.levels, all_pairs)


@given(st.integers(8, 40), st.randoms(use_true_random=False), st.floats(0.5, 0.97))
@settings(max_examples=80, deadline=None)
def test_forbidden_pairs_however_many_leave_nobody_over_who_could_play(count, random: Random, share: float):
    banned = tuple((a, b) for a in range(1, count + 1) for b in range(a + 1, count + 1) if random.random() < share)
    problem = _problem(request_of(field(count), forbidden_pairs=banned))
    all_pairs = cheapest_matching(problem.scale, problem.forbidden)
    few = _few(problem, 2)
    assert len(few.unmatched) == len(all_pairs.unmatched)


def test_a_club_of_more_than_half_the_field_meets_itself_no_more_than_it_must():
    """Thirty of fifty are of one club: five games inside it, by the arithmetic."""
    clubs = [1 if n % 5 < 3 else None for n in range(50)]
    problem = _problem(request_of(field(50, clubs=clubs), clubs_apart=ClubRule(None)))
    few = _few(problem, 4)
    assert dict(zip([level.name for level in problem.scale.levels], _sums(problem, few), strict=True))["clubs"] == 5


def _sums(problem: Problem, matched) -> list[int]:
    return level_sums(problem.scale.levels, matched)


def _round(count: int, system, seed: int) -> PairingRequest:
    """The third round of a large event with clubs; two rounds played by chance, one has left."""
    random = Random(seed)
    event = Event(count, winner=lambda a, b: random.choice((a, b)), system=system, seed=seed)
    for _ in range(2):
        event.play()
    event.active.discard(count)
    return event.request()


@pytest.mark.parametrize("system", [Swiss(), Swiss(odd_group="float_down"), KingOfTheHill()])
def test_a_field_of_seven_hundred_is_paired_without_repeats(system):
    request = _round(700, system, 3)
    result = pair(request)
    assert len(result.pairs) == 349
    assert len(result.byes) == 1
    assert {i for game in pairs_of(result) for i in game} | set(result.byes) == set(range(1, 700))
    assert not result.repeats
    assert dict(result.cost)["second_bye"] == dict(result.cost)["bye_rank"] == 0


def test_a_large_field_with_somebody_nobody_may_meet_is_refused_with_his_name():
    request = request_of(field(900), forbidden_pairs=tuple((7, n) for n in range(1, 901) if n != 7))
    with pytest.raises(PairingError) as refused:
        pair(request)
    assert refused.value.params["groups"][0] == (7,)
    assert refused.value.params["relax"][0] == {"kind": "forbidden_pair", "pair": [1, 7]}


def test_eight_thousand_are_the_most():
    with pytest.raises(PairingError) as refused:
        pair(request_of(field(8001)))
    assert refused.value.params == {"count": 8001, "limit": 8000}


# --- Levels that do not fit into one weight ----------------------------------------------------------------


@given(requests(smallest=5, largest=24, rounds=14), st.integers(24, 60))
@settings(max_examples=60, deadline=None)
def test_levels_solved_in_turns_give_the_same_cost_as_all_at_once(request: PairingRequest, budget: int):
    problem = _problem(request)
    edges = allowed_edges(problem.scale.size, problem.forbidden)
    together = solve_levels(problem.scale, edges)
    in_turns = solve_levels(problem.scale, edges, budget=budget)
    narrow = [value.bit_length() for value in _sums(problem, together)]
    if max(problem.scale.bits) + sum(narrow) < budget:
        assert _sums(problem, in_turns) == _sums(problem, together)
    assert not in_turns.unmatched


def test_the_largest_field_with_the_worst_history_is_still_paired_in_order_of_levels():
    """Levels of 158 bits over eight who can only choose between bad rounds: the first levels still decide."""
    size = 8
    edges = allowed_edges(size, ())
    random = Random(5)
    tables = [
        {(int(a), int(b)): random.randint(1, 2**40) for a, b in edges},
        {(int(a), int(b)): random.randint(1, 2**40) for a, b in edges},
        {(int(a), int(b)): random.randint(1, 2**40) for a, b in edges},
        {(int(a), int(b)): random.randint(1, 2**40) for a, b in edges},
    ]
    packed = scale([listed_level(f"level {k}", size, table) for k, table in enumerate(tables)], with_bye=False)
    assert packed.total > BIT_BUDGET
    graph = nx.Graph()
    for a, b in edges.tolist():
        graph.add_edge(a, b, weight=2**43 - tables[0][a, b])
    best = nx.max_weight_matching(graph, maxcardinality=True)
    matched = solve_levels(packed, edges)
    assert {frozenset(pair_) for pair_ in matched.pairs} == {frozenset(pair_) for pair_ in best}


def test_eight_thousand_with_any_history_stay_inside_the_weights():
    """All levels at their dearest at once: more than one weight holds, and still a round comes out."""
    size = 200
    everyone = np.full(size, 2**30, dtype=np.int64)

    def dear(one, other):
        return np.full(np.broadcast_shapes(one.shape, other.shape), 2**30, dtype=np.int64) + (one ^ other)

    levels = [Level(f"level {k}", dear, no_byes(size), everyone + 256) for k in range(6)]
    levels.append(bye_level("bye", no_byes(size)))
    matched = solve_levels(scale(levels, with_bye=False), allowed_edges(size, ()))
    assert len(matched.pairs) == size // 2


@pytest.mark.parametrize("seed", [0, 1])
def test_a_large_round_is_the_same_whatever_the_order_of_its_rows(seed: int):
    request = _round(640, Swiss(), seed)
    rows = list(request.competitors)
    Random(seed).shuffle(rows)
    again = replace(request, competitors=tuple(rows), history=tuple(reversed(request.history)))
    assert pair(again) == pair(request)


def test_a_large_field_that_has_met_everybody_near_looks_further():
    """In a king of the hill 650 have met all neighbours within twelve ranks."""
    count = 650
    history = [
        meeting
        for off in range(1, 13)
        for meeting in played(off, *((n, n + off) for n in range(1, count + 1 - off)))
    ]
    result = pair(request_of(field(count), round=20, system=KingOfTheHill(), history=tuple(history)))
    assert not result.repeats
    assert min(abs(game.first - game.second) for game in result.pairs) == 13
