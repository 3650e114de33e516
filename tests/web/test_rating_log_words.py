"""The log of ratings says which rule of a list was changed, and from what."""

import pytest
from django.test import Client
from django.urls import reverse

from ratings.services import list_create, list_update
from tests.factories import TEST, make_user

pytestmark = pytest.mark.django_db


def test_the_log_says_which_parameter_was_changed(client: Client) -> None:
    made = list_create(name="Juniors", slug="juniors", ruleset="amath", kind="juniors", actor=TEST)
    list_update(list_id=made.pk, actor=TEST, parameters={"start_rating": 1200.0})
    client.force_login(make_user(is_superuser=True), "django.contrib.auth.backends.ModelBackend")
    assert "start_rating: 1200.0" in client.get(reverse("ratings_desk:log")).content.decode()
