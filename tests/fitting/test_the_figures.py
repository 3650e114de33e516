"""Log loss, Brier score, accuracy and calibration, against figures worked out by hand."""

from math import log

import numpy as np
import pytest

from ratings.fitting.scores import CLIP, COIN, calibration, coin, probabilities, score


def test_four_games_by_hand() -> None:
    figures = score(np.array([0.8, 0.6, 0.3, 0.5]), np.array([1.0, 0.0, 0.0, 1.0]))
    assert figures.games == 4
    assert figures.log_loss == pytest.approx(-(log(0.8) + log(0.4) + log(0.7) + log(0.5)) / 4)
    assert figures.brier == pytest.approx((0.04 + 0.36 + 0.09 + 0.25) / 4)
    assert figures.accuracy == pytest.approx((1 + 0 + 1 + 0.5) / 4)


def test_a_tie_is_half_a_win_and_half_a_loss_and_not_in_the_accuracy() -> None:
    tie, win, loss = (score(np.array([0.8]), np.array([y])) for y in (0.5, 1.0, 0.0))
    assert tie.log_loss == pytest.approx((win.log_loss + loss.log_loss) / 2)
    assert tie.brier == pytest.approx((win.brier + loss.brier) / 2)
    assert score(np.array([0.8, 0.8]), np.array([0.5, 1.0])).accuracy == 1.0
    assert tie.accuracy == 0.5


def test_a_coin_is_what_one_half_everywhere_comes_to() -> None:
    assert score(np.full(3, 0.5), np.array([1.0, 0.5, 0.0])) == coin(3)
    assert pytest.approx(log(2)) == COIN


def test_nothing_is_ever_certain() -> None:
    said = probabilities(np.array([1e6, -1e6, 0.0]), 10.0)
    assert said.tolist() == [1 - CLIP, CLIP, 0.5]
    assert score(said[:1], np.array([0.0])).log_loss == pytest.approx(-log(CLIP))


def test_a_slope_of_one_is_the_logistic() -> None:
    assert probabilities(np.array([log(3.0)]), 1.0)[0] == pytest.approx(0.75)


def test_calibration_is_told_from_the_favourites_side() -> None:
    said = np.array([0.62, 0.38, 0.64, 0.97, 0.5])
    result = np.array([1.0, 1.0, 0.5, 1.0, 1.0])
    even, sure = calibration(said, result)
    assert (even.low, even.games) == (pytest.approx(0.6), 3)
    assert even.said == pytest.approx((0.62 + 0.62 + 0.64) / 3)
    assert even.came == pytest.approx((1 + 0 + 0.5) / 3)
    assert (sure.high, sure.games, sure.came) == (1.0, 1, 1.0)


def test_turning_every_game_round_changes_no_figure() -> None:
    rng = np.random.default_rng(2)
    said, result = rng.uniform(0.01, 0.99, 200), rng.choice([0.0, 0.5, 1.0], 200)
    turned = score(1 - said, 1 - result)
    for figure in ("log_loss", "brier", "accuracy"):
        assert getattr(turned, figure) == pytest.approx(getattr(score(said, result), figure))
    turned_bins = calibration(1 - said, 1 - result)
    assert [one.games for one in turned_bins] == [one.games for one in calibration(said, result)]
