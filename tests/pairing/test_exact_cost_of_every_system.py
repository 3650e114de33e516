"""Rounds of the further systems are the best by their definitions: a second opinion, pair by pair, over every round
that is possible; and what the levels promise the solver."""

import itertools
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.pairing.any_system import MATCHED, any_requests
from tests.pairing.support import Event, SecondOpinion, all_rounds, pair_or_code, pairs_of, requests
from tournaments.pairing import (
    AustralianDraw,
    Casement,
    Factor,
    PairingRequest,
    PairResult,
    QueenOfTheHill,
    Swiss,
    matched,
    pair,
)
from tournaments.pairing.field import build_field
from tournaments.pairing.matched import build_problem


class Definition(SecondOpinion):
    """Of an even field. Groups are lists of ids in pairing order; `groups` and `wanted` are a system's own."""

    def groups(self) -> list[list[int]]:
        system = self.request.system
        ids = [c.id for c in self.free]
        if isinstance(system, Casement):
            return [ids]
        ahead = 2 * min(system.factor, len(ids) // 2) if isinstance(system, Factor) else 0
        rest = [[c.id for c in run] for _, run in itertools.groupby(self.free[ahead:], key=lambda c: c.points)]
        return [ids[:ahead], *rest] if ahead else rest

    def made_even(self) -> list[list[int]]:
        groups = [list(group) for group in self.groups()]
        pull_up = getattr(self.request.system, "odd_group", "pull_up") == "pull_up"
        even: list[list[int]] = []
        while groups:
            group = groups.pop(0)
            if len(group) % 2 and pull_up:
                group.append(groups[0].pop(0))
                groups = [g for g in groups if g]
            elif len(group) % 2:
                groups[0].insert(0, group.pop())
            if group:
                even.append(group)
        return even

    def _system(self, games) -> tuple[int, ...]:
        system = self.request.system
        if isinstance(system, QueenOfTheHill):
            return (sum(self._off_queen(*map(self.index.get, game)) for game in games),)
        if isinstance(system, PairResult):
            return self._results(games)
        within = getattr(system, "within", "halves")
        groups, brackets = self.groups(), self.made_even()
        totals = [0, 0, 0]
        for game in games:
            gap = abs(_number(groups, game[0]) - _number(groups, game[1]))
            totals[0] += gap * (gap + 1) // 2
            one, other = (_number(brackets, i) for i in game)
            apart = abs(self.index[game[0]] - self.index[game[1]])
            if one != other:
                totals[1] += 1
                totals[2] += (apart - 1) ** 2
                continue
            members = brackets[one]
            at = sorted(members.index(i) for i in game)
            half = len(members) // 2
            totals[1] += within != "neighbours" and (at[1] < half or at[0] >= half)
            off = {"halves": apart - half, "fold": sum(at) - len(members) + 1, "neighbours": apart - 1}[within]
            totals[2] += off**2
        return tuple(totals)

    def _off_queen(self, a: int, b: int) -> int:
        def partner(place: int) -> int:
            four = place - place % 4
            if four + 4 <= len(self.free):
                return four + (place % 4 + 2) % 4
            return place + 1 if place % 2 == 0 else place - 1

        return (partner(a) - b) ** 2 + (partner(b) - a) ** 2

    def _results(self, games) -> tuple[int, ...]:
        recent = {c.id: c.recent or 0 for c in self.free}
        scores = sorted(set(recent.values()), reverse=True)
        opponent: dict[int, int] = {}
        for m in self.request.history:
            if m.round == self.request.round - 1 and {m.first, m.second} <= set(recent):
                opponent |= {m.first: m.second, m.second: m.first}
        table = {i: min(self.index[i], self.index[opponent.get(i, i)]) for i in recent}
        line = sorted(recent, key=lambda i: (-recent[i], table[i], self.index[i]))
        gaps = [abs(scores.index(recent[a]) - scores.index(recent[b])) for a, b in games]
        return (
            sum(gap * (gap + 1) // 2 for gap in gaps),
            sum((abs(line.index(a) - line.index(b)) - 1) ** 2 for a, b in games),
        )


def _number(groups: list[list[int]], id_: int) -> int:
    return next(k for k, group in enumerate(groups) if id_ in group)


SYSTEMS = (
    Swiss(within="fold"),
    Swiss(within="fold", odd_group="float_down"),
    Swiss(within="neighbours"),
    Swiss(within="neighbours", odd_group="float_down"),
    Casement(),
    Factor(1),
    Factor(2),
    Factor(3, odd_group="float_down"),
    QueenOfTheHill(),
    PairResult(),
)


@given(requests(smallest=2, largest=8, rounds=6), st.sampled_from(SYSTEMS), st.randoms(use_true_random=False))
@settings(max_examples=250, deadline=None)
def test_no_other_round_is_nearer_to_the_definition(request: PairingRequest, system, random):
    competitors = request.competitors[: len(request.competitors) // 2 * 2]
    if isinstance(system, PairResult):
        system = replace(system, first_round=max(1, request.round - 1))
        if not system.is_second_match(request.round):
            return
    request = replace(
        request,
        system=system,
        competitors=tuple(replace(c, recent=random.choice((None, 0, 1, 2))) for c in competitors),
    )
    if len(request.competitors) < 2:
        return
    opinion = Definition(request)
    if system.by_points:
        opinion.free.sort(key=lambda c: (-c.points, c.rank))
        opinion.index = {c.id: i for i, c in enumerate(opinion.free)}
    best = min(opinion.cost(games, bye) for games, bye in all_rounds(request))
    result = pair(request)
    assert opinion.cost([(g.first, g.second) for g in result.pairs], None) == best
    assert tuple(value for _, value in result.cost) == best


@given(requests(smallest=4, largest=8, rounds=5), st.integers(0, 2))
@settings(max_examples=150, deadline=None)
def test_the_draw_from_the_top_is_the_first_free_round_in_order_of_opponents(request: PairingRequest, reset: int):
    """By looking at all: of the rounds without a repeat since the reset, the one whose best has the best opponent,
    then whose next best, and so on. Even fields, no clubs."""
    competitors = request.competitors[: len(request.competitors) // 2 * 2]
    reset = min(reset, request.round - 1)
    request = replace(
        request,
        system=AustralianDraw(reset_round=reset),
        competitors=tuple(replace(c, club=None) for c in competitors),
    )
    order = [c.id for c in sorted(competitors, key=lambda c: c.rank)]
    place = {id_: k for k, id_ in enumerate(order)}
    while True:
        met = {frozenset((m.first, m.second)) for m in request.history if m.played and m.round > reset}
        free = [games for games, _ in all_rounds(request) if not {frozenset(g) for g in games} & met]
        if free:
            break
        reset += 1

    def in_turn(games) -> list[tuple[int, int]]:
        return sorted(tuple(sorted((place[x], place[y]))) for x, y in games)

    best = min(free, key=in_turn)
    assert pairs_of(pair(request)) == {frozenset(game) for game in best}


@given(any_requests(systems=[s for s in MATCHED if not isinstance(s, AustralianDraw)], largest=16))
@settings(max_examples=150, deadline=None)
def test_levels_are_alike_both_ways_and_within_what_they_promise(request: PairingRequest):
    field = build_field(request)
    if len(field.order) < 2:
        return
    problem = build_problem(field, range(len(field.order)), request.system)
    everybody = np.arange(len(field.order), dtype=np.int64)
    for level in problem.scale.levels:
        costs = np.array(
            np.broadcast_to(level.pairs(everybody[:, None], everybody[None, :]), (len(everybody),) * 2)
        )
        np.fill_diagonal(costs, 0)
        assert (costs == costs.T).all(), level.name
        assert costs.min() >= 0, level.name
        assert level.byes.min() >= 0, level.name
        assert (costs.max(axis=1) <= level.ceiling).all(), level.name


@pytest.mark.parametrize("system", [s for s in MATCHED if s.kind != "contention"], ids=str)
def test_a_field_too_large_for_all_pairs_costs_what_the_complete_graph_finds(system, monkeypatch):
    """62 places, once as they are and once as if they were too many."""
    event = Event(63, system=system, winner=lambda a, b: a if (a * 7 + b) % 3 else b)
    for _ in range(4):
        event.play()
    request = event.request()
    whole = pair(request)
    monkeypatch.setattr(matched, "COMPLETE", 20)
    chosen = pair(request)
    assert chosen.cost == whole.cost
    assert pair_or_code(request) == chosen
