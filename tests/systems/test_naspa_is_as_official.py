"""NASPA's ratings against the official ones, each to the point."""

import json
import random
from itertools import groupby
from pathlib import Path

import pytest

from ratings.systems import get_system
from ratings.systems.counted import Counted
from ratings.systems.events import Event, rate_events
from ratings.systems.naspa_newcomers import newcomers, solved
from ratings.systems.naspa_rules import NaspaParameters, expectation, expected_wins, segment_ends
from ratings.systems.protocol import Career

VECTORS = Path(__file__).resolve().parents[2].parent / "shared" / "cases" / "ratings" / "naspa_vectors.json"
HANDED = pytest.mark.skipif(not VECTORS.exists(), reason=f"no official ratings at {VECTORS}")
SLOPE = NaspaParameters().slope


def divisions():
    return json.loads(VECTORS.read_text(encoding="utf-8")) if VECTORS.exists() else []


def games_of(division):
    """Games as systems take them, the round as period. An opponent of −1 or oneself is a bye, and no game."""
    players = division["players"]
    return [
        (own, other, player["scores"][turn] - players[other]["scores"][turn], turn)
        for turn in range(division["rounds"])
        for own, player in enumerate(players)
        if (other := player["pairings"][turn]) > own
    ]


def rated(division, rng=None):
    system = get_system("naspa", {"floor": 1 if division["rating_system"] == "nsa2008" else None})
    state = {
        number: Counted(float(player["rating"] or 1500), player["games"], rated=player["rating"] > 0)
        for number, player in enumerate(division["players"])
    }
    cuts = system.cuts(division["rounds"])
    for _, segment in groupby(games_of(division), key=lambda game: sum(game[3] > cut for cut in cuts)):
        games = list(segment)
        if rng is not None:
            rng.shuffle(games)
            games = [(b, a, -m, p) if rng.random() < 0.5 else (a, b, m, p) for a, b, m, p in games]
        state |= system.rate(state, games)
    return state


@HANDED
def test_the_file_holds_420_ratings_of_25_divisions():
    assert [len(divisions()), sum(len(division["players"]) for division in divisions())] == [25, 420]


@HANDED
@pytest.mark.parametrize("number", range(25))
def test_a_division_comes_out_as_it_was_published(number):
    division = divisions()[number]
    after = rated(division)
    published = {number: player["new_rating"] for number, player in enumerate(division["players"])}
    assert {number: standing.rating for number, standing in after.items()} == published


@HANDED
def test_neither_the_order_of_games_nor_of_sides_changes_a_bit():
    rng = random.Random(3)
    for division in divisions():
        assert rated(division, rng) == rated(division)


@pytest.mark.parametrize(
    ("opponents", "probed"),
    [([793, 500, 825, 683, 466, 793], 678), ([500, 825, 466, 678, 793, 825], 683)],
)
def test_a_newcomers_rating_is_the_last_one_probed(opponents, probed):
    assert solved(SLOPE, 3, opponents) == probed
    assert expected_wins(SLOPE, probed, opponents) == pytest.approx(3, abs=0.01)


@pytest.mark.parametrize(
    ("rounds", "ends"),
    [(1, ()), (16, ()), (17, (8,)), (28, (13,)), (35, (17,)), (36, (11, 23)), (37, (12, 24)), (38, (12, 25))],
)
def test_long_events_are_split(rounds, ends):
    assert tuple(get_system("naspa", {}).cuts(rounds)) == segment_ends(rounds) == ends


def test_36_rounds_are_rated_in_three_parts_each_from_what_the_one_before_left():
    """No official division is this long: the parts are rated here one by one, as if each were an event."""
    rng = random.Random(6)
    event = Event(1, 738_000)
    careers = {player: Career(1500.0 + 70 * player, 0.0, 60, 738_000) for player in range(6)}
    games = []
    for turn in range(36):
        field = rng.sample(range(6), 6)
        games += [(field[i], field[i + 1], rng.randint(-200, 200), turn) for i in (0, 2, 4)]
    system = get_system("naspa", {})
    state = {player: system.enter(career, event.day) for player, career in careers.items()}
    for first, last in ((0, 11), (12, 23), (24, 35)):
        state |= system.rate(state, [game for game in games if first <= game[3] <= last])
    [(_, changes)] = rate_events(system, dict(careers), games, dict.fromkeys(range(36), event))
    assert [change.after for change in changes] == [state[player].rating for player in range(6)]
    whole = system.rate({player: system.enter(career, event.day) for player, career in careers.items()}, games)
    assert [change.after for change in changes] != [whole[player].rating for player in range(6)]


def one_game(own, opponent, margin=1, **values):
    state = {1: own, 2: opponent}
    return {number: s.rating for number, s in get_system("naspa", values).rate(state, [(1, 2, margin, 1)]).items()}


@pytest.mark.parametrize(
    ("games", "rating", "multiplier"),
    [(49, 1200, 30), (49, 1850, 24), (49, 2100, 15), (50, 1200, 20), (50, 1850, 16), (50, 2100, 10)],
)
def test_what_a_loss_costs_depends_on_games_and_band(games, rating, multiplier):
    after = one_game(Counted(rating, games), Counted(rating, 80), -1)
    assert after[1] == int(0.5 + rating - multiplier / 2 + _fed_back(rating))


def _fed_back(rating):
    """What the winner, with 80 games, gained over 5 points, a twentieth of it."""
    return (0.5 * (20 if rating < 1800 else 16 if rating < 2000 else 10) - 5) / 20


def test_a_fast_gain_is_gained_once_more_and_felt_by_who_was_met():
    after = one_game(Counted(1500, 10), Counted(1500, 80))
    # 15 for the win, 10 of them above 5 a game; half a point of these for the loser, who pays 10.
    assert after == {1: 1525, 2: 1491}


def test_the_floor_holds_and_without_one_ratings_fall_below_nothing():
    low = Counted(3.0, 10)
    assert one_game(low, Counted(3.0, 10), -1, floor=1)[1] == 1
    assert one_game(low, Counted(3.0, 10), -1)[1] < 0


@pytest.mark.parametrize(("margin", "wins"), [(1, 0.95), (-1, 0.05)])
def test_all_won_or_all_lost_counts_as_95_or_5_percent(margin, wins):
    games = [(0, number, margin, number) for number in range(1, 11)]
    state = {0: Counted(1500.0, rated=False)} | {number: Counted(1500.0, 100) for number in range(1, 11)}
    after = get_system("naspa", {"reach": 3000}).rate(state, games)
    assert expected_wins(SLOPE, after[0].rating, [1500.0] * 10) == pytest.approx(10 * wins, abs=0.01)


def test_a_newcomer_is_at_most_400_points_above_the_best_he_beat_and_at_least_500():
    assert one_game(Counted(1500, rated=False), Counted(900, 100))[1] == 1300
    assert one_game(Counted(1500, rated=False), Counted(300, 100), -1)[1] == 300
    assert one_game(Counted(1500, rated=False), Counted(900, 100), -1)[1] == 500


def test_a_newcomer_without_a_game_in_the_first_segment_stays_one():
    system = get_system("naspa", {})
    state = {number: Counted(1500.0, 100 * (number > 0), number > 0) for number in range(3)}
    state |= system.rate(state, [(1, 2, 1, 0)])
    assert not state[0].rated
    state |= system.rate(state, [(0, 1, 5, 20)])
    assert state[0].rated
    assert (state[0].career, state[0].games) == (0, 1)


def test_two_newcomers_who_meet_move():
    # The loser falls to 500, and the winner is 400 above him.
    assert one_game(Counted(1500, rated=False), Counted(1500, rated=False)) == {1: 900, 2: 500}


def test_newcomers_whose_values_never_settle_are_taken_at_their_mean():
    # Found by chance: from some sweep on, these four go to and fro between two values each.
    scores = [
        (0, 1, 0.0),
        (0, 3, 0.0),
        (0, 2, 0.5),
        (0, 1, 0.0),
        (0, 1, 0.5),
        (0, 2, 0.0),
        (1, 3, 0.5),
        (2, 3, 1.0),
    ]
    lines = {player: [] for player in range(4)}
    for one, other, score in scores:
        lines[one].append((other, score))
        lines[other].append((one, 1 - score))
    assert newcomers(NaspaParameters(), {}, lines) == {0: 1146.5, 1: 1607.5, 2: 1815.0, 3: 1531.0}


def test_an_expectation_is_a_share_of_one_whatever_the_gap():
    for gap in (0, 3000, -3000, 1e300, -1e300):
        assert 0 <= expectation(SLOPE, gap) <= 1
        assert expectation(SLOPE, gap) + expectation(SLOPE, -gap) == pytest.approx(1)
