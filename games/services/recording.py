"""Recording a game: one event or a batch of them, judged by the engine, answered for ever the same way."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from common.actor import Actor
from common.errors import Conflict, DomainError, Item, Refused
from games.engine import Position, Problem, Ruleset, Unreadable
from games.engine.wire import BadData, problem_data, read_move

from ..models import GameEvent
from ..ports import Rights
from ..signals import game_finished
from ..wording import sentence
from .claims import claim_hold
from .corrections import correct
from .log import OpenSheet, Sent, open_sheet

MAX_BATCH = 200
SKEW = timedelta(minutes=10)
Kind = GameEvent.Kind
_CORRECTIONS = (Kind.UNDO, Kind.VOID, Kind.REPLACE)
#: Reasons against a move that lie in the state of the game, not in the move.
_CONFLICTS = ("move.game_over", "challenge.window_closed", "challenge.own_play", "game.not_over")


@dataclass(frozen=True, slots=True)
class Recorded:
    """An event as stored, with what followed from it. ``replayed``: it was there before."""

    event: GameEvent
    derived: tuple[GameEvent, ...] = ()
    replayed: bool = False
    warnings: tuple[Mapping[str, Any], ...] = ()


@dataclass(frozen=True, slots=True)
class Outcome:
    """One item of a batch: ``applied``, ``replayed``, ``rejected`` or ``not_attempted``."""

    client_event_id: UUID
    status: str
    recorded: Recorded | None = None
    error: DomainError | None = None


@dataclass(slots=True)
class _Known:
    """Events of this game that are stored under the ids being sent, with those that followed from them."""

    by_id: dict[UUID, GameEvent] = field(default_factory=dict)


def event_record(
    *, game_id: int, sent: Sent, actor: Actor, rights: Rights, dry_run: bool = False
) -> tuple[Recorded, Position]:
    """Record one event; the position is the one after it. With ``dry_run`` everything is judged and nothing is
    kept.

    Errors: ``move.invalid`` and others of ``move_error``; ``game.sequence_conflict``, ``game.sequence_gap``,
    ``game.final``, ``game.claimed``, ``idempotency.key_reused``; corrections have their own.
    """
    with transaction.atomic():
        sheet = open_sheet(game_id, actor)
        known = _known(sheet, [sent])
        recorded = _record(sheet, sent, known, rights)
        if not recorded.replayed and not dry_run:
            _finish(sheet)
        return recorded, sheet.position


def batch_record(
    *, game_id: int, items: Sequence[Sent], actor: Actor, rights: Rights
) -> tuple[list[Outcome], Position, int]:
    """Record the longest valid prefix; the position and the head are those after it.

    Items that are stored already are passed over wherever they stand; the others go by their ``seq``.
    """
    outcomes: list[Outcome] = []
    with transaction.atomic():
        sheet = open_sheet(game_id, actor)
        known = _known(sheet, items)
        failed = False
        for sent in sorted(items, key=lambda sent: sent.seq):  # shuffled ones too
            if failed and sent.client_event_id not in known.by_id:
                outcomes.append(Outcome(sent.client_event_id, "not_attempted"))
                continue
            try:
                recorded = _record(sheet, sent, known, rights)
            except DomainError as error:
                failed = True
                outcomes.append(Outcome(sent.client_event_id, "rejected", error=error))
            else:
                status = "replayed" if recorded.replayed else "applied"
                outcomes.append(Outcome(sent.client_event_id, status, recorded))
        _finish(sheet)
        by_id = {outcome.client_event_id: outcome for outcome in outcomes}
        return [by_id[sent.client_event_id] for sent in items], sheet.position, sheet.head_seq


def _known(sheet: OpenSheet, items: Sequence[Sent]) -> _Known:
    ids = {sent.client_event_id for sent in items}
    rows = GameEvent.objects.filter(game=sheet.game, client_event_id__in=ids)
    return _Known({row.client_event_id: row for row in rows if row.client_event_id})


def _record(sheet: OpenSheet, sent: Sent, known: _Known, rights: Rights) -> Recorded:
    stored = known.by_id.get(sent.client_event_id)
    if stored is not None:
        return _replayed(sheet, stored, sent)
    _in_order(sheet, sent)
    claim_hold(sheet, rights)
    if rights.closed and not rights.directs:
        raise Conflict("game.final", _("This game is closed. Ask a director for a correction."))
    start = len(sheet.rows)
    event = correct(sheet, sent, rights) if sent.kind in _CORRECTIONS else _move(sheet, sent, rights)
    known.by_id[sent.client_event_id] = event
    return Recorded(event, tuple(sheet.rows[start + 1 :]), warnings=_warnings(sheet, sent, event))


def _replayed(sheet: OpenSheet, stored: GameEvent, sent: Sent) -> Recorded:
    if stored.client_digest != sent.digest():
        raise Refused(
            "idempotency.key_reused", _("This client id was used for another event."), field="client_event_id"
        )
    rows = [row for row in sheet.rows if row.target_seq == stored.seq and row.derived]
    if not rows:
        rows = list(
            GameEvent.objects.filter(game=sheet.game, target_seq=stored.seq, client_event_id=None).order_by("seq")
        )
    return Recorded(stored, tuple(rows), replayed=True)


def _in_order(sheet: OpenSheet, sent: Sent) -> None:
    expected = sheet.head_seq + 1
    if sent.seq > expected:
        raise Conflict(
            "game.sequence_gap",
            _("Event %(expected)s is expected next.") % {"expected": expected},
            extra={"expected_seq": expected, "your_seq": sent.seq, "head_seq": sheet.head_seq},
        )
    if sent.seq < expected:
        raise Conflict(
            "game.sequence_conflict",
            _("The game has gone on: other events are stored under these numbers."),
            extra={"head_seq": sheet.head_seq, "your_seq": sent.seq},
        )


def _move(sheet: OpenSheet, sent: Sent, rights: Rights) -> GameEvent:
    if sent.kind == Kind.ARBITER_ADJUSTMENT and not rights.directs:
        raise Refused("event.directors_only", _("Only a director gives or takes points."), field="type")
    try:
        move = read_move(sheet.rules, sent.kind, sent.side, sent.payload)
    except BadData as fault:
        raise _unreadable(fault) from fault
    if sent.kind == Kind.CHALLENGE:
        _aimed(sheet, sent)
    problems = sheet.position.problems(move)
    if problems:
        raise move_error(sheet.rules, problems)
    return sheet.play(sent, move)


def _aimed(sheet: OpenSheet, sent: Sent) -> None:
    """A challenge names the play it doubts, so that a late one never hits another."""
    if sent.target_seq is None or sheet.position.before is None:
        return
    rows = sheet.stored()
    last = next((row.seq for row in reversed(rows) if row.kind in (Kind.PLAY, Kind.REPLACE)), None)
    if sent.target_seq != last:
        raise Conflict(
            "challenge.window_closed", _("Only the last play can be challenged."), extra={"last_play": last}
        )


def move_error(rules: Ruleset, problems: Sequence[Problem]) -> DomainError:
    """What a sender is told about a refused move: every reason, or the state of the game that forbids it."""
    first = problems[0]
    if first.code in _CONFLICTS:
        code = "game.final" if first.code == "move.game_over" else first.code
        return Conflict(code, sentence(first), extra=dict(first.figures))
    items = [
        Item(problem.code, sentence(problem), params=_figures(problem_data(rules, problem))) for problem in problems
    ]
    return Refused("move.invalid", _("The move is not valid."), items=items)


def _figures(data: dict[str, Any]) -> dict[str, Any]:
    data.pop("code")
    return data


def _unreadable(fault: Unreadable) -> DomainError:
    pointer = fault.pointer if isinstance(fault, BadData) else ""
    item = Item(fault.code, sentence(fault.problem), pointer=pointer, params=dict(fault.problem.figures))
    return Refused("move.invalid", _("The move is not valid."), items=[item])


def _warnings(sheet: OpenSheet, sent: Sent, event: GameEvent) -> tuple[Mapping[str, Any], ...]:
    """What does not fit but is no reason to refuse: claims that differ, and a clock that is far off."""
    found: list[Mapping[str, Any]] = []
    if sent.claimed_score is not None and event.score is not None and sent.claimed_score != event.score["total"]:
        found.append({"code": "score.mismatch", "claimed": sent.claimed_score, "computed": event.score["total"]})
    if sent.claimed_total is not None and event.side is not None:
        total = sheet.position.total[event.side]
        if sent.claimed_total != total:
            found.append({"code": "total.mismatch", "claimed": sent.claimed_total, "computed": total})
    if sent.occurred_at is not None and abs(sheet.now - sent.occurred_at) > SKEW:
        seconds = round((sent.occurred_at - sheet.now).total_seconds())
        found.append({"code": "clock.skewed", "seconds": seconds})
    return tuple(found)


def _finish(sheet: OpenSheet) -> None:
    """Write what was recorded; a game that is over, or changes after its end, tells the apps above."""
    if not sheet.rows:
        return
    sheet.save()
    if sheet.position.ended is not None:
        game_finished.send(sender=None, game_id=sheet.game.pk, position=sheet.position, actor=sheet.actor)
