"""A whole game as a scoring app sends it, and the totals that the engine comes to without any server."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

from games.engine import (
    CHALLENGE,
    Challenge,
    Clock,
    Discard,
    End,
    Ending,
    Exchange,
    Move,
    Pass,
    Play,
    Position,
    Ruleset,
    Settings,
)
from games.engine.search.playing import GreedyPlayer
from games.engine.wire import move_data, move_kind, side_name

#: How often, of a hundred plays: one is wrong and is challenged, a right one is, one is typed twice and taken back.
_WRONG, _DOUBTED, _UNDONE = 6, 4, 6
_LONGEST = 120
#: Tiles of a rack that the players look at: games as long as people's, found in a moment.
_SIGHT = 5


@dataclass(frozen=True)
class Script:
    """``events`` have neither an id nor a number yet: the app gives them those. ``moves`` are those that count."""

    events: list[dict[str, Any]]
    moves: list[Move]
    totals: tuple[int, ...]


@dataclass
class _Table:
    """The game as somebody knows it who sees both racks and into the bag."""

    rules: Ruleset
    rng: Random
    position: Position
    player: GreedyPlayer
    bag: list[str]
    racks: list[list[str]]
    events: list[dict[str, Any]] = field(default_factory=list)
    moves: list[Move] = field(default_factory=list)

    def tell(self, move: Move, side: int | None) -> None:
        data: dict[str, Any] = {"type": move_kind(move), **move_data(self.rules, move)}
        if side is not None:
            data["player"] = side_name(side)
        if self.rules.layout.width is None and "tiles" in data:
            data["blocks"] = data.pop("tiles")
        self.events.append(data)

    def make(self, move: Move, side: int | None) -> None:
        self.tell(move, side)
        self.moves.append(move)
        self.position = self.position.play(move)

    def draw(self, side: int, used: Iterable[str], *, back: bool = False) -> None:
        """Take what was used off a rack and fill it up; ``back`` puts it into the bag afterwards."""
        for kind in used:
            self.racks[side].remove(kind)
        while self.bag and len(self.racks[side]) < self.rules.rack_size:
            self.racks[side].append(self.bag.pop())
        if back:
            self.bag.extend(used)
            self.rng.shuffle(self.bag)


def script(rules: Ruleset, settings: Settings, rng: Random) -> Script:
    """One game from the first tile to the clocks."""
    position = rules.opening(settings=settings)
    bag = sorted((+position.inventory() - _on_board(position)).elements())
    rng.shuffle(bag)
    player = GreedyPlayer(rng.randrange(2**32), sight=_SIGHT)
    table = _Table(rules, rng, position, player, bag, [[] for _ in range(position.sides)])
    for side in range(position.sides):
        table.draw(side, ())
    while table.position.due is None and len(table.events) < _LONGEST:
        _turn(table)
    _finish(table)
    return Script(table.events, table.moves, table.position.total)


def _on_board(position: Position) -> Any:
    return Counter(tile.kind for tile in position.board.values())


def _turn(table: _Table) -> None:
    side, rng = table.position.to_move, table.rng
    table.player.sight = _SIGHT if table.bag else table.rules.rack_size  # to go out, people look at everything
    # Who plays sees the own rack; who records does not.
    move = table.player.choose(table.position.with_rack(side, table.racks[side]))
    if isinstance(move, Play | Exchange | Discard | Pass):
        move = replace(move, side=None, rack=None)
    if isinstance(move, Play):
        luck = rng.randrange(100)
        if luck < _WRONG and table.position.settings.judging == CHALLENGE and (wrong := _spoiled(table, move)):
            table.make(wrong, side)
            table.make(Challenge(1 - side), 1 - side)
            return
        if luck < _WRONG + _UNDONE:
            table.tell(move, side)
            table.events.append({"type": "undo"})
        right = not table.position.judge(move)
        table.make(move, side)
        table.draw(side, move.used)
        if right and luck >= 100 - _DOUBTED and table.position.before is not None and not table.position.due:
            table.make(Challenge(1 - side), 1 - side)
    elif isinstance(move, Exchange):
        table.make(move, side)
        table.draw(side, move.tiles, back=True)
    else:
        table.make(move, side)
        table.draw(side, move.tiles if isinstance(move, Discard) else ())
    if rng.random() < 0.15:
        used = table.position.clocks[side] + rng.randrange(20_000, 120_000)
        table.make(Clock(side, used), side)


def _spoiled(table: _Table, play: Play) -> Play | None:
    """The play with one of its tiles taken for another of the rack, if that makes it wrong."""
    rack = list(table.racks[table.position.to_move])
    for kind in play.used:
        rack.remove(kind)
    for kind in dict.fromkeys(rack):
        if kind in table.rules.tiles.faces:
            continue
        cells = list(play.cells)
        last = max(place for place, (_square, tile) in enumerate(cells) if tile is not None)
        cells[last] = (cells[last][0], table.rules.tiles.tile(kind))
        wrong = Play(tuple(cells), play.direction)
        if not table.position.problems(wrong) and table.position.judge(wrong):
            return wrong
    return None


def _finish(table: _Table) -> None:
    """The end and the clocks; one game in four goes over its time."""
    due = table.position.due
    racks = {side: tuple(rack) for side, rack in enumerate(table.racks)}
    table.make(End(due or Ending.AGREED, racks if due else None), None)
    allowed = table.position.settings.clock_ms
    if allowed is not None:
        for side, used in enumerate(table.position.clocks):
            late = table.rng.random() < 0.25
            table.make(Clock(side, allowed + 90_000 if late else max(used, allowed - 60_000)), side)
