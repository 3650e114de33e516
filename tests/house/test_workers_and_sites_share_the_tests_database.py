"""Worker and site processes started by a test see its rows, and the test sees what they did."""

import urllib.request
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from common.models import Job
from common.tasks import sweep_jobs
from tests.support.process import until
from tests.support.worker import Worker

pytestmark = pytest.mark.postgres


def _job_of_a_dead_worker() -> Job:
    return Job.objects.create(
        task="common.tasks.nothing",
        key="dead",
        state=Job.State.RUNNING,
        lease_owner="gone",
        lease_until=timezone.now() - timedelta(seconds=1),
        attempts=1,
    )


def _state_becomes(job: Job, state: str) -> None:
    until(lambda: Job.objects.filter(pk=job.pk, state=state).exists(), f"the job did not become {state}")


@pytest.mark.parametrize("broker", ["filesystem", pytest.param("redis", marks=pytest.mark.redis)])
def test_a_message_from_the_test_is_worked_on_by_a_real_worker(
    celery_worker_process: Callable[..., Worker], broker: str
) -> None:
    celery_worker_process(broker=broker)
    job = _job_of_a_dead_worker()
    sweep_jobs.delay()
    _state_becomes(job, Job.State.QUEUED)


def test_the_clock_inside_the_worker_sweeps_by_itself_and_again_after_kill_9(
    celery_worker_process: Callable[..., Worker],
) -> None:
    first = celery_worker_process(beat=True, env={"KRADAN_SWEEP_SECONDS": "1"})
    first.kill()
    assert not first.is_running()
    job = _job_of_a_dead_worker()
    celery_worker_process(beat=True, env={"KRADAN_SWEEP_SECONDS": "1"})
    _state_becomes(job, Job.State.QUEUED)


def test_a_real_site_process_answers_from_the_tests_database(live_site: str) -> None:
    request = urllib.request.Request(live_site + "/", headers={"Accept-Language": "en"})
    with urllib.request.urlopen(request, timeout=10) as answer:
        assert answer.status == 200


@pytest.mark.browser
def test_what_a_page_asks_for_outside_is_refused_and_written_down(page: Any, outside_requests: list[str]) -> None:
    with page.expect_event("requestfailed"):
        page.set_content('<img src="http://outside.invalid/x.png">')
    assert outside_requests == ["http://outside.invalid/x.png"]
    outside_requests.clear()
