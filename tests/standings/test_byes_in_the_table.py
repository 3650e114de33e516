from decimal import Decimal

import pytest

from tournaments.standings import AMATH, SUMMY, TSH, ByeCredit, Criterion, StandingsRules, standings

from .cast import bye, entries, game, order, ranks, row

BY_POINTS_AND_SPREAD = StandingsRules(order=(Criterion.POINTS, Criterion.SPREAD))


def test_a_bye_is_a_win_with_the_spread_it_was_set_to():  # C04
    lines = [*game(1, 1, 350, 2, 300), bye(1, 3, 50)]
    table = standings(entries(3), lines, BY_POINTS_AND_SPREAD)
    assert ranks(table) == {1: 1, 3: 1, 2: 3}
    assert [(r.wins, r.losses, r.spread) for r in (row(table, n) for n in (1, 3, 2))] == [
        (1, 0, 50),
        (1, 0, 50),
        (0, 1, -50),
    ]
    assert row(table, 1).shared
    assert row(table, 3).shared
    assert not row(table, 2).shared


def test_a_table_with_a_bye_need_not_add_up_to_zero():  # C04
    table = standings(entries(3), [*game(1, 1, 350, 2, 300), bye(1, 3, 50)], AMATH)
    assert sum(r.spread for r in table.rows) == 50


def test_by_the_amath_order_a_played_win_stands_above_a_bye_of_the_same_spread():  # C04
    table = standings(entries(3), [bye(1, 3, 50), *game(1, 1, 350, 2, 300)], AMATH)
    assert order(table) == [1, 3, 2]
    assert ranks(table) == {1: 1, 3: 2, 2: 3}


def test_a_bye_is_no_game():  # C32
    lines = [*game(1, 1, 400, 2, 380), *game(2, 1, 300, 3, 290), bye(3, 1, 100)]
    mine = row(standings(entries(3), lines, AMATH), 1)
    assert (mine.wins, mine.byes, mine.games_played) == (3, 1, 2)
    assert (mine.points_for, mine.total, mine.points_against) == (700, 700, 670)
    assert mine.average == 350
    assert mine.high_game == 400


def test_a_bye_does_not_lift_anybody_by_total_average_high_game_or_opponents():  # C32
    # A: two wins and a bye; B: three wins; the spreads are equal.
    lines = [
        *game(1, 1, 400, 3, 350),
        *game(2, 1, 400, 4, 350),
        bye(3, 1, 200),
        *game(1, 2, 420, 4, 320),
        *game(2, 2, 420, 3, 320),
        *game(3, 2, 420, 3, 320),
    ]
    for criterion in (Criterion.TOTAL, Criterion.AVERAGE, Criterion.HIGH_GAME, Criterion.OPPONENTS):
        rules = StandingsRules(order=(Criterion.POINTS, Criterion.SPREAD, criterion))
        before = standings(entries(4), lines, rules, 2)
        table = standings(entries(4), lines, rules)
        a, b = row(table, 1), row(table, 2)
        assert (a.points, a.spread) == (b.points, b.spread) == (Decimal(6), 300)
        if criterion is Criterion.OPPONENTS:
            # Everybody they met has lost every game: nothing to choose between them.
            assert (a.opponents, b.opponents, a.rank, b.rank) == (0, 0, 1, 1)
        else:
            assert order(table)[:2] == [2, 1]
            # The bye itself has changed none of the holder's figures.
            old = row(before, 1)
            assert (old.total, old.average, old.high_game) == (a.total, a.average, a.high_game)


def test_opponents_are_those_met_over_the_board_with_the_points_they_have_now():
    lines = [*game(1, 1, 400, 2, 300), bye(1, 3), *game(2, 2, 400, 3, 300), bye(2, 1)]
    table = standings(entries(3), lines, AMATH)
    assert row(table, 1).opponents == 2  # 2 beat 3
    assert row(table, 2).opponents == 6  # 1 has 4, 3 has 2
    assert row(table, 3).opponents == 2


@pytest.mark.parametrize(
    ("credit", "spread", "wins", "ties", "losses", "points"),
    [
        (ByeCredit.WIN, 0, 1, 0, 0, "2"),
        (ByeCredit.WIN, -50, 1, 0, 0, "2"),
        (ByeCredit.TIE, 100, 0, 1, 0, "1"),
        (ByeCredit.LOSS, 100, 0, 0, 1, "0"),
        (ByeCredit.NOTHING, 100, 0, 0, 0, "0"),
        (ByeCredit.BY_SPREAD, 1, 1, 0, 0, "2"),
        (ByeCredit.BY_SPREAD, -1, 0, 0, 1, "0"),
        (ByeCredit.BY_SPREAD, 0, 0, 0, 0, "0"),
        (ByeCredit.BY_SPREAD_OR_TIE, 0, 0, 1, 0, "1"),
        (ByeCredit.BY_SPREAD_OR_TIE, 50, 1, 0, 0, "2"),
        (ByeCredit.BY_SPREAD_OR_TIE, -50, 0, 0, 1, "0"),
    ],
)
def test_the_division_says_what_a_bye_counts_as(credit, spread, wins, ties, losses, points):
    mine = row(standings(entries(1), [bye(1, 1, spread)], StandingsRules(bye_credit=credit)), 1)
    assert (mine.wins, mine.ties, mine.losses) == (wins, ties, losses)
    assert (mine.points, mine.spread, mine.byes) == (Decimal(points), spread, 1)


def test_a_line_may_say_for_itself_what_its_bye_is():
    lines = [bye(1, 1, 50, won=False), bye(1, 2, -50, won=True)]
    table = standings(entries(2), lines, StandingsRules(bye_credit=ByeCredit.NOTHING))
    assert (row(table, 1).wins, row(table, 1).losses) == (0, 1)
    assert (row(table, 2).wins, row(table, 2).losses) == (1, 0)


def test_a_bye_may_have_a_price_of_its_own():
    rules = StandingsRules(bye_points=Decimal("1.5"))
    table = standings(entries(3), [*game(1, 1, 400, 2, 300), bye(1, 3), bye(2, 1), *game(2, 3, 9, 2, 9)], rules)
    assert row(table, 1).points == Decimal("3.5")
    assert row(table, 3).points == Decimal("2.5")
    assert row(table, 1).wins == 2


def test_a_summy_bye_is_a_win_with_spread_0():
    mine = row(standings(entries(1), [bye(1, 1, 0)], SUMMY), 1)
    assert (mine.points, mine.wins, mine.spread) == (2, 1, 0)


def test_the_tsh_reading_of_a_bye_is_its_sign():
    table = standings(entries(3), [bye(1, 1, 50), bye(1, 2, -50), bye(1, 3, 0)], TSH)
    assert [(r.wins, r.losses, r.points) for r in (row(table, n) for n in (1, 2, 3))] == [
        (1, 0, Decimal(1)),
        (0, 1, Decimal(0)),
        (0, 0, Decimal(0)),
    ]
