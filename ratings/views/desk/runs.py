"""Runs: how far one has come, what it made of the games, who moved and why, and the word to show it.

Who: rating officers and superusers (``access.officer_required``).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from common.errors import DomainError
from common.http import actor_of
from common.text import clean
from tournaments.formats.csv_out import csv_bytes, write_csv
from tournaments.views.desk.events import page_of

from ...models import RatingList, RatingRun, RunMove
from ...selectors.desk import list_states, officer_runs, run_moves, run_progress
from ...selectors.lists import policy_of, shown
from ...services.runs import list_restart, run_discard, run_publish
from .access import officer_required
from .context import officer_context
from .words import failure_words, parameter_rows, system_word

PAGE = 50
_FILTERS = ("way", "cause", "q")


@officer_required
@require_safe
def runs(request: HttpRequest) -> HttpResponse:
    asked = {name: clean(request.GET.get(name, ""))[:100] for name in ("list", "state")}
    kept = urlencode({name: value for name, value in asked.items() if value})
    context = {
        **officer_context(here="runs"),
        "page": page_of(request, officer_runs(slug=asked["list"], state=asked["state"]), PAGE),
        "asked": asked,
        "filtered": bool(kept),
        "query": f"&{kept}" if kept else "",
        "lists": RatingList.objects.exclude(system="external"),
        "run_states": RatingRun.State.choices,
    }
    return render(request, "ratings/desk/runs.html", context)


def _found(number: int) -> RatingRun:
    return get_object_or_404(
        RatingRun.objects.select_related("rating_list", "decided_by", "replaced_by"), pk=number
    )


def _asked(request: HttpRequest) -> dict[str, str]:
    return {name: clean(request.GET.get(name, ""))[:100] for name in _FILTERS}


def _progress(run: RatingRun) -> dict[str, Any]:
    done, total = run_progress(run)
    return {"run": run, "done": done, "total": total, "percent": 100 * done // total if total else 0}


@dataclass(frozen=True, slots=True)
class MoveLine:
    """A move as it is read: whole points, whose difference is the change; ``why`` in words, with the event."""

    move: RunMove
    before: int | None
    after: int | None
    why: str

    @property
    def change(self) -> int:
        return (self.after or 0) - (self.before or 0)


def _shown(move: RunMove, found: RatingRun) -> MoveLine:
    lowest = policy_of(found.rating_list).floor
    before, after = (None if value is None else shown(value, lowest) for value in (move.before, move.after))
    cause = str(move.get_cause_display())
    why = f"{move.event.name}: {cause}" if move.event is not None else cause
    return MoveLine(move, before, after, why)


@officer_required
@require_safe
def run(request: HttpRequest, number: int) -> HttpResponse:
    found = _found(number)
    asked = _asked(request)
    page = page_of(request, run_moves(found, **asked), PAGE)
    kept = urlencode({name: value for name, value in asked.items() if value})
    context = {
        **officer_context(here="runs", label=_("Run %(number)s") % {"number": found.pk}),
        **_progress(found),
        "list": found.rating_list,
        "system": system_word(found.algorithm),
        "parameters": parameter_rows(found.algorithm, found.parameters),
        "failure": failure_words(found.error) if found.state == RatingRun.State.FAILED else "",
        "is_current": found.rating_list.current_run_id == found.pk,
        "page": page,
        "moves": [_shown(move, found) for move in page],
        "all_moves": RunMove.objects.filter(run=found).count(),
        "asked": asked,
        "filtered": bool(kept),
        "kept": kept,
        "query": f"&{kept}" if kept else "",
        "causes": RunMove.Cause.choices,
    }
    return render(request, "ratings/desk/run.html", context)


@officer_required
@require_safe
def progress(request: HttpRequest, number: int) -> HttpResponse:
    """The bar alone. When the run has ended the page is asked for again, for its figures."""
    found = _found(number)
    answer = render(request, "ratings/desk/_progress.html", _progress(found))
    if found.state != RatingRun.State.RUNNING and request.headers.get("HX-Request"):
        answer["HX-Refresh"] = "true"
    answer["Cache-Control"] = "no-store"
    return answer


_HEADER = (
    *("number", "player", "before", "rd_before", "games_before", "after", "rd_after", "games_after"),
    *("change", "cause", "event"),
)


@officer_required
@require_safe
def run_csv(request: HttpRequest, number: int) -> HttpResponse:
    """Who moved, unrounded, as far as the page's filters let through."""
    found = _found(number)
    response = HttpResponse(csv_bytes(write_csv(_HEADER, _csv_rows(found, _asked(request)))))
    response["Content-Type"] = "text/csv; charset=utf-8"
    response["Content-Disposition"] = f'attachment; filename="{found.rating_list.slug}-run-{found.pk}.csv"'
    return response


def _csv_rows(found: RatingRun, asked: dict[str, str]) -> Iterator[tuple[object, ...]]:
    for move in run_moves(found, **asked).iterator(500):
        yield (
            move.player.number,
            move.player.name,
            move.before,
            move.rd_before,
            move.games_before,
            move.after,
            move.rd_after,
            move.games_after,
            None if move.before is None or move.after is None else move.after - move.before,
            move.cause,
            move.event.name if move.event is not None else "",
        )


@officer_required
@require_POST
def publish(request: HttpRequest, number: int) -> HttpResponse:
    found = _found(number)
    try:
        run_publish(run_id=found.pk, actor=actor_of(request))
    except DomainError as error:
        messages.error(request, str(error.message))
        newer = error.extra.get("run")
        return redirect("ratings_desk:run", newer if isinstance(newer, int) else found.pk)
    messages.success(request, _("The numbers of this run are shown now."))
    return redirect("ratings_desk:run", found.pk)


@officer_required
@require_POST
def discard(request: HttpRequest, number: int) -> HttpResponse:
    found = _found(number)
    try:
        run_discard(run_id=found.pk, actor=actor_of(request))
    except DomainError as error:
        messages.error(request, str(error.message))
    else:
        messages.success(request, _("This run is not published. What was shown stays."))
    return redirect("ratings_desk:run", found.pk)


@officer_required
@require_http_methods(["GET", "HEAD", "POST"])
def restart(request: HttpRequest, slug: str) -> HttpResponse:
    """Asked for twice: the page says what it means, and a tick says that it was read."""
    found = get_object_or_404(RatingList, slug=slug)
    unsure = False
    if request.method == "POST":
        unsure = request.POST.get("sure") != "yes"
        if not unsure:
            try:
                list_restart(list_id=found.pk, actor=actor_of(request))
            except DomainError as error:
                messages.error(request, str(error.message))
            else:
                messages.success(request, _("The worker has been asked to work out this list from scratch."))
            return redirect("ratings_desk:lists")
    state = next(each for each in list_states() if each.rating_list.pk == found.pk)
    context = {
        **officer_context(
            here="lists",
            label=_("From scratch"),
            between=[(found.name, reverse("ratings_desk:list_edit", args=[found.slug]))],
        ),
        "list": found,
        "state": state,
        "unsure": unsure,
    }
    return render(request, "ratings/desk/restart.html", context, status=422 if unsure else 200)
