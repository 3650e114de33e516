"""From games in order to one line per player and event: the loop all systems share."""

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import groupby
from math import isfinite
from operator import itemgetter
from typing import NamedTuple

from ratings.systems.protocol import BadPeriod, Career, Figures, Game, RatingSystem
from ratings.systems.schedule import Schedule


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
    system: RatingSystem | Schedule,
    careers: dict[int, Career],
    games: Iterable[Game],
    events: Mapping[int, Event],
) -> Iterator[tuple[Event, list[Change]]]:
    """Rate games that come event after event and round after round; yield each event when it is done.

    `careers` is what all earlier events left, and is brought forward in place, so the same call rates from
    scratch (empty careers) and forward from any clean event. `events` tells the event of each round: all rounds of
    an event, in their order, also those without a rated game, as how a system divides an event depends on how many
    there are. Players come in ascending order in the changes.

    >>> from ratings.systems import get_system
    >>> system, careers = get_system("glicko_margin", {}), {}
    >>> spring = Event(1, 738_000)
    >>> [(event, changes)] = rate_events(system, careers, [(5, 6, 400, 11)], {11: spring})
    >>> [(c.player, round(c.after), c.games) for c in changes], careers[5].day
    ([(5, 1662, 1), (6, 1338, 1)], 738000)
    """
    current: Event | None = None
    entered: dict[int, Figures] = {}
    state: dict[int, Figures] = {}
    rules = _on(system, 0)
    for _, group in groupby(games, key=_period_of(system, events)):
        batch = list(group)
        event = events[batch[0][3]]
        if event != current:
            if current is not None:
                yield current, _close(current, careers, entered, state)
            current, entered, state = event, {}, {}
            rules = _on(system, event.day)
        for one, other, _, _ in batch:
            if one not in state:
                state[one] = entered[one] = rules.enter(careers.get(one), event.day)
            if other not in state:
                state[other] = entered[other] = rules.enter(careers.get(other), event.day)
        state.update(rules.rate(state, batch))
    if current is not None:
        yield current, _close(current, careers, entered, state)


def _on(system: RatingSystem | Schedule, day: int) -> RatingSystem:
    return system.on(day) if isinstance(system, Schedule) else system


def _period_of(system: RatingSystem | Schedule, events: Mapping[int, Event]) -> Callable[[Game], object]:
    """What tells a game's period: its round, or the part of the event that its round is in."""
    rounds: dict[Event, list[int]] = {}
    for number, event in events.items():
        rounds.setdefault(event, []).append(number)
    parts: dict[int, object] = {}
    for event, numbers in rounds.items():
        cuts = _on(system, event.day).cuts(len(numbers))
        if cuts is not None:
            parts |= {number: (event, bisect_left(cuts, turn)) for turn, number in enumerate(numbers)}
    if not parts:
        return itemgetter(3)
    return lambda game: parts.get(game[3], game[3])


def _close(
    event: Event, careers: dict[int, Career], entered: dict[int, Figures], state: dict[int, Figures]
) -> list[Change]:
    changes = []
    for player in sorted(state):
        start, end = entered[player], state[player]
        # A number that is none would spread to everybody: better no run at all than that.
        if not (isfinite(end.rating) and isfinite(end.rd)):
            raise BadPeriod("ratings.not_finite", player)
        known = careers.get(player)
        games = end.games + (known.games if known else 0)
        careers[player] = Career(end.rating, end.rd, games, event.day, end.volatility)
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
