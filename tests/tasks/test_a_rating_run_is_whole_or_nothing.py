"""Whatever happens in the middle of a run, the numbers shown are those of a whole run, and none is forgotten."""

import datetime
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from celery import current_app
from django.utils import timezone
from kombu.exceptions import OperationalError

from common.jobs import job_claim, jobs_sweep
from common.models import Job
from ratings.models import RatingRun, StaleMark
from ratings.services import TASK, computing, list_enqueue, list_restart, lists_sweep
from ratings.tasks import recompute_list, sweep_lists
from tests.factories import enter_named, fixed_round, make_division
from tests.services.ratings.support import lines, played_division, rate, standings, the_list
from tournaments.models import Division

pytestmark = pytest.mark.django_db
LONG_AGO = datetime.timedelta(hours=1)


@pytest.fixture
def division() -> Division:
    """An event that was rated once, and whose only game has been corrected since."""
    division = played_division("AB", [("A", "B", 400, 300)])
    rate()
    enter_named(division.rounds.get(), "A", 300, 400, reason="sheet added again")
    return division


@pytest.fixture
def while_it_reads(monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[[], None]], None]:
    """Let something happen once, in the moment a run has read its games."""

    def arrange(happening: Callable[[], None]) -> None:
        real = computing.rate_events
        waiting = [happening]

        def rate_them(*given: Any, **named: Any) -> Iterator[Any]:
            if waiting:
                waiting.pop()()
            yield from real(*given, **named)

        monkeypatch.setattr(computing, "rate_events", rate_them)

    return arrange


def as_rated_from_scratch() -> tuple[Any, Any]:
    list_restart(list_id=the_list().pk)
    rate()
    return lines(), standings()


def test_a_run_that_fails_shows_nothing_and_the_next_one_does_its_work(division, while_it_reads):
    before = lines(), standings()

    def breaks() -> None:
        raise RuntimeError("out of paper")

    while_it_reads(breaks)
    job = list_enqueue(the_list().pk)
    recompute_list(job.pk)
    assert (lines(), standings()) == before
    failed = RatingRun.objects.first()
    assert (failed.state, failed.error) == ("failed", "RuntimeError: out of paper")
    assert the_list().current_run != failed
    assert StaleMark.objects.exists()
    job.refresh_from_db()
    assert job.state == Job.State.QUEUED  # for another try
    recompute_list(job.pk)
    after = lines(), standings()
    assert after != before
    assert after == as_rated_from_scratch()


def test_a_worker_that_lost_its_lease_changes_nothing(division, while_it_reads):
    before = lines(), standings()
    while_it_reads(lambda: Job.objects.filter(state=Job.State.RUNNING).update(lease_owner="somebody else"))
    job = list_enqueue(the_list().pk)
    recompute_list(job.pk)
    assert (lines(), standings()) == before
    assert RatingRun.objects.first().state == "failed"
    assert StaleMark.objects.exists()


def test_a_dead_workers_job_goes_to_the_next_one(division):
    dead = job_claim(list_enqueue(the_list().pk).pk)
    RatingRun.objects.create(rating_list=the_list(), job=dead, algorithm="x", parameters={}, code="")
    assert job_claim(dead.pk) is None  # the lease holds
    Job.objects.filter(pk=dead.pk).update(lease_until=timezone.now() - LONG_AGO)
    jobs_sweep()
    recompute_list(dead.pk)
    assert (lines(), standings()) == as_rated_from_scratch()
    assert RatingRun.objects.get(algorithm="x").error == "the worker was lost"


def test_a_result_that_arrives_during_a_run_is_not_forgotten(division, while_it_reads):
    round_ = division.rounds.get()
    while_it_reads(lambda: enter_named(round_, "A", 1, 300, reason="sheet added again") and None)
    rate()
    assert StaleMark.objects.count() == 1
    rate()
    assert not StaleMark.objects.exists()
    assert (lines(), standings()) == as_rated_from_scratch()


def test_the_same_message_twice_changes_nothing_the_second_time(division):
    job = list_enqueue(the_list().pk)
    recompute_list(job.pk)
    after, runs = (lines(), standings()), RatingRun.objects.count()
    recompute_list(job.pk)
    assert (lines(), standings()) == after
    assert RatingRun.objects.count() == runs


def test_a_message_for_a_job_that_is_gone_is_harmless():
    recompute_list(10**9)
    assert not RatingRun.objects.exists()


def test_progress_is_told_in_events(division, while_it_reads):
    seen: list[tuple[int, str]] = []
    while_it_reads(lambda: seen.extend(Job.objects.filter(state="running").values_list("total", "state")))
    rate()
    assert seen == [(1, "running")]


def test_marks_without_a_job_are_found_by_the_sweeper(division):
    Job.objects.filter(task=TASK, state=Job.State.QUEUED).delete()
    assert sweep_lists() == 0  # a job may be on its way just now
    StaleMark.objects.update(created_at=timezone.now() - LONG_AGO)
    assert sweep_lists() == 1
    assert sweep_lists() == 0  # it waits already
    recompute_list(Job.objects.get(task=TASK, state=Job.State.QUEUED).pk)
    assert not StaleMark.objects.exists()


def test_a_list_that_keeps_failing_is_not_tried_at_every_sweep(division):
    StaleMark.objects.update(created_at=timezone.now() - LONG_AGO)
    Job.objects.filter(task=TASK).delete()
    key = f"list:{the_list().pk}"
    given_up = Job.objects.create(task=TASK, key=key, state=Job.State.FAILED, finished_at=timezone.now())
    assert lists_sweep() == 0
    Job.objects.filter(pk=given_up.pk).update(finished_at=timezone.now() - LONG_AGO)
    assert lists_sweep() == 1


@pytest.mark.django_db(transaction=True)
def test_a_broker_that_is_away_does_not_touch_the_result(division, monkeypatch):
    def away(*args: Any, **options: Any) -> None:
        raise OperationalError("connection refused")

    monkeypatch.setattr(current_app, "send_task", away)
    enter_named(division.rounds.get(), "A", 350, 300, reason="sheet added again")
    assert Job.objects.filter(task=TASK, state=Job.State.QUEUED).count() == 1
    rate()
    assert (lines(), standings()) == as_rated_from_scratch()


def test_a_change_of_many_results_asks_once(django_capture_on_commit_callbacks):
    division = make_division(names=list("ABCDEF"))
    round_ = fixed_round(division, 1, [("A", "B"), ("C", "D"), ("E", "F")])
    with django_capture_on_commit_callbacks() as callbacks:
        for name in "ACE":
            enter_named(round_, name, 400, 300)
    assert len([call for call in callbacks if getattr(call, "func", None) is list_enqueue]) == 1
    assert StaleMark.objects.count() == 3
