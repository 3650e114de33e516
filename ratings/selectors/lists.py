"""Lists and the events they count."""

from collections.abc import Sequence
from contextlib import suppress
from datetime import date
from math import floor

from games.engine import UnknownRuleset, get_ruleset

from ..models import RatedEvent, RatingHistory, RatingList
from ..systems import Schedule, get_schedule, parameter_names

#: Nobody is shown below this; the number itself has no floor.
DISPLAY_FLOOR = 100


def ruleset_name(ruleset: str) -> str:
    """``amath@1`` and ``amath`` are one game to a list: a new edition goes on in it."""
    return ruleset.partition("@")[0]


def lists_of_ruleset(ruleset: str) -> list[RatingList]:
    return list(RatingList.objects.filter(ruleset=ruleset_name(ruleset)))


def event_name(tournament: str, division: str) -> str:
    """What a rated event is called, also when its division is gone."""
    return f"{tournament} · {division}"


def system_of(rating_list: RatingList) -> Schedule:
    """The list's system with each day's parameters: the list's own before the ruleset's before the system's."""
    scale = {}
    if "scale" in parameter_names(rating_list.system):
        with suppress(UnknownRuleset):
            scale = {"scale": get_ruleset(rating_list.ruleset).margin_scale}
    return get_schedule(rating_list.system, {**scale, **rating_list.parameters})


def shown(rating: float) -> int:
    """A rating in whole points, as every page shows it.

    >>> shown(1499.5), shown(20.0)
    (1500, 100)
    """
    return max(DISPLAY_FLOOR, floor(rating + 0.5))


def ratings_at_entry(*, player_ids: Sequence[int], ruleset: str, on: date) -> dict[int, int]:
    """What each player was rated before that day in the ruleset's first list; unrated players are left out.

    Only earlier days count: a late entry of today is rated like everybody else was in the morning.
    """
    first = next(iter(lists_of_ruleset(ruleset)), None)
    if first is None:
        return {}
    lines = (
        RatingHistory.objects.filter(
            event__rating_list=first, event__day__lt=on, player_id__in=player_ids, superseded_by=None
        )
        .order_by("event__day", "event__division_id")
        .values_list("player_id", "after")
    )
    return {player_id: shown(after) for player_id, after in lines}


def waiting_events() -> list[RatedEvent]:
    """Events that wait for a rating officer's word."""
    return list(RatedEvent.objects.filter(state=RatedEvent.State.WAITING).select_related("rating_list", "division"))
