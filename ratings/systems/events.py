"""From games in order to one line per player and event: the loop all systems share."""

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import date
from itertools import groupby
from math import isfinite
from operator import itemgetter
from typing import NamedTuple

from ratings.systems.protocol import ANYBODY, BadPeriod, Career, Figures, Game, Origin, RatingSystem
from ratings.systems.schedule import Schedule


class Event(NamedTuple):
    """A rated event: its id, the day it counts on (`date.toordinal()`) and the kind of its division."""

    id: int
    day: int
    kind: str = "open"


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
    *,
    born: Mapping[int, int] | None = None,
    starts: Mapping[int, Career] | None = None,
) -> Iterator[tuple[Event, list[Change]]]:
    """Rate games that come event after event and round after round; yield each event when it is done.

    `careers` is what all earlier events left, and is brought forward in place, so the same call rates from
    scratch (empty careers) and forward from any clean event. `events` tells the event of each round: all rounds of
    an event, in their order, also those without a rated game, as how a system divides an event depends on how many
    there are. Players come in ascending order in the changes. `born` are the years of birth that are known.

    `starts` are the careers of who comes with a rating from elsewhere, as the system's `imported` makes them: where
    a player without a career goes on from, and so no newcomer.

    >>> from ratings.systems import get_system
    >>> system, careers = get_system("glicko_margin", {}), {}
    >>> spring = Event(1, 738_000)
    >>> [(event, changes)] = rate_events(system, careers, [(5, 6, 400, 11)], {11: spring})
    >>> [(c.player, round(c.after), c.games) for c in changes], careers[5].day
    ([(5, 1662, 1), (6, 1338, 1)], 738000)
    """
    for event, periods in by_event(system, games, events):
        hall = Hall(system_on(system, event.day), event, careers, born or {}, starts or {})
        hall.newcomers_first(periods)
        for period in periods:
            hall.play(period)
        yield event, hall.close()


def by_event(
    system: RatingSystem | Schedule, games: Iterable[Game], events: Mapping[int, Event]
) -> Iterator[tuple[Event, list[list[Game]]]]:
    """Each event with its periods; see `rate_events`."""
    current: Event | None = None
    periods: list[list[Game]] = []
    for _, group in groupby(games, key=_period_of(system, events)):
        period = list(group)
        event = events[period[0][3]]
        if event != current:
            if current is not None:
                yield current, periods
            current, periods = event, []
        periods.append(period)
    if current is not None:
        yield current, periods


def system_on(system: RatingSystem | Schedule, day: int) -> RatingSystem:
    """The system as it is for an event of that day."""
    return system.on(day) if isinstance(system, Schedule) else system


def _period_of(system: RatingSystem | Schedule, events: Mapping[int, Event]) -> Callable[[Game], object]:
    """What tells a game's period: its round, or the part of the event that its round is in."""
    rounds: dict[Event, list[int]] = {}
    for number, event in events.items():
        rounds.setdefault(event, []).append(number)
    parts: dict[int, object] = {}
    for event, numbers in rounds.items():
        cuts = system_on(system, event.day).cuts(len(numbers))
        if cuts is not None:
            parts |= {number: (event, bisect_left(cuts, turn)) for turn, number in enumerate(numbers)}
    if not parts:
        return itemgetter(3)
    return lambda game: parts.get(game[3], game[3])


class Hall:
    """An event while it is rated. `state` is where everybody is, and `entered` where he came from."""

    def __init__(
        self,
        rules: RatingSystem,
        event: Event,
        careers: dict[int, Career],
        born: Mapping[int, int],
        starts: Mapping[int, Career],
    ) -> None:
        self._rules, self._event, self._careers, self._starts = rules, event, careers, starts
        self._born = born if rules.asks_origin else None
        self._year = date.fromordinal(event.day).year
        self.entered: dict[int, Figures] = {}
        self.state: dict[int, Figures] = {}
        self.settled: dict[int, Figures] = {}

    def newcomers_first(self, periods: Sequence[Sequence[Game]]) -> None:
        """In an event of newcomers their whole event is rated before everybody else's rounds are."""
        share = self._rules.newcomers_share
        if share is None:
            return
        games = [game for period in periods for game in period]
        self.enter(games)
        new = [player for player in self.state if player not in self._careers]
        if len(new) >= share * len(self.state):
            self.settled = self._rules.newcomers(self.state, new, games)
            self.state |= self.settled

    def play(self, period: Sequence[Game]) -> None:
        self.enter(period)
        self.state.update(self._rules.rate(self.state, period))
        self.state.update(self.settled)

    def enter(self, games: Sequence[Game]) -> None:
        state = self.state
        for one, other, _, _ in games:
            if one not in state:
                state[one] = self.entered[one] = self._entering(one)
            if other not in state:
                state[other] = self.entered[other] = self._entering(other)

    def _entering(self, player: int) -> Figures:
        origin = ANYBODY
        if self._born is not None:
            born = self._born.get(player)
            origin = Origin(self._event.kind, None if born is None else self._year - born)
        career = self._careers.get(player)
        if career is None and player in self._starts:
            career = self._careers[player] = self._starts[player]
        start: Figures = self._rules.enter(career, self._event.day, origin)
        return start

    def close(self) -> list[Change]:
        changes = []
        for player in sorted(self.state):
            start, end = self.entered[player], self.state[player]
            # A number that is none would spread to everybody: better no run at all than that.
            if not (isfinite(end.rating) and isfinite(end.rd)):
                raise BadPeriod("ratings.not_finite", player)
            known = self._careers.get(player)
            games = end.games + (known.games if known else 0)
            self._careers[player] = Career(end.rating, end.rd, games, self._event.day, end.volatility)
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
