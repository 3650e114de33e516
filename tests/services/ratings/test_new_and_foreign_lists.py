"""A list made late sees what was played before it; a federation's list is never rated."""

import datetime

import pytest
from django.utils import timezone

from common.errors import Conflict
from common.models import Job
from ratings.models import RatedEvent, Rating, RatingList, RatingRun, StaleMark
from ratings.services import (
    TASK,
    division_lists_set,
    list_create,
    list_enqueue,
    list_restart,
    lists_mark,
    lists_sweep,
)
from ratings.tasks import recompute_list
from tests.factories import TEST, make_division
from tests.services.ratings.support import played_division, rate, standings, the_list

pytestmark = pytest.mark.django_db
LONG_AGO = datetime.timedelta(hours=1)


def test_a_new_list_takes_the_divisions_of_its_kind_that_were_played_before():
    played_division("AB", [("A", "B", 400, 300)])
    played_division("CD", [("C", "D", 400, 300)], kind="primary")
    make_division(names=["E", "F"], kind="primary")  # nothing of it was played yet
    juniors = list_create(name="Juniors", slug="juniors", ruleset="amath", kind="juniors", actor=TEST)
    rate(juniors)
    assert set(standings(juniors)) == {"C", "D"}
    assert RatedEvent.objects.filter(rating_list=juniors).count() == 1
    everybody = RatingList.objects.get(slug="amath")
    rate(everybody)
    assert set(standings(everybody)) == {"A", "B", "C", "D"}


def test_a_strict_new_list_lets_them_wait():
    played_division("AB", [("A", "B", 400, 300)])
    strict = list_create(
        name="Strict", slug="strict", ruleset="amath", system="elo", accepts_by_itself=False, actor=TEST
    )
    assert [event.state for event in RatedEvent.objects.filter(rating_list=strict)] == ["waiting"]
    rate(strict)
    assert standings(strict) == {}


def test_a_new_list_leaves_alone_what_a_director_has_named_lists_for():
    division = played_division("AB", [("A", "B", 400, 300)])
    division_lists_set(division_id=division.pk, list_ids=[the_list().pk], seeds_from=None, actor=TEST)
    late = list_create(name="Elo", slug="elo", ruleset="amath", system="elo", actor=TEST)
    rate(late)
    assert standings(late) == {}


def test_a_federations_list_is_never_rated():
    federation = list_create(name="Federation", slug="fed", ruleset="amath", system="external", actor=TEST)
    played_division("AB", [("A", "B", 400, 300)])
    assert not RatedEvent.objects.filter(rating_list=federation).exists()
    with pytest.raises(Conflict) as refusal:
        list_restart(list_id=federation.pk, actor=TEST)
    assert refusal.value.code == "ratings.list_external"
    lists_mark([federation.pk], None)
    StaleMark.objects.update(created_at=timezone.now() - LONG_AGO)
    Job.objects.all().delete()
    lists_sweep()
    assert not Job.objects.filter(key=f"list:{federation.pk}").exists()
    recompute_list(list_enqueue(federation.pk).pk)
    assert not RatingRun.objects.filter(rating_list=federation).exists()
    assert not Rating.objects.filter(rating_list=federation).exists()


def test_a_run_whose_worker_died_is_written_down_as_failed():
    played_division("AB", [("A", "B", 400, 300)])
    rate()
    good = the_list().current_run
    for state in ("failed", "queued", None):
        job = Job.objects.create(task=TASK, key=f"x{state}", state=state) if state else None
        RatingRun.objects.create(rating_list=the_list(), job=job, algorithm="x", parameters={}, code="")
    alive = Job.objects.create(task=TASK, key="alive", state="running")
    RatingRun.objects.create(rating_list=the_list(), job=alive, algorithm="y", parameters={}, code="")
    lists_sweep()
    lists_sweep()
    assert {run.state for run in RatingRun.objects.filter(algorithm="x")} == {"failed"}
    assert RatingRun.objects.get(algorithm="y").state == "running"
    assert the_list().current_run == good
