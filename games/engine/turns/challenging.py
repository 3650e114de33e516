"""Challenges: decided by arithmetic, to the next act (X3, rule 15)."""

from collections import Counter
from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING

from games.engine.events import Event, Name
from games.engine.moves import Challenge, End, Ending
from games.engine.problems import Problem
from games.engine.rulesets import CHALLENGE
from games.engine.turns.closing import end, end_problems
from games.engine.turns.ledger import Problems, following, previous, recorded, with_side
from games.engine.turns.playing import Before

if TYPE_CHECKING:
    from games.engine.positions import Position


def challenge_problems(position: "Position", move: Challenge) -> Problems:
    """X3: the last play, until the opponent acts, and once."""
    if position.settings.judging != CHALLENGE:
        return (Problem("challenge.judged_already"),)
    if position.before is None:
        return (Problem("challenge.window_closed"),)
    return ()


def challenge(position: "Position", move: Challenge) -> "Position":
    """All lines of the play are judged together (rule 15). Neither a lost turn nor a play taken back is a pass."""
    before = position.before
    assert before is not None
    there = replace(position, board=before.board, sealed=before.sealed)
    if there.judge(before.play):
        return _withdrawn(there, before, move)
    challenger = position.to_move
    stands = replace(
        position,
        before=None,
        to_move=following(position, challenger),
        **recorded(
            position, Event(Name.CHALLENGE, challenger, move=move, upheld=False), Event(Name.TURN_LOST, challenger)
        ),
    )
    out = End(Ending.OUT)
    if stands.due is Ending.OUT and not end_problems(stands, out):
        return end(stands, out, derived=True)  # the last play stands, and nothing is left to do but to count
    return stands


def _withdrawn(there: "Position", before: Before, move: Challenge) -> "Position":
    """The wrong play is off the board: its tiles are seen to be on the rack again, and what was drawn goes back."""
    player = previous(there)
    kept = Counter(before.rack.known) - Counter(before.play.used)
    drawn = Counter(there.racks[player].known) - kept
    unseen = dict(there.unseen)
    for kind, count in drawn.items():
        unseen[kind] += count
    known = Counter(before.rack.known) | Counter(before.play.used)
    rack = before.rack._replace(known=there.rules.tiles.sorted(known.elements()))
    return replace(
        there,
        racks=with_side(there, player, rack),
        unseen=MappingProxyType(unseen),
        bag_count=before.bag_count,
        scoreless=before.scoreless,
        before=None,
        due=None,
        **recorded(
            there,
            Event(Name.CHALLENGE, there.to_move, move=move, upheld=True),
            Event(Name.PLAY_WITHDRAWN, player, -before.points),
        ),
    )
