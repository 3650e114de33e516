"""A hand's report beside a scoresheet, a round that closes, and a sheet that is corrected after it.

C28.
"""

import uuid

import pytest

from tests.api.client import Api
from tests.api.event import report
from tests.api.table import Table, make_device
from tests.api.words import AGREED, FIRST, directed, played, result, say
from tests.factories import publish_round
from tournaments.models import Result

pytestmark = pytest.mark.django_db


@pytest.fixture
def table():
    return Table.make()


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
