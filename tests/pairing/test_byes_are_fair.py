"""Byes go round: the fewest first, then the lowest rank, and nobody twice before everyone once."""

from collections import Counter

import pytest
from hypothesis import given, settings

from tests.pairing.support import Event, codes_of, couples, field, notes_of, pairs_of, played, request_of, requests
from tournaments.pairing import (
    Competitor,
    KingOfTheHill,
    Meeting,
    PairingRequest,
    PastBye,
    Swiss,
    pair,
)

A, B, C, D, E = 1, 2, 3, 4, 5


def test_a_second_bye_waits_until_all_have_had_one():
    """Scenario C01: five players; A beat B by 100, C beat D by 50, E had the bye of round 1."""
    event = Event(5)
    event.score(A, B, winner=A, spread=100)
    event.score(C, D, winner=C, spread=50)
    event.points[E] += 2
    event.byes.append(PastBye(1, E))
    event.round = 2

    second = event.play()
    assert second.byes == (B,)
    third = event.play()
    assert third.byes[0] in {A, C, D}
    event.play()
    event.play()
    assert Counter(bye.competitor for bye in event.byes) == Counter((A, B, C, D, E))


@pytest.mark.parametrize("count", [3, 5, 7, 9])
@pytest.mark.parametrize("system", [Swiss(), KingOfTheHill()])
def test_after_as_many_rounds_as_players_everyone_has_had_one_bye(count: int, system):
    event = Event(count, system=system)
    for _ in range(count):
        event.play()
    assert Counter(bye.competitor for bye in event.byes) == Counter(range(1, count + 1))
    event.play()
    assert max(Counter(bye.competitor for bye in event.byes).values()) == 2


def test_the_lowest_rank_has_the_first_bye_and_the_note_says_so():
    result = pair(request_of(field(5)))
    assert result.byes == result.automatic_byes == (5,)
    assert notes_of(result, "bye") == [{"competitor": 5, "byes": 0, "passed_over": 0, "for_repeats": 0}]


def test_the_rank_decides_and_not_the_number():
    """Scenario C04, first half: of three, the one at the foot of the table has the next bye."""
    competitors = (
        Competitor(id=1, rank=1, points=2, number=1),
        Competitor(id=2, rank=3, points=0, number=2),
        Competitor(id=3, rank=2, points=2, number=3),
    )
    history, byes = played(1, (1, 2)), (PastBye(1, 3),)
    assert pair(request_of(competitors, round=2, history=history, byes=byes)).byes == (2,)


def test_a_bye_is_no_start_and_no_meeting():
    """Scenario C04, second half: after its bye a competitor is as fresh as before it."""
    after_bye = pair(request_of(field(4), round=2, byes=(PastBye(1, 1), PastBye(1, 2))))
    fresh = pair(request_of(field(4), round=2))
    assert after_bye.pairs == fresh.pairs


def test_who_was_passed_over_is_in_the_note():
    byes = (PastBye(1, 5), PastBye(2, 4))
    result = pair(request_of(field(5), round=3, byes=byes))
    assert result.byes == (3,)
    assert notes_of(result, "bye") == [{"competitor": 3, "byes": 0, "passed_over": 2, "for_repeats": 0}]
    assert "second_bye" not in codes_of(result)


def test_a_repeat_is_the_price_of_a_fair_bye_and_the_note_says_so():
    """Only 1 has had no bye, and without him 2 has nobody new left; with 1 to meet, 2 would have."""
    byes = tuple(PastBye(n - 1, n) for n in (2, 3, 4, 5))
    history = (*played(1, (2, 3)), *played(2, (2, 4)), *played(3, (2, 5)))
    result = pair(request_of(field(5), round=6, history=history, byes=byes))
    assert result.byes == (1,)
    assert len(result.repeats) == 1
    assert [note["reason"] for note in notes_of(result, "repeat")] == ["bye_rule"]


def test_the_lowest_rank_goes_without_a_bye_if_a_repeat_would_follow():
    """With 5 away, 1-4 have all met one another; with 4 away, 1, 2, 3 can make one new game, and 5 another."""
    history = (*played(1, (1, 2), (3, 4)), *played(2, (1, 3), (2, 4)), *played(3, (1, 4)))
    result = pair(request_of(field(5), round=5, history=(*history, *played(3, (2, 5)))))
    assert not result.repeats
    assert result.byes != (5,)
    assert notes_of(result, "bye")[0]["for_repeats"] == 5 - result.byes[0]
    assert notes_of(result, "bye")[0]["passed_over"] == 0


def test_when_all_have_had_one_the_note_says_so():
    byes = tuple(PastBye(n, n) for n in (1, 2, 3))
    result = pair(request_of(field(3), round=4, byes=byes))
    assert result.byes == (3,)
    assert notes_of(result, "second_bye") == [{"competitor": 3, "byes": 1, "reason": "all_have_had_one"}]


def test_a_second_bye_forced_by_locks_is_owned_up_to():
    """The only two without a bye are locked together, so one of the three others has a second one."""
    byes = (PastBye(1, 3), PastBye(2, 4), PastBye(3, 5))
    result = pair(request_of(field(5), round=4, byes=byes, locked_pairs=((1, 2),)))
    assert result.byes == (5,)
    assert notes_of(result, "second_bye") == [{"competitor": 5, "byes": 1, "reason": "unavoidable"}]


def test_of_those_whom_locks_leave_over_the_one_with_the_fewest_has_it():
    """1 and 2 have had none but are locked together; 3 has had two byes, 4 one, 5 three."""
    byes = (*(PastBye(n, 3) for n in (1, 2)), PastBye(3, 4), *(PastBye(n, 5) for n in (4, 5, 6)))
    result = pair(request_of(field(5), round=7, byes=byes, locked_pairs=((1, 2),)))
    assert result.byes == (4,)


def test_a_bye_given_by_hand_is_the_only_one_of_an_odd_field():
    """Scenario C06: of seven, G has the bye by hand; pairing the rest again gives three games and no more byes."""
    result = pair(request_of(field(7), locked_byes=(7,)))
    assert result.byes == (7,)
    assert result.automatic_byes == ()
    assert len(result.pairs) == 3


def test_a_bye_given_by_hand_may_go_to_anybody_and_leaves_parity_to_the_rest():
    result = pair(request_of(field(8), locked_byes=(1,)))
    assert result.byes == (1, 8)
    assert result.automatic_byes == (8,)
    assert pairs_of(result) == couples((2, 5), (3, 6), (4, 7))


def test_a_second_bye_by_hand_is_kept_but_noted():
    result = pair(request_of(field(4), round=2, byes=(PastBye(1, 4),), locked_byes=(4,)))
    assert 4 in result.byes
    assert notes_of(result, "second_bye") == [{"competitor": 4, "byes": 1, "reason": "director"}]


def test_leaving_and_coming_back_does_not_earn_a_new_bye():
    """3 had the bye of round 1 and missed round 2; back in round 3, it is still the turn of others."""
    history = (Meeting(1, 1, 2), Meeting(2, 1, 2))
    result = pair(request_of(field(3), round=3, history=history, byes=(PastBye(1, 3),)))
    assert result.byes == (2,)


@given(requests(largest=15))
@settings(max_examples=80, deadline=None)
def test_the_bye_always_goes_to_somebody_with_the_fewest(request: PairingRequest):
    had = Counter(bye.competitor for bye in request.byes)
    fewest = min(had[c.id] for c in request.competitors)
    assert all(had[competitor] == fewest for competitor in pair(request).automatic_byes)
