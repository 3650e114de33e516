"""The fast way to the games of a list: plain tuples straight from the cursor, never an object per game."""

import datetime
from collections.abc import Callable, Collection, Generator, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from typing import Any

from django.db import connection
from django.db.models import Max, Q

from tournaments.models import Result, Round

from ..models import RatedEvent, RatingList
from ..systems.events import Event
from ..systems.protocol import Game
from .lists import event_name

#: Divisions read by one query: enough to make queries few, little enough to stop for a heartbeat in between.
CHUNK = 64

_State = Result.State
_SETTLED = (_State.CONFIRMED, _State.FINAL)

# Two entries of one person each, a result that counts, and a game that was played: all else is not rated, and
# ``unrated_games`` says why. A game won on time is won by the least there is, whatever the points were.
_GAMES = """
    SELECT m0.player_id, m1.player_id,
           CASE WHEN r.winner = 0 AND r.first_final <= r.second_final THEN 1
                WHEN r.winner = 1 AND r.first_final >= r.second_final THEN -1
                ELSE r.first_final - r.second_final END,
           p.round_id
    FROM tournaments_round rd
    JOIN tournaments_division d ON d.id = rd.division_id
    JOIN tournaments_tournament t ON t.id = d.tournament_id
    JOIN tournaments_pairing p ON p.round_id = rd.id
    JOIN tournaments_result r ON r.pairing_id = p.id
    JOIN tournaments_seat s0 ON s0.pairing_id = p.id AND s0.place = 0
    JOIN tournaments_seat s1 ON s1.pairing_id = p.id AND s1.place = 1
    JOIN tournaments_entrymember m0 ON m0.entry_id = s0.entry_id
    JOIN tournaments_entrymember m1 ON m1.entry_id = s1.entry_id
    WHERE rd.division_id IN ({divisions})
      AND r.outcome = %s
      AND (r.state IN (%s, %s) OR (r.state = %s AND d.pending_counts))
      AND NOT EXISTS (SELECT 1 FROM tournaments_entrymember x WHERE x.entry_id = m0.entry_id AND x.id <> m0.id)
      AND NOT EXISTS (SELECT 1 FROM tournaments_entrymember x WHERE x.entry_id = m1.entry_id AND x.id <> m1.id)
    ORDER BY t.starts_on, rd.division_id, rd.number, p.game_id
"""


@dataclass(frozen=True, slots=True, order=True)
class Key:
    """Where an event stands in a list: by its first day, then by its division's id. Never by arrival."""

    day: datetime.date
    division_id: int


@dataclass(frozen=True, slots=True)
class Planned:
    """An event to rate. ``over`` is whether it is complete, so that its numbers are published."""

    key: Key
    event_id: int
    name: str
    over: bool
    kind: str = "open"


def planned_events(
    rating_list: RatingList, *, leave_out: Collection[int] = (), add: Collection[int] = ()
) -> list[Planned]:
    """All events the list counts, in the order they are rated in.

    ``leave_out`` and ``add`` are divisions, for those who ask what would be if.
    """
    last_rounds = dict(
        Round.objects.filter(division__rated_in__rating_list=rating_list, state=Round.State.CLOSED)
        .order_by()
        .values("division_id")
        .annotate(last=Max("number"))
        .values_list("division_id", "last")
    )
    # A division may have changed its game after a list first saw it, as long as nothing was played.
    game = rating_list.ruleset
    same_game = Q(division__ruleset=game) | Q(division__ruleset__startswith=f"{game}@")
    counts = Q(state=RatedEvent.State.ACCEPTED) | Q(division_id__in=add)
    rows = RatedEvent.objects.filter(same_game, counts, rating_list=rating_list, division__rated=True).values_list(
        "division__tournament__starts_on",
        "division_id",
        "pk",
        "division__tournament__name",
        "division__name",
        "division__rounds_planned",
        "division__kind",
    )
    return sorted(
        (
            Planned(
                key=Key(day, division_id),
                event_id=pk,
                name=event_name(tournament, division),
                over=last_rounds.get(division_id, 0) >= rounds,
                kind=kind,
            )
            for day, division_id, pk, tournament, division, rounds, kind in rows
            if division_id not in leave_out
        ),
        key=lambda event: event.key,
    )


def periods_of(events: Sequence[Planned]) -> dict[int, Event]:
    """The event of each round, as the systems want it: an event's rounds in their order."""
    known = {
        event.key.division_id: Event(event.event_id, event.key.day.toordinal(), event.kind) for event in events
    }
    return {
        round_id: known[division_id]
        for round_id, division_id in Round.objects.filter(division_id__in=known)
        .order_by("division_id", "number")
        .values_list("pk", "division_id")
    }


def rated_games(events: Sequence[Planned]) -> list[Game]:
    """The rated games of a few consecutive events, in rating order. One query."""
    with connection.cursor() as cursor:
        return _read(cursor, events)


def games_ahead(
    events: Sequence[Planned], between: Callable[[int], None]
) -> Generator[tuple[Sequence[Planned], dict[int, Event], list[Game]]]:
    """The events in chunks, each with its rounds and games; the next is read while the caller works on this one.

    The database joins and sorts outside of Python, so on two processors reading costs little more time than it
    does rating. The thread has the connection to itself: ask the database for nothing before the next chunk is
    here, but in ``between``, which is called in that moment with the number of events done. Close the generator
    (``contextlib.closing``), or the thread may still read.
    """
    parts = chunks(events)
    with connection.cursor() as cursor, ThreadPoolExecutor(1, "games") as thread:
        asked = _ask(thread, cursor, parts)
        while asked is not None:
            chunk, periods, answer = asked
            games = answer.result()
            asked = _ask(thread, cursor, parts)
            yield chunk, periods, games
            if asked is not None:
                wait((asked[2],))
            between(len(chunk))


def _ask(
    thread: ThreadPoolExecutor, cursor: Any, parts: Iterator[Sequence[Planned]]
) -> tuple[Sequence[Planned], dict[int, Event], Future[list[Game]]] | None:
    chunk = next(parts, None)
    if chunk is None:
        return None
    periods = periods_of(chunk)
    return chunk, periods, thread.submit(_read, cursor, chunk)


def _read(cursor: Any, events: Sequence[Planned]) -> list[Game]:
    if not events:
        return []
    divisions = [event.key.division_id for event in events]
    query = _GAMES.format(divisions=", ".join(["%s"] * len(divisions)))
    cursor.execute(query, [*divisions, Result.Outcome.PLAYED, *_SETTLED, _State.PENDING])
    games: list[Game] = cursor.fetchall()
    return games


def chunks(events: Sequence[Planned]) -> Iterator[list[Planned]]:
    for start in range(0, len(events), CHUNK):
        yield list(events[start : start + CHUNK])
