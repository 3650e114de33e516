"""Playing a list of moves from the start: how a sheet is judged, and how a position is rebuilt."""

from collections.abc import Iterable, Sequence

from games.engine.boards import Layout
from games.engine.moves import Move
from games.engine.positions import Position
from games.engine.problems import IllegalMove
from games.engine.rulesets import Ruleset, Settings


class BrokenReplay(ValueError):
    """A move that the rules refuse. `index` counts the moves from 0; `position` is the last sound one."""

    code = "game.replay_broken"

    def __init__(self, index: int, refusal: IllegalMove, position: Position) -> None:
        super().__init__(f"move {index}: {refusal}")
        self.index = index
        self.problems = refusal.problems
        self.position = position


def replay(
    rules: Ruleset,
    moves: Iterable[Move],
    *,
    sides: int = 2,
    settings: Settings | None = None,
    racks: Sequence[Iterable[str] | None] | None = None,
    layout: Layout | None = None,
) -> Position:
    """The position after all moves. Raises `BrokenReplay` at the first one that is refused."""
    position = rules.opening(sides=sides, settings=settings, racks=racks, layout=layout)
    for index, move in enumerate(moves):
        try:
            position = position.play(move)
        except IllegalMove as refusal:
            raise BrokenReplay(index, refusal, position) from refusal
    return position
