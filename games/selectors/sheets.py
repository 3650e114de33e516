"""Sheets as the engine sees them: the moves that count, the position they come to."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from games.engine import BrokenReplay, IllegalMove, Move, Position, Ruleset, Settings, get_ruleset, replay
from games.engine.snapshots import from_snapshot
from games.engine.wire import read_move

from ..models import Game, GameEvent, Sheet

Kind = GameEvent.Kind
_TAKE_BACK = (Kind.UNDO, Kind.VOID)
_OF_PLAYS = (Kind.PLAY, *_TAKE_BACK, Kind.REPLACE)


@dataclass(frozen=True, slots=True)
class LiveMove:
    """A move that counts, the event it stands in and the event that first brought it."""

    seq: int
    source_seq: int
    move: Move


class Unplayable(Exception):
    """The moves do not follow from one another: the event at which they break, and why."""

    def __init__(self, seq: int, broken: BrokenReplay | IllegalMove) -> None:
        super().__init__(seq)
        self.seq = seq
        self.problems = broken.problems


def game_settings(game: Game) -> Settings:
    """What the game was made with, as the engine takes it."""
    settings = get_ruleset(game.ruleset).settings()
    overtime = settings.overtime
    if not game.overtime_forfeits:
        overtime = replace(overtime, cap=None, forfeit_after_ms=None)
    return replace(settings, judging=game.judging_mode, clock_ms=game.clock_ms, overtime=overtime)


def live_moves(rules: Ruleset, rows: Sequence[GameEvent]) -> list[LiveMove]:
    """The moves that count, in order: what was taken back is left out, what was replaced is in its old place."""
    told: dict[int, tuple[GameEvent, Mapping[str, Any]]] = {}
    for row in rows:
        if row.derived:
            continue
        if row.kind in _TAKE_BACK:
            told.pop(row.target_seq or 0, None)
        elif row.kind == Kind.REPLACE:
            told[row.target_seq or 0] = (row, row.payload)
        else:
            told[row.seq] = (row, {"type": row.kind, "side": row.side, "data": row.payload})
    return [
        LiveMove(seq, row.seq, read_move(rules, told_as["type"], told_as["side"], told_as["data"]))
        for seq, (row, told_as) in sorted(told.items())
    ]


def last_play(game: Game, unwritten: Sequence[GameEvent] = ()) -> tuple[int, int] | None:
    """The last play that counts: its number, and that of the event which brought it as it is now.

    Read from a few columns only, for it is asked in the middle of a game.
    """
    told = GameEvent.objects.filter(game=game, kind__in=_OF_PLAYS).order_by("seq")
    events = list(told.values_list("seq", "kind", "target_seq", "payload__type"))
    events += [
        (row.seq, row.kind, row.target_seq, row.payload.get("type")) for row in unwritten if row.kind in _OF_PLAYS
    ]
    plays: dict[int, int] = {}
    for seq, kind, target, type_ in events:
        if kind == Kind.PLAY:
            plays[seq] = seq
        elif kind == Kind.REPLACE and type_ == Kind.PLAY:
            plays[target or 0] = seq
        else:
            plays.pop(target or 0, None)
    return max(plays.items(), default=None)


def replayed(rules: Ruleset, settings: Settings, moves: Sequence[LiveMove]) -> Position:
    """The position after these moves. Raises `Unplayable` with the event that breaks."""
    try:
        return replay(rules, [live.move for live in moves], settings=settings)
    except BrokenReplay as broken:
        raise Unplayable(moves[broken.index].seq, broken) from broken


def position_of(game: Game, sheet: Sheet | None) -> Position:
    """A game's position now, for readers; without its log."""
    rules, settings = get_ruleset(game.ruleset), game_settings(game)
    if sheet is None:
        return rules.opening(settings=settings)
    if sheet.state is not None and sheet.state_seq == sheet.head_seq:
        kept = from_snapshot(rules, settings, sheet.state)
        if kept is not None:
            return kept
    return full_position(game)


def full_position(game: Game) -> Position:
    """A game's position with its whole live log, by replay."""
    rules = get_ruleset(game.ruleset)
    rows = list(GameEvent.objects.filter(game=game).order_by("seq"))
    return replayed(rules, game_settings(game), live_moves(rules, rows))
