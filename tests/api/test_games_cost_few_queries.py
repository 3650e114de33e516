"""What an event costs the database, however long the game: a hall of tablets records at once."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.api.event import report
from tests.api.table import Table, play
from tests.api.test_games_are_ended import near_the_end

pytestmark = pytest.mark.django_db


def cost(call) -> list[str]:
    """The statements of a call; those that only mark a place in the test's own transaction are none."""
    with CaptureQueriesContext(connection) as captured:
        answer = call()
    assert answer.status < 300, answer
    found = [query["sql"] for query in captured.captured_queries]
    return [sql for sql in found if not sql.startswith(("SAVEPOINT", "RELEASE SAVEPOINT"))]


@pytest.fixture
def table():
    table = Table.make()
    table.done(play("8F", "3 + 4 = 7", player="p1"))
    return table


def test_a_play_from_a_tables_tablet_costs_at_most_eight(table):
    body = table.body(play("8D", "9 - . . . . . + 3", player="p2"))
    assert len(cost(lambda: table.post(body))) <= 8
    assert len(cost(lambda: table.post(body))) <= 8, "sent again"


def test_so_does_everything_else_that_is_recorded_in_a_game(table):
    for move in (
        {"type": "challenge", "player": "p2", "target_seq": 1},
        {"type": "clock", "player": "p1", "used_ms": 1_400_000},
        {"type": "exchange", "player": "p1", "count": 2},
        {"type": "pass", "player": "p2"},
        {"type": "undo"},
    ):
        body = table.body(move)
        spent = cost(lambda body=body: table.post(body))
        assert len(spent) <= 8, (move, spent)


def test_the_first_event_of_a_game_makes_its_sheet_too():
    table = Table.make()
    body = table.body(play("8F", "3 + 4 = 7", player="p1"))
    assert len(cost(lambda: table.post(body))) <= 12


def test_a_batch_of_forty_costs_no_more_than_one(table):
    turns = [{"type": "exchange", "player": f"p{2 - turn % 2}", "count": 1} for turn in range(20)]
    clocks = [{"type": "clock", "player": "p1", "used_ms": 1000 * turn} for turn in range(20)]
    moves = [move for both in zip(turns, clocks, strict=True) for move in both]
    head, body, path = table.head, {"items": table.numbered(*moves)}, f"{table.path}/events:batch"
    assert len(cost(lambda: table.device.post(path, body))) <= 10
    assert table.head == head + 40
    assert len(cost(lambda: table.device.post(path, body))) <= 10, "sent again"


def test_a_long_game_costs_what_a_short_one_does(table):
    long = Table.make()
    near_the_end(long)
    for each in (table, long):
        player = each.state()["to_move"]
        body = each.body({"type": "pass", "player": player})
        each.spent = len(cost(lambda each=each, body=body: each.post(body)))
        each.read = [
            len(cost(lambda each=each, path=path: each.device.get(each.path + path)))
            for path in ("", "/events", "/events?after=1")
        ]
    assert long.spent == table.spent
    assert long.read == table.read
    assert max(long.read) <= 12


def test_a_report_from_a_tables_tablet_costs_at_most_eight():
    table = Table.make()
    path, body = table.event.game(), report({"p1": 412, "p2": 377})
    table.state()  # the first that a token asks for is written down
    assert len(cost(lambda: table.device.post(path, body))) <= 8
    assert len(cost(lambda: table.device.post(path, body))) <= 8, "sent again"


def test_an_end_is_an_event_and_a_report(table):
    body = table.body({"type": "end", "reason": "agreed"})
    assert len(cost(lambda: table.post(body))) <= 7 + 7
