"""A division's settings. Who: the event's directors (``direct``); other staff 403, everybody else 404."""

from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from common.errors import DomainError
from common.forms import form_refuse
from common.http import actor_of
from games.engine.rulesets import RULESETS
from games.models import ruleset_title

from ...forms.divisions import DivisionForm, NewDivisionForm, division_initial
from ...models import Division, Round, Tournament
from ...services.events import SETTINGS, division_create, division_preset, division_update
from ..access import desk_division, desk_event
from .context import desk_context
from .events import status_of

#: The fields under their headings, as the page shows them; the ranking order has a place of its own.
GROUPS = (
    (gettext_lazy("The game"), ("ruleset", "judging_mode", "clock_ms", "overtime_forfeits")),
    (
        gettext_lazy("Rounds and pairing"),
        ("rounds_planned", "system", "clubs_apart_rounds", "round_robin_double"),
    ),
    (gettext_lazy("What a game is worth"), ("win_points", "tie_points", "loss_points", "spread_caps")),
    (
        gettext_lazy("Byes and forfeits"),
        ("bye_credit", "bye_spread", "forfeit_spread", "double_forfeit_spread"),
    ),
    (gettext_lazy("Results and ratings"), ("pending_counts", "rated")),
    (gettext_lazy("Who may see what"), ("entries_public", "pairings_public", "standings_public")),
)


def _shown(form: DivisionForm) -> dict[str, Any]:
    head = [form[name] for name in ("name", "slug", "order", "kind") if name in form.fields]
    groups = [(title, [form[name] for name in names]) for title, names in GROUPS]
    order = [form[f"order{place}"] for place in range(1, form.places + 1)]
    return {"form": form, "head": head, "groups": groups, "order": order, "clubs": form["club_best"]}


def _typed(request: HttpRequest, form: forms.Form) -> dict[str, Any]:
    """What stands in a form that is not sent yet, as first values."""
    return {
        name: name in request.POST if isinstance(field, forms.BooleanField) else request.POST.get(name, "")
        for name, field in form.fields.items()
    }


def _first_values(event: Tournament, ruleset: str) -> dict[str, Any]:
    fresh = Division()
    values = {name: getattr(fresh, name) for name in SETTINGS if name != "tie_breaks"}
    return division_initial({**values, "order": event.divisions.count(), **division_preset(ruleset)})


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def division_new(request: HttpRequest, slug: str) -> HttpResponse:
    """A preset fills the form (``preset`` in the POST, nothing is stored), then anything may be changed."""
    event = desk_event(request, slug, "tournaments.direct")
    preset = request.POST.get("preset", "")
    if preset in RULESETS:
        blank = NewDivisionForm(tournament_id=event.pk)
        kept = {name: value for name, value in _typed(request, blank).items() if name[:-1] != "order"}
        initial = {**kept, **division_initial(division_preset(preset))}
        form = NewDivisionForm(tournament_id=event.pk, initial=initial)
    elif request.method == "POST":
        form = NewDivisionForm(request.POST, tournament_id=event.pk)
    else:
        form = NewDivisionForm(tournament_id=event.pk, initial=_first_values(event, "amath"))
    if form.is_bound and form.is_valid():
        try:
            division = division_create(tournament_id=event.pk, actor=actor_of(request), **form.cleaned_data)
        except DomainError as error:
            form_refuse(form, error)
        else:
            messages.success(request, _("The division is made. Now its entries."))
            return redirect("desk:entries_import", event.slug, division.slug)
    context = desk_context(request, tournament=event, here="overview", label=_("New division"))
    chosen = preset or form["ruleset"].value()
    presets = [(key, ruleset_title(key), key == chosen) for key in RULESETS]
    context = {**context, **_shown(form), "presets": presets}
    return render(request, "desk/division_new.html", context, status=status_of(form))


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def division_edit(request: HttpRequest, slug: str, division: str) -> HttpResponse:
    found = desk_division(request, slug, division, "tournaments.direct")
    started = found.rounds.exclude(state=Round.State.DRAFT).exists()
    initial = division_initial({name: getattr(found, name) for name in SETTINGS})
    form = DivisionForm(request.POST or None, initial=initial, started=started)
    if request.method == "POST" and form.is_valid():
        try:
            division_update(division_id=found.pk, actor=actor_of(request), **form.cleaned_data)
        except DomainError as error:
            form_refuse(form, error)
        else:
            messages.success(request, _("The settings are saved."))
            return redirect("desk:division_edit", slug, division)
    context = {
        **desk_context(request, division=found, here="settings", label=_("Settings")),
        **_shown(form),
        "started": started,
    }
    return render(request, "desk/division_edit.html", context, status=status_of(form))
