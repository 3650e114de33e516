"""Devices as they are listed, and the games that are a device's own."""

from enum import StrEnum

from django.db.models import Prefetch, Q, QuerySet
from django.utils import timezone

from ..models import Device, EntryMember, Pairing, Result, Round, Seat, Tournament


class DeviceState(StrEnum):
    """``waiting``: its code can be used. ``stale``: not enrolled, and the code is used up or too old."""

    WAITING = "waiting"
    STALE = "stale"
    ENROLLED = "enrolled"
    EXPIRED = "expired"
    REVOKED = "revoked"


def device_state(device: Device) -> DeviceState:
    now = timezone.now()
    if device.revoked_at is not None:
        return DeviceState.REVOKED
    if device.expires_at <= now:
        return DeviceState.EXPIRED
    if device.enrolled_at is not None:
        return DeviceState.ENROLLED
    return DeviceState.WAITING if code_open(device) else DeviceState.STALE


def code_open(device: Device) -> bool:
    """Whether a code is out that can still be used."""
    return (
        device.code_used_at is None
        and device.code_expires_at is not None
        and device.code_expires_at > timezone.now()
    )


def devices_of(tournament: Tournament) -> QuerySet[Device]:
    """All of them, those that are over too, with token and division at hand."""
    return Device.objects.filter(tournament=tournament).select_related("division", "token")


def device_pairings(device: Device) -> list[Pairing]:
    """The device's games in rounds that are being played, by division, round and table.

    At hand: ``game.sheet``, ``round.division``, ``seats`` by place with the names, ``results`` (the live one, if
    any). Four queries, however many games.
    """
    seats = (
        Seat.objects.select_related("entry")
        .prefetch_related(
            Prefetch(
                "entry__members", queryset=EntryMember.objects.select_related("player").order_by("entry", "place")
            )
        )
        .order_by("place")
    )
    mine = Q(round__division__tournament_id=device.tournament_id, round__state=Round.State.PUBLISHED)
    if device.division_id is not None:
        mine &= Q(round__division_id=device.division_id)
    if device.tables:
        mine &= Q(table__in=device.tables)
    return list(
        Pairing.objects.filter(mine)
        .exclude(game=None)
        .select_related("round__division", "game__sheet")
        .prefetch_related(
            Prefetch("seats", queryset=seats),
            Prefetch("results", queryset=Result.objects.filter(state__in=Result.LIVE)),
        )
        .order_by("round__division__order", "round__division_id", "round__number", "table")
    )
