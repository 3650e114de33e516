"""Finding plays and playing games, for the group `engine`.

``plays_0``, ``plays_1``, ``plays_2``: all legal plays on 60 positions of A-Math in the middle of a game, with so
many blanks on the rack; the median and, as ``…_p90``, the ninth decile. Positions and racks come from self-played
games with fixed seeds. ``self_play``: games of A-Math a second, played out by greedy players that look at five
tiles.
"""

import statistics
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from random import Random

from benchmarks.measure import Row
from games.engine import AUTO, Move, Position, get_ruleset
from games.engine.rulesets import Settings
from games.engine.search import legal_plays, self_play

_GROUP = "engine"
POSITIONS = 60
GAMES = 12


def rows(names: set[str]) -> Iterator[Row]:
    for blanks in range(3):
        name = f"plays_{blanks}"
        if names and not names & {name, f"{name}_p90"}:
            continue
        taken = sorted(_seconds(position, rack) for position, rack in positions(blanks))
        yield Row(_GROUP, name, statistics.median(taken), "s")
        yield Row(_GROUP, f"{name}_p90", taken[len(taken) * 9 // 10], "s")
    if not names or "self_play" in names:
        rules = get_ruleset("amath")
        start = time.process_time()
        for seed in range(GAMES):
            self_play(rules, seed, sight=5)
        yield Row(_GROUP, "self_play", GAMES / (time.process_time() - start), "games/s")


def a_long_game(length: int) -> tuple[Settings, list[Move]]:
    """The first moves of a game that has at least so many."""
    rules = get_ruleset("amath")
    settings = replace(rules.settings(), judging=AUTO)
    for seed in range(1000):
        game = self_play(rules, seed, settings=settings, sight=5)
        if len(game.moves) > length:
            return settings, list(game.moves[:length])
    raise RuntimeError("no game is that long")


@cache
def positions(blanks: int) -> list[tuple[Position, tuple[str, ...]]]:
    """Positions after 4 to 14 moves, each with a rack drawn from what is left."""
    rules = get_ruleset("amath")
    settings = replace(rules.settings(), judging=AUTO)
    found: list[tuple[Position, tuple[str, ...]]] = []
    seed = 0
    while len(found) < POSITIONS:
        seed += 1
        random = Random(seed)
        game = self_play(rules, seed, settings=settings, sight=5)
        position = rules.opening(settings=settings)
        for move in game.moves[: random.randint(4, 14)]:
            position = position.play(replace(move, rack=None))
        rack = _rack(position, random, blanks)
        if rack:
            found.append((position, rack))
    return found


def _rack(position: Position, random: Random, blanks: int) -> Sequence[str]:
    left = [kind for kind, count in position.unseen.items() for _ in range(count)]
    plain = [kind for kind in left if kind != "?"]
    if left.count("?") < blanks or len(plain) < 8:
        return ()
    return position.rules.tiles.sorted([*random.sample(plain, 8 - blanks), *["?"] * blanks])


def _seconds(position: Position, rack: tuple[str, ...]) -> float:
    start = time.process_time()
    legal_plays(position, rack)
    return time.process_time() - start
