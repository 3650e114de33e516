"""Registration through the API: one by one, many at once, changes, leaving and coming back."""

import pytest

from players.models import Player
from tests.api.event import Event, address
from tests.factories import make_division, make_entry, make_tournament, make_user
from tournaments.models import Entry

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk(api):
    """An empty division and its director's client."""
    user = make_user()
    division = make_division(make_tournament(director=user))
    return division, api(user)


def test_an_entry_is_registered_as_typed_and_shown(desk):
    division, director = desk
    body = {"names": ["  กุ้ง   ใจดี "], "club": "Hilltop", "country": "th", "rating": 1500}
    made = director.post(address(division, "/entries"), body)
    assert made.status == 201
    assert (made["number"], made["name"], made["club"], made["rating"]) == (1, "กุ้ง ใจดี", "Hilltop", 1500)
    assert director.get(address(division, "/entries/1")).body == made.body
    assert Player.objects.get().country == "TH"


def test_three_people_play_as_one(desk, api):
    division, director = desk
    made = director.post(address(division, "/entries"), {"names": ["Ann", "Ben", "Cid"], "team_name": "Tiles"})
    assert (made["name"], [member["name"] for member in made["members"]]) == ("Tiles", ["Ann", "Ben", "Cid"])


def test_a_known_player_is_entered_by_number(desk):
    division, director = desk
    other = make_division(division.tournament, entries=2)
    numbers = list(Player.objects.order_by("number").values_list("number", flat=True))
    made = director.post(address(division, "/entries"), {"players": numbers})
    assert [member["player"] for member in made["members"]] == numbers
    assert Player.objects.count() == 2
    unknown = director.post(address(division, "/entries"), {"players": [numbers[0] + 900]})
    assert (unknown.status, unknown.code, unknown.pointers) == (422, "player.missing", ["/players/0"])
    assert other.entries.count() == 2


def test_a_number_alone_does_not_open_a_hidden_name(desk):
    division, director = desk
    make_entry(make_division(), "Hidden Person", public_name_mode="number")
    player = Player.objects.get()
    answer = director.post(address(division, "/entries"), {"players": [player.number]})
    assert (answer.status, answer.code, answer.pointers) == (422, "player.missing", ["/players/0"])
    assert "Hidden" not in str(answer.body)
    by_name = director.post(address(division, "/entries"), {"names": ["Hidden Person"]})
    assert by_name["members"][0]["player"] == player.number
    # Whoever has the player in an event reads the name already.
    other = make_division(division.tournament)
    assert director.post(address(other, "/entries"), {"players": [player.number]}).status == 201


@pytest.mark.parametrize(
    ("body", "status", "code", "pointers"),
    [
        ({}, 400, "request.invalid", ["/names"]),
        ({"names": []}, 400, "request.invalid", ["/names"]),
        ({"names": "Ann"}, 400, "request.invalid", ["/names"]),
        ({"names": ["Ann", ""]}, 400, "request.invalid", ["/names/1"]),
        ({"names": ["Ann", 7]}, 400, "request.invalid", ["/names/1"]),
        ({"names": ["Ann", "\u200b"]}, 422, "name.missing", ["/names/1"]),
        ({"names": ["A", "B", "C", "D"]}, 400, "request.invalid", ["/names"]),
        ({"names": ["Ann", "ann"]}, 422, "entry.same_person_twice", ["/names"]),
        ({"names": ["Ann"], "players": [1]}, 422, "entry.members", ["/names"]),
        ({"names": ["x" * 121]}, 400, "request.invalid", ["/names/0"]),
        ({"names": ["Ann"], "rating": "1500"}, 400, "request.invalid", ["/rating"]),
        ({"names": ["Ann"], "rating": 4001}, 400, "request.invalid", ["/rating"]),
        ({"names": ["Ann"], "number": 0}, 400, "request.invalid", ["/number"]),
        ({"names": ["Ann"], "country": "THA"}, 400, "request.invalid", ["/country"]),
        ({"names": ["Ann"], "public_name_mode": "none"}, 400, "request.invalid", ["/public_name_mode"]),
        ({"names": ["Ann"], "version": 3}, 422, "field.unknown", ["/version"]),
        ([{"names": ["Ann"]}], 400, "request.invalid", [""]),
    ],
)
def test_a_bad_entry_is_refused_at_its_field(desk, body, status, code, pointers):
    division, director = desk
    answer = director.post(address(division, "/entries"), body)
    assert (answer.status, answer.code, answer.pointers) == (status, code, pointers)
    assert not Entry.objects.exists()
    assert not Player.objects.exists()


def test_a_player_is_in_a_division_once(desk):
    """Row 12: the form that was sent twice."""
    division, director = desk
    assert director.post(address(division, "/entries"), {"names": ["Ann Lee"]}).status == 201
    again = director.post(address(division, "/entries"), {"names": ["ann  lee"]})
    assert (again.status, again.code, again.pointers) == (409, "entry.player_twice", ["/names/0"])
    assert again["errors"][0]["number"] == 1
    taken = director.post(address(division, "/entries"), {"names": ["Ben"], "number": 1})
    assert (taken.status, taken.code, taken.pointers) == (409, "entry.number_taken", ["/number"])
    assert Entry.objects.count() == 1


def test_many_are_registered_at_once_and_sending_them_twice_adds_nobody(desk):
    division, director = desk
    rows = [{"names": ["Ann"], "club": "Hilltop"}, {"names": ["Ben"], "rating": 1480}, {"names": ["Cid", "Dee"]}]
    made = director.post(address(division, "/entries:batch"), {"entries": rows})
    assert (made.status, made.body) == (201, {"added": [1, 2, 3], "here": 0, "repeats": 0})
    again = director.post(address(division, "/entries:batch"), {"entries": rows})
    assert (again.status, again.body) == (200, {"added": [], "here": 3, "repeats": 0})
    assert Entry.objects.count() == 3


def test_one_bad_row_refuses_all_and_every_bad_row_is_numbered(desk):
    division, director = desk
    director.post(address(division, "/entries"), {"names": ["Zoe"], "number": 9})
    rows = [{"names": ["Ann"]}, {"names": ["Ben"], "number": 9}, {"names": ["Cid"]}, {"names": ["Ann", "Eve"]}]
    answer = director.post(address(division, "/entries:batch"), {"entries": rows})
    assert (answer.status, answer.code) == (422, "roster.invalid")
    assert [(item["row"], item["code"]) for item in answer["errors"]] == [
        (2, "row.number_taken"),
        (4, "row.player_twice"),
    ]
    assert answer.pointers == ["/entries/1/number", "/entries/3/names/0"]
    assert Entry.objects.count() == 1


def test_rows_of_the_wrong_type_are_numbered_too(desk):
    division, director = desk
    rows = [{"names": ["Ann"]}, {"names": ["Ben"], "rating": "x"}, {"name": "Cid"}]
    answer = director.post(address(division, "/entries:batch"), {"entries": rows})
    assert answer.status == 400
    assert {"/entries/1/rating", "/entries/2/names"} <= set(answer.pointers)
    blank = director.post(
        address(division, "/entries:batch"), {"entries": [{"names": ["Ann"]}, {"names": ["\u200b"]}]}
    )
    assert (blank.status, [(e["row"], e["pointer"]) for e in blank["errors"]]) == (422, [(2, "/entries/1/names/0")])
    assert director.post(address(division, "/entries:batch"), {"entries": []}).status == 400
    assert not Entry.objects.exists()


def test_a_batch_too_long_for_any_event_is_refused(desk):
    division, director = desk
    rows = [{"names": [f"Name {n}"]} for n in range(601)]
    answer = director.post(address(division, "/entries:batch"), {"entries": rows})
    assert (answer.status, answer.pointers) == (400, ["/entries"])


def test_an_entry_changes_from_the_copy_that_was_read(desk):
    division, director = desk
    path = address(division, "/entries/1")
    made = director.post(address(division, "/entries"), {"names": ["Ann"]})
    assert director.patch(path, {"club": "Hilltop"}).status == 428
    changed = director.patch(path, {"club": "Hilltop", "rating": 1600}, If_Match=made.etag)
    assert (changed["club"], changed["rating"]) == ("Hilltop", 1600)
    late = director.patch(path, {"rating": None}, If_Match=made.etag)
    assert (late.status, late["current"]["rating"]) == (412, 1600)
    gone = director.patch(path, {"rating": None, "club": "", "number": 5}, If_Match=late["etag"])
    assert (gone["rating"], gone["club"], gone["number"]) == (None, None, 5)
    assert director.get(path).status == 404


def test_an_entry_withdraws_once_and_comes_back_once(api):
    event = Event.make()
    director = api(event.director)
    first, second = event.numbers()
    gone = director.post(event.at(f"/entries/{second}:withdraw"), {"reason": "ill"})
    assert gone["withdrawn_from"] is not None
    result = director.get(event.game())
    assert (result["outcome"], result["winner"]) == ("forfeit", first)
    again = director.post(event.at(f"/entries/{second}:withdraw"))
    assert (again.status, again.code) == (409, "entry.withdrawn")
    back = director.post(event.at(f"/entries/{second}:return"))
    assert back["withdrawn_from"] is None
    again = director.post(event.at(f"/entries/{second}:return"))
    assert (again.status, again.code) == (409, "entry.active")


def test_an_entry_of_another_division_is_not_there(api):
    event = Event.make()
    other = make_division(event.tournament, entries=1)
    director = api(event.director)
    for number in (2, 3, 77):
        assert director.get(address(other, f"/entries/{number}")).status == 404
        assert director.post(address(other, f"/entries/{number}:withdraw")).status == 404
    assert director.get(f"/tournaments/{event.tournament.slug}/divisions/nowhere/entries").status == 404
