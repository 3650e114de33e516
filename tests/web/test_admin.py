"""The administrators' window shows rows and changes none that a service writes: no way round the rules there."""

import pytest
from django.contrib import admin
from django.test import Client
from django.urls import reverse

from common.models import Token
from players.models import Player, User
from tests.factories import make_division, make_entry, make_user, play_round
from tournaments.models import Entry, Result

pytestmark = pytest.mark.django_db


@pytest.fixture
def root(client: Client) -> Client:
    client.force_login(make_user(is_staff=True, is_superuser=True))
    return client


def ours() -> list[type]:
    names = {"common", "players", "games", "tournaments", "ratings"}
    return [model for model in admin.site._registry if model._meta.app_label in names]


def test_every_list_and_row_can_be_looked_at(root: Client) -> None:
    play_round(make_division(entries=4), 1)
    root.post(reverse("token_create"), {"label": "A", "scopes": ["pairing:read"], "days": "1"})
    seen = 0
    for model in ours():
        base = f"admin:{model._meta.app_label}_{model._meta.model_name}"
        assert root.get(reverse(f"{base}_changelist")).status_code == 200, model
        row = model.objects.first()
        if row is not None:
            assert root.get(reverse(f"{base}_change", args=[row.pk])).status_code == 200, model
            seen += 1
    assert seen > 10


def test_a_player_with_games_is_not_deleted_by_hand_or_in_bulk(root: Client) -> None:
    division = make_division(entries=4)
    for number in range(1, 4):
        play_round(division, number)
    player = Player.objects.first()
    assert player is not None
    assert root.post(reverse("admin:players_player_delete", args=[player.pk]), {"post": "yes"}).status_code == 403
    bulk = {"action": "delete_selected", "_selected_action": [player.pk], "post": "yes"}
    for name in ("players_player", "tournaments_entry", "tournaments_tournament", "tournaments_result"):
        root.post(reverse(f"admin:{name}_changelist"), bulk)
    assert (Player.objects.count(), Entry.objects.count(), Result.objects.count()) == (4, 4, 6)


def test_the_log_cannot_be_written_there(root: Client) -> None:
    make_entry(make_division(), "A")
    assert root.get(reverse("admin:common_logentry_add")).status_code == 403


def test_secrets_are_not_shown(root: Client) -> None:
    root.post(reverse("token_create"), {"label": "A", "scopes": ["pairing:read"], "days": "1"})
    token = Token.objects.get()
    page = root.get(reverse("admin:common_token_change", args=[token.pk])).content.decode()
    assert token.id8 in page
    assert token.secret_hash not in page


def test_a_login_is_closed_not_deleted(root: Client) -> None:
    user = make_user("leaver")
    assert root.post(reverse("admin:players_user_delete", args=[user.pk]), {"post": "yes"}).status_code == 403
    assert User.objects.filter(pk=user.pk).exists()


def test_nobody_without_the_right_gets_in(client: Client) -> None:
    client.force_login(make_user())
    assert client.get(reverse("admin:index")).status_code == 302


def test_no_row_of_an_event_or_a_person_is_added_there(root: Client) -> None:
    for model in ours():
        if model is User or model._meta.app_label == "ratings":  # logins are made there, lists by their services
            continue
        name = f"admin:{model._meta.app_label}_{model._meta.model_name}"
        assert root.get(reverse(f"{name}_add")).status_code == 403, model
