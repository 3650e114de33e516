"""From games in order to one line per player and event: the loop all systems share."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from math import isfinite
from operator import itemgetter
from typing import NamedTuple

from ratings.systems.protocol import BadPeriod, Career, Game, RatingSystem, Standing


class Event(NamedTuple):
    """A rated event: its id and the day it counts on (`date.toordinal()`)."""

    id: int
    day: int


class Change(NamedTuple):
    """What one event did to one player. `career_games` includes this event's."""

    player: int
    before: float
    rd_before: float
    after: float
    rd_after: float
    games: int
    career_games: int
    expected: float
    actual: float


def rate_events(
    system: RatingSystem,
    careers: dict[int, Career],
    games: Iterable[Game],
    events: Mapping[int, Event],
) -> Iterator[tuple[Event, list[Change]]]:
    """Rate games that come event after event and round after round; yield each event when it is done.

    `careers` is what all earlier events left, and is brought forward in place, so the same call rates from
    scratch (empty careers) and forward from any clean event. `events` tells the event of each period. Players
    come in ascending order in the changes.

    >>> from ratings.systems import get_system
    >>> system, careers = get_system("glicko_margin", {}), {}
    >>> spring = Event(1, 738_000)
    >>> [(event, changes)] = rate_events(system, careers, [(5, 6, 400, 11)], {11: spring})
    >>> [(c.player, round(c.after), c.games) for c in changes], careers[5].day
    ([(5, 1662, 1), (6, 1338, 1)], 738000)
    """
    current: Event | None = None
    entered: dict[int, Standing] = {}
    state: dict[int, Standing] = {}
    for period, group in groupby(games, key=itemgetter(3)):
        event = events[period]
        if event != current:
            if current is not None:
                yield current, _close(current, careers, entered, state)
            current, entered, state = event, {}, {}
        batch = list(group)
        for one, other, _, _ in batch:
            if one not in state:
                state[one] = entered[one] = system.enter(careers.get(one), event.day)
            if other not in state:
                state[other] = entered[other] = system.enter(careers.get(other), event.day)
        state.update(system.rate(state, batch))
    if current is not None:
        yield current, _close(current, careers, entered, state)


def _close(
    event: Event, careers: dict[int, Career], entered: dict[int, Standing], state: dict[int, Standing]
) -> list[Change]:
    changes = []
    for player in sorted(state):
        start, end = entered[player], state[player]
        # A number that is none would spread to everybody: better no run at all than that.
        if not (isfinite(end.rating) and isfinite(end.rd)):
            raise BadPeriod("ratings.not_finite", player)
        known = careers.get(player)
        games = end.games + (known.games if known else 0)
        careers[player] = Career(end.rating, end.rd, games, event.day)
        # The RD before is the one the event started from, after the days away.
        changes.append(
            Change(
                player,
                start.rating,
                start.rd,
                end.rating,
                end.rd,
                end.games,
                games,
                end.expected,
                end.actual,
            )
        )
    return changes
