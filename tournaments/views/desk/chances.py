"""Chances at the desk: what is counted after a round, the count under way, and counting anew.

Who: staff of any role look; assistants and directors (``tournaments.run``) count anew and cancel.
"""

from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from ...models import CountedChances, Division, Round
from ...selectors.chances import ChanceTable, Counting, chance_table, counting, situation_shown
from ...selectors.explained import entries_named
from ...selectors.standings import standings_rules
from ...services.chances import chances_cancel, chances_enqueue
from ..access import desk_division
from ..chances_shown import ShownRow, legend, picture, shown_rows
from ..public.frame import rows_shown
from .context import desk_context


@dataclass(frozen=True, slots=True)
class Who:
    name: str
    url: str


@dataclass(frozen=True, slots=True)
class Line:
    shown: ShownRow
    who: Who


def _round_asked(division: Division, number: int | None) -> int:
    """The round to show: the one asked for, or the last one that is closed or has figures. 404 for what is not."""
    rounds = dict(Round.objects.filter(division=division).values_list("number", "state"))
    if number is not None:
        if rounds.get(number) not in (Round.State.CLOSED, Round.State.PUBLISHED):
            raise Http404
        return number
    counted = set(CountedChances.objects.filter(division=division).values_list("after_round", flat=True))
    closed = {n for n, state in rounds.items() if state == Round.State.CLOSED}
    published = {n for n, state in rounds.items() if state != Round.State.DRAFT}
    return max((counted & published) | closed, default=0)


@login_required
@require_safe
def chances_page(request: HttpRequest, slug: str, division: str, number: int | None = None) -> HttpResponse:
    """After round ``number``; without it, after the last one that is closed. htmx gets the middle alone."""
    found = desk_division(request, slug, division)
    after = _round_asked(found, number)
    context: dict[str, Any] = {"tournament": found.tournament, "division": found, "after": after}
    context |= {"can_run": request.user.has_perm("tournaments.run", found.tournament)}
    if after:
        context |= _told(request, found, after)
    if getattr(request, "htmx", False):
        return render(request, "desk/_chances.html", context)
    label = _("Chances")
    return render(
        request,
        "desk/chances.html",
        {**context, **desk_context(request, division=found, here="chances", label=label)},
    )


def _told(request: HttpRequest, division: Division, after: int) -> dict[str, Any]:
    situation = situation_shown(division, after)
    state = counting(division, after, situation)
    table = chance_table(division, after, situation, state.stored) if situation and state.stored else None
    pills = [
        {"number": n, "url": reverse("desk:chances_after", args=[division.tournament.slug, division.slug, n])}
        for n in sorted(
            Round.objects.filter(division=division)
            .exclude(state=Round.State.DRAFT)
            .values_list("number", flat=True)
        )
    ]
    context: dict[str, Any] = {"state": state, "table": table, "pills": pills, "percent": _progress(state)}
    if table is not None:
        context |= _rows(request, division, table)
    return context


def _progress(state: Counting) -> int:
    return round(100 * state.progress / state.total) if state.total else 0


def _rows(request: HttpRequest, division: Division, table: ChanceTable) -> dict[str, Any]:
    rows, page = rows_shown(request, list(table.rows))
    names = entries_named(row.entry for row in rows)
    args = [division.tournament.slug, division.slug]
    lines = [
        Line(
            shown,
            Who(names[shown.row.entry].full_name, reverse("desk:entry", args=[*args, shown.row.number])),
        )
        for shown in shown_rows(table, rows)
    ]
    return {
        "picture": picture(table),
        "rows": lines,
        "rules": standings_rules(division),
        "legend": legend(table.places),
        "list_page": page,
    }


def _to(division: Division, after: int) -> HttpResponse:
    return redirect("desk:chances_after", division.tournament.slug, division.slug, after)


@login_required
@require_POST
def chances_count_page(request: HttpRequest, slug: str, division: str, number: int) -> HttpResponse:
    """Ask for a count. ``tournaments.run``."""
    found = desk_division(request, slug, division, "tournaments.run")
    after = _round_asked(found, number)
    if situation_shown(found, after) is not None:
        chances_enqueue(division_id=found.pk, after_round=after)
    return _to(found, after)


@login_required
@require_POST
def chances_cancel_page(request: HttpRequest, slug: str, division: str, number: int) -> HttpResponse:
    """Stop a count. ``tournaments.run``."""
    found = desk_division(request, slug, division, "tournaments.run")
    after = _round_asked(found, number)
    if chances_cancel(division_id=found.pk, after_round=after):
        messages.info(request, _("The count is stopped. What was counted before stays."))
    return _to(found, after)
