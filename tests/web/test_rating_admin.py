"""The back room: an officer decides which events count; a list that cannot work is refused beside its field."""

import pytest
from django.contrib.auth.models import Permission
from django.test import Client
from django.urls import reverse

from common.models import LogEntry
from ratings.models import RatedEvent, RatingList, StaleMark
from ratings.services import list_create
from tests.factories import TEST, make_user
from tests.services.ratings.support import event_of, played_division, rate, standings

pytestmark = pytest.mark.django_db
LIST = {
    "name": "Schools",
    "slug": "schools",
    "ruleset": "amath",
    "system": "glicko_margin",
    "kind": "school",
    "order": "1",
}


def logged_in(*permissions: str, root: bool = False) -> Client:
    user = make_user(is_staff=True, is_superuser=root)
    user.user_permissions.set(Permission.objects.filter(codename__in=permissions))
    client = Client()
    client.force_login(user, "django.contrib.auth.backends.ModelBackend")
    return client


def decide(client: Client, action: str, event: RatedEvent) -> int:
    address = reverse("admin:ratings_ratedevent_changelist")
    return client.post(address, {"action": action, "_selected_action": [event.pk]}).status_code


@pytest.fixture
def waiting() -> RatedEvent:
    list_create(name="Official", slug="official", ruleset="amath", accepts_by_itself=False, actor=TEST)
    return event_of(played_division("AB", [("A", "B", 400, 300)]))


def test_an_officer_lets_an_event_count(waiting: RatedEvent) -> None:
    officer = logged_in("view_ratedevent", "change_ratedevent")
    decide(officer, "accept", waiting)
    rate()
    assert set(standings()) == {"A", "B"}
    decide(officer, "refuse", waiting)
    rate()
    assert standings() == {}
    assert LogEntry.objects.filter(action__startswith="ratings.event_").count() == 2


def test_somebody_who_may_only_look_decides_nothing(waiting: RatedEvent) -> None:
    decide(logged_in("view_ratedevent"), "accept", waiting)
    waiting.refresh_from_db()
    assert waiting.state == "waiting"


def test_a_list_is_made_and_changed_with_its_log() -> None:
    client = logged_in(root=True)
    client.post(reverse("admin:ratings_ratinglist_add"), {**LIST, "parameters": '{"scale": 300}'})
    made = RatingList.objects.get()
    assert (made.slug, made.parameters, made.order, made.accepts_by_itself) == ("schools", {"scale": 300}, 1, False)
    client.post(reverse("admin:ratings_ratinglist_change", args=[made.pk]), {**LIST, "parameters": "{}"})
    assert RatingList.objects.get().parameters == {}
    assert StaleMark.objects.get().division_id is None
    assert LogEntry.objects.filter(action="ratings.list_updated").exists()


@pytest.mark.parametrize("parameters", ['{"scale": 0}', '{"volatility": 1}', "{"])
def test_parameters_that_cannot_work_are_refused_and_kept_in_the_form(parameters: str) -> None:
    answer = logged_in(root=True).post(reverse("admin:ratings_ratinglist_add"), {**LIST, "parameters": parameters})
    assert answer.status_code == 200
    assert "parameters" in answer.context["adminform"].form.errors
    assert not RatingList.objects.exists()


@pytest.mark.parametrize("model", ["rating", "ratinghistory", "ratingrun", "ratedevent", "ratinglist"])
def test_every_table_can_be_looked_at(waiting: RatedEvent, model: str) -> None:
    rate()
    client = logged_in(root=True)
    assert client.get(reverse(f"admin:ratings_{model}_changelist")).status_code == 200


@pytest.mark.parametrize("model", ["rating", "ratinghistory", "ratingrun", "ratedevent"])
def test_numbers_are_not_typed_in(model: str) -> None:
    assert logged_in(root=True).get(reverse(f"admin:ratings_{model}_add")).status_code == 403
