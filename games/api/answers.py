"""What the API says about games and their events."""

from collections.abc import Mapping, Sequence
from typing import Any

from rest_framework import serializers

from games.engine import Position
from games.engine.wire import side_name, square_data

from ..models import Game, GameEvent, Sheet
from ..ports import SheetPlace
from ..selectors.sheets import position_of

Kind = GameEvent.Kind
_OPEN = {"type": "object", "additionalProperties": True}


class Json(serializers.JSONField):
    """A JSON value whose shape the text says."""


class SideOut(serializers.Serializer):
    entry = serializers.IntegerField()
    name = serializers.CharField()


class RackOut(serializers.Serializer):
    size = serializers.IntegerField()
    tiles = serializers.ListField(
        child=serializers.CharField(), allow_null=True, help_text="Those that are known; null while hidden."
    )


class EventOut(serializers.Serializer):
    """One event of a game's log. `points` are those of `player`; `totals` is not stored but summed."""

    seq = serializers.IntegerField()
    type = serializers.CharField(help_text="Open list: play, exchange, challenge, play_withdrawn …")
    player = serializers.CharField(allow_null=True)
    points = serializers.DictField(child=serializers.IntegerField())
    move = Json(help_text="What was sent: start, dir, tiles and the like.")
    score = Json(allow_null=True, help_text="Of a play: its lines, their tiles, the bonus, the total.")
    outcome = serializers.CharField(allow_null=True, help_text="Of a challenge: upheld or failed.")
    target_seq = serializers.IntegerField(allow_null=True)
    counts = serializers.BooleanField(help_text="False for what was taken back or replaced later.")
    reason = serializers.CharField()
    client_event_id = serializers.UUIDField(allow_null=True)
    occurred_at = serializers.DateTimeField(allow_null=True)
    received_at = serializers.DateTimeField()
    claimed_score = serializers.IntegerField(allow_null=True)
    claimed_total = serializers.IntegerField(allow_null=True)
    clock_ms = serializers.IntegerField(allow_null=True)


class RecordedOut(EventOut):
    """An event as stored, what followed from it, and how the game stands after it."""

    derived = EventOut(many=True)
    totals = serializers.DictField(child=serializers.IntegerField())
    to_move = serializers.CharField(allow_null=True)
    bag = serializers.IntegerField()
    due = serializers.CharField(allow_null=True, help_text="How the game has to end now: out, passes, or null.")
    over = serializers.BooleanField()
    warnings = serializers.ListField(child=Json())


class OutcomeOut(serializers.Serializer):
    """How the board game ended; the result of the pairing is another thing, and is confirmed by people."""

    reason = serializers.CharField()
    winner = serializers.CharField(allow_null=True)
    forfeited = serializers.CharField(allow_null=True)


class GameOut(serializers.Serializer):
    """A game as it stands. `board` lists [square, tile]; racks are hidden from the public until the game is
    over.
    """

    id = serializers.CharField()
    ruleset = serializers.CharField()
    judging = serializers.CharField()
    tournament = serializers.CharField()
    division = serializers.CharField()
    round = serializers.IntegerField()
    table = serializers.IntegerField(allow_null=True)
    sides = serializers.DictField(child=SideOut())
    head_seq = serializers.IntegerField()
    totals = serializers.DictField(child=serializers.IntegerField())
    to_move = serializers.CharField(allow_null=True)
    bag = serializers.IntegerField()
    board = serializers.ListField(child=Json())
    blocked = serializers.ListField(child=Json(), help_text="Summy: squares that stay empty for ever.")
    racks = serializers.DictField(child=RackOut())
    clocks = serializers.DictField(child=serializers.IntegerField())
    due = serializers.CharField(allow_null=True)
    challengeable = serializers.BooleanField()
    outcome = OutcomeOut(allow_null=True)
    claim = Json(allow_null=True)
    result = Json(allow_null=True)


class EventsOut(serializers.Serializer):
    head_seq = serializers.IntegerField()
    items = EventOut(many=True)


class BatchItemOut(serializers.Serializer):
    client_event_id = serializers.UUIDField()
    status = serializers.CharField(help_text="applied, replayed, rejected, not_attempted")
    seq = serializers.IntegerField(allow_null=True)
    warnings = serializers.ListField(child=Json())
    problem = Json(allow_null=True)


class BatchOut(serializers.Serializer):
    head_seq = serializers.IntegerField()
    totals = serializers.DictField(child=serializers.IntegerField())
    items = BatchItemOut(many=True)


class ClaimOut(serializers.Serializer):
    holder = serializers.CharField()
    until = serializers.DateTimeField()


class EquationOut(serializers.Serializer):
    """A judged line. `problems` is empty for a valid one."""

    ruleset = serializers.CharField()
    tiles = serializers.ListField(child=serializers.CharField())
    valid = serializers.BooleanField()
    problems = serializers.ListField(child=Json())


# --- From rows to these shapes -----------------------------------------------------------------------------


def game_etag(game_id: int, head_seq: int) -> str:
    """``"g42-17"``: the game at its seventeenth event."""
    return f'"g{game_id}-{head_seq}"'


def by_side(values: Sequence[Any]) -> dict[str, Any]:
    return {side_name(side): value for side, value in enumerate(values)}


def shown_name(side: int | None) -> str | None:
    return None if side is None else side_name(side)


def taken_back(rows: Sequence[GameEvent]) -> set[int]:
    """Events that do not count any more, with what followed from them."""
    gone = {row.target_seq for row in rows if row.kind in (Kind.UNDO, Kind.VOID, Kind.REPLACE)}
    return {row.seq for row in rows if row.seq in gone or (row.derived and row.target_seq in gone)}


def event_data(row: GameEvent, *, racks: bool, counts: bool = True) -> dict[str, Any]:
    """An event for whoever may see racks, or may not."""
    move = dict(row.payload)
    if not racks:
        for key in ("rack", "racks", "opponent_rack"):
            move.pop(key, None)
        if row.kind in (Kind.EXCHANGE, Kind.DISCARD) and "tiles" in move:
            move = {"count": len(move["tiles"])}
    return {
        "seq": row.seq,
        "type": str(row.kind),
        "player": shown_name(row.side),
        "points": by_side((row.first_points, row.second_points)),
        "move": move,
        "score": row.score,
        "outcome": None if row.upheld is None else ("upheld" if row.upheld else "failed"),
        "target_seq": row.target_seq,
        "counts": counts,
        "reason": row.reason,
        "client_event_id": row.client_event_id,
        "occurred_at": row.occurred_at,
        "received_at": row.received_at,
        "claimed_score": row.claimed_score,
        "claimed_total": row.claimed_total,
        "clock_ms": row.clock_ms,
    }


def standing_data(position: Position) -> dict[str, Any]:
    """How a game stands, in a few words."""
    over = position.ended is not None
    return {
        "totals": by_side(position.total),
        "to_move": None if over else side_name(position.to_move),
        "bag": position.bag_count,
        "due": position.due,
        "over": over,
    }


def game_data(game: Game, sheet: Sheet | None, place: SheetPlace) -> dict[str, Any]:
    position = position_of(game, sheet)
    rules = position.rules
    outcome = position.outcome
    open_racks = outcome is not None or place.rights.looks
    standing = standing_data(position)
    standing.pop("over")
    claim = None
    if sheet is not None and sheet.claim_until is not None and sheet.claim_label:
        claim = {"holder": sheet.claim_label if place.rights.looks else "", "until": sheet.claim_until}
    return {
        "id": f"g{game.pk}",
        "ruleset": game.ruleset,
        "judging": game.judging_mode,
        "tournament": place.tournament,
        "division": place.division,
        "round": place.round,
        "table": place.table,
        "sides": by_side([{"entry": side.entry, "name": side.name} for side in place.sides]),
        "head_seq": sheet.head_seq if sheet else 0,
        **standing,
        "board": [[square_data(rules, square), str(tile)] for square, tile in sorted(position.board.items())],
        "blocked": [square_data(rules, square) for square in sorted(position.sealed)],
        "racks": by_side(
            [
                {"size": rack.size, "tiles": list(rack.known) if open_racks else None}
                for rack in map(position.rack, range(position.sides))
            ]
        ),
        "clocks": by_side(position.clocks),
        "challengeable": position.before is not None,
        "outcome": None
        if outcome is None
        else {
            "reason": outcome.reason.value,
            "winner": shown_name(outcome.winner),
            "forfeited": shown_name(outcome.forfeited),
        },
        "claim": claim,
        "result": place.result,
    }


def problem_items(problems: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    return [dict(problem) for problem in problems]
