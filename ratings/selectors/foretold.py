"""What a list's system expected of each game, and what it took the game for."""

from collections import defaultdict
from collections.abc import Collection
from typing import NamedTuple

from django.core.cache import cache

from players.models import Player

from ..models import RatedEvent, RatingHistory, RatingList, StartRating
from ..systems.explain import explain_event
from ..systems.protocol import BadPeriod, Career, Game
from .games import CHUNK, periods_of, planned_events, rated_games
from .lists import system_then

_KEPT_SECONDS = 24 * 3600


class Foretold(NamedTuple):
    """Outcome points of one game: what was ``expected``, and what it came to. ``points`` in rating points."""

    expected: float
    actual: float
    points: float


def foretold(rating_list: RatingList, player: Player, divisions: Collection[int]) -> dict[int, Foretold]:
    """By round, for a player's rated games in these divisions.

    Each event is rated once more from where its lines say that everybody came in, so the lines must be there. Kept
    for as long as the run that wrote them stands: the same games of the same run never come to something else.
    """
    if rating_list.is_external or rating_list.current_run_id is None or not divisions:
        return {}
    events = dict(
        RatedEvent.objects.filter(
            rating_list=rating_list,
            division_id__in=divisions,
            lines__player=player,
            lines__superseded_by=None,
        ).values_list("pk", "division_id")
    )
    keys = {event: f"foretold:{rating_list.current_run_id}:{event}:{player.pk}" for event in events}
    kept = cache.get_many(keys.values())
    missing = {event for event, key in keys.items() if key not in kept}
    fresh = _rate_again(rating_list, player.pk, missing) if missing else {}
    if fresh:
        cache.set_many({keys[event]: rounds for event, rounds in fresh.items()}, _KEPT_SECONDS)
    found: dict[int, Foretold] = {}
    for rounds in (*kept.values(), *fresh.values()):
        found |= rounds
    return found


def _rate_again(rating_list: RatingList, player_id: int, wanted: set[int]) -> dict[int, dict[int, Foretold]]:
    planned = [event for event in planned_events(rating_list) if event.event_id in wanted]
    careers = _careers(rating_list, wanted)
    system = system_then(rating_list)
    born: dict[int, int] = {}
    found: dict[int, dict[int, Foretold]] = {}
    for at in range(0, len(planned), CHUNK):
        chunk = planned[at : at + CHUNK]
        rounds = periods_of(chunk)
        games: dict[int, list[Game]] = defaultdict(list)
        for game in rated_games(chunk):
            games[rounds[game[3]].id].append(game)
        for event in {event.id: event for event in rounds.values()}.values():
            if system.on(event.day).asks_origin and not born:
                years = Player.objects.exclude(born=None).values_list("pk", "born")
                born = {pk: year for pk, year in years if year is not None}
            try:
                why = explain_event(
                    system, event, careers[event.id], games[event.id], player_id, events=rounds, born=born
                )
            except (KeyError, BadPeriod):  # results have moved on since the run; the next one will say
                continue
            found[event.id] = {
                share.period: Foretold(share.expected, share.actual, share.points) for share in why.shares
            }
    return found


def _careers(rating_list: RatingList, wanted: set[int]) -> dict[int, dict[int, Career]]:
    """By event, what everybody but its newcomers came in with.

    A line's values before are those after the days away, so nobody rests again. The tables keep no volatility: for
    Glicko-2 the first round is exact, and later ones are as good as its usual volatility.
    """
    from_elsewhere = set(
        StartRating.objects.filter(rating_list=rating_list, replaced_by=None).values_list("player_id", flat=True)
    )
    careers: dict[int, dict[int, Career]] = defaultdict(dict)
    lines = RatingHistory.objects.filter(event_id__in=wanted, superseded_by=None).values_list(
        "event_id", "player_id", "event__day", "before", "rd_before", "games", "career_games"
    )
    for event, player, day, before, rd_before, games, career_games in lines:
        if day is not None and (career_games > games or player in from_elsewhere):
            careers[event][player] = Career(before, rd_before, career_games - games, day.toordinal())
    return careers
