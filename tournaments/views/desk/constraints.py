"""What is settled before a round is paired: pairs that must not or must meet, absences, tables, schools apart.

Who: the event's staff read it (``look``); assistants and directors add and take away (``run``); how long schools
stay apart is a setting of the division, for its directors (``direct``).
"""

from collections.abc import Callable
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from common.errors import DomainError
from common.forms import form_refuse
from common.http import actor_of

from ...forms.constraints import AbsenceForm, ApartForm, RuleForm, TableForm
from ...models import Absence, Division, Entry, PairingRule, Round
from ...selectors.constraints import constraints_of
from ...selectors.registration import entries_listed
from ...services.constraints import absence_clear, absence_set, rule_add, rule_remove
from ...services.events import division_update
from ...services.registration import entry_update
from ..access import desk_division
from .context import desk_context

_OFFERED = 12
_PLACES = ("pairs", "absences", "tables", "apart")


@login_required
@require_safe
def constraints(request: HttpRequest, slug: str, division: str) -> HttpResponse:
    found = desk_division(request, slug, division)
    at = request.GET.get("at", "")
    return _show(request, found, focus=at if at in _PLACES else "")


@login_required
@require_safe
def entries_find(request: HttpRequest, slug: str, division: str) -> HttpResponse:
    """What the list under a box offers for what is typed in it, whichever box it is."""
    found = desk_division(request, slug, division)
    typed = next(iter(request.GET.values()), "")
    entries = entries_listed(found, q=str(typed))[:_OFFERED] if str(typed).strip() else []
    return render(request, "desk/_found.html", {"entries": entries})


@login_required
@require_POST
def pair(request: HttpRequest, slug: str, division: str) -> HttpResponse:
    """Two entries that must not, or must, meet."""
    found = desk_division(request, slug, division, "tournaments.run")
    form = RuleForm(request.POST, division=found)

    def store(data: dict[str, Any]) -> str:
        rule_add(
            division_id=found.pk,
            kind=data["kind"],
            one=data["one"].pk,
            other=data["other"].pk,
            from_round=data["from_round"] or 1,
            to_round=data["to_round"],
            reason=data["reason"],
            actor=actor_of(request),
        )
        names = {"one": _named(data["one"]), "other": _named(data["other"])}
        if data["kind"] == PairingRule.Kind.FORCED:
            return _("%(one)s and %(other)s must meet.") % names
        return _("%(one)s and %(other)s must not meet.") % names

    return _stored(request, found, form, "pairs", store)


@login_required
@require_POST
def absence(request: HttpRequest, slug: str, division: str) -> HttpResponse:
    """A bye asked for, or an entry that is away, in one round or several: all of them or none."""
    found = desk_division(request, slug, division, "tournaments.run")
    form = AbsenceForm(request.POST, division=found)

    def store(data: dict[str, Any]) -> str:
        with transaction.atomic():
            for number in data["rounds"]:
                absence_set(
                    entry_id=data["entry"].pk,
                    round_number=number,
                    kind=data["kind"],
                    reason=data["reason"],
                    actor=actor_of(request),
                )
        told = {"entry": _named(data["entry"]), "rounds": ", ".join(map(str, data["rounds"]))}
        if data["kind"] == Absence.Kind.ABSENT:
            return _("%(entry)s is away in round %(rounds)s.") % told
        return _("%(entry)s has asked for a bye in round %(rounds)s.") % told

    return _stored(request, found, form, "absences", store)


@login_required
@require_POST
def table(request: HttpRequest, slug: str, division: str) -> HttpResponse:
    """The table that an entry needs."""
    found = desk_division(request, slug, division, "tournaments.run")
    form = TableForm(request.POST, division=found)

    def store(data: dict[str, Any]) -> str:
        entry_update(entry_id=data["entry"].pk, table=data["table"], set_table=True, actor=actor_of(request))
        return _("%(entry)s plays at table %(table)s.") % {
            "entry": _named(data["entry"]),
            "table": data["table"],
        }

    return _stored(request, found, form, "tables", store)


@login_required
@require_POST
def apart(request: HttpRequest, slug: str, division: str) -> HttpResponse:
    """How long one school, or one team, is kept apart."""
    found = desk_division(request, slug, division, "tournaments.direct")
    form = ApartForm(request.POST)

    def store(data: dict[str, Any]) -> str:
        division_update(division_id=found.pk, actor=actor_of(request), **data)
        return _("The settings are saved.")

    return _stored(request, found, form, "apart", store)


@login_required
@require_POST
def remove(request: HttpRequest, slug: str, division: str) -> HttpResponse:
    """Take one away: ``rule`` by its id, ``absence`` by its id, or ``table`` by the entry's number."""
    found = desk_division(request, slug, division, "tournaments.run")
    place, told = "pairs", _("It was taken away already.")
    try:
        if rule := _own(PairingRule.objects.filter(division=found), request.POST.get("rule")):
            names = {"one": _named(rule.one), "other": _named(rule.other)}
            rule_remove(rule_id=rule.pk, actor=actor_of(request))
            told = _("The rule for %(one)s and %(other)s is taken away.") % names
        elif gone := _own(Absence.objects.filter(entry__division=found), request.POST.get("absence")):
            place = "absences"
            absence_clear(entry_id=gone.entry_id, round_number=gone.round_number, actor=actor_of(request))
            told = _("%(entry)s plays in round %(round)s.") % {
                "entry": _named(gone.entry),
                "round": gone.round_number,
            }
        elif entry := _own(Entry.objects.filter(division=found), request.POST.get("table")):
            place = "tables"
            entry_update(entry_id=entry.pk, table=None, set_table=True, actor=actor_of(request))
            told = _("%(entry)s needs no table of its own.") % {"entry": _named(entry)}
    except DomainError as error:
        return _show(request, found, problem=str(error.message), status=error.status)
    messages.success(request, told)
    return _to(found, place)


def _own(rows: Any, key: str | None) -> Any:
    """The row of this division that a button named, or None."""
    return rows.filter(pk=int(key)).first() if key and key.isascii() and key.isdigit() and len(key) < 12 else None


def _named(entry: Entry) -> str:
    return f"{entry.number} {entry.full_name}"


def _stored(
    request: HttpRequest, division: Division, form: forms.Form, place: str, store: Callable[[dict[str, Any]], str]
) -> HttpResponse:
    """Store what a form says and go on at its first box, or ask back with what was typed."""
    status = 422
    if form.is_valid():
        try:
            told = store(form.cleaned_data)
        except DomainError as error:
            status = error.status
            form_refuse(form, error)
        else:
            messages.success(request, told)
            return _to(division, place)
    return _show(request, division, focus=place, bound={place: form}, status=status)


def _to(division: Division, place: str) -> HttpResponse:
    to = redirect("desk:constraints", division.tournament.slug, division.slug)
    to["Location"] += f"?at={place}#{place}"
    return to


def _show(
    request: HttpRequest,
    division: Division,
    *,
    focus: str = "",
    bound: dict[str, forms.Form] | None = None,
    problem: str = "",
    status: int = 200,
) -> HttpResponse:
    apart_now = {name: getattr(division, name) for name in ApartForm.base_fields}
    boxes: dict[str, Any] = {
        "pairs": RuleForm(division=division),
        "absences": AbsenceForm(division=division),
        "tables": TableForm(division=division),
        "apart": ApartForm(initial=apart_now),
        **(bound or {}),
    }
    if focus in ("pairs", "absences", "tables"):
        boxes[focus].focus()
    q = request.GET.get("q", "")[:100]
    done = Round.objects.filter(division=division).exclude(state=Round.State.DRAFT).order_by("-number").first()
    context = {
        **desk_context(request, division=division, here="constraints", label=_("Constraints")),
        "boxes": boxes,
        "found": constraints_of(division, q=q),
        "q": q,
        "done": done.number if done else 0,
        "problem": problem,
    }
    return render(request, "desk/constraints.html", context, status=status)
