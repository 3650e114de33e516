"""Making and changing events and divisions: whose copy it was made from, and what stands in the log."""

import pytest

from common.models import LogEntry
from tests.api.event import Event
from tests.factories import make_tournament, make_user
from tournaments.models import Division, Role, Tournament

pytestmark = pytest.mark.django_db

NEW = {"name": "School cup", "starts_on": "2026-11-28"}


def test_whoever_makes_an_event_directs_it(api):
    user = make_user()
    made = api(user).post("/tournaments", NEW | {"venue": "Hall 2"})
    assert made.status == 201
    assert (made["name"], made["venue"], made["ends_on"], made["is_public"]) == (
        "School cup",
        "Hall 2",
        "2026-11-28",
        False,
    )
    tournament = Tournament.objects.get(slug=made["slug"])
    assert Role.objects.get(tournament=tournament).user == user
    assert api().get(f"/tournaments/{made['slug']}").status == 404
    changed = api(user).patch(f"/tournaments/{made['slug']}", {"is_public": True}, If_Match=made.etag)
    assert changed["is_public"] is True
    assert api().get(f"/tournaments/{made['slug']}").status == 200


@pytest.mark.parametrize(
    ("body", "pointers"),
    [
        ({}, ["/name", "/starts_on"]),
        (NEW | {"name": ""}, ["/name"]),
        (NEW | {"name": 7}, ["/name"]),
        (NEW | {"name": "x" * 121}, ["/name"]),
        (NEW | {"starts_on": "28/11/2026"}, ["/starts_on"]),
        (NEW | {"starts_on": "2026-02-30"}, ["/starts_on"]),
        (NEW | {"starts_on": 20261128}, ["/starts_on"]),
        (NEW | {"starts_on": "๒๐๒๖-๑๑-๒๘"}, ["/starts_on"]),
        (NEW | {"is_public": "yes"}, ["/is_public"]),
        (NEW | {"is_public": 1}, ["/is_public"]),
        (NEW | {"slug": "Two Words"}, ["/slug"]),
        (NEW | {"slug": "-"}, ["/slug"]),
    ],
)
def test_every_bad_value_is_named_and_nothing_is_made(api, body, pointers):
    answer = api(make_user()).post("/tournaments", body)
    assert (answer.status, answer.pointers) == (400, pointers)
    assert not Tournament.objects.exists()


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (NEW | {"ends_on": "2026-11-27"}, "tournament.days_out_of_order"),
        (NEW | {"name": " \u200b "}, "name.missing"),
        (NEW | {"created_by": 1, "id": 5}, "field.unknown"),
    ],
)
def test_what_a_rule_refuses_is_told_with_its_code(api, body, code):
    answer = api(make_user()).post("/tournaments", body)
    assert (answer.status, answer.code) == (422, code)


def test_an_address_is_given_once(api):
    user = make_user()
    assert api(user).post("/tournaments", NEW | {"slug": "cup"}).status == 201
    answer = api(user).post("/tournaments", NEW | {"slug": "cup"})
    assert (answer.status, answer.code, answer.pointers) == (409, "tournament.slug_taken", ["/slug"])
    reserved = api(user).post("/tournaments", NEW | {"slug": "new"})
    assert (reserved.status, reserved.code) == (409, "tournament.slug_taken")


@pytest.mark.parametrize("what", ["event", "division"])
def test_a_change_from_an_old_copy_is_refused_with_the_new_one(api, what):
    event = Event.make()
    path, field = (event.url, "venue") if what == "event" else (event.at(), "name")
    director = api(event.director)
    old = director.get(path).etag
    assert director.patch(path, {field: "First"}).code == "precondition.required"
    assert director.patch(path, {field: "First"}, If_Match=old)[field] == "First"
    late = director.patch(path, {field: "Second"}, If_Match=old)
    assert (late.status, late.code) == (412, "precondition.failed")
    assert late["current"][field] == "First"
    assert director.patch(path, {field: "Second"}, If_Match=late["etag"])[field] == "Second"
    assert director.patch(path, {field: "Third"}, If_Match="*")[field] == "Third"


def test_a_change_is_logged_with_what_was_before(api):
    event = Event.make()
    director = api(event.director)
    director.patch(event.url, {"venue": "Gym"}, If_Match=director.get(event.url).etag, X_Request_ID="r-0123456789")
    entry = LogEntry.objects.filter(action="tournament.updated").latest("seq")
    assert entry.data["after"] == {"venue": "Gym"}
    assert entry.data["request"] == "r-0123456789"
    assert entry.actor_user_id == event.director.pk


def test_a_division_starts_with_its_rulesets_settings(api):
    user = make_user()
    event = make_tournament(director=user)
    made = api(user).post(f"/tournaments/{event.slug}/divisions", {"name": "Open", "ruleset": "amath@1"})
    assert made.status == 201
    assert (made["spread_caps"], made["win_points"], made["clock_ms"]) == ([350], 2, 1_320_000)
    summy = api(user).post(f"/tournaments/{event.slug}/divisions", {"name": "Summy", "ruleset": "summy@1"})
    assert (summy["spread_caps"], summy["clock_ms"]) == ([], None)
    listed = api().get(f"/tournaments/{event.slug}/divisions")["items"]
    assert [item["slug"] for item in listed] == [made["slug"], summy["slug"]]


@pytest.mark.parametrize(
    ("change", "pointers"),
    [
        ({"rounds_planned": 0}, ["/rounds_planned"]),
        ({"rounds_planned": "6"}, ["/rounds_planned"]),
        ({"spread_caps": [350, 0]}, ["/spread_caps/1"]),
        ({"spread_caps": 350}, ["/spread_caps"]),
        ({"system": "roulette"}, ["/system"]),
        ({"win_points": "2"}, ["/win_points"]),
        ({"win_points": 0.3}, ["/win_points"]),
        ({"win_points": True}, ["/win_points"]),
        ({"tie_breaks": []}, ["/tie_breaks"]),
        ({"tie_breaks": ["luck"]}, ["/tie_breaks/0"]),
        ({"ruleset": "chess@1"}, ["/ruleset"]),
        ({"rated": None}, ["/rated"]),
    ],
)
def test_a_bad_setting_is_named_and_none_is_changed(api, change, pointers):
    event = Event.make()
    answer = api(event.director).patch(event.at(), {"name": "Other", **change}, If_Match="*")
    assert (answer.status, answer.pointers) == (400, pointers)
    assert Division.objects.get(pk=event.division.pk).name == event.division.name


def test_settings_that_cannot_stand_together_are_refused_together(api):
    event = Event.make()
    answer = api(event.director).patch(
        event.at(), {"win_points": 1, "tie_points": 2, "tie_breaks": ["points", "points"]}, If_Match="*"
    )
    assert (answer.status, answer.code) == (422, "division.invalid")
    assert {item["code"] for item in answer["errors"]} == {
        "division.points_out_of_order",
        "division.order_invalid",
    }
    other = api(event.director).patch(event.at(), {"ruleset": "summy@1"}, If_Match="*")
    assert (other.status, other.code) == (409, "division.started")
    assert api(event.director).patch(event.at(), {"slug": "new"}, If_Match="*").code == "field.unknown"


def test_what_a_win_is_worth_changes_the_table_at_once(api):
    event = Event.make(entries=3)
    director = api(event.director)
    table = director.get(event.at("/standings?after_round=1"))
    assert max(row["points"] for row in table["rows"]) == 2
    director.patch(event.at(), {"win_points": 1, "tie_points": 0.5}, If_Match="*")
    assert max(row["points"] for row in director.get(event.at("/standings?after_round=1"))["rows"]) == 1


def test_the_root_and_the_rulesets_tell_what_is_played(api):
    root = api().get("/")
    assert root["version"] == "1.0"
    ids = [ruleset["id"] for ruleset in root["rulesets"]]
    assert ids == ["amath@1", "amath-primary@1", "summy@1"]
    for name in ids:
        assert api().get(f"/rulesets/{name}")["id"] == name
    amath = api().get("/rulesets/amath")
    assert sum(tile["count"] for tile in amath["tiles"].values()) == 100
    assert api().get("/rulesets/chess@1").status == 404
