"""The whole way with a real broker and a real worker: a round is closed, and its chances come by themselves."""

from collections.abc import Callable

import pytest

from common.models import Job
from tests.factories import TEST, make_division, play_round
from tests.support.process import until
from tests.support.worker import Worker
from tournaments.models import CountedChances
from tournaments.selectors.chances import TASK, counting, situation_shown
from tournaments.services.rounds import round_close

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]


def test_closing_a_round_brings_its_chances_by_itself(celery_worker_process: Callable[..., Worker]) -> None:
    celery_worker_process()
    division = make_division(names=list("ABCDEFGH"), rounds_planned=3)
    round_ = play_round(division, 1)
    round_close(round_id=round_.pk, actor=TEST)
    until(lambda: CountedChances.objects.filter(division=division, after_round=1).exists(), "no chances came")
    until(lambda: not Job.objects.filter(task=TASK).exclude(state=Job.State.DONE).exists(), "the job did not end")
    stored = CountedChances.objects.get(division=division)
    assert stored.runs == 10_000
    division.refresh_from_db()
    assert counting(division, 1, situation_shown(division, 1)).state == "counted"
