"""The events of a rating list, for everybody: which count, and what each did."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from common.pages import kept_page
from tournaments.views.public.frame import PAGE, page_of

from ..models import RatedEvent, RatingHistory, RatingList
from ..selectors.lists import shown
from ..selectors.people import (
    public_rated_events,
)
from ..selectors.state import ratings_state
from ..selectors.unrated import unrated_games


@require_safe
@kept_page(ratings_state, params=PAGE)
def events(request: HttpRequest, slug: str) -> HttpResponse:
    """The events of a list, and which of them count."""
    found = get_object_or_404(RatingList, slug=slug)
    page = page_of(request, public_rated_events(found))
    context = {
        "list": found,
        "page": page,
        "query": "",
        "events": list(page.object_list),
        "crumbs": [*_list_crumbs(found), {"label": _("Events")}],
    }
    return render(request, "ratings/events.html", context)


@require_safe
@kept_page(ratings_state)
def event(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """What an event did to the ratings of those who played, and which games are not rated, and why."""
    found = get_object_or_404(RatingList, slug=slug)
    rated: RatedEvent | None = public_rated_events(found).filter(pk=number).first()
    if rated is None or rated.division is None:
        raise Http404
    lines = (
        RatingHistory.objects.filter(event=rated, superseded_by=None)
        .select_related("player__club")
        .order_by("-after", "player_id")
    )
    division = rated.division
    context = {
        "list": found,
        "event": rated,
        "division": division,
        "lines": [
            {
                "player": line.player,
                "line": line,
                "before": shown(line.before),
                "after": shown(line.after),
                "change": shown(line.after) - shown(line.before),
            }
            for line in lines
        ]
        if division.entries_public
        else [],
        "unrated": unrated_games(rated) if division.pairings_public else [],
        "crumbs": [
            *_list_crumbs(found),
            {"label": _("Events"), "url": reverse("ratings:events", args=(found.slug,))},
            {"label": rated.name},
        ],
    }
    return render(request, "ratings/event.html", context)


def _list_crumbs(found: RatingList) -> list[dict[str, str]]:
    return [
        {"label": _("Ratings"), "url": reverse("ratings:lists")},
        {"label": found.name, "url": reverse("ratings:list", args=(found.slug,))},
    ]
