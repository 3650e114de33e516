"""PINs: six digits for an entry and a day, by which its players say yes at a device that is not theirs.

A PIN is worked out from the site's own key, the entry, the local day and a serial number, so that it can be printed
again and nothing that can be read is kept. A new serial makes a new PIN; another day has another one.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from hmac import compare_digest

from django.db import transaction
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_lazy as _
from django.views.decorators.debug import sensitive_variables

from common.actor import Actor
from common.attempts import attempt_on
from common.errors import Conflict, Refused

from ..models import Division, Entry, EntryPin
from .touch import division_log

TRIES = 5
DIGITS = 6


@dataclass(frozen=True, slots=True)
class Slip:
    """An entry with its PIN of a day, to be shown now and nowhere kept."""

    entry: Entry
    pin: str
    day: date


def pin_of(entry_id: int, serial: int, day: date) -> str:
    digest = salted_hmac("kradan.entry-pin", f"{entry_id}:{day.isoformat()}:{serial}", algorithm="sha256").digest()
    return f"{int.from_bytes(digest[:8]) % 10**DIGITS:0{DIGITS}}"


@sensitive_variables("pin", "right")
def pin_check(*, entry: Entry, pin: str, ip: str | None, actor: Actor) -> None:
    """Whether this is the entry's PIN of today; nothing is said of it but yes, or an error.

    Commits what it counts, so it is not to be called inside a transaction. Errors: ``pin.wrong`` (422, with
    ``tries_left``), ``pin.locked`` (409: until a director resets it, or the day is over), ``throttled`` (429).
    """
    today = timezone.localdate()
    known = EntryPin.objects.filter(entry=entry).first()
    serial = known.serial if known else 1
    if known is not None and _locked(known):
        raise _is_locked()
    # With the serial, so that whoever gets a new PIN starts anew.
    tried = attempt_on({f"pin:{ip}:{entry.pk}:{today}:{serial}": TRIES})
    left = _counted(entry, pin, today, actor)
    if left is None:
        tried.forgive()
    elif left <= 0:
        raise _is_locked()
    else:
        raise Refused("pin.wrong", _("This is not today's PIN."), field="pin", extra={"tries_left": left})


@sensitive_variables("pin", "right")
@transaction.atomic(durable=True)
def _counted(entry: Entry, pin: str, today: date, actor: Actor) -> int | None:
    """None for the right PIN, else how many tries are left; one after the other, however many come at once."""
    EntryPin.objects.get_or_create(entry=entry)
    row = EntryPin.objects.select_for_update().get(entry=entry)
    if _locked(row):
        return 0
    right = pin_of(entry.pk, row.serial, today)
    if compare_digest(right.encode(), pin.encode("utf-8", "surrogatepass")):
        row.tries, row.tried_on, row.last_used_at = 0, today, timezone.now()
        row.save(update_fields=["tries", "tried_on", "last_used_at"])
        return None
    row.tries = row.tries + 1 if row.tried_on == today else 1
    row.tried_on = today
    if row.tries >= TRIES:
        row.locked_until = _end_of(today)
    row.save(update_fields=["tries", "tried_on", "locked_until"])
    _log(entry, "pin.locked" if row.tries >= TRIES else "pin.wrong", actor, tries=row.tries)
    return TRIES - row.tries


def _end_of(day: date) -> datetime:
    return datetime.combine(day + timedelta(days=1), time.min, timezone.get_current_timezone())


def _locked(row: EntryPin) -> bool:
    return row.locked_until is not None and row.locked_until > timezone.now()


def _is_locked() -> Conflict:
    return Conflict("pin.locked", _("Too many wrong PINs. A director gives out a new one."))


@transaction.atomic
def pin_reset(*, entry: Entry, actor: Actor) -> Slip:
    """A new PIN in place of the old one, unlocked, to be shown now."""
    EntryPin.objects.get_or_create(entry=entry)
    row = EntryPin.objects.select_for_update().get(entry=entry)
    row.serial, row.tries, row.locked_until = row.serial + 1, 0, None
    row.save(update_fields=["serial", "tries", "locked_until"])
    _log(entry, "pin.reset", actor)
    today = timezone.localdate()
    return Slip(entry, pin_of(entry.pk, row.serial, today), today)


@transaction.atomic
def pins_show(*, division: Division, entries: Iterable[Entry], actor: Actor, day: date | None = None) -> list[Slip]:
    """The PINs of entries of one division, to be printed now; the log says who asked and for how many."""
    asked, on = list(entries), day or timezone.localdate()
    serials = dict(EntryPin.objects.filter(entry__in=asked).values_list("entry_id", "serial"))
    if asked:
        numbers = [entry.number for entry in asked]
        data = {"day": on, "count": len(numbers), "entries": numbers}
        division_log(division, "pins.shown", actor, kind="division", pk=division.pk, data=data)
    return [Slip(entry, pin_of(entry.pk, serials.get(entry.pk, 1), on), on) for entry in asked]


@transaction.atomic
def pin_show_own(*, entry: Entry, actor: Actor) -> Slip:
    """Today's PIN, to one of the entry's own players; the log says that it was looked at."""
    today = timezone.localdate()
    serial = EntryPin.objects.filter(entry=entry).values_list("serial", flat=True).first() or 1
    _log(entry, "pin.shown", actor)
    return Slip(entry, pin_of(entry.pk, serial, today), today)


def _log(entry: Entry, action: str, actor: Actor, **more: int) -> None:
    division_log(entry.division, action, actor, kind="entry", pk=entry.pk, data={"number": entry.number, **more})
