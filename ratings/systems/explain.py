"""Why a rating changed in an event: the event rated once more, with what each game has in the change."""

from collections.abc import Iterable, Mapping
from math import fsum
from typing import NamedTuple

from ratings.systems.events import Event, Hall, by_event, system_on
from ratings.systems.protocol import Career, Game, RatingSystem, Share
from ratings.systems.schedule import Schedule

#: Below this, in rating points, floats differ in the order of adding alone.
_NOTHING = 1e-10


class Explained(NamedTuple):
    """`before` and `after` as in the event's `Change`; `shares` game by game, in the order they were rated in.

    The points of the shares and of `rest` add up to after − before. `rest` is what no single game has done, where
    there is any: "acceleration" and "feedback" (NASPA: fast gains, one's own and those of whom one met), "limit"
    (what a newcomer's rating is held within) and "rounding".
    """

    before: float
    rd_before: float
    after: float
    rd_after: float
    shares: tuple[Share, ...]
    rest: tuple[tuple[str, float], ...]


def explain_event(
    system: RatingSystem | Schedule,
    event: Event,
    careers: Mapping[int, Career],
    games: Iterable[Game],
    player: int,
    *,
    events: Mapping[int, Event],
    born: Mapping[int, int] | None = None,
    starts: Mapping[int, Career] | None = None,
) -> Explained:
    """What an event did to a player and why. All but `player` as `rate_events` takes it.

    `careers` are from before the event, of everybody in it at least, and are left alone; `games` are all rated
    games of the event, in order (those of others are passed over), and `events` has all of its rounds. Raises
    `KeyError` for a player without a rated game.

    >>> from ratings.systems import get_system
    >>> spring = Event(1, 738_000)
    >>> why = explain_event(get_system("elo", {}), spring, {}, [(5, 6, 40, 11)], 5, events={11: spring})
    >>> [(s.opponent, s.expected, s.actual, round(s.points)) for s in why.shares], round(why.after - why.before)
    ([(6, 0.5, 1.0, 120)], 120)
    """
    rules, before = system_on(system, event.day), dict(careers)
    rounds = {period: one for period, one in events.items() if one == event}
    hall = Hall(rules, event, before, born or {}, starts or {})
    shares: list[Share] = []
    rest: dict[str, list[float]] = {}
    for _, periods in by_event(system, (game for game in games if game[3] in rounds), rounds):
        hall.newcomers_first(periods)
        for period in periods:
            hall.enter(period)
            if any(player in game[:2] for game in period):
                if player in hall.settled:  # found from what everybody else came as
                    as_found = {**hall.entered, **hall.settled}
                    found, others = rules.shares(as_found, period, player, hall.entered[player])
                else:
                    found, others = rules.shares(hall.state, period, player)
                shares += found
                for code, points in others:
                    rest.setdefault(code, []).append(points)
            hall.play(period)
    first, last = hall.entered[player], hall.state[player]
    named = [(code, fsum(points)) for code, points in rest.items()]
    missing = fsum(
        [last.rating, -first.rating, *(-share.points for share in shares), *(-points for _, points in named)]
    )
    return Explained(
        first.rating,
        first.rd,
        last.rating,
        last.rd,
        tuple(shares),
        tuple((code, points) for code, points in [*named, ("rounding", missing)] if abs(points) > _NOTHING),
    )
