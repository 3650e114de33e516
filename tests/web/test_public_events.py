"""Home, the list of events and an event: what is on, found and paged, in the years of the reader."""

import datetime
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.urls import reverse

from tests.factories import DAY, TEST, make_division, make_tournament, make_user, play_round, publish_round
from tournaments.models import Tournament
from tournaments.services.events import tournament_update
from tournaments.views.public.events import PAGE_EVENTS

pytestmark = pytest.mark.django_db
HOME, LIST = "/", "/events/"
NOON = datetime.datetime(2026, 11, 29, 12, tzinfo=datetime.timezone(datetime.timedelta(hours=7)))


@pytest.fixture(autouse=True)
def _on_the_day() -> Any:
    with time_machine.travel(NOON, tick=True):
        yield


def text(client: Client, path: str, **more: Any) -> str:
    answer = client.get(path, **more)
    assert answer.status_code == 200, path
    return answer.content.decode()


def section(html: str, title: str) -> str:
    return html.split(f"<h2>{title}</h2>")[1].split("</section>")[0]


def test_home_without_an_event_says_so_and_what_to_do(client: Client) -> None:
    html = text(client, HOME)
    assert "No event is public yet" in html
    assert reverse("desk:home") in html
    assert "Live now" not in html


def test_home_sorts_events_by_today(client: Client) -> None:
    make_tournament(name="Ongoing", starts_on=DAY - datetime.timedelta(1), ends_on=DAY)
    make_tournament(name="Tomorrow", starts_on=DAY + datetime.timedelta(1))
    make_tournament(name="Yesterday", starts_on=DAY - datetime.timedelta(1))
    make_tournament(name="Kept to ourselves", public=False)
    html = text(client, HOME)
    assert "Ongoing" in section(html, "Live now")
    assert "Tomorrow" in section(html, "Coming up")
    assert "Yesterday" in section(html, "Recent")
    assert "Kept to ourselves" not in html


def test_home_tells_how_far_a_live_division_is(client: Client) -> None:
    division = make_division(make_tournament(), entries=4, name="Juniors", rounds_planned=3)
    play_round(division, 1)
    assert "After round 1 of 3" in text(client, HOME)
    publish_round(division, 2)
    html = text(client, HOME)
    assert "Juniors" in html
    assert "Round 2 of 3" in html


def test_the_list_is_found_by_name_and_place_whatever_the_case(client: Client) -> None:
    make_tournament(name="Northern Cup", venue="Chiang Mai")
    make_tournament(name="ศึกเอแม็ทภาคใต้", venue="หาดใหญ่")
    assert "Northern Cup" in text(client, LIST + "?q=chiang mai")
    assert "ศึกเอแม็ทภาคใต้" not in text(client, LIST + "?q=chiang mai")
    assert "ศึกเอแม็ทภาคใต้" in text(client, LIST + "?q=เอแม็ท")
    nothing = text(client, LIST + "?q=nowhere")
    assert "No event has that" in nothing
    assert 'value="nowhere"' in nothing


def test_a_search_cannot_find_what_is_not_public(client: Client) -> None:
    make_tournament(name="Surprise party", public=False)
    assert "Surprise party" not in text(client, LIST + "?q=surprise")


def test_a_crowded_list_is_paged_and_a_page_beyond_the_last_is_not_there(client: Client) -> None:
    Tournament.objects.bulk_create(
        Tournament(slug=f"e{n}", name=f"Event {n}", starts_on=DAY, ends_on=DAY, is_public=True) for n in range(2000)
    )
    html = text(client, LIST)
    assert html.count('<li>\n      <p class="date">') == PAGE_EVENTS
    assert f"1–{PAGE_EVENTS} of 2000" in html
    assert client.get(LIST + "?page=40").status_code == 200
    assert client.get(LIST + "?page=41").status_code == 404


def test_years_are_chosen_from_those_there_are(client: Client) -> None:
    make_tournament(name="This year")
    make_tournament(name="Long ago", starts_on=datetime.date(2019, 3, 2))
    html = text(client, LIST + "?year=2019")
    assert "Long ago" in html
    assert "This year" not in html
    assert "This year" in text(client, LIST + "?year=1850")


def test_a_thai_reader_sees_buddhist_years(client: Client) -> None:
    make_tournament(slug="north", name="Cup", ends_on=DAY + datetime.timedelta(2))
    make_tournament(name="Long ago", starts_on=datetime.date(2019, 3, 2))
    thai = {"headers": {"accept-language": "th"}}
    event = text(client, "/events/north/", **thai)
    assert "29 พฤศจิกายน – 1 ธันวาคม 2569" in event
    assert "2026" not in event
    listed = text(client, LIST, **thai)
    assert ">2562<" in listed
    assert "ธ.ค." in listed or "พ.ย. 2569" in listed
    assert "29 November – 1 December 2026" in text(client, "/events/north/")


def test_an_event_shows_its_divisions_and_leads_only_to_what_is_public(client: Client) -> None:
    event = make_tournament(slug="cup", venue="Hall 3")
    open_ = make_division(event, entries=4, name="Open", slug="open")
    play_round(open_, 1)
    make_division(event, entries=2, name="Closed", slug="closed", entries_public=False, standings_public=False)
    html = text(client, "/events/cup/")
    assert "Hall 3" in html
    for path in ("open/rounds/1/", "open/standings/", "open/entries/"):
        assert f"/events/cup/{path}" in html
    assert "/events/cup/closed/entries/" not in html
    assert "Not started" in html


def test_an_event_without_divisions_says_so(client: Client) -> None:
    make_tournament(slug="bare")
    assert "no divisions yet" in text(client, "/events/bare/")


def test_an_event_that_is_not_public_is_there_for_its_staff_alone(client: Client) -> None:
    director = make_user()
    event = make_tournament(slug="quiet", public=False, director=director)
    assert client.get("/events/quiet/").status_code == 404
    client.force_login(make_user())
    assert client.get("/events/quiet/").status_code == 404
    client.force_login(director)
    assert "it is not public yet" in text(client, "/events/quiet/")
    tournament_update(tournament_id=event.pk, is_public=True, actor=TEST)
    client.logout()
    assert "it is not public yet" not in text(client, "/events/quiet/")


@pytest.mark.parametrize(
    ("state", "leads"),
    [
        ({}, "entries/"),
        ({"rounds": 1}, "rounds/1/"),
        ({"rounds": 2}, "standings/"),
        ({"rounds": 1, "pairings_public": False}, "standings/"),
    ],
)
def test_a_division_leads_to_what_is_wanted_just_then(client: Client, state: dict[str, Any], leads: str) -> None:
    rounds = state.pop("rounds", 0)
    division = make_division(make_tournament(slug="cup"), entries=4, slug="open", rounds_planned=2, **state)
    for number in range(1, rounds + 1):
        play_round(division, number)
    assert client.get("/events/cup/open/").headers["Location"] == f"/events/cup/open/{leads}"


def test_a_division_with_nothing_public_says_so(client: Client) -> None:
    make_division(
        make_tournament(slug="cup"),
        slug="open",
        entries_public=False,
        pairings_public=False,
        standings_public=False,
    )
    assert "Nothing of this division is public yet" in text(client, "/events/cup/open/")
