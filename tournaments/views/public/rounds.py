"""A round: who plays whom, where, and how it ended.

Anonymous readers see published rounds where pairings are public; the event's staff see drafts too, marked as such.
"""

from dataclasses import dataclass
from itertools import groupby
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from common.pages import kept_page
from common.text import sort_key

from ...models import Round
from ...selectors.public import Game, Who, matching, round_games, shown_entries
from ...selectors.public_state import round_state
from .frame import PAGE, PAPER, DivisionPage, asked_for, more_query, rows_shown, wants_fragment

BY_TABLE, BY_NAME, BY_SCHOOL = "table", "name", "school"


@dataclass(frozen=True, slots=True)
class Group:
    """Rows under one head: a school's, or all of them under none."""

    title: str
    games: list[Game]


@require_safe
@kept_page(round_state, params={"order": "name|school", **PAGE, **PAPER}, free=("q",))
def round_page(request: HttpRequest, slug: str, division: str, number: int) -> HttpResponse:
    """The tables of a round; ``?order=name`` or ``school`` lists every entry with its table; ``?q=`` finds mine."""
    frame = DivisionPage(request, slug, division, "pairings")
    info = frame.round(number)
    people = shown_entries(frame.division)
    games = round_games(get_object_or_404(Round, division=frame.division, number=number), people)
    asked = asked_for(request)
    order = request.GET.get("order", BY_TABLE)
    found = matching(people.values(), asked) if asked else None
    rows = _rows(games, order, found)
    shown, page = rows_shown(request, rows)
    byes = sum(game.second is None for game in games)
    context = {
        **frame.context("pairings"),
        "round": info,
        "rounds": frame.pills("round", number, drafts=True),
        "games": len(games) - byes,
        "byes": byes,
        "order": order,
        "orders": [(BY_TABLE, _("By table")), (BY_NAME, _("By name")), (BY_SCHOOL, _("By school"))],
        "asked": asked,
        "groups": _groups(shown, order),
        "found": len(rows),
        "list_page": page,
        "query": more_query(order=order if order != BY_TABLE else "", q=asked),
    }
    return render(
        request, "tournaments/_round.html" if wants_fragment(request) else "tournaments/round.html", context
    )


def _rows(games: list[Game], order: str, found: set[int] | None) -> list[Game]:
    """By table a game is one row; by name or school it is one for each side, that side first."""
    if order == BY_TABLE:
        return [game for game in games if found is None or any(side.who.pk in found for side in game.sides)]
    rows = [game.seen_by(side.who.pk) for game in games for side in game.sides]
    rows = [game for game in rows if found is None or game.first.who.pk in found]
    if order == BY_SCHOOL:
        return sorted(rows, key=lambda game: (*_school(game.first.who), game.first.who.order))
    return sorted(rows, key=lambda game: game.first.who.order)


def _school(who: Who) -> tuple[bool, str]:
    return (not who.club, sort_key(who.club))


def _groups(games: list[Game], order: str) -> list[Group]:
    if order != BY_SCHOOL:
        return [Group("", games)] if games else []
    schools: Any = groupby(games, key=lambda game: game.first.who.club)
    return [Group(club or _("Without a school"), list(rows)) for club, rows in schools]
