"""Registration: the roster, a new entry, and the numbers.

Who: the roster is for the event's staff (``look``); entering and numbering for assistants and directors (``run``).
Scorers and viewers get 403, players, strangers and other directors 404, anonymous the login.
"""

import secrets
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from common.errors import DomainError
from common.forms import form_refuse
from common.http import actor_of
from common.text import clean, match_key
from players.models import Club

from ...formats.csv_out import csv_bytes
from ...forms.entries import NewEntryForm, RenumberForm
from ...models import Division
from ...selectors.registration import SORTS, Doubt, clubs_known, doubts_about, entries_listed, roster_csv
from ...services.entering import NewEntry, PeopleBook, next_round_number
from ...services.registration import entries_number, entry_add
from ..access import desk_division
from .context import desk_context
from .events import page_of, status_of

PAGE = 100


@login_required
@require_safe
def entries(request: HttpRequest, slug: str, division: str) -> HttpResponse:
    """The roster: searched, sorted by a column's head, a hundred a page."""
    found = desk_division(request, slug, division)
    q = clean(request.GET.get("q", ""))[:100]
    sort = request.GET.get("sort", "number")
    down = sort.startswith("-")
    key = sort.removeprefix("-") if sort.removeprefix("-") in SORTS else "number"
    page = page_of(request, entries_listed(found, q=q, sort=key, down=down), PAGE)
    kept = {name: value for name, value in (("q", q), ("sort", sort if sort != "number" else "")) if value}
    context = {
        **desk_context(request, division=found, here="entries", label=_("Entries")),
        "page": page,
        "q": q,
        "heads": _heads(key, down, q),
        "query": f"&{urlencode(kept)}" if kept else "",
        "may_number": found.entries.exists() and not found.rounds.exists(),
    }
    return render(request, "desk/entries.html", context)


@login_required
@require_safe
def entries_csv(request: HttpRequest, slug: str, division: str) -> HttpResponse:
    """The whole roster as a file that an import reads."""
    found = desk_division(request, slug, division)
    may = request.user.has_perm("tournaments.run", found.tournament)
    response = HttpResponse(csv_bytes(roster_csv(found, born=may)))
    response["Content-Type"] = "text/csv; charset=utf-8"
    response["Content-Disposition"] = f'attachment; filename="{slug}-{division}-entries.csv"'
    return response


#: Columns of the roster: class, and the orders their head offers.
_COLUMNS = (("no", ("number",)), ("", ("name", "club")), ("num", ("rating",)), ("wide", ("state",)))
_WORDS = {
    "number": gettext_lazy("No."),
    "name": gettext_lazy("Name"),
    "club": gettext_lazy("School or club"),
    "rating": gettext_lazy("Rating"),
    "state": gettext_lazy("State"),
}


def _heads(sort: str, down: bool, q: str) -> list[dict[str, Any]]:
    """The table's heads: each link sorts, the current one the other way round."""
    heads = []
    for css, keys in _COLUMNS:
        links = []
        for key in keys:
            turned = f"-{key}" if key == sort and not down else key
            query = urlencode({**({"q": q} if q else {}), "sort": turned})
            links.append({"word": _WORDS[key], "query": query, "current": key == sort and len(keys) > 1})
        aria = ("descending" if down else "ascending") if sort in keys else ""
        heads.append({"css": css, "links": links, "aria": aria})
    return heads


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def entry_new(request: HttpRequest, slug: str, division: str) -> HttpResponse:
    """One entry by hand. Names that somebody else has, or that look like somebody's, are shown first."""
    found = desk_division(request, slug, division, "tournaments.run")
    form = NewEntryForm(request.POST or None)
    doubts: list[Doubt] = []
    status = 200
    if request.method == "POST" and form.is_valid():
        doubts, mark = _doubts(found, form)
        if doubts and form.cleaned_data["seen"] != mark:
            form.data = form.data.copy()
            form.data["seen"] = mark
            status = 409
        else:
            try:
                return _added(request, found, form)
            except DomainError as error:
                form_refuse(form, error)
                doubts, status = [], error.status
    form.focus()
    upcoming = next_round_number(found)
    context = {
        **desk_context(request, division=found, here="entries", label=_("New entry")),
        "form": form,
        "doubts": doubts,
        "clubs": clubs_known(found),
        "upcoming": upcoming,
        "missed": upcoming - 1,
    }
    return render(request, "desk/entry_new.html", context, status=status_of(form, status))


def _doubts(division: Division, form: NewEntryForm) -> tuple[list[Doubt], str]:
    typed = form.cleaned_data["club"]
    club = Club.objects.filter(name_key=match_key(typed)).first()
    club_id = club.pk if club else -1 if typed else None
    book = PeopleBook(form.names)
    certain = [book.find(name, club_id) for name in form.names]
    return doubts_about(division, form.names, certain, form.same_as())


def _added(request: HttpRequest, division: Division, form: NewEntryForm) -> HttpResponse:
    data = form.cleaned_data
    new = NewEntry(
        names=form.names,
        same_as=form.same_as(),
        club=data["club"],
        country=data["country"],
        rating=data["rating"],
        number=data["number"],
        team_name=data["team_name"] if len(form.names) > 1 else "",
        team=data["team"],
        public_name_mode=data["public_name_mode"],
        province=data["province"],
        level=data["level"],
        born=data["born"],
    )
    entry = entry_add(division_id=division.pk, new=new, actor=actor_of(request))
    words = {"name": entry.full_name, "number": entry.number, "round": entry.first_round}
    if entry.first_round > 1:
        messages.success(request, _("%(name)s is in as number %(number)s and plays from round %(round)s.") % words)
    else:
        messages.success(request, _("%(name)s is in as number %(number)s.") % words)
    # Back to an empty form: at a desk the next one is waiting.
    return redirect("desk:entry_new", division.tournament.slug, division.slug)


@login_required
@require_POST
def entries_renumber(request: HttpRequest, slug: str, division: str) -> HttpResponse:
    """Numbers 1, 2, 3 … by rating, by name or drawn by lot, before round 1 is paired."""
    found = desk_division(request, slug, division, "tournaments.run")
    form = RenumberForm(request.POST)
    if form.is_valid():
        order = form.cleaned_data["order"]
        listed = entries_listed(found, sort="name" if order == "draw" else order, down=order == "rating")
        ids = [entry.pk for entry in listed]
        if order == "draw":
            secrets.SystemRandom().shuffle(ids)
        entries_number(division_id=found.pk, order=ids, actor=actor_of(request))
        messages.success(request, _("The numbers are dealt anew."))
    else:
        messages.error(request, _("Choose an order for the numbers."))
    return redirect("desk:entries", slug, division)
