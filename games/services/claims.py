"""Who records a game: one device at a time, by a lease that each event renews."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from common.actor import Actor
from common.errors import Conflict, NotAllowed

from ..models import GameEvent, Sheet
from ..ports import Rights
from .log import OpenSheet, open_sheet

LEASE = timedelta(minutes=10)


#: What a director does to a sheet, whoever records it.
_CORRECTIONS = (
    GameEvent.Kind.UNDO,
    GameEvent.Kind.VOID,
    GameEvent.Kind.REPLACE,
    GameEvent.Kind.ARBITER_ADJUSTMENT,
)


def claim_hold(sheet: OpenSheet, kind: str, rights: Rights) -> None:
    """Take or renew the claim for whoever sends. Raises ``game.claimed`` while another holds it.

    A director's correction needs no claim and takes none, so that the table goes on as if nobody had been there.
    """
    if rights.directs and kind in _CORRECTIONS and not _held_by(sheet.sheet, sheet.actor):
        return
    if _held_by_another(sheet.sheet, sheet.actor, sheet.now):
        raise claimed(sheet.sheet)
    _hold(sheet.sheet, sheet.actor, sheet.now)


def claim_check(sheet: OpenSheet, rights: Rights) -> None:
    """Raises ``game.claimed`` where another records this game; a director goes on. Takes nothing."""
    if not rights.directs and _held_by_another(sheet.sheet, sheet.actor, sheet.now):
        raise claimed(sheet.sheet)


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
    sheet = Sheet.objects.select_for_update().filter(pk=game_id).first()
    if sheet is not None and not _held_by_another(sheet, actor, timezone.now()):
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
    if sheet.claim_token_id is None and sheet.claim_user_id is None:
        return False
    return not _held_by(sheet, actor)


def _held_by(sheet: Sheet, actor: Actor) -> bool:
    """A person's token is another device than the same person's browser."""
    if actor.token_id is not None:
        return sheet.claim_token_id == actor.token_id
    return sheet.claim_token_id is None and actor.user_id is not None and sheet.claim_user_id == actor.user_id


def _hold(sheet: Sheet, actor: Actor, now: datetime) -> None:
    sheet.claim_token_id = actor.token_id
    sheet.claim_user_id = None if actor.token_id else actor.user_id
    sheet.claim_label = actor.label
    sheet.claim_until = now + LEASE


def claims_move(*, token_ids: Sequence[int], to: int | None) -> None:
    """Give the games that these tokens hold to the one that takes their place, or free them where none does."""
    held = Sheet.objects.filter(claim_token_id__in=token_ids)
    if to is None:
        held.update(claim_token=None, claim_user=None, claim_label="", claim_until=None)
    else:
        held.update(claim_token_id=to)
