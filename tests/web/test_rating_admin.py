"""The back room of ratings looks and changes nothing: whoever decides does so at the officer's desk."""

import pytest
from django.test import Client
from django.urls import reverse

from ratings.models import RatedEvent
from ratings.services import list_create
from tests.factories import TEST, make_user
from tests.services.ratings.support import event_of, played_division, rate

pytestmark = pytest.mark.django_db


@pytest.fixture
def waiting() -> RatedEvent:
    list_create(name="Official", slug="official", ruleset="amath", accepts_by_itself=False, actor=TEST)
    return event_of(played_division("AB", [("A", "B", 400, 300)]))


def logged_in() -> Client:
    client = Client()
    client.force_login(make_user(is_staff=True, is_superuser=True), "django.contrib.auth.backends.ModelBackend")
    return client


@pytest.mark.parametrize("model", ["rating", "ratinghistory", "ratingrun", "ratedevent", "ratinglist"])
def test_every_table_can_be_looked_at(waiting: RatedEvent, model: str) -> None:
    rate()
    assert logged_in().get(reverse(f"admin:ratings_{model}_changelist")).status_code == 200


@pytest.mark.parametrize("model", ["rating", "ratinghistory", "ratingrun", "ratedevent", "ratinglist"])
def test_nothing_is_typed_in(model: str) -> None:
    assert logged_in().get(reverse(f"admin:ratings_{model}_add")).status_code == 403


def test_no_event_is_decided_here(waiting: RatedEvent) -> None:
    address = reverse("admin:ratings_ratedevent_changelist")
    logged_in().post(address, {"action": "accept", "_selected_action": [waiting.pk]})
    waiting.refresh_from_db()
    assert waiting.state == "waiting"
