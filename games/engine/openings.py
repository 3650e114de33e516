"""Where a game begins: with an empty board, or with a diagram that somebody set up."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from games.engine.boards import Layout
from games.engine.moves import Adjustment
from games.engine.positions import Position, Rack
from games.engine.problems import IllegalMove, Problem
from games.engine.rulesets import Ruleset, Settings, undeclared
from games.engine.squares import Square
from games.engine.tiles import Tile


def open_position(
    rules: Ruleset, sides: int, settings: Settings, racks: Sequence[Iterable[str] | None], layout: Layout
) -> Position:
    """See `Ruleset.opening`."""
    board = {} if rules.first_tile is None else {layout.centre: rules.tiles.tile(rules.first_tile)}
    bag = rules.tiles.size - len(board) - rules.rack_size * sides
    position = _start(rules, settings, layout, board, (rules.rack_size,) * sides, bag)
    return _with_racks(position, racks)


def set_up_position(
    rules: Ruleset,
    settings: Settings,
    layout: Layout,
    board: Mapping[Square, Tile],
    racks: Sequence[Iterable[str] | int],
    bag: int | None,
    to_move: int,
    total: Sequence[int],
) -> Position:
    """See `Ruleset.set_up`."""
    if problems := undeclared(tuple(board.values())):
        squares = tuple(board)
        raise IllegalMove(tuple(replace(problem, pos=None, cell=squares[problem.pos or 0]) for problem in problems))
    held = [rack if isinstance(rack, int) else tuple(rack) for rack in racks]
    sizes = tuple(rack if isinstance(rack, int) else len(rack) for rack in held)
    left = rules.tiles.size - len(board) - sum(sizes)
    if not 0 <= (left if bag is None else bag) <= left:
        raise ValueError(f"{left} tiles are left for the bag")
    position = _start(rules, settings, layout, dict(board), sizes, left if bag is None else bag, to_move)
    position = _with_racks(position, [None if isinstance(rack, int) else rack for rack in held])
    for side, points in enumerate(total):
        position = position.play(Adjustment(side, points, remark="set up"))
    return position


def _start(
    rules: Ruleset,
    settings: Settings,
    layout: Layout,
    board: Mapping[Square, Tile],
    sizes: tuple[int, ...],
    bag: int,
    to_move: int = 0,
) -> Position:
    if not 2 <= len(sizes) <= 4:
        raise ValueError(f"{len(sizes)} sides")
    if settings.judging not in rules.judging_modes:
        raise ValueError(f"{rules.id} does not know the judging mode {settings.judging!r}")
    if not 0 <= to_move < len(sizes):
        raise ValueError(f"no side {to_move} can be to move")
    unseen = dict(rules.tiles.counts)
    for tile in board.values():
        unseen[tile.kind] -= 1
    excess = tuple(
        Problem("tile.pool_exhausted", figures={"tile": kind, "count": rules.tiles.counts[kind]})
        for kind, count in unseen.items()
        if count < 0
    )
    if excess and settings.refuse_excess:
        raise IllegalMove(excess)
    return Position(
        rules=rules,
        settings=settings,
        layout=layout,
        board=board,
        sealed=frozenset(),
        racks=tuple(Rack(size) for size in sizes),
        unseen=MappingProxyType(unseen),
        bag_count=bag,
        discarded=(),
        events=(),
        total=(0,) * len(sizes),
        to_move=to_move,
        scoreless=(0,) * len(sizes),
        clocks=(0,) * len(sizes),
        flags=excess,
        ended=None,
        due=None,
        before=None,
    )


def _with_racks(position: Position, racks: Sequence[Iterable[str] | None]) -> Position:
    if len(racks) > position.sides:
        raise ValueError(f"{len(racks)} racks for {position.sides} sides")
    for side, kinds in enumerate(racks):
        if kinds is not None:
            position = position.with_rack(side, kinds)
    return position
