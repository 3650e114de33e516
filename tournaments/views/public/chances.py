"""Chances of places after a closed round, where standings are public: a picture and its figures.

Anonymous readers see them for rounds that are closed; the event's staff have the page too, where standings are not
public. What is not counted yet is said to be on its way.
"""

from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from common.pages import kept_page

from ...models import Round
from ...selectors.chances import ChanceTable, chance_table, counting, situation_shown
from ...selectors.public import shown_entries
from ...selectors.public_state import chances_state
from ...selectors.standings import standings_rules
from ..chances_shown import ShownRow, legend, picture, shown_rows
from .frame import PAGE, PAPER, DivisionPage, more_query, rows_shown


@dataclass(frozen=True, slots=True)
class Who:
    name: str
    url: str


@dataclass(frozen=True, slots=True)
class Line:
    shown: ShownRow
    who: Who


@require_safe
@kept_page(chances_state, params={**PAGE, **PAPER})
def chances(request: HttpRequest, slug: str, division: str, number: int | None = None) -> HttpResponse:
    """After round ``number``, which is closed; without it, after the last one that is."""
    frame = DivisionPage(request, slug, division, "standings")
    closed = [each.number for each in frame.rounds if each.state == Round.State.CLOSED]
    if number is not None and number not in closed:
        raise Http404
    after = number or max(closed, default=0)
    context: dict[str, Any] = {**frame.context("chances"), "after": after, "number": number}
    context["standings_url"] = frame.url("standings")
    if after:
        context |= _told(request, frame, after, closed)
    return render(request, "tournaments/chances.html", context)


def _told(request: HttpRequest, frame: DivisionPage, after: int, closed: list[int]) -> dict[str, Any]:
    situation = situation_shown(frame.division, after)
    state = counting(frame.division, after, situation)
    table = chance_table(frame.division, after, situation, state.stored) if situation and state.stored else None
    context: dict[str, Any] = {
        "state": state,
        "table": table,
        "rounds": [pill for pill in frame.pills("chances_after", after, drafts=False) if pill["number"] in closed],
    }
    if table is not None:
        context |= _rows(request, frame, table)
    return context


def _rows(request: HttpRequest, frame: DivisionPage, table: ChanceTable) -> dict[str, Any]:
    rows, page = rows_shown(request, list(table.rows))
    people = shown_entries(frame.division)
    entries = frame.url("entries") if frame.shows("entries") else ""
    lines = [
        Line(shown, Who(people[shown.row.entry].name, f"{entries}{shown.row.number}/" if entries else ""))
        for shown in shown_rows(table, rows)
    ]
    return {
        "picture": picture(table),
        "rows": lines,
        "rules": standings_rules(frame.division),
        "legend": legend(table.places),
        "list_page": page,
        "query": more_query(),
    }
