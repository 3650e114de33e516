"""Chances after a round: counted by a job, the same for the same data, whole or not at all, and safe twice."""

from typing import Any

import pytest
from django.utils import timezone

from common.jobs import job_claim, jobs_sweep
from common.models import Job
from tests.factories import TEST, enter_named, make_division, make_entry, play_round, publish_round
from tournaments.models import CountedChances, Division
from tournaments.selectors.chances import (
    TASK,
    chance_table,
    counting,
    situation_seed,
    situation_shown,
)
from tournaments.services import chances as service
from tournaments.services.chances import chances_cancel, chances_enqueue
from tournaments.services.drafts import round_pair
from tournaments.services.registration import entry_withdraw
from tournaments.services.rounds import round_close, round_delete
from tournaments.tasks import count_chances

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def few_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(service, "RUNS", 1000)
    monkeypatch.setattr(service, "_HEARTBEAT_SECONDS", 0.0)


@pytest.fixture
def division() -> Division:
    found = make_division(names=list("ABCDEFGH"), rounds_planned=4)
    play_round(found, 1)
    play_round(found, 2)
    return found


def waiting() -> list[int]:
    jobs = Job.objects.filter(task=TASK, state=Job.State.QUEUED).order_by("pk")
    return [job.args["after"] for job in jobs]


def work() -> None:
    for job in Job.objects.filter(task=TASK, state=Job.State.QUEUED):
        count_chances(job.pk)


def state(division: Division, after: int) -> Any:
    division = Division.objects.get(pk=division.pk)
    return counting(division, after, situation_shown(division, after))


def test_publishing_a_round_asks_for_the_chances_after_the_one_before(division: Division) -> None:
    assert waiting() == [1]


def test_closing_a_round_asks_for_the_chances_after_it(division: Division) -> None:
    round_close(round_id=division.rounds.get(number=2).pk, actor=TEST)
    assert waiting() == [1, 2]


def test_what_is_counted_is_of_everybody_and_comes_to_all_runs(division: Division) -> None:
    round_close(round_id=division.rounds.get(number=2).pk, actor=TEST)
    work()
    assert state(division, 2).state == "counted"
    stored = CountedChances.objects.get(division=division, after_round=2)
    situation = situation_shown(division, 2)
    assert situation is not None
    table = chance_table(division, 2, situation, stored)
    assert table is not None
    assert (table.runs, table.rounds_left, table.places, len(table.rows)) == (1000, 2, 8, 8)
    assert sum(row.first.seen for row in table.rows) == 1000
    assert sum(row.prize.seen for row in table.rows) == 3000
    for row in table.rows:
        assert sum(share for _place, share in row.seen) == pytest.approx(1)
        assert row.mark.best <= row.low <= row.high <= row.mark.worst
        assert row.first.low <= row.first.share <= row.first.high


def test_the_same_data_give_the_same_figures(division: Division) -> None:
    work()
    first = CountedChances.objects.get(after_round=1)
    CountedChances.objects.all().delete()
    chances_enqueue(division_id=division.pk, after_round=1)
    work()
    again = CountedChances.objects.get(after_round=1)
    assert (again.seed, again.figures) == (first.seed, first.figures)


def test_the_same_message_twice_changes_nothing_the_second_time(division: Division) -> None:
    job = Job.objects.get(task=TASK, state=Job.State.QUEUED)
    count_chances(job.pk)
    kept = CountedChances.objects.get()
    count_chances(job.pk)
    chances_enqueue(division_id=division.pk, after_round=1)
    work()
    again = CountedChances.objects.get()
    assert (again.pk, again.created_at) == (kept.pk, kept.created_at)


def test_asking_twice_waits_for_one_count(division: Division) -> None:
    chances_enqueue(division_id=division.pk, after_round=1)
    chances_enqueue(division_id=division.pk, after_round=1)
    assert waiting() == [1]


def test_a_correction_of_a_closed_round_makes_them_old_and_asks_anew(division: Division) -> None:
    round_close(round_id=division.rounds.get(number=2).pk, actor=TEST)
    work()
    enter_named(division.rounds.get(number=2), "A", 500, 100, reason="sheet added again", may_correct=True)
    assert waiting() == [2]
    now = state(division, 2)
    assert (now.state, now.old) == ("queued", True)
    work()
    assert state(division, 2).state == "counted"
    assert not state(division, 2).old


def test_a_result_of_the_running_round_asks_for_nothing(division: Division) -> None:
    work()
    publish_round(division, 3)
    work()
    enter_named(division.rounds.get(number=3), "A", 400, 300)
    assert waiting() == []
    assert state(division, 2).state == "counted"


def test_somebody_who_leaves_makes_them_old(division: Division) -> None:
    round_close(round_id=division.rounds.get(number=2).pk, actor=TEST)
    work()
    entry_withdraw(entry_id=division.entries.get(number=1).pk, reason="", actor=TEST)
    assert state(division, 2).state == "old"


def test_a_draft_tells_nothing_and_a_published_round_does(division: Division) -> None:
    round_close(round_id=division.rounds.get(number=2).pk, actor=TEST)
    work()
    round_pair(division_id=division.pk, number=3, actor=TEST, seed=1)
    assert state(division, 2).state == "counted"
    situation = situation_shown(division, 2)
    assert situation is not None
    assert situation.paired == ()
    round_ = division.rounds.get(number=3)
    round_delete(round_id=round_.pk, expected_results=0, actor=TEST)
    publish_round(division, 3)
    settled = situation_shown(division, 2)
    assert settled is not None
    assert len(settled.paired) == 4
    assert waiting() == [2]


def test_after_the_last_round_nothing_is_counted(division: Division) -> None:
    for number in (3, 4):
        play_round(division, number)
    round_close(round_id=division.rounds.get(number=4).pk, actor=TEST)
    work()
    assert state(division, 4).state == "over"
    assert not CountedChances.objects.filter(after_round=4).exists()


def test_cancelling_stops_a_running_count_and_writes_nothing(
    division: Division, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = service.simulate

    def cancelled_meanwhile(*args: Any, **options: Any) -> Any:
        assert chances_cancel(division_id=division.pk, after_round=1)
        return real(*args, **options)

    monkeypatch.setattr(service, "simulate", cancelled_meanwhile)
    work()
    assert not CountedChances.objects.exists()
    assert state(division, 1).state == "cancelled"
    assert jobs_sweep() == 0
    assert not chances_cancel(division_id=division.pk, after_round=1)
    monkeypatch.setattr(service, "simulate", real)
    chances_enqueue(division_id=division.pk, after_round=1)
    work()
    assert state(division, 1).state == "counted"


def test_cancelling_a_waiting_count_takes_it_off_the_queue(division: Division) -> None:
    assert chances_cancel(division_id=division.pk, after_round=1)
    work()
    assert not CountedChances.objects.exists()


def test_progress_is_told_in_runs(division: Division, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[tuple[int, int]] = []
    real = service.job_renew

    def renew(job: Job, **values: Any) -> None:
        real(job, **values)
        job.refresh_from_db()
        seen.append((job.progress, job.total))

    monkeypatch.setattr(service, "job_renew", renew)
    work()
    assert seen == [(0, 1000), (500, 1000), (1000, 1000)]


def test_time_cuts_the_runs_short_and_the_figures_say_so(
    division: Division, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service, "SECONDS", 0.0)
    work()
    stored = CountedChances.objects.get()
    situation = situation_shown(division, 1)
    assert situation is not None
    table = chance_table(division, 1, situation, stored)
    assert table is not None
    assert (table.runs, table.stopped, stored.runs) == (500, "time", 500)


def test_a_dead_workers_count_goes_to_the_next_one(division: Division) -> None:
    dead = job_claim(Job.objects.get(task=TASK).pk)
    assert dead is not None
    Job.objects.filter(pk=dead.pk).update(lease_until=timezone.now() - timezone.timedelta(hours=1))
    jobs_sweep()
    count_chances(dead.pk)
    assert state(division, 1).state == "counted"


def test_a_count_that_fails_is_tried_again_and_given_up_at_last(
    division: Division, monkeypatch: pytest.MonkeyPatch
) -> None:
    def breaks(*args: Any, **options: Any) -> None:
        raise RuntimeError("out of paper")

    monkeypatch.setattr(service, "simulate", breaks)
    for _attempt in range(5):
        assert state(division, 1).state == "queued"
        work()
    assert state(division, 1).state == "failed"


def test_a_division_that_is_gone_is_harmless(division: Division) -> None:
    job = Job.objects.get(task=TASK)
    job.args = {"division": 10**9, "after": 1}
    job.save()
    count_chances(job.pk)
    job.refresh_from_db()
    assert job.state == Job.State.DONE


def test_a_late_entry_makes_stored_figures_unreadable_rather_than_wrong(division: Division) -> None:
    work()
    stored = CountedChances.objects.get()
    make_entry(division, "Late")
    division = Division.objects.get(pk=division.pk)
    situation = situation_shown(division, 1)
    assert situation is not None
    assert situation_seed(division, 1, situation) != stored.seed
    assert chance_table(division, 1, situation, stored) is None
