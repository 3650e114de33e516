"""Positions and racks for the tests of the search."""

from dataclasses import replace
from random import Random

from games.engine import AUTO, End, Play, Position, get_ruleset
from games.engine.search import self_play


def position_of(name: str, seed: int, plays: int) -> Position:
    """A self-played game once so many plays are down, with nothing known of the racks."""
    rules = get_ruleset(name)
    settings = replace(rules.settings(), judging=AUTO)
    game = self_play(rules, seed, settings=settings, sight=5)
    position = rules.opening(settings=settings)
    for move in game.moves:
        if plays == 0 or isinstance(move, End):
            break
        after = position.play(replace(move, rack=None))
        if after.due is not None:
            break
        position = after
        plays -= isinstance(move, Play)
    return position


def a_rack(position: Position, seed: int, size: int, *, wanted: tuple[str, ...] = ()) -> tuple[str, ...]:
    random = Random(seed)
    left = [kind for kind, count in position.unseen.items() for _ in range(count)]
    rack = random.sample(left, min(size, position.racks[position.to_move].size))
    for place, kind in enumerate(wanted[: len(rack)]):
        if left.count(kind) > rack.count(kind):
            rack[place] = kind
    return tuple(position.rules.tiles.sorted(rack))
