"""Who works at an event: roles, links that invite, links for a new password. Secrets are shown once."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from common.models import LogEntry
from players.models import User
from tests.factories import cast, make_division, make_tournament, make_user
from tests.support.html import faults
from tournaments.models import Invitation, Role, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def user() -> User:
    return make_user("dao")


@pytest.fixture
def desk(client: Client, user: User) -> Client:
    client.force_login(user)
    return client


@pytest.fixture
def event(user: User) -> Tournament:
    return make_tournament(director=user, slug="cup")


def staff() -> str:
    return reverse("desk:staff", args=["cup"])


def link_on(page: object) -> str:
    [link] = re.findall(r'id="link" readonly value="http://testserver([^"]+)"', page.content.decode())  # type: ignore[attr-defined]
    return link


def test_an_invitation_is_a_link_and_a_qr_shown_once(desk: Client, event: Tournament) -> None:
    page = desk.post(staff(), {"label": "Som", "role": "scorer"})
    assert page.status_code == 201
    assert "no-store" in page["Cache-Control"]
    html = page.content.decode()
    assert re.search(r"<svg[^>]*><path[^>]*d=", html)
    assert "style=" not in html
    link = link_on(page)
    secret = link.split("/")[2]
    assert secret not in desk.get(staff()).content.decode()
    assert secret not in "".join(str(value) for value in Invitation.objects.values().get().values())
    assert Client().get(link).status_code == 200
    assert faults(html) == []


def test_an_open_invitation_is_listed_and_taken_back(desk: Client, event: Tournament) -> None:
    link = link_on(desk.post(staff(), {"label": "Som", "role": "scorer"}))
    assert "Som" in desk.get(staff()).content.decode()
    invitation = Invitation.objects.get()
    desk.post(reverse("desk:uninvite", args=["cup", invitation.pk]))
    assert Client().get(link).status_code == 410
    assert list(desk.get(staff()).context["invitations"]) == []
    assert desk.post(reverse("desk:uninvite", args=["cup", invitation.pk])).status_code == 404


@pytest.mark.parametrize(
    ("change", "field"), [({"label": ""}, "label"), ({"role": "king"}, "role"), ({"label": "x" * 81}, "label")]
)
def test_a_fault_is_at_its_field(desk: Client, event: Tournament, change: dict[str, str], field: str) -> None:
    page = desk.post(staff(), {"label": "Som", "role": "scorer", **change})
    assert page.status_code == 422
    assert set(page.context["form"].errors) == {field}
    assert faults(page.content.decode()) == []
    assert not Invitation.objects.exists()


def test_a_link_made_on_this_computer_alone_says_so(desk: Client, event: Tournament, settings: Any) -> None:
    settings.ALLOWED_HOSTS = ["*"]
    here = desk.post(staff(), {"label": "Som", "role": "scorer"}, headers={"host": "localhost:8000"})
    assert "works on this computer alone" in here.content.decode()
    network = desk.post(staff(), {"label": "Som", "role": "scorer"}, headers={"host": "192.168.1.5:8000"})
    assert "works on this computer alone" not in network.content.decode()
    assert "http://192.168.1.5:8000/join/" in network.content.decode()


def test_a_role_is_taken_away_the_last_director_stays(desk: Client, event: Tournament, user: User) -> None:
    people = cast(event)
    role = people.scorer.roles.get()
    desk.post(reverse("desk:role_revoke", args=["cup", role.pk]))
    assert not people.scorer.roles.exists()
    second = people.director.roles.get()
    desk.post(reverse("desk:role_revoke", args=["cup", second.pk]))
    own = Role.objects.get(user=user, tournament=event)
    page = desk.post(reverse("desk:role_revoke", args=["cup", own.pk]), follow=True)
    assert "last director" in page.content.decode()
    assert Role.objects.filter(pk=own.pk).exists()


def test_who_gives_up_directing_is_led_away(desk: Client, event: Tournament, user: User) -> None:
    cast(event)
    own = Role.objects.get(user=user, tournament=event)
    answer = desk.post(reverse("desk:role_revoke", args=["cup", own.pk]))
    assert answer["Location"] == reverse("desk:home")
    assert desk.get(staff()).status_code == 404


def test_a_role_of_another_event_is_not_there(desk: Client, event: Tournament) -> None:
    people = cast(make_tournament())
    role = people.director.roles.get()
    assert desk.post(reverse("desk:role_revoke", args=["cup", role.pk])).status_code == 404
    assert Role.objects.filter(pk=role.pk).exists()


def test_a_link_for_a_new_password_works_and_is_in_the_log(desk: Client, event: Tournament) -> None:
    people = cast(event)
    page = desk.post(reverse("desk:reset_link", args=["cup", people.scorer.pk]))
    assert page.status_code == 201
    assert faults(page.content.decode()) == []
    phone = Client()
    form = phone.get(link_on(page), follow=True).redirect_chain[-1][0]
    phone.post(form, {"new_password1": "blank-and-plus", "new_password2": "blank-and-plus"})
    people.scorer.refresh_from_db()
    assert people.scorer.check_password("blank-and-plus")
    assert LogEntry.objects.filter(action="user.reset_link", object_id=people.scorer.pk).count() == 1


def test_no_link_leads_to_somebody_of_another_event_or_above(desk: Client, event: Tournament, user: User) -> None:
    people = cast(event)
    both = people.assistant
    Role.objects.create(user=both, tournament=make_tournament(), role=Role.Kind.SCORER)
    Role.objects.create(user=people.superuser, tournament=event, role=Role.Kind.VIEWER)
    for person, status in (
        (both, 403),
        (people.superuser, 403),
        (user, 403),
        (people.stranger, 404),
        (people.other_director, 404),
        (people.player_inside, 404),
    ):
        page = desk.post(reverse("desk:reset_link", args=["cup", person.pk]))
        assert page.status_code == status, person
        assert "/account/reset/" not in page.content.decode()
    buttons = desk.get(staff()).content.decode()
    assert reverse("desk:reset_link", args=["cup", both.pk]) not in buttons
    assert reverse("desk:reset_link", args=["cup", people.scorer.pk]) in buttons


def test_a_player_of_the_event_is_invited_to_a_login(desk: Client, event: Tournament) -> None:
    division = make_division(event, slug="open", names=["Mali Saetang"])
    player = division.entries.get().members.get().player
    invite = reverse("desk:invite", args=["cup"])
    page = desk.post(invite, {"player": player.number})
    assert "Mali Saetang" in page.content.decode()
    new = {"username": "mali", "password": "blank-and-plus", "display_name": "Mali"}
    Client().post(link_on(page), new)
    player.refresh_from_db()
    assert player.user == User.objects.get(username="mali")
    assert "has a login" in desk.get(reverse("desk:entry", args=["cup", "open", 1])).content.decode()
    assert desk.post(invite, {"player": player.number}).status_code == 409
    for number in ("", "x", "๑", "999999", "9" * 30):
        assert desk.post(invite, {"player": number}).status_code == 404


def test_a_player_of_other_events_gets_a_login_from_administrators_alone(desk: Client, event: Tournament) -> None:
    division = make_division(event, slug="open", names=["Mali Saetang"])
    player = division.entries.get().members.get().player
    elsewhere = make_division(make_tournament(), names=["Mali Saetang"])
    assert elsewhere.entries.get().members.get().player == player
    page = desk.post(reverse("desk:invite", args=["cup"]), {"player": player.number})
    assert page.status_code == 403
    assert not Invitation.objects.exists()


def test_a_player_of_this_event_alone_gets_a_new_password_here(desk: Client, event: Tournament) -> None:
    division = make_division(event, slug="open", names=["Mali Saetang"])
    player = division.entries.get().members.get().player
    player.user = make_user("mali")
    player.save()
    reset = reverse("desk:reset_link", args=["cup", player.user.pk])
    assert reset in desk.get(reverse("desk:entry", args=["cup", "open", 1])).content.decode()
    assert desk.post(reset).status_code == 201
    # Staff here and a player elsewhere: the login speaks for the player there.
    Role.objects.create(user=player.user, tournament=event, role=Role.Kind.VIEWER)
    make_division(make_tournament(), names=["Mali Saetang"])
    assert desk.post(reset).status_code == 403


def test_the_page_is_sound(desk: Client, event: Tournament) -> None:
    cast(event)
    desk.post(staff(), {"label": "Som", "role": "scorer"})
    assert faults(desk.get(staff()).content.decode()) == []
