"""A program reads and names the rating lists of a division, enters people with what is known of them, and sets for
whom a division is.
"""

import json

import pytest

from players.models import Player
from ratings.models import EXTERNAL, RatedEvent, RatingList
from ratings.services import list_create
from tests.api.event import Event
from tests.factories import TEST

pytestmark = pytest.mark.django_db
PATH = "/ratings"


@pytest.fixture
def event():
    return Event.make()


@pytest.fixture
def lists(event):
    for kind in ("open", "juniors"):
        list_create(name=kind, slug=kind, ruleset="amath", kind=kind, actor=TEST)
    RatingList.objects.create(slug="federation", name="Federation", ruleset="amath", system=EXTERNAL)


def counts(answer) -> dict[str, bool]:
    return {row["list"]: row["counts"] for row in answer["lists"]}


def test_lists_follow_from_the_kind_until_they_are_named(api, event, lists):
    director = api(event.director)
    before = api().get(event.at(PATH))
    assert (before["named"], before["seeds_from"]) == (False, None)
    assert counts(before) == {"open": True, "juniors": False}
    named = director.put(event.at(PATH), {"lists": ["juniors"], "seeds_from": "federation"})
    assert (named["named"], named["seeds_from"]) == (True, "federation")
    assert counts(named) == counts(api().get(event.at(PATH))) == {"open": False, "juniors": True}
    states = dict(RatedEvent.objects.values_list("rating_list__slug", "state"))
    assert states == {"open": "left_out", "juniors": "accepted"}
    back = director.put(event.at(PATH), {})
    assert (back["named"], back["seeds_from"], counts(back)) == (False, None, {"open": True, "juniors": False})


@pytest.mark.parametrize(
    ("body", "status", "pointer"),
    [
        ({"lists": ["nowhere"]}, 422, "/lists"),
        ({"lists": ["federation"]}, 422, "/lists"),
        ({"seeds_from": "nowhere"}, 422, "/seeds_from"),
        ({"lists": "open"}, 400, "/lists"),
        ({"lists": [1]}, 400, "/lists/0"),
        ({"lists": [""]}, 400, "/lists/0"),
    ],
)
def test_what_is_no_list_of_the_game_is_refused_where_it_stands(api, event, lists, body, status, pointer):
    answer = api(event.director).put(event.at(PATH), body)
    assert (answer.status, [item["pointer"] for item in answer["errors"]]) == (status, [pointer])


def test_reasons_are_for_the_staff_and_a_hidden_event_is_not_there(api, event, lists):
    api(event.director).put(event.at(PATH), {"lists": ["open"]})
    RatedEvent.objects.update(state="refused", reason="Say who won table 4")
    assert "Say who won" in json.dumps(api(event.director).get(event.at(PATH)).body)
    assert "Say who won" not in json.dumps(api().get(event.at(PATH)).body)
    event.division.tournament.is_public = False
    event.division.tournament.save()
    assert api().get(event.at(PATH)).status == 404


def test_people_come_with_province_level_and_year_and_the_year_is_in_no_answer(api, event):
    director = api(event.director)
    one = {"names": ["Kung"], "province": "จ.เชียงใหม่", "level": "lower_secondary", "born": 2012}
    made = director.post(event.at("/entries"), one)
    assert made.status == 201
    player = Player.objects.get(name="Kung")
    assert (player.province, player.level, player.born, player.country) == ("50", "lower_secondary", 2012, "TH")
    member = made["members"][0]
    assert (member["province"], member["level"]) == ("50", "lower_secondary")
    batch = {"entries": [{"names": ["Bo"], "province": "TH-10", "born": 2011}, {"names": ["Cy"]}]}
    assert director.post(event.at("/entries:batch"), batch).status == 201
    assert list(Player.objects.filter(name__in=["Bo", "Cy"]).order_by("name").values_list("province", "born")) == [
        ("10", 2011),
        ("", None),
    ]
    for who in (director, api()):
        listed = json.dumps(who.get(event.at("/entries")).body)
        assert "2012" not in listed
        assert "born" not in listed
        assert ("province" in listed) is (who is director)


@pytest.mark.parametrize(
    ("wrong", "status", "pointer"),
    [
        ({"province": "Atlantis"}, 400, "/province"),
        ({"province": "10", "country": "LA"}, 422, "/province"),
        ({"level": "kindergarten"}, 400, "/level"),
        ({"born": 2090}, 422, "/born"),
        ({"born": 2555}, 400, "/born"),
        ({"born": "2012"}, 400, "/born"),
    ],
)
def test_what_cannot_be_of_a_person_is_refused_where_it_stands(api, event, wrong, status, pointer):
    answer = api(event.director).post(event.at("/entries"), {"names": ["Kung"], **wrong})
    assert (answer.status, [item["pointer"] for item in answer["errors"]]) == (status, [pointer])
    assert not Player.objects.filter(name="Kung").exists()


def test_for_whom_a_division_is_can_be_read_and_changed(api, event):
    director = api(event.director)
    assert director.get(event.at())["kind"] == "open"
    assert director.patch(event.at(), {"kind": "primary"}, If_Match="*")["kind"] == "primary"
    director.post(event.at("/entries"), {"names": ["Kung"]})
    assert Player.objects.get(name="Kung").level == "primary"
    assert director.patch(event.at(), {"kind": "babies"}, If_Match="*").status == 400
