"""What the API is sent about games: types and ranges. What may stand is for the engine and the services."""

from itertools import islice
from typing import Any

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.exceptions import ErrorDetail, ValidationError

from common.shapes import MAX_FAULTS, Choice, ClientId, Flag, Many, Shape, Text, Whole
from games.engine.notation.head import FORMAT
from games.engine.rulesets import RULESETS

from ..models import GameEvent

K = GameEvent.Kind
#: What a client may send; the rest follows by the rules.
SENT_KINDS = [
    K.PLAY,
    K.EXCHANGE,
    K.PASS,
    K.DISCARD,
    K.CHALLENGE,
    K.END,
    K.CLOCK,
    K.UNDO,
    K.VOID,
    K.REPLACE,
    K.ARBITER_ADJUSTMENT,
]
_MAX_TILES = 94
_MAX_TEXT = 12
_TEXT = {"type": "string", "maxLength": _MAX_TEXT}
_FAR = 1_000_000  # no table was ever laid so far
_CELL = {"type": "integer", "minimum": -_FAR, "maximum": _FAR}
_PLACE = {"oneOf": [_TEXT, {"type": "array", "items": _CELL, "minItems": 2, "maxItems": 2}]}
_TILE = {
    "oneOf": [
        _TEXT,
        {
            "type": "object",
            "properties": {"tile": _TEXT, "as": {**_TEXT, "nullable": True}},
            "required": ["tile"],
            "additionalProperties": False,
        },
    ]
}
_TILES = {"type": "array", "maxItems": _MAX_TILES, "items": {"oneOf": [*_TILE["oneOf"], {"type": "null"}]}}
_KINDS = {"type": "array", "maxItems": _MAX_TILES, "items": _TILE}


def _is_text(value: Any) -> bool:
    return isinstance(value, str) and len(value) <= _MAX_TEXT


def _is_tile(value: Any) -> bool:
    if not isinstance(value, dict):
        return _is_text(value)
    face = value.get("as")
    return value.keys() <= {"tile", "as"} and _is_text(value.get("tile")) and (face is None or _is_text(face))


class _Raw(serializers.Field):  # type: ignore[type-arg,unused-ignore]
    """A JSON value of this form, unchanged; which tile or square it spells is for the engine's reader."""

    default_error_messages = {
        "invalid": _("This is neither a place nor a tile."),
        "not_a_list": _("A list is needed."),
        "not_a_dict": _("An object is needed."),
        "max_length": _("There are more than %(count)s tiles.") % {"count": _MAX_TILES},
    }

    def to_representation(self, value: Any) -> Any:
        return value


@extend_schema_field(_PLACE)
class Place(_Raw):
    """`8F` or `[x, y]`."""

    def to_internal_value(self, data: Any) -> Any:
        pair = isinstance(data, list) and len(data) == 2 and all(type(n) is int and abs(n) <= _FAR for n in data)
        if not pair and not _is_text(data):
            self.fail("invalid")
        return data


@extend_schema_field(_KINDS)
class Kinds(_Raw):
    """Tiles as they lie on a rack."""

    gaps = False

    def to_internal_value(self, data: Any) -> Any:
        if not isinstance(data, list):
            self.fail("not_a_list")
        if len(data) > _MAX_TILES:
            self.fail("max_length")
        detail = [ErrorDetail(str(self.error_messages["invalid"]), code="invalid")]
        wrong = {
            str(place): detail
            for place, item in enumerate(data)
            if not _is_tile(item) and not (self.gaps and item is None)
        }
        if wrong:
            raise ValidationError(wrong)
        return data


@extend_schema_field(_TILES)
class Tiles(Kinds):
    """Tiles along a line; `null` for one already there."""

    gaps = True


@extend_schema_field({"type": "object", "additionalProperties": _KINDS})
class Racks(_Raw):
    """Tiles left, by side: `{"p1": ["5"], "p2": []}`."""

    def to_internal_value(self, data: Any) -> Any:
        if not isinstance(data, dict):
            self.fail("not_a_dict")
        kinds, wrong = Kinds(), {}
        for side, tiles in islice(data.items(), MAX_FAULTS):
            try:
                kinds.to_internal_value(tiles)
            except ValidationError as error:
                wrong[side] = error.detail
        if wrong:
            raise ValidationError(wrong)
        return data


class Moment(serializers.DateTimeField):
    def to_internal_value(self, value: Any) -> Any:
        if not isinstance(value, str) or not value.isascii():
            self.fail("invalid", format="YYYY-MM-DDThh:mm:ssZ")
        return super().to_internal_value(value)


class MoveNew(Shape):
    """A move: which fields it has depends on its `type`."""

    type = Choice([str(kind) for kind in SENT_KINDS])
    player = Choice(["p1", "p2"], required=False, help_text="`p1` starts. Left out: the side to move.")
    start = Place(required=False)
    dir = Choice(["across", "down"], required=False)
    tiles = Tiles(required=False)
    blocks = Tiles(required=False, help_text="The same as `tiles`, as Summy's players call them.")
    count = Whole(min_value=0, max_value=94, required=False)
    rack = Kinds(required=False, help_text="What the player held before this move; hidden from the public.")
    reason = Text(max_length=300, required=False, help_text="Of an end: out, passes, agreed. Else why.")
    racks = Racks(required=False)
    opponent_rack = Kinds(required=False)
    used_ms = Whole(min_value=0, max_value=24 * 3_600_000, required=False)
    points = Whole(min_value=-9999, max_value=9999, required=False)
    target_seq = Whole(min_value=1, required=False)


class EventNew(MoveNew):
    """An event. `client_event_id` is a UUID the client makes once for it and sends again whenever it is not
    sure.
    """

    client_event_id = ClientId()
    seq = Whole(min_value=1, help_text="One more than the head of the log the client has seen.")
    occurred_at = Moment(required=False, help_text="By the device's clock: kept, never used for order.")
    clock_ms = Whole(min_value=0, max_value=24 * 3_600_000, required=False, help_text="The player's clock then.")
    claimed_score = Whole(min_value=-9999, max_value=9999, required=False)
    claimed_total = Whole(min_value=-9999, max_value=9999, required=False)
    event = MoveNew(required=False, help_text="Of a `replace`: the move that takes the place of the old one.")


class BatchNew(Shape):
    items = Many(child=EventNew(), min_length=1, max_length=200)


class ClaimNew(Shape):
    steal = Flag(default=False, help_text="Take the game from the device that holds it; for directors.")


class RecordMove(Shape):
    """A move of a record: which fields it has depends on the line's type."""

    start = Place(required=False)
    dir = Choice(["across", "down"], required=False)
    tiles = Tiles(required=False)
    count = Whole(min_value=0, max_value=94, required=False)
    rack = Kinds(required=False)
    reason = Text(max_length=20, required=False, help_text="Of an end: out, passes, agreed.")
    racks = Racks(required=False)
    opponent_rack = Kinds(required=False)
    used_ms = Whole(min_value=0, max_value=24 * 3_600_000, required=False)
    points = Whole(min_value=-9999, max_value=9999, required=False)
    remark = Text(required=False, allow_blank=True)


class RecordLine(Shape):
    """An event, or a `remark` on a line of its own."""

    type = Text(max_length=40)
    player = Choice(["p1", "p2", "p3", "p4"], required=False)
    move = RecordMove(required=False)
    points = Whole(min_value=-(10**9), max_value=10**9, required=False)
    total = Whole(min_value=-(10**9), max_value=10**9, required=False)
    more = Flag(required=False, help_text="Whether the rack held tiles that it does not name.")
    remark = Text(required=False, allow_blank=True)


class RecordTag(Shape):
    key = Text()
    value = Text(allow_blank=True)


class RecordNew(Shape):
    """A game record to make a sheet from. Events that follow by the rules, points and totals may be left out; those
    that are there must be right. Settings, tags and names are read, and not taken over.
    """

    format = Choice([FORMAT], required=False)
    version = Whole(min_value=1, max_value=1, required=False)
    ruleset = Text(max_length=60)
    settings = serializers.DictField(child=Text(max_length=60), required=False)
    sides = serializers.ListField(child=Text(allow_blank=True), help_text="Names; who starts comes first.")
    tags = RecordTag(many=True, required=False)
    lines = RecordLine(many=True)


class EquationCheck(Shape):
    """A line to be judged: `tiles` one by one, or `line` as one text with blanks between them."""

    ruleset = Choice(sorted({*RULESETS, *(rules.name for rules in RULESETS.values())}), default="amath")
    line = Text(max_length=600, required=False)
    tiles = Many(child=Text(max_length=12), max_length=94, required=False)
