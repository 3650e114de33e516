"""Taking back and changing what was recorded. The log only grows; the position is what the moves that count come
to.
"""

from collections.abc import Sequence
from dataclasses import replace

from django.utils.translation import gettext_lazy as _

from common.errors import Conflict, Item, NotAllowed, Refused
from common.text import clean
from games.engine import Challenge, End, Move, Position, Problem
from games.engine.wire import BadData, problem_data, read_move

from ..models import GameEvent
from ..ports import Rights
from ..selectors.sheets import LiveMove, Unplayable, live_moves, replayed
from ..wording import sentence
from .log import OpenSheet, Sent

MIN_REASON = 5
Kind = GameEvent.Kind


def correct(sheet: OpenSheet, sent: Sent, rights: Rights) -> GameEvent:
    """Undo the last event, or void or replace any as a director.

    Errors: ``undo.nothing``, ``undo.not_yours``, ``event.directors_only``, ``event.reason_missing``,
    ``event.no_such_target``, ``move.invalid``, and ``game.replay_broken`` with the first event that cannot follow.
    """
    rows = sheet.stored()
    live = live_moves(sheet.rules, rows)
    if sent.kind == Kind.UNDO:
        old = _undo(sheet, sent, rows, live, rights)
    else:
        director_required(sent, rights)
        old = _target(sent, live)
    if sent.kind != Kind.REPLACE:
        if sent.payload:
            raise _unknown(min(sent.payload))
        rest = [move for move in live if move.seq != old.seq]
        return sheet.correct(sent, _judged(sheet, rest), target_seq=old.seq)
    new = _replacement(sheet, sent, old)
    changed = [replace(move, move=new) if move.seq == old.seq else move for move in live]
    return sheet.correct(sent, _judged(sheet, changed), target_seq=old.seq, instead=new)


def _target(sent: Sent, live: Sequence[LiveMove]) -> LiveMove:
    """The event that is meant, named by its own number or by that of the one that replaced it."""
    for move in live:
        if sent.target_seq in (move.seq, move.source_seq):
            return move
    raise Refused("event.no_such_target", _("There is no such event that counts."), field="target_seq")


def _undo(
    sheet: OpenSheet, sent: Sent, rows: Sequence[GameEvent], live: Sequence[LiveMove], rights: Rights
) -> LiveMove:
    """The last event that counts, by whoever sent it, before anything else has happened; a director may always.

    What gave something away stays: a challenge told whether the play was right, and the end of a game what was on
    the racks. Only a director takes these back, or everybody would try them first.
    """
    if not live:
        raise Conflict("undo.nothing", _("There is nothing to take back."))
    last = max(live, key=lambda move: move.source_seq)
    if sent.target_seq not in (None, last.seq) or last.source_seq != last.seq:
        raise Conflict("undo.not_last", _("Only the last event can be taken back."), extra={"last_seq": last.seq})
    row = next(row for row in rows if row.seq == last.source_seq)
    mine = row.token_id == sheet.actor.token_id and row.user_id == sheet.actor.user_id
    if not mine and not rights.directs:
        raise NotAllowed("undo.not_yours", _("Another device sent this event. Ask a director."))
    if isinstance(last.move, Challenge | End) and not rights.directs:
        raise NotAllowed("undo.decided", _("This was decided. Only a director takes it back."))
    return last


def director_required(sent: Sent, rights: Rights) -> None:
    """A director's act, with its reason."""
    if not rights.directs:
        raise NotAllowed("event.directors_only", _("Only a director changes what was recorded."))
    if len(clean(sent.reason)) < MIN_REASON:
        raise Refused(
            "event.reason_missing",
            _("Say why, in at least %(count)s letters.") % {"count": MIN_REASON},
            field="reason",
        )


def _replacement(sheet: OpenSheet, sent: Sent, old: LiveMove) -> Move:
    """The move that is to stand instead; by the same side where none is said."""
    stray = sorted(set(sent.payload) - {"type", "data"})
    if stray:
        raise _unknown(stray[0])
    if "type" not in sent.payload:
        raise _bad("wire.missing", "/event")
    side = sent.side if sent.side is not None else getattr(old.move, "side", None)
    try:
        return read_move(sheet.rules, sent.payload["type"], side, sent.payload["data"])
    except BadData as fault:
        raise _bad(fault.code, f"/event{fault.pointer}", **fault.problem.figures) from fault


def _unknown(name: str) -> Refused:
    return _bad("wire.no_such_field", f"/{name}")


def _bad(code: str, pointer: str, **figures: str | int) -> Refused:
    item = Item(code, sentence(Problem(code, figures=figures)), pointer=pointer, params=figures)
    return Refused("move.invalid", _("The move is not valid."), items=[item])


def _judged(sheet: OpenSheet, live: Sequence[LiveMove]) -> Position:
    try:
        return replayed(sheet.rules, sheet.settings, live)
    except Unplayable as broken:
        items = [
            Item(problem.code, sentence(problem, sheet.rules), params=problem_data(sheet.rules, problem))
            for problem in broken.problems
        ]
        raise Conflict(
            "game.replay_broken",
            _("Event %(seq)s cannot follow any more.") % {"seq": broken.seq},
            items=items,
            extra={"first_broken_seq": broken.seq},
        ) from broken
