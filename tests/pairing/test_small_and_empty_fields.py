"""Nobody, one, two, three, too many; and people who leave between two rounds."""

import pytest

from tests.pairing.support import Event, couples, field, pairs_of, request_of
from tournaments.pairing import (
    LIMIT,
    Competitor,
    KingOfTheHill,
    Meeting,
    PairingError,
    PastBye,
    RoundRobin,
    Swiss,
    pair,
)

SYSTEMS = [Swiss(), KingOfTheHill(), RoundRobin((1, 2, 3, 4))]


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize("count", [0, 1])
def test_nobody_or_one_alone_cannot_be_paired(system, count: int):
    """Scenario C10: all four withdrew; then one came back. Refused both times, and no games appear."""
    with pytest.raises(PairingError) as refused:
        pair(request_of(field(count), round=2, system=system))
    assert refused.value.code == "pairing.not_enough_players"
    assert refused.value.params == {"count": count, "needed": 2}


@pytest.mark.parametrize("system", SYSTEMS[:2])
def test_two_meet_and_three_leave_one_out(system):
    assert pairs_of(pair(request_of(field(2), system=system))) == couples((1, 2))
    three = pair(request_of(field(3), system=system))
    assert pairs_of(three) == couples((1, 2))
    assert three.byes == (3,)


def test_three_all_given_a_bye_by_hand_leave_no_game():
    result = pair(request_of(field(3), locked_byes=(1, 2, 3)))
    assert result.pairs == ()
    assert result.byes == (1, 2, 3)


def test_two_of_whom_one_has_a_bye_by_hand_both_sit_out():
    result = pair(request_of(field(2), locked_byes=(1,)))
    assert (result.pairs, result.byes, result.automatic_byes) == ((), (1, 2), (2,))


@pytest.mark.parametrize("system", [Swiss(), KingOfTheHill()])
def test_a_field_at_the_limit_is_paired_and_one_more_refused(system):
    result = pair(request_of(field(LIMIT), system=system))
    assert len(result.pairs) == LIMIT // 2
    with pytest.raises(PairingError) as refused:
        pair(request_of(field(LIMIT + 1), system=system))
    assert refused.value.code == "pairing.too_many"
    assert refused.value.params == {"count": LIMIT + 1, "limit": LIMIT}


def test_whoever_leaves_right_after_a_result_is_in_no_game_and_nobody_meets_himself():
    """Scenario C17: 1 beat 3 in round 1, then 3 withdrew; the two others of round 1 and 1 are left."""
    event = Event(4)
    event.play()
    event.active.remove(3)
    result = event.play()
    seated = sorted([*(i for g in result.pairs for i in (g.first, g.second)), *result.byes])
    assert seated == [1, 2, 4]
    assert all(g.first != g.second for g in result.pairs)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"history": (Meeting(2, 1, 3),)}, "round 2"),
        ({"byes": (PastBye(2, 1),)}, "round 2"),
        ({"history": (Meeting(1, 1, 1),)}, "meets himself"),
    ],
)
def test_a_history_that_cannot_be_is_a_fault_of_the_caller(changes, words: str):
    with pytest.raises(ValueError, match=words):
        request_of(field(4), round=2, **changes)


def test_a_competitor_twice_or_a_number_twice_is_a_fault_of_the_caller():
    one = Competitor(id=1, rank=1, points=0, number=1)
    with pytest.raises(ValueError, match="twice"):
        request_of((one, one))
    with pytest.raises(ValueError, match="number"):
        request_of((one, Competitor(id=2, rank=2, points=0, number=1)))


def test_an_error_says_its_code_and_figures():
    error = PairingError("pairing.too_many", count=601, limit=600)
    assert str(error) == "pairing.too_many (count=601, limit=600)"
    assert str(PairingError("pairing.infeasible")) == "pairing.infeasible"
