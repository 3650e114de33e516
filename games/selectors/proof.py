"""What a sheet proves: every tile of the set is somewhere, the log is whole, and the points add up.

Counted from what lies on the board and is named on racks, against how many tiles the turns leave unnamed, so that
the two hold each other up.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from games.engine import Position

from ..models import Game, GameEvent, Sheet
from .chain import chain_faults
from .story import Story, story_of
from .sums import left_over


@dataclass(frozen=True, slots=True)
class KindCount:
    """One kind of tile. ``unseen``: in the bag or unknown on a rack; below 0, more were used than the set has."""

    kind: str
    points: int
    set: int
    board: int
    racks: int
    discarded: int

    @property
    def unseen(self) -> int:
        return self.set - self.board - self.racks - self.discarded

    @property
    def too_many(self) -> int:
        return max(0, -self.unseen)


@dataclass(frozen=True, slots=True)
class Proof:
    """``bag`` and ``unknown`` are how many tiles the turns leave in the bag and unnamed on racks; they must be as
    many as no event names (``unseen``). ``totals`` are told three times: by the events, by the kept state and by
    judging all moves anew (None where that cannot be done). ``broken_chain`` and ``broken_move`` are the first
    events at which the chain, or the game, cannot be followed.
    """

    events: int
    over: bool
    kinds: tuple[KindCount, ...]
    bag: int
    unknown: int
    totals_of_events: tuple[int, ...]
    totals_kept: tuple[int, ...] | None
    totals_replayed: tuple[int, ...] | None
    broken_chain: int | None
    broken_move: int | None

    @property
    def unseen(self) -> int:
        return sum(kind.unseen for kind in self.kinds)

    @property
    def missing(self) -> int:
        """How many tiles more than the turns can explain are nowhere; below 0: how many too many are somewhere."""
        return self.unseen - self.bag - self.unknown

    @property
    def too_many(self) -> tuple[KindCount, ...]:
        return tuple(kind for kind in self.kinds if kind.too_many)

    @property
    def tiles_hold(self) -> bool:
        return self.missing == 0 and not self.too_many

    @property
    def totals_hold(self) -> bool:
        told = (self.totals_kept, self.totals_replayed)
        return self.totals_replayed is not None and all(total in (None, self.totals_of_events) for total in told)

    @property
    def holds(self) -> bool:
        return self.tiles_hold and self.totals_hold and self.broken_chain is None


def proof_of(game: Game, sheet: Sheet | None, *, racks: bool, story: Story | None = None) -> Proof:
    """The proof as somebody may see it: without ``racks``, tiles known on them count among those unseen."""
    story = story or story_of(game)
    position, held = story.position, _held(story)
    named = [rack if racks else () for rack, _size in held]
    board = Counter(tile.kind for tile in position.board.values())
    discarded = Counter(position.discarded) if racks else Counter[str]()
    on_racks = Counter(kind for rack in named for kind in rack)
    rules = story.rules
    kinds = tuple(
        KindCount(kind, rules.tile_points[kind], count, board[kind], on_racks[kind], discarded[kind])
        for kind, count in rules.tile_counts.items()
    )
    unknown = sum(size for _rack, size in held) - sum(map(len, named))
    hidden = 0 if racks else len(position.discarded)
    rows = story.rows
    return Proof(
        events=len(rows),
        over=story.over,
        kinds=kinds,
        bag=position.bag_count,
        unknown=unknown + hidden,
        totals_of_events=(sum(row.first_points for row in rows), sum(row.second_points for row in rows)),
        totals_kept=_kept(sheet),
        totals_replayed=None if story.broken_seq is not None else position.total,
        broken_chain=_broken_chain(rows, sheet),
        broken_move=story.broken_seq,
    )


def _held(story: Story) -> list[tuple[tuple[str, ...], int]]:
    """Each rack's known tiles and its size; at the end also what was said to be left."""
    position: Position = story.position
    racks = [position.rack(side) for side in range(position.sides)]
    last = next((step for step in reversed(story.steps) if step.before.ended is None and step.after.ended), None)
    said = left_over(last) if last is not None else (None,) * position.sides
    return [(rack.known if left is None else left, rack.size) for rack, left in zip(racks, said, strict=True)]


def _kept(sheet: Sheet | None) -> tuple[int, ...] | None:
    if sheet is None or not isinstance(sheet.state, dict) or sheet.state_seq != sheet.head_seq:
        return None
    total = sheet.state.get("total")
    return tuple(total) if isinstance(total, list) else None


def _broken_chain(rows: Sequence[GameEvent], sheet: Sheet | None) -> int | None:
    return next(chain_faults(rows, sheet.head_hash if sheet is not None else ""), None)
