"""Where nobody can pair a round the director is offered what would make it possible, and it does."""

from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.pairing.support import field, request_of
from tournaments.pairing import PairingError, PairingRequest, pair


def _followed(request: PairingRequest, offer) -> PairingRequest:
    """The request with one proposal carried out."""
    kind = offer["kind"]
    if kind in ("forbidden_pair", "forbidden_pairs"):
        lifted = offer["pairs"] if kind == "forbidden_pairs" else [offer["pair"]]
        kept = [pair_ for pair_ in request.forbidden_pairs if list(pair_) not in lifted]
        assert len(kept) == len(request.forbidden_pairs) - len(lifted)
        return replace(request, forbidden_pairs=tuple(kept))
    if kind == "locked_pair":
        kept = [pair_ for pair_ in request.locked_pairs if list(pair_) != offer["pair"]]
        return replace(request, locked_pairs=tuple(kept))
    if kind == "locked_bye":
        return replace(request, locked_byes=tuple(i for i in request.locked_byes if i != offer["competitor"]))
    assert kind == "bye"
    return replace(request, locked_byes=(*request.locked_byes, *offer["competitors"]))


def _offers(request: PairingRequest):
    try:
        pair(request)
    except PairingError as error:
        return error.params["relax"]
    return None


@given(st.integers(2, 9), st.randoms(use_true_random=False), st.floats(0.3, 0.95))
@settings(max_examples=150, deadline=None)
def test_every_proposal_makes_the_round_possible(count, random, share):
    everybody = list(range(1, count + 1))
    random.shuffle(everybody)
    locked_pairs = [(everybody[0], everybody[1])] if count > 5 and random.random() < 0.5 else []
    locked_byes = everybody[2:3] if count > 4 and random.random() < 0.5 else []
    banned = [(a, b) for a in range(1, count + 1) for b in range(a + 1, count + 1) if random.random() < share]
    request = request_of(
        field(count),
        locked_pairs=tuple(locked_pairs),
        locked_byes=tuple(locked_byes),
        forbidden_pairs=tuple(banned),
    )
    offers = _offers(request)
    if offers is None:
        return
    assert any(offer["kind"] in ("forbidden_pair", "forbidden_pairs") for offer in offers)
    assert any(offer["kind"] == "bye" for offer in offers)
    for offer in offers:
        assert pair(_followed(request, offer))


def test_two_teams_that_may_not_mix_are_offered_a_game_between_them_or_two_byes():
    banned = tuple((a, b) for a in (1, 2, 3) for b in (4, 5, 6))
    offers = _offers(request_of(field(6), forbidden_pairs=banned))
    assert [offer["kind"] for offer in offers] == ["forbidden_pair"] * 6 + ["bye"]
    assert offers[0]["pair"] == [1, 4]


def test_where_one_pair_is_not_enough_several_are_offered_together():
    """Eight of whom nobody may meet anybody need four games."""
    banned = tuple((a, b) for a in range(1, 9) for b in range(a + 1, 9))
    offers = _offers(request_of(field(8), forbidden_pairs=banned))
    assert [offer["kind"] for offer in offers] == ["forbidden_pairs", "bye"]
    assert len(offers[0]["pairs"]) == 4


def test_a_lock_that_takes_the_only_opponent_away_is_named():
    """1 may meet 2 alone, and 2 is locked into a game with 3."""
    banned = tuple((1, n) for n in range(3, 7))
    offers = _offers(request_of(field(6), forbidden_pairs=banned, locked_pairs=((2, 3),)))
    assert {"kind": "locked_pair", "pair": [2, 3]} in offers


def test_a_bye_that_takes_the_only_opponent_away_is_named():
    banned = tuple((1, n) for n in (3, 4, 5))
    offers = _offers(request_of(field(5), forbidden_pairs=banned, locked_byes=(2,)))
    assert {"kind": "locked_bye", "competitor": 2} in offers


def test_byes_go_to_those_with_the_fewest_and_then_the_lowest_rank():
    banned = tuple((a, b) for a in (1, 2, 3) for b in (4, 5, 6))
    offers = _offers(request_of(field(6), forbidden_pairs=banned))
    assert offers[-1] == {"kind": "bye", "competitors": [6]}


def test_a_large_block_that_may_not_meet_itself_is_answered_too():
    """Of 700, 400 may not meet one another: 300 find an opponent outside, 50 games among the rest are needed."""
    banned = tuple((a, b) for a in range(1, 401) for b in range(a + 1, 401))
    request = request_of(field(700), forbidden_pairs=banned)
    offers = _offers(request)
    assert [offer["kind"] for offer in offers] == ["forbidden_pairs", "bye"]
    assert len(offers[0]["pairs"]) == 50
    assert len(offers[1]["competitors"]) == 99
    for offer in offers:
        assert pair(_followed(request, offer))
