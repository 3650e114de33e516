"""Who may do what through the API: the person's right, and no more of it than the token was made for.

Writing without credentials is 401; what is not yours is not there (404, the same answer as for what is missing);
your own event without the right, or with a token that lacks the scope, is 403.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.http import Http404
from django.utils.translation import gettext_lazy as _
from rest_framework.request import Request

from common.errors import NotAllowed
from common.http import actor_of
from common.models import Token
from common.prepared import Prepared
from common.rest import login_required, token_of
from common.scopes import CONFIRM, DIRECT, GAME_READ, READ, RECORD, RESULT

from ..models import Device, Division, Entry, Pairing, Round, Seat, Tournament
from ..services.devices import device_refused

#: Any one of these scopes opens the right.
_SCOPES = {
    "tournaments.look": {READ, GAME_READ, RECORD, RESULT, CONFIRM, DIRECT},
    "tournaments.score": {RESULT, DIRECT},
    "tournaments.run": {DIRECT},
    "tournaments.direct": {DIRECT},
}


def scope_required(request: Request, *scopes: str) -> None:
    """403 for a token that has none of these scopes."""
    token = token_of(request)
    if token is not None and not set(scopes) & set(token.scopes):
        raise NotAllowed(
            "auth.scope_missing",
            _("This token was not made for this. It needs one of: %(scopes)s.") % {"scopes": ", ".join(scopes)},
            extra={"scopes": list(scopes)},
        )


_seats_of = Prepared(
    lambda game_id: (
        Seat.objects.select_related("entry", "pairing__round__division__tournament")
        .filter(pairing__game_id=game_id)
        .exclude(round__state=Round.State.DRAFT)
        .order_by("place")
    )
)


@dataclass
class Access:
    """One request's rights in one event."""

    request: Request
    tournament: Tournament

    @cached_property
    def bound_elsewhere(self) -> bool:
        """A token of another event is nobody here."""
        token = token_of(self.request)
        return token is not None and token.scope_key not in ("", self.tournament.log_chain)

    @cached_property
    def device(self) -> Device | None:
        """The device that asks, where one of this event does. Its token opens nothing else."""
        token = token_of(self.request)
        if token is None or token.kind != Token.Kind.DEVICE or self.bound_elsewhere:
            return None
        device = _device_behind(token)
        return device if device is not None and device.tournament_id == self.tournament.pk else None

    @property
    def foreign_device(self) -> bool:
        """A device of another event is told nothing of this one, not even what everybody may read."""
        token = token_of(self.request)
        return token is not None and token.kind == Token.Kind.DEVICE and self.bound_elsewhere

    def has(self, perm: str) -> bool:
        """The person's own right here, whatever the token was made for."""
        user: Any = self.request.user
        return user.is_authenticated and not self.bound_elsewhere and user.has_perm(perm, self.tournament)

    @cached_property
    def looks(self) -> bool:
        """Sees drafts, full names and whatever else the public does not."""
        token = token_of(self.request)
        scoped = token is None or bool(_SCOPES["tournaments.look"] & set(token.scopes))
        return scoped and self.has("tournaments.look")

    def may(self, perm: str) -> bool:
        """The right, and a token that was made for it."""
        token = token_of(self.request)
        return self.has(perm) and (token is None or bool(_SCOPES[perm] & set(token.scopes)))

    def require(self, perm: str) -> None:
        login_required(self.request)
        if not self.has("tournaments.look"):
            raise Http404
        if not self.has(perm):
            raise NotAllowed("auth.not_allowed", _("You may not do this in this event."))
        scope_required(self.request, *sorted(_SCOPES[perm]))

    def sees(self, public: bool) -> None:
        """404 unless this part is public or the reader looks behind."""
        if self.foreign_device or not (public or self.looks):
            raise Http404


def _device_behind(token: Token) -> Device | None:
    """The device that was given this token, if it is still to be heard; it came with the token."""
    device: Device | None = getattr(token, "device", None)
    return device if device is not None and device.revoked_at is None else None


def device_asking(request: Request) -> Device:
    """The device behind the token: 401 for nobody, 404 for a person."""
    login_required(request)
    token = token_of(request)
    found = None
    if token is not None and token.kind == Token.Kind.DEVICE:
        found = _device_behind(token)
    if found is None:
        raise Http404
    return found


def device_kept_out(access: Access, pairing: Pairing) -> None:
    """404 for a device that reaches for a game that is not its own, as for a game that is not there; the event's
    log keeps that it tried.
    """
    device = access.device
    if device is None or device.covers(pairing.round.division_id, pairing.table):
        return
    request = access.request
    device.tournament = access.tournament
    device_refused(
        device=device,
        game_id=pairing.game_id or 0,
        table=pairing.table,
        asked=f"{request.method} {request.path}",
        actor=actor_of(request),
    )
    raise Http404


def tournament_access(request: Request, slug: str) -> Access:
    """A public event, or one of the reader's own."""
    tournament = Tournament.objects.filter(slug=slug).first()
    if tournament is None:
        raise Http404
    access = Access(request, tournament)
    access.sees(tournament.is_public)
    return access


def division_access(request: Request, slug: str, division: str) -> tuple[Access, Division]:
    found = Division.objects.select_related("tournament").filter(tournament__slug=slug, slug=division).first()
    if found is None:
        raise Http404
    access = Access(request, found.tournament)
    access.sees(found.tournament.is_public)
    return access, found


def writing(request: Request, slug: str, perm: str) -> Access:
    """The event to write to: 401, 404 or 403 before anything is read of the request's body."""
    login_required(request)
    access = tournament_access(request, slug)
    access.require(perm)
    return access


def writing_division(request: Request, slug: str, division: str, perm: str) -> tuple[Access, Division]:
    login_required(request)
    access, found = division_access(request, slug, division)
    access.require(perm)
    return access, found


def entry_in(division: Division, number: int) -> Entry:
    entry = Entry.objects.select_related("club").filter(division=division, number=number).first()
    if entry is None:
        raise Http404
    return entry


def round_in(division: Division, number: int, *, drafts: bool) -> Round:
    """A round the reader may know of."""
    found = Round.objects.filter(division=division, number=number).first()
    if found is None or (found.state == Round.State.DRAFT and not drafts):
        raise Http404
    found.division = division
    return found


def game_access(request: Request, game_id: int) -> tuple[Access, Pairing, list[Seat]]:
    """A game's pairing with its seats by place, where the reader may see it. A game exists once it is published."""
    seats = _seats_of(game_id=game_id)
    if not seats:
        raise Http404
    pairing = seats[0].pairing
    division = pairing.round.division
    access = Access(request, division.tournament)
    device = access.device
    if own_place(access, seats) is None and (device is None or not device.covers(division.pk, pairing.table)):
        access.sees(division.tournament.is_public and division.pairings_public)
    return access, pairing, seats


def own_place(access: Access, seats: list[Seat]) -> int | None:
    """The place in this game of the person who asks, or None."""
    user = access.request.user
    if not user.is_authenticated or access.bound_elsewhere:
        return None
    mine = Seat.objects.filter(
        pk__in=[seat.pk for seat in seats], entry__members__player__user_id=user.pk
    ).values_list("place", flat=True)
    return next(iter(mine), None)
