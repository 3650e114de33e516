"""The outbox: a job is a row, written in the transaction that wants it; the broker only wakes a worker.

A worker *claims* a job by one conditional update and holds it as a lease that it renews. A job whose worker died
is found by the sweeper when the lease runs out, and one whose message was lost when it has waited too long.
"""

import logging
import secrets
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import timedelta
from functools import partial
from typing import Any

from celery import current_app
from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import F
from django.utils import timezone

from .models import Job

log = logging.getLogger("kradan.jobs")

MAX_ATTEMPTS = 5
WAKE_AFTER = timedelta(seconds=10)
#: Errors that are no exception's: somebody stopped the job, or its worker died.
CANCELLED = "cancelled"
LOST = "the worker was lost"


class LeaseLost(Exception):
    """Another worker has taken the job over: stop without writing anything more."""


def job_enqueue(*, task: str, key: str, args: Mapping[str, Any] | None = None) -> Job:
    """Write the job, or find the one that already waits for the same; wake a worker on commit."""
    job = Job.objects.filter(task=task, key=key, state=Job.State.QUEUED).first()
    if job is None:
        try:
            with transaction.atomic():
                job = Job.objects.create(task=task, key=key, args=dict(args or {}))
        except IntegrityError:
            job = Job.objects.get(task=task, key=key, state=Job.State.QUEUED)
    on_commit_once(partial(_wake, task, job.pk))
    return job


def on_commit_once(call: partial[Any]) -> None:
    """Call it after the commit, once however many changes of the transaction ask for the same.

    What it raises is logged: the transaction has committed, and its request has nothing to do with it.
    """
    asked = (entry[1] for entry in transaction.get_connection().run_on_commit)
    if not any(
        isinstance(other, partial) and (other.func, other.args) == (call.func, call.args) for other in asked
    ):
        transaction.on_commit(call, robust=True)


def _wake(task: str, job_id: int) -> None:
    """Tell the broker; when it is down the sweeper will find the row, so never raise and never wait long."""
    try:
        current_app.send_task(task, args=[job_id], retry=False)
    except Exception as error:
        log.warning("broker not reached, job %s waits for the sweeper: %s", job_id, error)


def job_claim(job_id: int) -> Job | None:
    """Take the job, or None when it is done, running elsewhere or gone."""
    now = timezone.now()
    owner = secrets.token_hex(8)
    lease = now + timedelta(seconds=settings.JOB_LEASE_SECONDS)
    try:
        with transaction.atomic():
            taken = Job.objects.filter(pk=job_id, state=Job.State.QUEUED).update(
                state=Job.State.RUNNING,
                lease_owner=owner,
                lease_until=lease,
                started_at=now,
                attempts=F("attempts") + 1,
                error="",
                progress=0,
            )
    except IntegrityError:
        return None  # the same work is running; this one goes next, when that one ends
    return Job.objects.get(pk=job_id) if taken else None


def job_take(*, task: str, key: str, args: Mapping[str, Any] | None = None) -> Job | None:
    """A job that is claimed as it is made, for work done here and now; None while the same work is running.

    If this process dies, a worker finds it like any other and does what ``task`` does with these ``args``.
    """
    now = timezone.now()
    try:
        with transaction.atomic():
            return Job.objects.create(
                task=task,
                key=key,
                args=dict(args or {}),
                state=Job.State.RUNNING,
                lease_owner=secrets.token_hex(8),
                lease_until=now + timedelta(seconds=settings.JOB_LEASE_SECONDS),
                started_at=now,
                attempts=1,
            )
    except IntegrityError:
        return None


def job_renew(job: Job, *, progress: int | None = None, total: int | None = None) -> None:
    """Say that the worker lives. Raises :class:`LeaseLost` when the job is no longer its own."""
    values: dict[str, Any] = {"lease_until": timezone.now() + timedelta(seconds=settings.JOB_LEASE_SECONDS)}
    if progress is not None:
        values["progress"] = progress
    if total is not None:
        values["total"] = total
    if not _mine(job).update(**values):
        raise LeaseLost(job.pk)


def job_finish(job: Job, *, result: Mapping[str, Any] | None = None) -> None:
    """Mark the job done; call it in the transaction that makes the work visible, so both happen or neither."""
    done = _mine(job).update(
        state=Job.State.DONE, finished_at=timezone.now(), lease_until=None, result=dict(result or {})
    )
    if not done:
        raise LeaseLost(job.pk)
    transaction.on_commit(partial(_wake_next, job.task, job.key))


def job_fail(job: Job, error: str) -> None:
    """Put the job back for another try, or give it up after ``MAX_ATTEMPTS``."""
    last = job.attempts >= MAX_ATTEMPTS
    try:
        with transaction.atomic():
            _mine(job).update(
                state=Job.State.FAILED if last else Job.State.QUEUED,
                error=error[:2000],
                lease_until=None,
                finished_at=timezone.now() if last else None,
            )
    except IntegrityError:  # a newer request for the same already waits: it does the work
        _mine(job).update(state=Job.State.FAILED, error=error[:2000], lease_until=None, finished_at=timezone.now())


def job_cancel(*, task: str, key: str, error: str) -> bool:
    """Give up a job that waits or runs: its worker loses the lease, and so writes nothing. False where none is."""
    asked = Job.objects.filter(task=task, key=key, state__in=(Job.State.QUEUED, Job.State.RUNNING))
    values = {"state": Job.State.FAILED, "error": error, "lease_until": None, "finished_at": timezone.now()}
    return bool(asked.update(**values))


def _mine(job: Job) -> Any:
    return Job.objects.filter(pk=job.pk, state=Job.State.RUNNING, lease_owner=job.lease_owner)


def _wake_next(task: str, key: str) -> None:
    waiting = Job.objects.filter(task=task, key=key, state=Job.State.QUEUED).first()
    if waiting is not None:
        _wake(task, waiting.pk)


@contextmanager
def claimed(job_id: int) -> Iterator[Job | None]:
    """``with claimed(id) as job``: claim, and record a failure of the body as the job's error."""
    job = job_claim(job_id)
    try:
        yield job
    except LeaseLost:
        log.info("job %s was taken over", job_id)
    except Exception as error:
        if job is not None:
            job_fail(job, f"{type(error).__name__}: {error}")
        log.exception("job %s failed", job_id)


def jobs_sweep() -> int:
    """Return jobs of dead workers to the queue and wake those whose message was lost. Safe to run twice."""
    now = timezone.now()
    for job in Job.objects.filter(state=Job.State.RUNNING, lease_until__lt=now):
        job_fail(job, LOST)
    woken = 0
    for task, pk in Job.objects.filter(state=Job.State.QUEUED, created_at__lt=now - WAKE_AFTER).values_list(
        "task", "pk"
    ):
        _wake(task, pk)
        woken += 1
    return woken
