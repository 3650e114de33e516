"""One run: from what is stale to new numbers, swapped in whole or not at all."""

import gc
import hashlib
import marshal
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any

from django.db import DatabaseError, transaction
from django.db.models import Q
from django.utils import timezone

from common.jobs import job_finish, job_renew
from common.models import Job

from .. import systems
from ..models import RatedEvent, Rating, RatingHistory, RatingList, RatingRun, StaleMark
from ..selectors.games import Key, Planned, chunks, periods_of, planned_events, rated_games
from ..selectors.lists import system_of
from ..systems.events import Change, rate_events
from ..systems.protocol import Career
from ..systems.schedule import Schedule
from .bulk import rows_insert, rows_update

BEGINNING = Key(date.min, 0)
_FIGURES = ("before", "rd_before", "after", "rd_after", "games", "career_games", "expected", "actual")
LINE_COLUMNS = ("event_id", "run_id", "player_id", *_FIGURES)
_AT_ONCE = 1000
_HEARTBEAT_SECONDS = 1.0


@cache
def code_digest() -> str:
    """SHA-256 of the systems' source: which program made these numbers."""
    files = sorted(Path(systems.__file__).parent.glob("*.py"))
    return hashlib.sha256(b"\0".join(file.read_bytes() for file in files)).hexdigest()


@dataclass(slots=True)
class _Work:
    """What a run has made so far, all of it still in memory only."""

    lines: list[tuple[Any, ...]] = field(default_factory=list)
    careers: dict[int, Career] = field(default_factory=dict)
    touched: set[int] = field(default_factory=set)
    games_of: dict[int, int] = field(default_factory=dict)
    outdated: list[tuple[int, int]] = field(default_factory=list)  # (line, event)
    games: int = 0
    digest: str = ""


@contextmanager
def _no_garbage() -> Iterator[None]:
    """Spare the search for cycles while many tuples are made, none of which can be in one: a tenth of the time."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


class _Heartbeat:
    """Keeps the lease and the progress of a job fresh, at most once a second."""

    def __init__(self, job: Job, total: int) -> None:
        self._job, self._done, self._last = job, 0, time.monotonic()
        job_renew(job, progress=0, total=total)

    def done(self, more: int) -> None:
        self._done += more
        if time.monotonic() - self._last >= _HEARTBEAT_SECONDS:
            self._last = time.monotonic()
            job_renew(self._job, progress=self._done)


def list_rate(job: Job) -> RatingRun | None:
    """Rate what is stale in the list ``job.args["list"]``, and finish the job. None: nothing was stale.

    Safe to run again: the same marks give the same numbers, and equal numbers are not written twice.
    """
    began = time.perf_counter()
    rating_list = RatingList.objects.select_related("current_run").get(pk=job.args["list"])
    marks = dict(StaleMark.objects.filter(rating_list=rating_list).values_list("pk", "division_id"))
    system = system_of(rating_list)
    plan = planned_events(rating_list)
    start = _first_stale(rating_list, system, plan, set(marks.values()))
    # Whatever ran before under this job or another has ended: there is one running job a list.
    RatingRun.objects.filter(rating_list=rating_list, state=RatingRun.State.RUNNING).update(
        state=RatingRun.State.FAILED, error="the worker was lost", finished_at=timezone.now()
    )
    if start is None:
        with transaction.atomic():
            job_finish(job)
            _marks_delete(marks)
        return None
    run = RatingRun.objects.create(
        rating_list=rating_list,
        job=job,
        algorithm=system.algorithm,
        parameters=system.parameters(),
        code=code_digest(),
        from_day=None if start == BEGINNING else start.day,
    )
    try:
        todo = [event for event in plan if event.key >= start]
        with _no_garbage():
            work = _compute(rating_list, run, job, system, start, todo)
        _swap(rating_list, run, job, start, todo, work, marks, began)
    except BaseException as error:
        with suppress(DatabaseError):
            RatingRun.objects.filter(pk=run.pk).update(
                state=RatingRun.State.FAILED,
                error=f"{type(error).__name__}: {error}"[:2000],
                finished_at=timezone.now(),
            )
        raise
    run.refresh_from_db()
    return run


def _first_stale(
    rating_list: RatingList, system: Schedule, plan: Sequence[Planned], divisions: set[int | None]
) -> Key | None:
    """From where on the list must be rated; None when all of it is fresh.

    Where an event was rated and where it would be rated now both count: its day may have moved.
    """
    current = rating_list.current_run
    if current is None or (current.algorithm, current.parameters) != (system.algorithm, system.parameters()):
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


def _from(start: Key) -> Q:
    """Events rated at or after ``start``. One whose division is gone comes first on its day."""
    return Q(day__gt=start.day) | Q(day=start.day) & (Q(division_id__gte=start.division_id) | Q(division=None))


def _compute(
    rating_list: RatingList, run: RatingRun, job: Job, system: Schedule, start: Key, todo: Sequence[Planned]
) -> _Work:
    old = _old_lines(rating_list, start)
    work = _Work(careers=_careers_before(rating_list, start, {player for _event, player in old}))
    digest = hashlib.sha256()
    beat = _Heartbeat(job, len(todo))
    for chunk in chunks(todo):
        games = list(rated_games(chunk))
        digest.update(marshal.dumps(games, 2))  # format 2: the same bytes for the same numbers, and fast
        work.games += len(games)
        for event, changes in rate_events(system, work.careers, games, periods_of(chunk)):
            _take(work, old, event.id, run.pk, changes)
        beat.done(len(chunk))
    work.outdated += [(line, event) for (event, _player), (line, _figures) in old.items()]
    work.touched.update(player for _event, player in old)
    work.digest = digest.hexdigest()
    return work


def _take(
    work: _Work,
    old: dict[tuple[int, int], tuple[int, tuple[Any, ...]]],
    event: int,
    run: int,
    changes: list[Change],
) -> None:
    work.games_of[event] = sum(change.games for change in changes) // 2
    work.touched.update(change.player for change in changes)
    if not old:
        work.lines += [(event, run, *change) for change in changes]
        return
    for change in changes:
        known = old.pop((event, change.player), None)
        if known is not None:
            line, figures = known
            if figures == change[1:]:
                continue
            work.outdated.append((line, event))
        work.lines.append((event, run, *change))


def _old_lines(rating_list: RatingList, start: Key) -> dict[tuple[int, int], tuple[int, tuple[Any, ...]]]:
    """The live lines that this run may replace: ``{(event, player): (line, figures)}``."""
    events = RatedEvent.objects.filter(_from(start), rating_list=rating_list, games__gt=0)
    rows = RatingHistory.objects.filter(superseded_by=None, event__in=events).values_list(
        "event_id", "player_id", "pk", *_FIGURES
    )
    return {(event, player): (line, tuple(figures)) for event, player, line, *figures in rows.iterator()}


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
    earlier = RatedEvent.objects.filter(~_from(start), rating_list=rating_list, games__gt=0)
    for players in _batches(sorted(touched)):
        lines = (
            RatingHistory.objects.filter(superseded_by=None, event__in=earlier, player_id__in=players)
            .order_by("event__day", "event__division_id")
            .values_list("player_id", "after", "rd_after", "career_games", "event__day")
        )
        for player, after, rd, games, day in lines.iterator():
            assert day is not None  # it has games
            careers[player] = Career(after, rd, games, day.toordinal())
    return careers


def _swap(
    rating_list: RatingList,
    run: RatingRun,
    job: Job,
    start: Key,
    todo: Sequence[Planned],
    work: _Work,
    marks: dict[int, int | None],
    began: float,
) -> None:
    """The one moment in which numbers change. The job ends in it: a worker that lost its lease changes nothing."""
    with transaction.atomic():
        job_finish(job, result={"run": run.pk, "games": work.games, "lines": len(work.lines)})
        superseded = _outdate(run, work.outdated)
        rows_insert(RatingHistory, LINE_COLUMNS, work.lines)
        _ratings_write(rating_list, start, work)
        _events_write(rating_list, start, todo, work)
        _marks_delete(marks)
        RatingRun.objects.filter(pk=run.pk).update(
            state=RatingRun.State.DONE,
            digest=work.digest,
            events=len(work.games_of),
            games=work.games,
            players=len(work.touched),
            lines_written=len(work.lines),
            lines_superseded=superseded,
            seconds=round(time.perf_counter() - began, 3),
            finished_at=timezone.now(),
        )
        RatingList.objects.filter(pk=rating_list.pk).update(current_run=run)


def _outdate(run: RatingRun, outdated: Sequence[tuple[int, int]]) -> int:
    """Lines that no longer hold. Of a complete event they were published, and stay to be read; else they go."""
    events = {event for _line, event in outdated}
    over = set(RatedEvent.objects.filter(pk__in=events, over=True).values_list("pk", flat=True))
    published = [line for line, event in outdated if event in over]
    for lines in _batches(published):
        RatingHistory.objects.filter(pk__in=lines).update(superseded_by=run)
    for lines in _batches([line for line, event in outdated if event not in over]):
        RatingHistory.objects.filter(pk__in=lines).delete()
    return len(published)


def _ratings_write(rating_list: RatingList, start: Key, work: _Work) -> None:
    ratings = Rating.objects.filter(rating_list=rating_list)
    if start == BEGINNING:
        ratings.delete()
        players: Iterable[int] = work.careers
    else:
        players = sorted(work.touched)
        for batch in _batches(players):
            ratings.filter(player_id__in=batch).delete()
    rows_insert(
        Rating,
        ("rating_list_id", "player_id", "rating", "rd", "games", "day"),
        (
            (
                rating_list.pk,
                player,
                career.rating,
                career.rd,
                career.games,
                date.fromordinal(career.day).isoformat(),
            )
            for player in players
            if (career := work.careers.get(player)) is not None
        ),
    )


def _events_write(rating_list: RatingList, start: Key, todo: Sequence[Planned], work: _Work) -> None:
    RatedEvent.objects.filter(_from(start), rating_list=rating_list).update(games=0)
    rows_update(
        RatedEvent,
        ("day", "over", "name", "games"),
        [(e.key.day.isoformat(), e.over, e.name, work.games_of.get(e.event_id, 0), e.event_id) for e in todo],
    )


def _marks_delete(marks: dict[int, int | None]) -> None:
    for batch in _batches(list(marks)):
        StaleMark.objects.filter(pk__in=batch).delete()


def _batches(ids: Sequence[int]) -> Iterator[Sequence[int]]:
    for first in range(0, len(ids), _AT_ONCE):
        yield ids[first : first + _AT_ONCE]
