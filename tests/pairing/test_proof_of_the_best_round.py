"""What a certificate says of a round is true: no round costs less than its bound, and `optimal` is the best.

Small fields are certified the way large ones are, with one or two likely opponents a place, so that the prices
have to ask for the rest; then all pairs, or all rounds, say whether they asked for enough.
"""

from dataclasses import replace
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.pairing.support import Event, SecondOpinion, all_rounds, field, request_of, requests
from tournaments.pairing import (
    Casement,
    ClubRule,
    Factor,
    KingOfTheHill,
    PairingRequest,
    PairingResult,
    PairResult,
    QueenOfTheHill,
    RandomDraw,
    RoundRobin,
    ShrinkingFactor,
    Swiss,
    pair,
)
from tournaments.pairing.certificate import Certificate, certify, prove
from tournaments.pairing.duals import FINE, Stage, lowered, priced, violated
from tournaments.pairing.field import build_field
from tournaments.pairing.levels import Level, no_byes
from tournaments.pairing.matched import Problem, build_problem
from tournaments.pairing.matching import Matched, cheapest_matching, level_sums


def by_prices(request: PairingRequest, result: PairingResult, opponents: int = 1) -> Certificate:
    return certify(request, result, opponents=opponents, complete=0)


def problem_of(request: PairingRequest) -> Problem:
    made = build_field(request)
    return build_problem(made, tuple(range(len(made.order))), request.system)


def values(cost) -> list[int]:
    return [value for _, value in cost]


@given(requests(smallest=12, largest=60, rounds=9), st.integers(1, 3))
@settings(max_examples=80, deadline=None)
def test_the_bound_is_never_above_the_best_round(request: PairingRequest, opponents: int):
    result = pair(request)
    proof = by_prices(request, result, opponents)
    assert values(proof.bound) <= values(result.cost)
    assert (proof.status == "optimal") == (values(proof.bound) == values(result.cost))


@given(requests(smallest=12, largest=40, rounds=9), st.integers(1, 3), st.randoms(use_true_random=False))
@settings(max_examples=80, deadline=None)
def test_a_round_that_is_not_the_best_is_never_called_so(request: PairingRequest, opponents: int, random: Random):
    problem = problem_of(request)
    best = level_sums(problem.scale.levels, cheapest_matching(problem.scale, problem.forbidden))
    other = _spoilt(problem, random)
    costs = level_sums(problem.scale.levels, other)
    proof = prove(problem, other, lambda: None, opponents=opponents)
    assert values(proof.bound) <= best
    if costs != best:
        assert proof.status != "optimal"
    if proof.status == "gap":
        first = next(at for at, gap in enumerate(values(proof.gap)) if gap)
        assert values(proof.bound)[first] + values(proof.gap)[first] == costs[first]
        assert values(proof.bound)[:first] == costs[:first]


def _spoilt(problem: Problem, random: Random) -> Matched:
    """The best round with a few pairs mixed up."""
    best = cheapest_matching(problem.scale, problem.forbidden)
    pairs = list(best.pairs)
    chosen = random.sample(range(len(pairs)), min(len(pairs), random.randint(2, 3)))
    people = [i for k in chosen for i in pairs[k]]
    random.shuffle(people)
    mixed = [(min(two), max(two)) for two in zip(people[::2], people[1::2], strict=True)]
    kept = [two for k, two in enumerate(pairs) if k not in chosen]
    return Matched(tuple(sorted([*kept, *mixed])), best.bye, ())


@given(requests(smallest=4, largest=8, rounds=9, directed=True), st.integers(1, 2))
@settings(max_examples=120, deadline=None)
def test_brute_force_agrees_with_every_bound(request: PairingRequest, opponents: int):
    opinion = SecondOpinion(request)
    every_cost = [opinion.cost(games, bye) for games, bye in all_rounds(request)]
    if not every_cost or not opinion.free:
        return
    result = pair(request)
    proof = by_prices(request, result, opponents)
    assert tuple(values(proof.bound)) <= min(every_cost)
    if proof.status == "optimal":
        assert tuple(values(result.cost)) == min(every_cost)


def _third_round(count: int, seed: int, system) -> PairingRequest:
    random = Random(seed)
    event = Event(count, winner=lambda a, b: random.choice((a, b)), system=system, seed=seed)
    for _ in range(3):
        event.play()
    event.active.discard(random.randint(1, count))
    return event.request(clubs_apart=ClubRule(None))


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("odd_group", ["pull_up", "float_down"])
def test_swiss_rounds_are_proved_to_be_the_best(seed: int, odd_group: str):
    request = _third_round(61 + seed, seed, Swiss(odd_group=odd_group))
    proof = by_prices(request, pair(request), 2)
    assert (proof.status, set(values(proof.gap))) == ("optimal", {0})


@pytest.mark.parametrize(
    "system",
    [
        KingOfTheHill(),
        QueenOfTheHill(),
        Factor(factor=7),
        ShrinkingFactor(constant=12),
        Casement(),
        RandomDraw(),
        PairResult(first_round=3),
        Swiss(within="fold"),
        Swiss(within="neighbours"),
    ],
    ids=lambda system: system.kind,
)
@pytest.mark.parametrize("seed", range(3))
def test_rounds_of_every_other_system_are_proved_too(seed: int, system):
    request = _third_round(60 + seed, seed, system)
    proof = by_prices(request, pair(request), 2)
    assert (proof.status, set(values(proof.gap))) == ("optimal", {0})


def test_pairs_nobody_thought_of_join_where_their_price_asks_for_them():
    """With one likely opponent each the first program is too dear; what it lacks is found by its prices."""
    added = [
        by_prices(request, pair(request)).added
        for request in (_third_round(60 + seed, seed, Swiss()) for seed in range(4))
    ]
    assert any(added)


def test_a_small_field_is_proved_by_all_pairs():
    request = _third_round(20, 1, Swiss())
    result = pair(request)
    proof = certify(request, result)
    assert (proof.status, proof.method) == ("optimal", "complete")
    assert proof.bound == result.cost


def test_a_worse_round_of_a_small_field_is_told_by_how_much():
    request = request_of(field(4), system=KingOfTheHill())
    worse = replace(pair(request), pairs=pair(request_of(field(4), system=Swiss())).pairs)
    proof = certify(request, worse)
    assert (proof.status, dict(proof.gap)["distance"], proof.cheaper) == ("gap", 2, proof.bound)


def test_a_round_of_somebody_else_cannot_be_certified():
    request = request_of(field(6))
    with pytest.raises(ValueError, match="not a round"):
        certify(request, pair(request_of(field(4))))


def test_a_round_off_a_table_needs_no_proof():
    request = request_of(field(4), system=RoundRobin(seats=(1, 2, 3, 4)))
    assert certify(request, pair(request)).method == "none"


def test_a_time_limit_that_is_over_proves_what_needs_no_program_and_no_more():
    """The levels that cost nothing are proved by looking; the first that costs something is where it ends."""
    request = _third_round(60, 2, Swiss())
    result = pair(request)
    ticks = iter(range(0, 10**6, 1000))
    proof = certify(request, result, seconds=1.0, clock=lambda: float(next(ticks)), complete=0)
    assert proof.status == "gap"
    assert values(proof.bound) <= values(result.cost)
    assert proof.seconds > 0


def test_prices_that_are_too_high_are_lowered_until_no_pair_undercuts_them():
    """Three places in a triangle beside one: a group of three holds the bound that places alone cannot."""
    apart = np.array([[0, 0, 0, 5], [0, 0, 0, 5], [0, 0, 0, 5], [5, 5, 5, 0]], dtype=np.int64)
    level = Level("apart", lambda one, other: apart[one, other], no_byes(4), apart.max(axis=1))
    stage = Stage((level,), (0,), 5)
    places = np.array([0, 0, 0, 0, 0], dtype=np.int64)
    triangle = np.array([0, 1, 2], dtype=np.int64)
    good = priced(stage, places, [triangle], [5 << FINE])
    assert good.whole_bound == 5
    assert good.slack == 0
    everybody = np.arange(4, dtype=np.int64)
    reduced = good.reduced(everybody[:, None], everybody[None, :])
    assert (reduced >= 0).all()
    assert lowered(good, np.array([1, 0, 0, 0, 0], dtype=np.int64)).bound == good.bound - 1


def test_an_odd_circle_of_halves_is_seen():
    ends = np.array([[0, 1], [1, 2], [0, 2], [2, 3]], dtype=np.int64)
    groups = violated(4, ends, np.array([0.5, 0.5, 0.5, 0.0]))
    assert [group.tolist() for group in groups] == [[0, 1, 2]]
