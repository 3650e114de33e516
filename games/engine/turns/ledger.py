"""What several kinds of turn share: the log, the racks, and whose turn comes next."""

from typing import TYPE_CHECKING, Any

from games.engine.events import Event
from games.engine.moves import Kinds
from games.engine.problems import Problem

if TYPE_CHECKING:
    from games.engine.positions import Position, Rack

Problems = tuple[Problem, ...]


def recorded(position: "Position", *events: Event) -> dict[str, Any]:
    """The log and the totals with these events added."""
    total = list(position.total)
    for event in events:
        if event.side is not None:
            total[event.side] += event.points
    return {"events": position.events + events, "total": tuple(total)}


def following(position: "Position", side: int) -> int:
    return (side + 1) % position.sides


def previous(position: "Position") -> int:
    """The side that moved last."""
    return (position.to_move - 1) % position.sides


def with_side(position: "Position", side: int, rack: "Rack") -> tuple["Rack", ...]:
    """All racks, with this side's replaced."""
    return (*position.racks[:side], rack, *position.racks[side + 1 :])


def not_held(position: "Position", kinds: Kinds) -> Problems:
    """More tiles than the rack has, tiles of another set, or tiles that cannot be among its unknown ones."""
    rack = position.racks[position.to_move]
    counts = position.rules.tiles.counts
    for pos, kind in enumerate(kinds):
        if kind not in counts:
            return (Problem("tile.unknown", pos=pos, figures={"tile": kind}),)
    if len(kinds) > rack.size:
        return (Problem("move.rack.too_many", figures={"tiles": len(kinds), "limit": rack.size}),)
    held = list(rack.known)
    unknown = rack.unknown
    problems = []
    for pos, kind in enumerate(kinds):
        if kind in held:
            held.remove(kind)
        elif unknown:
            unknown -= 1
        else:
            problems.append(Problem("tile.not_in_rack", pos=pos, figures={"tile": kind}))
    return tuple(problems)


def exceeding(position: "Position", kinds: Kinds) -> Problems:
    """Tiles that are neither known on the rack nor left in the set."""
    held = list(position.racks[position.to_move].known)
    left = position.unseen
    taken: dict[str, int] = {}
    problems = []
    for pos, kind in enumerate(kinds):
        if kind in held:
            held.remove(kind)
            continue
        taken[kind] = taken.get(kind, 0) + 1
        if taken[kind] > left.get(kind, 0):
            count = position.rules.tiles.counts.get(kind, 0)
            problems.append(Problem("tile.pool_exhausted", pos=pos, figures={"tile": kind, "count": count}))
    return tuple(problems)


def without(position: "Position", kinds: Kinds) -> tuple[tuple[str, ...], dict[str, int]]:
    """A rack's known tiles and the unseen ones, once these tiles have left the rack of the side to move."""
    held = list(position.racks[position.to_move].known)
    unseen = dict(position.unseen)
    for kind in kinds:
        if kind in held:
            held.remove(kind)
        else:
            unseen[kind] -= 1
    return tuple(held), unseen


def refilled(position: "Position", known: Kinds, size: int) -> tuple[tuple["Rack", ...], int]:
    """All racks and the bag's count, once the side to move, left with `size` tiles, has drawn (P4, Summy 3)."""
    drawn = min(position.rules.rack_size - size, position.bag_count)
    side = position.to_move
    rack = position.racks[side]._replace(size=size + drawn, known=known)
    return (*position.racks[:side], rack, *position.racks[side + 1 :]), position.bag_count - drawn
