"""An event counts by itself, or once a rating officer has said so."""

import pytest

from common.errors import Conflict, Refused
from common.models import Job, LogEntry
from ratings.models import RatedEvent, Rating, RatingList, StaleMark
from ratings.services import TASK, event_accept, event_refuse, list_create
from tests.factories import TEST, actor_for, enter_named, fixed_round, make_division, make_user
from tests.services.ratings.support import event_of, played_division, rate, standings, the_list
from tournaments.services.events import division_update, tournament_delete

pytestmark = pytest.mark.django_db


@pytest.fixture
def strict() -> RatingList:
    return list_create(name="Official", slug="official", ruleset="amath@1", accepts_by_itself=False, actor=TEST)


def test_the_first_result_of_a_ruleset_opens_its_list_and_the_event_counts_by_itself():
    division = played_division("AB", [("A", "B", 400, 300)], ruleset="summy")
    rating_list = RatingList.objects.get()
    assert (rating_list.ruleset, rating_list.system, rating_list.name) == ("summy", "glicko_margin", "Summy")
    event = event_of(division)
    assert (event.rating_list, event.state, event.decided_at) == (rating_list, "accepted", None)


def test_a_list_that_wants_the_officers_word_waits_for_it(strict):
    division = played_division("AB", [("A", "B", 400, 300)])
    event = event_of(division)
    assert (event.rating_list, event.state) == (strict, "waiting")
    rate(strict)
    assert not Rating.objects.exists()

    officer = make_user()
    event_accept(event_id=event.pk, actor=actor_for(officer))
    rate(strict)
    assert set(standings(strict)) == {"A", "B"}
    event.refresh_from_db()
    assert (event.state, event.decided_by) == ("accepted", officer)
    assert LogEntry.objects.get(action="ratings.event_accepted").data["event"] == event.name


def test_an_event_refused_later_is_taken_out_again(strict):
    event = event_of(played_division("AB", [("A", "B", 400, 300)]))
    event_accept(event_id=event.pk, actor=TEST)
    rate(strict)
    event_refuse(event_id=event.pk, actor=TEST)
    rate(strict)
    assert standings(strict) == {}


def test_saying_the_same_twice_is_said_once(strict):
    event = event_of(played_division("AB", [("A", "B", 400, 300)]))
    event_accept(event_id=event.pk, actor=TEST)
    event_accept(event_id=event.pk, actor=TEST)
    assert LogEntry.objects.filter(action="ratings.event_accepted").count() == 1


def test_a_deleted_event_cannot_be_accepted(strict):
    division = played_division("AB", [("A", "B", 400, 300)])
    event = event_of(division)
    tournament_delete(tournament_id=division.tournament_id, expected_games=1, actor=TEST)
    with pytest.raises(Conflict) as refusal:
        event_accept(event_id=event.pk, actor=TEST)
    assert refusal.value.code == "ratings.event_deleted"


def test_several_lists_of_one_game_stand_side_by_side(strict):
    open_list = list_create(name="Wide", slug="wide", ruleset="amath", system="elo", actor=TEST)
    played_division("AB", [("A", "B", 400, 300)])
    rate(open_list)
    rate(strict)
    assert set(standings(open_list)) == {"A", "B"}
    assert standings(strict) == {}


def test_a_result_is_marked_and_the_worker_asked_on_commit(django_capture_on_commit_callbacks):
    division = make_division(names=["A", "B"])
    round_ = fixed_round(division, 1, [("A", "B")])
    with django_capture_on_commit_callbacks() as callbacks:
        enter_named(round_, "A", 400, 300)
    assert StaleMark.objects.get().division_id == division.pk
    assert not Job.objects.filter(task=TASK).exists()
    for callback in callbacks:
        callback()
    assert Job.objects.get(task=TASK).args == {"list": the_list().pk}


def test_many_results_wait_as_one_job(django_capture_on_commit_callbacks):
    division = make_division(names=["A", "B", "C", "D"])
    round_ = fixed_round(division, 1, [("A", "B"), ("C", "D")])
    with django_capture_on_commit_callbacks(execute=True):
        enter_named(round_, "A", 400, 300)
        enter_named(round_, "C", 400, 300)
    assert Job.objects.filter(task=TASK).count() == 1
    rate()
    assert len(standings()) == 4
    assert not StaleMark.objects.exists()


@pytest.mark.parametrize(
    ("settings", "code", "field"),
    [
        ({"ruleset": "chess"}, "ruleset.unknown", "ruleset"),
        ({"system": "trueskill"}, "ratings.system_unknown", "parameters"),
        ({"parameters": {"scale": -1}}, "ratings.parameter_invalid", "parameters"),
        ({"parameters": {"k": 20}}, "ratings.parameter_unknown", "parameters"),
    ],
)
def test_a_list_that_cannot_work_is_refused(settings, code, field):
    given = {"name": "X", "slug": "x", "ruleset": "amath", "actor": TEST, **settings}
    with pytest.raises(Refused) as refusal:
        list_create(**given)
    assert (refusal.value.code, refusal.value.field) == (code, field)
    assert not RatingList.objects.exists()


def test_a_second_list_of_the_same_kind_is_refused(strict):
    with pytest.raises(Conflict) as refusal:
        list_create(name="Again", slug="again", ruleset="amath", actor=TEST)
    assert refusal.value.code == "ratings.list_exists"
    assert refusal.value.field == "kind"
    assert RatingList.objects.get().name in refusal.value.message


def test_a_list_with_the_address_of_another_is_told_which(strict):
    with pytest.raises(Conflict) as refusal:
        list_create(name="Again", slug=RatingList.objects.get().slug, ruleset="amath", system="elo", actor=TEST)
    assert (refusal.value.code, refusal.value.field) == ("ratings.list_exists", "slug")
    assert RatingList.objects.get().name in refusal.value.message


def test_a_division_that_changed_its_game_before_it_began_is_not_rated_in_the_old_list():
    division = make_division(names=["A", "B"])
    division_update(division_id=division.pk, actor=TEST, win_points=3)  # the list sees the division here
    division_update(division_id=division.pk, actor=TEST, ruleset="summy")
    enter_named(fixed_round(division, 1, [("A", "B")]), "A", 120, 100)
    for name in ("amath", "summy"):
        rate(the_list(name))
    assert standings(the_list("amath")) == {}
    assert set(standings(the_list("summy"))) == {"A", "B"}
    assert RatedEvent.objects.count() == 2
