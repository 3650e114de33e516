"""A division's schedule: which system pairs which rounds, with its settings, in words beside every row.

Who: the event's directors change it (``direct``); its other staff read it, everybody else 404. Every button of the
form but the last one only shows the rows again, as they would be; nothing is stored before it is saved.
"""

import hashlib
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from common.errors import Conflict, DomainError
from common.http import actor_of

from ...forms.schedule import PresetForm, ScheduleForm
from ...models import Division, Round
from ...pairing.plan import PlanError, preset_plan
from ...services.plans import plan_set, plan_words
from ...wording import plan_lines, rounds_words, step_words
from ..access import desk_division
from .context import desk_context

_UNSAVED = gettext_lazy("Not saved yet")


def seen_mark(division: Division) -> str:
    """What the page was made from, so that two directors do not overwrite one another unseen."""
    return hashlib.sha256(division.plan.encode()).hexdigest()[:16]


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def schedule(request: HttpRequest, slug: str, division: str) -> HttpResponse:
    posting = request.method == "POST"
    found = desk_division(request, slug, division, "tournaments.direct" if posting else "tournaments.look")
    entries = found.entries.filter(withdrawn_from=None).count()
    if not posting:
        return _show(request, found, ScheduleForm.of(found.schedule, entries), PresetForm())
    what = request.POST.get("do", "save")
    if what == "preset":
        return _preset(request, found, entries)
    form = ScheduleForm.read(request.POST, entries)
    name, _dash, at = what.partition("-")
    row = int(at) if at.isascii() and at.isdigit() and len(at) < 4 else None
    if name == "add":
        form = form.changed(add=row if row is not None else len(form.steps) - 1)
    elif name == "remove" and row is not None:
        form = form.changed(remove=row)
    elif name == "save":
        return _save(request, found, form)
    return _show(request, found, form, PresetForm(), unsaved=True)


def _preset(request: HttpRequest, division: Division, entries: int) -> HttpResponse:
    """The rows of a preset, in place of those that stood there."""
    chosen = PresetForm(request.POST)
    if chosen.is_valid():
        try:
            plan = preset_plan(chosen.cleaned_data["preset"], chosen.cleaned_data["rounds"])
        except PlanError as error:
            chosen.add_error("rounds", plan_words(error))
        else:
            return _show(request, division, ScheduleForm.of(plan, entries), PresetForm(), unsaved=True)
    form = ScheduleForm.of(division.schedule, entries)
    return _show(request, division, form, chosen, status=422)


def _save(request: HttpRequest, division: Division, form: ScheduleForm) -> HttpResponse:
    plan = form.plan()
    if plan is None:
        return _show(request, division, form, PresetForm(), status=422, unsaved=True, read=True)

    def check(now: Division) -> None:
        if seen_mark(now) != request.POST.get("seen"):
            text = _("Somebody changed the schedule in the meantime. What you typed is kept: look at it again.")
            raise Conflict("plan.stale", text)

    try:
        plan_set(division_id=division.pk, plan=plan, actor=actor_of(request), check=check)
    except DomainError as error:
        division.refresh_from_db()
        form.errors.append(str(error.message))
        return _show(request, division, form, PresetForm(), status=error.status, unsaved=True, read=True)
    messages.success(request, _("The schedule is saved."))
    return redirect("desk:schedule", division.tournament.slug, division.slug)


def _show(
    request: HttpRequest,
    division: Division,
    form: ScheduleForm,
    preset: PresetForm,
    *,
    status: int = 200,
    unsaved: bool = False,
    read: bool = False,
) -> HttpResponse:
    if not read:
        form.plan()
    rounds = dict(Round.objects.filter(division=division).values_list("number", "state"))
    shown = [_row(step, rounds) for step in form.steps]
    context = {
        **desk_context(request, division=division, here="schedule", label=_("Schedule")),
        "form": form,
        "rows": shown,
        "preset": preset,
        "lines": plan_lines(division.schedule),
        "seen": seen_mark(division),
        "unsaved": _UNSAVED if unsaved else "",
        "says": ",".join(["#days-says", *(f"#says-{at}" for at in range(len(shown)))]),
        "drafts": _drafts_besides(division) if not unsaved else [],
        "made": max(rounds, default=0),
    }
    return render(request, "desk/schedule.html", context, status=status)


def _row(step: Any, rounds: dict[int, str]) -> dict[str, Any]:
    """A row with its words, and whether its rounds are already made."""
    read = step.step
    made = [number for number in range(step.first, step.last + 1) if number in rounds]
    return {
        "form": step,
        "title": rounds_words(step.first, step.last),
        "words": step_words(read) if read is not None else "",
        "made": len(made) == step.rounds,
    }


def _drafts_besides(division: Division) -> list[int]:
    """Drafts that another system made than the schedule names now."""
    plan = division.schedule
    return [
        round_.number
        for round_ in Round.objects.filter(division=division, state=Round.State.DRAFT).order_by("number")
        if round_.number <= plan.rounds and round_.system != plan.step_for(round_.number).system.kind
    ]
