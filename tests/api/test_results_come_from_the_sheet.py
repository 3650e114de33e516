"""From the last event at a table to the standings: proposed by the sheet, confirmed by the sides.

Faults 16, 21; C44.
"""

import json

import pytest

from common.models import LogEntry
from ratings.models import StaleMark
from tests.api.event import report
from tests.api.table import Table, make_device
from tests.api.words import AGREED, FIRST, directed, live, pin, played, result, row_of, say
from tests.services.ratings.support import lines, rate
from tournaments.models import ResultConfirmation

pytestmark = pytest.mark.django_db


@pytest.fixture
def table():
    return Table.make()


def test_the_whole_way_from_the_last_event_to_the_table_and_the_ratings_without_a_director(table):
    one, two = table.event.numbers()
    played(table)
    proposed = result(table)
    assert (proposed["state"], proposed["source"], proposed["version"]) == ("pending", "sheet", 1)
    assert proposed["scores"] == {str(one): 8, str(two): 0}
    assert proposed["needs"] == [one, two]
    assert proposed["sides"] == {"p1": one, "p2": two}
    assert row_of(table, one)["games_played"] == 0

    half = say(table, side="p1", code=pin(table, 0), etag=proposed.etag)
    assert (half.status, half["state"], half["needs"]) == (200, "pending", [two])
    assert row_of(table, one)["games_played"] == 0
    assert not StaleMark.objects.exists()

    done = say(table, side=two, code=pin(table, 1), etag=proposed.etag)
    assert (done.status, done["state"], done["needs"]) == (200, "confirmed", [])
    assert [(word["entry"], word["how"]) for word in done["confirmed_by"]] == [(one, "pin"), (two, "pin")]
    assert (row_of(table, one)["wins"], row_of(table, one)["spread"]) == (1, 8)
    assert StaleMark.objects.filter(division_id=table.event.division.pk).exists(), "the list is to be made anew"
    rate()
    assert len(lines()) == 2

    told = LogEntry.objects.filter(action="result.confirmed").order_by("seq")
    assert [(entry.data["by"], entry.data["how"]) for entry in told] == [(one, "pin"), (two, "pin")]
    assert pin(table, 0) not in json.dumps([entry.data for entry in told])


def test_the_parts_of_the_score_come_from_the_log(table):
    one, two = table.event.numbers()
    table.done({"type": "clock", "player": "p2", "used_ms": 1_320_001})
    played(table)
    parts = result(table)["components"]
    assert parts[str(one)] == {"plays": 8, "bingos": 0, "rack": 0, "overtime": 0, "adjustment": 0}
    assert parts[str(two)] == {"plays": 0, "bingos": 0, "rack": 0, "overtime": -10, "adjustment": 0}


def test_who_recorded_by_an_own_login_has_said_so_and_the_other_side_is_asked(table):
    one, two = table.event.numbers()
    mine, other = table.player(0), table.player(1)
    for move in (FIRST, {"type": "pass", "player": "p2"}, AGREED):
        table.done(move, by=mine)
    proposed = result(table, mine)
    assert (proposed["reported_by"], proposed["needs"]) == (one, [two])
    assert [(word["entry"], word["how"]) for word in proposed["confirmed_by"]] == [(one, "login")]
    own = say(table, by=mine)
    assert (own.status, own.code) == (409, "result.needs_other_side")
    speaking_for_them = say(table, side="p2", by=mine)
    assert (speaking_for_them.status, speaking_for_them.code) == (403, "auth.not_allowed")
    done = say(table, by=other)
    assert (done["state"], done["confirmed_by"][-1]["how"]) == ("confirmed", "login")


def test_a_side_types_its_pin_on_the_phone_of_the_other(table):
    mine = table.player(0)
    for move in (FIRST, AGREED):
        table.done(move, by=mine)
    assert say(table, side="p2", code=pin(table, 1), by=mine)["state"] == "confirmed"


def test_a_device_alone_has_no_word(table):
    played(table)
    nobody = say(table)
    assert (nobody.status, nobody.code, nobody.pointers) == (400, "request.invalid", ["/as"])
    no_pin = say(table, side="p1")
    assert (no_pin.status, no_pin.pointers) == (400, ["/pin"])
    foreign = say(table, side=99_999, code="123456")
    assert (foreign.status, foreign.code) == (422, "result.not_opponents")
    assert not ResultConfirmation.objects.exists()


def test_a_wrong_pin_confirms_nothing(table):
    played(table)
    right = pin(table, 0)
    wrong = "000000" if right != "000000" else "111111"
    answer = say(table, side="p1", code=wrong)
    assert (answer.status, answer.code, answer["tries_left"]) == (422, "pin.wrong", 4)
    swapped = say(table, side="p2", code=right)
    assert swapped.status == 422 or right == pin(table, 1)
    assert live(table).state == "pending"
    assert not ResultConfirmation.objects.exists()


def test_staff_may_always_confirm(table):
    played(table)
    done = say(table, by=table.director)
    assert (done["state"], done["confirmed_by"][0]["entry"], done["confirmed_by"][0]["how"]) == (
        "confirmed",
        None,
        "staff",
    )


def test_confirming_twice_is_confirming_once(table):
    played(table)
    for _time in range(2):
        assert say(table, side="p1", code=pin(table, 0))["state"] == "pending"
    assert ResultConfirmation.objects.count() == 1


def test_a_word_needs_the_copy_it_was_given_for(table):
    played(table)
    bare = table.device.post(f"{table.path}/result/1/confirm", {"as": "p1", "pin": pin(table, 0)})
    assert (bare.status, bare.code) == (428, "precondition.required")
    table.done({"type": "clock", "player": "p1", "used_ms": 1_330_000})
    late = say(table, side="p1", code=pin(table, 0))
    assert (late.status, late["current"]["version"]) == (412, 2)
    again = say(table, "reject", side="p1", code=pin(table, 0))
    assert again.status == 412
    assert live(table).state == "pending"


def test_a_device_of_another_table_and_of_another_event_is_told_nothing(table):
    played(table)
    neighbour = make_device(table.event, tables=(2,))
    stranger = make_device(Table.make().event)
    for device in (neighbour, stranger):
        assert result(table, device).status == 404
        assert say(table, by=device, side="p1", code=pin(table, 0)).status == 404
        assert device.post(table.event.game(), report({"p1": 1, "p2": 0})).status == 404


def test_a_device_made_for_recording_alone_confirms_nothing(table):
    played(table)
    recorder = make_device(table.event, scopes=("game:record",))
    answer = say(table, by=recorder, side="p1", code=pin(table, 0))
    assert (answer.status, answer.code) == (403, "auth.scope_missing")


def test_a_clock_that_comes_after_the_end_changes_the_proposal_and_once_only(table):  # C44
    one, two = table.event.numbers()
    table.done(
        {"type": "arbiter_adjustment", "player": "p2", "points": 5, "reason": "to make it close"}, table.director
    )
    played(table)
    assert result(table)["winner"] == one
    say(table, side="p1", code=pin(table, 0))
    clock = table.body({"type": "clock", "player": "p1", "used_ms": 1_320_001})
    assert table.post(clock).status == 201
    changed = result(table)
    assert (changed["version"], changed["state"], changed["scores"]) == (2, "pending", {str(one): -2, str(two): 5})
    assert changed["winner"] == two
    assert changed["needs"] == [one, two], "whoever agreed to the old score has not seen this one"
    assert table.post(clock).status == 200
    table.done({"type": "clock", "player": "p1", "used_ms": 1_320_001})
    assert (result(table)["version"], result(table)["scores"][str(one)]) == (2, -2)


def test_six_minutes_over_lose_a_played_game_whatever_the_points_say(table):
    one, two = table.event.numbers()
    directed(table, {"type": "arbiter_adjustment", "player": "p1", "points": 300, "reason": "far ahead"})
    played(table, {"type": "clock", "player": "p1", "used_ms": 1_320_000 + 6 * 60_000})
    proposed = result(table)
    assert (proposed["outcome"], proposed["winner"]) == ("played", two)
    assert proposed["scores"] == {str(one): 258, str(two): 0}
    say(table, by=table.director)
    loser, winner = row_of(table, one), row_of(table, two)
    assert (loser["losses"], loser["games_played"], loser["spread"]) == (1, 1, 258)
    assert (winner["wins"], winner["games_played"], winner["spread"]) == (1, 1, -258)


def test_a_scorer_who_types_the_scores_of_a_game_lost_on_time_says_the_same(table):
    _one, two = table.event.numbers()
    played(table, {"type": "clock", "player": "p1", "used_ms": 1_320_000 + 6 * 60_000})
    proposed = result(table)
    assert proposed["winner"] == two
    done = table.director.post(table.event.game(), report(dict(zip(table.event.numbers(), (-42, 0), strict=True))))
    assert (done["state"], done["winner"], done["warnings"]) == ("confirmed", two, [])


def test_where_overtime_does_not_forfeit_a_game_says_so_too():
    table = Table.make(overtime_forfeits=False)
    one, two = table.event.numbers()
    directed(table, {"type": "arbiter_adjustment", "player": "p1", "points": 300, "reason": "far ahead"})
    played(table, {"type": "clock", "player": "p1", "used_ms": 1_320_000 + 6 * 60_000})
    assert (result(table)["winner"], result(table)["scores"]) == (one, {str(one): 248, str(two): 0})


def test_an_end_that_is_taken_back_takes_the_proposal_back(table):
    played(table)
    directed(table, {"type": "undo"})
    assert result(table).status == 404
    table.done({"type": "pass", "player": "p1"})
    table.done(AGREED)
    assert (result(table)["version"], result(table)["state"]) == (2, "pending")


def test_what_is_confirmed_is_never_overwritten_by_its_sheet(table):
    one, two = table.event.numbers()
    played(table)
    say(table, by=table.director)
    refused = table.send({"type": "clock", "player": "p1", "used_ms": 1_330_000})
    assert (refused.status, refused.code) == (409, "game.final")  # fault 21
    directed(table, {"type": "clock", "player": "p1", "used_ms": 1_330_000})
    kept = result(table)
    assert (kept["version"], kept["state"], kept["scores"][str(one)]) == (1, "confirmed", 8)
    assert kept["warnings"] == ["result.does_not_match_log"]
    assert kept["does_not_match_log"] is True
    assert kept["log"] == {"scores": {str(one): -2, str(two): 0}, "winner": two, "accepted": False}
    listed = table.director.get(table.event.at("/rounds/1/pairings"))["pairings"][0]["result"]
    assert listed["does_not_match_log"] is True
    directed(table, {"type": "void", "target_seq": table.head - 1, "reason": "wrong clock"})
    assert (result(table)["warnings"], result(table)["log"]) == ([], None)
    actions = list(
        LogEntry.objects.filter(action__contains="matc").order_by("seq").values_list("action", flat=True)
    )
    assert actions == ["result.does_not_match_log", "result.matches_log"]
