"""Who records a game: one device at a time, by a lease that each event renews."""

from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from common.actor import Actor
from common.errors import Conflict, NotAllowed

from ..models import Sheet
from ..ports import Rights
from .log import OpenSheet, open_sheet

LEASE = timedelta(minutes=10)


def claim_hold(sheet: OpenSheet, rights: Rights) -> None:
    """Take or renew the claim for whoever sends. Raises ``game.claimed`` while another holds it.

    A director's correction needs no claim and takes none.
    """
    if _held_by_another(sheet.sheet, sheet.actor, sheet.now):
        if rights.directs:
            return
        raise claimed(sheet.sheet)
    _hold(sheet.sheet, sheet.actor, sheet.now)


@transaction.atomic
def claim_take(*, game_id: int, actor: Actor, directs: bool, steal: bool = False) -> Sheet:
    """Claim a game for ten minutes. ``steal`` takes it from its holder and is for directors.

    Errors: ``game.claimed`` with the holder's label, ``auth.not_allowed``.
    """
    if steal and not directs:
        raise NotAllowed("auth.not_allowed", _("Only a director takes a game from another device."))
    open_ = open_sheet(game_id, actor)
    if _held_by_another(open_.sheet, actor, open_.now) and not steal:
        raise claimed(open_.sheet)
    _hold(open_.sheet, actor, open_.now)
    open_.sheet.save(update_fields=["claim_token", "claim_user", "claim_label", "claim_until"])
    return open_.sheet


@transaction.atomic
def claim_release(*, game_id: int, actor: Actor) -> None:
    """Give the claim back; whoever does not hold it gives nothing."""
    open_ = open_sheet(game_id, actor)
    if not _held_by_another(open_.sheet, actor, timezone.now()):
        Sheet.objects.filter(pk=game_id).update(claim_token=None, claim_user=None, claim_label="", claim_until=None)


def claimed(sheet: Sheet) -> Conflict:
    return Conflict(
        "game.claimed",
        _("%(holder)s is recording this game.") % {"holder": sheet.claim_label},
        extra={"holder": sheet.claim_label, "until": sheet.claim_until},
    )


def _held_by_another(sheet: Sheet, actor: Actor, now: datetime) -> bool:
    if sheet.claim_until is None or sheet.claim_until <= now:
        return False
    if sheet.claim_token_id is not None:
        return sheet.claim_token_id != actor.token_id
    return sheet.claim_user_id is not None and sheet.claim_user_id != actor.user_id


def _hold(sheet: Sheet, actor: Actor, now: datetime) -> None:
    sheet.claim_token_id = actor.token_id
    sheet.claim_user_id = None if actor.token_id else actor.user_id
    sheet.claim_label = actor.label
    sheet.claim_until = now + LEASE
