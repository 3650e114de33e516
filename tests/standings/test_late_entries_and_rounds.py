from dataclasses import replace

import pytest

from tournaments.standings import AMATH, EntryInfo, Line, Outcome, StandingsError, movement, standings

from .cast import bye, entries, game, order, ranks, row

THREE_ROUNDS = [
    *game(1, 1, 400, 2, 300),
    *game(1, 3, 400, 4, 350),
    *game(2, 1, 300, 3, 400),
    *game(2, 2, 500, 4, 350),
    *game(3, 1, 400, 4, 390),
    *game(3, 2, 380, 3, 420),
]


def test_a_late_entry_shows_its_missed_rounds_and_changes_nobody():  # C15
    before = standings(entries(4), THREE_ROUNDS, AMATH)
    late = EntryInfo(entry=5, number=5, from_round=4)
    table = standings([*entries(4), late], THREE_ROUNDS, AMATH)
    latecomer = row(table, 5)
    assert latecomer.missed == (1, 2, 3)
    assert (latecomer.points, latecomer.spread, latecomer.games_played) == (0, 0, 0)
    for old in before.rows:
        now = row(table, old.entry)
        # Only a place may move down, past nobody but the newcomer.
        assert now.rank - old.rank in (0, 1)
        assert replace(now, rank=old.rank) == old
    lines = [*THREE_ROUNDS, *game(4, 5, 400, 1, 300), *game(4, 2, 1, 3, 0)]
    later = standings([*entries(4), late], lines, AMATH)
    assert row(later, 5).missed == (1, 2, 3)
    assert row(later, 4).missed == (4,)
    assert row(later, 5).points == 2


def test_a_missed_round_may_be_filled_in_later():  # C15
    cast = [*entries(4), EntryInfo(5, 5, from_round=4)]
    table = standings(cast, [*THREE_ROUNDS, bye(2, 5, 50)], AMATH)
    assert row(table, 5).missed == (1, 3)
    assert (row(table, 5).points, row(table, 5).spread) == (2, 50)


def test_who_left_stays_in_the_table_with_the_results_made():
    cast = [*entries(3), EntryInfo(4, 4, active=False)]
    table = standings(cast, THREE_ROUNDS, AMATH)
    assert not row(table, 4).active
    assert row(table, 4).games_played == 3


def test_the_table_of_an_earlier_round_is_the_table_of_then():
    for after in range(4):
        told = [line for line in THREE_ROUNDS if line.round <= after]
        asked = standings(entries(4), THREE_ROUNDS, AMATH, after)
        assert asked.rows == standings(entries(4), told, AMATH, after).rows
        assert asked.after_round == after


def test_before_the_first_round_everybody_is_first_together():
    table = standings(entries(3), THREE_ROUNDS[:2], AMATH, 0)
    assert [(r.rank, r.shared, r.points) for r in table.rows] == [(1, True, 0)] * 3
    assert table.after_round == 0


def test_without_a_round_named_it_is_the_last_one_with_a_result():
    assert standings(entries(4), THREE_ROUNDS, AMATH).after_round == 3
    assert standings(entries(4), [], AMATH).after_round == 0
    assert standings([], [], AMATH).rows == ()


def test_places_gained_and_lost_since_the_round_before():
    now = standings(entries(4), THREE_ROUNDS, AMATH, 2)
    before = standings(entries(4), THREE_ROUNDS, AMATH, 1)
    assert ranks(before) == {1: 1, 3: 2, 4: 3, 2: 4}
    assert ranks(now) == {3: 1, 2: 2, 1: 3, 4: 4}
    assert movement(now, before) == {1: -2, 2: 2, 3: 1, 4: -1}


def test_a_newcomer_has_moved_from_nowhere():
    before = standings(entries(4), THREE_ROUNDS, AMATH, 1)
    now = standings([*entries(4), EntryInfo(5, 5)], THREE_ROUNDS, AMATH, 1)
    assert movement(now, before)[5] is None


def test_a_shared_rank_skips_the_next():
    lines = [*game(1, 1, 400, 2, 300), *game(1, 3, 400, 4, 300)]
    table = standings([*entries(4)], lines, AMATH)
    assert [(r.rank, r.shared) for r in table.rows] == [(1, True), (1, True), (3, True), (3, True)]
    assert set(order(table)[:2]) == {1, 3}


def test_inside_a_shared_rank_the_higher_rating_is_listed_first_and_the_unrated_last():
    cast = [EntryInfo(1, 1), EntryInfo(2, 2, rating=900), EntryInfo(3, 3, rating=1500), EntryInfo(4, 4, rating=0)]
    assert order(standings(cast, [], AMATH)) == [3, 2, 4, 1]


def test_equal_ratings_are_listed_by_a_lot_that_the_seed_alone_decides():
    by_seed = {seed: tuple(order(standings(entries(8), [], AMATH, seed=seed))) for seed in range(6)}
    assert len(set(by_seed.values())) > 1
    # Other ids, other row order, same numbers: the same list.
    moved = [EntryInfo(entry=1000 - n, number=n) for n in range(8, 0, -1)]
    for seed, listed in by_seed.items():
        assert tuple(r.number for r in standings(moved, [], AMATH, seed=seed).rows) == listed


@pytest.mark.parametrize(
    ("lines", "code"),
    [
        ([Line(9, 1, 1, Outcome.PLAYED, 1, 0)], "standings.unknown_entry"),
        ([Line(1, 1, 2, Outcome.PLAYED, 1, 0), Line(1, 1, 3, Outcome.PLAYED, 1, 0)], "standings.two_lines"),
        ([Line(1, 0, 2, Outcome.PLAYED, 1, 0)], "standings.bad_round"),
        ([Line(1, 1, None, Outcome.PLAYED, 1, 0)], "standings.no_opponent"),
    ],
)
def test_lines_that_contradict_each_other_are_refused(lines, code):
    with pytest.raises(StandingsError) as refused:
        standings(entries(3), lines, AMATH)
    assert refused.value.code == code


def test_one_id_for_two_entries_is_refused():
    with pytest.raises(StandingsError) as refused:
        standings([*entries(2), EntryInfo(1, 7)], [], AMATH)
    assert refused.value.code == "standings.two_entries"
