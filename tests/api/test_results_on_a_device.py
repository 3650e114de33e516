"""Results that a table's device reports for its sides, and what no report can bring with it.

Faults 13, 49.
"""

import pytest

from tests.api.event import report
from tests.api.table import Table
from tests.api.words import live, pin, played, result, row_of, say
from tournaments.models import Result, ResultConfirmation

pytestmark = pytest.mark.django_db


@pytest.fixture
def table():
    return Table.make()


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
