"""The desk's first page and the events themselves.

Who: home and a new event are for whoever is logged in; an event's overview for its own staff (``look``); changing
and deleting it for its directors. Everybody else gets 404, staff without the right 403, anonymous the login.
"""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from common.errors import DomainError
from common.forms import form_refuse
from common.http import actor_of
from common.text import clean

from ...forms.events import DeleteEventForm, EventForm, NewEventForm
from ...models import Role
from ...selectors.desk_events import divisions_told, event_losses, events_told, my_events
from ...services.events import tournament_create, tournament_delete, tournament_update
from ..access import desk_event
from .context import desk_context

PAGE = 50


def page_of(request: HttpRequest, rows: Any, size: int) -> Any:
    """The page asked for; a page that is not there is the nearest one that is."""
    return Paginator(rows, size).get_page(request.GET.get("page"))


def status_of(form: Any, refused: int = 200) -> int:
    """The status of a service's refusal, else 422 for a form that was sent and needs another look."""
    return refused if refused != 200 else 422 if form.is_bound and form.errors else 200


@login_required
@require_safe
def home(request: HttpRequest) -> HttpResponse:
    q = clean(request.GET.get("q", ""))[:100]
    page = page_of(request, my_events(request.user, q=q), PAGE)
    context = {
        "page": page,
        "events": events_told(request.user, list(page)),
        "role_words": dict(Role.Kind.choices),
        "q": q,
        "query": f"&q={q}" if q else "",
    }
    return render(request, "desk/home.html", context)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def event_new(request: HttpRequest) -> HttpResponse:
    form = NewEventForm(request.POST or None, user_id=request.user.pk)
    if request.method == "POST" and form.is_valid():
        try:
            event = tournament_create(**form.cleaned_data, actor=actor_of(request))
        except DomainError as error:
            form_refuse(form, error)
        else:
            messages.success(request, _("The event is made. Now its divisions."))
            return redirect("desk:division_new", event.slug)
    return render(request, "desk/event_new.html", {"form": form}, status=status_of(form))


@login_required
@require_safe
def event(request: HttpRequest, slug: str) -> HttpResponse:
    found = desk_event(request, slug)
    context = desk_context(request, tournament=found, here="overview")
    return render(request, "desk/event.html", {**context, "divisions": divisions_told(found)})


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def event_edit(request: HttpRequest, slug: str) -> HttpResponse:
    found = desk_event(request, slug, "tournaments.direct")
    initial = {key: getattr(found, key) for key in ("name", "venue", "starts_on", "ends_on", "is_public")}
    form = EventForm(request.POST or None, initial=initial)
    if request.method == "POST" and form.is_valid():
        try:
            tournament_update(tournament_id=found.pk, actor=actor_of(request), **form.cleaned_data)
        except DomainError as error:
            form_refuse(form, error)
        else:
            messages.success(request, _("The event is saved."))
            return redirect("desk:event", found.slug)
    context = desk_context(request, tournament=found, here="event", label=_("Settings"))
    return render(request, "desk/event_edit.html", {**context, "form": form}, status=status_of(form))


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def event_delete(request: HttpRequest, slug: str) -> HttpResponse:
    """Names what is lost; the number of games is typed, and if it has changed since, nothing is deleted."""
    found = desk_event(request, slug, "tournaments.direct")
    losses = event_losses(found)
    form = DeleteEventForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        typed = form.cleaned_data["games"]
        try:
            tournament_delete(tournament_id=found.pk, expected_games=typed, actor=actor_of(request))
        except DomainError as error:
            form.add_error("games", str(error.message))
        else:
            messages.success(request, _("%(name)s is deleted.") % {"name": found.name})
            return redirect("desk:home")
    context = desk_context(request, tournament=found, here="event", label=_("Delete"))
    return render(
        request, "desk/event_delete.html", {**context, "form": form, "losses": losses}, status=status_of(form)
    )
