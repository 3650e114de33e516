"""Whom a run moves, and why: from its lines and those before it, in memory."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, NamedTuple

from ..models import RatedEvent, Rating, RatingList, RatingRun, RunMove
from ..selectors.games import Key, Planned
from ..systems.events import Change
from ..systems.protocol import Career
from .bulk import rows_insert
from .computing import BEGINNING, Work, batches

_COLUMNS = (
    *("run_id", "player_id", "before", "rd_before", "games_before", "after", "rd_after", "games_after"),
    *("event_id", "cause"),
)
#: Moves are kept of so many of a list's latest runs, and of so many that corrected what was published or that
#: somebody decided about. An event in play makes a run a minute, and each moves everybody in it.
KEPT_OF_ALL = 30
KEPT_OF_CORRECTIONS = 200
_WINDOW = 100

Cause = RunMove.Cause


class Place(NamedTuple):
    """Where a player stands in a list: the columns of a ``Rating``."""

    rating: float
    rd: float
    games: int
    day: date


@dataclass(frozen=True, slots=True)
class Changes:
    """``places``: where everybody stands now whose row is another, None for who is gone; ``moves`` for people."""

    places: Mapping[int, Place | None]
    moves: Sequence[tuple[Any, ...]]


def places_before(rating_list: RatingList, start: Key, touched: Collection[int]) -> dict[int, Place]:
    """The ratings as shown, of those whom a run from ``start`` on can move."""
    rows = Rating.objects.filter(rating_list=rating_list).values_list("player_id", "rating", "rd", "games", "day")
    if start == BEGINNING:
        return {row[0]: Place(*row[1:]) for row in rows.iterator()}
    found: dict[int, Place] = {}
    for some in batches(sorted(touched)):
        found.update({row[0]: Place(*row[1:]) for row in rows.filter(player_id__in=some).iterator()})
    return found


def changes_of(work: Work, before: Mapping[int, Place], todo: Sequence[Planned], *, new_rules: bool) -> Changes:
    """Compare where players stood with where the work leaves them. Moves are rows but for their run."""
    parted: dict[int, tuple[int | None, str]] | None = None
    otherwise = None, (Cause.RULES if new_rules else Cause.CARRIED).value
    places: dict[int, Place | None] = {}
    moves = []
    for player in sorted(work.touched | before.keys()):
        old, new = before.get(player), place_of(work.careers.get(player))
        if old == new:
            continue
        places[player] = new
        if old is not None and new is not None and old[:3] == new[:3]:
            continue
        if parted is None:
            parted = _parted(work, todo, new_rules)
        event, cause = parted.get(player, otherwise)
        moves.append((player, *_shown(old), *_shown(new), event, cause))
    return Changes(places, moves)


def place_of(career: Career | None) -> Place | None:
    if career is None:
        return None
    return Place(career.rating, career.rd, career.games, date.fromordinal(career.day))


def _shown(place: Place | None) -> tuple[float | None, float | None, int]:
    return (None, None, 0) if place is None else (place.rating, place.rd, place.games)


def _parted(work: Work, todo: Sequence[Planned], new_rules: bool) -> dict[int, tuple[int | None, str]]:
    """By player, the first event in which old and new lines part, and what is different there."""
    moved_days = _moved_days(todo, work.known_events) if work.known_events else False
    found: dict[int, tuple[int | None, str]] = {}
    for event, changes in work.changed:
        if len(found) == len(work.touched):
            break
        for change in changes:
            if change.player not in found:
                found[change.player] = event, _cause(work, event, change, new_rules, moved_days).value
    if work.gone:
        _add_gone(work, todo, found)
    return found


def _cause(work: Work, event: int, change: Change, new_rules: bool, moved_days: bool) -> RunMove.Cause:
    if event not in work.known_events:
        return Cause.NEW_EVENT
    old = work.was.get((event, change.player))
    if old is None:
        return Cause.GAMES
    before, rd_before, _after, _rd_after, games, career_games, _expected, actual = old
    if games != change.games:
        return Cause.GAMES
    if new_rules:
        return Cause.RULES
    if actual != change.actual:
        return Cause.SCORES
    if (before, rd_before, career_games - games) != (
        change.before,
        change.rd_before,
        change.career_games - change.games,
    ):
        # Nothing of his own was different before: so it is when he came, or as whom.
        return Cause.DAYS if moved_days else Cause.START
    return Cause.CARRIED


def _moved_days(todo: Sequence[Planned], known: set[int]) -> bool:
    """Whether an event that was rated is on another day now."""
    days = {event.event_id: event.key.day for event in todo if event.event_id in known}
    return any(
        days[pk] != day
        for some in batches(sorted(days))
        for pk, day in RatedEvent.objects.filter(pk__in=some).values_list("pk", "day")
    )


def _add_gone(work: Work, todo: Sequence[Planned], found: dict[int, tuple[int | None, str]]) -> None:
    order = {event.event_id: event.key for event in todo}
    for some in batches(sorted({event for event, _player in work.gone} - order.keys())):
        for pk, day, division_id in RatedEvent.objects.filter(pk__in=some).values_list("pk", "day", "division_id"):
            order[pk] = Key(day or date.min, division_id or 0)
    for event, player in sorted(work.gone, key=lambda pair: (order[pair[0]], pair)):
        first = found.get(player)
        if first is None or first[0] is None or order[event] < order[first[0]]:
            still_rated = event in work.games_of
            found[player] = event, (Cause.GAMES if still_rated else Cause.EVENT_GONE).value


def moves_write(run: RatingRun, moves: Sequence[tuple[Any, ...]]) -> None:
    """Store a run's moves, and drop those of runs that nobody looks at any more."""
    RunMove.objects.filter(run=run).delete()  # a held run that is published has its moves already
    rows_insert(RunMove, _COLUMNS, ((run.pk, *move) for move in moves))
    ended = RatingRun.objects.filter(rating_list_id=run.rating_list_id, state__in=RatingRun.ENDED).order_by("-pk")
    corrections = ended.exclude(lines_superseded=0, decided_by=None).values_list("pk", flat=True)
    kept = set(corrections[:KEPT_OF_CORRECTIONS])
    old = set(ended.values_list("pk", flat=True)[KEPT_OF_ALL : KEPT_OF_ALL + _WINDOW])
    old.update(corrections[KEPT_OF_CORRECTIONS : KEPT_OF_CORRECTIONS + _WINDOW])
    recent = set(ended.values_list("pk", flat=True)[:KEPT_OF_ALL])
    RunMove.objects.filter(run_id__in=old - kept - recent).delete()
