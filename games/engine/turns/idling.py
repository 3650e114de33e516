"""Turns without a play: exchange, discard, pass."""

from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from games.engine.events import Event, Name
from games.engine.moves import Discard, Ending, Exchange, Pass
from games.engine.problems import Problem
from games.engine.turns.ledger import (
    Problems,
    exceeding,
    following,
    not_held,
    recorded,
    refilled,
    with_side,
    without,
)

if TYPE_CHECKING:
    from games.engine.positions import Position


def exchange_problems(position: "Position", move: Exchange) -> Problems:
    """X1: one tile or more, at least five in the bag, and no more than it holds (rule 14)."""
    minimum = position.rules.exchange_minimum
    if minimum is None:
        return (Problem("move.not_in_this_game", figures={"move": Name.EXCHANGE.value}),)
    if move.number < 1 or (move.tiles and move.count not in (0, len(move.tiles))):
        return (Problem("move.exchange.nothing"),)
    problems = not_held(position, move.tiles)
    rack = position.racks[position.to_move]
    if not move.tiles and move.count > rack.size:
        problems += (Problem("move.rack.too_many", figures={"tiles": move.count, "limit": rack.size}),)
    if position.bag_count < max(minimum, move.number):
        figures = {"bag": position.bag_count, "tiles": move.number, "needed": max(minimum, move.number)}
        problems += (Problem("move.exchange.bag_too_small", figures=figures),)
    if position.settings.refuse_excess and not problems:
        problems = exceeding(position, move.tiles)
    return problems


def exchange(position: "Position", move: Exchange) -> "Position":
    side = position.to_move
    rack = position.racks[side]
    held = list(rack.known)
    unseen = dict(position.unseen)
    for kind in move.tiles:
        if kind in held:
            held.remove(kind)
            unseen[kind] += 1  # known a moment ago, now somewhere in the bag
    if not move.tiles:
        # Which tiles went is not known, so nothing that was known of the rack is certain any more.
        for kind in held:
            unseen[kind] += 1
        held = []
    return replace(
        position,
        racks=with_side(position, side, rack._replace(known=tuple(held))),
        unseen=MappingProxyType(unseen),
        scoreless=(0,) * position.sides,
        before=None,
        **recorded(position, Event(Name.EXCHANGE, side, move=move)),
        to_move=following(position, side),
    )


def discard_problems(position: "Position", move: Discard) -> Problems:
    """Summy 3: one block or more, of one's own."""
    if position.rules.exchange_minimum is not None:
        return (Problem("move.not_in_this_game", figures={"move": Name.DISCARD.value}),)
    if not move.tiles:
        return (Problem("move.discard.nothing"),)
    problems = not_held(position, move.tiles)
    if position.settings.refuse_excess and not problems:
        problems = exceeding(position, move.tiles)
    return problems


def discard(position: "Position", move: Discard) -> "Position":
    side = position.to_move
    known, unseen = without(position, move.tiles)
    racks, bag_count = refilled(position, known, position.racks[side].size - len(move.tiles))
    flags = position.flags
    if not position.settings.refuse_excess:
        flags += exceeding(position, move.tiles)
    return replace(
        position,
        racks=racks,
        unseen=MappingProxyType(unseen),
        bag_count=bag_count,
        discarded=position.discarded + move.tiles,
        flags=flags,
        before=None,
        **_idle(position, counts=position.bag_count == 0),
        **recorded(position, Event(Name.DISCARD, side, move=move)),
        to_move=following(position, side),
    )


def pass_problems(position: "Position", move: Pass) -> Problems:
    """Rule 14: at any time; Summy 3: only when the stock is empty, for blocks can be discarded until then."""
    if position.rules.exchange_minimum is None and position.bag_count:
        return (Problem("move.pass.stock_not_empty", figures={"bag": position.bag_count}),)
    return ()


def pass_(position: "Position", move: Pass) -> "Position":
    side = position.to_move
    return replace(
        position,
        before=None,
        **_idle(position, counts=True),
        **recorded(position, Event(Name.PASS, side, move=move)),
        to_move=following(position, side),
    )


def _idle(position: "Position", *, counts: bool) -> dict[str, Any]:
    """One more turn without a play; enough of them in a row by every side end the game (G3, rule 19, Summy 11)."""
    side = position.to_move
    rows = position.scoreless if counts else (0,) * position.sides
    scoreless = tuple(row + (counts and place == side) for place, row in enumerate(rows))
    enough = position.settings.scoreless_end
    over = enough is not None and min(scoreless) >= enough
    return {"scoreless": scoreless, "due": Ending.PASSES if over else None}
