"""Rule 16, challenge mode: nothing a player can see, ask or be refused tells whether a play was right."""

from dataclasses import fields, replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import games.engine.positions as positions
from games.engine import Challenge, End, Ending, Exchange, Pass
from games.engine.grammar import Fault, Grammar
from tests.engine.random_games import MOVES, SEEDS, moved
from tests.engine.shared import AMATH, BARE, at, challenging

# Twins: the same tiles and points, 5 against 6 and 7 against 8, one line true, the other not.
TWINS = [
    [("8F", "6 = 6"), ("8F", "6 = 5")],
    [("8F", "3 + 4 = 7"), ("8F", "3 + 4 = 8")],
    [("8F", "0 - 0 = 0"), ("8F", "- 0 0 = 0")],
    [("8F", "0 ÷ 5 = 0"), ("8F", "5 ÷ 0 = 0")],
    [("8F", "2 + 1 = 3"), ("8F", "2 + = 1 3")],
    [("8B", "1 2 + 3 0 = 4 2"), ("8B", "1 2 + 3 0 = 2 4")],
]


@pytest.fixture
def nobody_judges(monkeypatch):
    def judged(*_):
        raise AssertionError("an equation was judged")

    monkeypatch.setattr(positions, "judge", judged)


@pytest.mark.parametrize("twins", TWINS)
def test_twins_get_the_same_score_the_same_answers_and_the_same_events(twins):
    after = []
    for place, tiles in twins:
        position, play = AMATH.opening(settings=challenging(), layout=BARE), at(place, tiles)
        assert position.problems(play) == ()
        after.append(position.play(play))
    right, wrong = after
    for public in (
        "total",
        "to_move",
        "bag_count",
        "scoreless",
        "clocks",
        "flags",
        "ended",
        "due",
        "outcome",
        "racks",
    ):
        assert getattr(right, public) == getattr(wrong, public)
    assert right.before._replace(board=0, play=0) == wrong.before._replace(board=0, play=0)
    assert [(e.name, e.side, e.points, e.upheld) for e in right.events] == [
        (e.name, e.side, e.points, e.upheld) for e in wrong.events
    ]
    assert [line.multiplier for line in right.events[0].score.lines] == [
        line.multiplier for line in wrong.events[0].score.lines
    ]
    for move in (
        Pass(),
        Exchange(count=3),
        Challenge(),
        Challenge(side=0),
        End(Ending.OUT),
        at("8F", "1"),
        at("1A", "9"),
    ):
        assert [(p.code, p.cell) for p in right.problems(move)] == [(p.code, p.cell) for p in wrong.problems(move)]
    assert [len(p.play(Challenge()).events) for p in after] == [3, 3]
    assert {e.name for e in right.play(Challenge()).events} != {e.name for e in wrong.play(Challenge()).events}


@pytest.mark.usefixtures("nobody_judges")
@pytest.mark.parametrize("twins", TWINS)
def test_before_a_challenge_nothing_asks_whether_a_play_is_right(twins):
    for place, tiles in twins:
        position, play = AMATH.opening(settings=challenging(), layout=BARE), at(place, tiles)
        position.problems(play), position.score(play)
        after = position.play(play)
        _ = repr(after), after.outcome, after.inventory(), after.rack(0), after.problems(Challenge())
        _ = after.play(Pass()), after.play(End(Ending.AGREED)).outcome
        with pytest.raises(AssertionError):
            after.play(Challenge())


def everything_wrong():
    """A-Math in which every line is wrong, tile by tile."""
    grammar = AMATH.grammar
    steps = tuple(tuple((state, Fault("equation.no", False)) for state, _ in row) for row in grammar.steps)
    wrong = Grammar(grammar.states, steps)
    return replace(AMATH, grammar=wrong, strict_grammar=wrong)


EVERYTHING_WRONG = everything_wrong()


@settings(deadline=None, max_examples=60)
@given(st.lists(MOVES, min_size=5, max_size=25), SEEDS)
def test_a_game_in_which_every_play_is_wrong_looks_the_same_until_somebody_challenges(kinds, seed):
    """The same moves under the law and under one that calls every line wrong: all fields of all positions agree."""
    random = Random(seed)
    lawful = AMATH.opening(settings=challenging())
    lawless = EVERYTHING_WRONG.opening(settings=challenging())
    for kind in kinds:
        move = moved(lawful, kind, random)
        if isinstance(move, Challenge):
            continue
        assert lawful.problems(move) == lawless.problems(move)
        if lawful.problems(move):
            continue
        lawful, lawless = lawful.play(move), lawless.play(move)
        for field in fields(lawful):
            if field.name != "rules":
                assert getattr(lawful, field.name) == getattr(lawless, field.name)
                if field.name not in ("layout", "settings"):
                    assert repr(getattr(lawful, field.name)) == repr(getattr(lawless, field.name))
        assert lawful.outcome == lawless.outcome
        assert lawful.inventory() == lawless.inventory()
