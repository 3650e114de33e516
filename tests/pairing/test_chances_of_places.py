"""Chances of places: the remaining rounds simulated, held against endings counted one by one."""

import itertools
import os
import subprocess
import sys
from collections import Counter
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.pairing.support import field as competitors_of
from tests.pairing.support import request_of
from tournaments.pairing import Contention, Factor, KingOfTheHill, PastBye, Swiss, pair
from tournaments.pairing.chances import chances_from_json, chances_to_json, shapes_of
from tournaments.pairing.chances.keys import first_keys, owners
from tournaments.pairing.chances.margins import AMATH_MARGINS, half_normal, margins_of
from tournaments.pairing.chances.outlook import clopper_pearson
from tournaments.pairing.chances.shapes import pairs
from tournaments.pairing.chances.simulate import Question, simulate
from tournaments.pairing.chances.situation import Contestant, RoundShape, Scoring, Situation

KOTH = RoundShape("king_of_the_hill")
SURE = 1 - 1e-9
"""So sure that a chance outside its interval is a fault and no accident."""


def table(*rows: tuple[int, int], **more) -> tuple[Contestant, ...]:
    return tuple(Contestant(number, points, spread, **more) for number, (points, spread) in enumerate(rows, 1))


def endings(situation: Situation) -> dict[tuple[int, int], Fraction]:
    """The exact chance of (number, place): every result of every game, rounds paired by the real pairing.

    One margin, coin-flips; a bye goes where it would go.
    """
    (margin,) = situation.margins
    found: Counter[tuple[int, int]] = Counter()

    def order(score):
        return sorted(score, key=lambda n: (-score[n][0], -score[n][1], n))

    def play(round_, score, byes, weight):
        if round_ == len(situation.rounds):
            for place, number in enumerate(order(score), 1):
                found[number, place] += weight
            return
        ranked = order(score)
        ids = {number: rank for rank, number in enumerate(ranked, 1)}
        field = tuple(
            c.__class__(id=c.number, rank=ids[c.number], points=score[c.number][0], number=c.number)
            for c in competitors_of(len(ranked))
        )
        system = KingOfTheHill() if situation.rounds[round_].kind == "king_of_the_hill" else Swiss()
        result = pair(
            request_of(
                field,
                system=system,
                round=50,
                byes=tuple(PastBye(r, n) for n, count in byes.items() for r in range(1, count + 1)),
            )
        )
        for winners in itertools.product((0, 1), repeat=len(result.pairs)):
            after = dict(score)
            for game, first_wins in zip(result.pairs, winners, strict=True):
                won, lost = (game.first, game.second) if first_wins else (game.second, game.first)
                after[won] = after[won][0] + 2, after[won][1] + margin
                after[lost] = after[lost][0], after[lost][1] - margin
            for number in result.byes:
                after[number] = after[number][0] + 2, after[number][1]
            had = byes + Counter(result.byes)
            play(round_ + 1, after, had, weight / 2 ** len(result.pairs))

    start = {c.number: (c.points, c.spread) for c in situation.contestants}
    play(0, start, Counter({c.number: c.byes for c in situation.contestants}), Fraction(1))
    return found


@pytest.mark.parametrize(
    ("rows", "rounds"),
    [
        (((4, 30), (4, 10), (2, 0), (0, -40)), (KOTH,)),
        (((4, 30), (4, 10), (2, 0), (2, 0), (2, -5), (0, -40)), (RoundShape(), KOTH)),
        (((4, 30), (4, 10), (2, 0), (2, -5), (0, -40)), (RoundShape(), KOTH)),
        (((0, 0),) * 3, (RoundShape(), RoundShape(), KOTH)),
    ],
)
def test_simulated_chances_are_those_of_all_endings_counted_one_by_one(rows, rounds):
    situation = Situation(table(*rows), rounds, margins=(10,))
    seen = simulate(situation, runs=4000, seed=7)
    exact = endings(situation)
    for number, place in itertools.product(range(1, len(rows) + 1), repeat=2):
        chance = seen.chance(number, place, place, confidence=SURE)
        assert chance.low <= exact[number, place] <= chance.high, (number, place)


def test_every_run_gives_every_place_to_one_contestant():
    situation = Situation(table(*((n % 4, -n) for n in range(11))), (RoundShape(), RoundShape("factor", 3), KOTH))
    seen = simulate(situation, runs=500, seed=1)
    assert (seen.counts.sum(axis=0) == 500).all()
    assert (seen.counts.sum(axis=1) == 500).all()


@given(st.lists(st.integers(0, 4), min_size=2, max_size=24).filter(lambda p: len(p) % 2 == 0))
@settings(max_examples=40, deadline=None)
def test_a_simulated_swiss_round_is_the_one_that_pairing_makes_without_a_history(points):
    points = sorted(points, reverse=True)
    situation = Situation(table(*((p, 0) for p in points)), (RoundShape(),))
    keys = np.sort(first_keys(situation))[None, :]
    upper, lower = pairs(RoundShape(), keys)
    numbers = owners(keys)[0] + 1
    simulated = {frozenset((int(numbers[a]), int(numbers[b]))) for a, b in zip(upper[0], lower[0], strict=True)}
    real = pair(request_of(competitors_of(len(points), points)))
    assert simulated == {frozenset((game.first, game.second)) for game in real.pairs}


def test_a_factor_round_pairs_the_top_by_the_factor_and_the_rest_swiss():
    situation = Situation(table(*((0, -n) for n in range(8))), ())
    upper, lower = pairs(RoundShape("factor", 2), np.sort(first_keys(situation))[None, :])
    assert list(zip(upper[0].tolist(), lower[0].tolist(), strict=True)) == [(0, 2), (1, 3), (4, 6), (5, 7)]


def test_the_same_seed_gives_the_same_figures_in_another_process():
    code = (
        "from tests.pairing.test_chances_of_places import fingerprint; print(fingerprint())"  # the same, over there
    )
    environment = {**os.environ, "PYTHONHASHSEED": "77"}
    there = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env=environment, check=True
    ).stdout.strip()
    assert there == fingerprint()


def fingerprint() -> str:
    rows = table(*((n % 3, n * 7 % 50) for n in range(9)))
    rated = tuple(
        Contestant(c.number, c.points, c.spread, rating=1500 + 40 * c.number, byes=c.number % 2) for c in rows
    )
    situation = Situation(rated, (RoundShape("factor", 2, cap=350), RoundShape(cap=200), KOTH), by_rating=True)
    return str(simulate(situation, runs=1000, seed=5).counts.tolist())


def test_these_figures_never_change():
    """Stored rounds were paired with them: another stream of lots would be another method."""
    seen = simulate(Situation(table((4, 30), (4, 10), (2, 0), (0, -40)), (RoundShape(), KOTH)), runs=500, seed=11)
    assert seen.counts.tolist() == PINNED


PINNED = [[203, 161, 136, 0], [197, 159, 144, 0], [100, 131, 131, 138], [0, 49, 89, 362]]


def test_another_seed_gives_other_figures():
    situation = Situation(table(*((0, 0),) * 8), (RoundShape(), KOTH))
    one, other = (simulate(situation, runs=500, seed=seed).counts for seed in (1, 2))
    assert (one != other).any()


def test_a_time_limit_cuts_the_work_and_the_runs_made_are_the_same_runs():
    situation = Situation(table(*((0, 0),) * 8), (RoundShape(), KOTH))
    ticks = itertools.count()
    cut = simulate(situation, runs=5000, seed=1, seconds=2.5, clock=lambda: float(next(ticks)))
    assert (cut.stopped, cut.runs) == ("time", 1500)
    assert (cut.counts == simulate(situation, runs=1500, seed=1).counts).all()


def test_a_time_limit_needs_a_clock():
    with pytest.raises(ValueError, match="clock"):
        simulate(Situation(table((0, 0), (0, 0)), (KOTH,)), runs=1, seed=1, seconds=1)


def test_a_question_that_is_decided_ends_the_work():
    runaway = Situation(table((20, 0), (4, 0), (4, 0), (0, 0)), (KOTH,))
    seen = simulate(runaway, runs=50_000, seed=1, question=Question(threshold=0.1, places=(1,)))
    assert (seen.stopped, seen.runs) == ("decided", 1000)
    open_race = Situation(table((4, 0), (4, 0)), (KOTH,))
    seen = simulate(open_race, runs=4000, seed=1, question=Question(threshold=0.5, places=(1,)))
    assert (seen.stopped, seen.runs) == ("runs", 4000)


def test_progress_is_told_after_every_chunk():
    told = []
    simulate(
        Situation(table((0, 0), (0, 0)), (KOTH,)),
        runs=1400,
        seed=1,
        progress=lambda done, all_: told.append((done, all_)),
    )
    assert told == [(500, 1500), (1000, 1500), (1500, 1500)]


def test_whoever_has_left_keeps_his_points_and_plays_no_more():
    rows = (*table((4, 0), (4, 0), (4, 0)), Contestant(4, 5, 0, active=False), Contestant(5, -1, 0, active=False))
    seen = simulate(Situation(rows, (KOTH,), margins=(10,)), runs=500, seed=1)
    places = {o.number: (o.best, o.worst) for o in seen.outlooks(0.01)}
    assert places[5] == (5, 5)
    assert places[4] == (3, 3)  # the two who win or have the bye pass him, the loser does not


def test_the_bye_goes_to_the_lowest_of_those_who_had_fewest():
    rows = (Contestant(1, 0, 9), Contestant(2, 0, 8), Contestant(3, 0, 7, byes=1))
    seen = simulate(Situation(rows, (KOTH,), margins=(50,)), runs=500, seed=1)
    assert seen.chance(2, 2, 2).seen == 500  # two points without a game, and one of the others wins by 50


def test_a_draft_that_stands_is_played_as_it_stands():
    rows = table((4, 0), (2, 0), (0, 0), (0, 0))
    drafted = simulate(Situation(rows, (KOTH,), margins=(10,), paired=((1, 4), (2, 3))), runs=2000, seed=1)
    first = drafted.chance(2, 1, 1, confidence=SURE)
    assert first.low <= 1 / 4 <= first.high  # he wins and the leader loses; against the leader it were 1 / 2
    resting = simulate(Situation(rows, (KOTH,), margins=(10,), sitting_out=(3, 4)), runs=500, seed=1)
    assert resting.chance(3, 3, 3).seen == resting.chance(4, 4, 4).seen  # both have two points, in today's order


def test_a_cap_holds_the_spread_that_counts():
    rows = (Contestant(1, 4, 100, active=False), Contestant(2, 2, 0), Contestant(3, 2, 0))
    for cap, leader_first in ((50, 500), (None, 0)):
        situation = Situation(rows, (RoundShape("king_of_the_hill", cap=cap),), margins=(500,))
        assert simulate(situation, runs=500, seed=1).chance(1, 1, 1).seen == leader_first


def test_a_margin_of_nought_is_a_tie():
    situation = Situation(table((1, 0), (1, 0)), (KOTH,), Scoring(), margins=(0, 0, 0, 1))
    seen = simulate(situation, runs=2000, seed=1)
    first = seen.chance(1, 1, 1, confidence=SURE)
    assert first.low <= 0.75 + 0.125 <= first.high  # a tie leaves him where he was


def test_whoever_always_wins_ties_no_game_either():
    situation = Situation(table((4, 0), (6, 0)), (KOTH,), margins=(0, 10))
    assert simulate(situation, runs=500, seed=1, always_wins=1).chance(1, 1, 1).seen == 500


def test_the_stronger_wins_as_often_as_the_ratings_say():
    rows = (Contestant(1, 0, 0, rating=1700), Contestant(2, 0, 0, rating=1300))
    seen = simulate(Situation(rows, (KOTH,), by_rating=True, margins=(10,)), runs=5000, seed=1)
    first = seen.chance(1, 1, 1, confidence=SURE)
    assert first.low <= 10 / 11 <= first.high


def test_places_in_a_class_are_counted_among_its_members():
    rows = (
        Contestant(1, 8, 0),
        Contestant(2, 4, 0, prize_class=7),
        Contestant(3, 4, 0),
        Contestant(4, 0, 0, prize_class=7),
    )
    seen = simulate(Situation(rows, (KOTH,)), runs=500, seed=1)
    assert {o.number: (o.best, o.worst) for o in seen.outlooks(0.01, prize_class=7)} == {2: (1, 1), 4: (2, 2)}


def test_a_hopeful_place_is_one_reached_often_enough():
    rows = table((4, 0), (2, 300), (0, 0), (0, 0))
    seen = simulate(Situation(rows, (RoundShape(), KOTH), margins=AMATH_MARGINS), runs=2000, seed=1)
    for rare, common in zip(seen.outlooks(0.0), seen.outlooks(0.3), strict=True):
        assert rare.best == rare.hopeful <= common.hopeful <= common.worst
    assert seen.outlooks(1.0)[0].hopeful == seen.outlooks(1.0)[0].worst


@pytest.mark.parametrize(
    ("seen", "runs", "low", "high"), [(0, 10, 0, 0.3085), (5, 10, 0.1871, 0.8129), (10, 10, 0.6915, 1)]
)
def test_intervals_are_those_of_clopper_and_pearson(seen, runs, low, high):
    found = clopper_pearson(np.array([seen]), runs, 0.95)
    assert [round(float(end[0]), 4) for end in found] == [low, high]


def test_chances_are_stored_as_text_and_read_again():
    rows = (*table((4, 0), (2, 0)), Contestant(3, 2, 0, prize_class=7), Contestant(4, 0, 0, prize_class=7))
    seen = simulate(Situation(rows, (RoundShape(), KOTH)), runs=500, seed=1)
    text = chances_to_json(seen)
    again = chances_from_json(text)
    assert chances_to_json(again) == text
    assert again.outlooks(0.1) == seen.outlooks(0.1)
    assert again.outlooks(0.1, prize_class=7) == seen.outlooks(0.1, prize_class=7)
    assert again.chance(3, 1, 2) == seen.chance(3, 1, 2)
    for broken in ('{"format":"kradan-chances/1"}', '{"format":"another"}', "[]"):
        with pytest.raises(ValueError, match="chances"):
            chances_from_json(broken)


def test_the_rounds_of_a_schedule_are_simulated_in_their_likeness():
    systems = [Swiss(), Factor(factor=3), Contention(), Contention(), KingOfTheHill()]
    shapes = shapes_of(systems, 4, [350, 350, 300, 300, None])
    assert [(s.kind, s.factor, s.cap) for s in shapes] == [
        ("swiss", 0, 350),
        ("factor", 3, 350),
        ("factor", 2, 300),
        ("factor", 1, 300),
        ("king_of_the_hill", 0, None),
    ]
    assert shapes_of([Contention()], 9, [None])[0].kind == "king_of_the_hill"


def test_half_points_are_counted_exactly():
    scoring = Scoring(win=1, tie=Fraction(1, 2), loss=0, bye=1)
    rows = (Contestant(1, Fraction(3, 2), 0), Contestant(2, 1, 5))
    seen = simulate(Situation(rows, (KOTH,), scoring, margins=(0, 0, 0, 0, 0, 0, 0, 0, 0, 1)), runs=500, seed=1)
    assert 400 < seen.chance(1, 1, 1).seen < 500  # a tie keeps half a point between them


def test_an_event_uses_its_own_margins_once_it_has_enough():
    assert margins_of([(400, 300)] * 49) == AMATH_MARGINS
    assert margins_of([(400, 300)] * 49 + [(200, 250)]) == (50, *(100,) * 49)


def test_the_listed_margins_have_the_median_they_are_named_for():
    listed = half_normal(132)
    assert listed[0] == 0
    assert sum(margin < 132 for margin in listed) == 100


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: RoundShape("factor"),
        lambda: RoundShape("swiss", factor=2),
        lambda: RoundShape(cap=0),
        lambda: Situation((), (), margins=(0,)),
        lambda: Situation(table((0, 0), (0, 0)), (KOTH,), paired=((1, 1),)),
        lambda: Situation((Contestant(1, 0), Contestant(1, 0)), ()),
        lambda: simulate(Situation((), ()), runs=1, seed=1),
        lambda: simulate(Situation(table((0, 3_000_000)), ()), runs=1, seed=1),
    ],
)
def test_what_no_event_can_be_is_a_fault(wrong):
    with pytest.raises(ValueError, match=r"factor|cap|margins|named once|share|contestants|spreads"):
        wrong()
