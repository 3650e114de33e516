"""Games from a table of results that knows neither days nor rounds."""

import gzip
from collections import Counter
from datetime import date
from itertools import islice

import pytest

from ratings.fitting import DatasetError, fit_systems, othello_history
from ratings.fitting.othello import COLUMNS
from tests.fitting.support import TABLE, needs_the_table

HEADER = ",".join(COLUMNS)


def table(*rows: str) -> list[str]:
    return [HEADER, *rows]


def test_a_margin_is_the_difference_in_discs() -> None:
    history = othello_history(table("1999,5,0,71,72,40,24,0"))
    [(one, other, margin, _)] = history.games
    assert (one, other, margin) == (71, 72, 16)


def test_games_with_a_program_are_left_out() -> None:
    history = othello_history(table("1999,5,0,71,72,40,24,1", "1999,5,1,71,72,30,34,0"))
    assert [game[2] for game in history.games] == [-4]


def test_nobody_plays_twice_in_a_round_and_everybody_plays_in_the_order_noted() -> None:
    rows = ["1999,5,0,1,2,40,24,0", "1999,5,1,1,3,40,24,0", "1999,5,2,4,2,40,24,0", "1999,5,3,3,4,40,24,0"]
    rounds: dict[int, list[tuple[int, int]]] = {}
    for one, other, _, period in othello_history(table(*rows)).games:
        rounds.setdefault(period, []).append((one, other))
    assert list(rounds.values()) == [[(1, 2)], [(1, 3), (4, 2)], [(3, 4)]]


def test_the_events_of_a_year_are_spread_over_it() -> None:
    rows = [f"{year},{event},0,1,2,40,24,0" for year, event in ((1999, 5), (1999, 6), (2000, 7))]
    history = othello_history(table(*rows))
    days = [date.fromordinal(history.events[game[3]].day) for game in history.games]
    assert days == [date(1999, 1, 1), date(1999, 7, 2), date(2000, 1, 1)]
    assert history.event_count == 3


def test_the_order_of_the_rows_does_not_matter() -> None:
    rows = [f"{1990 + n % 3},{n % 3},{n},{n % 5},{5 + n % 4},{30 + n % 7},20,0" for n in range(40)]
    assert othello_history(table(*rows[::-1])) == othello_history(table(*rows))


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ([], "line 1: .*they are none"),
        (["a,b"], "line 1: .*they are a,b"),
        ([HEADER, "1999,5,0,71,72,40,24"], "line 2: 7 cells instead of 8"),
        ([HEADER, "", "1999,5,0,71,72,forty,24,0"], "line 3: whole numbers are wanted"),
        ([HEADER, "1999,5,0,71,71,40,24,0"], "line 2: player 71 meets himself"),
        ([HEADER, "0,5,0,71,72,40,24,0"], "line 2: there is no year 0"),
    ],
)
def test_what_is_no_such_table_is_refused_at_its_line(lines: list[str], said: str) -> None:
    with pytest.raises(DatasetError, match=said):
        othello_history(lines)


@needs_the_table
def test_a_few_years_of_real_games_are_foretold_better_than_by_a_coin() -> None:
    with gzip.open(TABLE, "rt", encoding="utf-8") as lines:
        history = othello_history(islice(lines, 6000))
    assert all(count == 1 for count in Counter((g[3], p) for g in history.games for p in g[:2]).values())
    report = fit_systems(history, ["glicko_margin"])
    [fit] = report.fits
    assert fit.parameters["scale"] == pytest.approx(53, abs=8)
    assert fit.last.log_loss < report.coin.log_loss - 0.03
