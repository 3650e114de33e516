"""A round is judged by the rules of its request, whoever made its pairs."""

import random

import pytest

from tournaments.pairing import (
    Competitor,
    KingOfTheHill,
    Meeting,
    PairingRequest,
    PastBye,
    RoundRobin,
    Swiss,
    pair,
)
from tournaments.pairing.explain import why_bye, why_pair
from tournaments.pairing.judged import judged


def field(size: int, *, seed: int = 1, **more: object) -> PairingRequest:
    rng = random.Random(seed)
    points = sorted((rng.choice([0, 2, 4, 6]) for _ in range(size)), reverse=True)
    rows = tuple(
        Competitor(id=100 + n, rank=n, points=points[n - 1], number=n, club=n % 3) for n in range(1, size + 1)
    )
    games = tuple(Meeting(1, 100 + n, 100 + n + 1) for n in range(1, size, 2))
    more.setdefault("system", Swiss())
    return PairingRequest(event="e", round=4, competitors=rows, history=games, **more)  # type: ignore[arg-type]


def stands(request: PairingRequest) -> tuple[list[tuple[int, int]], list[int]]:
    made = pair(request)
    return [(one.first, one.second) for one in made.pairs], list(made.byes)


@pytest.mark.parametrize("size", [2, 7, 12, 31])
@pytest.mark.parametrize("system", [Swiss(), KingOfTheHill()])
def test_a_round_as_the_system_made_it_costs_what_the_system_says(size: int, system: object) -> None:
    request = field(size, system=system)
    made = pair(request)
    found = judged(request, *stands(request)).result
    assert found.cost == made.cost
    assert [(one.first, one.second, one.cost, one.start_reason) for one in found.pairs] == [
        (one.first, one.second, one.cost, one.start_reason) for one in made.pairs
    ]
    assert (found.byes, found.automatic_byes, found.repeats) == (made.byes, made.automatic_byes, made.repeats)


def test_a_swap_makes_the_round_dearer_and_says_so_of_the_pair() -> None:
    request = field(8)
    pairs, byes = stands(request)
    (a, b), (c, d), *rest = pairs
    swapped = judged(request, [(a, d), (c, b), *rest], byes)
    assert [value for _level, value in swapped.result.cost] > [value for _level, value in pair(request).cost]
    reason = why_pair(swapped.request, swapped.result, a, d)
    assert reason.code == "better"


def test_locks_that_no_longer_stand_are_let_go_and_those_that_stand_are_kept() -> None:
    request = field(8, locked_pairs=((101, 108), (102, 107)))
    pairs, byes = stands(request)
    others = [one for one in pairs if not {101, 102, 107, 108} & set(one)]
    found = judged(request, [(101, 108), (102, others[0][0]), (107, others[0][1]), *others[1:]], byes)
    assert found.request.locked_pairs == ((101, 108),)
    assert [one.locked for one in found.result.pairs] == [True, False, False, False]


def test_who_starts_other_than_by_the_rule_was_set_by_hand() -> None:
    request = field(4)
    pairs, byes = stands(request)
    turned = [(second, first) for first, second in pairs]
    assert {one.start_reason for one in judged(request, turned, byes).result.pairs} == {"locked"}


def test_a_bye_moved_by_hand_is_weighed_against_the_one_the_rules_would_give() -> None:
    request = field(7, byes=(PastBye(1, 101),))
    pairs, byes = stands(request)
    holder = byes[0]
    moved = [tuple(holder if id_ == 101 else id_ for id_ in one) for one in pairs]
    found = judged(request, moved, [101])  # type: ignore[arg-type]
    reason = why_bye(found.request, found.result, 101)
    assert (reason.code, reason.decided_by) == ("better", "second_bye")


def test_of_more_byes_than_needed_the_rest_count_as_given() -> None:
    request = field(7)
    found = judged(request, [(101, 102), (103, 104)], [105, 106, 107])
    assert found.result.automatic_byes == (107,)
    assert found.request.locked_byes == (105, 106)
    even = judged(field(8), [(101, 102), (103, 104), (105, 106)], [107, 108])
    assert even.result.automatic_byes == ()


def test_whoever_is_not_seated_is_not_there() -> None:
    found = judged(field(6), [(101, 102), (103, 104)], [])
    assert found.result.away == (105, 106)
    assert found.result.cost


def test_a_bye_that_was_asked_for_and_not_had_counts_as_playing() -> None:
    rows = tuple(
        Competitor(id=n, rank=n, points=0, number=n, state="requested_bye" if n == 1 else "plays")
        for n in range(1, 5)
    )
    request = PairingRequest(event="e", round=1, system=Swiss(), competitors=rows)
    assert judged(request, [(1, 2), (3, 4)], []).result.byes == ()


def test_a_round_off_a_table_has_no_cost() -> None:
    request = field(6, system=RoundRobin(first_round=4))
    pairs, byes = stands(request)
    assert judged(request, pairs, byes).result.cost == ()


def test_somebody_unknown_or_in_two_places_is_a_fault() -> None:
    with pytest.raises(ValueError, match="not in the request"):
        judged(field(4), [(101, 999)], [])
    with pytest.raises(ValueError, match="two places"):
        judged(field(4), [(101, 102), (101, 103)], [])
