"""At the desk: what a missed round counts as, and a new password for a player who lost it."""

import pytest
from django.test import Client
from django.urls import reverse

from players.models import Player, User
from tests.factories import make_division, make_entry, make_tournament, make_user, play_round
from tournaments.models import Division, Entry, Role

pytestmark = pytest.mark.django_db


@pytest.fixture
def director() -> User:
    return make_user()


@pytest.fixture
def division(director: User) -> Division:
    made = make_division(make_tournament(director=director), entries=4)
    play_round(made, 1)
    return made


@pytest.fixture
def desk(client: Client, director: User) -> Client:
    client.force_login(director)
    return client


def address(name: str, entry: Entry) -> str:
    return reverse(name, args=[entry.division.tournament.slug, entry.division.slug, entry.number])


def test_a_director_gives_a_late_bye(desk: Client, division: Division) -> None:
    late = make_entry(division, "Late Larry")
    assert "Missed rounds" in desk.get(address("desk:entry", late)).content.decode()
    data = {"round": "1", "outcome": "bye", "spread": ""}
    answer = desk.post(address("desk:entry_missed", late), data, follow=True)
    assert "Round 1 is set." in answer.content.decode()
    assert "Missed rounds" not in answer.content.decode()
    assert late.seats.get().pairing.results.get().first_final == 100


@pytest.mark.parametrize(("spread", "round_number"), [("nonsense", "1"), ("50", "1"), ("-50", "7")])
def test_what_cannot_be_is_said_and_nothing_is_stored(
    desk: Client, division: Division, spread: str, round_number: str
) -> None:
    late = make_entry(division, "Late Larry")
    data = {"round": round_number, "outcome": "forfeit", "spread": spread}
    answer = desk.post(address("desk:entry_missed", late), data)
    assert answer.status_code == 422
    assert f'value="{spread}"' in answer.content.decode()
    assert 'aria-invalid="true"' in answer.content.decode()
    assert not late.seats.exists()


def a_login_for(entry: Entry) -> User:
    user = make_user()
    Player.objects.filter(memberships__entry=entry).update(user=user)
    return user


def test_a_director_hands_a_player_a_new_password(desk: Client, division: Division) -> None:
    entry = division.entries.first()
    user = a_login_for(entry)
    answer = desk.post(reverse("desk:reset_link", args=[division.tournament.slug, user.pk]))
    assert answer.status_code == 201
    assert "/account/reset/" in answer.content.decode()


def test_not_for_a_player_who_works_at_another_event(desk: Client, division: Division) -> None:
    user = a_login_for(division.entries.first())
    Role.objects.create(user=user, tournament=make_tournament(), role=Role.Kind.DIRECTOR)
    assert desk.post(reverse("desk:reset_link", args=[division.tournament.slug, user.pk])).status_code == 403


def test_not_for_a_player_of_another_event(desk: Client, division: Division) -> None:
    user = a_login_for(make_entry(make_division(), "Somebody Else"))
    assert desk.post(reverse("desk:reset_link", args=[division.tournament.slug, user.pk])).status_code == 404
