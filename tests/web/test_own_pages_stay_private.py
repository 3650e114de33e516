"""On a laptop that many use: nothing of one person's pages is left for the next, nor a secret in the log."""

import logging
from dataclasses import replace

import pytest
from django.test import Client
from django.urls import reverse

from common.logging import MaskSecrets
from tests.factories import TEST, enter, make_division, make_tournament, make_user, publish_round
from tournaments.models import Role

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("name", ["desk:home", "account", "login"])
def test_pages_of_ones_own_are_not_kept_by_the_browser(client: Client, name: str) -> None:
    client.force_login(make_user())
    assert client.get(reverse(name))["Cache-Control"] == "private, no-store"


def test_public_pages_may_be_kept(client: Client) -> None:
    assert "no-store" not in client.get(reverse("home"))["Cache-Control"]


@pytest.mark.parametrize("path", ["/join/abc-DEF_1/", "/account/reset/MQ/set-abc123/"])
def test_a_secret_in_an_address_is_not_logged(path: str) -> None:
    record = logging.LogRecord("django.request", logging.WARNING, "", 0, "Gone: %s", (path,), None)
    assert MaskSecrets().filter(record)
    assert "***" in record.getMessage()
    assert "abc" not in record.getMessage()


def test_only_directors_export_from_which_address_something_was_done(client: Client) -> None:
    tournament = make_tournament()
    table = publish_round(make_division(tournament, entries=2), 1).pairings.get()
    enter(table, 400, 300, actor=replace(TEST, ip="10.0.0.77"))
    shown = {}
    for kind in ("viewer", "director"):
        user = make_user()
        Role.objects.create(user=user, tournament=tournament, role=kind)
        client.force_login(user)
        shown[kind] = "10.0.0.77" in client.get(reverse("desk:log_csv", args=[tournament.slug])).content.decode()
    assert shown == {"viewer": False, "director": True}
