"""Pages of players and ratings, for everybody: who plays, how each has done, and the lists."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from common.pages import kept_page
from common.text import sort_key
from players.models import Player
from tournaments.views.public.frame import PAGE, asked_for, more_query, page_of, wants_fragment

from .models import RatedEvent, RatingHistory, RatingList
from .selectors.lists import shown
from .selectors.people import (
    games_of,
    history_of,
    played_games,
    players_matching,
    public_players,
    public_rated_events,
)
from .selectors.state import ratings_state
from .selectors.table import list_table, row_of
from .selectors.unrated import unrated_games

PAGE_GAMES = 50
RANKED, ALL = "ranked", "all"


@require_safe
@kept_page(ratings_state, params=PAGE, free=("q",))
def players(request: HttpRequest) -> HttpResponse:
    """Everybody who has played in the open, in the order of a Thai dictionary, with their ratings."""
    asked = asked_for(request)
    found = players_matching(public_players(), asked)
    # In the order of what is shown: the place in the list must not tell a name that somebody hides.
    found.sort(key=lambda p: (p.public_name_mode == Player.PublicName.NUMBER, sort_key(p.public_name), p.number))
    page = page_of(request, found)
    context = {
        "asked": asked,
        "page": page,
        "query": more_query(q=asked),
        "people": _rated(list(page.object_list)),
        "lists": list(RatingList.objects.all()),
    }
    return render(request, "ratings/_players.html" if wants_fragment(request) else "ratings/players.html", context)


def _rated(people: list[Player]) -> list[dict[str, Any]]:
    today = timezone.localdate()
    wanted = {player.pk for player in people}
    cells: dict[int, list[Any]] = {pk: [] for pk in wanted}
    for rating_list in RatingList.objects.all():
        rows = {row.player_id: row for row in list_table(rating_list, today) if row.player_id in wanted}
        for pk in wanted:
            if pk in rows:
                cells[pk].append((rating_list, rows[pk]))
    return [{"player": player, "ratings": cells[player.pk]} for player in people]


@require_safe
@kept_page(ratings_state, params=PAGE)
def player(request: HttpRequest, number: int) -> HttpResponse:
    """One player: where they stand in each list and how they came there, and every game everybody may see."""
    person = get_object_or_404(public_players(), number=number)
    today = timezone.localdate()
    known = RatingList.objects.filter(events__lines__player=person).distinct()
    in_lists = [
        {"list": each, "row": row_of(each, person.pk, today), "lines": history_of(person, each)} for each in known
    ]
    page = page_of(request, games_of(person), size=PAGE_GAMES)
    context = {
        "person": person,
        "lists": in_lists,
        "page": page,
        "query": "",
        "games": played_games(page.object_list),
        "crumbs": [{"label": _("Players"), "url": reverse("ratings:players")}, {"label": person.public_name}],
    }
    return render(request, "ratings/player.html", context)


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
