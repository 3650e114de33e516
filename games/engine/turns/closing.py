"""The end of a game, its clocks, and what an arbiter gives or takes."""

from dataclasses import replace
from typing import TYPE_CHECKING

from games.engine.adjustments import rack_adjustments
from games.engine.endings import final_racks, time_price
from games.engine.events import Event, Name
from games.engine.moves import Adjustment, Charge, Clock, End, Ending
from games.engine.problems import Problem
from games.engine.turns.ledger import Problems, recorded

if TYPE_CHECKING:
    from games.engine.positions import Position


def end_problems(position: "Position", move: End) -> Problems:
    if position.ended is not None:
        return (Problem("move.game_over"),)
    if move.reason is Ending.AGREED and position.due is not None:
        # Out is out: what the racks are worth then is no matter of agreement (G2, G3).
        return (Problem("move.game_over", figures={"due": position.due.value}),)
    if move.reason is not Ending.AGREED and move.reason is not position.due:
        return (Problem("game.not_over", figures={"reason": move.reason.value}),)
    racks, problems = final_racks(position, move)
    if move.reason is Ending.AGREED or not position.rules.rack_adjustment:
        return problems
    unknown = tuple(
        Problem("end.racks_unknown", figures={"side": side}) for side, rack in enumerate(racks) if rack is None
    )
    return problems or unknown


def end(position: "Position", move: End, *, derived: bool = False) -> "Position":
    """G2, G3: what is left on the racks. A game ended by agreement leaves that to the arbiter.

    `derived` where nobody said so and the end follows from a challenge (rule 15).
    """
    racks, _ = final_racks(position, move)
    events = [Event(Name.END, None, move=None if derived else move)]
    known = [rack for rack in racks if rack is not None]
    if move.reason is not Ending.AGREED and position.rules.rack_adjustment:
        points = rack_adjustments(position.rules, known, bag=0)
        events += [Event(Name.RACK_ADJUSTMENT, side, gain) for side, gain in enumerate(points) if gain]
    return replace(position, ended=move.reason, due=None, before=None, **recorded(position, *events))


def side_problems(position: "Position", move: Clock | Adjustment) -> Problems:
    """A clock or an adjustment may come at any time, after the end too; only its side can be wrong, or its time."""
    if not 0 <= move.side < position.sides:
        return (Problem("move.no_such_side", figures={"side": move.side}),)
    if isinstance(move, Clock) and move.used_ms < 0:
        return (Problem("clock.negative", figures={"used_ms": move.used_ms}),)
    return ()


def clock(position: "Position", move: Clock) -> "Position":
    """X4, rule 20. A clock shows the time used in all, so only what its price has changed by is charged."""
    side = move.side
    was = position.clocks[side]
    change = time_price(position, side, move.used_ms)[0] - time_price(position, side, was)[0]
    events = [Event(Name.CLOCK, side, move=move)]
    if change:
        events.append(Event(Name.TIME_ADJUSTMENT, side, change))
    clocks = (*position.clocks[:side], move.used_ms, *position.clocks[side + 1 :])
    limit = position.settings.turn_limit_ms
    flags = position.flags
    if limit is not None and move.used_ms - was > limit:
        figures = {"side": side, "used_ms": move.used_ms - was, "limit_ms": limit}
        flags += (Problem("clock.turn_too_long", figures=figures),)
    return replace(position, clocks=clocks, flags=flags, **recorded(position, *events))


_CHARGED = {
    Charge.RACK: Name.RACK_ADJUSTMENT,
    Charge.TIME: Name.TIME_ADJUSTMENT,
    Charge.ARBITER: Name.ARBITER_ADJUSTMENT,
}


def adjust(position: "Position", move: Adjustment) -> "Position":
    event = Event(_CHARGED[move.charge], move.side, move.points, move)
    return replace(position, **recorded(position, event))
