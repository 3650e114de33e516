"""Recording a game: one event or a batch of them, judged by the engine, answered for ever the same way."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import timedelta
from typing import Any
from uuid import UUID

from django.db import connection, transaction
from django.utils.translation import gettext_lazy as _

from common.actor import Actor
from common.errors import Conflict, DomainError, Item, Refused
from common.prepared import Prepared
from games.engine import CHALLENGE, IllegalMove, Position, Problem, Ruleset, Unreadable
from games.engine.wire import BadData, problem_data, read_move

from ..models import GameEvent
from ..ports import Rights
from ..selectors.sheets import last_play
from ..signals import game_finished
from ..wording import sentence
from .claims import claim_hold
from .corrections import correct, director_required
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

    @property
    def last_seq(self) -> int:
        """The head of the log right after it."""
        return self.derived[-1].seq if self.derived else self.event.seq


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
    derived: dict[int, list[GameEvent]] = field(default_factory=dict)


def event_record(
    *, game_id: int, sent: Sent, actor: Actor, rights: Rights, dry_run: bool = False
) -> tuple[Recorded, Position]:
    """Record one event; the position is the one after it, also where it was recorded long ago. With ``dry_run``
    everything is judged and nothing is kept.

    Errors: ``move.invalid`` and others of ``move_error``; ``game.sequence_conflict``, ``game.sequence_gap``,
    ``game.final``, ``game.claimed``, ``idempotency.key_reused``, ``challenge.no_preview``; corrections have their
    own.
    """
    with transaction.atomic():
        sheet = open_sheet(game_id, actor)
        known = _known(sheet, [sent])
        if dry_run and sent.kind == Kind.CHALLENGE and not rights.directs and not known.by_id:
            raise Refused(
                "challenge.no_preview", _("A challenge cannot be tried first: it would tell."), field="type"
            )
        recorded = _record(sheet, sent, known, rights)
        position = sheet.position_at(recorded.last_seq) if recorded.replayed else sheet.position
        if not recorded.replayed and not dry_run:
            _finish(sheet)
        if dry_run:
            transaction.set_rollback(True)  # even the sheet that was made to be locked
        return recorded, position


def batch_record(
    *, game_id: int, items: Sequence[Sent], actor: Actor, rights: Rights
) -> tuple[list[Outcome], Position, int]:
    """Record the longest valid prefix; the position and the head are those after it.

    Items that are stored already are passed over wherever they stand; the others go by their ``seq``.
    """
    outcomes: dict[int, Outcome] = {}
    with transaction.atomic():
        sheet = open_sheet(game_id, actor)
        known = _known(sheet, items)
        failed = False
        for place, sent in sorted(enumerate(items), key=lambda item: item[1].seq):  # shuffled ones too
            if failed and sent.client_event_id not in known.by_id:
                outcomes[place] = Outcome(sent.client_event_id, "not_attempted")
                continue
            try:
                recorded = _record(sheet, sent, known, rights)
            except DomainError as error:
                failed = True
                outcomes[place] = Outcome(sent.client_event_id, "rejected", error=error)
            else:
                status = "replayed" if recorded.replayed else "applied"
                outcomes[place] = Outcome(sent.client_event_id, status, recorded)
        _finish(sheet)
        return [outcomes[place] for place in range(len(items))], sheet.position, sheet.head_seq


_ID = GameEvent._meta.get_field("client_event_id")
_stored_as = Prepared(
    lambda game_id, identity: GameEvent.objects.filter(game_id=game_id, client_event_id=identity).order_by()
)


def _known(sheet: OpenSheet, items: Sequence[Sent]) -> _Known:
    stored = GameEvent.objects.filter(game=sheet.game).order_by("seq")
    if len(items) == 1:
        identity = _ID.get_db_prep_value(items[0].client_event_id, connection)
        found = _stored_as(game_id=sheet.game.pk, identity=identity)
    else:
        found = list(stored.filter(client_event_id__in={sent.client_event_id for sent in items}))
    known = _Known({row.client_event_id: row for row in found if row.client_event_id is not None})
    if known.by_id:
        targets = [row.seq for row in known.by_id.values()]
        for row in stored.filter(target_seq__in=targets, client_event_id=None):
            known.derived.setdefault(row.target_seq or 0, []).append(row)
    return known


def _record(sheet: OpenSheet, sent: Sent, known: _Known, rights: Rights) -> Recorded:
    stored = known.by_id.get(sent.client_event_id)
    if stored is not None:
        return _replayed(sheet, stored, sent, known)
    _in_order(sheet, sent)
    if rights.closed and not rights.directs:
        raise Conflict("game.final", _("This game is closed. Ask a director for a correction."))
    claim_hold(sheet, sent.kind, rights)
    start = len(sheet.rows)
    event = correct(sheet, sent, rights) if sent.kind in _CORRECTIONS else _move(sheet, sent, rights)
    derived = sheet.rows[start + 1 :]
    known.by_id[sent.client_event_id] = event
    known.derived[event.seq] = derived
    return Recorded(event, tuple(derived), warnings=_warnings(event, sheet.position.total))


def _replayed(sheet: OpenSheet, stored: GameEvent, sent: Sent, known: _Known) -> Recorded:
    if stored.client_digest != sent.digest():
        raise Refused(
            "idempotency.key_reused", _("This client id was used for another event."), field="client_event_id"
        )
    derived = tuple(known.derived.get(stored.seq, ()))
    total: tuple[int, ...] = ()
    if stored.claimed_total is not None:
        last = derived[-1].seq if derived else stored.seq
        until = [row for row in sheet.stored() if row.seq <= last]
        total = (sum(row.first_points for row in until), sum(row.second_points for row in until))
    return Recorded(stored, derived, replayed=True, warnings=_warnings(stored, total))


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
    if sent.kind == Kind.ARBITER_ADJUSTMENT:
        director_required(sent, rights)
    try:
        move = read_move(sheet.rules, sent.kind, sent.side, sent.payload)
    except BadData as fault:
        raise _unreadable(fault) from fault
    target = _aimed(sheet, sent) if sent.kind == Kind.CHALLENGE else None
    try:
        return sheet.play(sent, move, target)
    except IllegalMove as refusal:
        problems = refusal.problems if rights.looks else [_hiding(problem) for problem in refusal.problems]
        raise move_error(sheet.rules, problems) from refusal


def _aimed(sheet: OpenSheet, sent: Sent) -> int | None:
    """The play that a challenge doubts. It may name it, so that a late one never hits another."""
    position = sheet.position
    if position.settings.judging != CHALLENGE or position.ended is not None:
        return None  # the engine says so
    last = last_play(sheet.game, sheet.rows) if position.before is not None else None
    if last is None or sent.target_seq not in (None, *last):
        # Late by whomever: that the turn is somebody else's by now would be no answer.
        raise Conflict(
            "challenge.window_closed",
            _("Only the last play can be challenged, and only once."),
            extra={"last_play": last[0] if last is not None else None},
        )
    return last[0]


def _hiding(problem: Problem) -> Problem:
    """A refusal without what it tells of a rack, for whoever may not see one."""
    if problem.code == "end.rack_mismatch":
        return replace(problem, figures={key: said for key, said in problem.figures.items() if key != "known"})
    if problem.code == "move.rack.contradicts":
        return replace(problem, figures={"tile": "…"})
    return problem


def move_error(rules: Ruleset, problems: Sequence[Problem]) -> DomainError:
    """What a sender is told about a refused move: every reason, or the state of the game that forbids it."""
    first = problems[0]
    if first.code in _CONFLICTS:
        code = "game.final" if first.code == "move.game_over" else first.code
        return Conflict(code, sentence(first, rules), extra=dict(first.figures))
    items = [
        Item(problem.code, sentence(problem, rules), params=_figures(problem_data(rules, problem)))
        for problem in problems
    ]
    return Refused("move.invalid", _("The move is not valid."), items=items)


def _figures(data: dict[str, Any]) -> dict[str, Any]:
    data.pop("code")
    return data


def _unreadable(fault: Unreadable) -> DomainError:
    pointer = fault.pointer if isinstance(fault, BadData) else ""
    item = Item(fault.code, sentence(fault.problem), pointer=pointer, params=dict(fault.problem.figures))
    return Refused("move.invalid", _("The move is not valid."), items=[item])


def _warnings(event: GameEvent, total: Sequence[int]) -> tuple[Mapping[str, Any], ...]:
    """What does not fit but is no reason to refuse: claims that differ, and a clock that is far off.

    From what is stored alone, so that a repeated event is answered as it was the first time.
    """
    found: list[Mapping[str, Any]] = []
    if event.claimed_score is not None and event.score is not None:
        computed = event.score["total"]
        if event.claimed_score != computed:
            found.append({"code": "score.mismatch", "claimed": event.claimed_score, "computed": computed})
    if event.claimed_total is not None and event.side is not None and event.claimed_total != total[event.side]:
        found.append({"code": "total.mismatch", "claimed": event.claimed_total, "computed": total[event.side]})
    if event.occurred_at is not None and abs(event.received_at - event.occurred_at) > SKEW:
        seconds = round((event.occurred_at - event.received_at).total_seconds())
        found.append({"code": "clock.skewed", "seconds": seconds})
    return tuple(found)


def _finish(sheet: OpenSheet) -> None:
    """Write what was recorded; a game that is over, or was taken back to where it is not, tells the apps above."""
    if not sheet.rows:
        return
    sheet.save()
    if sheet.position.ended is not None or sheet.reopened:
        game_finished.send(sender=None, game_id=sheet.game.pk, position=sheet.position, actor=sheet.actor)
