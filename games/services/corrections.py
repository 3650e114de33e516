"""Taking back and changing what was recorded. The log only grows; the position is what the moves that count come
to.
"""

from collections.abc import Sequence
from dataclasses import replace

from django.utils.translation import gettext_lazy as _

from common.errors import Conflict, Item, NotAllowed, Refused
from common.text import clean
from games.engine import Position
from games.engine.wire import BadData, move_data, problem_data, read_move

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
        sent = _undo(sheet, sent, rows, live, rights)
    else:
        _director(sent, rights)
        if not any(move.seq == sent.target_seq for move in live):
            raise Refused("event.no_such_target", _("There is no such event that counts."), field="target_seq")
    payload = {}
    if sent.kind == Kind.REPLACE:
        live, payload = _replaced(sheet, sent, live)
    else:
        live = [move for move in live if move.seq != sent.target_seq]
    return sheet.correct(sent, _judged(sheet, live, sent), Kind(sent.kind), payload)


def _undo(
    sheet: OpenSheet, sent: Sent, rows: Sequence[GameEvent], live: Sequence[LiveMove], rights: Rights
) -> Sent:
    """The last event that counts, by whoever sent it, before anything else has happened; a director may always."""
    if not live:
        raise Conflict("undo.nothing", _("There is nothing to take back."))
    last = max(live, key=lambda move: move.source_seq)
    if sent.target_seq not in (None, last.seq) or last.source_seq != last.seq:
        raise Conflict("undo.not_last", _("Only the last event can be taken back."), extra={"last_seq": last.seq})
    row = next(row for row in rows if row.seq == last.source_seq)
    mine = row.token_id == sheet.actor.token_id and row.user_id == sheet.actor.user_id
    if not mine and not rights.directs:
        raise NotAllowed("undo.not_yours", _("Another device sent this event. Ask a director."))
    return replace(sent, target_seq=last.seq)


def _director(sent: Sent, rights: Rights) -> None:
    if not rights.directs:
        raise NotAllowed("event.directors_only", _("Only a director changes what was recorded."))
    if len(clean(sent.reason)) < MIN_REASON:
        raise Refused(
            "event.reason_missing",
            _("Say why, in at least %(count)s letters.") % {"count": MIN_REASON},
            field="reason",
        )


def _replaced(sheet: OpenSheet, sent: Sent, live: Sequence[LiveMove]) -> tuple[list[LiveMove], dict[str, object]]:
    kind, data = sent.payload.get("type", ""), sent.payload.get("data", {})
    try:
        move = read_move(sheet.rules, kind, sent.side, data)
    except BadData as fault:
        item = Item(fault.code, sentence(fault.problem), pointer=f"/event{fault.pointer}")
        raise Refused("move.invalid", _("The move is not valid."), items=[item]) from fault
    changed = [replace(old, move=move) if old.seq == sent.target_seq else old for old in live]
    return changed, {"type": kind, "side": sent.side, "data": move_data(sheet.rules, move)}


def _judged(sheet: OpenSheet, live: Sequence[LiveMove], sent: Sent) -> Position:
    try:
        return replayed(sheet.rules, sheet.settings, live)
    except Unplayable as broken:
        items = [
            Item(problem.code, sentence(problem), params={**problem_data(sheet.rules, problem)})
            for problem in broken.problems
        ]
        raise Conflict(
            "game.replay_broken",
            _("Event %(seq)s cannot follow any more.") % {"seq": broken.seq},
            items=items,
            extra={"first_broken_seq": broken.seq},
        ) from broken
