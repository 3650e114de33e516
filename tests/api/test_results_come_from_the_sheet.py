"""From the last event at a table to the standings: proposed by the sheet, confirmed by the sides.

Faults 13, 16, 21, 49; C28, C44.
"""

import json
import uuid

import pytest
from django.utils import timezone

from common.models import LogEntry
from ratings.models import StaleMark
from tests.api.client import Api
from tests.api.event import report
from tests.api.table import Table, make_device, play
from tests.factories import publish_round
from tests.services.ratings.support import lines, rate
from tournaments.models import Result, ResultConfirmation
from tournaments.services.pins import pin_of

pytestmark = pytest.mark.django_db

FIRST = play("8F", "7 +/-:- 2 ?:= 5", player="p1")
AGREED = {"type": "end", "reason": "agreed"}


@pytest.fixture
def table():
    return Table.make()


def played(table, *more):
    """A short game at the table's device, ended in agreement: p1 has 8 points and p2 none."""
    for move in (FIRST, {"type": "pass", "player": "p2"}, *more, AGREED):
        table.done(move)


def directed(table, move):
    """An event by a director, who takes the game for it and gives it back."""
    table.director.post(f"{table.path}/claim", {"steal": True})
    table.done(move, table.director)
    table.director.delete(f"{table.path}/claim")


def result(table, by=None):
    return (by or table.device).get(table.event.game(table.number))


def pin(table, place):
    entry = table.event.pairing(table.number).seats.get(place=place).entry
    row = getattr(entry, "pin", None)
    return pin_of(entry.pk, row.serial if row else 1, timezone.localdate())


def say(table, word="confirm", version=1, *, side=None, code=None, by=None, etag=None, **more):
    """A side's word on the table's own device, unless somebody else sends it."""
    body = dict(more)
    if side is not None:
        body["as"] = side
    if code is not None:
        body["pin"] = code
    tag = etag or f'"r{table.game_id}-{version}"'
    return (by or table.device).post(f"{table.path}/result/{version}/{word}", body, If_Match=tag)


def row_of(table, number):
    rows = table.director.get(table.event.at("/standings?after_round=1"))["rows"]
    return next(row for row in rows if row["entry"] == number)


def live(table):
    return Result.objects.get(pairing=table.event.pairing(table.number), state__in=Result.LIVE)


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
    rate()
    assert lines() == {}
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


# --- The sheet goes on --------------------------------------------------------------------------------------


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


# --- By hand, beside a sheet ---------------------------------------------------------------------------------


def test_a_hand_that_says_the_same_as_the_sheet_is_no_mismatch(table):
    played(table)
    done = table.director.post(table.event.game(), report({"p1": 8, "p2": 0}))
    assert (done.status, done["state"], done["warnings"], done["log"]) == (201, "confirmed", [], None)


def test_a_hand_that_differs_is_a_dispute_and_says_so_until_a_director_gives_a_reason(table):
    one, two = table.event.numbers()
    played(table)
    other = table.director.post(table.event.game(), report({"p1": 15, "p2": 0}))
    assert (other.status, other["state"], other["differs"]) == (201, "disputed", [f"scores.{one}"])
    assert other["warnings"] == ["result.does_not_match_log"]
    done = say(table, version=2, by=Api.of(table.event.cast.scorer))
    assert (done["state"], done["warnings"]) == ("confirmed", ["result.does_not_match_log"])
    body = report({"p1": 15, "p2": 0}, reason="a play was missed on the tablet")
    kept = table.director.post(f"{table.event.game()}/override", body, If_Match=done.etag)
    assert (kept.status, kept["warnings"]) == (200, [])
    assert kept["log"] == {"scores": {str(one): 8, str(two): 0}, "winner": one, "accepted": True}
    assert result(table)["does_not_match_log"] is False


def test_a_director_takes_the_sheets_result_over_the_hands(table):
    one, _two = table.event.numbers()
    table.director.post(table.event.game(), report({"p1": 15, "p2": 0}))
    table.event.pairing().results.update(state="confirmed")
    for move in (FIRST, AGREED):
        directed(table, move)
    flagged = result(table)
    assert (flagged["scores"][str(one)], flagged["warnings"]) == (15, ["result.does_not_match_log"])
    body = report({"p1": 8, "p2": 0}, reason="the tablet is right")
    done = table.director.post(f"{table.event.game()}/override", body, If_Match=flagged.etag)
    assert (done["scores"][str(one)], done["warnings"], done["state"]) == (8, [], "confirmed")


def test_a_report_from_before_the_end_of_the_sheet_that_differs_is_a_dispute(table):
    one, _two = table.event.numbers()
    mine = table.player(0)
    mine.post(table.event.game(), report({"p1": 20, "p2": 0}))
    played(table)
    both = result(table)
    assert (both["state"], both["source"], both["differs"]) == ("disputed", "sheet", [f"scores.{one}"])
    assert list(Result.objects.order_by("version").values_list("state", "source", "first_final")) == [
        ("superseded", "player", 20),
        ("disputed", "sheet", 8),
    ]


def test_a_report_that_the_sheet_bears_out_waits_for_the_other_side_only(table):
    _one, two = table.event.numbers()
    mine = table.player(0)
    mine.post(table.event.game(), report({"p1": 8, "p2": 0}))
    played(table)
    assert (result(table)["version"], result(table)["needs"]) == (1, [two])


# --- Result-only reports on a device --------------------------------------------------------------------------


def test_a_devices_report_without_a_sheet_waits_for_both_sides(table):
    one, two = table.event.numbers()
    made = table.device.post(table.event.game(), report({"p1": 412, "p2": 377}))
    assert (made.status, made["state"], made["needs"], made["spread"]) == (201, "pending", [one, two], 35)
    assert say(table, side=one, code=pin(table, 0))["needs"] == [two]
    assert say(table, side=two, code=pin(table, 1))["state"] == "confirmed"


def test_a_side_reports_on_the_device_with_its_pin(table):
    one, two = table.event.numbers()
    made = table.device.post(
        table.event.game(), report({"p1": 412, "p2": 377}, **{"as": "p1", "pin": pin(table, 0)})
    )
    assert (made["reported_by"], made["needs"], made["confirmed_by"][0]["how"]) == (one, [two], "pin")
    other = table.device.post(
        table.event.game(), report({"p1": 412, "p2": 387}, **{"as": two, "pin": pin(table, 1)})
    )
    assert (other.status, other["version"], other["state"]) == (201, 2, "disputed")
    assert other["differs"] == [f"scores.{two}"]


def test_the_same_scores_from_the_other_side_are_its_yes(table):
    made = {"as": "p1", "pin": pin(table, 0)}, {"as": "p2", "pin": pin(table, 1)}
    played(table)
    states = [table.device.post(table.event.game(), report({"p1": 8, "p2": 0}, **who))["state"] for who in made]
    assert states == ["pending", "confirmed"]


def test_a_device_does_not_say_that_a_game_was_not_played(table):
    answer = table.device.post(table.event.game(), report(outcome="forfeit", winner="p1"))
    assert (answer.status, answer.code) == (403, "result.outcome_staff_only")


def test_sides_and_entries_may_be_named_either_way_but_not_both_at_once(table):
    one, two = table.event.numbers()
    director = table.director
    twice = director.post(table.event.game(), report({"p1": 400, str(one): 300}))
    assert (twice.status, twice.pointers) == (400, [f"/scores/{two}"])
    stranger = director.post(table.event.game(), report({"p1": 400, "p3": 300}))
    assert stranger.status == 400
    won = director.post(table.event.game(), report(outcome="forfeit", winner="p2"))
    assert (won.status, won["winner"]) == (201, two)


# --- No ------------------------------------------------------------------------------------------------------


def test_a_side_says_no_and_staff_decides(table):
    played(table)
    no = say(table, "reject", side="p2", code=pin(table, 1))
    assert (no.status, no["state"], no["version"], no["needs"]) == (200, "disputed", 1, [])
    late = say(table, side="p1", code=pin(table, 0))
    assert (late.status, late.code) == (409, "result.needs_other_side")
    assert say(table, by=table.director)["state"] == "confirmed"
    again = say(table, "reject", side="p2", code=pin(table, 1))
    assert (again.status, again.code) == (409, "result.already_confirmed")


def test_a_side_says_no_with_another_score_and_both_are_kept(table):
    one, two = table.event.numbers()
    played(table)
    same = say(table, "reject", side="p2", code=pin(table, 1), scores={"p1": 8, "p2": 0})
    assert (same.status, same.code) == (422, "result.not_different")
    no = say(table, "reject", side="p2", code=pin(table, 1), scores={"p1": 8, "p2": 9})
    assert (no.status, no["state"], no["version"], no["reported_by"]) == (200, "disputed", 2, two)
    assert (no["differs"], no["warnings"]) == ([f"scores.{two}"], ["result.does_not_match_log"])
    assert row_of(table, one)["games_played"] == 0
    assert result(table, None)["source"] == "player"


def test_who_reported_puts_it_right_by_another_report(table):
    mine = table.player(0)
    mine.post(table.event.game(), report({"p1": 400, "p2": 300}))
    own = say(table, "reject", by=mine)
    assert (own.status, own.code) == (409, "result.own_report")
    right = mine.post(table.event.game(), report({"p1": 401, "p2": 300}))
    assert (right["version"], right["state"]) == (2, "pending")


# --- Nothing else gets in --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "sneaked",
    [
        {"state": "confirmed"},
        {"confirmed_by": [1, 2]},
        {"rating": 3000},
        {"tournament": "other"},
        {"source": "desk"},
        {"log_accepted": True},
        {"reported_by": None},
        {"needs": []},
    ],
)
def test_a_report_and_a_word_cannot_bring_more_than_they_are(table, sneaked):  # fault 49
    played(table)
    for answer in (
        table.device.post(table.event.game(), report({"p1": 1, "p2": 0}) | sneaked),
        say(table, side="p1", code=pin(table, 0), **sneaked),
        say(table, "reject", side="p1", code=pin(table, 0), **sneaked),
    ):
        assert (answer.status, answer.code) in {(422, "field.unknown"), (400, "request.invalid")}
    assert (live(table).state, Result.objects.count(), ResultConfirmation.objects.count()) == ("pending", 1, 0)


@pytest.mark.parametrize("code", ["12345", "1234567", "๑๒๓๔๕๖", "12345a", 123456, None, "", " 12345", ["1"]])
def test_a_pin_is_six_digits(table, code):
    played(table)
    answer = say(table, pin=code, side="p1")
    assert (answer.status, set(answer.pointers)) == (400, {"/pin"})


@pytest.mark.parametrize("side", ["p3", "P1", 0, -1, 1.5, True, "", None, ["p1"], {"p1": 1}])
def test_a_side_is_p1_p2_or_an_entry(table, side):
    played(table)
    answer = table.device.post(
        f"{table.path}/result/1/confirm", {"as": side, "pin": "123456"}, If_Match=f'"r{table.game_id}-1"'
    )
    assert (answer.status, answer.pointers) == (400, ["/as"])


def test_one_report_names_no_side_twice_and_no_stranger(table):  # fault 13
    one, _two = table.event.numbers()
    outsider = max(table.event.numbers(2))
    for scores in ({one: 400}, {one: 400, outsider: 300}):
        answer = table.device.post(table.event.game(), report(scores))
        assert answer.status in (400, 422), answer
    assert not Result.objects.filter(pairing=table.event.pairing()).exists()


# --- Closing ----------------------------------------------------------------------------------------------------


def test_a_round_that_cannot_close_says_which_sheet_it_waits_for(table):
    second = Table(table.event, 2, make_device(table.event, tables=(2,)))
    played(table)
    second.done(FIRST)
    answer = table.director.post(table.event.at("/rounds/1:close"))
    assert (answer.status, answer.code, answer["tables"]) == (409, "round.results_missing", [1, 2])
    assert (answer["running"], answer["unconfirmed"], "disputed" in answer.body) == ([2], [1], False)
    assert "table 2 is still open" in answer["title"]
    second.done(AGREED)
    for each in (table, second):
        say(each, by=table.director)
    assert table.director.post(table.event.at("/rounds/1:close")).status == 200
    late = table.send({"type": "clock", "player": "p1", "used_ms": 1_330_000})
    assert (late.status, late.code) == (409, "game.final")


def test_a_correction_of_a_closed_rounds_sheet_leaves_the_result_to_a_director(table):  # C28
    one, _two = table.event.numbers()
    played(table)
    say(table, by=table.director)
    table.director.post(table.event.game(2), report(dict.fromkeys(table.event.numbers(2), 300)))
    publish_round(table.event.division, 2)
    before = table.director.get(table.event.at("/standings?after_round=1")).body
    directed(table, {"type": "clock", "player": "p1", "used_ms": 1_330_000})
    assert table.director.get(table.event.at("/standings?after_round=1")).body == before
    assert table.director.get(table.event.at("/rounds/2"))["made_from_older_results"] is False
    flagged = result(table)
    body = report({"p1": -2, "p2": 0}, reason="the clock was read late")
    done = table.director.post(f"{table.event.game()}/override", body, If_Match=flagged.etag)
    assert (done["state"], done["warnings"], done["scores"][str(one)]) == ("final", [], -2)
    assert done["recompute"] == {"from_round": 1, "ratings": True}
    assert table.director.get(table.event.at("/rounds/2"))["made_from_older_results"] is True


def test_the_same_report_from_a_replaced_tablet_is_one_report(table):
    body = report({"p1": 412, "p2": 377})
    assert table.device.post(table.event.game(), body).status == 201
    spare = make_device(table.event)
    again = spare.post(table.event.game(), body)
    assert (again.status, again.headers["Idempotent-Replayed"]) == (200, "true")
    key = {**body, "client_event_id": str(uuid.uuid4())}
    assert spare.post(table.event.game(), key)["state"] == "pending"
