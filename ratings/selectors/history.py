"""All rated games of a list at once, for those who look at the whole of it."""

from ..fitting import History
from ..models import RatingList
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
    return History(games, events)
