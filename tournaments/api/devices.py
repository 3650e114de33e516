"""Devices: made by directors, enrolled by a code, and what a device can find out about itself."""

from typing import Any

from django.http import Http404
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from common.errors import Missing, Refused
from common.http import actor_of
from common.models import Token
from common.openapi import PAGING, listing, operation, path_parameter
from common.pagination import page_of
from common.rest import ApiView, token_of

from ..models import Device, Division, Pairing, Result, Tournament
from ..selectors.devices import DeviceState, code_open, device_pairings, device_state, devices_of
from ..services.devices import (
    device_code,
    device_create,
    device_enrol,
    device_revoke,
    device_roll,
    devices_revoke_all,
)
from . import device_shapes as shapes
from .access import device_asking, writing
from .answers import game_id
from .events import EVENT
from .outcomes import short_result
from .shapes import Nothing

DEVICE = path_parameter("device", r"^d_[1-9][0-9]{0,17}$", "The device's id, from the list.")
_MOMENT = serializers.DateTimeField()
_GONE = ["device.code_expired", "device.code_locked", "device.code_used"]


def device_data(device: Device) -> dict[str, Any]:
    """``device`` with its token and division at hand."""
    token = device.token
    state = device_state(device)
    moments = {
        "created_at": device.created_at,
        "enrolled_at": device.enrolled_at,
        "last_seen_at": token.last_used_at if token else None,
        "expires_at": device.expires_at,
        "revoked_at": device.revoked_at,
        "code_expires_at": device.code_expires_at if code_open(device) and state != DeviceState.REVOKED else None,
    }
    return {
        "device": f"d_{device.pk}",
        "label": device.label,
        "state": state.value,
        "division": device.division.slug if device.division else None,
        "tables": device.tables,
        "scopes": device.scopes,
        "app": device.app,
        "token_id": token.id8 if token else None,
        **{name: _MOMENT.to_representation(at) if at else None for name, at in moments.items()},
    }


def _with_code(device: Device, code: str) -> dict[str, Any]:
    return {**device_data(device), "code": code, "link": f"{reverse('enrol')}#{code}"}


def _with_event(device: Device) -> dict[str, Any]:
    event = device.tournament
    return {**device_data(device), "tournament": event.slug, "tournament_name": event.name}


class Devices(ApiView):
    @operation(
        "devices_list",
        "List an event's devices",
        tag="devices",
        login=True,
        answers={200: listing(shapes.DeviceOut)},
        example={"items": [shapes.DEVICE], "next": None},
        problems=["not_found"],
        parameters=[EVENT, *PAGING],
    )
    def get(self, request: Request, slug: str) -> Response:
        """For directors. Those that are over too; the newest first."""
        event = writing(request, slug, "tournaments.direct").tournament
        page = page_of(request, devices_of(event), ("-id",))
        return Response({"items": [device_data(device) for device in page.items], "next": page.next})

    @operation(
        "devices_create",
        "Make a device",
        tag="devices",
        login=True,
        body=shapes.DeviceNew,
        sends=shapes.DEVICE_NEW,
        answers={201: shapes.DeviceCodeOut},
        example=shapes.CODE,
        problems=[
            "not_found",
            "device.division_unknown",
            "device.scopes_invalid",
            "device.too_many",
            "name.missing",
            "token.expired",
        ],
        parameters=[EVENT],
    )
    def post(self, request: Request, slug: str) -> Response:
        """For directors. The answer holds a code, this once: good for one device, fifteen minutes, five tries."""
        event = writing(request, slug, "tournaments.direct").tournament
        shape = shapes.DeviceNew(data=request.data)
        shape.is_valid(raise_exception=True)
        wish: dict[str, Any] = dict(shape.validated_data)
        division = _division(event, wish.pop("division"))
        device, code = device_create(tournament=event, division=division, actor=actor_of(request), **wish)
        return Response(_with_code(device, code), status=201)


def _division(event: Tournament, slug: str | None) -> Division | None:
    if slug is None:
        return None
    found = Division.objects.filter(tournament=event, slug=slug).first()
    if found is None:
        raise Refused("device.division_unknown", _("The event has no such division."), field="division")
    return found


def _mine(request: Request, slug: str) -> Tournament:
    """The event of a director who acts on a device there."""
    event = writing(request, slug, "tournaments.direct").tournament
    Nothing(data=request.data).is_valid(raise_exception=True)
    return event


class DeviceCode(ApiView):
    @operation(
        "devices_code",
        "Make a new code",
        tag="devices",
        login=True,
        body=Nothing,
        sends={},
        answers={200: shapes.DeviceCodeOut},
        example=shapes.CODE,
        problems=["not_found", "device.over"],
        parameters=[EVENT, DEVICE],
    )
    def post(self, request: Request, slug: str, device: int) -> Response:
        """The old code ends. A device that is enrolled goes on until somebody uses the new one."""
        event = _mine(request, slug)
        try:
            found, code = device_code(tournament=event, device_id=device, actor=actor_of(request))
        except Missing as error:
            raise Http404 from error
        return Response(_with_code(found, code))


class DeviceRoll(ApiView):
    @operation(
        "devices_roll",
        "Replace a device's token",
        tag="devices",
        login=True,
        body=Nothing,
        sends={},
        answers={200: shapes.DeviceTokenOut},
        example=shapes.TOKEN,
        problems=["not_found", "device.not_enrolled", "device.over"],
        parameters=[EVENT, DEVICE],
    )
    def post(self, request: Request, slug: str, device: int) -> Response:
        """By a director, or by the device itself. The old token is refused from the next request on; games that it
        had claimed stay claimed by the new one.
        """
        itself = self._itself(request, slug, device)
        if itself is None:
            event, own = writing(request, slug, "tournaments.direct").tournament, None
        else:
            event, own = itself.tournament, itself.token_id
        Nothing(data=request.data).is_valid(raise_exception=True)
        try:
            found, text = device_roll(tournament=event, device_id=device, actor=actor_of(request), own=own)
        except Missing as error:
            raise Http404 from error
        return Response({**_with_event(found), "token": text})

    def _itself(self, request: Request, slug: str, device: int) -> Device | None:
        token = token_of(request)
        if token is None or token.kind != Token.Kind.DEVICE:
            return None
        own = device_asking(request)
        return own if (own.pk, own.tournament.slug) == (device, slug) else None


class DeviceRevoke(ApiView):
    @operation(
        "devices_revoke",
        "Revoke a device",
        tag="devices",
        login=True,
        body=Nothing,
        sends={},
        answers={200: shapes.DeviceOut},
        example={**shapes.DEVICE, "state": "revoked", "revoked_at": "2026-11-29T10:15:00+07:00"},
        problems=["not_found"],
        parameters=[EVENT, DEVICE],
    )
    def post(self, request: Request, slug: str, device: int) -> Response:
        """At once: its next request is refused, its code opens nothing, and games that it had claimed are free."""
        event = _mine(request, slug)
        try:
            found = device_revoke(tournament=event, device_id=device, actor=actor_of(request))
        except Missing as error:
            raise Http404 from error
        return Response(device_data(found))


class DevicesRevokeAll(ApiView):
    @operation(
        "devices_revoke_all",
        "Revoke all devices",
        tag="devices",
        login=True,
        body=Nothing,
        sends={},
        answers={200: shapes.RevokedOut},
        example={"revoked": 48},
        problems=["not_found"],
        parameters=[EVENT],
    )
    def post(self, request: Request, slug: str) -> Response:
        """Every device of the event, those that wait to be enrolled too."""
        event = _mine(request, slug)
        return Response({"revoked": devices_revoke_all(tournament=event, actor=actor_of(request))})


class Enrol(ApiView):
    @operation(
        "devices_enrol",
        "Enrol a device",
        tag="devices",
        body=shapes.EnrolNew,
        sends=shapes.ENROL,
        answers={201: shapes.DeviceTokenOut},
        example=shapes.TOKEN,
        problems=["device.code_wrong", *_GONE],
    )
    def post(self, request: Request) -> Response:
        """With a code and without a token. The answer holds the device's token, this once: only a hash is kept.

        Five wrong codes close the door for a quarter of an hour (429). Only whoever sends the right code is told
        that it is used, too old or closed after too many tries (410).
        """
        shape = shapes.EnrolNew(data=request.data)
        shape.is_valid(raise_exception=True)
        device, text = device_enrol(actor=actor_of(request), **shape.validated_data)
        return Response({**_with_event(device), "token": text}, status=201)


class Me(ApiView):
    @operation(
        "devices_me",
        "Read this device",
        tag="devices",
        login=True,
        answers={200: shapes.DeviceMeOut},
        example=shapes.ME,
        problems=["not_found"],
    )
    def get(self, request: Request) -> Response:
        """For a device's token: what it is good for, and its games. A person's token is told 404."""
        device = device_asking(request)
        games = [_game(pairing, device) for pairing in device_pairings(device)]
        return Response({**_with_event(device), "games": games})


def _game(pairing: Pairing, device: Device) -> dict[str, Any]:
    game, seats = pairing.game, list(pairing.seats.all())
    assert game is not None
    sheet = getattr(game, "sheet", None)
    live: Result | None = next(iter(pairing.results.all()), None)
    claim = None
    if sheet is not None and sheet.claim_until is not None and sheet.claim_until > timezone.now():
        claim = {
            "holder": sheet.claim_label,
            "until": _MOMENT.to_representation(sheet.claim_until),
            "own": sheet.claim_token_id == device.token_id,
        }
    return {
        "game": game_id(game.pk),
        "division": pairing.round.division.slug,
        "round": pairing.round.number,
        "table": pairing.table,
        "ruleset": game.ruleset,
        "judging": game.judging_mode,
        "head_seq": sheet.head_seq if sheet is not None else 0,
        "sides": {
            f"p{at}": {"entry": seat.entry.number, "name": seat.entry.public_name}
            for at, seat in enumerate(seats, start=1)
        },
        "claim": claim,
        "result": short_result(live, [seat.entry.number for seat in seats], staff=True) if live else None,
    }
