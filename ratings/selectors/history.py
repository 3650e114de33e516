"""All rated games of a list at once, for those who look at the whole of it."""

from players.models import Player

from ..fitting import History
from ..models import RatingList, StartRating
from ..systems.events import Event
from ..systems.protocol import Game
from .games import chunks, periods_of, planned_events, rated_games


def list_history(rating_list: RatingList) -> History:
    """What a run from scratch would rate, in its order."""
    games: list[Game] = []
    events: dict[int, Event] = {}
    for chunk in chunks(planned_events(rating_list)):
        games += rated_games(chunk)
        events.update(periods_of(chunk))
    starts = StartRating.objects.filter(rating_list=rating_list, replaced_by=None)
    return History(
        games,
        events,
        born={pk: year for pk, year in Player.objects.values_list("pk", "born") if year is not None},
        starts={
            player: (rating, rd, count, day.toordinal())
            for player, rating, rd, count, day in starts.values_list("player_id", "rating", "rd", "games", "day")
        },
    )
