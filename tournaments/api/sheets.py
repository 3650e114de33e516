"""Where a game is played and who may do what at its sheet: what the games' API asks of this app."""

from typing import Any

from django.db.models import OuterRef, Subquery
from django.http import Http404
from django.utils.translation import gettext_lazy as _
from rest_framework.request import Request

from common.errors import NotAllowed
from common.prepared import Prepared
from common.rest import login_required, token_of
from common.scopes import DIRECT, GAME_READ, RECORD
from games.ports import Rights, SheetPlace, SheetSide

from ..models import Pairing, Result, Round, Seat
from ..selectors.results import newest_result
from .access import Access, device_kept_out, own_place, scope_required
from .outcomes import short_result

_SETTLED = (Result.State.CONFIRMED, Result.State.FINAL)


def sheet_place(request: Request, game_id: int, *, writing: bool) -> SheetPlace:
    """The game as the asker may know it. For writing: 401, 404 or 403, and neither names nor result are looked
    up.
    """
    if writing:
        login_required(request)
    pairing = _pairing(game_id)
    access = Access(request, pairing.round.division.tournament)
    rights = _rights(access, pairing)
    if writing and not rights.may_record:
        device_kept_out(access, pairing)
        known = rights.looks or rights.side is not None or access.device is not None
        if not (known or access.has("tournaments.look")):
            raise Http404  # a game to look at at most, and none to write to
        if token_of(request) is not None:
            scope_required(request, RECORD, DIRECT)
        raise NotAllowed("auth.not_allowed", _("You may not record this game."))
    if not writing:
        _sees(access, pairing, rights)
    seats = [] if writing else list(_seats(pairing))
    division = pairing.round.division
    return SheetPlace(
        rights=rights,
        sides=tuple(SheetSide(seat.entry.number, seat.entry.public_name) for seat in seats),
        tournament=division.tournament.slug,
        division=division.slug,
        round=pairing.round.number,
        table=pairing.table,
        result=_result(access, pairing, seats, rights) if seats else None,
        chain=division.log_chain,
    )


_pairing_of = Prepared(
    lambda game_id: (
        Pairing.objects.select_related("round__division__tournament")
        .annotate(
            result_state=Subquery(
                Result.objects.filter(pairing=OuterRef("pk"), state__in=Result.LIVE).order_by().values("state")[:1]
            )
        )
        .filter(game_id=game_id)
        .exclude(round__state=Round.State.DRAFT)
        .order_by()
    )
)


def _pairing(game_id: int) -> Pairing:
    pairing = _pairing_of.first(game_id=game_id)
    if pairing is None:
        raise Http404
    return pairing


def _rights(access: Access, pairing: Pairing) -> Rights:
    state: Any = getattr(pairing, "result_state", None)
    closed = pairing.round.state == Round.State.CLOSED or state in _SETTLED
    token = token_of(access.request)
    scopes = set(token.scopes) if token is not None else {RECORD, DIRECT, GAME_READ}
    device = access.device
    if device is not None:
        mine = device.covers(pairing.round.division_id, pairing.table)
        looks = mine and bool(scopes & {GAME_READ, RECORD})
        return Rights(may_record=mine and RECORD in scopes, looks=looks, closed=closed)
    directs = access.has("tournaments.direct") and DIRECT in scopes
    scores = access.has("tournaments.score") and bool(scopes & {RECORD, DIRECT})
    looks = access.has("tournaments.score") and bool(scopes & {GAME_READ, RECORD, DIRECT})
    side = None if scores else own_place(access, list(Seat.objects.filter(pairing=pairing)))
    plays = side is not None and RECORD in scopes
    return Rights(may_record=scores or plays, looks=looks, directs=directs, closed=closed, side=side)


def _sees(access: Access, pairing: Pairing, rights: Rights) -> None:
    if rights.looks or rights.may_record or rights.side is not None:
        return
    division, device = pairing.round.division, access.device
    if device is not None:
        if device.covers(division.pk, pairing.table):
            return  # its own game, without the racks
        raise Http404  # a table's device has no business at another table
    access.sees(division.tournament.is_public and division.pairings_public)


def _seats(pairing: Pairing) -> Any:
    return pairing.seats.select_related("entry").prefetch_related("entry__members__player").order_by("place")


def _result(access: Access, pairing: Pairing, seats: list[Seat], rights: Rights) -> dict[str, Any] | None:
    live = newest_result(pairing)
    if live is None:
        return None
    knows = rights.looks or rights.side is not None or access.device is not None
    return short_result(live, [seat.entry.number for seat in seats], staff=knows)
