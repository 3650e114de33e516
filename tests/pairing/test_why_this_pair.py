"""Every board can say why, and every competitor why not another: held against all rounds there are."""

from dataclasses import replace

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tests.pairing.support import (
    Event,
    SecondOpinion,
    all_rounds,
    field,
    free_order,
    pair_or_code,
    played,
    request_of,
    requests,
)
from tournaments.pairing import ClubRule, KingOfTheHill, PairingRequest, PairingResult, RoundRobin, Swiss, pair
from tournaments.pairing.explain import Reason, why_bye, why_no_bye, why_not, why_pair


def _cheapest(request: PairingRequest, wanted) -> tuple[int, ...] | None:
    """By brute force, of the rounds that are `wanted(games as sets, bye)`."""
    opinion = SecondOpinion(request)
    costs = [
        opinion.cost(games, bye)
        for games, bye in all_rounds(request)
        if wanted({frozenset(game) for game in games}, bye)
    ]
    return min(costs, default=None)


def _alternative(reason: Reason) -> tuple[int, ...] | None:
    return reason.alternative and tuple(value for _, value in reason.alternative.cost)


def _round_after(result: PairingResult, reason: Reason) -> dict[int, int | None]:
    """Who plays whom when the moves are carried out."""
    meets: dict[int, int | None] = dict.fromkeys(result.byes)
    for game in result.pairs:
        meets |= {game.first: game.second, game.second: game.first}
    for move in reason.alternative.moves:
        assert meets[move.competitor] == move.meets
        meets[move.competitor] = move.instead
    return meets


@given(requests(smallest=3, largest=7, rounds=9, directed=True), st.randoms(use_true_random=False))
@settings(max_examples=150, deadline=None)
def test_a_board_names_the_cheapest_round_without_it(request: PairingRequest, random):
    result = pair_or_code(request)
    assume(not isinstance(result, str))
    game = random.choice(result.pairs)
    reason = why_pair(request, result, game.second, game.first)
    if game.locked:
        assert reason.code == "locked"
        return
    this = frozenset((game.first, game.second))
    best = _cheapest(request, lambda games, bye: this not in games)
    assert _alternative(reason) == best
    assert (reason.code == "only_choice") == (best is None)
    _check_told(result, reason)


@given(requests(smallest=3, largest=7, rounds=9, directed=True), st.randoms(use_true_random=False))
@settings(max_examples=150, deadline=None)
def test_why_not_names_the_cheapest_round_with_that_game(request: PairingRequest, random):
    result = pair_or_code(request)
    assume(not isinstance(result, str))
    free = [c.id for c in free_order(request)]
    assume(len(free) > 2)
    one, other = random.sample(free, 2)
    reason = why_not(request, result, one, other)
    this = frozenset((one, other))
    if reason.code == "as_asked":
        assert any(this == {game.first, game.second} for game in result.pairs)
        return
    lifted = [couple for couple in request.forbidden_pairs if frozenset(couple) != this]
    best = _cheapest(replace(request, forbidden_pairs=tuple(lifted)), lambda games, bye: this in games)
    assert _alternative(reason) == best
    assert (reason.code == "forbidden") == (len(lifted) < len(request.forbidden_pairs))
    if reason.alternative:
        assert _round_after(result, reason)[one] == other
    if reason.code != "forbidden":
        _check_told(result, reason)


@given(requests(smallest=3, largest=7, rounds=9), st.randoms(use_true_random=False))
@settings(max_examples=80, deadline=None)
def test_the_bye_is_explained_both_ways(request: PairingRequest, random):
    result = pair(request)
    assume(result.byes)
    has = result.byes[0]
    reason = why_bye(request, result, has)
    assert _alternative(reason) == _cheapest(request, lambda games, bye: bye != has)
    one = random.choice([c.id for c in request.competitors if c.id != has])
    reason = why_no_bye(request, result, one)
    assert _alternative(reason) == _cheapest(request, lambda games, bye: bye == one)
    assert _round_after(result, reason)[one] is None


def _check_told(result: PairingResult, reason: Reason) -> None:
    """The first level that differs decides, for the worse; and the moves are a whole round."""
    if reason.alternative is None:
        return
    costs = [tuple(value for _, value in cost) for cost in (result.cost, reason.alternative.cost)]
    assert costs[0] <= costs[1]
    assert (reason.code == "equal") == (costs[0] == costs[1])
    if reason.code == "cost":
        first = reason.alternative.differences[0]
        assert reason.decided_by == first.level
        assert first.round < first.alternative
    after = _round_after(result, reason)
    assert all(other is None or after[other] == one for one, other in after.items())


def test_a_repeat_is_why_the_nearest_do_not_meet():
    request = request_of(field(4), round=2, system=KingOfTheHill(), history=played(1, (1, 2), (3, 4)))
    reason = why_not(request, pair(request), 1, 2)
    assert (reason.code, reason.decided_by) == ("cost", "repeats")
    assert dict(reason.pays) == {"repeats": 1, "back_to_back": 1}
    assert [(d.round, d.alternative) for d in reason.alternative.differences if d.level == "repeats"] == [(0, 2)]


def test_a_club_is_why_two_do_not_meet():
    request = request_of(field(4, clubs=[1, 1, 2, 3]), system=KingOfTheHill(), clubs_apart=ClubRule(None))
    reason = why_not(request, pair(request), 1, 2)
    assert (reason.code, reason.decided_by) == ("cost", "clubs")


def test_those_who_are_asked_about_are_named_first():
    request = request_of(field(8))
    reason = why_not(request, pair(request), 8, 1)
    assert {move.competitor for move in reason.alternative.moves[:2]} == {1, 8}
    assert len(reason.alternative.moves) > 2


def test_what_is_settled_elsewhere_is_said_to_be():
    request = request_of(
        field(7), locked_pairs=((1, 7),), locked_byes=(6,), forbidden_pairs=((2, 3),), system=KingOfTheHill()
    )
    result = pair(request)
    assert why_pair(request, result, 7, 1).code == "locked"
    assert why_not(request, result, 1, 2) == Reason("locked", holders=(1,))
    assert why_not(request, result, 6, 1).holders == (6, 1)
    assert why_bye(request, result, 6).code == "locked"
    assert why_no_bye(request, result, 2).code == "even"
    assert why_not(request, result, 2, 3).code == "forbidden"
    assert why_not(request, result, 2, 2).code == "itself"
    assert why_not(request, result, 2, 99) == Reason("unknown", holders=(99,))
    with pytest.raises(ValueError, match="do not meet"):
        why_pair(request, result, 1, 2)
    with pytest.raises(ValueError, match="no bye"):
        why_bye(request, result, 2)


def test_two_who_have_only_each_other_have_no_alternative():
    request = request_of(field(2))
    assert why_pair(request, pair(request), 1, 2).code == "only_choice"


def test_a_round_off_a_table_says_so():
    request = request_of(field(4), system=RoundRobin(seats=(1, 2, 3, 4)))
    result = pair(request)
    game = result.pairs[0]
    assert why_pair(request, result, game.first, game.second).code == "by_table"
    others = {1, 2, 3, 4} - {game.first, game.second}
    assert why_not(request, result, game.first, others.pop()).code == "by_table"


def test_a_better_game_than_one_made_by_hand_is_owned_to():
    request = request_of(field(4), system=KingOfTheHill())
    by_hand = replace(pair(request_of(field(4), system=Swiss())), cost=(("distance", 2),))
    assert why_not(request, by_hand, 1, 2).code == "better"


def test_a_large_field_is_explained_too():
    event = Event(701, system=Swiss())
    event.play()
    request = event.request()
    result = pair(request)
    game = result.pairs[100]
    reason = why_pair(request, result, game.first, game.second)
    assert reason.code in ("cost", "equal")
    assert all(d.alternative >= d.round for d in reason.alternative.differences[:1])
    one, other = result.pairs[3].first, result.pairs[200].second
    reason = why_not(request, result, one, other)
    assert reason.code == "cost"
    assert _round_after(result, reason)[one] == other
