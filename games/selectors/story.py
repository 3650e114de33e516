"""A sheet told step by step: each move that counts, what followed from it, and the totals after it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from games.engine import Event, IllegalMove, Position, Ruleset, Settings, Unreadable, get_ruleset

from ..models import Game, GameEvent
from .sheets import LiveMove, Unplayable, game_settings, live_moves


@dataclass(frozen=True)
class Step:
    """One move. ``row`` is the event of the log that it stands in now: the one that replaced it, where one did."""

    number: int
    live: LiveMove
    row: GameEvent
    before: Position
    after: Position

    @cached_property
    def events(self) -> tuple[Event, ...]:
        """What somebody did, then what followed from it."""
        return self.after.events[len(self.before.events) :]

    @property
    def event(self) -> Event:
        return self.events[0]

    @property
    def follows(self) -> tuple[Event, ...]:
        return self.events[1:]

    @property
    def totals(self) -> tuple[int, ...]:
        return self.after.total


@dataclass(frozen=True)
class Story:
    """A whole sheet. ``broken_seq`` is the event that cannot follow, where the log was changed from outside."""

    game: Game
    rules: Ruleset
    settings: Settings
    rows: tuple[GameEvent, ...]
    steps: tuple[Step, ...]
    position: Position
    broken_seq: int | None = None

    @property
    def over(self) -> bool:
        return self.position.ended is not None

    @property
    def head_seq(self) -> int:
        return self.rows[-1].seq if self.rows else 0


def story_of(game: Game, rows: Sequence[GameEvent] | None = None) -> Story:
    """A game's sheet, judged anew from its first event. One query, or none where the events are given."""
    if rows is None:
        rows = list(GameEvent.objects.filter(game=game).order_by("seq"))
    rules, settings = get_ruleset(game.ruleset), game_settings(game)
    position, broken = rules.opening(settings=settings), None
    steps: list[Step] = []
    try:
        for step in _steps(live_moves(rules, rows), rows, position):
            steps.append(step)
            position = step.after
    except Unplayable as fault:
        broken = fault.seq
    except Unreadable:
        broken = next(row.seq for row in rows if not _readable(rules, row))
    return Story(game, rules, settings, tuple(rows), tuple(steps), position, broken)


def _readable(rules: Ruleset, row: GameEvent) -> bool:
    try:
        live_moves(rules, [row])
    except Unreadable:
        return False
    return True


def _steps(moves: Sequence[LiveMove], rows: Sequence[GameEvent], position: Position) -> Iterator[Step]:
    by_seq = {row.seq: row for row in rows}
    for number, live in enumerate(moves, 1):
        try:
            after = position.play(live.move)
        except IllegalMove as refusal:
            raise Unplayable(live.seq, refusal) from refusal
        yield Step(number, live, by_seq[live.source_seq], position, after)
        position = after
