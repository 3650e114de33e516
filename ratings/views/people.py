"""Players, for everybody: who plays, and how each has done."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from common.pages import kept_page
from common.text import sort_key
from players.models import Club, Level, Player
from players.provinces import PROVINCES
from tournaments.views.public.frame import PAGE, asked_for, more_query, page_of, wants_fragment

from ..models import RatingList
from ..selectors.foretold import foretold
from ..selectors.meetings import best_wins, meetings_with, opponents_of
from ..selectors.people import (
    PeopleFilter,
    history_of,
    kept_player,
    lists_of,
    players_matching,
    public_players,
    span_of,
)
from ..selectors.played import PlayedGame, games_against, played_games
from ..selectors.records import game_records, rating_records
from ..selectors.state import ratings_state
from ..selectors.table import list_table, row_of

PAGE_GAMES = 50
#: What the player's own page shows of each, before it leads on to all of them.
FEW_EVENTS, FEW_GAMES, FEW_OPPONENTS = 8, 10, 8

_SLUG = r"[-a-zA-Z0-9_]{1,50}"
WHO = {"club": r"[1-9]\d{0,8}", "province": r"\d\d", "level": "|".join(Level.values)}
WHICH = {"event": rf"{_SLUG}/{_SLUG}", "list": _SLUG}
MOST, LAST = "most", "last"


@require_safe
@kept_page(ratings_state, params={**PAGE, **WHO}, free=("q",))
def players(request: HttpRequest) -> HttpResponse:
    """Everybody who has played in the open, in the order of a Thai dictionary, with their ratings."""
    asked = asked_for(request)
    chosen = {name: request.GET.get(name, "") for name in WHO}
    wanted = PeopleFilter(**chosen)
    found = players_matching(wanted.of(public_players()), asked)
    # In the order of what is shown: the place in the list must not tell a name that somebody hides.
    found.sort(key=lambda p: (p.public_name_mode == Player.PublicName.NUMBER, sort_key(p.public_name), p.number))
    page = page_of(request, found)
    context = {
        "asked": asked,
        "chosen": chosen,
        "narrowed": any(chosen.values()),
        "page": page,
        "query": more_query(q=asked, **chosen),
        "people": _rated(list(page.object_list)),
        "lists": list(RatingList.objects.all()),
    }
    if wants_fragment(request):
        return render(request, "ratings/_players.html", context)
    return render(request, "ratings/players.html", context | _choices())


def _choices() -> dict[str, Any]:
    """What there is to choose from: only what somebody in the list has."""
    known = PeopleFilter.open_to_all(public_players()).order_by()
    provinces = set(known.values_list("province", flat=True).distinct()) - {""}
    levels = set(known.values_list("level", flat=True).distinct()) - {""}
    return {
        "clubs": Club.objects.filter(pk__in=public_players().order_by().values("club_id")),
        "provinces": sorted(((code, str(PROVINCES[code])) for code in provinces & set(PROVINCES)), key=_by_name),
        "levels": [(value, label) for value, label in Level.choices if value in levels],
    }


def _by_name(choice: tuple[str, str]) -> Any:
    return sort_key(choice[1])


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


def person_or_redirect(request: HttpRequest, number: int, **more: Any) -> Player | HttpResponseRedirect:
    """The player of an address, or the way to whoever that player was found to be. 404: neither is public.

    ``more`` is what else the address holds.
    """
    person = kept_player(number)
    if person is None:
        raise Http404
    if person.number == number:
        return person
    name = request.resolver_match.view_name if request.resolver_match else "ratings:player"
    return HttpResponseRedirect(reverse(name, kwargs={"number": person.number, **more}))


def _crumbs(person: Player, *more: str) -> list[dict[str, str]]:
    """Where the reader is: below all players, and below the player for each of the pages ``more`` names."""
    crumbs = [{"label": _("Players"), "url": reverse("ratings:players")}]
    if not more:
        return [*crumbs, {"label": person.public_name}]
    crumbs.append({"label": person.public_name, "url": reverse("ratings:player", args=[person.number])})
    return [*crumbs, *({"label": label} for label in more)]


@require_safe
@kept_page(ratings_state)
def player(request: HttpRequest, number: int) -> HttpResponse:
    """One player: where they stand in each list and how they came there, whom they met, and what they did best."""
    person = person_or_redirect(request, number)
    if isinstance(person, HttpResponse):
        return person
    today = timezone.localdate()
    games = played_games(person)
    in_lists = []
    for each in lists_of(person):
        lines = history_of(person, each)
        row = row_of(each, person.pk, today)
        in_lists.append(
            {
                "list": each,
                "row": row,
                "between": span_of(row),
                "lines": lines,
                "few": lines[:FEW_EVENTS],
                "records": rating_records(lines),
                "best_wins": [] if each.is_external else best_wins(games, each),
            }
        )
    met = opponents_of(games)
    context = {
        "person": person,
        "lists": in_lists,
        "rated": any(each["lines"] for each in in_lists),
        "games": _with_expected(person, games[:FEW_GAMES], _own_list(in_lists)),
        "games_count": len(games),
        "opponents": met[:FEW_OPPONENTS],
        "opponents_count": len(met),
        "records": game_records(games),
        "crumbs": _crumbs(person),
    }
    return render(request, "ratings/player.html", context)


def _own_list(in_lists: list[dict[str, Any]]) -> RatingList | None:
    return next((each["list"] for each in in_lists if each["lines"]), None)


def _with_expected(person: Player, games: list[PlayedGame], rating_list: RatingList | None) -> list[dict[str, Any]]:
    """Games with what the list expected of each, where it rates it."""
    known = foretold(rating_list, person, {game.division_id for game in games}) if rating_list else {}
    return [{"game": game, "foretold": known.get(game.round_id) if game.alone else None} for game in games]


@require_safe
@kept_page(ratings_state, params=PAGE)
def player_list(request: HttpRequest, number: int, slug: str) -> HttpResponse:
    """A player in one list: the chart, and every event with what it did."""
    person = person_or_redirect(request, number, slug=slug)
    if isinstance(person, HttpResponse):
        return person
    found = get_object_or_404(RatingList, slug=slug)
    lines = history_of(person, found)
    row = row_of(found, person.pk, timezone.localdate())
    if not lines and row is None:
        raise Http404
    page = page_of(request, lines)
    context = {
        "person": person,
        "list": found,
        "row": row,
        "between": span_of(row),
        "lines": lines,
        "page": page,
        "query": "",
        "crumbs": _crumbs(person, found.name),
    }
    return render(request, "ratings/player_list.html", context)


@require_safe
@kept_page(ratings_state, params={**PAGE, **WHICH}, free=("q",))
def player_games(request: HttpRequest, number: int) -> HttpResponse:
    """Every game of a player that everybody may see; those of an event, a list or some opponents alone."""
    person = person_or_redirect(request, number)
    if isinstance(person, HttpResponse):
        return person
    every = played_games(person)
    lists = [each for each in lists_of(person) if not each.is_external]
    asked, event, slug = asked_for(request), request.GET.get("event", ""), request.GET.get("list", "")
    found = _narrowed(
        every, asked, event, next((each for each in lists if each.slug == slug), None) if slug else None
    )
    page = page_of(request, found, size=PAGE_GAMES)
    rated_in = next((each for each in lists if each.slug == slug), lists[0] if lists else None)
    context = {
        "person": person,
        "asked": asked,
        "event": event,
        "slug": slug,
        "narrowed": bool(asked or event or slug),
        "page": page,
        "query": more_query(q=asked, event=event, list=slug),
        "games": _with_expected(person, list(page.object_list), rated_in),
        "games_count": len(every),
        "rated_in": rated_in,
        "lists": lists,
        "events": list({game.where: game.event for game in every}.items()),
        "crumbs": _crumbs(person, _("Games")),
    }
    return render(
        request, "ratings/_player_games.html" if wants_fragment(request) else "ratings/player_games.html", context
    )


def _narrowed(games: list[PlayedGame], asked: str, event: str, rating_list: RatingList | None) -> list[PlayedGame]:
    if event:
        games = [game for game in games if game.where == event]
    if rating_list is not None:
        games = [game for game in games if game.ruleset == rating_list.ruleset]
    if asked:
        people = {one.player.pk: one.player for game in games for one in game.opponents}
        wanted = {player.pk for player in players_matching(people.values(), asked)}
        games = [game for game in games if any(one.player.pk in wanted for one in game.opponents)]
    return games


@require_safe
@kept_page(ratings_state, params={**PAGE, "order": LAST}, free=("q",))
def player_opponents(request: HttpRequest, number: int) -> HttpResponse:
    """Everybody a player has met, with what stands between them."""
    person = person_or_redirect(request, number)
    if isinstance(person, HttpResponse):
        return person
    met = opponents_of(played_games(person))
    asked, order = asked_for(request), request.GET.get("order", MOST)
    if order == LAST:
        met.sort(key=lambda each: each.last, reverse=True)
    if asked:
        wanted = {one.pk for one in players_matching((each.opponent.player for each in met), asked)}
        met = [each for each in met if each.opponent.player.pk in wanted]
    page = page_of(request, met)
    context = {
        "person": person,
        "asked": asked,
        "order": order,
        "plain": MOST,
        "orders": [(MOST, _("Most games")), (LAST, _("Last met"))],
        "page": page,
        "query": more_query(q=asked, order="" if order == MOST else order),
        "opponents": list(page.object_list),
        "crumbs": _crumbs(person, _("Opponents")),
    }
    name = "ratings/_player_opponents.html" if wants_fragment(request) else "ratings/player_opponents.html"
    return render(request, name, context)


@require_safe
@kept_page(ratings_state, params=PAGE)
def player_against(request: HttpRequest, number: int, other: int) -> HttpResponse:
    """Two players: what stands between them, and every game of theirs."""
    person = person_or_redirect(request, number, other=other)
    if isinstance(person, HttpResponse):
        return person
    opponent = kept_player(other)
    if opponent is None or opponent == person:
        raise Http404
    if opponent.number != other:
        return redirect("ratings:player_against", number=number, other=opponent.number)
    games = games_against(played_games(person), opponent)
    lists = [each for each in lists_of(person) if not each.is_external]
    page = page_of(request, games, size=PAGE_GAMES)
    context = {
        "person": person,
        "opponent": opponent,
        "sum": meetings_with(games[0].opponent, games) if games else None,
        "page": page,
        "query": "",
        "games": _with_expected(person, list(page.object_list), lists[0] if lists else None),
        "rated_in": lists[0] if lists else None,
        "crumbs": _crumbs(person, _("Against %(name)s") % {"name": opponent.public_name}),
    }
    return render(request, "ratings/player_against.html", context)
