"""A sheet made from a game record: all of it, or nothing and every fault with its line."""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any
from uuid import UUID, uuid5

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from common.actor import Actor
from common.errors import Conflict, Item, NotAllowed, Refused
from common.log import log_append
from common.text import clean
from games.engine import Adjustment, Challenge, Event, IllegalMove, Name, Position, Problem, Ruleset, get_ruleset
from games.engine.notation import (
    Entry,
    Fault,
    Record,
    UnreadableRecord,
    read_record,
    read_record_data,
    write_record,
)
from games.engine.wire import BadData, move_data, move_kind, problem_data, read_move

from ..models import GameEvent
from ..ports import Rights
from ..selectors.sheets import LiveMove, live_moves
from ..signals import game_finished
from ..wording import sentence
from .claims import claim_check
from .corrections import MIN_REASON
from .log import OpenSheet, Sent, open_sheet

MAX_REMARK = 300
_SIDES = 2
_NAMESPACE = UUID("6f0f2f3e-55d5-4b0e-9a0f-3c1f5a3f7a10")


@dataclass(frozen=True, slots=True)
class Imported:
    """``events`` is the head of the sheet after it. ``replayed``: this very record was stored before.

    ``left_out`` counts remarks on lines of their own, which a sheet has no place for.
    """

    position: Position
    record: Record
    events: int
    replayed: bool = False
    left_out: int = 0


def record_read(sent: str | bytes | Mapping[str, Any] | Any) -> Record:
    """A record from its text or its data. Raises ``record.unreadable`` with every fault."""
    try:
        return read_record(sent) if isinstance(sent, str | bytes) else read_record_data(sent)
    except UnreadableRecord as unreadable:
        rules = unreadable.record.rules if unreadable.record is not None else None
        raise record_error(unreadable.faults, rules) from unreadable


def record_error(faults: Sequence[Fault], rules: Ruleset | None = None) -> Refused:
    """Each fault with its line in ``row``; a fault of the head of a record that is data has none."""
    items = [
        Item(
            fault.code,
            sentence(fault.problem, rules),
            row=fault.line or None,
            pointer=fault.pointer,
            params=_figures(rules, fault.problem),
        )
        for fault in faults
    ]
    return Refused("record.unreadable", _("The record cannot be taken as it is."), items=items)


def _figures(rules: Ruleset | None, problem: Problem) -> dict[str, Any]:
    data = problem_data(rules or get_ruleset("amath"), problem)
    data.pop("code")
    return data


def import_allowed(rights: Rights) -> None:
    """Raises ``auth.not_allowed`` for whoever is neither a scorer nor a director."""
    if not (rights.directs or (rights.looks and rights.may_record)):
        raise NotAllowed("auth.not_allowed", _("Only scorers and directors make a sheet from a record."))


def record_import(
    *,
    game_id: int,
    record: Record,
    actor: Actor,
    rights: Rights,
    chain: str,
    reason: str = "",
    dry_run: bool = False,
) -> Imported:
    """Make an empty sheet from a record, under the game's own rules and settings. ``chain`` is the log to tell.

    A sheet is empty where nothing counts, even if something once did. The same record again changes nothing.
    Errors: ``auth.not_allowed``, ``event.directors_only``, ``game.final``, ``game.claimed``,
    ``game.sheet_not_empty``, ``event.reason_missing``, ``record.unreadable`` with a line for each fault.
    """
    import_allowed(rights)
    with transaction.atomic():
        sheet = open_sheet(game_id, actor)
        imported = _imported(sheet, record, rights)
        if not imported.replayed and not dry_run:
            if len(clean(reason)) < MIN_REASON:
                text = _("Say why, in at least %(count)s letters.") % {"count": MIN_REASON}
                raise Refused("event.reason_missing", text, field="reason")
            sheet.save()
            if sheet.position.ended is not None:
                game_finished.send(sender=None, game_id=game_id, position=sheet.position, actor=actor)
            _log(sheet, record, imported, chain, reason)
        if dry_run:
            transaction.set_rollback(True)
        return imported


def _imported(sheet: OpenSheet, record: Record, rights: Rights) -> Imported:
    live = live_moves(sheet.rules, sheet.stored())
    if live:
        return _stored_before(sheet, record, live)
    if rights.closed and not rights.directs:
        raise Conflict("game.final", _("This game is closed. Ask a director for a correction."))
    claim_check(sheet, rights)
    if not rights.directs and any(isinstance(move, Adjustment) for move in record.moves):
        raise NotAllowed("event.directors_only", _("Only a director gives or takes points."))
    faults = list(_misfits(sheet.rules, record)) or _play(sheet, record)
    if not faults and not sheet.rows:
        faults = [Fault(0, Problem("record.empty"))]
    if faults:
        raise record_error(faults, sheet.rules)
    left_out = len(record.lines) - len(record.entries)
    return Imported(sheet.position, record, sheet.head_seq, left_out=left_out)


def _stored_before(sheet: OpenSheet, record: Record, live: Sequence[LiveMove]) -> Imported:
    """Whether what counts is this very record, which was sent again because the answer was lost."""
    base = live[0].seq - 1
    stored = [row.client_event_id for row in sheet.stored() if not row.derived and row.seq > base]
    if stored != [id_ for id_, _entry in _numbered(sheet, record, base)]:
        raise Conflict(
            "game.sheet_not_empty",
            _("There are events on this sheet already. Take them back first."),
            extra={"head_seq": sheet.head_seq},
        )
    return Imported(sheet.position, record, sheet.head_seq, replayed=True)


def _numbered(sheet: OpenSheet, record: Record, base: int) -> Iterator[tuple[UUID, Entry]]:
    """The record's moves, each with an id that is the same whenever this record is brought into this sheet."""
    digest = hashlib.sha256(write_record(record).encode()).hexdigest()
    moves = (entry for entry in record.entries if entry.move is not None)
    for number, entry in enumerate(moves, 1):
        yield uuid5(_NAMESPACE, f"{sheet.game.pk}:{base}:{digest}:{number}"), entry


def _misfits(rules: Ruleset, record: Record) -> Iterator[Fault]:
    """What no sheet of this game can hold, however sound the record is."""
    if record.rules.id != rules.id:
        figures: dict[str, str | int] = {"said": record.rules.id, "ruleset": rules.id}
        yield Fault(1, Problem("record.other_ruleset", figures=figures))
        return
    if len(record.players) != _SIDES:
        yield Fault(1, Problem("record.not_two_sides", figures={"sides": len(record.players)}))
        return
    for entry in record.entries:
        line = entry.number or 0
        if entry.move is None:
            if entry.remark:
                yield Fault(line, Problem("record.remark_misplaced"))
            continue
        remark = entry.move.remark if isinstance(entry.move, Adjustment) else entry.remark
        if len(remark) > MAX_REMARK:
            yield Fault(line, Problem("record.remark_too_long", figures={"limit": MAX_REMARK}))
        try:
            read_move(rules, move_kind(entry.move), entry.side, move_data(rules, entry.move))
        except BadData as fault:
            yield Fault(line, fault.problem)


def _play(sheet: OpenSheet, record: Record) -> list[Fault]:
    """Play the record's moves on the sheet, by its own settings; the faults at the first line that differs."""
    entries = list(record.entries)
    last_play: int | None = None
    told = 0
    for id_, entry in list(_numbered(sheet, record, sheet.head_seq)):
        move = entry.move
        assert move is not None
        line = entry.number or 0
        before = len(sheet.position.events)
        remark = move.remark if isinstance(move, Adjustment) else entry.remark
        sent = Sent(
            id_, sheet.head_seq + 1, move_kind(move), entry.side, move_data(sheet.rules, move), reason=remark
        )
        try:
            row = sheet.play(sent, move, last_play if isinstance(move, Challenge) else None)
        except IllegalMove as refusal:
            return [Fault(line, problem) for problem in refusal.problems]
        if row.kind == GameEvent.Kind.PLAY:
            last_play = row.seq
        events = sheet.position.events[before:]
        following = next((place for place in range(told + 1, len(entries)) if entries[place].move), len(entries))
        faults = _differences(events, entries[told:following], line)
        if faults:
            return faults
        told = following
    return []


def _differences(events: Sequence[Event], entries: Sequence[Entry], line: int) -> list[Fault]:
    """Where the game's settings make something else of a move than the record's own did."""
    for event, entry in zip_longest(events, entries):
        if event is None or entry is None or (event.name, event.side) != (entry.name, entry.side):
            return [_other_settings(line, (event or entry).name)]
        if event.points != entry.points:
            figures: dict[str, str | int] = {"said": entry.points, "computed": event.points}
            return [Fault(entry.number or line, Problem("record.score_mismatch", figures=figures))]
    return []


def _other_settings(line: int, name: Name) -> Fault:
    return Fault(line, Problem("record.other_settings", figures={"event": name.value}))


def _log(sheet: OpenSheet, record: Record, imported: Imported, chain: str, reason: str) -> None:
    digest = hashlib.sha256(write_record(record).encode()).hexdigest()
    log_append(
        chain=chain,
        action="sheet.imported",
        actor=sheet.actor,
        object_kind="game",
        object_id=sheet.game.pk,
        data={
            "game": f"g{sheet.game.pk}",
            "events": imported.events,
            "total": list(imported.position.total),
            "reason": clean(reason),
            "digest": digest,
        },
    )
