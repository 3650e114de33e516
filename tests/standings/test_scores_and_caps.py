from dataclasses import replace
from decimal import Decimal

import pytest

from tournaments.standings import AMATH, SUMMY, TSH, Line, Outcome, StandingsRules, standings

from .cast import bye, entries, forfeit, game, order, row


@pytest.mark.parametrize(
    ("mine", "theirs", "record"),
    [(350, 0, (1, 0, 0)), (0, 350, (0, 0, 1)), (0, 0, (0, 1, 0)), (-20, -30, (1, 0, 0)), (-5, -5, (0, 1, 0))],
)
def test_zero_and_less_are_scores(mine, theirs, record):  # C22
    table = standings(entries(2), game(1, 1, mine, 2, theirs), AMATH)
    me = row(table, 1)
    assert (me.wins, me.ties, me.losses) == record
    assert (me.games_played, me.points_for, me.points_against) == (1, mine, theirs)
    assert me.high_game == mine
    assert me.spread == mine - theirs
    assert me.missed == ()


def test_the_cap_limits_the_spread_that_ranks_and_leaves_the_real_one():  # C33
    table = standings(entries(2), game(1, 1, 520, 2, 300), StandingsRules(caps=(150,)))
    assert [(r.capped_spread, r.spread, r.points_for, r.points_against) for r in table.rows] == [
        (150, 220, 520, 300),
        (-150, -220, 300, 520),
    ]


def test_each_round_has_its_cap_and_the_last_one_repeats():
    lines = [line for n in range(1, 5) for line in game(n, 1, 1000, 2, 0)]
    table = standings(entries(2), lines, StandingsRules(caps=(350, 300, 250)))
    assert row(table, 1).capped_spread == 350 + 300 + 250 + 250
    assert row(table, 2).capped_spread == -1150
    assert row(table, 1).spread == 4000


def test_a_round_may_be_without_a_cap():
    rules = StandingsRules(caps=(None, 200))
    lines = [*game(1, 1, 900, 2, 100), *game(2, 1, 900, 2, 100)]
    assert row(standings(entries(2), lines, rules), 1).capped_spread == 1000


def test_a_spread_at_the_cap_is_untouched():
    table = standings(entries(2), game(1, 1, 350, 2, 0), AMATH)
    assert row(table, 1).capped_spread == 350


def test_byes_and_forfeits_count_as_set_whatever_the_cap():
    table = standings(entries(3), [bye(1, 1, 100), *forfeit(1, 2, 3)], StandingsRules(caps=(50,)))
    assert [row(table, n).capped_spread for n in (1, 2, 3)] == [100, 100, -100]


def test_the_cap_decides_before_the_real_spread_does():
    lines = [*game(1, 1, 900, 2, 100), *game(1, 3, 480, 4, 100)]
    table = standings(entries(4), lines, AMATH)  # 800 and 380, both 350 with the cap
    assert order(table)[:2] == [1, 3]
    assert [r.rank for r in table.rows] == [1, 2, 3, 4]


def test_a_penalty_changes_the_spread_after_the_cap_and_nothing_else():
    lines = [
        Line(1, 1, 2, Outcome.PLAYED, 800, 100, penalty=-30),
        Line(2, 1, 1, Outcome.PLAYED, 100, 800),
    ]
    me = row(standings(entries(2), lines, AMATH), 1)
    assert (me.capped_spread, me.spread, me.total, me.wins) == (320, 670, 800, 1)


def test_amath_and_summy_presets_are_the_tournament_defaults():
    assert (AMATH.win, AMATH.tie, AMATH.loss) == (2, 1, 0)
    assert AMATH.cap(1) == AMATH.cap(30) == 350
    assert [c.value for c in AMATH.order] == ["points", "capped_spread", "spread", "total"]
    assert SUMMY.cap(1) is None


def test_tsh_counts_a_tie_as_half_and_ranks_fewer_losses_first():
    lines = [*game(1, 1, 400, 2, 400), *game(2, 1, 300, 2, 300), *game(1, 3, 400, 4, 300), *game(2, 4, 500, 3, 100)]
    table = standings(entries(4), lines, TSH)
    assert row(table, 1).points == row(table, 3).points == Decimal(1)
    # 1 and 2 have lost nothing; 4 has the better spread, and a loss.
    assert [r.rank for r in table.rows] == [1, 1, 3, 4]
    assert order(table)[2:] == [4, 3]


def test_settings_may_be_given_as_plain_numbers_and_text():
    rules = replace(AMATH, win=3, tie="0.5")
    table = standings(entries(2), [*game(1, 1, 9, 2, 8), *game(2, 1, 5, 2, 5)], rules)
    assert row(table, 1).points == Decimal("3.5")


@pytest.mark.parametrize(
    "wrong",
    [
        {"caps": (0,)},
        {"caps": (-5,)},
        {"order": ()},
        {"order": ("points", "points")},
        {"win": "NaN"},
        {"order": ("elo",)},
    ],
)
def test_settings_that_mean_nothing_are_refused(wrong):
    with pytest.raises(ValueError):  # noqa: PT011 - the dataclass raises nothing more special
        StandingsRules(**wrong)
