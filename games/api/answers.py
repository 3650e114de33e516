"""What the API says about games and their events."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils import timezone
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from common.preconditions import etag_of
from games.engine import AUTO, Position
from games.engine.wire import problem_data, side_name, square_data

from ..models import Game, GameEvent, Sheet
from ..ports import Rights, SheetPlace
from ..selectors.sheets import position_of
from ..selectors.verdicts import row_problems
from ..wording import sentence

Kind = GameEvent.Kind


class Json(serializers.JSONField):
    """A JSON value whose shape the text says."""


@extend_schema_field({"type": "object", "additionalProperties": True})
class Object(serializers.JSONField):
    """A JSON object whose members the text says; more may come."""


@extend_schema_field(
    {"oneOf": [{"type": "string"}, {"type": "array", "items": {"type": "integer"}, "minItems": 2, "maxItems": 2}]}
)
class PlaceOut(serializers.JSONField):
    """`8F`, or `[x, y]` on an unbounded table."""


class TileScoreOut(serializers.Serializer):
    tile = serializers.CharField()
    points = serializers.IntegerField(help_text="With the piece premium it covered.")


class LineScoreOut(serializers.Serializer):
    """One line of a play: its tiles' points added up, times `multiplier`, make `points`."""

    equation = serializers.CharField()
    dir = serializers.CharField()
    start = PlaceOut()
    points = serializers.IntegerField()
    multiplier = serializers.IntegerField()
    tiles = TileScoreOut(many=True)


class ScoreOut(serializers.Serializer):
    total = serializers.IntegerField()
    lines = LineScoreOut(many=True)
    bingo = serializers.IntegerField()


class VerdictOut(serializers.Serializer):
    """Whether a play was right, and if not, why: problems as those of `equations:check`, with line and cell."""

    valid = serializers.BooleanField()
    problems = serializers.ListField(child=Object())


class ClaimSeenOut(serializers.Serializer):
    """Who records the game; `holder` is for those who work at the event, and empty for others."""

    holder = serializers.CharField(allow_blank=True)
    until = serializers.DateTimeField()


class GameSideOut(serializers.Serializer):
    entry = serializers.IntegerField()
    name = serializers.CharField()


class RackOut(serializers.Serializer):
    size = serializers.IntegerField()
    tiles = serializers.ListField(
        child=serializers.CharField(), allow_null=True, help_text="Those that are known; null while hidden."
    )


class EventOut(serializers.Serializer):
    """One event of a game's log. A side's total is the sum of its `points` over all events, whatever `counts`."""

    seq = serializers.IntegerField()
    type = serializers.CharField(help_text="Open list: play, exchange, challenge, play_withdrawn …")
    player = serializers.CharField(allow_null=True)
    points = serializers.DictField(child=serializers.IntegerField())
    move = Object(help_text="What was sent: start, dir, tiles and the like.")
    score = ScoreOut(allow_null=True, help_text="Of a play.")
    verdict = VerdictOut(
        allow_null=True,
        help_text="Of a play. Null where it may not be known: judged on challenge, not"
        " challenged yet, and the game not over; directors always know.",
    )
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
    warnings = serializers.ListField(child=Object())


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
    sides = serializers.DictField(child=GameSideOut())
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
    claim = ClaimSeenOut(allow_null=True)
    result = Object(allow_null=True, help_text="What was reported, as in the pairings.")


class EventsOut(serializers.Serializer):
    head_seq = serializers.IntegerField()
    items = EventOut(many=True)


class GameBatchItemOut(serializers.Serializer):
    client_event_id = serializers.UUIDField()
    status = serializers.CharField(help_text="applied, replayed, rejected, not_attempted")
    seq = serializers.IntegerField(allow_null=True)
    warnings = serializers.ListField(child=Object())
    problem = Object(allow_null=True, help_text="Why it was rejected, as a single event would be told.")


class GameBatchOut(serializers.Serializer):
    head_seq = serializers.IntegerField()
    totals = serializers.DictField(child=serializers.IntegerField())
    to_move = serializers.CharField(allow_null=True)
    bag = serializers.IntegerField()
    due = serializers.CharField(allow_null=True)
    over = serializers.BooleanField()
    items = GameBatchItemOut(many=True)


class ClaimOut(serializers.Serializer):
    holder = serializers.CharField()
    until = serializers.DateTimeField()


class EquationOut(serializers.Serializer):
    """A judged line. `problems` is empty for a valid one."""

    ruleset = serializers.CharField()
    tiles = serializers.ListField(child=serializers.CharField())
    valid = serializers.BooleanField()
    problems = serializers.ListField(child=Object())


# --- From rows to these shapes -----------------------------------------------------------------------------


def game_etag(game_id: int, head_seq: int) -> str:
    """``"g42-17"``: the log of the game at its seventeenth event."""
    return f'"g{game_id}-{head_seq}"'


def shown_etag(data: Mapping[str, Any]) -> str:
    """``"g42-17-…"``: beside the log, what this reader sees of it, of the claim and of the result."""
    return f'"{data["id"]}-{data["head_seq"]}-{etag_of(data)[1:13]}"'


def by_side(values: Sequence[Any]) -> dict[str, Any]:
    return {side_name(side): value for side, value in enumerate(values)}


def shown_name(side: int | None) -> str | None:
    return None if side is None else side_name(side)


@dataclass(frozen=True, slots=True)
class Sight:
    """What somebody may see of a game's events: tiles on racks, and whether plays were right."""

    racks: bool
    verdicts: bool

    @classmethod
    def of(cls, position: Position, rights: Rights) -> "Sight":
        """Racks and verdicts are everybody's once the game is over; a director knows all along. Where plays are
        judged at once a stored one is right, and that is no secret.
        """
        over = position.ended is not None or rights.closed
        judged = position.settings.judging == AUTO
        return cls(racks=over or rights.looks, verdicts=over or judged or rights.directs)


@dataclass(frozen=True, slots=True)
class Changes:
    """What was done to the events of a log by later ones."""

    #: Event → the newest one that took it back or replaced it.
    taken: Mapping[int, int]
    #: Play → the newest challenge of it, taken back or not.
    challenged: Mapping[int, int]
    #: Plays of which a challenge counts.
    decided: frozenset[int]

    @classmethod
    def of_game(cls, game_id: int) -> "Changes":
        kinds = (Kind.UNDO, Kind.VOID, Kind.REPLACE, Kind.CHALLENGE)
        found = GameEvent.objects.filter(game_id=game_id, kind__in=kinds).order_by("seq")
        told = [(seq, kind, target or 0) for seq, kind, target in found.values_list("seq", "kind", "target_seq")]
        taken = {target: seq for seq, kind, target in told if kind != Kind.CHALLENGE}
        challenged = {target: seq for seq, kind, target in told if kind == Kind.CHALLENGE}
        decided = frozenset(target for target, seq in challenged.items() if seq not in taken)
        return cls(taken, challenged, decided)

    def counts(self, row: GameEvent) -> bool:
        """Whether an event still counts: with its cause goes what followed from it."""
        if row.kind == Kind.REPLACE:
            return self.taken.get(row.target_seq or 0) == row.seq
        return row.seq not in self.taken and not (row.derived and row.target_seq in self.taken)

    def judged(self, row: GameEvent) -> bool:
        """Whether a challenge has told of this very play, as it is now: one that was made of it, even if it was
        taken back, or one that counts. What was told of a play says nothing of the one that replaced it.
        """
        if not self.counts(row):
            return False
        seq = (row.target_seq or 0) if row.kind == Kind.REPLACE else row.seq
        return seq in self.decided or self.challenged.get(seq, 0) > row.seq


def event_data(row: GameEvent, position: Position, sight: Sight, changes: Changes | None = None) -> dict[str, Any]:
    """An event as somebody may see it. Without ``changes`` as it was when it was recorded."""
    told = sight.verdicts or (changes is not None and changes.judged(row))
    return {
        "seq": row.seq,
        "type": str(row.kind),
        "player": shown_name(row.side),
        "points": by_side((row.first_points, row.second_points)),
        "move": _sent(row.kind, row.payload, racks=sight.racks),
        "score": row.score,
        "verdict": _verdict(position, row) if told else None,
        "outcome": None if row.upheld is None else ("upheld" if row.upheld else "failed"),
        "target_seq": row.target_seq,
        "counts": changes is None or changes.counts(row),
        "reason": row.reason,
        "client_event_id": row.client_event_id,
        "occurred_at": row.occurred_at,
        "received_at": row.received_at,
        "claimed_score": row.claimed_score,
        "claimed_total": row.claimed_total,
        "clock_ms": row.clock_ms,
    }


def _sent(kind: str, payload: Mapping[str, Any], *, racks: bool) -> dict[str, Any]:
    """A move as it was sent, and without ``racks`` what everybody saw of it. A replacement holds a whole event of
    its own, and the side that it is for.
    """
    if kind == Kind.REPLACE and "data" in payload:
        event = _sent(payload["type"], payload["data"], racks=racks)
        return {"event": {"type": payload["type"], "player": shown_name(payload["side"]), **event}}
    if racks:
        return dict(payload)
    move = {key: value for key, value in payload.items() if key not in ("rack", "racks", "opponent_rack")}
    if kind in (Kind.EXCHANGE, Kind.DISCARD) and "tiles" in move:
        return {"count": len(move["tiles"])}
    return move


def _verdict(position: Position, row: GameEvent) -> dict[str, Any] | None:
    problems = row_problems(position.rules, position.settings, row)
    if problems is None:
        return None
    rules = position.rules
    told = [{**problem_data(rules, problem), "detail": sentence(problem, rules)} for problem in problems]
    return {"valid": not problems, "problems": told}


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
    open_racks = Sight.of(position, place.rights).racks
    standing = standing_data(position)
    standing.pop("over")
    claim = None
    if sheet is not None and sheet.claim_until is not None and sheet.claim_until > timezone.now():
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
