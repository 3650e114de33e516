"""Rating lists, for everybody."""

import datetime
from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from common.pages import kept_page
from players.models import Level
from tournaments.formats.csv_out import csv_bytes
from tournaments.views.public.frame import PAGE, PAPER, asked_for, more_query, page_of, wants_fragment

from ..models import RatingList
from ..selectors.filters import ALL, RANKED, SHOWS, Asked, Choices, choices, chosen
from ..selectors.list_file import list_csv
from ..selectors.lists import policy_of
from ..selectors.movement import SINCE, Then, since_day, standings_on
from ..selectors.people import public_players
from ..selectors.state import ratings_state
from ..selectors.table import ListRow, list_table

#: The address holds every filter, by the pattern of its values.
FILTERS = {
    "show": "|".join(SHOWS),
    "club": r"[1-9]\d{0,8}",
    "province": r"[0-9]{2}",
    "level": "|".join(Level.values),
    "since": "|".join(SINCE),
}


@require_safe
@kept_page(ratings_state)
def lists(request: HttpRequest) -> HttpResponse:
    """All rating lists, each with its leaders."""
    today = timezone.localdate()
    shown_lists = []
    for each in RatingList.objects.select_related("current_run"):
        rows = list_table(each, today)
        ranked = [row for row in rows if row.rank is not None]
        shown_lists.append({"list": each, "players": len(rows), "leaders": _named((ranked or rows)[:5], {})})
    return render(request, "ratings/lists.html", {"lists": shown_lists})


@require_safe
@kept_page(ratings_state, params={**FILTERS, "all": PAPER["all"], **PAGE}, free=("q",))
def rating_list(request: HttpRequest, slug: str) -> HttpResponse:
    """A list: the ranked players, or those a reader asks for."""
    found = get_object_or_404(RatingList.objects.select_related("current_run"), slug=slug)
    today = timezone.localdate()
    rows = list_table(found, today)
    there = choices(found)
    asked = _asked(request, there)
    ranked = sum(row.rank is not None for row in rows)
    # A young list has nobody to rank yet, and shows whom it has; a search looks among everybody.
    show = asked.show or (ALL if asked.q or not ranked else RANKED)
    shown_rows = chosen(rows, found, Asked(asked.q, asked.club, asked.province, asked.level, show))
    since = request.GET.get("since", "")
    day = since_day(found, since, today) if since else None
    then = standings_on(found, day) if day else {}
    whole = request.GET.get("all") == "1"
    page = page_of(request, shown_rows, size=max(len(shown_rows), 1)) if whole else page_of(request, shown_rows)
    filters = {
        "q": asked.q,
        "club": asked.club,
        "province": asked.province,
        "level": asked.level,
        "since": since,
    }
    query = more_query(**filters, show=asked.show)
    context = {
        "list": found,
        "asked": asked,
        "filtered": asked.about_people,
        "choices": there,
        "show": show,
        "since": since if day else "",
        "since_asked": since,
        "since_day": None if day is None else day + datetime.timedelta(1) if since == "event" else day,
        "ranked": ranked,
        "players": len(rows),
        "any_live": any(row.live is not None for row in shown_rows),
        "page": page,
        "query": query,
        "whole": whole,
        "paper_url": f"?all=1{query}",
        "csv_url": f"{reverse('ratings:list_csv', args=(found.slug,))}?{_given(**filters, show=show)}",
        "policy": {name: int(value) for name, value in policy_of(found).as_mapping().items()},
        "rows": _named(list(page.object_list), then if day else None),
        "crumbs": [{"label": _("Ratings"), "url": reverse("ratings:lists")}, {"label": found.name}],
    }
    return render(request, "ratings/_list.html" if wants_fragment(request) else "ratings/list.html", context)


@require_safe
def rating_list_csv(request: HttpRequest, slug: str) -> HttpResponse:
    """The whole list as a file, by the page's filters; without any, everybody."""
    found = get_object_or_404(RatingList, slug=slug)
    today = timezone.localdate()
    asked = _asked(request, choices(found))
    since = request.GET.get("since", "")
    day = since_day(found, since, today) if since in SINCE else None
    rows = chosen(list_table(found, today), found, asked)
    answer = HttpResponse(csv_bytes(list_csv(rows, standings_on(found, day) if day else {})))
    answer["Content-Type"] = "text/csv; charset=utf-8"
    answer["Content-Disposition"] = f'attachment; filename="ratings-{found.slug}.csv"'
    answer["Cache-Control"] = "private, no-cache"
    return answer


def _asked(request: HttpRequest, there: Choices) -> Asked:
    """404 for a club or a province that nobody in the list has: nobody can make up addresses to keep."""
    given = request.GET
    club = given.get("club", "")
    province, level, show = given.get("province", ""), given.get("level", ""), given.get("show", "")
    known: list[tuple[str, set[str]]] = [
        (club, {str(pk) for pk, _name in there.clubs}),
        (province, {code for code, _name in there.provinces}),
        (level, set(Level.values)),
        (show, set(SHOWS)),
    ]
    if any(value and value not in values for value, values in known):
        raise Http404
    return Asked(asked_for(request), int(club) if club else None, province, level, show or None)


def _given(**filters: Any) -> str:
    return urlencode({name: value for name, value in filters.items() if value})


def _named(rows: list[ListRow], then: dict[int, Then] | None) -> list[dict[str, Any]]:
    """Rows of a list with the person of each, where the public may know who it is, and how each has moved."""
    people = public_players().in_bulk([row.player_id for row in rows])
    return [{"row": row, "player": people.get(row.player_id), "moved": _moved(row, then)} for row in rows]


def _moved(row: ListRow, then: dict[int, Then] | None) -> dict[str, Any] | None:
    """Points and ranks won (positive) or lost; None where nothing is compared. ``new``: was not there then."""
    if then is None:
        return None
    before = then.get(row.player_id)
    if before is None:
        return {"new": True}
    ranks = before.rank - row.rank if before.rank is not None and row.rank is not None else 0
    return {"new": False, "points": row.rating - before.rating, "ranks": ranks, "places": abs(ranks)}
