"""Counting what may still happen: a job after each round, whose figures are swapped in whole or not at all."""

import time

from django.db import transaction

from common.jobs import CANCELLED, job_cancel, job_enqueue, job_finish, job_renew
from common.models import Job

from ..models import CountedChances, Division
from ..pairing.chances import chances_to_json, simulate
from ..selectors.chances import (
    TASK,
    chances_key,
    last_closed_round,
    situation_seed,
    situation_shown,
)

RUNS = 10_000
SECONDS = 60.0
"""What one count may take; cut short it has fewer runs, which the figures say."""

_HEARTBEAT_SECONDS = 1.0


def chances_enqueue(*, division_id: int, after_round: int) -> Job | None:
    """Ask for the chances after a round; whoever asks twice waits for one count. None before the first round."""
    if after_round < 1:
        return None
    return job_enqueue(
        task=TASK,
        key=chances_key(division_id, after_round),
        args={"division": division_id, "after": after_round},
    )


def chances_renew(*, division_id: int, from_round: int) -> None:
    """Results have changed from a round on: count anew after the last closed round, if that is one of them."""
    after = last_closed_round(Division(pk=division_id))
    if after >= from_round:
        chances_enqueue(division_id=division_id, after_round=after)


def chances_cancel(*, division_id: int, after_round: int) -> bool:
    """Stop a count that waits or runs; its worker finds out within a second, and writes nothing."""
    return job_cancel(task=TASK, key=chances_key(division_id, after_round), error=CANCELLED)


def chances_count(job: Job) -> CountedChances | None:
    """Count what ``job.args`` asks for and finish the job. None where nothing is left to play, or nobody plays.

    Safe to run again: the same data draw the same lots, and what is counted already is not counted again.
    """
    division = Division.objects.select_related("tournament").filter(pk=job.args["division"]).first()
    after: int = job.args["after"]
    situation = situation_shown(division, after) if division is not None else None
    if division is None or situation is None:
        job_finish(job, result={"runs": 0})
        return None
    seed = situation_seed(division, after, situation)
    stored = CountedChances.objects.filter(division=division, after_round=after, seed=seed).first()
    if stored is not None and stored.runs >= RUNS:
        job_finish(job, result={"runs": stored.runs})
        return stored
    began = time.monotonic()
    beat = _Heartbeat(job, RUNS)
    found = simulate(situation, runs=RUNS, seed=seed, seconds=SECONDS, clock=time.monotonic, progress=beat.done)
    with transaction.atomic():
        job_finish(job, result={"runs": found.runs})
        stored, _made = CountedChances.objects.update_or_create(
            division=division,
            after_round=after,
            defaults={
                "division_version": division.version,
                "runs": found.runs,
                "seed": seed,
                "figures": chances_to_json(found),
                "seconds": round(time.monotonic() - began, 3),
            },
        )
    return stored


class _Heartbeat:
    """Keeps the lease and the progress of a job fresh, at most once a second; a lost lease ends the count."""

    def __init__(self, job: Job, total: int) -> None:
        self._job, self._last = job, time.monotonic()
        job_renew(job, progress=0, total=total)

    def done(self, runs: int, _asked: int) -> None:
        if time.monotonic() - self._last >= _HEARTBEAT_SECONDS:
            self._last = time.monotonic()
            job_renew(self._job, progress=runs)
