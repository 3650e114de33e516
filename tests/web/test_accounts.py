"""A login: in and out, its own page, passwords and links for them, tokens, invitations. No mail anywhere."""

import re
from datetime import timedelta

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from common.models import LogEntry, Token
from common.tokens import token_read
from players.models import Player, User
from players.services import password_reset_path_parts
from tests.factories import actor_for, cast, make_division, make_tournament, make_user
from tournaments.models import Invitation, Role, Tournament
from tournaments.services.roles import invitation_create

pytestmark = pytest.mark.django_db
PASSWORD = "number-tiles"


@pytest.fixture
def user() -> User:
    return make_user("kanya", display_name="Kanya S.")


@pytest.fixture
def event() -> Tournament:
    return make_tournament(director=make_user("boss"))


def logged_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def who(client: Client) -> str | None:
    return client.session.get("_auth_user_id")


# --- In and out -----------------------------------------------------------------------------------------------


def test_a_login_opens_the_desk_in_the_language_of_its_owner(client: Client, user: User) -> None:
    User.objects.filter(pk=user.pk).update(language="th")
    answer = client.post(reverse("login"), {"username": "kanya", "password": PASSWORD})
    assert (answer.status_code, answer["Location"]) == (302, reverse("desk:home"))
    assert client.cookies[settings.LANGUAGE_COOKIE_NAME].value == "th"
    assert client.get(reverse("desk:home")).wsgi_request.LANGUAGE_CODE == "th"


def test_a_wrong_password_keeps_the_name_and_says_what_to_do(client: Client, user: User) -> None:
    answer = client.post(reverse("login"), {"username": "kanya", "password": "wrong"})
    assert answer.status_code == 422
    assert 'value="kanya"' in answer.content.decode()
    assert "wrong" not in answer.content.decode()
    assert who(client) is None


def test_next_leads_inside_only(client: Client, user: User) -> None:
    there = reverse("account")
    data = {"username": "kanya", "password": PASSWORD}
    assert client.post(f"{reverse('login')}?next={there}", {**data, "next": there})["Location"] == there
    client = Client()
    answer = client.post(reverse("login"), {**data, "next": "https://evil.example/"})
    assert answer["Location"] == reverse("desk:home")


def test_logging_out_takes_a_press_on_a_button(user: User) -> None:
    client = logged_in(user)
    assert client.get(reverse("logout")).status_code == 405
    assert who(client)
    client.post(reverse("logout"))
    assert who(client) is None


def test_too_many_wrong_passwords_lock_the_name_at_the_address_not_the_hall(client: Client, user: User) -> None:
    make_user("other")
    for _attempt in range(settings.AXES_FAILURE_LIMIT):
        answer = client.post(reverse("login"), {"username": "kanya", "password": "wrong"})
    assert answer.status_code == 429
    assert "5 minutes" in answer.content.decode()
    assert client.post(reverse("login"), {"username": "kanya", "password": PASSWORD}).status_code == 429
    assert client.post(reverse("login"), {"username": "other", "password": PASSWORD}).status_code == 302
    elsewhere = Client(REMOTE_ADDR="10.0.0.9")
    assert elsewhere.post(reverse("login"), {"username": "kanya", "password": PASSWORD}).status_code == 302


def test_a_form_without_its_token_is_refused_with_a_page() -> None:
    strict = Client(enforce_csrf_checks=True)
    answer = strict.post(reverse("login"), {"username": "kanya", "password": PASSWORD})
    assert answer.status_code == 403
    assert "out of date" in answer.content.decode()


# --- The account ----------------------------------------------------------------------------------------------


def test_name_and_language_are_kept_and_a_name_that_is_too_long_is_refused(user: User) -> None:
    client = logged_in(user)
    assert client.post(reverse("account"), {"display_name": " กัญญา  ศรี ", "language": "th"}).status_code == 302
    user.refresh_from_db()
    assert (user.display_name, user.language) == ("กัญญา ศรี", "th")
    answer = client.post(reverse("account"), {"display_name": "ก" * 121, "language": "xx"})
    assert answer.status_code == 422
    assert set(answer.context["form"].errors) == {"display_name", "language"}
    user.refresh_from_db()
    assert user.display_name == "กัญญา ศรี"


def test_a_new_password_needs_the_old_one_and_ends_other_sessions(user: User) -> None:
    client, phone = logged_in(user), logged_in(user)
    new = {"new_password1": "blank-and-plus", "new_password2": "blank-and-plus"}
    assert client.post(reverse("password_change"), {"old_password": "no", **new}).status_code == 422
    assert client.post(reverse("password_change"), {"old_password": PASSWORD, **new}).status_code == 302
    assert client.get(reverse("account")).status_code == 200
    assert phone.get(reverse("account")).status_code == 302
    user.refresh_from_db()
    assert user.check_password("blank-and-plus")
    assert LogEntry.objects.filter(action="user.password_changed", object_id=user.pk).count() == 1


def test_a_weak_password_is_refused_with_the_reason(user: User) -> None:
    weak = {"old_password": PASSWORD, "new_password1": "kanya", "new_password2": "kanya"}
    answer = logged_in(user).post(reverse("password_change"), weak)
    assert answer.status_code == 422
    assert "new_password2" in answer.context["form"].errors


# --- Tokens ---------------------------------------------------------------------------------------------------


def test_a_token_is_shown_once_lasts_as_long_as_said_and_can_be_revoked(user: User) -> None:
    client = logged_in(user)
    data = {"label": "Scoreboard", "scopes": ["pairing:read", "result:submit"], "days": "7"}
    answer = client.post(reverse("token_create"), data)
    assert answer.status_code == 201
    assert "no-store" in answer["Cache-Control"]
    [secret] = re.findall(r"krd_pat_\w+", answer.content.decode())
    token = token_read(secret)
    assert token is not None
    assert (token.user, token.scopes) == (user, ["pairing:read", "result:submit"])
    assert token.expires_at is not None
    assert abs(token.expires_at - timezone.now() - timedelta(days=7)) < timedelta(minutes=1)
    page = client.get(reverse("account")).content.decode()
    assert token.id8 in page
    assert secret not in page
    client.post(reverse("token_revoke", args=[token.id8]))
    assert token_read(secret) is None
    assert token.id8 not in client.get(reverse("account")).content.decode()


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"label": ""}, "label"),
        ({"scopes": []}, "scopes"),
        ({"scopes": ["root"]}, "scopes"),
        ({"days": "-1"}, "days"),
    ],
)
def test_a_token_form_with_a_fault_names_it_and_makes_nothing(user: User, change: dict, field: str) -> None:
    data = {"label": "Board", "scopes": ["pairing:read"], "days": "1", **change}
    answer = logged_in(user).post(reverse("token_create"), data)
    assert answer.status_code == 422
    assert set(answer.context["token_form"].errors) == {field}
    assert Token.objects.count() == 0


def test_somebody_elses_token_is_not_there(user: User) -> None:
    mine = logged_in(user)
    mine.post(reverse("token_create"), {"label": "Mine", "scopes": ["pairing:read"], "days": "0"})
    token = Token.objects.get()
    assert logged_in(make_user()).post(reverse("token_revoke", args=[token.id8])).status_code == 404
    token.refresh_from_db()
    assert token.revoked_at is None


# --- A new password by a link ---------------------------------------------------------------------------------


def test_a_reset_link_works_once_and_opens_a_locked_login(client: Client, user: User) -> None:
    for _attempt in range(settings.AXES_FAILURE_LIMIT):
        client.post(reverse("login"), {"username": "kanya", "password": "wrong"})
    link = reverse("password_reset_confirm", args=password_reset_path_parts(user))
    page = client.get(link, follow=True)
    assert "kanya" in page.content.decode()
    form = page.redirect_chain[-1][0]
    new = {"new_password1": "blank-and-plus", "new_password2": "blank-and-minus"}
    assert client.post(form, new).status_code == 422
    new["new_password2"] = new["new_password1"]
    assert client.post(form, new)["Location"] == reverse("login")
    assert client.post(reverse("login"), {"username": "kanya", "password": "blank-and-plus"}).status_code == 302
    again = Client().get(link, follow=True)
    assert again.status_code == 410
    assert "works once" in again.content.decode()
    assert LogEntry.objects.filter(action="user.password_reset").count() == 1


@pytest.mark.parametrize("parts", [("x", "y-z"), ("MQ", "c0ffee-0"), ("OTk5OTk5OTk", "set-password")])
def test_a_made_up_reset_link_opens_nothing(client: Client, parts: tuple[str, str]) -> None:
    assert client.get(reverse("password_reset_confirm", args=parts), follow=True).status_code == 410


# --- Invitations ----------------------------------------------------------------------------------------------


def invite(event: Tournament, **more: object) -> str:
    boss = actor_for(User.objects.get(username="boss"))
    _invitation, secret = invitation_create(tournament=event, actor=boss, **more)  # type: ignore[arg-type]
    return reverse("join", args=[secret])


NEW = {"username": "som", "display_name": "Som O", "password": "blank-and-plus"}


def test_a_link_makes_a_login_with_the_role_and_logs_it_in(client: Client, event: Tournament) -> None:
    link = invite(event, role=Role.Kind.SCORER)
    assert event.name in client.get(link).content.decode()
    assert client.post(link, NEW)["Location"] == reverse("desk:event", args=[event.slug])
    som = User.objects.get(username="som")
    assert who(client) == str(som.pk)
    assert Role.objects.filter(user=som, tournament=event, role="scorer").exists()
    assert som.check_password("blank-and-plus")


def test_a_link_works_once(client: Client, event: Tournament) -> None:
    link = invite(event, role=Role.Kind.SCORER)
    client.post(link, NEW)
    second = Client().post(link, {**NEW, "username": "late"})
    assert second.status_code == 410
    assert not User.objects.filter(username="late").exists()


def test_somebody_with_a_login_accepts_by_a_press_not_by_opening(event: Tournament, user: User) -> None:
    link, client = invite(event, role=Role.Kind.ASSISTANT), logged_in(user)
    assert client.get(link).status_code == 200
    assert not user.roles.exists()
    client.post(link)
    assert user.roles.get().role == Role.Kind.ASSISTANT
    assert Invitation.objects.get().used_by == user


def test_a_login_name_may_have_thai_vowels_and_tone_marks(client: Client, event: Tournament) -> None:
    link = invite(event, role=Role.Kind.SCORER)
    assert client.post(link, {**NEW, "username": "น้ำครู"}).status_code == 302
    login = {"username": "น้ำครู", "password": NEW["password"]}
    assert Client().post(reverse("login"), login).status_code == 302


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"username": "boss"}, "username"),
        ({"username": "two words"}, "username"),
        ({"username": ""}, "username"),
        ({"password": "som"}, "password"),
        ({"password": "12345678"}, "password"),
        ({"display_name": "ก" * 121}, "display_name"),
    ],
)
def test_a_fault_in_the_new_login_is_at_its_field_and_the_link_stays_good(
    client: Client, event: Tournament, change: dict, field: str
) -> None:
    link = invite(event, role=Role.Kind.SCORER)
    answer = client.post(link, {**NEW, **change})
    assert answer.status_code == 422
    assert set(answer.context["form"].errors) == {field}
    assert f'aria-describedby="id_{field}' in answer.content.decode()
    assert client.post(link, NEW).status_code == 302


def test_a_player_gets_a_login_and_only_one(client: Client, event: Tournament) -> None:
    player = make_division(event, names=["Mali Saetang"]).entries.get().members.get().player
    first, second = invite(event, player=player), invite(event, player=player)
    assert "Mali Saetang" in client.get(first).content.decode()
    client.post(first, NEW)
    assert Player.objects.get(pk=player.pk).user == User.objects.get(username="som")
    refused = Client().post(second, {**NEW, "username": "thief"})
    assert refused.status_code == 422
    assert not User.objects.filter(username="thief").exists()


@pytest.mark.parametrize("state", ["revoked", "expired", "unknown"])
def test_a_link_that_is_no_good_says_so(client: Client, event: Tournament, state: str) -> None:
    link = invite(event, role=Role.Kind.SCORER)
    now = timezone.now()
    if state == "revoked":
        Invitation.objects.update(revoked_at=now)
    elif state == "expired":
        Invitation.objects.update(expires_at=now - timedelta(seconds=1))
    else:
        link = reverse("join", args=["made-up"])
    assert client.get(link).status_code == (404 if state == "unknown" else 410)
    assert client.post(link, NEW).status_code == (404 if state == "unknown" else 410)


def test_a_stranger_sees_only_his_own_account(event: Tournament) -> None:
    people = cast(event)
    page = logged_in(people.stranger).get(reverse("account")).content.decode()
    assert people.stranger.username in page
    assert people.director.username not in page


@pytest.mark.parametrize(
    ("headers", "leads_to"),
    [
        ({"Referer": "http://testserver/desk/cup/?page=2"}, "/desk/cup/%3Fpage%3D2"),
        ({"Referer": "http://testserver/desk/", "HX-Current-URL": "http://testserver/desk/cup/"}, "/desk/cup/"),
        ({"Referer": "https://elsewhere.example/desk/cup/"}, "/desk/"),
        ({}, "/desk/"),
    ],
)
def test_a_button_pressed_too_late_leads_back_to_its_page(
    client: Client, headers: dict[str, str], leads_to: str
) -> None:
    answer = client.post("/desk/cup/open/entries/1/withdraw/", headers=headers)
    assert answer["Location"] == f"/account/login/?next={leads_to}"


def test_an_address_that_is_a_button_alone_says_so(client: Client) -> None:
    client.force_login(make_user())
    page = client.get(reverse("token_create"))
    assert (page.status_code, page["Allow"]) == (405, "POST")
    assert "Open the page that the button is on." in page.content.decode()
    assert "on our side" not in page.content.decode()
