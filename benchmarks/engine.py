"""The engine on one core, in processor time.

``equation_15``: `Ruleset.check_line` on lines of 15 tiles as a client sends them, spelled out, median over short
batches. The baseline reads the same lines the plain way, with `fractions.Fraction` and no word about what is wrong;
the ratio is value / baseline. ``hostile_15``: the dearest of some lines made to hurt, most of them wrong.
``move``: judging, scoring and playing one move under `auto`, the median over the moves of a self-played game.
``replay_40``: a game of 40 moves from the start. ``plays_*`` and ``self_play``: see `engine_plays`.
``memory``: the most that the process has held, after all of them.
"""

import resource
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import Any

from benchmarks import engine_plays
from benchmarks.measure import Row, in_turns
from games.engine import AUTO, Move, Position, Ruleset, get_ruleset, replay
from games.engine.rulesets import Settings

GROUP = "engine"
TAKES_NAMES = True

LINES = [
    line.split()
    for line in (
        "1 ÷ 6 + 1 ÷ 6 + 1 ÷ 6 = 1 ÷ 2",
        "2 × 3 + 4 × 5 = 2 6 = 1 3 × 2",
        "9 9 - 8 × 12 + 7 = 1 0 + 0 × 5",
        "- 5 + 1 1 = 3 × 2 = 18 ÷ 3 + 0",
        "1 2 3 + 4 5 6 = 5 7 9 = 5 7 9",
        "7 × 8 - 5 × 10 = 12 ÷ 2 = 4 + 2",
    )
]
HOSTILE = [
    line.split()
    for line in (
        "9 9 9 × 9 9 8 × 9 9 7 = 9 8 9",
        "1 ÷ 9 9 7 ÷ 9 8 9 = 1 ÷ 8 8 7",
        "= = = = = = = = = = = = = = =",
        "- - - - - - - - - - - - - - -",
        "0 0 0 0 0 0 0 0 0 0 0 0 0 0 0",
        "1 ÷ 7 + 1 ÷ 9 - 1 ÷ 8 = 1 ÷ 0",
    )
]
BATCH = 200


def run(names: set[str]) -> Iterator[Row]:
    def asked(name: str) -> bool:
        return not names or name in names

    amath = get_ruleset("amath")
    if asked("equation_15"):
        assert all(len(line) == 15 for line in LINES)
        assert all(_plain(line) for line in LINES)
        value, baseline = _microseconds(amath.check_line, LINES), _microseconds(_plain, LINES)
        yield Row(GROUP, "equation_15", value, "us", baseline, value / baseline)
    if asked("hostile_15"):
        yield Row(GROUP, "hostile_15", max(_microseconds(amath.check_line, [line]) for line in HOSTILE), "us")
    if asked("move") or asked("replay_40"):
        settings, moves = engine_plays.a_long_game(40)
        if asked("move"):
            yield Row(GROUP, "move", _move(amath, settings, moves), "us")
        if asked("replay_40"):
            yield Row(GROUP, "replay_40", _seconds(lambda: replay(amath, moves, settings=settings), 60) * 1e3, "ms")
    yield from (row for row in engine_plays.rows(names) if asked(row.name))
    if asked("memory"):
        yield Row(GROUP, "memory", resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024, "MB")


def _seconds(work: Callable[[], Any], repeats: int) -> float:
    """The processor's, so that a busy machine does not count."""
    return in_turns(work, int, repeats=repeats, clock=time.process_time)[0]


def _microseconds(work: Callable[[list[str]], Any], lines: Sequence[list[str]]) -> float:
    """The median over many short batches of one call."""

    def batch() -> None:
        for _ in range(BATCH // len(lines)):
            for line in lines:
                work(line)

    calls = BATCH // len(lines) * len(lines)
    return _seconds(batch, 100) / calls * 1e6


def _move(rules: Ruleset, settings: Settings, moves: Sequence[Move]) -> float:
    """Microseconds of judging and scoring and playing, the median over the plays of a game."""
    taken: list[float] = []
    position: Position = rules.opening(settings=settings)
    for move in moves:

        def turn(position: Position = position, move: Move = move) -> None:
            for _ in range(20):
                position.play(move)

        taken.append(_seconds(turn, 9) / 20)
        position = position.play(move)
    assert settings.judging == AUTO
    return statistics.median(taken) * 1e6


def _plain(tokens: Sequence[str]) -> bool:
    """The same line read plainly: numbers from their digits, × and ÷ first, all of it in fractions."""
    return len({_side(side) for side in "".join(tokens).split("=")}) == 1


def _side(text: str) -> Fraction:
    total, term, operator, number = Fraction(0), Fraction(1), "×", ""
    sign = 1
    for character in [*text, "end"]:
        if character.isdigit():
            number += character
            continue
        if number:
            value = Fraction(int(number))
            term = term * value if operator == "×" else term / value
            number = ""
        elif character == "-":
            sign = -1
            continue
        if character in ("×", "÷"):
            operator = character
        else:
            total += sign * term
            term, operator, sign = Fraction(1), "×", -1 if character == "-" else 1
    return total
