"""Contention: who can still win a prize plays whom, and the round can be made again from what was stored."""

import itertools
import os
import subprocess
import sys
from dataclasses import replace

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tests.pairing.contending import met, request_of, round_of, situation_of, table
from tests.pairing.support import notes_of, pair_or_code, pairs_of, played, requests
from tournaments.pairing import (
    Contention,
    PairingRequest,
    PairingResult,
    SettingError,
    pair,
    request_from_json,
    request_to_json,
)
from tournaments.pairing.chances.control import control_loss
from tournaments.pairing.chances.prepare import prepare, stakes_of
from tournaments.pairing.chances.situation import Contestant

# --- Who plays for what -----------------------------------------------------------------------------------


def parts_of(contestants, rounds=1, **settings):
    system = prepare(
        Contention(**{"gibson_spread": (350,), **settings}), situation_of(contestants, rounds), round_=1, seed=1
    ).system
    found = stakes_of(system)
    return {
        row.number: "plays"
        if found.contender[i]
        else "settled"
        if found.settled[i]
        else "out"
        if found.out[i]
        else "waits"
        for i, row in enumerate(system.standings)
    }


def test_the_leader_out_of_reach_is_settled_and_those_behind_play_for_the_rest():
    rows = table((12, 0), (6, 0), (6, 0), (5, 0), (0, 0), (0, 0))
    assert parts_of(rows, prizes=((1, 1), (2, 2))) == {
        1: "settled", 2: "plays", 3: "plays", 4: "plays", 5: "out", 6: "out",
    }  # fmt: skip


def test_places_of_equal_worth_are_settled_as_soon_as_they_cannot_be_lost():
    rows = table((12, 0), (12, 0), (6, 0), (0, 0))
    assert parts_of(rows, prizes=((1, 2), (3, 3)))[1] == "settled"
    assert parts_of(rows, prizes=((1, 1), (2, 2)))[1] == "plays"


def test_a_prize_of_a_class_keeps_its_members_in_play():
    rows = table((12, 0), (6, 0), (4, 0), (4, 0), (0, 0), (0, 0), classes=(3, 4, 6))
    parts = parts_of(rows, prizes=((1, 1),), class_prizes=((7, 1, 1),))
    assert parts == {1: "settled", 2: "out", 3: "plays", 4: "plays", 5: "out", 6: "out"}


def test_whoever_has_left_plays_for_nothing_but_keeps_others_from_his_place():
    rows = table((12, 0), (6, 0), (4, 0), (0, 0), gone=(1,))
    assert parts_of(rows, prizes=((1, 1),)) == {1: "settled", 2: "out", 3: "out", 4: "out"}


def test_whoever_has_left_waits_while_others_decide_about_his_prize():
    rows = table((8, 0), (7, 0), (4, 0), (0, 0), gone=(1,))
    assert parts_of(rows, prizes=((1, 1),)) == {1: "waits", 2: "plays", 3: "out", 4: "out"}


def test_a_settled_prize_of_a_class_is_a_settled_prize():
    rows = table((12, 0), (9, 0), (4, 0), (4, 0), (0, 0), (0, 0), classes=(2, 5))
    assert parts_of(rows, prizes=((1, 1),), class_prizes=((7, 1, 1),))[2] == "settled"


def test_simulation_drops_hopes_that_are_possible_and_no_more():
    rows = table(*(((8, 0),) * 6 + ((6, -1500), (6, -1500))))
    assert parts_of(rows, rounds=2, prizes=((1, 1),), gibson_spread=(9000,))[7] == "plays"
    simulated = parts_of(
        rows, rounds=2, prizes=((1, 1),), gibson_spread=(9000,), simulations=1000, hopefulness=(50,)
    )
    assert simulated[7] == "out"
    assert simulated[1] == "plays"


# --- Who meets whom ---------------------------------------------------------------------------------------


def test_the_last_round_is_king_of_the_hill_among_the_contenders():
    rows = table((8, 90), (8, 10), (8, 0), (8, -20), (6, 0), (6, -10))
    assert met(round_of(rows)) == {(1, 2), (3, 4), (5, 6)}


def test_a_settled_leader_meets_the_best_of_those_who_can_win_nothing():
    rows = table((14, 0), (8, 0), (8, -10), (8, -20), (8, -30), (2, 0), (0, 0), (0, -10))
    result = round_of(rows, prizes=((1, 1), (2, 2)))
    assert met(result) == {(1, 6), (2, 3), (4, 5), (7, 8)}
    assert notes_of(result, "prize_settled") == [{"competitor": 101, "best": 1, "worst": 1}]


def test_two_whose_prizes_are_settled_meet_each_other():
    rows = table((16, 0), (12, 0), (6, 0), (6, 0), (6, 0), (6, 0), (0, 0), (0, 0))
    assert met(round_of(rows)) == {(1, 2), (3, 4), (5, 6), (7, 8)}


def test_a_contender_meets_nobody_who_cannot_catch_him_while_others_can():
    """1 and 2 have met, and so have 3 and 4; but nobody below 3 can still catch 1 or 2."""
    rows = table((10, 0), (10, -10), (9, 0), (7, 0), (2, 0), (2, -5))
    history = played(3, (101, 102), (103, 104))
    result = round_of(rows, history=history, prizes=((1, 1), (2, 2), (3, 3), (4, 4)))
    # without history 1-2; with it a repeat would cost more than anything contention asks for
    assert (1, 2) not in met(result)
    assert (1, 3) in met(result) or (2, 3) in met(result)


def test_out_of_reach_weighs_more_than_any_distance():
    rows = table((12, 0), (11, 0), (11, -5), (10, 0), (5, 0), (5, 0))
    result = round_of(rows, prizes=((1, 1), (2, 2), (3, 3), (4, 4)))
    assert met(result) == {(1, 2), (3, 4), (5, 6)}
    assert dict(result.cost)["out_of_reach"] == 0


def test_class_rivals_meet_in_the_last_round_over_the_heads_of_others():
    rows = table((14, 0), (12, 0), (6, 40), (6, 20), (6, 10), (6, 0), (0, 0), (0, -9), classes=(3, 6))
    apart = round_of(rows, prizes=((1, 1), (2, 2)))
    assert (3, 6) not in met(apart)
    together = round_of(rows, prizes=((1, 1), (2, 2)), class_prizes=((7, 1, 1),))
    assert (3, 6) in met(together)


def test_before_the_figures_are_there_match_points_alone_decide():
    rows = table((14, 0), (8, 0), (8, 0), (8, 0), (8, 0), (2, 0))
    result = pair(request_of(Contention(prizes=((1, 1), (2, 2))), rows))
    assert met(result) == {(1, 6), (2, 3), (4, 5)}


def test_a_late_entry_that_no_figure_knows_can_win_nothing():
    rows = table((14, 0), (8, 0), (8, 0), (0, 0))
    system = prepare(Contention(prizes=((1, 1), (2, 2))), situation_of(rows), round_=9, seed=1).system
    late = (*rows, Contestant(5, 0), Contestant(6, 0))
    assert (2, 3) in met(pair(request_of(system, late)))


# --- Control loss -----------------------------------------------------------------------------------------


def test_from_its_round_on_the_leader_meets_the_lowest_who_would_lose_control():
    rows = table((10, 300), (8, 100), (8, 50), (8, 0), (4, 0), (4, 0), (2, 0), (2, 0))
    settings = {"simulations": 1000, "control_from": 8, "control_threshold": 100, "control_simulations": 500}
    early = round_of(rows, rounds=2, round_=7, **settings)
    assert (1, 2) in met(early)
    late = round_of(rows, rounds=2, round_=8, **settings)
    (opponent,) = [b for a, b in met(late) if a == 1]
    assert opponent == 4
    assert notes_of(late, "control") == [{"first": 101, "second": 104}]
    assert dict(late.cost)["control"] == 0


def test_whoever_is_kept_apart_from_the_leader_is_first_less_often_though_he_wins_all_his_games():
    rows = table((10, 300), (8, 100), (8, 50), (8, 0), (4, 0), (4, 0))
    found = control_loss(situation_of(rows, 2), 1, 4, runs=1000, seed=1)
    assert found is not None
    assert found.runs == 1000
    assert found.meeting > found.apart


def test_no_control_is_lost_where_the_leader_is_settled_or_the_round_is_the_last():
    settings = {"simulations": 500, "control_from": 1}
    rows = table((10, 0), (8, 0), (8, 0), (8, 0))
    system = Contention(prizes=((1, 1),), gibson_spread=(350,), control_threshold=100, **settings)
    assert prepare(system, situation_of(rows, 1), round_=9, seed=1).control is None
    runaway = table((20, 0), (8, 0), (8, 0), (8, 0))
    assert prepare(system, situation_of(runaway, 2), round_=8, seed=1).control is None


def test_a_lock_on_the_leader_leaves_control_alone():
    rows = table((10, 300), (8, 100), (8, 50), (8, 0), (4, 0), (4, 0))
    locked = replace(situation_of(rows, 2), paired=((1, 2),))
    assert control_loss(locked, 1, 4, runs=500, seed=1) is None


def test_when_time_is_up_what_is_there_is_used():
    rows = table((10, 300), (8, 100), (8, 50), (8, 0), (4, 0), (4, 0))
    ticks = itertools.count()
    system = Contention(simulations=50_000, control_from=1, hopefulness=(500,))
    prepared = prepare(system, situation_of(rows, 2), round_=8, seed=1, seconds=4, clock=lambda: float(next(ticks)))
    assert 0 < prepared.system.runs < 50_000
    assert prepared.control is None
    assert len(pair(request_of(prepared.system, rows)).pairs) == 3


def test_a_search_for_control_of_a_million_runs_ends_when_time_is_up():
    rows = table((10, 300), (8, 100), (8, 50), (8, 0), (4, 0), (4, 0))
    asked = itertools.count()
    system = Contention(control_from=1, control_threshold=1, control_simulations=1_000_000)
    prepared = prepare(system, situation_of(rows, 2), round_=8, seed=1, seconds=6, clock=lambda: float(next(asked)))
    assert prepared.control is None
    assert next(asked) < 20, "a chunk or two after the end it stops"


# --- The same again ---------------------------------------------------------------------------------------


def test_a_stored_contention_round_is_paired_again_without_a_simulation():
    rows = table((10, 300), (8, 100), (8, 50), (8, 0), (4, 0), (4, 0), classes=(5, 6))
    system = Contention(
        simulations=500,
        control_from=1,
        class_prizes=((7, 1, 1),),
        prizes=((1, 1), (2, 3)),
        gibson_spread=(250, 200),
    )
    prepared = prepare(system, situation_of(rows, 3), round_=7, seed=5).system
    request = request_of(prepared, rows)
    text = request_to_json(request)
    again = request_from_json(text)
    assert again == request
    assert request_to_json(again) == text
    assert pair(again) == pair(request)
    assert prepare(prepared, situation_of(rows, 3), round_=7, seed=5).system == prepared


def prepared_request() -> PairingRequest:
    rows = table((10, 300), (8, 100), (8, 50), (8, 0), (8, -90), (4, 0), (4, 0), (2, 0), (0, 0), classes=(6, 7, 9))
    asked = Contention(simulations=500, control_from=1, class_prizes=((7, 1, 1),), gibson_spread=(250, 200))
    system = prepare(asked, situation_of(rows, 3), round_=7, seed=5).system
    return request_of(system, rows, history=played(2, (101, 102), (103, 105)))


def test_another_process_and_hash_seed_prepare_and_pair_the_same_round():
    code = "from tests.pairing.test_contention import *; r = pair(prepared_request()); print(r.digest, r)"
    seen = {
        subprocess.run(
            [sys.executable, "-c", code],
            capture_output=True,
            text=True,
            check=True,
            env={**os.environ, "PYTHONHASHSEED": seed},
        ).stdout
        for seed in ("1", "4242")
    }
    assert seen == {f"{pair(prepared_request()).digest} {pair(prepared_request())}\n"}


def test_other_ids_for_the_same_people_make_the_same_pairs():
    request = prepared_request()
    other = {c.id: 5000 - 7 * c.id for c in request.competitors}
    renamed = replace(
        request,
        competitors=tuple(replace(c, id=other[c.id]) for c in request.competitors),
        history=tuple(replace(m, first=other[m.first], second=other[m.second]) for m in request.history),
    )
    games = [(other[game.first], other[game.second]) for game in pair(request).pairs]
    assert [(game.first, game.second) for game in pair(renamed).pairs] == games


@given(requests(largest=12, directed=True), st.data())
@settings(max_examples=60, deadline=None)
def test_every_contention_round_holds_everybody_once(request, data):
    rounds_left = data.draw(st.integers(1, 4))
    contestants = tuple(
        Contestant(c.number, c.points, data.draw(st.integers(-600, 600)), prize_class=c.club)
        for c in sorted(request.competitors, key=lambda c: c.rank)
    )
    system = Contention(
        prizes=((1, 1), (2, 2), (3, 5)),
        class_prizes=((1, 1, 1), (2, 1, 1)),
        gibson_spread=(data.draw(st.integers(0, 400)),),
    )
    prepared = prepare(system, situation_of(contestants, rounds_left), round_=request.round, seed=1).system
    result = pair_or_code(replace(request, system=prepared))
    assume(result != "pairing.infeasible")
    assert isinstance(result, PairingResult)
    seated = [i for game in result.pairs for i in (game.first, game.second)] + list(result.byes)
    assert sorted(seated) == sorted(c.id for c in request.competitors)
    assert len(result.automatic_byes) <= 1
    assert len(result.repeats) == len(notes_of(result, "repeat"))


# --- Settings ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("setting", "value"),
    [
        ("prizes", ((2, 1),)),
        ("prizes", ((1, 3), (3, 4))),
        ("class_prizes", ((7, 0, 1),)),
        ("gibson_spread", (-1,)),
        ("hopefulness", ()),
        ("hopefulness", (2000,)),
        ("simulations", -1),
        ("control_threshold", 0),
        ("spread_counts", 1),
    ],
)
def test_settings_out_of_range_are_refused_with_their_name(setting, value):
    with pytest.raises(SettingError) as refused:
        Contention(**{setting: value})
    assert refused.value.params["setting"] == setting


@pytest.mark.parametrize(
    ("setting", "bands"),
    [
        ("prizes", ((1.0, 2),)),
        ("prizes", ((1, 2.5),)),
        ("prizes", ((True, 2),)),
        ("prizes", ((1, None),)),
        ("class_prizes", (([], 1, 1),)),
        ("class_prizes", (("a", 1, 1), (2, 1, 1))),
        ("class_prizes", ((1, 1, 1.0),)),
    ],
)
def test_a_band_of_prizes_is_made_of_whole_numbers(setting, bands):
    with pytest.raises(SettingError) as refused:
        Contention(**{setting: bands})
    assert (refused.value.code, refused.value.params["setting"]) == ("setting.wrong_type", setting)


def test_hope_is_counted_from_the_last_round():
    system = Contention(hopefulness=(100, 50))
    assert [replace(system, rounds_left=left).hope() for left in (1, 2, 3)] == [100, 50, 50]


def test_pairs_named_by_support_are_the_same_pairs():
    rows = table((8, 90), (8, 10), (8, 0), (8, -20))
    assert pairs_of(round_of(rows)) == {frozenset((101, 102)), frozenset((103, 104))}
