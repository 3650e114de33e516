"""What is said about devices, both ways, with its examples."""

from typing import Any

from rest_framework import serializers

from common.scopes import GAME_READ, RECORD, RESULT
from common.shapes import Choice, Many, Shape, Text, Whole

from ..selectors.devices import DeviceState
from ..services.devices import DEVICE_SCOPES, MAX_TABLES
from .answers import ShortResultOut
from .shapes import Moment, Slug


class DeviceNew(Shape):
    """No division: all of them; no tables: all tables."""

    label = Text(max_length=80)
    division = Slug(max_length=40, allow_null=True, default=None)
    tables = Many(child=Whole(min_value=1, max_value=99_999), max_length=MAX_TABLES, allow_empty=True, default=list)
    scopes = Many(
        child=Choice(list(DEVICE_SCOPES)), min_length=1, max_length=10, default=[GAME_READ, RECORD, RESULT]
    )
    expires_at = Moment(
        allow_null=True, default=None, help_text="24 hours after the event's last day where it is left out."
    )


class EnrolNew(Shape):
    """The code as it was shown: upper or lower case, with or without hyphens."""

    code = Text(max_length=40)
    label = Text(max_length=80, allow_blank=True, default="", help_text="What the device calls itself.")
    app = Text(max_length=80, allow_blank=True, default="", help_text="Program and version, as `amscore/1.4`.")


class DeviceOut(serializers.Serializer):
    """A device, never its code or token. `token` is the public part of the token it has."""

    device = serializers.CharField()
    label = serializers.CharField()
    state = serializers.CharField(help_text=f"Open list: {', '.join(DeviceState)}.")
    division = serializers.CharField(allow_null=True, help_text="Null: all.")
    tables = serializers.ListField(child=serializers.IntegerField(), help_text="Empty: all.")
    scopes = serializers.ListField(child=serializers.CharField())
    app = serializers.CharField()
    token_id = serializers.CharField(allow_null=True)
    created_at = serializers.DateTimeField()
    enrolled_at = serializers.DateTimeField(allow_null=True)
    last_seen_at = serializers.DateTimeField(allow_null=True, help_text="To the minute.")
    expires_at = serializers.DateTimeField()
    revoked_at = serializers.DateTimeField(allow_null=True)
    code_expires_at = serializers.DateTimeField(allow_null=True, help_text="Null where no code is out.")


class DeviceCodeOut(DeviceOut):
    """The only time that a code is told. `link` is the same as a page's address, to be put into a QR code."""

    code = serializers.CharField()
    link = serializers.CharField(help_text="Under this site; what stands behind the # is never sent to it.")


class DeviceTokenOut(DeviceOut):
    """The only time that the token itself is told."""

    token = serializers.CharField()
    tournament = serializers.CharField()
    tournament_name = serializers.CharField()


class RevokedOut(serializers.Serializer):
    revoked = serializers.IntegerField(help_text="How many there were.")


class DeviceSideOut(serializers.Serializer):
    entry = serializers.IntegerField()
    name = serializers.CharField()


class ClaimedOut(serializers.Serializer):
    holder = serializers.CharField()
    until = serializers.DateTimeField()
    own = serializers.BooleanField(help_text="Held by this device.")


class DeviceGameOut(serializers.Serializer):
    """One of the device's games, with what is needed to choose it. `head_seq` 0: nothing is recorded yet."""

    game = serializers.CharField()
    division = serializers.CharField()
    round = serializers.IntegerField()
    table = serializers.IntegerField()
    ruleset = serializers.CharField()
    judging = serializers.CharField()
    head_seq = serializers.IntegerField()
    sides = serializers.DictField(child=DeviceSideOut(), help_text="`p1` starts.")
    claim = ClaimedOut(allow_null=True)
    result = ShortResultOut(allow_null=True)


class DeviceMeOut(DeviceOut):
    """The device that asks, and its games in the rounds that are being played."""

    tournament = serializers.CharField()
    tournament_name = serializers.CharField()
    games = DeviceGameOut(many=True)


# --- Examples ----------------------------------------------------------------------------------------------

DEVICE_NEW: dict[str, Any] = {"label": "Table 12", "division": "open", "tables": [12]}
ENROL = {"code": "7KQ2-9MXR-4TGH-3BNV", "label": "Table 12", "app": "amscore/1.4"}
WAITING: dict[str, Any] = {
    "device": "d_5",
    "label": "Table 12",
    "state": "waiting",
    "division": "open",
    "tables": [12],
    "scopes": ["game:read", "game:record", "result:submit"],
    "app": "",
    "token_id": None,
    "created_at": "2026-11-28T08:00:00+07:00",
    "enrolled_at": None,
    "last_seen_at": None,
    "expires_at": "2026-12-01T00:00:00+07:00",
    "revoked_at": None,
    "code_expires_at": "2026-11-28T08:15:00+07:00",
}
CODE = {**WAITING, "code": ENROL["code"], "link": f"/enrol/#{ENROL['code']}"}
DEVICE = {
    **WAITING,
    "state": "enrolled",
    "app": "amscore/1.4",
    "token_id": "k3f9a2m7",
    "enrolled_at": "2026-11-28T08:04:10+07:00",
    "last_seen_at": "2026-11-29T10:12:05+07:00",
    "code_expires_at": None,
}
TOKEN = {
    **DEVICE,
    "last_seen_at": None,
    "tournament": "school-cup",
    "tournament_name": "School cup",
    "token": "krd_dev_k3f9a2m7_<32 letters and digits><6 hexadecimal digits>",
}
ME = {
    **DEVICE,
    "tournament": "school-cup",
    "tournament_name": "School cup",
    "games": [
        {
            "game": "g42",
            "division": "open",
            "round": 3,
            "table": 12,
            "ruleset": "amath@1",
            "judging": "challenge",
            "head_seq": 17,
            "sides": {"p1": {"entry": 12, "name": "กุ้ง ใจดี"}, "p2": {"entry": 7, "name": "Alice L."}},
            "claim": {"holder": "Table 12", "until": "2026-11-29T10:22:05+07:00", "own": True},
            "result": None,
        }
    ],
}
