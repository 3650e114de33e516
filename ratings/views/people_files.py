"""A player's events and games as files, with what the pages show and no more."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from ..selectors.foretold import foretold
from ..selectors.people import history_of, lists_of
from ..selectors.played import played_games
from ..selectors.player_csv import events_csv, games_csv
from .people import person_or_redirect


@require_safe
def player_events_csv(request: HttpRequest, number: int) -> HttpResponse:
    """Every event of every list."""
    person = person_or_redirect(request, number)
    if isinstance(person, HttpResponse):
        return person
    lines = ((each.slug, line) for each in lists_of(person) for line in history_of(person, each))
    return _file(events_csv(lines), f"player-{number}-ratings")


@require_safe
def player_games_csv(request: HttpRequest, number: int) -> HttpResponse:
    """Every game. Expected and actual are those of the list ``?list=``, or of the player's first."""
    person = person_or_redirect(request, number)
    if isinstance(person, HttpResponse):
        return person
    games = played_games(person)
    lists = [each for each in lists_of(person) if not each.is_external]
    asked = request.GET.get("list", "")
    chosen = next((each for each in lists if each.slug == asked or not asked), None)
    known = foretold(chosen, person, {game.division_id for game in games}) if chosen else {}
    return _file(games_csv(games, known), f"player-{number}-games")


def _file(data: bytes, name: str) -> HttpResponse:
    answer = HttpResponse(data)
    answer["Content-Type"] = "text/csv; charset=utf-8"
    answer["Content-Disposition"] = f'attachment; filename="{name}.csv"'
    answer["Cache-Control"] = "private, no-cache"
    return answer
