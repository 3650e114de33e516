"""Devices: made by a director, enrolled once with a code that lives for minutes, ended at the next request.

Locks are taken in this order: the event (where devices are made), devices by id, the sheets they hold, the log.
A locked device is read without its token: PostgreSQL would join the token that was there before it waited.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from hmac import compare_digest
from typing import Any

from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.views.decorators.debug import sensitive_variables

from common.actor import Actor
from common.attempts import attempt_on
from common.errors import Conflict, Gone, Missing, Refused
from common.log import log_append
from common.models import LogEntry, Token
from common.scopes import CONFIRM, GAME_READ, RECORD, RESULT
from common.text import clean
from common.tokens import token_create
from games.services.claims import claims_move

from ..models import Device, Division, Tournament
from .codes import code_hash, code_make, code_prefix, code_read

#: What a device can be good for, and what it is made for where nobody says.
DEVICE_SCOPES = (GAME_READ, RECORD, RESULT, CONFIRM)
CODE_LIFE = timedelta(minutes=15)
CODE_TRIES = 5
MAX_LIVE = 600
MAX_TABLES = 200
#: Wrong codes allowed in a quarter of an hour from one address: for one first group, and for all together. A hall
#: is one address, so a hundred tablets that are enrolled by hand there must get through.
_TRIES_A_CODE, _TRIES_AN_ADDRESS = 5, 40
#: A device that keeps on asking for another table is told each time and written down once in a while.
_REFUSAL_EVERY = timedelta(minutes=10)


def default_expiry(tournament: Tournament) -> datetime:
    """24 hours after the event's last day; for an event that is over, a day from now."""
    end = datetime.combine(tournament.ends_on + timedelta(days=1), time.min, timezone.get_current_timezone())
    now = timezone.now().replace(second=0, microsecond=0)
    return max(end, now) + timedelta(days=1)


def live_devices(tournament: Tournament) -> QuerySet[Device]:
    """Those that are, or may yet be, good for something."""
    return Device.objects.filter(tournament=tournament, revoked_at=None, expires_at__gt=timezone.now())


@transaction.atomic
def device_create(
    *,
    tournament: Tournament,
    label: str,
    actor: Actor,
    scopes: Iterable[str] = DEVICE_SCOPES,
    division: Division | None = None,
    tables: Iterable[int] = (),
    expires_at: datetime | None = None,
) -> tuple[Device, str]:
    """A device and its first code, to be shown once. No tables: all of them; no division: all.

    Errors: ``name.missing``, ``device.scopes_invalid``, ``token.expired``, ``device.too_many``.
    """
    name = clean(label)[:80]
    if not name:
        raise Refused("name.missing", _("A name needs letters."), field="label")
    rights, until = _rights(scopes), _expiry(tournament, expires_at)
    Tournament.objects.select_for_update().get(pk=tournament.pk)
    _room(tournament, 1)
    return _make(tournament, name, rights, division, tables, until, actor)


@dataclass(frozen=True, slots=True)
class TableDevices:
    """``made``: devices with the codes to be shown now. ``enrolled``: tables that have one in use already."""

    made: tuple[tuple[Device, str], ...]
    enrolled: tuple[int, ...]


@transaction.atomic
def devices_for_tables(
    *,
    tournament: Tournament,
    division: Division | None,
    first: int,
    last: int,
    label: str,
    actor: Actor,
    scopes: Iterable[str] = DEVICE_SCOPES,
    expires_at: datetime | None = None,
) -> TableDevices:
    """A device for each table from ``first`` to ``last``. Done again, it makes none twice: a table whose device
    waits gets a new code for it, one whose device is enrolled is left alone.

    ``label`` holds ``%(table)s``, in the language of whoever will read it. Errors as :func:`device_create`, and
    ``device.tables_invalid``.
    """
    if not 1 <= first <= last or last - first >= MAX_TABLES:
        raise Refused(
            "device.tables_invalid",
            _("From the lower to the higher number, %(count)s tables at most.") % {"count": MAX_TABLES},
            field="last",
        )
    rights, until = _rights(scopes), _expiry(tournament, expires_at)
    Tournament.objects.select_for_update().get(pk=tournament.pk)
    here = live_devices(tournament).filter(division=division).select_for_update(of=("self",)).order_by("pk")
    known = {device.tables[0]: device for device in here if len(device.tables) == 1}
    wanted = range(first, last + 1)
    _room(tournament, sum(table not in known for table in wanted))
    made, enrolled = [], []
    for table in wanted:
        device = known.get(table)
        if device is None:
            name = clean(str(label) % {"table": table})[:80]
            made.append(_make(tournament, name, rights, division, [table], until, actor))
        elif device.enrolled_at is None:
            made.append((device, _recode(device, actor)))
        else:
            enrolled.append(table)
    return TableDevices(tuple(made), tuple(enrolled))


def _rights(scopes: Iterable[str]) -> list[str]:
    asked = set(scopes)
    if not asked or asked - set(DEVICE_SCOPES):
        raise Refused(
            "device.scopes_invalid",
            _("A device can read and record games, send results and confirm them; choose at least one."),
            field="scopes",
            extra={"scopes": list(DEVICE_SCOPES)},
        )
    return [scope for scope in DEVICE_SCOPES if scope in asked]


def _expiry(tournament: Tournament, expires_at: datetime | None) -> datetime:
    if expires_at is None:
        return default_expiry(tournament)
    if expires_at <= timezone.now():
        raise Refused("token.expired", _("This moment is over."), field="expires_at")
    return expires_at


def _room(tournament: Tournament, more: int) -> None:
    if live_devices(tournament).count() + more > MAX_LIVE:
        raise Conflict(
            "device.too_many",
            _("An event has %(count)s devices at most. Revoke those that are not used.") % {"count": MAX_LIVE},
        )


def _make(
    tournament: Tournament,
    label: str,
    scopes: Sequence[str],
    division: Division | None,
    tables: Iterable[int],
    expires_at: datetime,
    actor: Actor,
) -> tuple[Device, str]:
    device = Device(
        tournament=tournament,
        division=division,
        tables=sorted(set(tables)),
        label=label,
        scopes=list(scopes),
        created_by_id=actor.user_id,
        expires_at=expires_at,
    )
    code = _new_code(device)
    device.save()
    _log(device, "device.created", actor, scopes=device.scopes, expires_at=expires_at)
    return device, code


def _new_code(device: Device) -> str:
    """Put a code on the row, in place of one that nobody can use any more from now on."""
    now = timezone.now()
    taken = set(
        Device.objects.filter(code_used_at=None, code_expires_at__gt=now).values_list("code_prefix", flat=True)
    )
    code = code_make()
    while code_prefix(code) in taken:
        code = code_make()
    device.code_prefix, device.code_hash = code_prefix(code), code_hash(code)
    device.code_expires_at = min(now + CODE_LIFE, device.expires_at)
    device.code_tries, device.code_used_at = 0, None
    return code


_CODE_FIELDS = ["code_prefix", "code_hash", "code_expires_at", "code_tries", "code_used_at"]


def _recode(device: Device, actor: Actor) -> str:
    code = _new_code(device)
    device.save(update_fields=_CODE_FIELDS)
    _log(device, "device.code_made", actor)
    return code


def _locked(tournament: Tournament, device_id: int) -> Device:
    device = (
        Device.objects.select_for_update(of=("self",))
        .select_related("division")
        .filter(pk=device_id, tournament=tournament)
        .first()
    )
    if device is None:
        raise Missing("device.missing", _("There is no such device."))
    device.tournament = tournament
    return device


def _live(device: Device) -> None:
    if device.revoked_at is not None or device.expires_at <= timezone.now():
        raise Conflict("device.over", _("This device is revoked or over. Make a new one."))


@transaction.atomic
def device_code(*, tournament: Tournament, device_id: int, actor: Actor, cut: bool = False) -> tuple[Device, str]:
    """A new code in place of the old one. What is enrolled now goes on until the code is used; with ``cut`` it
    ends here.

    Errors: ``device.missing``, ``device.over``.
    """
    device = _locked(tournament, device_id)
    _live(device)
    if cut and device.token is not None:
        old, device.token, device.enrolled_at = device.token, None, None
        device.save(update_fields=["token", "enrolled_at"])
        _tokens_end([old.pk], None)
        _log(device, "device.cut", actor, token=old.id8)
    return device, _recode(device, actor)


@transaction.atomic
def devices_recode(*, tournament: Tournament, actor: Actor) -> list[tuple[Device, str]]:
    """New codes for all that wait to be enrolled, by table."""
    waiting = live_devices(tournament).filter(enrolled_at=None).select_related("division")
    rows = list(waiting.select_for_update(of=("self",)).order_by("pk"))
    for device in rows:
        device.tournament = tournament
    rows.sort(key=lambda device: (device.division_id or 0, device.tables, device.pk))
    return [(device, _recode(device, actor)) for device in rows]


@sensitive_variables("code", "read", "digest", "text")
def device_enrol(*, code: str, actor: Actor, label: str = "", app: str = "") -> tuple[Device, str]:
    """Use a code, once: the device and the text of its token, to be shown once. Of two in the same moment one
    gets it. A tablet that had this device before is out.

    Not to be called inside a transaction: a wrong code is counted although the request is refused.

    Errors: ``device.code_wrong``; only for whoever holds the right one ``device.code_used``,
    ``device.code_expired``, ``device.code_locked``; ``throttled``.
    """
    read = code_read(code)
    if read is None:  # no code at all, so no guess at one
        raise _no_such_code()
    prefix, digest = code_prefix(read), code_hash(read)
    tried = attempt_on(
        {
            f"enrol:{actor.ip}:{prefix}": _TRIES_A_CODE,
            f"enrol:{actor.ip}": _TRIES_AN_ADDRESS,
        }
    )
    # All hashes under the first group are compared, in constant time each, whichever of them fits.
    fitting = None
    for device in Device.objects.filter(code_prefix=prefix).order_by("pk"):
        if compare_digest(device.code_hash, digest):
            fitting = device
    if fitting is None:
        _wrong_code(prefix, actor)
        raise _no_such_code()
    tried.forgive()
    return _use_code(fitting.pk, digest, clean(label)[:80], clean(app)[:80], actor)


def _no_such_code() -> Refused:
    return Refused("device.code_wrong", _("No device waits for this code."), field="code")


def _wrong_code(prefix: str, actor: Actor) -> None:
    now = timezone.now()
    open_ = Device.objects.filter(
        code_prefix=prefix, code_used_at=None, code_expires_at__gt=now, code_tries__lt=CODE_TRIES
    )
    with transaction.atomic():
        rows = list(open_.select_for_update(of=("self",)).select_related("tournament").order_by("pk"))
        for device in rows:
            Device.objects.filter(pk=device.pk).update(code_tries=F("code_tries") + 1)
            if device.code_tries + 1 >= CODE_TRIES:
                _log(device, "device.code_locked", actor)


@transaction.atomic
def _use_code(device_id: int, digest: str, label: str, app: str, actor: Actor) -> tuple[Device, str]:
    device = (
        Device.objects.select_for_update(of=("self",)).select_related("tournament", "division").get(pk=device_id)
    )
    _code_usable(device, digest)
    old, was = device.token, device.label
    token, text = token_create(
        label=label or device.label,
        kind=Token.Kind.DEVICE,
        scopes=device.scopes,
        scope_key=device.tournament.log_chain,
        expires_at=device.expires_at,
    )
    device.token, device.label, device.app = token, token.label, app
    device.enrolled_at = device.code_used_at = timezone.now()
    device.save(update_fields=["token", "label", "app", "enrolled_at", "code_used_at"])
    if old is not None:
        _tokens_end([old.pk], token)
    more = {"was": was} if was != device.label else {}
    by = Actor("token", token.label, None, token.pk, actor.ip, actor.request_id)
    _log(device, "device.enrolled", by, token=token.id8, replaces=old.id8 if old else None, app=app, **more)
    return device, text


def _code_usable(device: Device, digest: str) -> None:
    now = timezone.now()
    if not compare_digest(device.code_hash, digest):  # another code was made since the row was found
        raise Gone("device.code_expired", _("This code is too old. Ask for a new one."))
    if device.code_used_at is not None:
        raise Gone("device.code_used", _("This code has been used. Ask for a new one."))
    over = device.revoked_at is not None or device.expires_at <= now
    if over or device.code_expires_at is None or device.code_expires_at <= now:
        raise Gone("device.code_expired", _("This code is too old. Ask for a new one."))
    if device.code_tries >= CODE_TRIES:
        raise Gone("device.code_locked", _("Too many wrong codes were tried here. Ask for a new one."))


@transaction.atomic
def device_roll(
    *, tournament: Tournament, device_id: int, actor: Actor, own: int | None = None
) -> tuple[Device, str]:
    """A new token in place of the one in use, which is refused from now on; the games it holds go over to it.

    ``own`` is the token of a device that rolls itself: of no use where another has just taken its place.
    Errors: ``device.missing``, ``device.over``, ``device.not_enrolled``.
    """
    device = _locked(tournament, device_id)
    _live(device)
    old = device.token
    if own is not None and (old is None or old.pk != own):
        raise Missing("device.missing", _("There is no such device."))
    if old is None:
        raise Conflict("device.not_enrolled", _("No tablet is enrolled here yet."))
    token, text = token_create(
        label=device.label,
        kind=Token.Kind.DEVICE,
        scopes=device.scopes,
        scope_key=tournament.log_chain,
        expires_at=device.expires_at,
    )
    device.token = token
    device.save(update_fields=["token"])
    _tokens_end([old.pk], token)
    _log(device, "device.rolled", actor, token=token.id8, replaces=old.id8)
    return device, text


@transaction.atomic
def device_revoke(*, tournament: Tournament, device_id: int, actor: Actor) -> Device:
    """End a device; the next request with its token is refused. Ended twice is once. Errors: ``device.missing``."""
    device = _locked(tournament, device_id)
    if device.revoked_at is None:
        device.revoked_at = timezone.now()
        device.save(update_fields=["revoked_at"])
        if device.token_id is not None:
            _tokens_end([device.token_id], None)
        _log(device, "device.revoked", actor, token=device.token.id8 if device.token else None)
    return device


@transaction.atomic
def devices_revoke_all(*, tournament: Tournament, actor: Actor) -> int:
    """End every device of the event; how many there were."""
    waiting = Device.objects.filter(tournament=tournament, revoked_at=None)
    rows = list(waiting.select_for_update().order_by("pk"))
    if rows:
        Device.objects.filter(pk__in=[device.pk for device in rows]).update(revoked_at=timezone.now())
        _tokens_end([device.token_id for device in rows if device.token_id is not None], None)
        log_append(
            chain=tournament.log_chain,
            action="devices.revoked",
            actor=actor,
            object_kind="tournament",
            object_id=tournament.pk,
            data={"count": len(rows)},
        )
    return len(rows)


def _tokens_end(old: list[int], new: Token | None) -> None:
    Token.objects.filter(pk__in=old, revoked_at=None).update(revoked_at=timezone.now())
    claims_move(token_ids=old, to=new.pk if new else None)


def event_tokens_end(tournament: Tournament) -> None:
    """Where an event goes, its tokens open nothing any more. Its devices go with it; the caller logs."""
    Token.objects.filter(scope_key=tournament.log_chain, kind=Token.Kind.DEVICE, revoked_at=None).update(
        revoked_at=timezone.now()
    )


def device_refused(*, device: Device, game_id: int, actor: Actor, table: int | None, asked: str) -> None:
    """Write down that a device reached for a game that is not its own: once in ten minutes for each game."""
    lately = LogEntry.objects.filter(
        Q(chain_id=device.tournament.log_chain, action="device.refused"),
        object_kind="game",
        object_id=game_id,
        at__gt=timezone.now() - _REFUSAL_EVERY,
    )
    if not lately.exists():
        log_append(
            chain=device.tournament.log_chain,
            action="device.refused",
            actor=actor,
            object_kind="game",
            object_id=game_id,
            data={"device": device.label, "table": table, "asked": asked},
        )


def _log(device: Device, action: str, actor: Actor, **more: Any) -> None:
    """What the device is for, never its code or token."""
    division = device.division.slug if device.division is not None else None
    data = {"device": device.label, "division": division, "tables": device.tables}
    log_append(
        chain=device.tournament.log_chain,
        action=action,
        actor=actor,
        object_kind="device",
        object_id=device.pk,
        data={**data, **more},
    )
