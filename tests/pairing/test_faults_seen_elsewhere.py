"""Faults that other programs were reported for, and scenarios grown from them: none of the systems here has one."""

from collections import Counter
from dataclasses import replace

import pytest

from tests.pairing.any_system import MATCHED, TABLES
from tests.pairing.support import Event, couples, field, notes_of, pairs_of, played, request_of
from tournaments.pairing import (
    AustralianDraw,
    PairingError,
    PastBye,
    RepeatRule,
    RoundRobin,
    Swiss,
    digest,
    pair,
)

every_matched_system = pytest.mark.parametrize("system", MATCHED, ids=str)
every_system = pytest.mark.parametrize("system", [*MATCHED, *TABLES], ids=str)
every_counting_system = pytest.mark.parametrize(
    "system", [system for system in MATCHED if not isinstance(system, AustralianDraw)], ids=str
)


@every_matched_system
def test_nobody_has_a_second_bye_while_others_have_had_none(system):
    """Scenario C01 under every system: five players, five rounds, five byes."""
    event = Event(5, system=system)
    for _ in range(5):
        event.play()
    assert Counter(bye.competitor for bye in event.byes) == Counter((1, 2, 3, 4, 5))


@every_matched_system
def test_a_draft_paired_again_with_its_byes_kept_has_no_more_byes_than_before(system):
    """Scenario C06: seven players, the bye moved to the last by hand, the rest paired again; and once more."""
    draft = pair(request_of(field(7), system=system))
    again = pair(request_of(field(7), system=system, locked_byes=(7,)))
    once_more = pair(request_of(field(7), system=system, locked_byes=again.byes))
    assert [len(r.byes) for r in (draft, again, once_more)] == [1, 1, 1]
    assert again.byes == once_more.byes == (7,)
    assert len(once_more.pairs) == 3


@every_matched_system
def test_the_bye_does_not_go_to_the_leader_while_anybody_else_has_had_as_few(system):
    for count in (3, 5, 7, 9, 11):
        assert pair(request_of(field(count), system=system)).byes == (count,)


@every_matched_system
def test_no_system_walks_into_the_greedy_trap(system):
    """Scenario C08: played 1-2, 3-4, 5-6, 1-3, 2-5, 4-6; the four rounds without a repeat are known."""
    history = (*played(1, (1, 2), (3, 4), (5, 6)), *played(2, (1, 3), (2, 5), (4, 6)))
    if system == AustralianDraw(reset_round=2):  # it is told to forget both rounds
        system = AustralianDraw()
    result = pair(request_of(field(6), system=system, round=3, history=history))
    assert not result.repeats
    assert pairs_of(result) in (
        couples((1, 4), (2, 6), (3, 5)),
        couples((1, 5), (2, 4), (3, 6)),
        couples((1, 6), (2, 3), (4, 5)),
        couples((1, 6), (2, 4), (3, 5)),
    )


@every_counting_system
def test_where_no_round_is_free_of_repeats_there_is_one_with_one_and_the_director_is_told(system):
    """Scenario C09: what is unplayed are two triangles, so one game repeats and two are new."""
    history = (
        *played(1, (1, 2), (3, 4), (5, 6)),
        *played(2, (1, 4), (3, 6), (5, 2)),
        *played(3, (1, 6), (3, 2), (5, 4)),
    )
    result = pair(request_of(field(6), system=system, round=4, history=history))
    assert (len(result.pairs), len(result.repeats)) == (3, 1)
    assert [told["reason"] for told in notes_of(result, "repeat")] == ["unavoidable"]


@every_system
def test_when_everybody_has_withdrawn_nobody_is_paired(system):
    """Scenario C10: four withdrew; then one came back. Refused both times."""
    for gone in ((1, 2, 3, 4), (2, 3, 4)):
        competitors = tuple(replace(c, state="withdrawn") if c.id in gone else c for c in field(4))
        with pytest.raises(PairingError) as refused:
            pair(request_of(competitors, system=system, round=2, history=played(1, (1, 2), (3, 4))))
        assert refused.value.code == "pairing.not_enough_players"


@every_matched_system
def test_somebody_withdrawn_is_in_no_later_round_and_his_games_still_count(system):
    """Scenarios C14 and C17: 2 lost to 1 in round 1 and left at once."""
    competitors = tuple(replace(c, state="withdrawn") if c.id == 2 else c for c in field(6))
    history = played(1, (1, 2), (3, 4), (5, 6))
    result = pair(request_of(competitors, system=system, round=2, history=history))
    seats = Counter([*(i for g in result.pairs for i in (g.first, g.second)), *result.byes])
    assert seats == Counter((1, 3, 4, 5, 6))
    assert all(game.first != game.second for game in result.pairs)
    # 1 started that game: against one who went second he goes second now
    assert not {(g.first, g.second) for g in result.pairs} & {(1, 4), (1, 6)}


@every_system
def test_the_same_round_asked_for_twice_is_the_same_round(system):
    """Scenario C11, the part of it that is the pairing's: nothing is different the second time."""
    request = request_of(field(9), system=system, seed=5)
    assert pair(request) == pair(request)
    assert digest(request) == digest(replace(request))


@every_matched_system
def test_the_order_to_pair_by_is_the_ranks_and_nothing_else(system):
    """Scenario C13: other numbers, ids and rows, the same ranks: the same ranks meet. Draws, and
    what contention knows of the leader, go by numbers."""
    if system.kind in ("random", "contention") or getattr(system, "opening", "") == "lot":
        return
    one = pair(request_of(field(8), system=system))
    turned = tuple(replace(c, id=100 - c.id, number=9 - c.number) for c in reversed(field(8)))
    other = pair(request_of(turned, system=system))
    assert pairs_of(one) == {frozenset(100 - i for i in game) for game in pairs_of(other)}


@every_matched_system
def test_nobody_at_the_top_goes_second_ten_times_running(system):
    """Starts compared raw let whoever had a bye, or came late, start game after game."""
    event = Event(9, system=system, repeats=RepeatRule(None, back_to_back=True))
    longest: Counter[int] = Counter()
    running: Counter[int] = Counter()
    for _ in range(14):
        result = event.play()
        for game in result.pairs:
            running[game.first] = 0
            running[game.second] += 1
            longest[game.second] = max(longest[game.second], running[game.second])
    assert max(longest.values()) <= 4
    ahead = Counter(m.first for m in event.history)
    ahead.subtract(m.second for m in event.history)
    assert all(abs(difference) <= 3 for difference in ahead.values())


@every_matched_system
def test_leaving_and_coming_back_collects_no_byes(system):
    """5 has the bye of round 1, is away in round 2 and back in round 3: others come first."""
    away = tuple(replace(c, state="absent") if c.id == 5 else c for c in field(5))
    second = pair(request_of(away, system=system, round=2, byes=(PastBye(1, 5),)))
    assert second.byes == ()
    third = pair(request_of(field(5), system=system, round=3, byes=(PastBye(1, 5),)))
    assert third.byes == (4,)


def test_an_absence_in_the_middle_of_a_round_robin_earns_no_bye_and_no_second_game():
    competitors = tuple(replace(c, state="absent") if c.id == 3 else c for c in field(6))
    seats = tuple(range(1, 7))
    without = pair(request_of(competitors, system=RoundRobin(seats), round=2))
    back = pair(request_of(field(6), system=RoundRobin(seats), round=3))
    assert 3 not in without.byes
    assert sum(3 in (g.first, g.second) for g in back.pairs) == 1


def test_a_swiss_round_after_any_opening_knows_its_games():
    for system in MATCHED:
        event = Event(8, system=system)
        opening = pairs_of(event.play())
        assert not opening & pairs_of(event.play(system=Swiss()))
