"""How good a round is gets proved at once in small fields, and by a job in large ones."""

import pytest

from common.models import Job
from tests.factories import TEST, make_division, play_round
from tournaments.models import Division, Round, Seat
from tournaments.services import certificates
from tournaments.services.draft_steps import draft_swap, draft_undo
from tournaments.services.drafts import round_pair
from tournaments.services.rounds import round_publish
from tournaments.tasks import certify_round

pytestmark = pytest.mark.django_db


@pytest.fixture
def large(monkeypatch: pytest.MonkeyPatch) -> None:
    """Six are many here."""
    monkeypatch.setattr(certificates, "AT_ONCE", 5)


def pair(division: Division, number: int = 1, **more: object) -> Round:
    return round_pair(division_id=division.pk, number=number, actor=TEST, seed=1, **more)  # type: ignore[arg-type]


def test_a_small_round_is_proved_when_it_is_paired() -> None:
    division = make_division(entries=7)
    for number in (1, 2):
        round_ = play_round(division, number)
        proof = Round.objects.get(pk=round_.pk).certificate
        assert proof["status"] == "optimal"
        assert proof["bound"] == round_.cost
        assert not any(proof["gap"].values())
    assert not Job.objects.filter(task=certificates.TASK).exists()


def test_a_table_is_nothing_to_prove() -> None:
    division = make_division(entries=4, system="round_robin", rounds_planned=3)
    assert pair(division).certificate["status"] == "not_proved"


@pytest.mark.usefixtures("large")
def test_a_large_round_is_proved_by_a_job_that_may_run_twice() -> None:
    round_ = pair(make_division(entries=6))
    assert round_.certificate is None
    job = Job.objects.get(task=certificates.TASK)
    for _time in range(2):
        certify_round(job.pk)
    job.refresh_from_db()
    round_.refresh_from_db()
    assert (job.state, job.result) == ("done", {"status": "optimal"})
    assert round_.certificate["bound"] == round_.cost


@pytest.mark.usefixtures("large")
def test_a_draft_paired_again_waits_as_one_job_and_is_proved_as_it_was_paired_last() -> None:
    division = make_division(entries=6)
    pair(division)
    round_ = pair(division, system="king_of_the_hill", repair=True)
    one, two = (Seat.objects.get(round=round_, pairing__table=table, place=0).entry_id for table in (1, 2))
    draft_swap(round_id=round_.pk, entry_a=one, entry_b=two, actor=TEST)
    round_publish(round_id=round_.pk, actor=TEST)
    certify_round(Job.objects.get(task=certificates.TASK).pk)
    round_.refresh_from_db()
    assert round_.certificate["status"] == "optimal", "of the pairing, not of what people made of it"


@pytest.mark.usefixtures("large")
def test_a_draft_that_comes_back_by_undo_before_it_was_proved_is_proved_then() -> None:
    division = make_division(entries=6)
    round_ = pair(division)
    pair(division, system="king_of_the_hill", repair=True)
    certify_round(Job.objects.get(task=certificates.TASK, state="queued").pk)
    draft_undo(round_id=round_.pk, actor=TEST)
    certify_round(Job.objects.get(task=certificates.TASK, state="queued").pk)
    round_.refresh_from_db()
    assert (round_.system, round_.certificate["status"]) == ("swiss", "optimal")
    assert round_.certificate["bound"] == round_.cost


@pytest.mark.usefixtures("large")
def test_a_round_that_is_gone_or_was_paired_by_another_version_is_left_alone() -> None:
    division = make_division(entries=6)
    round_ = pair(division)
    Round.objects.filter(pk=round_.pk).update(result_digest="0" * 64)
    job = Job.objects.get(task=certificates.TASK)
    certify_round(job.pk)
    job.refresh_from_db()
    round_.refresh_from_db()
    assert (job.state, job.result, round_.certificate) == ("done", {"status": "none"}, None)
    again = pair(division, repair=True, system="king_of_the_hill")
    job = Job.objects.get(task=certificates.TASK, state="queued")
    again.delete()
    certify_round(job.pk)
    job.refresh_from_db()
    assert job.state == "done"
