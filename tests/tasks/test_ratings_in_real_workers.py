"""The whole way, with a real broker, real workers and kill -9: fault cases 26 to 29."""

import os
import signal
from collections.abc import Callable
from contextlib import closing
from datetime import timedelta

import pytest
from celery import current_app
from django.conf import settings
from django.db import connection
from django.utils import timezone

from common.errors import Conflict
from common.models import Job
from ratings.models import RatingRun, StaleMark
from ratings.services import TASK, list_create, list_enqueue, list_restart, run_publish
from ratings.tasks import recompute_list
from tests.factories import TEST, enter_named, fixed_round, make_division
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


@pytest.mark.parametrize("broker", ["filesystem", "redis"])
def test_a_worker_killed_in_the_swap_leaves_the_old_numbers_and_the_next_one_finishes(
    broker: str, celery_worker_process: Callable[..., Worker]
) -> None:  # fault 27
    worker = celery_worker_process(broker=broker)
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
    celery_worker_process(broker=broker, beat=True, env={"KRADAN_SWEEP_SECONDS": "1"})
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


def test_a_message_delivered_eight_times_to_real_workers_is_one_run(
    celery_worker_process: Callable[..., Worker],
) -> None:  # fault 26
    celery_worker_process(broker="redis", concurrency=2)
    played_division("ABCD", [("A", "B", 400, 300), ("C", "D", 200, 300)])
    until(lambda: standings() and fresh(), "no rating came")
    before, runs = (lines(), standings()), RatingRun.objects.count()
    list_restart(list_id=the_list().pk)
    job = Job.objects.filter(task=TASK).latest("pk")
    for _ in range(8):
        current_app.send_task(TASK, args=[job.pk])
    until(lambda: fresh() and RatingRun.objects.count() > runs, "the run did not come")
    # Each of the eight was answered: they came before this one, and workers take messages in their order.
    list_restart(list_id=the_list().pk)
    until(lambda: fresh() and RatingRun.objects.count() > runs + 1, "the next run did not come")
    assert RatingRun.objects.count() == runs + 2
    assert (lines(), standings()) == before
    assert {figures[4] for figures in lines().values()} == {1}


def test_with_its_only_worker_killed_a_result_waits_for_the_next_one(
    celery_worker_process: Callable[..., Worker],
) -> None:  # fault 28
    worker = celery_worker_process(broker="redis")
    worker.kill()
    division = played_division("AB", [("A", "B", 400, 300)])
    # The message went to a dead worker; the sweeper looks for what has waited.
    Job.objects.update(created_at=timezone.now() - timedelta(minutes=1))
    celery_worker_process(broker="redis", beat=True, env={"KRADAN_SWEEP_SECONDS": "1"})
    until(lambda: standings() and fresh(), "no rating came")
    assert lines()[division.pk, "A"][4] == 1


def test_two_clocks_that_sweep_make_one_run(celery_worker_process: Callable[..., Worker]) -> None:  # fault 35
    division = played_division("AB", [("A", "B", 400, 300)])
    Job.objects.all().delete()
    StaleMark.objects.update(created_at=timezone.now() - timedelta(minutes=1))
    for _ in range(2):
        celery_worker_process(broker="redis", beat=True, env={"KRADAN_SWEEP_SECONDS": "1"})
    until(lambda: standings() and fresh(), "no rating came")
    list_restart(list_id=the_list().pk)
    until(lambda: fresh() and RatingRun.objects.count() > 1, "the next run did not come")
    assert RatingRun.objects.count() == 2
    assert lines()[division.pk, "A"][4] == 1


def test_eight_deliveries_at_once_rate_each_game_once() -> None:  # fault 26
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


def test_an_officer_who_publishes_twice_at_once_publishes_once() -> None:
    official = list_create(name="Official", slug="official", ruleset="amath", publishes_by_itself=False, actor=TEST)
    played_division("AB", [("A", "B", 400, 300)])
    run = rate(official)
    assert run is not None
    answers = at_once([lambda: run_publish(run_id=run.pk, actor=TEST)] * 4)
    done = [answer for answer in answers if isinstance(answer, RatingRun)]
    refused = {answer.code for answer in answers if isinstance(answer, Conflict)}
    assert (len(done), len(answers)) == (1, 4)
    assert refused <= {"ratings.run_busy", "ratings.run_not_held"}
    assert {figures[4] for figures in lines(official).values()} == {1}
    assert not Job.objects.filter(state="running").exists()


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
