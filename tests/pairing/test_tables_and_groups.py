"""Rounds read off a table: sides, groups of Fontes, quads and snakes, partial round robins, and what a table leaves
over when the field changes."""

import itertools
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.pairing.support import codes_of, couples, field, notes_of, pairs_of, played, request_of
from tournaments.pairing import (
    Competitor,
    Fontes,
    Meeting,
    PairingError,
    PairingResult,
    PastBye,
    Quads,
    RoundRobin,
    SnakeGroups,
    System,
    TeamRoundRobin,
    pair,
    seat_order,
)


def play(system: System, count: int, rounds: int, **changes) -> list[PairingResult]:
    """The rounds of a table over a field of which nobody leaves; the standings have no say after the first."""
    seats = seat_order(request_of(field(count), system=system, **changes))
    results: list[PairingResult] = []
    history: list[Meeting] = []
    for round_ in range(1, rounds + 1):
        request = request_of(
            tuple(replace(c, rank=count - c.rank + 1) for c in field(count)),
            system=replace(system, seats=seats),
            round=round_,
            history=tuple(history),
            **changes,
        )
        results.append(pair(request))
        history += [Meeting(round_, g.first, g.second) for g in results[-1].pairs]
    return results


def met(results: Sequence[PairingResult]) -> Counter[frozenset[int]]:
    return Counter(game for result in results for game in pairs_of(result))


def within(*groups: Sequence[int]) -> Counter[frozenset[int]]:
    return Counter(frozenset(two) for group in groups for two in itertools.combinations(group, 2))


def ahead(results: Sequence[PairingResult]) -> dict[int, int]:
    """Games started less games gone second."""
    difference: Counter[int] = Counter()
    for result in results:
        for game in result.pairs:
            difference[game.first] += 1
            difference[game.second] -= 1
    return dict(difference)


# --- sides -------------------------------------------------------------------------------------------------


def test_the_top_half_meets_the_bottom_half_in_turn():
    rounds = play(TeamRoundRobin(), 6, 3)
    assert [pairs_of(r) for r in rounds] == [
        couples((1, 4), (2, 5), (3, 6)),
        couples((1, 5), (2, 6), (3, 4)),
        couples((1, 6), (2, 4), (3, 5)),
    ]


def test_odd_seeds_meet_even_seeds():
    assert pairs_of(play(TeamRoundRobin(split="odd_even"), 6, 1)[0]) == couples((1, 2), (3, 4), (5, 6))


@pytest.mark.parametrize("count", range(2, 21))
@pytest.mark.parametrize("split", ["halves", "odd_even"])
def test_everybody_meets_the_whole_other_side_once_and_never_his_own(count: int, split):
    rounds = (count + 1) // 2
    results = play(TeamRoundRobin(split=split), count, rounds)
    seats = range(1, count + 1)
    one = set(seats[::2]) if split == "odd_even" else set(seats[: (count + 1) // 2])
    assert met(results) == Counter(frozenset((a, b)) for a in one for b in set(seats) - one)
    assert not any(result.repeats for result in results)
    byes = Counter(i for result in results for i in result.byes)
    assert byes == Counter(one if count % 2 else ())
    assert all(abs(difference) <= 1 + count % 2 for difference in ahead(results).values())
    with pytest.raises(PairingError, match="round_robin_over"):
        play(TeamRoundRobin(split=split), count, rounds + 1)


@pytest.mark.parametrize(("first", "rounds"), [(2, 5), (5, 5), (3, 4), (40, 6), (1, 6)])
def test_two_teams_of_unequal_size_meet_man_by_man(first: int, rounds: int):
    """Seven seats: the first two against five others, and so on; the larger team sits out in turn."""
    results = play(TeamRoundRobin(first_side=first), 7, rounds)
    one = set(range(1, min(first, 6) + 1))
    assert met(results) == Counter(frozenset((a, b)) for a in one for b in set(range(1, 8)) - one)
    assert all(len(result.byes) == abs(7 - 2 * len(one)) for result in results)


def test_those_left_over_by_a_lock_are_not_put_with_a_team_mate():
    """1-4, 2-5, 3-6 is due and 1-5 is locked: 2 and 4 are of two sides and meet. With 1-2 locked 4 and 5 would be
    mates, so both have a bye."""
    across = pair(request_of(field(6), system=TeamRoundRobin(), locked_pairs=((1, 5),)))
    assert pairs_of(across) == couples((1, 5), (2, 4), (3, 6))
    mates = pair(request_of(field(6), system=TeamRoundRobin(), locked_pairs=((1, 2),)))
    assert pairs_of(mates) == couples((1, 2), (3, 6))
    assert mates.byes == (4, 5)


# --- Fontes ------------------------------------------------------------------------------------------------


def test_each_group_of_fontes_has_one_of_each_quarter():
    """Eight in three rounds: 1 3 5 7 and 2 4 6 8, and inside each group a round robin by Berger."""
    results = play(Fontes(rounds=3), 8, 3)
    assert met(results) == within((1, 3, 5, 7), (2, 4, 6, 8))
    assert pairs_of(results[0]) == couples((1, 7), (3, 5), (2, 8), (4, 6))


@pytest.mark.parametrize(
    ("count", "groups"),
    [
        (4, [(1, 2, 3, 4)]),
        (12, [(1, 4, 7, 10), (2, 5, 8, 11), (3, 6, 9, 12)]),
    ],
)
def test_the_tiles_are_runs_of_the_seeding(count: int, groups):
    assert met(play(Fontes(rounds=3), count, 3)) == within(*groups)


@pytest.mark.parametrize("count", range(4, 25))
@pytest.mark.parametrize("deal", ["order", "lot"])
def test_three_rounds_of_fontes_repeat_nothing_and_leave_out_only_for_parity(count: int, deal):
    results = play(Fontes(rounds=3, deal=deal), count, 3)
    assert set(met(results).values()) == {1}
    assert all(len(result.byes) == count % 2 for result in results)
    byes = Counter(i for result in results for i in result.byes)
    assert set(byes.values()) <= {1}
    if count % 4 == 0:
        assert set(map(abs, ahead(results).values())) == {1}


@pytest.mark.parametrize("count", [10, 11, 14, 19])
def test_whoever_the_groups_of_fontes_leave_over_joins_the_last(count: int):
    """Of ten in groups of four 9 and 10 join the second, which then plays three rounds of a table of six."""
    results = play(Fontes(rounds=3), count, 3)
    last = set(range(count // 4, 4 * (count // 4) + 1, count // 4)) | set(range(4 * (count // 4) + 1, count + 1))
    assert all(set(game) <= last or not set(game) & last for game in met(results))


def test_fontes_by_lot_deals_otherwise_in_another_event_and_alike_in_all_its_rounds():
    dealt = set()
    for event in ("a", "b", "c", "d"):
        rounds = play(Fontes(rounds=3, deal="lot"), 16, 3, event=event)
        games = met(rounds)
        assert set(games.values()) == {1}
        groups = {frozenset(i for game in games if n in game for i in game) for n in range(1, 17)}
        assert {len(group) for group in groups} == {4}
        assert all(len({(n - 1) // 4 for n in group}) == 4 for group in groups)
        dealt.add(frozenset(groups))
    assert len(dealt) > 1


def test_five_rounds_of_fontes_are_groups_of_six():
    assert met(play(Fontes(rounds=5), 12, 5)) == within((1, 3, 5, 7, 9, 11), (2, 4, 6, 8, 10, 12))


def test_fontes_for_too_few_is_one_group_until_all_have_met():
    assert met(play(Fontes(rounds=5), 4, 3)) == within((1, 2, 3, 4))
    with pytest.raises(PairingError, match="round_robin_over"):
        play(Fontes(rounds=5), 4, 4)


# --- quads and snakes --------------------------------------------------------------------------------------


def test_quads_are_fours_of_neighbours():
    assert met(play(Quads(), 8, 3)) == within((1, 2, 3, 4), (5, 6, 7, 8))


def test_a_last_quad_of_six_plays_three_rounds_of_its_table():
    games = met(play(Quads(), 10, 3))
    assert Counter({g: n for g, n in games.items() if max(g) < 5}) == within((1, 2, 3, 4))
    assert all(min(g) > 4 for g in games if max(g) > 4)
    assert Counter(i for g in games for i in g) == Counter(dict.fromkeys(range(1, 11), 3))


def test_snake_groups_are_dealt_to_and_fro():
    assert met(play(SnakeGroups(groups=3), 9, 3)) == within((1, 6, 7), (2, 5, 8), (3, 4, 9))
    assert met(play(SnakeGroups(groups=2), 8, 3)) == within((1, 4, 5, 8), (2, 3, 6, 7))


def test_snake_groups_played_twice_reverse_the_starts():
    results = play(SnakeGroups(groups=2, cycles=2), 8, 6)
    assert set(met(results).values()) == {2}
    assert not any(result.repeats for result in results)
    assert set(ahead(results).values()) == {0}


def test_more_groups_than_pairs_are_as_many_as_there_are_pairs():
    assert met(play(SnakeGroups(groups=100), 6, 1)) == Counter(couples((1, 6), (2, 5), (3, 4)))


def test_two_odd_groups_have_a_bye_each_or_play_one_another():
    by_table = play(SnakeGroups(groups=2), 6, 3)
    assert [len(r.byes) for r in by_table] == [2, 2, 2]
    assert Counter(i for r in by_table for i in r.byes) == Counter(range(1, 7))
    across = play(SnakeGroups(groups=2, leftovers="pair"), 6, 3)
    assert [r.byes for r in across] == [(), (), ()]
    assert all("off_schedule" in codes_of(r) for r in across)


@given(st.integers(2, 40), st.integers(1, 9))
@settings(max_examples=60, deadline=None)
def test_groups_differ_by_one_in_size_and_leave_nobody_alone(count: int, groups: int):
    games = met([pair(request_of(field(count), system=SnakeGroups(groups=groups), round=1))])
    assert set(Counter(i for game in games for i in game).values()) == {1}
    sizes = Counter(
        k % (2 * n) if k % (2 * n) < n else 2 * n - 1 - k % (2 * n)
        for n in [min(groups, count // 2)]
        for k in range(count)
    )
    assert len(games) == sum(size // 2 for size in sizes.values())


# --- partial and without seats -----------------------------------------------------------------------------


def test_a_partial_round_robin_ends_where_it_is_told_to():
    results = play(RoundRobin(rounds=3), 8, 3)
    assert set(met(results).values()) == {1}
    with pytest.raises(PairingError) as refused:
        play(RoundRobin(rounds=3), 8, 4)
    assert refused.value.params == {"round": 4, "rounds": 3}


def test_the_first_round_of_a_table_seats_the_field_in_its_order():
    shuffled = tuple(Competitor(id=n, rank=(n * 3) % 7, points=0, number=n) for n in range(1, 7))
    request = request_of(shuffled, system=RoundRobin(), round=4)
    assert seat_order(request) == (5, 3, 1, 6, 4, 2)
    seatless = pair(replace(request, system=RoundRobin(first_round=4)))
    assert pairs_of(seatless) == couples((5, 2), (3, 4), (1, 6))


def test_a_later_round_without_seats_names_everybody_it_cannot_place():
    with pytest.raises(PairingError) as refused:
        pair(request_of(field(4), system=Quads(), round=2))
    assert refused.value.code == "pairing.no_seat"
    assert refused.value.params == {"competitors": (1, 2, 3, 4)}


def test_seats_are_kept_for_the_absent_and_the_late_but_not_for_the_withdrawn():
    states = ("plays", "absent", "not_arrived", "withdrawn", "requested_bye")
    competitors = tuple(replace(c, state=states[c.id - 1]) for c in field(5))
    assert seat_order(request_of(competitors, system=RoundRobin())) == (1, 2, 3, 5)


# --- when the field changes ---------------------------------------------------------------------------------


def test_two_whose_opponents_left_are_paired_in_groups_and_have_byes_in_a_round_robin():
    """Round 1 of quads is 1-4, 2-3, 5-8, 6-7; 4 and 8 have left."""
    left = tuple(c for c in field(8) if c.id not in (4, 8))
    seats = tuple(range(1, 9))
    paired = pair(request_of(left, system=Quads(seats=seats)))
    assert pairs_of(paired) == couples((2, 3), (6, 7), (1, 5))
    assert notes_of(paired, "off_schedule") == [{"first": g.first, "second": g.second} for g in paired.pairs[:1]]
    alone = pair(request_of(left, system=Quads(seats=seats, leftovers="bye")))
    assert set(alone.byes) == {1, 5}


def test_somebody_without_a_seat_meets_whoever_is_left_over_or_has_a_bye():
    late = (*field(8), Competitor(id=20, rank=9, points=0, number=20))
    alone = pair(request_of(late, system=Quads(seats=tuple(range(1, 9)))))
    assert alone.byes == (20,)
    assert notes_of(alone, "no_group") == [{"competitor": 20}]
    without = tuple(c for c in late if c.id != 4)
    met_by = pair(request_of(without, system=Quads(seats=tuple(range(1, 9)))))
    assert frozenset((1, 20)) in pairs_of(met_by)
    assert met_by.byes == ()


def test_of_three_left_over_the_bye_goes_to_whoever_has_had_fewest():
    left = tuple(c for c in field(12) if c.id not in (4, 8, 12))
    request = request_of(left, system=Quads(seats=tuple(range(1, 13)), first_round=2), round=2)
    result = pair(replace(request, byes=(PastBye(1, 9),)))
    assert result.byes == (5,)


def test_leftovers_do_not_repeat_a_game_if_others_can_meet():
    """1, 5, 9 and 13 are left over; 1-5 and 9-13 have met."""
    left = tuple(c for c in field(16) if c.id not in (4, 8, 12, 16))
    history = played(1, (1, 5), (9, 13))
    request = request_of(left, system=Quads(seats=tuple(range(1, 17)), first_round=2), round=2, history=history)
    assert couples((1, 9), (5, 13)) <= pairs_of(pair(request))
