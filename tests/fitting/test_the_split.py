"""The first 60% and the rest: by rounds, never within one."""

import pytest

from ratings.fitting import History, HistoryError, fit_systems
from ratings.fitting.history import cut, spread_of
from tests.fitting.support import season


def test_six_games_of_ten_and_the_rest_of_their_round() -> None:
    history = season(events=20)  # 12 games a round, 120 rounds
    assert cut(history, 0.6) == 864
    assert cut(history, 0.601) == 876
    periods = [game[3] for game in history.games]
    assert not set(periods[:876]) & set(periods[876:])


def test_the_report_counts_what_was_read() -> None:
    report = fit_systems(season(events=20), ["glicko_margin"])
    assert (report.games, report.events, report.players, report.first_games) == (1440, 20, 24, 864)
    [fit] = report.fits
    assert (fit.first.games, fit.last.games, report.coin.games) == (864, 576, 576)
    assert sum(one.games for one in fit.calibration) <= 576


@pytest.mark.parametrize("games", [0, 1, 48])
def test_too_few_games_are_refused_with_their_number(games: int) -> None:
    whole = season(events=1)
    with pytest.raises(HistoryError, match=f"^{games} rated games, .* at least 30") as refused:
        fit_systems(History(whole.games[:games], whole.events), ["glicko_margin"])
    assert refused.value.games == games


def test_one_round_cannot_be_split_however_large() -> None:
    whole = season(players=200, events=1, rounds=1)
    with pytest.raises(HistoryError, match="100 in the first part and 0 in the rest"):
        cut(whole, 0.6)


def test_ties_alone_tell_nothing() -> None:
    with pytest.raises(HistoryError, match="every game is a tie"):
        fit_systems(season(margin=lambda rng, gap: 0), ["glicko_margin"])


def test_the_spread_does_not_ask_who_was_named_first() -> None:
    history = season()
    turned = [(two, one, -margin, period) for one, two, margin, period in history.games]
    assert spread_of(turned) == spread_of(history.games)
    assert spread_of([(1, 2, 30, 1), (1, 2, 40, 2)]) == pytest.approx(35.355339)
