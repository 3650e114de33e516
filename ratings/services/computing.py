"""What a run computes, all of it in memory: nothing here writes a row."""

import gc
import hashlib
import marshal
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any

from django.db.models import Q

from players.models import Player

from .. import systems
from ..models import RatedEvent, Rating, RatingHistory, RatingList, StartRating
from ..selectors.games import Key, Planned, games_ahead
from ..systems.events import Change, rate_events
from ..systems.protocol import Career, Game
from ..systems.schedule import Schedule

BEGINNING = Key(date.min, 0)
FIGURES = ("before", "rd_before", "after", "rd_after", "games", "career_games", "expected", "actual")
_AT_ONCE = 1000

#: A game's players by other names: ``(division, player) -> player``.
Rename = Callable[[int, int], int]
#: The live lines that a run may replace: ``{(event, player): (line, figures)}``.
OldLines = dict[tuple[int, int], tuple[int, tuple[Any, ...]]]


@cache
def code_digest() -> str:
    """SHA-256 of the systems' source: which program made these numbers."""
    files = sorted(Path(systems.__file__).parent.glob("*.py"))
    return hashlib.sha256(b"\0".join(file.read_bytes() for file in files)).hexdigest()


@dataclass(slots=True)
class Work:
    """What a run has made. ``changed`` are the lines that are new or different, by event in rating order."""

    careers: dict[int, Career]
    changed: list[tuple[int, list[Change]]] = field(default_factory=list)
    touched: set[int] = field(default_factory=set)
    games_of: dict[int, int] = field(default_factory=dict)
    #: Lines that no longer hold, each with its event.
    outdated: list[tuple[int, int]] = field(default_factory=list)
    #: What lines said that are different now, and the (event, player) of those that are gone.
    was: dict[tuple[int, int], tuple[Any, ...]] = field(default_factory=dict)
    gone: list[tuple[int, int]] = field(default_factory=list)
    #: Events that had lines before.
    known_events: set[int] = field(default_factory=set)
    games: int = 0
    digest: str = ""

    @property
    def lines(self) -> int:
        return sum(len(changes) for _event, changes in self.changed)


def first_stale(
    rating_list: RatingList, system: Schedule, plan: Sequence[Planned], divisions: Collection[int | None]
) -> Key | None:
    """From where on the list must be rated; None when all of it is fresh.

    Where an event was rated and where it would be rated now both count: its day may have moved.
    """
    current = rating_list.current_run
    if current is None or rules_changed(rating_list, system):
        return BEGINNING
    if None in divisions:
        return BEGINNING
    if divisions and system.has_volatility:
        return BEGINNING  # the tables do not hold it, so no career can be taken up halfway
    published = RatedEvent.objects.filter(rating_list=rating_list, games__gt=0)
    stale = [event.key for event in plan if event.key.division_id in divisions]
    for day, division_id in published.filter(Q(division_id__in=divisions) | Q(division=None)).values_list(
        "day", "division_id"
    ):
        assert day is not None  # it has games
        stale.append(Key(day, division_id or 0))
    return min(stale, default=None)


def rules_changed(rating_list: RatingList, system: Schedule) -> bool:
    """Whether the numbers that are shown were made by another formula, other parameters or another program."""
    current = rating_list.current_run
    return current is not None and (current.algorithm, current.parameters, current.code) != (
        system.algorithm,
        system.parameters(),
        code_digest(),
    )


def from_key(start: Key) -> Q:
    """Events rated at or after ``start``. One whose division is gone comes first on its day."""
    return Q(day__gt=start.day) | Q(day=start.day) & (Q(division_id__gte=start.division_id) | Q(division=None))


def compute(
    rating_list: RatingList,
    system: Schedule,
    start: Key,
    todo: Sequence[Planned],
    *,
    rename: Rename | None = None,
    beat: Callable[[int], None] | None = None,
) -> Work:
    """Rate the events ``todo``, all from ``start`` on, and compare them with the lines there are."""
    with no_garbage():
        return _compute(rating_list, system, start, todo, rename, beat)


def _compute(
    rating_list: RatingList,
    system: Schedule,
    start: Key,
    todo: Sequence[Planned],
    rename: Rename | None,
    beat: Callable[[int], None] | None,
) -> Work:
    old = old_lines(rating_list, start)
    work = Work(_careers_before(rating_list, start, {player for _event, player in old}))
    work.known_events = {event for event, _player in old}
    born, starts = _born(system), _starts(rating_list, system)
    begun = sorted((player, *career) for player, career in starts.items())
    digest = hashlib.sha256(marshal.dumps((sorted(born.items()), begun), 2))
    with closing(games_ahead(todo, beat or (lambda _: None))) as parts:
        for chunk, periods, games in parts:
            if rename is not None:
                games = list(_renamed(games, chunk, periods, rename))
            # Format 2: the same bytes for the same numbers, and fast.
            digest.update(marshal.dumps([(e.key.day.toordinal(), e.key.division_id, e.kind) for e in chunk], 2))
            digest.update(marshal.dumps(games, 2))
            work.games += len(games)
            for event, changes in rate_events(system, work.careers, games, periods, born=born, starts=starts):
                _take(work, old, event.id, changes)
    for key, (line, figures) in old.items():
        work.outdated.append((line, key[0]))
        work.was[key] = figures
        work.gone.append(key)
        work.touched.add(key[1])
    work.digest = digest.hexdigest()
    return work


def _take(work: Work, old: OldLines, event: int, changes: list[Change]) -> None:
    work.games_of[event] = sum([change.games for change in changes]) // 2
    work.touched.update([change.player for change in changes])
    if not old:
        work.changed.append((event, changes))
        return
    different = []
    for change in changes:
        known = old.pop((event, change.player), None)
        if known is not None:
            line, figures = known
            if figures == change[1:]:
                continue
            work.outdated.append((line, event))
            work.was[event, change.player] = figures
        different.append(change)
    if different:
        work.changed.append((event, different))


def _renamed(
    games: Iterable[Game], chunk: Sequence[Planned], periods: Mapping[int, Any], rename: Rename
) -> Iterator[Game]:
    division_of = {event.event_id: event.key.division_id for event in chunk}
    for one, other, margin, period in games:
        division = division_of[periods[period].id]
        yield rename(division, one), rename(division, other), margin, period


def old_lines(rating_list: RatingList, start: Key) -> OldLines:
    """The live lines of all events from ``start`` on, as they were rated."""
    if rating_list.current_run_id is None:
        return {}
    events = RatedEvent.objects.filter(from_key(start), rating_list=rating_list, games__gt=0)
    rows = RatingHistory.objects.filter(superseded_by=None, event__in=events).values_list(
        "event_id", "player_id", "pk", *FIGURES
    )
    return {(row[0], row[1]): (row[2], row[3:]) for row in rows.iterator()}


def _careers_before(rating_list: RatingList, start: Key, touched: set[int]) -> dict[int, Career]:
    """Every career as the events before ``start`` left it: as it stands, or for the touched as history has it."""
    if start == BEGINNING:
        return {}
    careers = {
        player: Career(rating, rd, games, day.toordinal())
        for player, rating, rd, games, day in Rating.objects.filter(rating_list=rating_list)
        .values_list("player_id", "rating", "rd", "games", "day")
        .iterator()
        if player not in touched
    }
    earlier = RatedEvent.objects.filter(~from_key(start), rating_list=rating_list, games__gt=0)
    for players in batches(sorted(touched)):
        lines = (
            RatingHistory.objects.filter(superseded_by=None, event__in=earlier, player_id__in=players)
            .order_by("event__day", "event__division_id")
            .values_list("player_id", "after", "rd_after", "career_games", "event__day")
        )
        for player, after, rd, games, day in lines.iterator():
            assert day is not None  # it has games
            careers[player] = Career(after, rd, games, day.toordinal())
    return careers


def _born(system: Schedule) -> dict[int, int]:
    if not any(one.asks_origin for one in system.systems):
        return {}
    return {
        pk: born for pk, born in Player.objects.exclude(born=None).values_list("pk", "born") if born is not None
    }


def _starts(rating_list: RatingList, system: Schedule) -> dict[int, Career]:
    rows = StartRating.objects.filter(rating_list=rating_list, replaced_by=None).values_list(
        "player_id", "rating", "rd", "games", "day"
    )
    return {
        player: system.on(day.toordinal()).imported(rating, rd, games, day.toordinal())
        for player, rating, rd, games, day in rows
    }


@contextmanager
def no_garbage() -> Iterator[None]:
    """Spare the search for cycles while many tuples are made, none of which can be in one: a tenth of the time."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def batches(ids: Sequence[int]) -> Iterator[Sequence[int]]:
    for first in range(0, len(ids), _AT_ONCE):
        yield ids[first : first + _AT_ONCE]
