"""The lists: which there are, a new one, and what each is worked out by, with a look at a change before it holds.

Who: rating officers and superusers (``access.officer_required``).
"""

from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from common.errors import DomainError
from common.forms import form_refuse
from common.http import actor_of
from tournaments.views.desk.events import status_of

from ...forms.lists import ListForm, NewListForm
from ...forms.words import PARAMETERS, POLICY, SYSTEMS
from ...models import RatingList
from ...selectors.desk import list_states
from ...selectors.lists import system_of
from ...services import list_check, list_create, list_update
from ...systems.policy import Policy
from .access import officer_required
from .context import officer_context
from .words import value_words


@officer_required
@require_safe
def lists(request: HttpRequest) -> HttpResponse:
    states = [(each, SYSTEMS.get(each.rating_list.system, each.rating_list.system)) for each in list_states()]
    return render(request, "ratings/desk/lists.html", {**officer_context(here="lists"), "states": states})


@officer_required
@require_http_methods(["GET", "HEAD", "POST"])
def list_new(request: HttpRequest) -> HttpResponse:
    form = NewListForm(request.POST if request.method == "POST" else None)
    refused = 200
    if request.method == "POST" and form.is_valid():
        try:
            made = list_create(**form.cleaned_data, actor=actor_of(request))
        except DomainError as error:
            form_refuse(form, error)
            refused = error.status
        else:
            messages.success(request, _("The list is made. Here is what it is worked out by."))
            return redirect("ratings_desk:list_edit", made.slug)
    context = {**officer_context(here="lists", label=_("New list")), "form": form}
    return render(request, "ratings/desk/list_new.html", context, status=status_of(form, refused))


#: Not sent on from the form to its second look.
_OWN = frozenset({"csrfmiddlewaretoken", "sure"})


@dataclass(frozen=True, slots=True)
class Change:
    word: str
    old: str
    new: str


@officer_required
@require_http_methods(["GET", "HEAD", "POST"])
def list_edit(request: HttpRequest, slug: str) -> HttpResponse:
    """A change is shown first, with what it costs; the second word stores it."""
    found = get_object_or_404(RatingList, slug=slug)
    form = ListForm(
        request.POST if request.method == "POST" else None, rating_list=found, defaults=_defaults(found)
    )
    refused = 200
    if request.method == "POST" and form.is_valid():
        values = _values(form)
        try:
            if "sure" in request.POST:
                list_update(list_id=found.pk, actor=actor_of(request), **values)
                messages.success(request, _("The settings of %(list)s are stored.") % {"list": values["name"]})
                return redirect("ratings_desk:list_edit", values["slug"])
            list_check(_as_it_would_be(found, values))
        except DomainError as error:
            _refuse(form, error)
            refused = error.status
        else:
            return _preview(request, found, form, values)
    context = {
        **officer_context(here="lists", label=found.name),
        "list": found,
        "system": SYSTEMS.get(found.system, found.system),
        "form": form,
    }
    return render(request, "ratings/desk/list_edit.html", context, status=status_of(form, refused))


def _defaults(found: RatingList) -> dict[str, Any]:
    """What holds where the list says nothing: the ruleset's scale goes before the system's."""
    if found.is_external:
        return {}
    plain = RatingList(ruleset=found.ruleset, system=found.system, parameters={})
    return dict(system_of(plain).parameters())


def _values(form: ListForm) -> dict[str, Any]:
    kept = (*form.base_fields, "parameters", "policy")
    return {name: form.cleaned_data[name] for name in kept if name in form.cleaned_data}


def _as_it_would_be(found: RatingList, values: dict[str, Any]) -> RatingList:
    same = {"ruleset": found.ruleset, "system": found.system, "kind": found.kind}
    return RatingList(**same, parameters=values.get("parameters", {}), policy=values.get("policy", {}))


def _refuse(form: ListForm, error: DomainError) -> None:
    """At the parameter's own field, where the refusal names one."""
    prefix = "policy" if error.field == "policy" else "p"
    named = f"{prefix}_{error.extra.get('parameter', '')}"
    if named in form.fields:
        form.add_error(named, _("The system cannot work with this."))
    else:
        form_refuse(form, error)


def _preview(request: HttpRequest, found: RatingList, form: ListForm, values: dict[str, Any]) -> HttpResponse:
    changes = _changes(found, values)
    state = next(each for each in list_states() if each.rating_list.pk == found.pk)
    context = {
        **officer_context(
            here="lists",
            label=_("Look at the changes"),
            between=[(found.name, reverse("ratings_desk:list_edit", args=[found.slug]))],
        ),
        "list": found,
        "changes": changes,
        "anew": "parameters" in values and values["parameters"] != found.parameters,
        "state": state,
        "sent": [
            (key, value)
            for key in request.POST
            for value in request.POST.getlist(key)
            if key != "csrfmiddlewaretoken"
        ],
    }
    return render(request, "ratings/desk/list_preview.html", context)


def _changes(found: RatingList, values: dict[str, Any]) -> list[Change]:
    changes = []
    for name, new in values.items():
        old = getattr(found, name)
        if name in ("parameters", "policy"):
            words = PARAMETERS if name == "parameters" else POLICY
            usual = _defaults(found) if name == "parameters" else Policy().as_mapping()
            changes += _parts(old, new, words, usual)
        elif old != new:
            label = str(found._meta.get_field(name).verbose_name)  # type: ignore[union-attr]
            changes.append(Change(label, value_words(old), value_words(new)))
    return changes


def _parts(old: dict[str, Any], new: dict[str, Any], words: Any, usual: dict[str, Any]) -> list[Change]:
    """By parameter, before and after. ``usual`` are the values of those that a list does not store; may be none."""
    changes = []
    for name in [*old, *(name for name in new if name not in old)]:
        if name == "by_day" or old.get(name) == new.get(name):
            continue
        values = [value_words(each[name]) if name in each else _usual(usual, name) for each in (old, new)]
        changes.append(Change(str(words[name][0]) if name in words else name, *values))
    days_old, days_new = old.get("by_day") or {}, new.get("by_day") or {}
    for day in sorted({*days_old, *days_new}):
        changes += [
            Change(_("%(what)s from %(day)s on") % {"what": change.word, "day": day}, change.old, change.new)
            for change in _parts(days_old.get(day, {}), days_new.get(day, {}), words, {})
        ]
    return changes


def _usual(usual: dict[str, Any], name: str) -> str:
    if name not in usual:
        return _("as before")
    return _("%(value)s, as usual") % {"value": value_words(usual[name])}
