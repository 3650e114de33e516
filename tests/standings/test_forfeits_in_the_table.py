import pytest

from tournaments.standings import AMATH, Line, Outcome, StandingsError, standings

from .cast import double_forfeit, entries, forfeit, game, row


def test_a_forfeit_counts_as_set_and_is_no_game():  # C34
    table = standings(entries(2), forfeit(1, 1, 2), AMATH)
    winner, loser = row(table, 1), row(table, 2)
    assert (winner.points, winner.wins, winner.spread, winner.capped_spread) == (2, 1, 100, 100)
    assert (loser.points, loser.losses, loser.spread, loser.capped_spread) == (0, 1, -100, -100)
    for mine in (winner, loser):
        assert (mine.forfeits, mine.games_played, mine.total, mine.points_against) == (1, 0, 0, 0)
        assert mine.average is None
        assert mine.high_game is None
        assert mine.missed == ()


def test_in_a_double_forfeit_both_lose_and_nobody_insists_on_a_sum_of_zero():  # C34
    table = standings(entries(2), double_forfeit(1, 1, 2), AMATH)
    assert [(r.points, r.wins, r.losses, r.spread) for r in table.rows] == [(0, 0, 1, -100), (0, 0, 1, -100)]
    assert [r.rank for r in table.rows] == [1, 1]
    assert sum(r.spread for r in table.rows) == -200


def test_a_forfeit_gives_nothing_to_the_opponents_column():
    table = standings(entries(3), [*forfeit(1, 1, 2), *game(2, 2, 400, 3, 300)], AMATH)
    assert row(table, 1).opponents == 0
    assert row(table, 3).opponents == 2


def test_a_lone_forfeit_is_judged_by_its_sign():
    lines = [
        Line(1, 1, None, Outcome.FORFEIT, 100, 0),
        Line(2, 1, None, Outcome.FORFEIT, -50, 0),
    ]
    table = standings(entries(2), lines, AMATH)
    assert (row(table, 1).wins, row(table, 1).spread) == (1, 100)
    assert (row(table, 2).losses, row(table, 2).spread) == (1, -50)


def test_a_forfeit_is_judged_by_its_scores_when_nothing_else_is_said():
    lines = [Line(1, 1, 2, Outcome.FORFEIT, 0, 100), Line(2, 1, 1, Outcome.FORFEIT, 100, 0)]
    table = standings(entries(2), lines, AMATH)
    assert (row(table, 2).wins, row(table, 1).losses) == (1, 1)


def test_a_summy_forfeit_has_no_spread_so_its_winner_is_said():
    lines = forfeit(1, 1, 2, spread=0)
    table = standings(entries(2), lines, AMATH)
    assert (row(table, 1).wins, row(table, 1).spread, row(table, 2).losses) == (1, 0, 1)


def test_a_forfeit_that_nobody_won_is_refused():
    with pytest.raises(StandingsError) as refused:
        standings(entries(2), [Line(1, 3, 2, Outcome.FORFEIT, 0, 0)], AMATH)
    assert refused.value.code == "standings.forfeit_undecided"
    assert refused.value.params == {"entry": 1, "round": 3}
