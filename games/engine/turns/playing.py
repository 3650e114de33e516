"""Plays: what they ask of the board, the rack and the set, and what they leave behind."""

from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from games.engine.boards import Tiles
from games.engine.events import Event, Name
from games.engine.moves import Ending, Play
from games.engine.placing import Placing
from games.engine.problems import Problem
from games.engine.rulesets import CHALLENGE
from games.engine.squares import Square
from games.engine.turns.ledger import Problems, exceeding, following, not_held, recorded, refilled, without

if TYPE_CHECKING:
    from games.engine.positions import Position, Rack


class Before(NamedTuple):
    """What comes back when the last play is withdrawn."""

    board: Tiles
    sealed: frozenset[Square]
    rack: "Rack"
    bag_count: int
    scoreless: tuple[int, ...]
    play: Play
    points: int


def supply_problems(position: "Position", placing: Placing) -> Problems:
    """Tiles the side does not hold, or that the set no longer has (rule 17)."""
    squares = tuple(placing.new)
    kinds = tuple(tile.kind for tile in placing.new.values())
    problems = not_held(position, kinds)
    if not problems and position.settings.refuse_excess:
        problems = exceeding(position, kinds)
    located = []
    for problem in problems:
        cell = None if problem.pos is None else squares[problem.pos]
        located.append(Problem(problem.code, cell=cell, figures=problem.figures))
    return tuple(located)


def play(position: "Position", move: Play, placing: Placing) -> "Position":
    side = position.to_move
    score = position.score_placed(placing)
    kinds = tuple(tile.kind for tile in placing.new.values())
    known, unseen = without(position, kinds)
    racks, bag_count = refilled(position, known, position.racks[side].size - len(kinds))
    sealed = position.sealed
    if position.rules.sealed_ends:
        line = placing.lines[0]
        sealed = sealed | {line.square(-1), line.square(len(line.tiles))}
    flags = position.flags
    if not position.settings.refuse_excess:
        flags += exceeding(position, kinds)
    before = None
    if position.settings.judging == CHALLENGE:
        before = Before(
            position.board,
            position.sealed,
            position.racks[side],
            position.bag_count,
            position.scoreless,
            move,
            score.total,
        )
    out = position.rules.rack_adjustment and racks[side].size == 0
    return replace(
        position,
        board=placing.after,
        sealed=sealed,
        racks=racks,
        unseen=MappingProxyType(unseen),
        bag_count=bag_count,
        scoreless=(0,) * position.sides,
        flags=flags,
        before=before,
        due=Ending.OUT if out else None,
        **recorded(position, Event(Name.PLAY, side, score.total, move, score)),
        to_move=following(position, side),
    )
