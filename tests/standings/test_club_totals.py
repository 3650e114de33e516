"""Clubs ranked by what their best entries come to together."""

from decimal import Decimal
from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.standings import (
    AMATH,
    TSH,
    ClubRow,
    ClubTable,
    Criterion,
    StandingsRules,
    Table,
    club_table,
    standings,
)

from .cast import bye, entries, game
from .test_table_equals_a_naive_one import RULES, divisions

NORTH, SOUTH, EAST, WEST = 1, 2, 3, 4


def table_of(*rounds: list[tuple[int, int, int, int]], count: int = 8, rules: StandingsRules = AMATH) -> Table:
    """Rounds as lists of `(entry, score, score, entry)`."""
    lines = [
        line
        for number, games in enumerate(rounds, start=1)
        for first, score, other, second in games
        for line in game(number, first, score, second, other)
    ]
    return standings(entries(count), lines, rules)


def row(table: ClubTable, club: int) -> ClubRow:
    return next(each for each in table.rows if each.club == club)


def ranks(table: ClubTable) -> list[tuple[int, int]]:
    return [(each.rank, each.club) for each in table.rows]


def numbers(rows) -> list[int]:
    return [each.number for each in rows]


def test_a_club_is_worth_what_its_best_entries_come_to():
    table = table_of([(1, 500, 300, 5), (2, 400, 350, 6), (7, 400, 390, 3), (8, 400, 300, 4)])
    clubs = {1: NORTH, 2: NORTH, 3: NORTH, 4: NORTH, 5: SOUTH, 6: SOUTH, 7: SOUTH, 8: SOUTH}
    found = club_table(table, clubs, 2)
    assert ranks(found) == [(1, NORTH), (2, SOUTH)]
    north = row(found, NORTH)
    assert (north.points, north.spread, north.wins, north.losses, north.total) == (4, 250, 2, 0, 900)
    assert (numbers(north.counting), numbers(north.beyond)) == ([1, 2], [3, 4])
    assert (row(found, SOUTH).points, row(found, SOUTH).spread) == (4, 110)


def test_all_entries_count_where_no_number_is_set():
    table = table_of([(1, 400, 300, 4), (2, 400, 300, 5), (3, 300, 400, 6)])
    found = club_table(table, {1: NORTH, 2: NORTH, 3: NORTH, 6: SOUTH})
    assert (row(found, NORTH).points, row(found, NORTH).spread) == (4, 100)
    assert numbers(row(found, NORTH).counting) == [2, 1, 3]
    assert (row(found, NORTH).lacking, row(found, SOUTH).lacking) == (0, 0)


def test_a_club_with_too_few_entries_is_in_the_table_and_says_how_many_it_lacks():
    table = table_of([(1, 400, 300, 4), (2, 400, 350, 5), (3, 300, 400, 6)])
    found = club_table(table, {1: NORTH, 2: SOUTH, 3: SOUTH, 6: SOUTH, 4: WEST}, 3)
    assert [(each.club, each.lacking, each.entries) for each in found.rows] == [
        (SOUTH, 0, 3),
        (NORTH, 2, 1),
        (WEST, 2, 1),
    ]


def test_entries_without_a_club_are_counted_and_left_out():
    found = club_table(table_of([(1, 400, 300, 2)]), {1: NORTH, 2: SOUTH}, 1)
    assert found.without == 6
    assert [each.club for each in found.rows] == [NORTH, SOUTH]


def test_capped_spread_ranks_clubs_where_it_ranks_entries():
    table = table_of([(1, 900, 100, 5), (2, 300, 320, 6), (3, 500, 160, 7), (4, 310, 320, 8)])
    clubs = {1: NORTH, 2: NORTH, 3: SOUTH, 4: SOUTH}
    assert ranks(club_table(table, clubs)) == [(1, NORTH), (2, SOUTH)]
    assert (
        row(club_table(table, clubs), NORTH).capped_spread,
        row(club_table(table, clubs), SOUTH).capped_spread,
    ) == (
        330,
        330,
    )
    # Equal under the cap: the full spread is the next criterion.
    assert row(club_table(table, clubs), NORTH).spread == 780


def test_clubs_equal_in_all_are_ordered_by_their_best_entry():
    order = StandingsRules(order=(Criterion.POINTS, Criterion.SPREAD))
    table = table_of([(1, 400, 300, 5), (7, 350, 300, 2)], rules=order)
    # +100 and −50 of two entries are the +50 of one; but entry 1 stands above entry 7.
    for clubs in ({1: NORTH, 2: NORTH, 7: SOUTH}, {7: SOUTH, 2: NORTH, 1: NORTH}):
        found = club_table(table, clubs, 2)
        assert [(each.points, each.spread) for each in found.rows] == [(2, 50), (2, 50)]
        assert [(each.rank, each.club, each.shared) for each in found.rows] == [
            (1, NORTH, False),
            (2, SOUTH, False),
        ]


def test_a_shared_rank_is_shared_only_where_the_best_entries_share_theirs():
    table = table_of([(1, 400, 300, 5), (2, 400, 300, 6)])
    found = club_table(table, {1: NORTH, 2: SOUTH, 5: EAST, 6: WEST})
    assert [(each.rank, each.shared) for each in found.rows] == [(1, True), (1, True), (3, True), (3, True)]


def test_nobody_gains_by_bringing_fewer_people_where_losses_rank():
    # Three points each by TSH's order: points, then fewer losses.
    table = table_of(
        [(1, 400, 300, 5), (2, 300, 400, 6), (3, 400, 300, 7)],
        [(1, 400, 300, 6), (2, 400, 300, 5), (3, 400, 300, 8)],
        rules=TSH,
    )
    found = club_table(table, {1: NORTH, 2: NORTH, 3: SOUTH}, 2)
    assert [(each.club, each.points) for each in found.rows] == [(NORTH, Decimal(3)), (SOUTH, Decimal(2))]
    alone = table_of([(1, 400, 300, 5), (2, 300, 400, 6), (3, 400, 300, 7)], rules=TSH)
    found = club_table(alone, {1: NORTH, 2: NORTH, 3: SOUTH}, 2)
    assert [each.points for each in found.rows] == [Decimal(1), Decimal(1)]
    # Each has one loss: SOUTH's is the entry that it lacks. The spread decides.
    assert ranks(found) == [(1, SOUTH), (2, NORTH)]


def test_before_the_first_round_every_club_shares_the_first_rank():
    table = standings(entries(4), [], AMATH, 0)
    assert [each.rank for each in club_table(table, {1: NORTH, 2: SOUTH, 3: NORTH}, 2).rows] == [1, 1]


def test_a_bye_counts_for_the_club_as_for_the_entry():
    table = standings(entries(3), [bye(1, 3), *game(1, 1, 350, 2, 300)], AMATH)
    assert ranks(club_table(table, {1: NORTH, 3: SOUTH})) == [(1, SOUTH), (2, NORTH)]


def test_places_gained_since_a_round():
    first = [(1, 400, 300, 2), (3, 350, 300, 4)]
    now = table_of(first, [(3, 500, 100, 1), (2, 300, 310, 4)], count=4)
    before = table_of(first, count=4)
    clubs = {1: NORTH, 2: WEST, 3: SOUTH, 4: EAST}
    moves = club_table(now, clubs).movement(club_table(before, clubs))
    assert (moves[SOUTH], moves[NORTH]) == (1, -2)


def test_no_club_can_count_fewer_than_no_entries():
    with pytest.raises(ValueError, match="0 \\(all\\) or more"):
        club_table(standings(entries(2), [], AMATH), {}, -1)
    assert club_table(standings(entries(2), [], AMATH), {}).rows == ()


def naive_place(rows, rules: StandingsRules, lacking: int, after: int) -> tuple:
    """A club's sort value, worked out with exact numbers, smaller first."""
    played = [each for each in rows if each.games_played]
    games = sum(each.games_played for each in rows)
    values = {
        "points": -sum(Fraction(each.points) for each in rows),
        "wins": -sum(each.wins for each in rows),
        "losses": sum(each.losses for each in rows) + lacking * after,
        "capped_spread": -sum(each.capped_spread for each in rows),
        "spread": -sum(each.spread for each in rows),
        "total": -sum(each.points_for for each in rows),
        "average": (not games, -Fraction(sum(each.points_for for each in rows), games or 1)),
        "high_game": (not played, -max((each.high_game for each in played), default=0)),
        "opponents": -sum(Fraction(each.opponents) for each in rows),
    }
    return (*(values[str(criterion)] for criterion in rules.order), min(each.rank for each in rows))


@given(division=divisions(), rules=st.sampled_from(RULES), best=st.integers(0, 4), data=st.data())
def test_ranks_are_those_of_a_slow_table(division, rules, best, data):
    cast, lines = division
    table = standings(cast, lines, rules, seed=3)
    clubs = {
        info.entry: club
        for info in cast
        if (club := data.draw(st.sampled_from([NORTH, SOUTH, EAST, None]))) is not None
    }
    found = club_table(table, clubs, best)
    assert sorted(each.club for each in found.rows) == sorted(set(clubs.values()))
    assert found.without == len(cast) - len(clubs)
    places = {}
    for each in found.rows:
        mine = [line for line in table.rows if clubs.get(line.entry) == each.club]
        assert [*each.counting, *each.beyond] == mine
        assert len(each.counting) == (min(best, len(mine)) if best else len(mine))
        assert each.lacking == (max(0, best - len(mine)) if best else 0)
        places[each.club] = naive_place(each.counting, rules, each.lacking, table.after_round)
        if rules.order[0] is Criterion.POINTS:
            # No other choice of as many of its entries has more points.
            size = len(each.counting)
            assert each.points == max(sum(r.points for r in some) for some in combinations(mine, size))
    for each in found.rows:
        assert each.rank == 1 + sum(place < places[each.club] for place in places.values())
        assert each.shared == (list(places.values()).count(places[each.club]) > 1)
