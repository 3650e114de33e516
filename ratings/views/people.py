"""Players, for everybody: who plays, and how each has done."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from common.pages import kept_page
from common.text import sort_key
from players.models import Player
from tournaments.views.public.frame import PAGE, asked_for, more_query, page_of, wants_fragment

from ..models import RatingList
from ..selectors.people import (
    games_of,
    history_of,
    played_games,
    players_matching,
    public_players,
)
from ..selectors.state import ratings_state
from ..selectors.table import list_table, row_of

PAGE_GAMES = 50


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
