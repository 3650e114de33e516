"""A bye asked for, an absence, a late arrival and a withdrawal are four things."""

from dataclasses import replace

import pytest

from tests.pairing.support import codes_of, couples, field, notes_of, pairs_of, played, request_of
from tournaments.pairing import (
    ByeRule,
    ClubRule,
    Competitor,
    KingOfTheHill,
    PairingError,
    PastBye,
    RoundRobin,
    Swiss,
    pair,
)


def with_states(count: int, states: dict[int, str], **changes):
    competitors = tuple(replace(c, state=states.get(c.id, "plays")) for c in field(count))
    return request_of(competitors, **changes)


@pytest.mark.parametrize("state", ["absent", "not_arrived", "withdrawn"])
def test_whoever_is_not_there_is_in_no_game_and_has_no_bye(state):
    result = pair(with_states(7, {3: state}, system=KingOfTheHill()))
    assert pairs_of(result) == couples((1, 2), (4, 5), (6, 7))
    assert result.byes == ()
    assert result.away == (3,)


@pytest.mark.parametrize("state", ["absent", "not_arrived", "withdrawn"])
def test_whoever_is_not_there_changes_nothing_for_the_others(state):
    """The same round as if he had never entered, byes, lots, tables and all."""
    there = pair(with_states(8, {8: state}, round=3, byes=(PastBye(1, 8),), history=played(2, (8, 1))))
    without = pair(request_of(field(7), round=3, byes=(PastBye(1, 8),), history=played(2, (8, 1))))
    assert (there.pairs, there.byes, there.notes) == (without.pairs, without.byes, without.notes)


def test_a_bye_asked_for_is_had_and_is_no_automatic_one():
    result = pair(with_states(7, {2: "requested_bye"}))
    assert (result.byes, result.automatic_byes, result.away) == ((2,), (), ())
    assert len(result.pairs) == 3


def test_a_bye_asked_for_beside_an_odd_rest_leaves_one_more():
    result = pair(with_states(8, {2: "requested_bye"}))
    assert (result.byes, result.automatic_byes) == ((2, 8), (8,))


def test_a_second_bye_that_was_asked_for_is_said_to_be():
    result = pair(with_states(6, {2: "requested_bye"}, round=2, byes=(PastBye(1, 2),)))
    assert notes_of(result, "second_bye") == [{"competitor": 2, "byes": 1, "reason": "requested"}]


@pytest.mark.parametrize(("counts", "holder"), [(True, 4), (False, 5)])
def test_whether_a_bye_asked_for_counts_is_the_events_rule(counts: bool, holder: int):
    """5 asked for the bye of round 1. By rule he has had his; without it he is the lowest of those who have not."""
    byes = (PastBye(1, 5, requested=True),)
    result = pair(request_of(field(5), round=2, byes=byes, bye_rule=ByeRule(requested_count=counts)))
    assert result.byes == (holder,)


def test_an_absence_does_not_count_as_a_bye():
    """5 was absent in round 1 and 4 had the bye: in round 2 it is 5's turn."""
    assert pair(request_of(field(5), round=2, byes=(PastBye(1, 4),))).byes == (5,)


def test_whoever_comes_late_is_paired_from_then_on():
    """Scenario C15: four have met one another by round 3. Two enter without points and each meets one of them."""
    history = (*played(1, (1, 2), (3, 4)), *played(2, (1, 3), (2, 4)), *played(3, (1, 4), (2, 3)))
    points = [6, 4, 2, 0]
    late = (*field(4, points), Competitor(id=9, rank=5, points=0, number=9), Competitor(10, 6, 0, 10))
    result = pair(request_of(late, round=4, history=history))
    assert pairs_of(result) == couples((1, 2), (3, 9), (4, 10))
    assert len(result.repeats) == 1


def test_a_lock_on_somebody_who_is_not_there_is_refused_by_name():
    for state in ("absent", "not_arrived", "withdrawn"):
        with pytest.raises(PairingError) as refused:
            pair(with_states(6, {3: state}, locked_pairs=((1, 3),)))
        assert refused.value.params == {"reason": "unknown", "competitors": (3,)}
    with pytest.raises(PairingError) as refused:
        pair(with_states(6, {3: "requested_bye"}, locked_pairs=((1, 3),)))
    assert refused.value.params == {"reason": "twice", "competitors": (3,)}


def test_a_bye_asked_for_and_given_by_hand_is_one_bye():
    assert pair(with_states(5, {3: "requested_bye"}, locked_byes=(3,))).byes == (3,)


def test_when_all_but_one_are_away_there_is_no_round():
    """Scenario C10: all withdrew; then one came back."""
    for back in ({}, {1: "plays"}):
        states = dict.fromkeys((1, 2, 3, 4), "withdrawn") | back
        with pytest.raises(PairingError) as refused:
            pair(with_states(4, states, round=2))
        assert refused.value.code == "pairing.not_enough_players"
        assert refused.value.params["count"] == len(back)


def test_in_a_round_robin_the_opponent_of_an_absent_one_is_told_so():
    result = pair(with_states(4, {4: "absent"}, system=RoundRobin(seats=(1, 2, 3, 4))))
    assert notes_of(result, "opponent_absent") == [{"competitor": 1, "absent": 4}]


def test_a_state_nobody_knows_is_a_fault_of_the_caller():
    with pytest.raises(ValueError, match="asleep"):
        Competitor(id=1, rank=1, points=0, number=1, state="asleep")


# --- teams -------------------------------------------------------------------------------------------------


def with_teams(teams, **changes):
    competitors = tuple(replace(c, team=teams[c.id - 1]) for c in field(len(teams)))
    return pair(request_of(competitors, system=Swiss(), **changes))


def test_team_mates_are_kept_apart_beside_clubs_and_told_where_they_cannot():
    apart = with_teams([1, 2, 1, 2], teams_apart=ClubRule(None))
    assert pairs_of(apart) == couples((1, 4), (2, 3))
    assert pairs_of(with_teams([1, 2, 1, 2])) == couples((1, 3), (2, 4))
    assert pairs_of(with_teams([1, 2, 1, 2], teams_apart=ClubRule(1), round=2)) == couples((1, 3), (2, 4))
    one_team = with_teams([7, 7], teams_apart=ClubRule(None))
    assert notes_of(one_team, "teammates") == [
        {"first": one_team.pairs[0].first, "second": one_team.pairs[0].second, "team": 7}
    ]
    assert "teammates" not in codes_of(with_teams([7, 7]))
