"""The whole way, with a real broker, real workers and kill -9: fault cases 26 to 29."""

import os
import signal
from collections.abc import Callable
from contextlib import closing
from datetime import timedelta

import pytest
from django.conf import settings
from django.db import connection
from django.utils import timezone

from common.models import Job
from ratings.models import RatingRun, StaleMark
from ratings.services import TASK, list_enqueue, list_restart
from ratings.tasks import recompute_list
from tests.factories import enter_named, fixed_round, make_division
from tests.faults.parallel import at_once
from tests.services.ratings.support import lines, played_division, rate, standings, the_list
from tests.support.process import until
from tests.support.redis import RedisServer
from tests.support.worker import Worker, publishing_to

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]


def fresh() -> bool:
    return not StaleMark.objects.exists() and not Job.objects.filter(state__in=["queued", "running"]).exists()


def as_rated_from_scratch() -> tuple[object, object]:
    list_restart(list_id=the_list().pk)
    job = Job.objects.get(task=TASK, state=Job.State.QUEUED)
    recompute_list(job.pk)
    until(fresh, "the list was not rated")
    return lines(), standings()


@pytest.mark.parametrize("broker", ["filesystem", "redis"])
def test_a_result_reaches_the_ratings_by_itself(broker: str, celery_worker_process: Callable[..., Worker]) -> None:
    celery_worker_process(broker=broker)
    division = make_division(names=["A", "B"])
    enter_named(fixed_round(division, 1, [("A", "B")]), "A", 400, 300)
    until(lambda: set(standings()) == {"A", "B"}, "no rating came")
    run = RatingRun.objects.get()
    assert (run.state, run.games, run.lines_written) == ("done", 1, 2)
    assert the_list().current_run == run


def test_a_worker_killed_in_the_swap_leaves_the_old_numbers_and_the_next_one_finishes(
    celery_worker_process: Callable[..., Worker],
) -> None:
    worker = celery_worker_process()
    division = played_division("AB", [("A", "B", 400, 300)])
    until(lambda: standings() and fresh(), "no rating came")
    before = lines(), standings()
    with closing(connection.get_new_connection(connection.get_connection_params())) as blocker:
        # The run may compute, but not write: it stands in its last transaction when its process dies.
        blocker.execute("LOCK TABLE ratings_ratinghistory IN SHARE MODE")
        enter_named(division.rounds.get(), "A", 300, 400, reason="sheet added again")
        until(
            lambda: waiting_for_a_lock() and RatingRun.objects.filter(state="running"), "it never came to writing"
        )
        for pid in [worker.pid, *worker.pool()]:
            os.kill(pid, signal.SIGKILL)
    assert (lines(), standings()) == before
    long_ago = timezone.now() - timedelta(minutes=1)
    Job.objects.filter(state=Job.State.RUNNING).update(lease_until=long_ago, created_at=long_ago)
    celery_worker_process(beat=True, env={"KRADAN_SWEEP_SECONDS": "1"})
    until(fresh, "nobody took the job over")
    after = lines(), standings()
    assert after != before
    assert RatingRun.objects.filter(error="the worker was lost").count() == 1
    assert after == as_rated_from_scratch()


def waiting_for_a_lock() -> bool:
    """A run is under way, and stands before the lock."""
    if not RatingRun.objects.filter(state="running").exists():
        return False
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_locks WHERE NOT granted")
        return bool(cursor.fetchone()[0])


def test_eight_deliveries_at_once_rate_each_game_once() -> None:
    played_division("ABCD", [("A", "B", 400, 300), ("C", "D", 200, 300)])
    job = list_enqueue(the_list().pk)
    answers = at_once([lambda: recompute_list(job.pk)] * 8)
    assert answers == [None] * 8
    assert RatingRun.objects.filter(state="done").count() == 1
    assert {figures[4] for figures in lines().values()} == {1}
    assert (lines(), standings()) == as_rated_from_scratch()


def test_results_entered_while_runs_go_on_are_all_rated() -> None:
    """Every commit is either seen by a run or leaves a mark for the next: nothing falls between two runs."""
    division = make_division(names=[f"P{n}" for n in range(12)])
    round_ = fixed_round(division, 1, [(f"P{n}", f"P{n + 1}") for n in range(0, 12, 2)])

    def enter(name: str) -> None:
        enter_named(round_, name, 400, 300)
        for job in list(Job.objects.filter(task=TASK, state=Job.State.QUEUED)):
            recompute_list(job.pk)

    answers = at_once([lambda n=n: enter(f"P{n}") for n in range(0, 12, 2)])
    assert answers == [None] * 6
    while Job.objects.filter(task=TASK, state=Job.State.QUEUED).exists():
        rate()
    assert not StaleMark.objects.exists()
    assert len(standings()) == 12
    assert (lines(), standings()) == as_rated_from_scratch()


def test_with_redis_down_results_are_accepted_and_rated_when_it_is_back(
    own_redis: RedisServer, celery_worker_process: Callable[..., Worker]
) -> None:
    own_redis.stop()
    with publishing_to(own_redis.url, settings.BROKER_SERVER_OPTIONS):
        division = played_division("AB", [("A", "B", 400, 300)])
    assert Job.objects.get(task=TASK).state == Job.State.QUEUED
    own_redis.start()
    # What was not delivered is looked for once it has waited: here it has.
    Job.objects.update(created_at=timezone.now() - timedelta(minutes=1))
    celery_worker_process(broker=own_redis.url, beat=True, env={"KRADAN_SWEEP_SECONDS": "1"})
    until(lambda: set(standings()) == {"A", "B"}, "no rating came")
    assert lines()[division.pk, "A"][4] == 1
