"""One run: from what is stale to new numbers, swapped in whole or not at all."""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any

from django.db import DatabaseError, transaction
from django.utils import timezone

from common.actor import Actor
from common.jobs import job_finish, job_renew
from common.models import Job

from ..models import RatingList, RatingRun, StaleMark
from ..selectors.games import Key, Planned, planned_events
from ..selectors.lists import system_of
from ..systems.schedule import Schedule
from .computing import BEGINNING, Work, batches, code_digest, compute, first_stale, rules_changed
from .moves import Changes, changes_of, moves_write, places_before
from .swap import swap

_HEARTBEAT_SECONDS = 1.0

State = RatingRun.State


@dataclass(frozen=True, slots=True)
class Found:
    """A list as a run finds it: its marks, and what is to be rated. ``start`` None: nothing is stale."""

    rating_list: RatingList
    marks: Mapping[int, int | None]
    system: Schedule
    start: Key | None
    todo: Sequence[Planned]

    @property
    def rules(self) -> dict[str, Any]:
        """What of a run is known before it begins."""
        return {
            "algorithm": self.system.algorithm,
            "parameters": self.system.parameters(),
            "code": code_digest(),
            "from_day": None if self.start in (None, BEGINNING) else self.start.day,
        }


@dataclass(frozen=True, slots=True)
class Made:
    """What a run made of it, before anything is written."""

    work: Work
    changes: Changes

    @property
    def counts(self) -> dict[str, Any]:
        work = self.work
        return {
            "digest": work.digest,
            "events": len(work.games_of),
            "games": work.games,
            "players": len(work.touched),
            "lines_written": work.lines,
        }


class Heartbeat:
    """Keeps the lease and the progress of a job and its run fresh, at most once a second."""

    def __init__(self, job: Job, run: RatingRun, total: int) -> None:
        self._job, self._run, self._done, self._last = job, run, 0, time.monotonic()
        job_renew(job, progress=0, total=total)
        RatingRun.objects.filter(pk=run.pk).update(done=0, total=total)

    def __call__(self, more: int) -> None:
        self._done += more
        if time.monotonic() - self._last >= _HEARTBEAT_SECONDS:
            self._last = time.monotonic()
            job_renew(self._job, progress=self._done)
            RatingRun.objects.filter(pk=self._run.pk).update(done=self._done)


def list_rate(job: Job) -> RatingRun | None:
    """Rate what is stale in the list ``job.args["list"]``, and finish the job. None: nothing was stale.

    Safe to run again: the same marks give the same numbers, and equal numbers are not written twice. A list that
    does not publish by itself gets a held run: the moves of what it would show, and nothing else is written.
    """
    began = time.perf_counter()
    rating_list = RatingList.objects.select_related("current_run").get(pk=job.args["list"])
    if rating_list.is_external:
        _finish_idle(job, dict(StaleMark.objects.filter(rating_list=rating_list).values_list("pk", "division_id")))
        return None
    found = look(rating_list)
    # Whatever ran before under this job or another has ended: there is one running job a list.
    lost = RatingRun.objects.filter(rating_list=rating_list, state=State.RUNNING)
    lost.update(state=State.FAILED, error="the worker was lost", finished_at=timezone.now())
    if found.start is None:
        _finish_idle(job, found.marks)
        return None
    run = RatingRun.objects.create(
        rating_list=rating_list, job=job, decided_by_id=job.args.get("by"), total=len(found.todo), **found.rules
    )
    with failing(run):
        made = make(found, Heartbeat(job, run, len(found.todo)))
        if rating_list.publishes_by_itself:
            publish(job, run, found, made, began)
        else:
            hold(job, run, found, made, began)
    run.refresh_from_db()
    return run


def look(rating_list: RatingList) -> Found:
    """The marks first and the plan after, so that no result can fall between them."""
    marks = dict(StaleMark.objects.filter(rating_list=rating_list).values_list("pk", "division_id"))
    system = system_of(rating_list)
    plan = planned_events(rating_list)
    start = first_stale(rating_list, system, plan, set(marks.values()))
    todo = [] if start is None else [event for event in plan if event.key >= start]
    return Found(rating_list, marks, system, start, todo)


def make(found: Found, beat: Callable[[int], None]) -> Made:
    """All of the computing, in memory."""
    assert found.start is not None
    rating_list = found.rating_list
    work = compute(rating_list, found.system, found.start, found.todo, beat=beat)
    before = places_before(rating_list, found.start, work.touched)
    new_rules = rules_changed(rating_list, found.system)
    return Made(work, changes_of(work, before, found.todo, new_rules=new_rules))


def publish(
    job: Job, run: RatingRun, found: Found, made: Made, began: float, *, actor: Actor | None = None
) -> None:
    """The one moment in which numbers change. The job ends in it: a worker that lost its lease changes nothing."""
    assert found.start is not None
    with transaction.atomic():
        job_finish(job, result={"run": run.pk, "games": made.work.games, "lines": made.work.lines})
        superseded = swap(run, found.start, found.todo, made.work, made.changes.places)
        marks_delete(found.marks)
        held_supersede(run)
        decided = {} if actor is None else {"decided_by_id": actor.user_id, "decided_at": timezone.now()}
        _close(run, State.DONE, made, began, done=len(found.todo), lines_superseded=superseded, **decided)
        RatingList.objects.filter(pk=run.rating_list_id).update(current_run=run)
        if actor is not None:
            run.moves.all().delete()  # it was held, and has told them already
        moves_write(run, made.changes.moves)


def hold(job: Job, run: RatingRun, found: Found, made: Made, began: float) -> None:
    """Write whom the run would move, and wait. The marks stay: what is shown is as stale as it was.

    They are put together into one a division, and the job keeps which: the sweeper need not ask for those again.
    """
    with transaction.atomic():
        marks_delete(found.marks)
        marks = [
            StaleMark.objects.create(rating_list_id=run.rating_list_id, division_id=division).pk
            for division in sorted(set(found.marks.values()), key=lambda pk: pk or 0)
        ]
        job_finish(job, result={"run": run.pk, "games": made.work.games, "marks": marks})
        held_supersede(run)
        _close(run, State.HELD, made, began, done=len(found.todo))
        moves_write(run, made.changes.moves)


def held_supersede(run: RatingRun) -> None:
    """A run has seen what is newer than any held run of its list has: those are not to be published any more."""
    held = RatingRun.objects.filter(rating_list_id=run.rating_list_id, state=State.HELD).exclude(pk=run.pk)
    held.update(state=State.REPLACED, replaced_by=run)


def _close(run: RatingRun, state: str, made: Made, began: float, **more: Any) -> None:
    RatingRun.objects.filter(pk=run.pk).update(
        state=state,
        seconds=round(time.perf_counter() - began, 3),
        finished_at=timezone.now(),
        **made.counts,
        **more,
    )


@contextmanager
def failing(run: RatingRun) -> Iterator[None]:
    """Write down why a run has failed."""
    try:
        yield
    except BaseException as error:
        with suppress(DatabaseError):
            RatingRun.objects.filter(pk=run.pk, state=State.RUNNING).update(
                state=State.FAILED, error=f"{type(error).__name__}: {error}"[:2000], finished_at=timezone.now()
            )
        raise


def _finish_idle(job: Job, marks: Mapping[int, int | None]) -> None:
    with transaction.atomic():
        job_finish(job)
        marks_delete(marks)


def marks_delete(marks: Mapping[int, int | None]) -> None:
    for batch in batches(list(marks)):
        StaleMark.objects.filter(pk__in=batch).delete()
