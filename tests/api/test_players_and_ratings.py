"""Players by the names they let be shown, and what they are rated."""

import datetime

import pytest

from players.models import Player
from ratings.models import RatedEvent
from tests.factories import make_division, make_entry, make_tournament
from tests.services.ratings.support import played_division, rate, the_list

pytestmark = pytest.mark.django_db


def number_of(name: str) -> int:
    return Player.objects.get(name=name).number


def hide(name: str, mode: str) -> None:
    Player.objects.filter(name=name).update(public_name_mode=mode)


@pytest.fixture
def people():
    division = make_division(make_tournament(), names=["Ann Lee", "Ben Ong", "กุ้ง ใจดี"])
    make_entry(division, "Dan Tan", club="Hilltop", country="TH")
    make_division(make_tournament(public=False), names=["Eve Hidden"])
    return division


def test_players_of_public_events_are_listed_by_number(people, api):
    listed = api().get("/players")["items"]
    assert [player["name"] for player in listed] == ["Ann Lee", "Ben Ong", "กุ้ง ใจดี", "Dan Tan"]
    assert listed[-1] == {"number": number_of("Dan Tan"), "name": "Dan Tan", "club": "Hilltop", "country": "TH"}
    assert api().get(f"/players/{number_of('Eve Hidden')}").status == 404
    assert api().get(f"/players/{number_of('Eve Hidden')}/ratings").status == 404
    assert api().get(f"/players/{number_of('Ann Lee')}")["name"] == "Ann Lee"


@pytest.mark.parametrize(
    ("query", "names"),
    [
        ("q=lee", ["Ann Lee"]),
        ("q=an", ["Ann Lee", "Dan Tan"]),
        ("q=กุ้ง", ["กุ้ง ใจดี"]),
        ("q=nobody", []),
        ("q=%20", []),
        ("q=๙๙๙", []),
        ("country=th", ["Dan Tan"]),
        ("q=n&limit=1", ["Ann Lee"]),
    ],
)
def test_players_are_found_by_what_is_shown(people, api, query, names):
    assert [player["name"] for player in api().get(f"/players?{query}")["items"]] == names


def test_a_player_is_found_by_number(people, api):
    number = number_of("Ben Ong")
    for word in (str(number), f"%23{number}"):
        assert [p["name"] for p in api().get(f"/players?q={word}")["items"]] == ["Ben Ong"]


def test_a_search_finds_no_name_that_its_owner_hides(people, api):
    hide("Ann Lee", "number")
    hide("Ben Ong", "initial")
    for word in ("ann", "lee", "ong", "ben o", "ben on"):
        found = [player["name"] for player in api().get(f"/players?q={word}")["items"]]
        assert found == (["Ben O."] if word == "ben o" else []), word
    assert [p["name"] for p in api().get("/players?q=ben o.")["items"]] == ["Ben O."]
    shown = api().get("/players").raw.decode()
    assert "Lee" not in shown
    assert "Ong" not in shown


@pytest.mark.parametrize("query", ["q=", "country=THA", "country=๑๒", "limit=1000", f"q={'x' * 121}"])
def test_a_search_that_cannot_be_read_is_refused(api, query):
    assert api().get(f"/players?{query}").status == 400


@pytest.fixture
def rated():
    day = datetime.date(2026, 10, 3)
    first = played_division("ABCD", [("A", "B", 420, 300), ("C", "D", 380, 370)], starts_on=day)
    rate()
    return first


def test_ratings_are_the_pages_own(rated, api):
    [found] = api().get("/ratings")["items"]
    assert (found["ruleset"], found["players"]) == ("amath", 4)
    table = api().get(f"/ratings/{found['slug']}")
    assert [row["player"]["name"] for row in table["items"]] == ["A", "C", "D", "B"]
    best = table["items"][0]
    assert best["live"] > table["items"][-1]["live"]
    assert (best["rating"], best["games"], best["live_games"]) == (1500, 0, 1)
    assert (best["day"], best["standing"], best["rank"]) == ("2026-10-03", "provisional", None)
    assert api().get("/ratings/nothing").status == 404


def test_a_list_is_read_page_by_page(rated, api):
    path = f"/ratings/{the_list().slug}"
    whole = api().get(path)["items"]
    seen, page = [], api().get(f"{path}?limit=3")
    while True:
        seen += page["items"]
        if page["next"] is None:
            break
        page = api().get(page["next"])
    assert seen == whole
    assert api().get(f"{path}?cursor=WzFd:x").status == 400


def complete(division) -> None:
    """As after its last round: what it did is settled, and shown wherever it counts."""
    RatedEvent.objects.filter(division=division).update(over=True)


def test_a_players_history_adds_up(rated, api):
    complete(rated)
    [item] = api().get(f"/players/{number_of('A')}/ratings")["items"]
    [line] = item["history"]
    assert item["list"] == the_list().slug
    assert line["after"] == item["now"]["rating"] == line["before"] + line["change"]
    assert (line["tournament"], line["division"]) == (rated.tournament.slug, rated.slug)
    assert (line["games"], line["superseded"]) == (1, False)


def test_what_a_hidden_event_did_is_shown_without_its_name(rated, api):
    complete(rated)
    rated.tournament.is_public = False
    rated.tournament.save()
    make_division(make_tournament(), names=["A"])
    [item] = api().get(f"/players/{number_of('A')}/ratings")["items"]
    [line] = item["history"]
    assert (line["event"], line["tournament"], line["games"], line["actual"]) == (None, None, None, None)
    rows = api().get(f"/ratings/{the_list().slug}")["items"]
    assert [row["player"] and row["player"]["name"] for row in rows] == ["A", None, None, None]


def test_a_player_without_ratings_has_an_empty_list(people, api):
    assert api().get(f"/players/{number_of('Ann Lee')}/ratings")["items"] == []
