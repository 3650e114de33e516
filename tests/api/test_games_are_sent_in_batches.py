"""What was recorded offline: sent late, twice, shuffled, overlapping, or with something wrong in the middle."""

import datetime
import random
import uuid

import pytest
from django.utils import timezone

from games.models import GameEvent
from tests.api.table import Table, make_device, play

pytestmark = pytest.mark.django_db

MOVES = (
    play("8F", "3 + 4 = 7", player="p1"),
    {"type": "exchange", "player": "p2", "count": 2},
    play("I7", "5 . 5", "down", player="p1"),
    {"type": "pass", "player": "p2"},
    {"type": "clock", "player": "p1", "used_ms": 60_000},
    {"type": "exchange", "player": "p1", "tiles": ["7", "?"]},
    {"type": "pass", "player": "p2"},
    {"type": "pass", "player": "p1"},
)
MOVES = (MOVES[0], MOVES[1], {"type": "pass", "player": "p1"}, *MOVES[3:])


@pytest.fixture
def table():
    return Table.make(judging_mode="auto")


def statuses(answer):
    return [item["status"] for item in answer["items"]]


def test_an_offline_spell_is_stored_at_once(table):
    items = table.numbered(*MOVES)
    answer = table.batch(items)
    assert (answer.status, answer.etag) == (200, f'"g{table.game_id}-8"')
    assert [item["client_event_id"] for item in answer["items"]] == [item["client_event_id"] for item in items]
    assert statuses(answer) == ["applied"] * 8
    assert [item["seq"] for item in answer["items"]] == list(range(1, 9))
    assert (answer["head_seq"], answer["totals"]) == (8, {"p1": 12, "p2": 0})
    table.assert_whole()


def test_sent_twice_it_is_stored_once(table):
    items = table.numbered(*MOVES)
    first = table.batch(items)
    again = table.batch(items)
    assert statuses(again) == ["replayed"] * 8
    assert [item["seq"] for item in again["items"]] == [item["seq"] for item in first["items"]]
    assert (again["head_seq"], again["totals"]) == (first["head_seq"], first["totals"])
    assert GameEvent.objects.count() == 8


@pytest.mark.parametrize("seed", range(5))
def test_shuffled_it_is_stored_in_order_and_answered_as_it_was_sent(table, seed):
    items = table.numbered(*MOVES)
    random.Random(seed).shuffle(items)
    answer = table.batch(items)
    assert statuses(answer) == ["applied"] * 8
    assert [item["seq"] for item in answer["items"]] == [item["seq"] for item in items]
    assert [event["client_event_id"] for event in table.log()] == [
        item["client_event_id"] for item in sorted(items, key=lambda item: item["seq"])
    ]


def test_spells_that_overlap_are_put_together(table):
    items = table.numbered(*MOVES)
    assert statuses(table.batch(items[:5])) == ["applied"] * 5
    assert statuses(table.batch(items[3:])) == ["replayed"] * 2 + ["applied"] * 3
    assert statuses(table.batch(items[::-1])) == ["replayed"] * 8
    table.assert_whole()


def test_one_event_twice_in_a_batch_is_applied_and_replayed(table):
    first, second = table.numbered(*MOVES[:2])
    answer = table.batch([first, first, second])
    assert statuses(answer) == ["applied", "replayed", "applied"]
    assert [item["seq"] for item in answer["items"]] == [1, 1, 2]


def test_an_id_used_for_two_events_of_a_batch_keeps_the_first(table):
    first, second, third = table.numbered(*MOVES[:3])
    second["client_event_id"] = first["client_event_id"]
    answer = table.batch([first, second, third])
    assert statuses(answer) == ["applied", "rejected", "not_attempted"]
    assert answer["items"][1]["problem"]["code"] == "idempotency.key_reused"
    assert table.head == 1


def test_what_is_rejected_in_the_middle_keeps_what_came_before_and_waits_with_the_rest(table):  # fault 19
    items = table.numbered(MOVES[0], play("8F", "1", player="p2"), *MOVES[2:4])
    answer = table.batch(items)
    assert statuses(answer) == ["applied", "rejected", "not_attempted", "not_attempted"]
    applied, rejected, *rest = answer["items"]
    assert (applied["problem"], rejected["seq"]) == (None, None)
    assert rejected["problem"]["code"] == "move.invalid"
    assert rejected["problem"]["errors"][0]["code"] == "move.cell.occupied"
    assert rejected["problem"]["status"] == 422
    assert [(item["problem"], item["seq"]) for item in rest] == [(None, None)] * 2
    assert (answer["head_seq"], table.head) == (1, 1)
    # The same queue, with the wrong one put right under its own id: nothing was lost and nothing is there twice.
    items[1] = {**items[1], **MOVES[1]}
    for key in ("start", "dir", "tiles"):
        items[1].pop(key)
    assert statuses(table.batch(items)) == ["replayed", "applied", "applied", "applied"]
    table.assert_whole()


def test_what_is_known_behind_a_rejected_one_is_still_told(table):
    items = table.numbered(*MOVES[:3])
    table.batch(items)
    wrong = table.body(MOVES[3], seq=1)
    answer = table.batch([wrong, *items])
    assert statuses(answer) == ["rejected", "replayed", "replayed", "replayed"]
    problem = answer["items"][0]["problem"]
    assert (problem["code"], problem["head_seq"]) == ("game.sequence_conflict", 3)
    assert [event["seq"] for event in problem["events"]] == [1, 2, 3]


def test_a_gap_in_a_batch_stops_it(table):
    items = table.numbered(*MOVES[:4])
    answer = table.batch([items[0], items[2], items[3]])
    assert statuses(answer) == ["applied", "rejected", "not_attempted"]
    assert (answer["items"][1]["problem"]["code"], answer["items"][1]["problem"]["expected_seq"]) == (
        "game.sequence_gap",
        2,
    )
    assert statuses(table.batch(items)) == ["replayed", "applied", "applied", "applied"]


def test_what_follows_by_the_rules_takes_numbers_of_its_own():
    table = Table.make()
    wrong = play("8G", "6 = 5", player="p1")
    challenge = {"type": "challenge", "player": "p2"}
    items = table.numbered(wrong, challenge)
    items += table.numbered({"type": "pass", "player": "p2"}, after=3)
    answer = table.batch(items)
    assert statuses(answer) == ["applied"] * 3
    assert [event["type"] for event in table.log()] == ["play", "challenge", "play_withdrawn", "pass"]
    assert answer["totals"] == {"p1": 0, "p2": 0}
    assert statuses(table.batch(items)) == ["replayed"] * 3


def test_corrections_come_in_batches_too(table):
    items = table.numbered(MOVES[0], {"type": "undo"}, play("H6", "3 + 4 = 7", "down", player="p1"))
    answer = table.batch(items)
    assert statuses(answer) == ["applied"] * 3
    assert answer["totals"] == {"p1": 12, "p2": 0}
    assert statuses(table.batch(items)) == ["replayed"] * 3
    table.assert_whole()


@pytest.mark.parametrize(("count", "status"), [(0, 400), (200, 200), (201, 400)])
def test_a_batch_has_one_to_two_hundred_events(table, count, status):
    clock = {"type": "clock", "player": "p1"}
    items = table.numbered(*({**clock, "used_ms": ms} for ms in range(count)))
    answer = table.batch(items)
    assert answer.status == status
    assert table.head == (count if status == 200 else 0)


def test_a_batch_that_cannot_be_read_says_which_event_and_stores_nothing(table):
    items = table.numbered(*MOVES[:3])
    items[1]["type"] = "dance"
    answer = table.batch(items)
    assert (answer.status, answer.code, answer.pointers) == (400, "request.invalid", ["/items/1/type"])
    assert table.head == 0


def test_warnings_are_told_in_a_batch_again_and_again(table):
    items = table.numbered({**MOVES[0], "claimed_score": 5, "claimed_total": 6})
    first, again = table.batch(items), table.batch(items)
    for answer in (first, again):
        assert answer["items"][0]["warnings"] == [
            {"code": "score.mismatch", "claimed": 5, "computed": 12},
            {"code": "total.mismatch", "claimed": 6, "computed": 12},
        ]


CLOCKS = {
    "three days behind": datetime.timedelta(days=-3),
    "three days ahead": datetime.timedelta(days=3),
    "fifteen minutes": datetime.timedelta(minutes=15),
    "back to 1970": datetime.timedelta(days=-20_000),
}


@pytest.mark.parametrize("skew", CLOCKS.values(), ids=CLOCKS)
def test_a_device_clock_that_is_wrong_is_flagged_and_never_orders_anything(table, skew):  # fault 20
    now = timezone.now()
    items = table.numbered(*MOVES[:4])
    for place, item in enumerate(items):
        item["occurred_at"] = (now + skew - datetime.timedelta(minutes=place)).isoformat()
    answer = table.batch(items)
    assert statuses(answer) == ["applied"] * 4
    for item in answer["items"]:
        (warning,) = item["warnings"]
        assert warning["code"] == "clock.skewed"
        assert abs(warning["seconds"] - skew.total_seconds()) < 300
    log = table.log()
    assert [event["client_event_id"] for event in log] == [item["client_event_id"] for item in items]
    told = [datetime.datetime.fromisoformat(event["occurred_at"]) for event in log]
    assert told == [datetime.datetime.fromisoformat(item["occurred_at"]) for item in items]
    received = [datetime.datetime.fromisoformat(event["received_at"]) for event in log]
    assert all(abs(moment - now) < datetime.timedelta(minutes=1) for moment in received)


def test_a_clock_within_ten_minutes_is_not_worth_a_word(table):
    moment = (timezone.now() - datetime.timedelta(minutes=9)).isoformat()
    assert table.done(MOVES[0], occurred_at=moment)["warnings"] == []


@pytest.mark.parametrize(
    "moment",
    ["0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-14:00", "0001-01-01T00:00:00Z", "1969-07-20T20:17:00Z"],
)
def test_a_moment_at_the_ends_of_the_calendar_does_no_harm(table, moment):
    answer = table.send(MOVES[0], occurred_at=moment)
    assert answer.status in (201, 400)
    assert len(table.log()) == table.head
    assert table.state().status == 200


def test_two_tablets_never_mix_their_batches(table):  # fault 17
    other = make_device(table.event)
    mine, theirs = table.numbered(*MOVES[:4]), table.numbered(*MOVES[:4])
    table.batch(mine)
    answer = table.batch(theirs, other)
    assert statuses(answer) == ["rejected", *["not_attempted"] * 3]
    assert answer["items"][0]["problem"]["code"] in ("game.sequence_conflict", "game.claimed")
    assert [event["client_event_id"] for event in table.log()] == [item["client_event_id"] for item in mine]


def test_a_batch_of_one_table_does_not_reach_another(table):
    items = table.numbered(*MOVES[:2])
    table.batch(items)
    there = Table(table.event, 2, table.device)
    assert there.batch(items).status == 404
    with_both = make_device(table.event, tables=(1, 2))
    assert statuses(there.batch(items, with_both)) == ["applied", "applied"]


def test_every_split_of_a_spell_comes_to_the_same(table):
    items = table.numbered(*MOVES)
    shown = set()
    for cut in range(1, 8):
        table = Table.make(judging_mode="auto")
        fresh = [{**item, "client_event_id": str(uuid.uuid4())} for item in items]
        table.batch(fresh[:cut])
        table.batch(fresh)
        state = table.state()
        shown.add(str((state["board"], state["totals"], state["bag"], state["to_move"], state["head_seq"])))
    assert len(shown) == 1
