"""A round robin over an event: fixed seats, byes, late withdrawals, late entries, and directors who interfere."""

from collections import Counter
from dataclasses import replace

import pytest

from tests.pairing.support import codes_of, couples, field, notes_of, pairs_of, played, request_of
from tournaments.pairing import (
    Competitor,
    KingOfTheHill,
    Meeting,
    PairingError,
    RoundRobin,
    Swiss,
    berger_round,
    berger_rounds,
    pair,
)


def round_robin(count: int, round_: int, absent=(), cycles: int = 1, **changes):
    competitors = tuple(c for c in field(count) if c.id not in absent)
    seats = tuple(range(1, count + 1))
    return pair(request_of(competitors, round=round_, system=RoundRobin(seats, cycles=cycles), **changes))


@pytest.mark.parametrize("count", [2, 4, 7, 8, 11])
@pytest.mark.parametrize("cycles", [1, 2])
def test_an_event_covers_every_pair_with_the_starts_of_the_table(count: int, cycles: int):
    history: list[Meeting] = []
    byes: Counter[int] = Counter()
    for round_ in range(1, berger_rounds(count, cycles) + 1):
        result = round_robin(count, round_, cycles=cycles, history=tuple(history))
        assert {(g.first, g.second) for g in result.pairs} == set(berger_round(count, round_, cycles))
        assert not result.repeats
        assert "repeat" not in codes_of(result)
        history += [Meeting(round_, g.first, g.second) for g in result.pairs]
        byes.update(result.byes)
    assert Counter(frozenset((m.first, m.second)) for m in history) == Counter(
        {frozenset((a, b)): cycles for a in range(1, count + 1) for b in range(1, a)}
    )
    assert byes == Counter(dict.fromkeys(range(1, count + 1), cycles) if count % 2 else {})


def test_standings_have_no_say_in_who_meets_whom():
    upside_down = tuple(replace(c, rank=9 - c.rank, points=c.rank) for c in field(8))
    seats = tuple(range(1, 9))
    result = pair(request_of(upside_down, round=3, system=RoundRobin(seats)))
    assert pairs_of(result) == pairs_of(round_robin(8, 3))


def test_seats_are_what_the_table_goes_by_not_numbers():
    result = pair(request_of(field(4), system=RoundRobin((3, 1, 4, 2))))
    assert {(g.first, g.second) for g in result.pairs} == {(3, 2), (1, 4)}


def test_a_late_withdrawal_leaves_a_bye_and_every_other_game_in_its_place():
    whole, without = round_robin(6, 4), round_robin(6, 4, absent=(1,))
    assert pairs_of(without) == {game for game in pairs_of(whole) if 1 not in game}
    assert without.byes == (4,)
    assert notes_of(without, "opponent_absent") == [{"competitor": 4, "absent": 1}]


def test_an_odd_field_that_loses_one_may_have_two_byes_in_a_round():
    result = round_robin(5, 1, absent=(2,))
    assert set(result.byes) == {1, 5}
    assert codes_of(result).count("schedule_bye") == 1
    assert codes_of(result).count("opponent_absent") == 1
    assert pairs_of(result) == couples((3, 4))


def test_a_late_entry_takes_the_empty_place_of_an_odd_field():
    """Five have played two rounds; the sixth comes and is met by whoever would have had the bye."""
    before, after = round_robin(5, 3), round_robin(6, 3)
    assert pairs_of(before) < pairs_of(after)
    (met_by,) = before.byes
    assert frozenset((met_by, 6)) in pairs_of(after)


def test_a_late_entry_may_take_the_seat_of_somebody_who_left():
    newcomer = Competitor(id=77, rank=4, points=0, number=9)
    competitors = (*(c for c in field(4) if c.id != 2), newcomer)
    result = pair(request_of(competitors, round=2, system=RoundRobin((1, 77, 3, 4))))
    old = round_robin(4, 2)
    assert pairs_of(result) == {frozenset(77 if n == 2 else n for n in game) for game in pairs_of(old)}


def test_a_competitor_without_a_seat_is_named():
    with pytest.raises(PairingError) as refused:
        pair(request_of(field(5), system=RoundRobin((1, 2, 3, 4))))
    assert refused.value.code == "pairing.no_seat"
    assert refused.value.params == {"competitors": (5,)}


@pytest.mark.parametrize(("cycles", "rounds"), [(1, 7), (2, 14)])
def test_after_the_last_round_of_the_table_there_is_no_next(cycles: int, rounds: int):
    round_robin(8, rounds, cycles=cycles)
    with pytest.raises(PairingError) as refused:
        round_robin(8, rounds + 1, cycles=cycles)
    assert refused.value.code == "pairing.round_robin_over"
    assert refused.value.params == {"round": rounds + 1, "rounds": rounds}


def test_the_table_may_begin_in_a_later_round():
    late = pair(request_of(field(4), round=4, system=RoundRobin((1, 2, 3, 4), first_round=4)))
    assert pairs_of(late) == pairs_of(round_robin(4, 1))
    with pytest.raises(PairingError, match="round_robin_over"):
        pair(request_of(field(4), round=3, system=RoundRobin((1, 2, 3, 4), first_round=4)))


def test_a_game_that_was_played_before_is_a_repeat_unless_the_second_cycle_asks_for_it():
    history = played(1, (1, 4))
    once = round_robin(4, 4, cycles=2, history=history)
    assert not once.repeats
    fresh = pair(request_of(field(4), round=2, system=RoundRobin((1, 2, 3, 4), first_round=2), history=history))
    assert fresh.repeats == ((1, 4),)
    assert notes_of(fresh, "repeat") == [{"first": 1, "second": 4, "met": 1, "reason": "schedule"}]


def test_a_locked_game_beside_the_table_pairs_those_it_leaves_over():
    """Round 1 of four is 1-4, 2-3; the director wants 1-2."""
    result = round_robin(4, 1, locked_pairs=((2, 1),))
    assert (result.pairs[0].first, result.pairs[0].second, result.pairs[0].locked) == (2, 1, True)
    assert pairs_of(result) == couples((1, 2), (3, 4))
    assert codes_of(result) == ["off_schedule"]
    assert dict(result.cost)["off_schedule"] == 1


def test_a_locked_game_that_is_the_tables_own_changes_nothing_else():
    result = round_robin(6, 1, locked_pairs=((6, 1),))
    assert pairs_of(result) == pairs_of(round_robin(6, 1))
    assert [(g.first, g.second) for g in result.pairs if g.locked] == [(6, 1)]
    assert codes_of(result) == []


def test_a_bye_by_hand_gives_the_opponent_a_free_round_too():
    result = round_robin(6, 1, locked_byes=(1,))
    assert set(result.byes) == {1, 6}
    assert result.automatic_byes == (6,)
    assert notes_of(result, "opponent_absent") == [{"competitor": 6, "absent": 1}]


def test_a_forbidden_game_of_the_table_is_a_free_round_for_both():
    result = round_robin(6, 1, forbidden_pairs=((1, 6),))
    assert pairs_of(result) == couples((2, 5), (3, 4))
    assert set(result.byes) == {1, 6}
    assert {note["competitor"] for note in notes_of(result, "left_over")} == {1, 6}


def test_two_forbidden_games_exchange_opponents():
    result = round_robin(6, 1, forbidden_pairs=((1, 6), (2, 5)))
    assert pairs_of(result) == couples((1, 2), (5, 6), (3, 4))
    assert codes_of(result).count("off_schedule") == 2


@pytest.mark.parametrize("cycles", [0, 3])
def test_a_table_has_one_cycle_or_two(cycles: int):
    with pytest.raises(ValueError, match="cycles"):
        RoundRobin((1, 2), cycles=cycles)


def test_nobody_has_two_seats():
    with pytest.raises(ValueError, match="two seats"):
        RoundRobin((1, 2, 1))


def test_after_a_round_robin_other_systems_know_what_was_played():
    history = tuple(Meeting(r, g.first, g.second) for r in (1, 2) for g in round_robin(4, r).pairs)
    for system in (Swiss(), KingOfTheHill()):
        result = pair(request_of(field(4), round=3, system=system, history=history))
        assert pairs_of(result) == pairs_of(round_robin(4, 3))
