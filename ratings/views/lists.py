"""Rating lists, for everybody."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from common.pages import kept_page
from tournaments.views.public.frame import PAGE, asked_for, more_query, page_of, wants_fragment

from ..models import RatingList
from ..selectors.people import (
    players_matching,
    public_players,
)
from ..selectors.state import ratings_state
from ..selectors.table import list_table

RANKED, ALL = "ranked", "all"


@require_safe
@kept_page(ratings_state)
def lists(request: HttpRequest) -> HttpResponse:
    """All rating lists, each with its leaders."""
    today = timezone.localdate()
    shown_lists = []
    for rating_list in RatingList.objects.select_related("current_run"):
        rows = list_table(rating_list, today)
        ranked = [row for row in rows if row.rank is not None]
        shown_lists.append({"list": rating_list, "players": len(rows), "leaders": _named((ranked or rows)[:5])})
    return render(request, "ratings/lists.html", {"lists": shown_lists})


@require_safe
@kept_page(ratings_state, params={"show": ALL, **PAGE}, free=("q",))
def rating_list(request: HttpRequest, slug: str) -> HttpResponse:
    """A list: the ranked players, or everybody with those who are provisional or away."""
    found = get_object_or_404(RatingList.objects.select_related("current_run"), slug=slug)
    rows = list_table(found, timezone.localdate())
    ranked = [row for row in rows if row.rank is not None]
    asked = asked_for(request)
    # A young list has nobody to rank yet, and shows whom it has.
    show = ALL if asked or not ranked or request.GET.get("show") == ALL else RANKED
    shown_rows = rows if show == ALL else ranked
    if asked:
        people = {p.pk for p in players_matching(public_players(), asked)}
        shown_rows = [row for row in shown_rows if row.player_id in people]
    page = page_of(request, shown_rows)
    context = {
        "list": found,
        "asked": asked,
        "show": show,
        "ranked": len(ranked),
        "players": len(rows),
        "page": page,
        "query": more_query(q=asked, show=ALL if show == ALL and not asked else None),
        "rows": _named(list(page.object_list)),
        "crumbs": [{"label": _("Ratings"), "url": reverse("ratings:lists")}, {"label": found.name}],
    }
    return render(request, "ratings/_list.html" if wants_fragment(request) else "ratings/list.html", context)


def _named(rows: list[Any]) -> list[dict[str, Any]]:
    """Rows of a list with the person of each, where the public may know who it is."""
    people = public_players().in_bulk([row.player_id for row in rows])
    return [{"row": row, "player": people.get(row.player_id)} for row in rows]
