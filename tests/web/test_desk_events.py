"""The desk's first page, and an event: made, changed, deleted with the count of what is lost."""

import datetime

import pytest
from django.test import Client
from django.urls import reverse

from common.models import LogEntry
from players.models import Player, User
from tests.factories import cast, make_division, make_tournament, make_user, play_round
from tournaments.models import Role, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def user() -> User:
    return make_user("dao")


@pytest.fixture
def desk(client: Client, user: User) -> Client:
    client.force_login(user)
    return client


NEW = {"name": "School cup", "venue": "Hall 2", "starts_on": "2026-11-29", "ends_on": "2026-11-30", "slug": "cup"}


def test_a_desk_without_events_offers_to_make_the_first(desk: Client) -> None:
    make_tournament(name="Somebody else's", public=True)
    page = desk.get(reverse("desk:home")).content.decode()
    assert "Create your first event" in page
    assert reverse("desk:event_new") in page
    assert "Somebody else" not in page


def test_only_my_events_are_listed_the_latest_first_and_found_by_name(desk: Client, user: User) -> None:
    make_tournament(director=user, name="Early", starts_on=datetime.date(2026, 1, 1))
    make_tournament(director=user, name="Late", starts_on=datetime.date(2026, 5, 1))
    page = desk.get(reverse("desk:home"))
    assert [each.tournament.name for each in page.context["events"]] == ["Late", "Early"]
    found = desk.get(reverse("desk:home"), {"q": "ear"})
    assert [each.tournament.name for each in found.context["events"]] == ["Early"]
    assert "called like that" in desk.get(reverse("desk:home"), {"q": "nothing"}).content.decode()


def test_whoever_makes_an_event_directs_it_and_goes_on_to_its_divisions(desk: Client, user: User) -> None:
    answer = desk.post(reverse("desk:event_new"), NEW)
    assert answer["Location"] == reverse("desk:division_new", args=["cup"])
    event = Tournament.objects.get(slug="cup")
    assert (event.name, event.venue, event.is_public) == ("School cup", "Hall 2", False)
    assert (event.starts_on, event.ends_on) == (datetime.date(2026, 11, 29), datetime.date(2026, 11, 30))
    assert Role.objects.get(tournament=event).user == user


def test_a_button_pressed_twice_makes_one_event_and_says_so(desk: Client) -> None:
    first = {**NEW, "slug": ""}
    assert desk.post(reverse("desk:event_new"), first).status_code == 302
    again = desk.post(reverse("desk:event_new"), first)
    assert again.status_code == 422
    assert "already" in again.context["form"].errors["name"][0]
    assert Tournament.objects.count() == 1


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"name": ""}, "name"),
        ({"name": "\u200b"}, "name"),
        ({"name": "ก" * 121}, "name"),
        ({"starts_on": "29/11/2569"}, "starts_on"),
        ({"starts_on": ""}, "starts_on"),
        ({"ends_on": "2026-11-28"}, "ends_on"),
        ({"slug": "ถ้วย"}, "slug"),
        ({"slug": "two words"}, "slug"),
        ({"slug": "new"}, "slug"),
        ({"slug": "taken"}, "slug"),
        ({"venue": "x" * 121}, "venue"),
    ],
)
def test_a_fault_is_at_its_field_and_what_was_typed_is_kept(desk: Client, change: dict, field: str) -> None:
    make_tournament(slug="taken")
    answer = desk.post(reverse("desk:event_new"), {**NEW, **change})
    assert answer.status_code == 422
    assert set(answer.context["form"].errors) == {field}
    page = answer.content.decode()
    assert f'id="id_{field}_error"' in page
    assert 'aria-invalid="true"' in page
    assert 'value="Hall 2"' in page or field == "venue"
    assert Tournament.objects.count() == 1


def test_an_empty_last_day_is_the_first(desk: Client) -> None:
    desk.post(reverse("desk:event_new"), {**NEW, "ends_on": ""})
    event = Tournament.objects.get()
    assert event.ends_on == event.starts_on


def test_an_event_called_new_does_not_hide_the_page_for_new_events(desk: Client) -> None:
    desk.post(reverse("desk:event_new"), {**NEW, "name": "New", "slug": ""})
    assert Tournament.objects.get().slug != "new"


def test_a_changed_event_is_changed_and_the_log_has_the_old_values(desk: Client, user: User) -> None:
    event = make_tournament(director=user, slug="cup")
    desk.post(reverse("desk:event_edit", args=["cup"]), {**NEW, "name": "Renamed", "is_public": "on"})
    event.refresh_from_db()
    assert (event.name, event.is_public) == ("Renamed", True)
    assert LogEntry.objects.get(action="tournament.updated").data["before"]["name"] == "School cup"
    wrong = desk.post(reverse("desk:event_edit", args=["cup"]), {**NEW, "ends_on": "2020-01-01"})
    assert (wrong.status_code, set(wrong.context["form"].errors)) == (422, {"ends_on"})


def test_the_overview_tells_each_divisions_round_and_what_is_left(desk: Client, user: User) -> None:
    event = make_tournament(director=user, slug="cup")
    assert "Make the first division" in desk.get(reverse("desk:event", args=["cup"])).content.decode()
    played = make_division(event, entries=4, name="Upper")
    play_round(played, 1)
    make_division(event, name="Lower")
    page = desk.get(reverse("desk:event", args=["cup"]))
    rows = page.context["divisions"]
    told = {row.division.name: (row.entries, row.round and row.round.number, row.left) for row in rows}
    assert told == {"Upper": (4, 1, 0), "Lower": (0, None, 0)}


def test_deleting_names_what_is_lost_and_takes_the_right_number(desk: Client, user: User) -> None:
    event = make_tournament(director=user, slug="cup")
    play_round(make_division(event, entries=4), 1)
    page = desk.get(reverse("desk:event_delete", args=["cup"])).content.decode()
    assert "Delete the event and its 2 games" in page
    for typed in ("", "two", "๒", "1", "2.0"):
        answer = desk.post(reverse("desk:event_delete", args=["cup"]), {"games": typed})
        assert answer.status_code == 422
        assert "games" in answer.context["form"].errors
        assert Tournament.objects.filter(pk=event.pk).exists()
    assert desk.post(reverse("desk:event_delete", args=["cup"]), {"games": " 2 "})["Location"] == reverse(
        "desk:home"
    )
    assert not Tournament.objects.filter(pk=event.pk).exists()
    assert Player.objects.count() == 4
    assert desk.post(reverse("desk:event_delete", args=["cup"]), {"games": "2"}).status_code == 404


def test_staff_see_what_their_role_lets_them_do(client: Client) -> None:
    event = make_tournament(slug="cup")
    make_division(event, name="Upper")
    people = cast(event)
    client.force_login(people.scorer)
    page = client.get(reverse("desk:event", args=["cup"])).content.decode()
    assert reverse("desk:log", args=["cup"]) in page
    for hidden in ("desk:event_edit", "desk:division_new", "desk:staff"):
        assert reverse(hidden, args=["cup"]) not in page


def test_every_event_is_on_a_superusers_desk(client: Client) -> None:
    make_tournament(name="Anybody's")
    client.force_login(make_user(is_superuser=True))
    assert "Anybody" in client.get(reverse("desk:home")).content.decode()
