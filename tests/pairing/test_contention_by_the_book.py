"""Contention against its rules written out: every pairing of eight, each wish from its definition."""

import itertools
from dataclasses import replace
from random import Random

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.pairing.contending import met, request_of, round_of, situation_of, table
from tournaments.pairing import Contention
from tournaments.pairing.chances.prepare import prepare
from tournaments.pairing.field import build_field
from tournaments.pairing.systems.contention import contention


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
