"""A sheet under its lock: the position so far, the rows to be added, and the chain they stand in."""

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from uuid import UUID

from django.utils import timezone

from common.actor import Actor
from common.errors import Missing
from common.prepared import Prepared, row_change, rows_add
from games.engine import Event, Move, Name, Position, Ruleset, Settings, get_ruleset
from games.engine.snapshots import from_snapshot, take_snapshot
from games.engine.wire import move_data, score_data

from ..models import Game, GameEvent, Sheet
from ..selectors.chain import canonical, event_hash
from ..selectors.sheets import game_settings, live_moves, replayed

_KINDS = {name: GameEvent.Kind(name.value) for name in Name}


@dataclass(frozen=True, slots=True)
class Sent:
    """An event as a client sends it. ``side`` is 0 for who starts; ``payload`` is what `games.engine.wire`
    reads.
    """

    client_event_id: UUID
    seq: int
    kind: str
    side: int | None = None
    payload: Mapping[str, Any] = field(default_factory=dict)
    target_seq: int | None = None
    reason: str = ""
    occurred_at: datetime | None = None
    clock_ms: int | None = None
    claimed_score: int | None = None
    claimed_total: int | None = None

    def digest(self) -> str:
        """Equal for the same event. Its ``seq`` is where it belongs, not what it is: a rebased one is the same."""
        body = [
            self.kind,
            self.side,
            self.payload,
            self.target_seq,
            self.reason,
            self.occurred_at,
            self.clock_ms,
            self.claimed_score,
            self.claimed_total,
        ]
        return hashlib.sha256(canonical(body).encode("utf-8", "surrogatepass")).hexdigest()


class OpenSheet:
    """A locked sheet in memory; ``save`` writes everything at once."""

    def __init__(self, game: Game, sheet: Sheet, actor: Actor) -> None:
        self.game = game
        self.sheet = sheet
        self.actor = actor
        self.rules: Ruleset = get_ruleset(game.ruleset)
        self.settings: Settings = game_settings(game)
        self.now = timezone.now()
        self.rows: list[GameEvent] = []
        #: Something was taken back or replaced after the game had ended.
        self.reopened = False
        self._position: Position | None = None
        self._stored: list[GameEvent] | None = None
        self._head_hash = sheet.head_hash

    @property
    def head_seq(self) -> int:
        return self.sheet.head_seq + len(self.rows)

    @property
    def position(self) -> Position:
        """The position at the head, from the kept state where it is fresh, else by replay."""
        if self._position is None:
            state = self.sheet.state if self.sheet.state_seq == self.sheet.head_seq else None
            self._position = from_snapshot(self.rules, self.settings, state) if state else None
            if self._position is None:
                self._position = replayed(self.rules, self.settings, live_moves(self.rules, self.stored()))
        return self._position

    def stored(self) -> list[GameEvent]:
        """Every event so far, those not yet written included."""
        if self._stored is None:
            self._stored = list(GameEvent.objects.filter(game=self.game).order_by("seq"))
        return [*self._stored, *self.rows]

    def position_at(self, seq: int) -> Position:
        """The position when this event was the last one, whatever was changed later."""
        if seq == self.head_seq:
            return self.position
        rows = [row for row in self.stored() if row.seq <= seq]
        return replayed(self.rules, self.settings, live_moves(self.rules, rows))

    def play(self, sent: Sent, move: Move, target_seq: int | None = None) -> GameEvent:
        """Play a move, and add its event and all that follow from it. Raises `IllegalMove`, adding nothing then."""
        before = self.position
        after = before.play(move)
        new = after.events[len(before.events) :]
        first = self._row_of(new[0], sent, move)
        first.target_seq = target_seq
        self._append(first)
        for event in new[1:]:
            row = self._row_of(event, None, None)
            row.target_seq = first.seq
            self._append(row)
        self._position = after
        return first

    def correct(self, sent: Sent, after: Position, *, target_seq: int, instead: Move | None = None) -> GameEvent:
        """Add an event that changes what was: it carries the difference it makes to the totals.

        ``instead`` is the move that now stands in the place of ``target_seq``; its row shows that move's score.
        """
        self.reopened = self.reopened or self.position.ended is not None
        change = [new - old for new, old in zip(after.total, self.position.total, strict=True)]
        row = self._sent_row(sent, GameEvent.Kind(sent.kind), {})
        row.first_points, row.second_points = change[0], change[1]
        row.target_seq = target_seq
        if instead is not None:
            event = next(event for event in after.events if event.move is instead)
            row.side = event.side if event.side is not None else row.side
            row.score = score_data(self.rules, event.score) if event.score is not None else None
            row.payload = {
                "type": event.name.value,
                "side": row.side,
                "data": move_data(self.rules, instead),
            }
        self._append(row)
        self._position = after
        return row

    def save(self) -> None:
        """Write the new rows and the head. Nothing was written before."""
        if not self.rows:
            return
        rows_add(self.rows)
        head = Sheet(
            pk=self.game.pk,
            head_seq=self.head_seq,
            head_hash=self._head_hash,
            state=take_snapshot(self.position),
            state_seq=self.head_seq,
            claim_token_id=self.sheet.claim_token_id,
            claim_user_id=self.sheet.claim_user_id,
            claim_label=self.sheet.claim_label,
            claim_until=self.sheet.claim_until,
        )
        row_change(head, [field.name for field in Sheet._meta.concrete_fields if not field.primary_key])

    def _append(self, row: GameEvent) -> None:
        row.seq = self.head_seq + 1
        row.hash = self._head_hash = event_hash(self._head_hash, row)
        self.rows.append(row)

    def _row_of(self, event: Event, sent: Sent | None, move: Move | None) -> GameEvent:
        payload = move_data(self.rules, move) if move is not None else {}
        row = self._sent_row(sent, _KINDS[event.name], payload) if sent else self._bare_row(_KINDS[event.name])
        row.side = event.side if event.side is not None else (sent.side if sent else None)
        if event.side == 0:
            row.first_points = event.points
        elif event.side == 1:
            row.second_points = event.points
        row.score = score_data(self.rules, event.score) if event.score is not None else None
        row.upheld = event.upheld
        return row

    def _bare_row(self, kind: GameEvent.Kind) -> GameEvent:
        return GameEvent(game=self.game, kind=kind, received_at=self.now)

    def _sent_row(self, sent: Sent, kind: GameEvent.Kind, payload: Mapping[str, Any]) -> GameEvent:
        return GameEvent(
            game=self.game,
            kind=kind,
            side=sent.side,
            payload=dict(payload),
            reason=sent.reason,
            client_event_id=sent.client_event_id,
            client_digest=sent.digest(),
            claimed_score=sent.claimed_score,
            claimed_total=sent.claimed_total,
            clock_ms=sent.clock_ms,
            occurred_at=sent.occurred_at,
            received_at=self.now,
            user_id=self.actor.user_id,
            token_id=self.actor.token_id,
        )


_sheet_locked = Prepared(
    lambda game_id: (
        Sheet.objects.select_for_update(of=("self",)).select_related("game").filter(pk=game_id).order_by()
    )
)


def open_sheet(game_id: int, actor: Actor) -> OpenSheet:
    """Lock a game's sheet, making it for the first event. Must run inside a transaction."""
    sheet = _sheet_locked.first(game_id=game_id)
    if sheet is None:
        if not Game.objects.filter(pk=game_id).exists():
            raise Missing("game.missing", "")
        # Two devices may come first at once: the later one waits here for the other's row.
        sheets_make([game_id])
        sheet = _sheet_locked.first(game_id=game_id)
    if sheet is None:  # whoever deletes the game was here first
        raise Missing("game.missing", "")
    return OpenSheet(sheet.game, sheet, actor)


def sheets_make(game_ids: Iterable[int]) -> None:
    """The sheets of games that have none yet. Waits for whoever is making or deleting one of them."""
    Sheet.objects.bulk_create([Sheet(game_id=game_id) for game_id in game_ids], ignore_conflicts=True)
