"""The events of a rating list, for everybody: which count, what each did, and why."""

from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from common.pages import kept_page
from tournaments.formats.csv_out import csv_bytes
from tournaments.views.public.frame import PAGE, page_of

from ..models import RatedEvent, RatingHistory, RatingList
from ..selectors.event_lines import ORDERS, event_lines, games_public, lines_public, ordered
from ..selectors.list_file import event_csv
from ..selectors.people import public_players, public_rated_events
from ..selectors.state import ratings_state
from ..selectors.unrated import unrated_games
from ..selectors.why import Why, why

SORT = {"order": "|".join(ORDERS)}


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
@kept_page(ratings_state, params=SORT)
def event(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """What an event did to the ratings of those who played, and which games are not rated, and why."""
    rated = _event(slug, number)
    division = rated.division
    assert division is not None  # it is public
    order = request.GET.get("order", ORDERS[0])
    lines = ordered(event_lines(rated), order) if lines_public(rated) else []
    context = {
        "list": rated.rating_list,
        "event": rated,
        "division": division,
        "lines": lines,
        "secret": not lines_public(rated),
        "explained": games_public(rated),
        "order": order,
        "heads": _heads(order),
        "csv_url": reverse("ratings:event_csv", args=(slug, number)),
        "unrated": unrated_games(rated) if division.pairings_public else [],
        "crumbs": [
            *_list_crumbs(rated.rating_list),
            {"label": _("Events"), "url": reverse("ratings:events", args=(slug,))},
            {"label": rated.name},
        ],
    }
    return render(request, "ratings/event.html", context)


@require_safe
def event_file(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """What the event did, as a file."""
    rated = _event(slug, number)
    if not lines_public(rated):
        raise Http404
    answer = HttpResponse(csv_bytes(event_csv(event_lines(rated), running=not rated.over)))
    answer["Content-Type"] = "text/csv; charset=utf-8"
    answer["Content-Disposition"] = f'attachment; filename="ratings-{slug}-event-{number}.csv"'
    answer["Cache-Control"] = "private, no-cache"
    return answer


@require_safe
@kept_page(ratings_state)
def event_why(request: HttpRequest, slug: str, number: int, player: int) -> HttpResponse:
    """Each game's share in what the event did to a player."""
    rated = _event(slug, number)
    person = public_players().filter(number=player).first()
    if person is None or not games_public(rated):
        raise Http404
    named = public_players().filter(memberships__entry__division=rated.division).in_bulk()
    try:
        answer = why(rated, person, named=named)
    except RatingHistory.DoesNotExist as error:
        raise Http404 from error
    context = {
        "list": rated.rating_list,
        "event": rated,
        "division": rated.division,
        "person": person,
        "why": answer,
        "summary": _summary(answer) if answer else {},
        "crumbs": [
            *_list_crumbs(rated.rating_list),
            {"label": _("Events"), "url": reverse("ratings:events", args=(slug,))},
            {"label": rated.name, "url": reverse("ratings:event", args=(slug, number))},
            {"label": person.public_name},
        ],
    }
    return render(request, "ratings/why.html", context)


def _event(slug: str, number: int) -> RatedEvent:
    """A list's event that everybody may see, or 404."""
    found = get_object_or_404(RatingList.objects.select_related("current_run"), slug=slug)
    rated: RatedEvent | None = (
        public_rated_events(found).select_related("rating_list__current_run").filter(pk=number).first()
    )
    if rated is None or rated.division is None:
        raise Http404
    return rated


def _heads(order: str) -> list[dict[str, Any]]:
    """The table's heads: each sorts by its column. ``wide`` ones leave a phone."""
    words = [
        ("name", _("Name"), False),
        ("games", _("Games"), True),
        ("", _("Scored"), True),
        ("", _("Expected"), True),
        ("performance", _("Performance"), True),
        ("before", _("Before"), True),
        ("change", _("Change"), False),
        ("after", _("After"), False),
    ]
    return [
        {
            "word": word,
            "wide": wide,
            "num": key != "name",
            "url": f"?{urlencode({'order': key})}" if key else "",
            "sort": ("ascending" if key == "name" else "descending") if key == order else "",
        }
        for key, word, wide in words
    ]


def _summary(answer: Why) -> dict[str, Any]:
    """What the page's first sentences need: the share that did the most for the player, and the most against."""
    # Of the figures as they are shown: a reader who subtracts them finds the same.
    gap = round(answer.actual, 2) - round(answer.expected, 2)
    return {
        "as_expected": abs(gap) < 0.05,
        "better": gap > 0,
        "gap": abs(gap),
        "best": max((share for share in answer.shares if share.points > 0), key=lambda s: s.points, default=None),
        "worst": min((share for share in answer.shares if share.points < 0), key=lambda s: s.points, default=None),
    }


def _list_crumbs(found: RatingList) -> list[dict[str, str]]:
    return [
        {"label": _("Ratings"), "url": reverse("ratings:lists")},
        {"label": found.name, "url": reverse("ratings:list", args=(found.slug,))},
    ]
