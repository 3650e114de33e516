"""From games whose making is known, a fit finds what they were made with."""

import random
from math import exp

import numpy as np
import pytest

from ratings.fitting import History, fit_system, fit_systems
from ratings.fitting.fit import WARM
from ratings.fitting.forecasts import Forecasts, forecasts
from ratings.fitting.scores import MAX_SLOPE, best_slope
from ratings.systems import SYSTEMS, get_system
from tests.fitting.support import season

MARGIN = "glicko_margin"


def test_the_scale_is_twice_the_standard_deviation_of_the_first_parts_margins() -> None:
    history = season(margin=lambda rng, gap: round(rng.gauss(0, 90)))
    assert fit_system(history, MARGIN).parameters["scale"] == pytest.approx(180, rel=0.06)


def test_wild_margins_after_the_split_do_not_move_the_scale() -> None:
    calm = season(margin=lambda rng, gap: round(rng.gauss(0, 90)))
    games = [g if n < 1000 else (g[0], g[1], g[2] * 20, g[3]) for n, g in enumerate(calm.games)]
    wild = History(games, calm.events)
    assert fit_system(wild, MARGIN).parameters == fit_system(calm, MARGIN).parameters


@pytest.mark.parametrize("slope", [0.4, 1.0, 2.5])
def test_the_slope_that_made_the_results_is_found(slope: float) -> None:
    rng = random.Random(4)
    evidence = [rng.gauss(0, 1) for _ in range(20_000)]
    result = [float(rng.random() < 1 / (1 + exp(-slope * x))) for x in evidence]
    assert best_slope(Forecasts(np.array(evidence), np.array(result))) == pytest.approx(slope, rel=0.08)


def test_a_favourite_who_never_loses_has_the_steepest_slope_and_no_infinite_one() -> None:
    seen = Forecasts(np.array([0.2, -0.5, 1.0]), np.array([1.0, 0.0, 1.0]))
    assert best_slope(seen) == pytest.approx(MAX_SLOPE)


def test_favourites_who_only_lose_have_no_slope() -> None:
    assert best_slope(Forecasts(np.array([0.2, -0.5]), np.array([0.0, 1.0]))) == pytest.approx(0.0, abs=1e-6)


def test_without_a_favourite_the_slope_is_one() -> None:
    assert best_slope(Forecasts(np.zeros(2), np.array([0.0, 1.0]))) == 1.0


def test_skills_that_wander_ask_for_more_growth_than_those_that_stay() -> None:
    still, wandering = season(3, events=30), season(3, events=30, drift=35.0)
    assert fit_system(wandering, MARGIN).parameters["growth"] > fit_system(still, MARGIN).parameters["growth"] + 1


def test_margins_that_tell_nothing_give_all_the_weight_to_the_win() -> None:
    def chance_margin(rng: random.Random, gap: float) -> int:
        return rng.choice((1, 10, 100, 300)) * (1 if rng.gauss(gap, 80) > 0 else -1)

    telling = fit_system(season(events=30), MARGIN).parameters["win_share"]
    idle = fit_system(season(events=30, margin=chance_margin), MARGIN).parameters["win_share"]
    assert telling < 0.2 < idle


def test_the_rest_is_foretold_about_as_well_as_who_knows_the_skills_could() -> None:
    """Skills of deviation 60 and noise of 80 a game: somebody who knew them all would lose 0.48 a game."""
    fit = fit_system(season(events=40), MARGIN)
    assert 0.44 < fit.last.log_loss < 0.54
    assert fit.last.accuracy > 0.7
    assert abs(fit.last.log_loss - fit.first.log_loss) < 0.06


def test_where_everybody_is_equal_nothing_beats_the_coin_by_much_nor_loses_to_it() -> None:
    report = fit_systems(season(skill=0.0), [MARGIN])
    [fit] = report.fits
    assert fit.last.log_loss == pytest.approx(report.coin.log_loss, abs=0.01)


def test_a_game_is_foretold_from_what_was_known_before_its_round() -> None:
    history = season(events=2)
    system = get_system(MARGIN, {})
    whole = forecasts(system, history).evidence
    # Newcomers are all alike; and what came later, the round itself included, changes nothing before it.
    assert not whole[:12].any()
    last_round = [(one, other, -margin, period) for one, other, margin, period in history.games[-12:]]
    turned = History([*history.games[:-12], *last_round], history.events)
    assert forecasts(system, turned).evidence.tolist() == whole.tolist()


@pytest.mark.parametrize("name", [MARGIN, "glicko2"])
def test_a_newcomer_is_not_foretold_from_what_his_first_event_brought(name: str) -> None:
    """Rated by their whole event at once, newcomers have in every round of it what later rounds will bring."""
    history = season(events=2)
    system = get_system(name, {"newcomers": "performance"})
    first = sum(1 for game in history.games if history.events[game[3]].id == 0)
    evidence = forecasts(system, history).evidence
    assert not evidence[:first].any()
    assert evidence[first:].all()


def test_ages_and_ratings_from_elsewhere_are_known_to_a_forecast() -> None:
    plain = season(events=1, rounds=1)
    one, other, _, _ = plain.games[0]
    third, _, _, _ = plain.games[1]
    told = History(
        plain.games,
        plain.events,
        born={third: 2012},
        starts={one: (1800.0, 60.0, 40, 737_000), other: (1500.0, 0.0, 3, 1)},
    )
    evidence = forecasts(get_system(MARGIN, {"start_by_age": [[12, 1000]]}), told).evidence
    assert evidence[0] > 1
    assert evidence[1] < -1
    assert not evidence[2:].any()


def test_games_among_strangers_do_not_set_the_slope() -> None:
    """What results the first third of the first part had matters to the ratings after it and to nothing else."""
    told = season(events=30)
    first = fit_system(told, "glicko2", by_round=True)
    seen = forecasts(get_system("glicko2", first.parameters), told)
    warm, part = int(WARM * first.first.games), first.first.games
    assert first.slope == best_slope(Forecasts(seen.evidence[warm:part], seen.result[warm:part]))
    assert first.slope != best_slope(seen.split(part)[0])


@pytest.mark.parametrize("name", sorted(SYSTEMS))
def test_every_system_foretells_a_plain_season_better_than_a_coin(name: str) -> None:
    report = fit_systems(season(events=25), [name])
    [fit] = report.fits
    assert fit.system == name
    assert fit.last.log_loss < report.coin.log_loss - 0.05
    assert set(fit.fitted) <= set(fit.parameters)
    assert fit_systems(season(events=25), [name]) == report


def test_parameters_given_hold_unless_they_are_fitted() -> None:
    given = {"start_rating": 1200.0, "growth": 99.0}
    fit = fit_system(season(), MARGIN, given=given)
    assert fit.parameters["start_rating"] == 1200.0
    assert fit.parameters["growth"] <= 15.0
