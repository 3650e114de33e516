"""Pairing, publishing, closing, deleting: C20 and the life of a round as a program lives it."""

import pytest

from tests.api.event import Event, address, report
from tests.factories import make_division, make_tournament, make_user
from tournaments.models import Result, Round

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk(api):
    user = make_user()
    division = make_division(make_tournament(director=user), entries=5)
    return division, api(user)


def play(director, division, number):
    """Publish the draft and give every table a result."""
    assert director.post(address(division, f"/rounds/{number}:publish")).status == 200
    for pairing in director.get(address(division, f"/rounds/{number}/pairings"))["pairings"]:
        if pairing["game"]:
            scores = {side["entry"]: 300 + 10 * place for place, side in enumerate(pairing["sides"])}
            assert director.post(f"/games/{pairing['game']}/result", report(scores)).status == 201


def test_a_round_is_paired_seen_published_played_and_closed(desk, api):
    division, director = desk
    draft = director.post(address(division, "/rounds/1:pair"), {"seed": 5})
    assert (draft.status, draft["round"]["state"]) == (201, "draft")
    assert [pairing["table"] for pairing in draft["pairings"]] == [1, 2, None]
    assert {pairing["game"] for pairing in draft["pairings"]} == {None}
    assert api().get(address(division, "/rounds/1")).status == 404
    assert api().get(address(division, "/rounds/1/pairings")).status == 404
    assert api().get(address(division, "/rounds"))["items"] == []
    assert [r["state"] for r in director.get(address(division, "/rounds"))["items"]] == ["draft"]

    play(director, division, 1)
    shown = api().get(address(division, "/rounds/1/pairings"))
    assert shown["round"]["state"] == "published"
    assert [pairing["result"]["outcome"] for pairing in shown["pairings"]] == ["played", "played", "bye"]
    bye = shown["pairings"][-1]
    assert (bye["table"], bye["game"], bye["sides"][0]["starts"]) == (None, None, None)
    closed = director.post(address(division, "/rounds/1:close"))
    assert (closed["state"], closed["closed_at"] is None) == ("closed", False)
    again = director.post(address(division, "/rounds/1:close"))
    assert (again.status, again.code) == (409, "round.closed")

    table = api().get(address(division, "/standings"))
    assert (table["after_round"], len(table["rows"])) == (1, 5)
    assert [row["rank"] for row in table["rows"]] == sorted(row["rank"] for row in table["rows"])
    start = api().get(address(division, "/standings?after_round=0"))
    assert {row["points"] for row in start["rows"]} == {0}


def test_the_same_seed_pairs_the_same_round(desk):
    division, director = desk
    one = director.post(address(division, "/rounds/1:pair"), {"seed": 11})
    two = director.post(address(division, "/rounds/1:pair"), {"seed": 11, "repair": True})
    assert (two.status, two["pairings"]) == (200, one["pairings"])
    refused = director.post(address(division, "/rounds/1:pair"), {"seed": 11})
    assert (refused.status, refused.code) == (409, "round.already_paired")


def test_what_is_locked_is_kept(desk):
    division, director = desk
    wish = {"seed": 1, "locked_pairs": [[1, 2]], "locked_byes": [3], "forbidden_pairs": [[4, 5]]}
    refused = director.post(address(division, "/rounds/1:pair"), wish)
    assert (refused.status, refused.code) == (422, "pairing.infeasible")
    made = director.post(address(division, "/rounds/1:pair"), {**wish, "forbidden_pairs": []})
    tables = [{side["entry"] for side in pairing["sides"]} for pairing in made["pairings"]]
    assert sorted(map(sorted, tables)) == [[1, 2], [3], [4, 5]]


@pytest.mark.parametrize(
    ("wish", "status", "code", "pointer"),
    [
        ({"locked_byes": [77]}, 422, "round.unknown_entry", "/locked_byes/0"),
        ({"locked_pairs": [[1, 2], [3, 99]]}, 422, "round.unknown_entry", "/locked_pairs/1"),
        ({"locked_pairs": [[1]]}, 400, "request.invalid", "/locked_pairs/0"),
        ({"locked_pairs": [[1, 2, 3]]}, 400, "request.invalid", "/locked_pairs/0"),
        ({"system": "roulette"}, 400, "request.invalid", "/system"),
        ({"seed": -1}, 400, "request.invalid", "/seed"),
        ({"seed": 2**63}, 400, "request.unreadable", "/seed"),
        ({"repair": "yes"}, 400, "request.invalid", "/repair"),
        ({"cost": {}}, 422, "field.unknown", "/cost"),
    ],
)
def test_a_bad_wish_is_named_and_nothing_is_paired(desk, wish, status, code, pointer):
    division, director = desk
    answer = director.post(address(division, "/rounds/1:pair"), wish)
    assert (answer.status, answer.code, answer.pointers) == (status, code, [pointer])
    assert not Round.objects.exists()


def test_locks_that_contradict_each_other_are_refused(desk):
    division, director = desk
    answer = director.post(address(division, "/rounds/1:pair"), {"locked_pairs": [[1, 1]]})
    assert (answer.status, answer.code) == (422, "pairing.locked_conflict")


def test_the_next_round_waits_for_the_last_table(api):
    """C12."""
    event = Event.make()
    director = api(event.director)
    director.post(event.game(), report(dict.fromkeys(event.numbers(), 300)))
    answer = director.post(event.at("/rounds/2:pair"))
    assert (answer.status, answer.code, answer["tables"]) == (409, "round.results_missing", [2])
    early = director.post(event.at("/rounds/3:pair"))
    assert (early.status, early.code) == (409, "round.previous_missing")
    far = director.post(event.at("/rounds/201:pair"))
    assert (far.status, far.code) == (422, "round.number_out_of_range")


def test_a_draft_that_changed_since_is_not_published_unseen(desk):
    division, director = desk
    director.post(address(division, "/rounds/1:pair"), {"seed": 1})
    seen = director.get(address(division, "/rounds/1")).etag
    director.post(address(division, "/entries"), {"names": ["Late"]})
    changed = director.post(address(division, "/rounds/1:publish"), If_Match=seen)
    assert (changed.status, changed.code, changed["entries"]) == (409, "round.entries_changed", [6])
    director.post(address(division, "/rounds/1:pair"), {"seed": 1, "repair": True, "system": "king_of_the_hill"})
    late = director.post(address(division, "/rounds/1:publish"), If_Match=seen)
    assert (late.status, late["current"]["system"]) == (412, "king_of_the_hill")
    assert director.post(address(division, "/rounds/1:publish"), If_Match=late["etag"]).status == 200
    twice = director.post(address(division, "/rounds/1:publish"))
    assert (twice.status, twice.code) == (409, "round.already_published")


def test_a_draft_that_was_paired_again_in_the_same_way_is_still_another_draft(desk):
    division, director = desk
    director.post(address(division, "/rounds/1:pair"), {"seed": 1})
    seen = director.get(address(division, "/rounds/1")).etag
    director.post(address(division, "/rounds/1:pair"), {"seed": 2, "repair": True})
    assert director.post(address(division, "/rounds/1:publish"), If_Match=seen).status == 412


def test_a_deleted_round_leaves_nothing_behind(desk, api):
    """C20."""
    division, director = desk
    for number in (1, 2):
        director.post(address(division, f"/rounds/{number}:pair"), {"seed": number})
        play(director, division, number)
        if number == 1:
            before = director.get(address(division, "/standings?after_round=1")).body
    first = director.delete(address(division, "/rounds/1"))
    assert (first.status, first.code, first["round"]) == (409, "round.not_last", 2)
    guess = director.delete(address(division, "/rounds/2"))
    assert (guess.status, guess.code, guess["results"]) == (409, "round.has_results", 2)
    assert director.delete(address(division, "/rounds/2?results=2")).status == 204
    assert api().get(address(division, "/rounds/2")).status == 404
    assert director.get(address(division, "/standings")).body == before
    assert director.post(address(division, "/rounds/2:pair"), {"seed": 9}).status == 201
    assert director.delete(address(division, "/rounds/2")).status == 204
    assert director.delete(address(division, "/rounds/1?results=2")).status == 204
    assert not Result.objects.exists()
    assert director.post(address(division, "/rounds/1:pair"), {"seed": 1}).status == 201


def test_an_assistant_deletes_drafts_and_a_director_the_rest(api):
    event = Event.make()
    assistant = api(event.cast.assistant)
    answer = assistant.delete(event.at("/rounds/1"))
    assert (answer.status, answer.code) == (403, "auth.not_allowed")
    assert api(event.director).delete(event.at("/rounds/1")).status == 204
    assistant.post(event.at("/rounds/1:pair"))
    assert assistant.delete(event.at("/rounds/1")).status == 204


@pytest.mark.parametrize("query", ["after_round=2", "after_round=200"])
def test_a_table_after_a_round_that_is_not_there_is_not_there(api, query):
    event = Event.make()
    assert api().get(event.at(f"/standings?{query}")).status == 404


@pytest.mark.parametrize("query", ["after_round=-1", "after_round=x", "after_round=", "after_round=1.0"])
def test_a_round_that_cannot_be_read_is_named(api, query):
    event = Event.make()
    answer = api().get(event.at(f"/standings?{query}"))
    assert (answer.status, answer["errors"][0]["parameter"]) == (400, "after_round")


def test_the_table_is_the_sites_own(api):
    """A cap of 350, shared ranks, a bye counted and not played."""
    event = Event.make(entries=3)
    director = api(event.director)
    first, second = event.numbers()
    director.post(event.game(), report({first: 900, second: 100}))
    rows = {row["entry"]: row for row in api().get(event.at("/standings"))["rows"]}
    assert (rows[first]["spread"], rows[first]["capped_spread"], rows[first]["points"]) == (800, 350, 2)
    assert (rows[second]["spread"], rows[second]["capped_spread"], rows[second]["losses"]) == (-800, -350, 1)
    bye = next(row for number, row in rows.items() if number not in (first, second))
    assert (bye["wins"], bye["byes"], bye["games_played"], bye["spread"]) == (1, 1, 0, 100)
