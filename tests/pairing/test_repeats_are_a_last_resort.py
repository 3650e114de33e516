"""Two meet again only where there is no other way, as few as can be, and not twice running if avoidable."""

from collections import Counter

import pytest

from tests.pairing.support import Event, codes_of, couples, field, notes_of, pairs_of, played, request_of
from tournaments.pairing import KingOfTheHill, Meeting, Swiss, pair

SYSTEMS = [Swiss(), Swiss(odd_group="float_down"), KingOfTheHill()]


@pytest.mark.parametrize("system", SYSTEMS)
def test_the_greedy_trap_is_walked_around(system):
    """Scenario C08: pairing from the top would be stuck with 5-6; four sets without a rematch exist."""
    history = (*played(1, (1, 2), (3, 4), (5, 6)), *played(2, (1, 3), (2, 5), (4, 6)))
    result = pair(request_of(field(6), round=3, system=system, history=history))
    assert not result.repeats
    assert pairs_of(result) in [
        couples((1, 4), (2, 6), (3, 5)),
        couples((1, 5), (2, 4), (3, 6)),
        couples((1, 6), (2, 3), (4, 5)),
        couples((1, 6), (2, 4), (3, 5)),
    ]


@pytest.mark.parametrize("system", SYSTEMS)
def test_where_a_rematch_must_be_there_is_one_and_the_director_is_told(system):
    """Scenario C09: the games not yet played are two triangles."""
    history = (
        *played(1, (1, 2), (3, 4), (5, 6)),
        *played(2, (1, 4), (3, 6), (5, 2)),
        *played(3, (1, 6), (3, 2), (5, 4)),
    )
    result = pair(request_of(field(6), round=4, system=system, history=history))
    assert len(result.repeats) == 1
    told = notes_of(result, "repeat")
    assert [(note["first"], note["second"], note["met"], note["reason"]) for note in told] == [
        (*result.repeats[0], 1, "unavoidable")
    ]
    assert "back_to_back" not in codes_of(result)


@pytest.mark.parametrize("system", SYSTEMS)
def test_four_players_and_twenty_rounds_meet_equally_often_and_never_twice_running(system):
    event = Event(4, system=system)
    for _ in range(20):
        result = event.play()
        assert "back_to_back" not in codes_of(result)
    met = Counter(frozenset((m.first, m.second)) for m in event.history)
    assert sorted(met.values()) == [6, 6, 7, 7, 7, 7]


def test_two_players_can_only_meet_again_and_that_is_said():
    event = Event(2)
    event.play()
    result = event.play()
    assert codes_of(result) == ["repeat", "back_to_back"]
    assert notes_of(result, "back_to_back")[0]["round"] == 2


def test_of_two_repeats_the_older_is_taken():
    """All four have met all others once; round 3 was 1-4, 2-3."""
    history = (*played(1, (1, 2), (3, 4)), *played(2, (1, 3), (2, 4)), *played(3, (1, 4), (2, 3)))
    for system in SYSTEMS:
        result = pair(request_of(field(4), round=4, system=system, history=history))
        assert not pairs_of(result) & couples((1, 4), (2, 3))


def test_of_repeats_that_must_be_two_second_games_come_before_a_third_and_a_first():
    """Four who have met: 1-2 twice, 3-4 twice, 1-3 three times and 2-4 once, the rest four times.

    1-3 and 2-4 would be as many games before as 1-2 and 3-4, but somebody would sit down for the fourth time.
    """
    history = [
        *(meeting for round_ in (1, 2) for meeting in played(round_, (1, 2), (3, 4))),
        *(meeting for round_ in (3, 4, 5) for meeting in played(round_, (1, 3))),
        *played(6, (2, 4)),
        *(meeting for round_ in (7, 8, 9, 10) for meeting in played(round_, (1, 4), (2, 3))),
    ]
    for system in SYSTEMS:
        result = pair(request_of(field(4), round=20, system=system, history=tuple(history)))
        assert pairs_of(result) == couples((1, 2), (3, 4))


def test_a_forfeit_that_was_not_played_is_no_meeting():
    forfeit = (Meeting(1, 1, 2, played=False), Meeting(1, 3, 4))
    result = pair(request_of(field(4), round=2, system=KingOfTheHill(), history=forfeit))
    assert pairs_of(result) == couples((1, 3), (2, 4))
    both = (Meeting(1, 1, 2, played=False), Meeting(1, 3, 4, played=False))
    result = pair(request_of(field(4), round=2, system=KingOfTheHill(), history=both))
    assert pairs_of(result) == couples((1, 2), (3, 4))
    assert not result.repeats


def test_a_game_whose_start_nobody_knows_is_a_meeting_all_the_same():
    history = (Meeting(1, 1, 2, starts_known=False), Meeting(1, 3, 4, starts_known=False))
    result = pair(request_of(field(4), round=2, system=KingOfTheHill(), history=history))
    assert not result.repeats
    assert {game.start_reason for game in result.pairs} == {"lot"}
