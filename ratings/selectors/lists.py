"""Lists and the events they count."""

from contextlib import suppress
from math import floor

from games.engine import UnknownRuleset, get_ruleset

from ..models import RatedEvent, RatingList
from ..systems import Schedule, get_schedule, parameter_names
from ..systems.policy import Policy
from ..systems.protocol import SystemParameterError

#: Nobody is shown below this where a list says nothing else; the number itself has no floor.
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


def system_then(rating_list: RatingList) -> Schedule:
    """With the parameters of the run whose numbers are shown: the list's own may have changed since."""
    run = rating_list.current_run
    if run is None or not run.algorithm.startswith(f"{rating_list.system}@"):
        return system_of(rating_list)
    return get_schedule(rating_list.system, run.parameters)


def policy_of(rating_list: RatingList) -> Policy:
    """Who is provisional, ranked or shown how low; what a list stores wrongly counts for nothing."""
    with suppress(SystemParameterError):
        return Policy.from_mapping(rating_list.policy)
    return Policy()


def shown(rating: float, lowest: float = DISPLAY_FLOOR) -> int:
    """A rating in whole points, as every page shows it; ``lowest`` is the floor of the list's policy.

    >>> shown(1499.5), shown(20.0), shown(20.0, 0)
    (1500, 100, 20)
    """
    return int(max(lowest, floor(rating + 0.5)))


def waiting_events() -> list[RatedEvent]:
    """Events that wait for a rating officer's word."""
    return list(RatedEvent.objects.filter(state=RatedEvent.State.WAITING).select_related("rating_list", "division"))
