"""PINs of a division's entries: printed as slips, and given anew. They are shown only in answer to a press.

Who: the event's directors (``direct``); other staff 403, everybody else 404, anonymous the login.
"""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from common.http import actor_of

from ...forms.devices import SlipsForm
from ...models import Division, Entry, EntryPin, Seat
from ...selectors.rest import entries_with_people
from ...services.pins import TRIES, Slip, pin_reset, pins_show
from ...templatetags.days import day as day_words
from ..access import desk_division
from .context import desk_context
from .events import status_of


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def pins(request: HttpRequest, slug: str, division: str) -> HttpResponse:
    """Who has tried in vain, and the form that prints slips."""
    found = desk_division(request, slug, division, "tournaments.direct")
    form = SlipsForm(request.POST or None, division=found, day_words=day_words)
    if request.method == "POST" and form.is_valid():
        return _slips(request, found, form)
    known = {pin.entry_id: pin for pin in EntryPin.objects.filter(entry__division=found)}
    now, today = timezone.now(), timezone.localdate()
    rows = []
    for entry in entries_with_people(found).filter(withdrawn_from=None).order_by("number"):
        pin = known.get(entry.pk)
        tries = pin.tries if pin is not None and pin.tried_on == today else 0
        locked = pin is not None and pin.locked_until is not None and pin.locked_until > now
        used = pin.last_used_at if pin is not None else None
        rows.append({"entry": entry, "tries": tries, "locked": locked, "used": used})
    rows.sort(key=lambda row: not row["locked"])
    context = {
        **desk_context(request, division=found, here="pins", label=_("PINs")),
        "form": form,
        "rows": rows,
        "most": TRIES,
    }
    return render(request, "desk/pins.html", context, status=status_of(form))


def _slips(request: HttpRequest, division: Division, form: SlipsForm) -> HttpResponse:
    who, day = form.cleaned_data["who"], form.cleaned_data["day"]
    entries = list(entries_with_people(division).filter(withdrawn_from=None).order_by("number"))
    tables: dict[int, int | None] = {}
    if who != SlipsForm.ALL:
        seats = Seat.objects.filter(round__division=division, round__number=int(who), pairing__table__isnull=False)
        tables = dict(seats.values_list("entry_id", "pairing__table"))
        entries = [entry for entry in entries if entry.pk in tables]
        entries.sort(key=lambda entry: (tables[entry.pk], entry.number))
    slips = pins_show(division=division, entries=entries, actor=actor_of(request), day=day)
    round_ = "" if who == SlipsForm.ALL else who
    return _shown(request, division, slips, day=day, tables=tables, round=round_)


def _shown(request: HttpRequest, division: Division, slips: list[Slip], **more: Any) -> HttpResponse:
    tables = more.pop("tables", {})
    context = {
        **desk_context(request, division=division, here="pins", label=_("PINs")),
        "slips": [{"slip": slip, "table": tables.get(slip.entry.pk)} for slip in slips],
        "language_next": reverse("desk:pins", args=[division.tournament.slug, division.slug]),
        **more,
    }
    response = render(request, "desk/pin_slips.html", context, status=201)
    response["Cache-Control"] = "no-store"
    return response


@login_required
@require_POST
def reset(request: HttpRequest, slug: str, division: str, number: int) -> HttpResponse:
    """A new PIN for one entry, shown now; the one before opens nothing any more."""
    found = desk_division(request, slug, division, "tournaments.direct")
    entry = get_object_or_404(Entry.objects.prefetch_related("members__player"), division=found, number=number)
    entry.division = found
    slip = pin_reset(entry=entry, actor=actor_of(request))
    return _shown(request, found, [slip], day=slip.day, reset=True)
