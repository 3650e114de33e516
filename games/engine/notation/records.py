"""A game record as a value: who played what, under which settings, and every event with its score and total."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from games.engine.events import Name
from games.engine.moves import Adjustment, Move
from games.engine.notation.head import check_tag
from games.engine.notation.texts import one_line
from games.engine.problems import Problem, Unreadable
from games.engine.replaying import replay
from games.engine.rulesets import Ruleset, Settings

if TYPE_CHECKING:
    from games.engine.positions import Position

Tags = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Remark:
    """A remark on a line of its own."""

    text: str
    number: int | None = field(default=None, compare=False)
    """The line it stood on, from 1, where it was read; never compared."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "text", one_line(self.text))


@dataclass(frozen=True, slots=True)
class Entry:
    """One event. `move` is what somebody did; without one, the event follows from the rules.

    `points` are what the event adds to its side and `total` is what that side then has; an event of no side (the
    end of the game) has neither. `more` tells that the rack held tiles which `move.rack` does not name.
    An adjustment keeps its remark in the move.
    """

    name: Name
    side: int | None
    move: Move | None = None
    points: int = 0
    total: int | None = None
    more: bool = False
    remark: str = ""
    number: int | None = field(default=None, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "remark", one_line(self.remark))

    @property
    def note(self) -> str:
        """What is written behind the line: its remark, or an adjustment's own."""
        return self.remark or (self.move.remark if isinstance(self.move, Adjustment) else "")


RecordLine = Entry | Remark


@dataclass(frozen=True, slots=True)
class Record:
    """A whole game. Made by `read_record` and `Record.of`, which have had it judged.

    `players` are the names of the sides, 2-4 of them, each of any characters but control characters, or empty.
    `tags` are what else the head says, in its order (`event`, `round`, `table`, `date`, or anything else).
    Raises `Unreadable` where a name, a tag or a remark could not come back from the text.
    """

    rules: Ruleset
    players: tuple[str, ...]
    settings: Settings
    tags: Tags = ()
    lines: tuple[RecordLine, ...] = ()

    def __post_init__(self) -> None:
        if not 2 <= len(self.players) <= 4:
            raise Unreadable(Problem("record.sides", figures={"sides": len(self.players)}))
        object.__setattr__(self, "players", tuple(one_line(name) for name in self.players))
        tags: dict[str, tuple[str, str]] = {}
        for key, value in self.tags:
            checked = check_tag(key, value)
            if checked[0].casefold() in tags:
                raise Unreadable(Problem("record.tag_duplicate", figures={"tag": checked[0]}))
            tags[checked[0].casefold()] = checked
        object.__setattr__(self, "tags", tuple(tags.values()))

    @classmethod
    def of(
        cls, position: "Position", players: Sequence[str] = (), tags: Iterable[tuple[str, str]] = ()
    ) -> "Record":
        """The record of a game that was played from an opening by moves.

        Raises `ValueError` where the moves alone do not tell the game: it began with a diagram, on a board of its
        own, or with racks that no move mentions but the count at the end needs. Raises `Unreadable` for names,
        tags and remarks as the constructor does.
        """
        from games.engine.notation.settling import Draft, settle  # makes entries

        moves = (event.move for event in position.events if event.move is not None)
        drafts = [Draft(number, move=move) for number, move in enumerate(moves, 1)]
        settled = settle(position.rules, position.settings, position.sides, drafts)
        told = [(event.name, event.side, event.points) for event in settled.position.events]
        if told != [(event.name, event.side, event.points) for event in position.events]:
            raise ValueError("the moves alone do not tell this game")
        names = tuple(players) or ("",) * position.sides
        if len(names) != position.sides:
            raise ValueError(f"{len(names)} names for {position.sides} sides")
        lines = tuple(replace(line, number=None) for line in settled.lines)
        return cls(position.rules, names, position.settings, tuple(tags), lines)

    @property
    def moves(self) -> tuple[Move, ...]:
        """What people did, in order: what `replay` takes."""
        return tuple(line.move for line in self.lines if isinstance(line, Entry) and line.move is not None)

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The lines that are events; as many as the position has, in the same order."""
        return tuple(line for line in self.lines if isinstance(line, Entry))

    @property
    def total(self) -> tuple[int, ...]:
        """What each side has in the end."""
        total = [0] * len(self.players)
        for entry in self.entries:
            if entry.side is not None:
                total[entry.side] += entry.points
        return tuple(total)

    def tag(self, key: str) -> str | None:
        """The value of a tag, whatever its case."""
        return next((value for name, value in self.tags if name.casefold() == key.casefold()), None)

    def replay(self) -> "Position":
        """The position at the end, judged anew. Raises `BrokenReplay` for a record changed by hand."""
        return replay(self.rules, self.moves, sides=len(self.players), settings=self.settings)

    @property
    def position(self) -> "Position":
        """The same as `replay()`: worked out at each call."""
        return self.replay()
