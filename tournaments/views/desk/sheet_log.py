"""A sheet's log as it is, for those who work at the event: every event, also what does not count any more."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from common.models import Token
from games.engine import Clock, Move, Play, Ruleset, Unreadable
from games.engine.notation import write_move
from games.engine.notation.single import BAR
from games.engine.wire import read_move
from games.models import GameEvent
from games.selectors.story import Story
from games.selectors.verdicts import row_problems
from games.views.sheet_blocks import face, move_words
from games.wording import event_label
from players.models import User

Kind = GameEvent.Kind
#: Events of which their name says everything.
_PLAIN = (Kind.PASS, Kind.CHALLENGE, Kind.ARBITER_ADJUSTMENT, Kind.RACK_ADJUSTMENT, Kind.TIME_ADJUSTMENT)
#: Events that are told by a sentence with their name in it.
_SAID = (Kind.EXCHANGE, Kind.DISCARD, Kind.CLOCK, Kind.END)
_CHANGES = {Kind.UNDO, Kind.VOID, Kind.REPLACE}


@dataclass(frozen=True, slots=True)
class LogLine:
    """``counts`` False: struck. ``change``: the event that a change has to name (0: none can be made).

    ``said`` is a score that the device claimed and that differs; ``wrong``: a play that would not survive a
    challenge, told to those who may know.
    """

    seq: int
    at: datetime
    side: int | None
    word: str
    what: str
    act: str
    points: tuple[int, int]
    who: str
    reason: str
    counts: bool
    change: int
    said: int | None
    wrong: bool


def log_lines(story: Story, *, racks: bool, verdicts: bool) -> list[LogLine]:
    """Two queries, for the names of those who sent them."""
    sources = {step.row.seq: step.live.seq for step in story.steps}
    gone = {row.target_seq for row in story.rows if row.kind in _CHANGES}
    names = _names(story.rows)
    told = {row.seq: _what(story.rules, row, racks=racks) for row in story.rows}
    return [
        LogLine(
            seq=row.seq,
            at=row.received_at,
            side=row.side,
            word=_word(row, told[row.seq][0]),
            what="" if row.kind in _SAID else told[row.seq][0],
            act=told[row.seq][1],
            points=(row.first_points, row.second_points),
            who=names.get(("token", row.token_id or 0)) or names.get(("user", row.user_id or 0), ""),
            reason=row.reason,
            counts=_counts(row, gone, sources),
            change=sources.get(row.seq, 0),
            said=_said(row),
            wrong=verdicts and bool(row_problems(story.rules, story.settings, row)),
        )
        for row in story.rows
    ]


def _counts(row: GameEvent, gone: set[int | None], sources: Mapping[int, int]) -> bool:
    if row.kind == Kind.REPLACE:
        return row.seq in sources
    return row.seq not in gone and not (row.derived and row.target_seq in gone)


def _names(rows: tuple[GameEvent, ...]) -> Mapping[tuple[str, int], str]:
    tokens = Token.objects.filter(pk__in={row.token_id for row in rows if row.token_id})
    users = User.objects.filter(pk__in={row.user_id for row in rows if row.user_id})
    found = {("token", token.pk): token.label for token in tokens}
    return {**found, **{("user", user.pk): str(user) for user in users}}


def _word(row: GameEvent, said: str) -> str:
    if row.kind in _CHANGES:
        return str(Kind(row.kind).label)
    return (row.kind in _SAID and said) or event_label(row.kind)


def _said(row: GameEvent) -> int | None:
    if row.claimed_score is None or row.score is None or row.claimed_score == row.score["total"]:
        return None
    return row.claimed_score


def _what(rules: Ruleset, row: GameEvent, *, racks: bool) -> tuple[str, str]:
    if row.kind in (Kind.UNDO, Kind.VOID):
        return _("of event %(seq)s") % {"seq": row.target_seq}, ""
    if row.kind == Kind.REPLACE:
        said, act = _act(rules, row.payload.get("type", ""), row.side, row.payload.get("data", {}), racks=racks)
        return _("of event %(seq)s by: %(what)s") % {"seq": row.target_seq, "what": said}, act
    if row.derived:
        return "", ""
    said, act = _act(rules, row.kind, row.side, row.payload, racks=racks)
    return "" if row.kind in _PLAIN else said, act


def _act(rules: Ruleset, kind: str, side: int | None, data: Mapping[str, Any], *, racks: bool) -> tuple[str, str]:
    try:
        move = read_move(rules, kind, side, data)
    except Unreadable:
        return "?", ""
    if isinstance(move, Play):
        return "", face(act_text(rules, move))
    return move_words(move, racks=racks)


def act_text(rules: Ruleset, move: Move) -> str:
    """A move in the words of a record, without who makes it; what a director gets to change."""
    bare: Any = move
    if hasattr(move, "rack"):
        bare = replace(bare, side=None, rack=None)
    try:
        written = write_move(rules, bare)
    except Unreadable:
        return ""
    return written.rpartition(BAR)[2].strip() if isinstance(move, Clock) else written
