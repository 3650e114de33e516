"""What whoever asks may do in an event: for apps that show no button which would be refused."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from common.models import Token
from common.openapi import operation
from common.rest import ApiView, token_of

from ..models import Device, EntryMember
from .access import Access, tournament_access
from .events import EVENT

_MOMENT = serializers.DateTimeField()


class RightsOut(serializers.Serializer):
    """What the role allows and the token was made for, both; of a device, see its `scopes`."""

    look = serializers.BooleanField(help_text="Drafts, full names, the log.")
    score = serializers.BooleanField(help_text="Results and scoresheets of every table.")
    run = serializers.BooleanField(help_text="Register, pair, publish, close.")
    direct = serializers.BooleanField(help_text="Settings, devices, corrections of closed rounds.")


class OwnDeviceOut(serializers.Serializer):
    """The device that asks. In games of its tables it may what its `scopes` say."""

    device = serializers.CharField()
    label = serializers.CharField()
    division = serializers.CharField(allow_null=True, help_text="Null: all.")
    tables = serializers.ListField(child=serializers.IntegerField(), help_text="Empty: all.")


class OwnEntryOut(serializers.Serializer):
    division = serializers.CharField()
    entry = serializers.IntegerField()


class AccessOut(serializers.Serializer):
    """Who asks, and what they may do here. Reading what is public is everybody's and not told."""

    tournament = serializers.CharField()
    kind = serializers.CharField(help_text="Open list: anonymous, session, token (of a person), device.")
    scopes = serializers.ListField(
        child=serializers.CharField(),
        allow_null=True,
        help_text="Of the token; null without one, empty where it is good for another event only.",
    )
    expires_at = serializers.DateTimeField(allow_null=True, help_text="When the token is over; null: never.")
    rights = RightsOut()
    device = OwnDeviceOut(allow_null=True)
    entries = OwnEntryOut(many=True, help_text="Entries that the asker plays in, by an own login.")


EXAMPLE: dict[str, Any] = {
    "tournament": "school-cup",
    "kind": "token",
    "scopes": ["pairing:read", "result:submit"],
    "expires_at": "2026-12-01T00:00:00+07:00",
    "rights": {"look": True, "score": True, "run": False, "direct": False},
    "device": None,
    "entries": [{"division": "open", "entry": 12}],
}


class MyAccess(ApiView):
    @operation(
        "tournaments_access",
        "Read what I may do here",
        tag="tournaments",
        answers={200: AccessOut},
        example=EXAMPLE,
        problems=["not_found"],
        parameters=[EVENT],
    )
    def get(self, request: Request, slug: str) -> Response:
        """The rights that role and token both give. Without either all are false: what is public is there to read.

        A device may in the games of its tables what its `scopes` say, and a player in the games of `entries` too,
        by a session or by a token with the scope.
        """
        return Response(_told(tournament_access(request, slug)))


def _told(access: Access) -> dict[str, Any]:
    token = token_of(access.request)
    here = token is not None and not access.bound_elsewhere
    return {
        "tournament": access.tournament.slug,
        "kind": _kind(access, token),
        "scopes": None if token is None else [scope for scope in token.scopes if here],
        "expires_at": _MOMENT.to_representation(token.expires_at) if token and token.expires_at else None,
        "rights": {
            "look": access.looks,
            **{right: access.may(f"tournaments.{right}") for right in ("score", "run", "direct")},
        },
        "device": _device(access.device),
        "entries": _entries(access, token),
    }


def _kind(access: Access, token: Token | None) -> str:
    if token is not None:
        return "device" if token.kind == Token.Kind.DEVICE else "token"
    return "session" if access.request.user.is_authenticated else "anonymous"


def _device(device: Device | None) -> dict[str, Any] | None:
    if device is None:
        return None
    return {
        "device": f"d_{device.pk}",
        "label": device.label,
        "division": device.division.slug if device.division else None,
        "tables": device.tables,
    }


def _entries(access: Access, token: Token | None) -> list[dict[str, Any]]:
    """A token that was made for nothing says nothing of its owner either."""
    user = access.request.user
    if not user.is_authenticated or access.bound_elsewhere or (token is not None and not token.scopes):
        return []
    mine = EntryMember.objects.filter(division__tournament=access.tournament, player__user_id=user.pk)
    places = mine.order_by("division__order", "division_id", "entry__number")
    return [
        {"division": division, "entry": number}
        for division, number in places.values_list("division__slug", "entry__number")
    ]
