"""Why an event changed a player's rating: the event rated once more from what the tables hold before it."""

import datetime
from dataclasses import dataclass
from math import fsum, inf
from typing import Literal

from django.core.cache import cache
from django.db.models import F, Q

from players.models import Player

from ..models import RatedEvent, RatingHistory, RatingList, StartRating
from ..systems import Schedule
from ..systems.events import Event, rate_events
from ..systems.explain import Explained, explain_event
from ..systems.protocol import Career, Game
from .games import Planned, chunks, periods_of, planned_events, rated_games
from .lists import policy_of, shown, system_then

#: Rating points by which the event rated again may be off what was stored: floats alone.
_ALIKE = 1e-6
_KEPT_SECONDS = 24 * 3600

Outcome = Literal["won", "tied", "lost"]


@dataclass(frozen=True, slots=True)
class GameShare:
    """One game's part, from the player's side. Ratings and deviations as they stood when it was counted.

    ``opponent`` None: somebody who may not be named. ``expected`` and ``actual`` are outcome points, ``points``
    rating points.
    """

    round_number: int
    opponent: Player | None
    own: int
    own_rd: int
    other: int
    other_rd: int
    margin: int
    outcome: Outcome
    expected: float
    actual: float
    points: float


@dataclass(frozen=True, slots=True)
class Why:
    """``shares`` and ``rest`` add up to ``after − before``, the change as it is shown in whole points.

    ``rest``: what no single game did, by code: those of ``ratings.systems.explain``, "floor" where the list shows
    nobody as low as the number is, and "rounding", which is that to whole points too. ``running``: a projection.
    """

    player: Player
    before: int
    rd_before: int
    after: int
    rd_after: int
    shares: tuple[GameShare, ...]
    rest: tuple[tuple[str, float], ...]
    new: bool
    running: bool

    @property
    def change(self) -> int:
        return self.after - self.before

    @property
    def rest_in_tenths(self) -> list[tuple[str, float]]:
        """``rest`` as it is beside points that are shown to a tenth: what is read adds up to ``change`` exactly."""
        told = [(code, round(points, 1)) for code, points in self.rest if code != "rounding"]
        left = self.change - fsum([*(round(s.points, 1) for s in self.shares), *(points for _code, points in told)])
        return [(code, points) for code, points in [*told, ("rounding", round(left, 1))] if points]

    @property
    def expected(self) -> float:
        return sum(share.expected for share in self.shares)

    @property
    def actual(self) -> float:
        return sum(share.actual for share in self.shares)


def why(event: RatedEvent, player: Player, *, named: dict[int, Player] | None = None) -> Why | None:
    """None: the list is older than the results, and the next run will say. ``named`` are those who may be named.

    Raises ``RatingHistory.DoesNotExist`` where the event did nothing to the player.
    """
    rating_list = event.rating_list
    line = RatingHistory.objects.get(event=event, player=player, superseded_by=None)
    explained, numbers = _explained(event, player.pk)
    if explained is None or not _alike(explained, line):
        return None
    floor = policy_of(rating_list).floor
    before, after = shown(line.before, floor), shown(line.after, floor)
    known = named or {}
    shares = tuple(
        GameShare(
            numbers[share.period],
            known.get(share.opponent),
            shown(share.own, floor),
            round(share.own_rd),
            shown(share.other, floor),
            round(share.other_rd),
            share.margin,
            "won" if share.margin > 0 else "tied" if share.margin == 0 else "lost",
            share.expected,
            share.actual,
            share.points,
        )
        for share in explained.shares
    )
    rest = [(code, points) for code, points in explained.rest if code != "rounding"]
    held = (after - shown(line.after, -inf)) - (before - shown(line.before, -inf))
    if held:
        rest.append(("floor", float(held)))
    missing = fsum([after - before, *(-share.points for share in shares), *(-points for _code, points in rest)])
    if abs(missing) > _ALIKE:
        rest.append(("rounding", missing))
    return Why(
        player,
        before,
        round(line.rd_before),
        after,
        round(line.rd_after),
        shares,
        tuple(rest),
        line.career_games == line.games,
        not event.over,
    )


def _alike(explained: Explained, line: RatingHistory) -> bool:
    return (
        len(explained.shares) == line.games
        and abs(explained.before - line.before) < _ALIKE
        and abs(explained.after - line.after) < _ALIKE
    )


def _explained(event: RatedEvent, player: int) -> tuple[Explained | None, dict[int, int]]:
    rating_list = event.rating_list
    plan = planned_events(rating_list)
    planned = next((one for one in plan if one.event_id == event.pk), None)
    if planned is None or event.division is None:
        return None, {}
    system = system_then(rating_list)
    games = list(rated_games([planned]))
    rounds = periods_of([planned])
    if not any(player in game[:2] for game in games):
        return None, {}
    players = {one for game in games for one in game[:2]}
    careers = _careers_before(event, players)
    if system.has_volatility:
        careers = _with_volatility(rating_list, system, plan, planned, careers)
    explained = explain_event(
        system,
        next(iter(rounds.values())),
        careers,
        games,
        player,
        events=rounds,
        born=_born(players),
        starts=_starts(rating_list, system, players),
    )
    numbers = dict(event.division.rounds.values_list("pk", "number"))
    return explained, numbers


def _careers_before(event: RatedEvent, players: set[int]) -> dict[int, Career]:
    """What the events before this one left of each."""
    day = event.day or datetime.date.max
    earlier = Q(event__day__lt=day) | Q(event__day=day) & (
        Q(event__division_id__lt=event.division_id) | Q(event__division=None)
    )
    lines = (
        RatingHistory.objects.filter(
            earlier, event__rating_list=event.rating_list, superseded_by=None, player_id__in=players
        )
        .order_by("event__day", F("event__division_id").asc(nulls_first=True))
        .values_list("player_id", "after", "rd_after", "career_games", "event__day")
    )
    return {
        player: Career(after, rd, games, on.toordinal())
        for player, after, rd, games, on in lines.iterator()
        if on is not None
    }


def _with_volatility(
    rating_list: RatingList, system: Schedule, plan: list[Planned], planned: Planned, careers: dict[int, Career]
) -> dict[int, Career]:
    """The tables hold no volatility: the list is rated from the start once a run, and that of each event kept."""
    key = f"ratings:volatility:{rating_list.pk}:{rating_list.current_run_id}"
    kept: dict[int, dict[int, float]] | None = cache.get(key)
    if kept is None:
        kept = _volatilities(rating_list, system, plan)
        cache.set(key, kept, _KEPT_SECONDS)
    start = kept.get(planned.event_id, {})
    return {
        player: career._replace(volatility=start[player]) if player in start else career
        for player, career in careers.items()
    }


def _volatilities(rating_list: RatingList, system: Schedule, plan: list[Planned]) -> dict[int, dict[int, float]]:
    """Of each event, what its players came with."""
    now: dict[int, Career] = {}
    known: dict[int, float] = {}
    found: dict[int, dict[int, float]] = {}
    starts, born = _starts(rating_list, system, None), _born(None)
    for chunk in chunks(plan):
        games: list[Game] = list(rated_games(chunk))
        rounds: dict[int, Event] = periods_of(chunk)
        for event, changes in rate_events(system, now, games, rounds, born=born, starts=starts):
            found[event.id] = {one.player: known[one.player] for one in changes if one.player in known}
            known.update((one.player, now[one.player].volatility) for one in changes)
    return found


def _born(players: set[int] | None) -> dict[int, int]:
    """Years of birth, of these or of all."""
    rows = Player.objects.filter(born__isnull=False)
    if players is not None:
        rows = rows.filter(pk__in=players)
    return {pk: born for pk, born in rows.values_list("pk", "born") if born is not None}


def _starts(rating_list: RatingList, system: Schedule, players: set[int] | None) -> dict[int, Career]:
    """What those start with who came with a rating from elsewhere."""
    rows = StartRating.objects.filter(rating_list=rating_list, replaced_by=None)
    if players is not None:
        rows = rows.filter(player_id__in=players)
    return {
        player: system.on(day.toordinal()).imported(rating, rd, games, day.toordinal())
        for player, rating, rd, games, day in rows.values_list("player_id", "rating", "rd", "games", "day")
    }
