"""Judging and playing a move: what holds for every turn, and who knows about each kind of move."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from games.engine.moves import Adjustment, Challenge, Clock, Discard, End, Exchange, Move, Pass, Play
from games.engine.placing import Placing
from games.engine.problems import IllegalMove, Problem
from games.engine.turns import challenging, closing, idling, playing
from games.engine.turns.ledger import Problems, previous

if TYPE_CHECKING:
    from games.engine.positions import Position

_CHECK: Mapping[type, Callable[..., Problems]] = {
    Exchange: idling.exchange_problems,
    Discard: idling.discard_problems,
    Pass: idling.pass_problems,
    Challenge: challenging.challenge_problems,
}
_TAKE: Mapping[type, Callable[..., "Position"]] = {
    Exchange: idling.exchange,
    Discard: idling.discard,
    Pass: idling.pass_,
    Challenge: challenging.challenge,
    End: closing.end,
    Clock: closing.clock,
    Adjustment: closing.adjust,
}


def turn_problems(position: "Position", move: Move) -> Problems:
    """See `Position.problems`."""
    return _prepare(position, move)[1]


def take_turn(position: "Position", move: Move) -> "Position":
    """See `Position.play`."""
    ready, problems, placing = _prepare(position, move)
    if problems:
        raise IllegalMove(problems)
    if placing is not None and isinstance(move, Play):
        return playing.play(ready, move, placing)
    take: Callable[[Position, Any], Position] = _TAKE[type(move)]
    return take(ready, move)


def _prepare(position: "Position", move: Move) -> tuple["Position", Problems, Placing | None]:
    """The position with what the move says of its rack, the reasons against the move, and a play's placing."""
    if isinstance(move, End):
        return position, closing.end_problems(position, move), None
    if isinstance(move, Clock | Adjustment):
        return position, closing.side_problems(position, move), None

    problems = _turn_problems(position, move)
    if problems:
        return position, problems, None
    if move.rack is not None:
        try:
            position = position.with_rack(position.to_move, move.rack)
        except IllegalMove as refusal:
            problems = refusal.problems
    if isinstance(move, Play):
        placing = position.place(move)
        problems += position.refusals(placing) + playing.supply_problems(position, placing)
        return position, problems, placing
    check: Callable[[Position, Any], Problems] = _CHECK[type(move)]
    return position, problems + check(position, move), None


def _turn_problems(position: "Position", move: Play | Exchange | Discard | Pass | Challenge) -> Problems:
    """Whose turn it is, and whether there is one: after the last tile only a challenge may come (rule 15)."""
    if position.ended is not None:
        return (Problem("move.game_over"),)
    if position.due is not None and not isinstance(move, Challenge):
        return (Problem("move.game_over", figures={"due": position.due.value}),)
    if move.side is not None and move.side != position.to_move:
        if isinstance(move, Challenge) and position.before and move.side == previous(position):
            return (Problem("challenge.own_play"),)
        return (Problem("move.not_your_turn", figures={"side": move.side, "to_move": position.to_move}),)
    return ()
