"""How far background work has come, for those who may know of it and nobody else."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import Group
from django.utils import timezone

from common.jobs import job_claim, job_enqueue, job_fail, job_finish, job_renew, jobs_sweep
from common.models import Job
from common.tokens import token_create
from players.models import User
from ratings.models import RatingList
from ratings.receivers import OFFICERS
from ratings.services import list_enqueue
from tests.api.client import Answer, Api
from tests.api.event import Event, report
from tests.api.table import make_device
from tests.factories import make_user
from tournaments.services import certificates
from tournaments.services.chances import chances_cancel, chances_enqueue

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    return Event.make()


@pytest.fixture
def count(event: Event) -> Job:
    job = chances_enqueue(division_id=event.division.pk, after_round=1)
    assert job is not None
    return job


def for_nothing(user: User) -> Api:
    """A token without a scope."""
    return Api(token_create(label="test", user_id=user.pk, scopes=[])[1])


def read(api: Api, job: Job) -> Answer:
    return api.get(f"/jobs/j{job.pk}")


def test_a_count_is_followed_from_its_beginning_to_its_end(event, count):
    director = Api.of(event.director)
    waits = read(director, count)
    assert (waits["job"], waits["kind"], waits["state"]) == (f"j{count.pk}", "chances", "queued")
    assert (waits["progress"], waits["total"], waits["error"]) == (0, 0, None)
    assert (waits["started_at"], waits["finished_at"]) == (None, None)
    job = job_claim(count.pk)
    assert job is not None
    job_renew(job, progress=6200, total=10_000)
    runs = director.get(f"/jobs/j{count.pk}", If_None_Match=waits.etag)
    assert (runs.status, runs["state"], runs["progress"], runs["total"]) == (200, "running", 6200, 10_000)
    assert runs["started_at"] is not None
    job_finish(job)
    done = read(director, count)
    assert (done["state"], done["progress"], done["total"]) == ("done", 10_000, 10_000)
    assert done["finished_at"] is not None
    assert director.get(f"/jobs/j{count.pk}", If_None_Match=done.etag).status == 304


def test_what_went_wrong_is_a_code_and_a_sentence_and_never_what_the_program_said(event, count):
    director = Api.of(event.director)
    job = job_claim(count.pk)
    assert job is not None
    job_fail(job, "ValueError: /srv/secret")
    again = read(director, count)
    assert (again["state"], again["error"]["code"]) == ("queued", "failed")
    assert "secret" not in again.raw.decode()
    thai = director.get(f"/jobs/j{count.pk}", Accept_Language="th")
    assert thai["error"]["detail"] != again["error"]["detail"]

    job = job_claim(count.pk)
    assert job is not None
    assert read(director, count)["error"] is None
    Job.objects.filter(pk=job.pk).update(lease_until=timezone.now() - timedelta(seconds=1))
    jobs_sweep()
    assert read(director, count)["error"]["code"] == "lost"

    assert chances_cancel(division_id=event.division.pk, after_round=1)
    stopped = read(director, count)
    assert (stopped["state"], stopped["error"]["code"]) == ("failed", "cancelled")


def test_a_count_is_for_the_staff_of_its_event(event, count):
    cast = event.cast
    for person in (cast.viewer, cast.scorer, cast.assistant, cast.director, cast.superuser):
        assert read(Api.session(person), count).status == 200
    assert read(Api.of(cast.viewer, ("pairing:read",)), count).status == 200
    others = (
        *(Api.of(person) for person in (cast.stranger, cast.player_inside, cast.other_director)),
        Api.of(cast.director, scope_key=Event.make().tournament.log_chain),
        for_nothing(cast.director),
        make_device(event),
    )
    nowhere = others[0].get("/jobs/j987654321")
    for api in others:
        answer = read(api, count)
        assert (answer.status, answer["title"]) == (404, nowhere["title"])
    assert read(Api(), count).status == Api().get("/jobs/j987654321").status == 401


def test_a_run_of_ratings_is_for_rating_officers(event):
    Api.of(event.director).post(event.game(), report(dict.fromkeys(event.numbers(), 300)))
    job = list_enqueue(RatingList.objects.get().pk)
    officer = make_user()
    officer.groups.add(Group.objects.get(name=OFFICERS))
    answer = read(Api.of(officer), job)
    assert (answer.status, answer["kind"], answer["state"]) == (200, "ratings", "queued")
    assert read(Api.session(officer), job).status == 200
    for api in (
        Api.of(event.director),
        Api.of(officer, scope_key=event.tournament.log_chain),
        for_nothing(officer),
        make_device(event),
    ):
        assert read(api, job).status == 404
    assert read(Api(), job).status == 401


def test_work_of_the_site_itself_is_there_for_nobody(event):
    job = job_enqueue(task="kradan.something", key="site")
    assert read(Api.of(event.cast.superuser), job).status == 404


def test_a_job_whose_division_is_gone_is_not_there(event, count):
    Job.objects.filter(pk=count.pk).update(args={"division": 987654321, "after": 1})
    assert read(Api.of(event.cast.superuser), count).status == 404


@pytest.mark.parametrize("path", ["/jobs/1", "/jobs/j0", "/jobs/jx", "/jobs/j"])
def test_what_is_no_jobs_id_is_not_there(event, path):
    assert Api.of(event.director).get(path).status == 404


def test_the_answer_that_begins_a_count_says_where_it_is_read(event):
    director = Api.of(event.director)
    for table in (1, 2):
        director.post(event.game(table), report(dict.fromkeys(event.numbers(table), 250 + table)))
    closed = director.post(event.at("/rounds/1:close"))
    job = director.get(closed.headers["Location"])
    assert (job.status, job["kind"]) == (200, "chances")
    assert Job.objects.get(pk=job["job"][1:]).args == {"division": event.division.pk, "after": 1}
    paired = director.post(event.at("/rounds/2:pair"))
    assert "Location" not in paired.headers, "so few are proved at once"
    published = director.post(event.at("/rounds/2:publish"))
    assert published.headers["Location"] == closed.headers["Location"], "one count for both"


def test_a_round_that_is_proved_later_says_where(event, monkeypatch):
    monkeypatch.setattr(certificates, "AT_ONCE", 2)
    director = Api.of(event.director)
    for table in (1, 2):
        director.post(event.game(table), report(dict.fromkeys(event.numbers(table), 250 + table)))
    paired = director.post(event.at("/rounds/2:pair"))
    job = director.get(paired.headers["Location"])
    assert (job.status, job["kind"], job["state"]) == (200, "proof", "queued")
    assert Api.of(event.cast.stranger).get(paired.headers["Location"]).status == 404
