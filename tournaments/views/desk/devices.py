"""The tablets of an event: made, enrolled by a code and a QR, looked after, ended. Codes are shown once.

Who: the event's directors (``direct``); other staff 403, everybody else 404, anonymous the login.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db.models import Exists, OuterRef
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from common.errors import Conflict, DomainError
from common.forms import form_refuse
from common.http import actor_of
from games.models import Sheet

from ...forms.devices import RIGHTS, DeviceForm, TableDevicesForm
from ...models import Device, Result, Tournament
from ...selectors.devices import DeviceState, code_open, device_state, devices_of
from ...services.devices import (
    device_code,
    device_create,
    device_revoke,
    devices_for_tables,
    devices_recode,
    devices_revoke_all,
)
from ..access import desk_event
from ..links import ShownLink, shown_link
from .context import desk_context
from .events import status_of

#: Badge and word of each state.
_STATES: dict[DeviceState, tuple[str, str | Promise]] = {
    DeviceState.WAITING: ("pending", gettext_lazy("Code is out")),
    DeviceState.STALE: ("wait", gettext_lazy("Needs a new code")),
    DeviceState.ENROLLED: ("active", gettext_lazy("In use")),
    DeviceState.EXPIRED: ("closed", gettext_lazy("Over")),
    DeviceState.REVOKED: ("void", gettext_lazy("Revoked")),
}
_OVER = (DeviceState.EXPIRED, DeviceState.REVOKED)


@dataclass(frozen=True, slots=True)
class DeviceLine:
    """A device as the desk shows it; ``tables`` is "" for all of them."""

    device: Device
    state: DeviceState
    badge: str
    word: str | Promise
    tables: str
    rights: tuple[str | Promise, ...]

    @property
    def over(self) -> bool:
        return self.state in _OVER

    @property
    def code_open(self) -> bool:
        return not self.over and code_open(self.device)


def line_of(device: Device) -> DeviceLine:
    state = device_state(device)
    badge, word = _STATES[state]
    rights = tuple(RIGHTS[scope] for scope in RIGHTS if scope in device.scopes)
    return DeviceLine(device, state, badge, word, ranges(device.tables), rights)


def ranges(numbers: Iterable[int]) -> str:
    """``1, 4–7``, as people write them."""
    runs: list[list[int]] = []
    for number in sorted(set(numbers)):
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}–{run[-1]}" for run in runs)


@dataclass(frozen=True, slots=True)
class CodeCard:
    line: DeviceLine
    code: str
    link: ShownLink


def _context(request: HttpRequest, event: Tournament, label: str) -> dict[str, Any]:
    return desk_context(request, tournament=event, here="devices", label=label)


@login_required
@require_safe
def devices(request: HttpRequest, slug: str) -> HttpResponse:
    """Those in use and those that wait, then those that are over."""
    event = desk_event(request, slug, "tournaments.direct")
    rows = devices_of(event).order_by("division__order", "division_id", "pk")[:2000]
    lines = sorted((line_of(device) for device in rows), key=lambda line: (line.over, _place(line.device)))
    live = [line for line in lines if not line.over]
    context = {
        **_context(request, event, _("Devices")),
        "live": live,
        "over": [line for line in lines if line.over],
        "waiting": sum(line.device.enrolled_at is None for line in live),
        "now": timezone.now(),
    }
    return render(request, "desk/devices.html", context)


def _place(device: Device) -> tuple[Any, ...]:
    division = device.division
    return (
        division is not None,
        division.order if division else 0,
        device.division_id or 0,
        device.tables,
        device.pk,
    )


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def device_new(request: HttpRequest, slug: str) -> HttpResponse:
    event = desk_event(request, slug, "tournaments.direct")
    form = DeviceForm(request.POST or None, tournament=event)
    if request.method == "POST" and form.is_valid():
        try:
            device, code = device_create(tournament=event, actor=actor_of(request), **form.cleaned_data)
        except DomainError as error:
            form_refuse(form, error)
        else:
            return _codes(request, event, [(device, code)])
    context = {**_context(request, event, _("New device")), "form": form}
    return render(request, "desk/device_new.html", context, status=status_of(form))


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def device_tables(request: HttpRequest, slug: str) -> HttpResponse:
    """One device for each table, and a sheet of their codes."""
    event = desk_event(request, slug, "tournaments.direct")
    form = TableDevicesForm(request.POST or None, tournament=event)
    if request.method == "POST" and form.is_valid():
        try:
            found = devices_for_tables(
                tournament=event, label=_("Table %(table)s"), actor=actor_of(request), **form.cleaned_data
            )
        except DomainError as error:
            form_refuse(form, error)
        else:
            return _codes(request, event, found.made, enrolled=ranges(found.enrolled))
    context = {**_context(request, event, _("A device for each table")), "form": form}
    return render(request, "desk/device_tables.html", context, status=status_of(form))


@login_required
@require_POST
def device_codes(request: HttpRequest, slug: str) -> HttpResponse:
    """New codes for all that wait, on one sheet."""
    event = desk_event(request, slug, "tournaments.direct")
    return _codes(request, event, devices_recode(tournament=event, actor=actor_of(request)))


def _codes(
    request: HttpRequest, event: Tournament, made: Iterable[tuple[Device, str]], *, enrolled: str = ""
) -> HttpResponse:
    """Codes, this once: a page for one, a sheet to print and cut for many."""
    base = reverse("enrol")
    cards = [CodeCard(line_of(device), code, shown_link(request, f"{base}#{code}")) for device, code in made]
    if not cards:
        messages.info(request, _("No device waits for a code."))
        return redirect("desk:devices", event.slug)
    one = cards[0] if len(cards) == 1 else None
    until = min(card.line.device.code_expires_at for card in cards if card.line.device.code_expires_at)
    context = {
        **_context(request, event, _("Code") if one else _("Codes")),
        "cards": cards,
        "one": one,
        "enrolled": enrolled,
        "until": until,
        "address": request.build_absolute_uri(base),
        "language_next": reverse("desk:devices", args=[event.slug]),
    }
    response = render(request, "desk/device_code.html" if one else "desk/device_codes.html", context, status=201)
    response["Cache-Control"] = "no-store"
    return response


def _device(event: Tournament, pk: int) -> Device:
    found = devices_of(event).select_related("division", "token", "created_by").filter(pk=pk).first()
    if found is None:
        raise Http404
    return found


def _held(tokens: list[int]) -> int:
    """Games that are being recorded with these tokens; one that is over is nobody's loss."""
    claimed = Sheet.objects.filter(claim_token_id__in=tokens, claim_until__gt=timezone.now())
    over = Result.objects.filter(pairing__game=OuterRef("pk"), state__in=Result.LIVE)
    return claimed.exclude(Exists(over)).count()


@login_required
@require_safe
def device(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """One device, and what would be lost by each thing that can be done to it."""
    event = desk_event(request, slug, "tournaments.direct")
    found = _device(event, pk)
    held = 0
    if found.token_id is not None:
        held = _held([found.token_id])
    context = {**_context(request, event, found.label), "line": line_of(found), "device": found, "held": held}
    return render(request, "desk/device.html", context)


@login_required
@require_POST
def device_new_code(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """A new code; the tablet that is enrolled goes on until it is used."""
    return _recoded(request, slug, pk, cut=False)


@login_required
@require_POST
def device_roll(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """The token in use ends here; a tablet enrols anew with the code that is shown now."""
    return _recoded(request, slug, pk, cut=True)


def _recoded(request: HttpRequest, slug: str, pk: int, *, cut: bool) -> HttpResponse:
    event = desk_event(request, slug, "tournaments.direct")
    try:
        made = device_code(tournament=event, device_id=pk, actor=actor_of(request), cut=cut)
    except Conflict as error:
        messages.error(request, str(error.message))
        return redirect("desk:device", slug, pk)
    return _codes(request, event, [made])


@login_required
@require_POST
def device_end(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    event = desk_event(request, slug, "tournaments.direct")
    ended = device_revoke(tournament=event, device_id=pk, actor=actor_of(request))
    messages.success(request, _("%(label)s is revoked: its next request is refused.") % {"label": ended.label})
    return redirect("desk:devices", slug)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def devices_end(request: HttpRequest, slug: str) -> HttpResponse:
    """All of them at once, after a page that says what is lost."""
    event = desk_event(request, slug, "tournaments.direct")
    if request.method == "POST":
        count = devices_revoke_all(tournament=event, actor=actor_of(request))
        words = ngettext("%(count)s device is revoked.", "%(count)s devices are revoked.", count)
        messages.success(request, words % {"count": count})
        return redirect("desk:devices", slug)
    lines = [line_of(device) for device in devices_of(event)]
    tokens = [line.device.token_id for line in lines if line.device.token_id is not None]
    context = {
        **_context(request, event, _("Revoke all devices")),
        "in_use": sum(line.state == DeviceState.ENROLLED for line in lines),
        "waiting": sum(line.state in (DeviceState.WAITING, DeviceState.STALE) for line in lines),
        "held": _held(tokens),
    }
    return render(request, "desk/devices_end.html", context)
