"""What the events that are over have left of everybody in a list, apart from what those in play have added."""

import datetime
from collections.abc import Iterable
from dataclasses import dataclass, replace

from django.db.models import F, Max, QuerySet

from ..models import RatedEvent, Rating, RatingHistory, RatingList
from .lists import system_then


@dataclass(frozen=True, slots=True)
class Settled:
    """A player. ``rd`` is that of ``rd_day``, from which it grows; ``day`` is the last event's.

    ``live`` and ``live_rd`` are what the trailing ``events``, which are not over, have made of it in ``live_games``
    games; None where there are none. Then ``rd_day`` is the first one's day, and so is the ``day`` of a newcomer.
    """

    rating: float
    rd: float
    games: int
    day: datetime.date
    rd_day: datetime.date
    born: int | None = None
    live: float | None = None
    live_rd: float = 0.0
    live_games: int = 0
    events: tuple[int, ...] = ()


@dataclass(slots=True)
class _Line:
    event: int
    day: datetime.date
    before: float
    rd_before: float
    games: int
    career_games: int


def open_events(rating_list: RatingList) -> QuerySet[RatedEvent]:
    """Events with rated games that are not over: their numbers are a projection."""
    return RatedEvent.objects.filter(rating_list=rating_list, games__gt=0, over=False, division__isnull=False)


def settled(rating_list: RatingList) -> dict[int, Settled]:
    """Everybody, in no order. Two queries; five while an event is in play."""
    people = {
        player: Settled(rating, rd, games, day, day, born)
        for player, rating, rd, games, day, born in Rating.objects.filter(rating_list=rating_list)
        .values_list("player_id", "rating", "rd", "games", "day", "player__born")
        .iterator()
    }
    days = dict(open_events(rating_list).values_list("pk", "day"))
    first = min((day for day in days.values() if day is not None), default=None)
    if first is None:
        return people
    lines = _lines_since(rating_list, first, set(days))
    earlier = _last_days(rating_list, first)
    for player, found in lines.items():
        trailing: list[_Line] = []
        while found and found[-1].event in days:
            trailing.append(found.pop())
        if not trailing or player not in people:
            continue
        start, now = trailing[-1], people[player]
        day = found[-1].day if found else earlier.get(player, start.day)
        people[player] = replace(
            now,
            rating=start.before,
            rd=start.rd_before,
            games=start.career_games - start.games,
            day=day,
            rd_day=start.day,
            live=now.rating,
            live_rd=now.rd,
            live_games=sum(line.games for line in trailing),
            events=tuple(line.event for line in trailing),
        )
    return people


def _lines_since(rating_list: RatingList, first: datetime.date, events: set[int]) -> dict[int, list[_Line]]:
    """The lines from that day on of all who play in these events, in the order they were rated in."""
    players = RatingHistory.objects.filter(event__in=events, superseded_by=None).values("player_id")
    rows = (
        RatingHistory.objects.filter(
            event__rating_list=rating_list, event__day__gte=first, superseded_by=None, player_id__in=players
        )
        .order_by("event__day", F("event__division_id").asc(nulls_first=True))
        .values_list("player_id", "event_id", "event__day", "before", "rd_before", "games", "career_games")
    )
    lines: dict[int, list[_Line]] = {}
    for player, event, day, before, rd, games, career in rows.iterator():
        assert day is not None  # it has lines, so it was rated on a day
        lines.setdefault(player, []).append(_Line(event, day, before, rd, games, career))
    return lines


def _last_days(rating_list: RatingList, before: datetime.date) -> dict[int, datetime.date]:
    return dict(
        RatingHistory.objects.filter(event__rating_list=rating_list, event__day__lt=before, superseded_by=None)
        .values_list("player_id")
        .annotate(Max("event__day"))
    )


def settled_on(rating_list: RatingList, day: datetime.date, people: dict[int, Settled]) -> dict[int, Settled]:
    """Where those people stood after all events of that day; who had no game yet is not among them."""
    then = {
        player: replace(one, live=None, live_games=0)
        for player, one in people.items()
        if one.games or one.live is None
    }
    rows = (
        RatingHistory.objects.filter(event__rating_list=rating_list, event__day__gt=day, superseded_by=None)
        .order_by("-event__day", F("event__division_id").desc(nulls_last=True))
        .values_list("player_id", "event_id", "event__day", "before", "rd_before", "games", "career_games")
    )
    for player, event, on, before, rd, games, career in rows.iterator():
        one = people.get(player)
        if one is None or on is None or event in one.events:
            continue
        if career == games:
            then.pop(player, None)
        else:
            then[player] = Settled(before, rd, career - games, min(one.day, day), on, one.born)
    return then


def rd_on(
    rating_list: RatingList, day: datetime.date, people: dict[int, Settled], *, beyond: float
) -> dict[int, float]:
    """The deviation of each on that day. Where that of a later ``rd_day`` is all that is at hand, it was no higher
    before: it is taken as it is up to ``beyond``, and from the line before only above.
    """
    system = system_then(rating_list).on(day.toordinal())
    later = [player for player, one in people.items() if one.rd_day > day and one.rd > beyond]
    known = _last_rds(rating_list, day, later) if later else {}
    rds = {}
    for player, one in people.items():
        rd, since = known.get(player, (one.rd, min(one.rd_day, day)))
        age = None if one.born is None else day.year - one.born
        rds[player] = system.rested(rd, (day - since).days, age)
    return rds


def _last_rds(
    rating_list: RatingList, day: datetime.date, players: Iterable[int]
) -> dict[int, tuple[float, datetime.date]]:
    """What the last event up to that day left each of these with, and when."""
    wanted = set(players)
    rows = (
        RatingHistory.objects.filter(event__rating_list=rating_list, event__day__lte=day, superseded_by=None)
        .order_by("event__day", F("event__division_id").asc(nulls_first=True))
        .values_list("player_id", "rd_after", "event__day")
    )
    if len(wanted) <= 200:
        rows = rows.filter(player_id__in=wanted)
    return {player: (rd, on) for player, rd, on in rows.iterator() if player in wanted and on is not None}
