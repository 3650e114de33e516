"""What an event did to the ratings of those who played, with what they performed."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any, Literal

from common.text import sort_key
from players.models import Player

from ..models import RatedEvent, RatingHistory
from ..systems.elo import performance
from ..systems.protocol import met
from .games import planned_events, rated_games
from .lists import policy_of, shown
from .people import public_players

#: How the lines may be ordered.
ORDERS = ("after", "before", "change", "performance", "games", "name")


@dataclass(frozen=True, slots=True)
class EventLine:
    """A player's line of an event; ``before``, ``after`` and ``change`` as they are shown, so that they add up.

    ``performance`` is the rating at which Elo's curve expects what he scored against opponents as they were rated
    before the event; None where he won or lost all of it (``clean`` says which), or the games are not what the line
    was made of. ``expected`` and ``actual`` are the system's outcome points. ``old`` are values that were published
    once, the newest first.
    """

    player: Player
    before: int
    rd_before: int
    after: int
    rd_after: int
    games: int
    career_games: int
    expected: float
    actual: float
    performance: int | None = None
    clean: Literal["", "won", "lost"] = ""
    old: "tuple[EventLine, ...]" = ()
    superseded: bool = False

    @property
    def change(self) -> int:
        return self.after - self.before

    @property
    def new(self) -> bool:
        return self.career_games == self.games


def lines_public(event: RatedEvent) -> bool:
    """Whether everybody may see what an event did to whom: that tells who played, and how it went."""
    division = event.division
    return (
        division is not None
        and division.tournament.is_public
        and division.entries_public
        and division.standings_public
    )


def games_public(event: RatedEvent) -> bool:
    """Whether everybody may also see game by game what it was."""
    return lines_public(event) and event.division is not None and event.division.pairings_public


def event_lines(event: RatedEvent) -> list[EventLine]:
    """Everybody the event rated, by the rating after it. Who has only values that no longer hold comes last, and
    only while everybody may know that he plays. A merged player's lines go by the name of the one kept.
    """
    floor = policy_of(event.rating_list).floor
    rows = (
        RatingHistory.objects.filter(event=event)
        .select_related("player__club", "player__merged_into__club")
        .order_by("-superseded_by_id", "-pk")
    )
    live: dict[int, RatingHistory] = {}
    old: dict[int, list[EventLine]] = {}
    for row in rows:
        row.player = row.player.kept
        if row.superseded_by_id is None:
            live[row.player_id] = row
        else:
            old.setdefault(row.player_id, []).append(_line(row, floor))
    results = _results(event)
    ratings = {pk: each.before for pk, each in live.items()}
    lines = []
    for player, row in live.items():
        line = replace(_line(row, floor), old=tuple(old.pop(player, ())))
        lines.append(_performed(line, results.get(player, []), ratings))
    lines.sort(key=lambda line: (-line.after, line.player.number))
    known = set(public_players().filter(pk__in=old).values_list("pk", flat=True)) if old else set()
    gone = [replace(first, old=tuple(more)) for player, (first, *more) in old.items() if player in known]
    return [*lines, *sorted(gone, key=lambda line: (-line.after, line.player.number))]


def _line(row: RatingHistory, floor: float) -> EventLine:
    return EventLine(
        row.player,
        shown(row.before, floor),
        round(row.rd_before),
        shown(row.after, floor),
        round(row.rd_after),
        row.games,
        row.career_games,
        row.expected,
        row.actual,
        superseded=row.superseded_by_id is not None,
    )


def _results(event: RatedEvent) -> dict[int, list[tuple[int, float]]]:
    planned = [one for one in planned_events(event.rating_list) if one.event_id == event.pk]
    return met(list(rated_games(planned)))


def _performed(line: EventLine, results: list[tuple[int, float]], before: dict[int, float]) -> EventLine:
    if not results or len(results) != line.games or any(other not in before for other, _score in results):
        return line
    score = sum(score for _other, score in results)
    if score in (0, len(results)):
        return replace(line, clean="won" if score else "lost")
    return replace(line, performance=round(performance([(before[other], score) for other, score in results])))


_KEYS: dict[str, Callable[[EventLine], Any]] = {
    "after": lambda line: -line.after,
    "before": lambda line: -line.before,
    "change": lambda line: -line.change,
    "performance": lambda line: (
        {"won": 0, "": 1, "lost": 3}[line.clean] if line.performance is not None or line.clean else 2,
        -(line.performance or 0),
    ),
    "games": lambda line: -line.games,
    "name": lambda line: (
        line.player.public_name_mode == Player.PublicName.NUMBER,
        sort_key(line.player.public_name),
    ),
}


def ordered(lines: Iterable[EventLine], order: str) -> list[EventLine]:
    """By one of ``ORDERS``, the highest first, names as a Thai dictionary has them; corrected ones stay last."""
    key = _KEYS[order]
    return sorted(lines, key=lambda line: (line.superseded, key(line), -line.after, line.player.number))
