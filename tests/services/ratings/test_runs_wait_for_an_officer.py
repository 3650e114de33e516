"""A list that does not publish by itself: its runs are held, looked at, and published or thrown away."""

import datetime
from typing import Any

import pytest
from django.utils import timezone

from common.errors import Conflict, Missing
from common.jobs import job_take, jobs_sweep
from common.models import Job, LogEntry
from ratings.models import Rating, RatingHistory, RatingList, RatingRun, RunMove, StaleMark
from ratings.services import (
    TASK,
    computing,
    list_create,
    list_restart,
    list_update,
    lists_sweep,
    run_discard,
    run_publish,
    runs,
)
from ratings.tasks import recompute_list
from tests.factories import TEST, actor_for, enter_named, make_user
from tests.services.ratings.support import lines, played_division, rate, rating_of, standings
from tournaments.models import Division

pytestmark = pytest.mark.django_db
LONG_AGO = datetime.timedelta(hours=1)


@pytest.fixture
def official() -> RatingList:
    return list_create(name="Official", slug="official", ruleset="amath", publishes_by_itself=False, actor=TEST)


@pytest.fixture
def division(official: RatingList) -> Division:
    return played_division("AB", [("A", "B", 400, 300)])


def held(official: RatingList) -> RatingRun:
    run = rate(official)
    assert run is not None
    assert run.state == "held"
    return run


def correct(division: Division, own: int = 300, other: int = 400) -> None:
    enter_named(division.rounds.get(), "A", own, other, reason="sheet added again")


def test_a_held_run_says_whom_it_would_move_and_shows_nothing(division: Division, official: RatingList) -> None:
    run = held(official)
    assert not Rating.objects.exists()
    assert not RatingHistory.objects.exists()
    official.refresh_from_db()
    assert official.current_run is None
    assert (run.games, run.events, run.done, run.total) == (1, 1, 1, 1)
    assert {(m.player.name, m.before, m.games_after) for m in run.moves.all()} == {("A", None, 1), ("B", None, 1)}


def test_publishing_shows_just_those_numbers_and_says_who_did(division: Division, official: RatingList) -> None:
    run = held(official)
    officer = make_user()
    published = run_publish(run_id=run.pk, actor=actor_for(officer))
    assert (published.pk, published.state, published.decided_by) == (run.pk, "done", officer)
    assert published.decided_at is not None
    official.refresh_from_db()
    assert official.current_run == published
    assert {m.player.name: m.after for m in run.moves.all()} == {name: rating_of(name) for name in "AB"}
    assert {line.run_id for line in RatingHistory.objects.all()} == {run.pk}
    assert not StaleMark.objects.exists()
    assert not Job.objects.filter(state__in=["queued", "running"]).exclude(task=TASK, state="queued").exists()
    entry = LogEntry.objects.get(action="ratings.run_published")
    assert (entry.object_id, entry.actor_user_id) == (run.pk, officer.pk)
    shown = lines(official), standings(official)
    list_update(list_id=official.pk, actor=TEST, publishes_by_itself=True)
    list_restart(list_id=official.pk)
    rate(official)
    assert (lines(official), standings(official)) == shown


def test_what_changed_since_is_refused_and_held_anew(division: Division, official: RatingList) -> None:
    run = held(official)
    correct(division)
    with pytest.raises(Conflict) as refusal:
        run_publish(run_id=run.pk, actor=TEST)
    assert refusal.value.code == "ratings.run_outdated"
    assert not Rating.objects.exists()
    run.refresh_from_db()
    newer = RatingRun.objects.get(pk=refusal.value.extra["run"])
    assert (run.state, run.replaced_by) == ("replaced", newer)
    assert (newer.state, newer.moves.count()) == ("held", 2)
    run_publish(run_id=newer.pk, actor=TEST)
    assert rating_of("A") < 1500


def test_another_program_is_a_change_too(
    division: Division, official: RatingList, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = held(official)
    RatingRun.objects.filter(pk=run.pk).update(code="f" * 64)
    with pytest.raises(Conflict, match="run_outdated"):
        run_publish(run_id=run.pk, actor=TEST)


def test_a_result_put_back_as_it_was_is_no_change(division: Division, official: RatingList) -> None:
    run = held(official)
    correct(division)
    correct(division, 400, 300)
    assert run_publish(run_id=run.pk, actor=TEST).state == "done"
    assert not StaleMark.objects.exists()


def test_a_newer_run_takes_the_held_ones_place(division: Division, official: RatingList) -> None:
    first = held(official)
    correct(division)
    second = held(official)
    first.refresh_from_db()
    assert (first.state, first.replaced_by, second.state) == ("replaced", second, "held")
    with pytest.raises(Conflict) as refusal:
        run_publish(run_id=first.pk, actor=TEST)
    assert refusal.value.code == "ratings.run_not_held"


def test_a_discarded_run_is_not_made_again_before_something_happens(
    division: Division, official: RatingList
) -> None:
    officer = make_user()
    run = held(official)
    Job.objects.filter(state="queued").delete()
    StaleMark.objects.update(created_at=timezone.now() - LONG_AGO)
    assert lists_sweep() == 0  # it waits for the officer
    done = run_discard(run_id=run.pk, actor=actor_for(officer))
    assert (done.state, done.decided_by) == ("discarded", officer)
    assert LogEntry.objects.filter(action="ratings.run_discarded", object_id=run.pk).exists()
    assert lists_sweep() == 0
    correct(division)
    StaleMark.objects.update(created_at=timezone.now() - LONG_AGO)
    assert lists_sweep() == 1
    again = held(official)
    # Nothing that was thrown away is forgotten: the new run has it all.
    run_publish(run_id=again.pk, actor=TEST)
    assert set(standings(official)) == {"A", "B"}
    with pytest.raises(Conflict, match="run_not_held"):
        run_discard(run_id=again.pk, actor=TEST)


def test_marks_of_a_held_run_are_put_together(division: Division, official: RatingList) -> None:
    for own in range(5):
        correct(division, 300 + own)
    assert StaleMark.objects.count() >= 6
    held(official)
    assert StaleMark.objects.count() <= 2  # from the beginning, and from this division


def test_a_list_that_publishes_by_itself_again_shows_what_waited(division: Division, official: RatingList) -> None:
    run = held(official)
    Job.objects.filter(state="queued").delete()
    list_update(list_id=official.pk, actor=TEST, publishes_by_itself=True)
    StaleMark.objects.update(created_at=timezone.now() - LONG_AGO)
    assert lists_sweep() == 1
    rate(official)
    assert set(standings(official)) == {"A", "B"}
    run.refresh_from_db()
    assert run.state == "replaced"


def test_nothing_is_published_while_a_run_is_under_way(division: Division, official: RatingList) -> None:
    run = held(official)
    assert job_take(task=TASK, key=f"list:{official.pk}", args={"list": official.pk}) is not None
    with pytest.raises(Conflict) as refusal:
        run_publish(run_id=run.pk, actor=TEST)
    assert refusal.value.code == "ratings.run_busy"
    run.refresh_from_db()
    assert run.state == "held"


def test_publishing_that_breaks_leaves_the_run_held(
    division: Division, official: RatingList, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = held(official)

    def breaks(*_: Any, **__: Any) -> None:
        raise RuntimeError("out of paper")

    with monkeypatch.context() as broken:
        broken.setattr(computing, "rate_events", breaks)
        with pytest.raises(RuntimeError):
            run_publish(run_id=run.pk, actor=TEST)
    run.refresh_from_db()
    assert run.state == "held"
    assert not Rating.objects.exists()
    assert run_publish(run_id=run.pk, actor=TEST).state == "done"


def test_an_officers_process_that_dies_while_publishing_leaves_a_job_that_makes_a_held_run(
    division: Division, official: RatingList, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = held(official)

    def dies(*_: Any, **__: Any) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as killed:
        killed.setattr(runs, "publish", dies)
        killed.setattr(runs, "job_fail", lambda *_: None)  # as kill -9 leaves it
        with pytest.raises(KeyboardInterrupt):
            run_publish(run_id=run.pk, actor=TEST)
    Job.objects.filter(state="queued").delete()
    Job.objects.filter(state="running").update(lease_until=timezone.now() - LONG_AGO)
    jobs_sweep()
    recompute_list(Job.objects.get(state="queued").pk)
    newest = RatingRun.objects.get(state="held")
    assert newest.pk != run.pk
    assert run_publish(run_id=newest.pk, actor=TEST).state == "done"


def test_what_is_not_there_is_not_decided_about(official: RatingList) -> None:
    for decide in (run_publish, run_discard):
        with pytest.raises(Missing) as refusal:
            decide(run_id=10**9, actor=TEST)
        assert refusal.value.code == "ratings.run_missing"


def test_a_restart_is_logged_with_who_asked(
    division: Division, official: RatingList, django_capture_on_commit_callbacks: Any
) -> None:
    officer = make_user()
    Job.objects.all().delete()
    with django_capture_on_commit_callbacks(execute=True):
        list_restart(list_id=official.pk, actor=actor_for(officer))
    assert LogEntry.objects.get(action="ratings.list_restarted").actor_user_id == officer.pk
    run = held(official)
    assert (run.from_day, run.decided_by) == (None, officer)
    assert RunMove.objects.filter(run=run).count() == 2
