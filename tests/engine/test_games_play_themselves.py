"""A thousand games of greedy players, all to their end by the rules."""

from collections import Counter

import pytest

from games.engine import CHALLENGE, Name, Position, get_ruleset, replay
from games.engine.search import PlayedGame, self_play

# Name, tiles a player looks at, games: a thousand in all. Players that look at fewer tiles play faster.
KINDS = [
    ("amath", 6, 2),
    ("amath", 5, 10),
    ("amath", 4, 20),
    ("amath-primary", 4, 58),
    ("summy", 4, 810),
    ("summy", 5, 100),
]
CHUNK = 10
CHUNKS = [
    (name, sight, first, min(CHUNK, games - first))
    for name, sight, games in KINDS
    for first in range(0, games, CHUNK)
]


def test_they_are_a_thousand():
    assert sum(count for _name, _sight, _first, count in CHUNKS) == 1000


@pytest.mark.parametrize(("name", "sight", "first", "count"), CHUNKS)
def test_they_end_and_everything_adds_up(name, sight, first, count):
    for seed in range(first, first + count):
        game = self_play(get_ruleset(name), seed * 10 + sight, sight=sight)
        check(game)


def check(game: PlayedGame) -> None:
    position = game.position
    assert position.outcome is not None
    assert position.flags == ()
    tally = [0] * position.sides
    for event in position.events:
        if event.side is not None:
            tally[event.side] += event.points
    assert tuple(tally) == position.total == position.outcome.total

    step = position.rules.opening(settings=game.settings)
    for move in game.moves:
        step = step.play(move)
        whole(step)
    assert step == position
    assert replay(position.rules, game.moves, settings=game.settings) == position


def whole(position: Position) -> None:
    """Every tile is somewhere, and nowhere twice."""
    rules = position.rules
    assert position.inventory() == Counter(rules.tiles.counts)
    unknown = sum(rack.unknown for rack in position.racks)
    assert position.bag_count + unknown == sum(position.unseen.values())
    assert position.bag_count >= 0
    assert all(0 <= rack.size <= rules.rack_size for rack in position.racks)


def test_the_same_seed_is_the_same_game():
    rules = get_ruleset("amath")
    assert self_play(rules, 5, sight=4).moves == self_play(rules, 5, sight=4).moves
    assert self_play(rules, 5, sight=4).moves != self_play(rules, 6, sight=4).moves


def test_nobody_challenges_what_the_greedy_play():
    game = self_play(get_ruleset("amath"), 8, sight=5)
    assert game.settings.judging == CHALLENGE
    assert not any(event.name is Name.CHALLENGE for event in game.position.events)
    step = game.position.rules.opening(settings=game.settings)
    for move in game.moves:
        if hasattr(move, "cells"):
            assert step.judge(move) == ()
        step = step.play(move)


def test_three_and_four_play_too():
    for sides in (3, 4):
        game = self_play(get_ruleset("amath"), sides, sides=sides, sight=4)
        check_totals = [sum(e.points for e in game.position.events if e.side == s) for s in range(sides)]
        assert tuple(check_totals) == game.position.total
        assert game.position.outcome is not None
