"""Contention: who can still win a prize plays whom, and the round can be made again from what was stored."""

import itertools
import os
import subprocess
import sys
from dataclasses import replace
from random import Random

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tests.pairing.support import notes_of, pair_or_code, pairs_of, played, requests
from tournaments.pairing import (
    Competitor,
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
from tournaments.pairing.chances.situation import Contestant, RoundShape, Situation
from tournaments.pairing.field import build_field
from tournaments.pairing.systems.contention import contention

KOTH = RoundShape("king_of_the_hill", cap=350)


def table(*rows, classes=(), gone=()) -> tuple[Contestant, ...]:
    """Contestants 1, 2, 3 … of (points, spread), in the order given."""
    return tuple(
        Contestant(n, points, spread, prize_class=7 if n in classes else None, active=n not in gone)
        for n, (points, spread) in enumerate(rows, 1)
    )


def situation_of(contestants, rounds=1) -> Situation:
    return Situation(contestants, (RoundShape("factor", 2, cap=350),) * (rounds - 1) + (KOTH,) * min(rounds, 1))


def request_of(system: Contention, contestants, **changes) -> PairingRequest:
    return PairingRequest(
        **{
            "event": "contention",
            "round": 9,
            "system": system,
            "competitors": tuple(
                Competitor(id=100 + c.number, rank=rank, points=c.points, number=c.number)
                for rank, c in enumerate(contestants, 1)
                if c.active
            ),
            **changes,
        }
    )


def round_of(contestants, *, rounds=1, history=(), round_=9, **settings) -> PairingResult:
    settings = {"prizes": ((1, 1), (2, 2), (3, 3)), "gibson_spread": (350,), **settings}
    prepared = prepare(Contention(**settings), situation_of(contestants, rounds), round_=round_, seed=3)
    return pair(request_of(prepared.system, contestants, round=round_, history=history))


def met(result: PairingResult) -> set[tuple[int, int]]:
    """Pairs by entry number, the smaller first."""
    return {tuple(sorted((game.first - 100, game.second - 100))) for game in result.pairs}


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


@given(st.integers(0, 2**32), st.booleans())
@settings(max_examples=60, deadline=None)
def test_pairs_are_the_cheapest_by_the_rules_written_out(seed, with_classes):
    """Brute force over every pairing of eight, from the definitions."""
    dice = Random(seed)
    rows = sorted(((dice.randint(0, 6), dice.randint(-300, 300)) for _ in range(8)), reverse=True)
    members = frozenset(dice.sample(range(8), 4)) if with_classes else frozenset()
    contestants = table(*rows, classes={i + 1 for i in members})
    system = {"prizes": ((1, 1), (2, 2)), "class_prizes": ((7, 1, 1),), "gibson_spread": (100,)}
    result = round_of(contestants, **system)
    rules = _Rules(rows, members)
    best = min(rules.cost(games) for games in _matchings(list(range(8))))
    names = ("settled", "out_of_reach", "class_rival", "distance")
    assert tuple(dict(result.cost)[name] for name in names) == best
    assert rules.cost([(a - 1, b - 1) for a, b in met(result)]) == best


def test_no_wish_depends_on_which_of_the_two_is_named_first():
    rows = table((12, 90), (9, 40), (8, 0), (8, -9), (4, 0), (4, -5), (2, 0), (0, 0), classes=(5, 6, 8))
    system = prepare(
        Contention(prizes=((1, 1), (2, 2)), class_prizes=((7, 1, 1),), gibson_spread=(50,)),
        situation_of(rows),
        round_=9,
        seed=1,
    ).system
    request = request_of(replace(system, leader=2, leader_meets=(4,)), rows)
    wishes = contention(request.system, build_field(request), range(8), None)
    one, other = (np.array(side) for side in zip(*itertools.combinations(range(8), 2), strict=True))
    for level in wishes.levels:
        costs = level.pairs(one, other)
        assert (costs == level.pairs(other, one)).all()
        assert (costs <= np.minimum(level.ceiling[one], level.ceiling[other])).all()
        assert costs.any()


def _matchings(players):
    if not players:
        yield []
        return
    first, *rest = players
    for k, other in enumerate(rest):
        for games in _matchings(rest[:k] + rest[k + 1 :]):
            yield [(first, other), *games]


class _Rules:
    """One round left, margins up to 100. Prizes: first and second place, and first of a class."""

    def __init__(self, rows, members):
        self.top = [(points + 2, spread + 100) for points, spread in rows]
        self.low = [(points, spread - 100) for points, spread in rows]
        everybody = range(len(rows))
        table_ = [self._worth(i, everybody, {1: "first", 2: "second"}) for i in everybody]
        inside = [self._worth(i, members, {1: "class"}) if i in members else {None} for i in everybody]
        self.role = []
        for one, other in zip(table_, inside, strict=True):
            plays = len(one) > 1 or len(other) > 1
            self.role.append("plays" if plays else "out" if one == other == {None} else "settled")
        self.rival = [i for i in everybody if len(table_[i]) == 1 and len(inside[i]) > 1]
        line = [i for i in everybody if self.role[i] != "settled"]
        first_out = next((line.index(i) for i in line if self.role[i] == "out"), len(line))
        self.stand = [first_out if self.role[i] == "settled" else line.index(i) for i in everybody]

    def _worth(self, i, field, prize):
        best = 1 + sum(self.low[j] > self.top[i] for j in field if j != i)
        worst = 1 + sum(self.top[j] >= self.low[i] for j in field if j != i)
        return {prize.get(place) for place in range(best, worst + 1)}

    def cost(self, games):
        total = [0, 0, 0, 0]
        for a, b in games:
            kinds = {self.role[a], self.role[b]}
            total[0] += kinds == {"plays", "settled"}
            out_of_reach = self.top[a] < self.low[b] or self.top[b] < self.low[a]
            total[1] += "plays" in kinds and "settled" not in kinds and out_of_reach
            rivals = a in self.rival and b in self.rival
            total[2] += (a in self.rival) != (b in self.rival)
            apart = abs(self.stand[a] - self.stand[b]) + (
                (self.role[a] == "settled") != (self.role[b] == "settled")
            )
            if rivals:
                apart = abs(self.rival.index(a) - self.rival.index(b))
            total[3] += apart**3 if "plays" in kinds else apart
        return tuple(total)


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


def test_hope_is_counted_from_the_last_round():
    system = Contention(hopefulness=(100, 50))
    assert [replace(system, rounds_left=left).hope() for left in (1, 2, 3)] == [100, 50, 50]


def test_pairs_named_by_support_are_the_same_pairs():
    rows = table((8, 90), (8, 10), (8, 0), (8, -20))
    assert pairs_of(round_of(rows)) == {frozenset((101, 102)), frozenset((103, 104))}
