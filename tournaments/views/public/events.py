"""Public pages of the site and of an event: home, the list of events, an event, the way into a division.

Everybody may see them; an event that is not public is there for its own staff only (404 for others).
"""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_safe

from common.pages import kept_page
from games.models import ruleset_game, ruleset_title

from ...models import Division, Tournament
from ...selectors.public_events import (
    FINISHED,
    LIVE,
    UPCOMING,
    Progress,
    divisions_progress,
    event_when,
    event_years,
    public_events,
)
from ...selectors.public_state import event_state, site_state
from ..access import public_event
from .frame import PAGE, DivisionPage, asked_for, event_crumbs, more_query, page_of, wants_fragment

PAGE_EVENTS = 50
HOME_EVENTS = 5
HOME_DIVISIONS = 6


@require_safe
@kept_page(site_state)
def home(request: HttpRequest) -> HttpResponse:
    """What the site is, and what is on: live and upcoming events, then the last that ended."""
    today = timezone.localdate()
    events = public_events()
    live = list(events.filter(starts_on__lte=today, ends_on__gte=today).order_by("starts_on", "pk")[:20])
    upcoming = list(events.filter(starts_on__gt=today).order_by("starts_on", "pk")[:HOME_EVENTS])
    recent = list(events.filter(ends_on__lt=today)[:HOME_EVENTS])
    divisions = Division.objects.filter(tournament__in=live).order_by("order", "id")
    progress = divisions_progress(divisions)
    running: dict[int, list[Progress]] = {}
    for division in divisions:
        if progress[division.pk].round is not None:
            running.setdefault(division.tournament_id, []).append(progress[division.pk])
    context: dict[str, list[tuple[Tournament, str, list[Progress]]]] = {
        "live": [(event, LIVE, running.get(event.pk, [])[:HOME_DIVISIONS]) for event in live],
        "upcoming": [(event, UPCOMING, []) for event in upcoming],
        "recent": [(event, FINISHED, []) for event in recent],
    }
    return render(request, "tournaments/home.html", context)


@require_safe
@kept_page(site_state, params={"year": r"\d{4}", **PAGE}, free=("q",))
def event_list(request: HttpRequest) -> HttpResponse:
    """Every public event, the latest first, by year; searched by name and place, fifty a page."""
    today = timezone.localdate()
    asked = asked_for(request)
    years = event_years()
    year = int(request.GET.get("year", 0)) or None
    events = public_events(asked, year if year in years else None)
    page = page_of(request, events, size=PAGE_EVENTS)
    context: dict[str, Any] = {
        "asked": asked,
        "years": years,
        "year": year if year in years else None,
        "page": page,
        "query": more_query(q=asked, year=year if year in years else None),
        "events": [(event, event_when(event, today), []) for event in page.object_list],
    }
    return render(
        request, "tournaments/_list.html" if wants_fragment(request) else "tournaments/list.html", context
    )


@require_safe
@kept_page(event_state)
def event(request: HttpRequest, slug: str) -> HttpResponse:
    """An event: when and where, and each division with how far it is."""
    tournament = public_event(request, slug)
    divisions = list(tournament.divisions.order_by("order", "id"))
    progress = divisions_progress(divisions)
    is_staff = request.user.is_authenticated and request.user.has_perm("tournaments.look", tournament)
    when = event_when(tournament, timezone.localdate())
    context = {
        "tournament": tournament,
        "when": when,
        "crumbs": [*event_crumbs(tournament)[:1], {"label": tournament.name, "url": ""}],
        "is_staff": is_staff,
        "divisions": [_division_card(division, progress[division.pk], is_staff) for division in divisions],
        "entries": sum(each.entries for each in progress.values()),
    }
    return render(request, "tournaments/event.html", context)


def _division_card(division: Division, progress: Progress, is_staff: bool) -> dict[str, Any]:
    return {
        "division": division,
        "progress": progress,
        "ruleset": ruleset_title(division.ruleset),
        "game": ruleset_game(division.ruleset),
        "pairings": progress.round is not None and (is_staff or division.pairings_public),
        "standings": is_staff or division.standings_public,
        "entries": is_staff or division.entries_public,
    }


@require_safe
def division(request: HttpRequest, slug: str, division: str) -> HttpResponse:
    """The way into a division: its round while one is played, its standings after the last, else its entries."""
    page = DivisionPage(request, slug, division)
    current = page.current
    over = current is not None and current.complete and current.number >= page.division.rounds_planned
    ways = [
        ("standings", "standings", ()) if over and page.shows("standings") else None,
        ("pairings", "round", (current.number,)) if current else None,
        ("standings", "standings", ()) if current else None,
        ("entries", "entries", ()),
        ("standings", "standings", ()),
    ]
    for part, name, more in filter(None, ways):
        if page.shows(part):
            return redirect(page.url(name, *more))
    return render(request, "tournaments/division.html", page.context())
