"""Clinched places, held against every ending there is: any pairing, any result, margins up to the cap."""

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.pairing.chances.gibson import Mark, gibson_of_caps, gibson_total, marks
from tournaments.pairing.chances.situation import Contestant, RoundShape, Scoring, Situation

CAP = 10


def situation_of(rows, rounds, *, cap=CAP, scoring=None, gone=()):
    ordered = sorted(rows, key=lambda row: (-row[0], -row[1]))
    return Situation(
        tuple(
            Contestant(number, points, spread, active=number not in gone)
            for number, (points, spread) in enumerate(ordered, 1)
        ),
        (RoundShape(cap=cap),) * rounds,
        scoring or Scoring(),
        margins=(cap or 1,),
    )


def matchings(players):
    if len(players) < 2:
        yield []
        return
    first, *rest = players
    for k, other in enumerate(rest):
        for games in matchings(rest[:k] + rest[k + 1 :]):
            yield [(first, other), *games]


def one_round(situation, margins):
    """Everything that one round can add to (points, spread) of everybody, as one number each."""
    playing = [i for i, c in enumerate(situation.contestants) if c.active]
    scoring = situation.scoring
    rows = set()
    for bye in playing if len(playing) % 2 else [None]:
        for games in matchings([i for i in playing if i != bye]):
            for results in itertools.product(margins, repeat=len(games)):
                row = [0] * len(situation.contestants)
                if bye is not None:
                    row[bye] = scoring.bye * 1000 + scoring.bye_spread
                for (a, b), margin in zip(games, results, strict=True):
                    worth = (scoring.win, scoring.loss) if margin > 0 else (scoring.loss, scoring.win)
                    row[a], row[b] = worth if margin else (scoring.tie, scoring.tie)
                    row[a], row[b] = row[a] * 1000 + margin, row[b] * 1000 - margin
                rows.add(tuple(row))
    return np.array(sorted(rows), dtype=np.int64)


def every_ending(situation, margins=(-CAP, 0, CAP)):
    states = np.array([[c.points * 1000 + c.spread for c in situation.contestants]], dtype=np.int64)
    step = one_round(situation, margins)
    for _ in situation.rounds:
        states = np.unique((states[:, None, :] + step[None, :, :]).reshape(-1, states.shape[1]), axis=0)
    return states


def check(situation, *, tight, margins=(-CAP, 0, CAP)):
    endings = every_ending(situation, margins)
    for mark in marks(situation, gibson_of_caps(situation.rounds)):
        me = endings[:, [mark.number - 1]]
        at_worst = (endings >= me).sum(axis=1)  # ties lost; he himself is among them
        at_best = (endings > me).sum(axis=1) + 1
        assert at_worst.max() <= mark.worst
        assert at_best.min() >= mark.best
        if tight and not mark.clinched:
            assert at_worst.max() > mark.place


points_and_spread = st.tuples(st.integers(0, 4), st.integers(-25, 25))


@given(st.lists(points_and_spread, min_size=4, max_size=4), st.integers(0, 3))
@settings(max_examples=40, deadline=None)
def test_no_ending_of_four_players_and_three_rounds_undoes_a_mark_and_none_is_missing(rows, rounds):
    check(situation_of(rows, rounds), tight=True)


@given(st.lists(points_and_spread, min_size=4, max_size=4), st.integers(0, 2))
@settings(max_examples=20, deadline=None)
def test_smaller_margins_undo_no_mark_either(rows, rounds):
    check(situation_of(rows, rounds), tight=True, margins=(-CAP, -3, 0, 1, CAP))


@given(st.lists(points_and_spread, min_size=6, max_size=6), st.integers(1, 3))
@settings(max_examples=8, deadline=None)
def test_no_ending_of_six_players_undoes_a_mark_and_none_is_missing(rows, rounds):
    check(situation_of(rows, rounds), tight=True)


@given(st.lists(points_and_spread, min_size=8, max_size=8))
@settings(max_examples=10, deadline=None)
def test_no_ending_of_eight_players_undoes_a_mark_and_none_is_missing(rows):
    check(situation_of(rows, 1), tight=True)


@given(st.lists(points_and_spread, min_size=8, max_size=8), st.integers(2, 3))
@settings(max_examples=6, deadline=None)
def test_no_decided_games_of_eight_players_in_three_rounds_undo_a_mark(rows, rounds):
    check(situation_of(rows, rounds), tight=False, margins=(-CAP, CAP))


@given(st.lists(points_and_spread, min_size=7, max_size=7), st.integers(1, 2))
@settings(max_examples=6, deadline=None)
def test_seven_players_and_their_bye_undo_no_mark(rows, rounds):
    check(situation_of(rows, rounds), tight=False, margins=(-CAP, CAP))


@given(st.lists(points_and_spread, min_size=3, max_size=5), st.integers(0, 2), st.integers(0, 15))
@settings(max_examples=25, deadline=None)
def test_byes_and_their_spread_undo_no_mark(rows, rounds, bye_spread):
    check(situation_of(rows, rounds, scoring=Scoring(bye_spread=bye_spread)), tight=False)


@given(st.lists(points_and_spread, min_size=5, max_size=5), st.integers(0, 2), st.sampled_from(["3-1-0", "1-0-0"]))
@settings(max_examples=25, deadline=None)
def test_other_match_points_and_those_who_left_undo_no_mark(rows, rounds, worth):
    win, tie, loss = (int(one) for one in worth.split("-"))
    check(situation_of(rows, rounds, scoring=Scoring(win, tie, loss, bye=win), gone=(2,)), tight=False)


def mark_of(rows, rounds, number, gibson, **more) -> Mark:
    return marks(situation_of(rows, rounds, **more), gibson)[number - 1]


def test_a_lead_of_more_points_than_can_be_won_is_clinched():
    assert mark_of([(10, 0), (4, 900), (4, 0), (0, 0)], 2, 1, (350,)).clinched
    assert not mark_of([(8, 0), (4, 900), (4, 0), (0, 0)], 2, 1, (350,)).clinched


def test_equal_points_are_clinched_by_twice_the_spread_of_a_game():
    assert mark_of([(6, 701), (4, 0), (0, 0), (0, 0)], 1, 1, (350,)).clinched
    assert not mark_of([(6, 700), (4, 0), (0, 0), (0, 0)], 1, 1, (350,)).clinched


def test_a_bye_of_more_spread_than_a_game_is_reckoned_with():
    rows = [(6, 150), (4, 0), (0, 0)]
    assert mark_of(rows, 1, 1, (50,)).clinched
    assert not mark_of(rows, 1, 1, (50,), scoring=Scoring(bye_spread=100)).clinched


def test_where_spread_does_not_rank_next_it_clinches_nothing():
    scoring = Scoring(spread_counts=False)
    assert not mark_of([(6, 9000), (4, 0), (0, 0), (0, 0)], 1, 1, (350,), scoring=scoring).clinched
    assert not mark_of([(6, 9000), (4, 0), (0, 0), (0, 0)], 1, 1, ()).clinched


def test_a_mark_goes_when_the_setting_or_a_result_changes():
    rows = [(6, 450), (4, 0), (0, 0), (0, 0)]
    assert mark_of(rows, 1, 1, (200,)).clinched
    assert not mark_of(rows, 1, 1, (250,)).clinched
    assert not mark_of([(6, 450), (6, 0), (0, 0), (0, 0)], 1, 1, (200,)).clinched


def test_a_lower_place_is_clinched_from_below_and_says_whether_more_is_possible():
    rows = [(10, 0), (8, 0), (2, 0), (0, 0)]
    second = mark_of(rows, 2, 2, (50,))
    assert (second.clinched, second.best, second.worst) == (True, 1, 2)
    assert (mark_of(rows, 2, 1, (50,)).clinched) is False


def test_after_the_last_round_every_place_is_clinched_but_a_shared_one():
    found = marks(situation_of([(6, 5), (4, 0), (4, 0), (0, 0)], 0), (250,))
    assert [mark.clinched for mark in found] == [True, False, True, True]
    assert [(mark.best, mark.worst) for mark in found] == [(1, 1), (2, 3), (2, 3), (4, 4)]


@pytest.mark.parametrize(("left", "total"), [(0, 0), (1, 250), (2, 450), (4, 850)])
def test_the_list_counts_from_the_last_round_and_its_last_value_repeats(left, total):
    assert gibson_total((250, 200), left) == total


def test_caps_are_the_list_of_thai_practice():
    assert gibson_of_caps((RoundShape(cap=350), RoundShape(cap=300))) == (300, 350)
    assert gibson_of_caps((RoundShape(cap=350), RoundShape())) == ()
