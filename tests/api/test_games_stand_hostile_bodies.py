"""Bodies that no app sends: a problem is answered, nothing breaks and nothing is stored. Fault 56."""

import json
import os
import uuid

import pytest
from django.core.cache import cache

from games.api.shapes import EventNew
from games.models import GameEvent, Sheet
from tests.api.client import Api
from tests.api.table import Table, play

pytestmark = pytest.mark.django_db

FIRST = play("8F", "3 + 4 = 7", player="p1")
PATHS = ("/events", "/events?dry_run=1", "/events:batch", "/claim")
KEY = "0193e2a4-7c1e-7b11-9d2f-3a5c8e1f0a61"
EVENT = f'"client_event_id": "{KEY}", "seq": 1, "type": "play", "start": "8F", "dir": "across"'

RAW = {
    "nothing": b"",
    "blank": b"   ",
    "not JSON": b"seq=1&type=play",
    "cut off": b'{"seq": 1, "type": "pl',
    "a byte order mark": b"\xef\xbb\xbf{}",
    "UTF-16": '{"seq": 1}'.encode("utf-16"),
    "bytes that are no UTF-8": b'{"reason": "\xff\xfe"}',
    "a list": b"[]",
    "a number": b"17",
    "null": b"null",
    "a text": b'"play"',
    "NaN": b'{"claimed_score": NaN}',
    "Infinity": b'{"claimed_score": -Infinity}',
    "1e400": b'{"claimed_score": 1e400}',
    "a number of many digits": b'{"seq": 1' + b"0" * 5000 + b"}",
    "a key twice": b'{"seq": 1, "seq": 2}',
    "a key twice far inside": b'{"items": [{"tiles": [{"tile": "7", "tile": "8"}]}]}',
    "NUL": b'{"reason": "a\\u0000b"}',
    "half a pair": b'{"reason": "\\ud800"}',
    "half a pair in a key": b'{"\\udc00": 1}',
    "ten thousand lists in one another": b"[" * 10_000 + b"]" * 10_000,
    "ten thousand objects in one another": b'{"a":' * 10_000 + b"1" + b"}" * 10_000,
    "depth inside a tile": b'{%s, "tiles": %s}' % (EVENT.encode(), b"[" * 5000 + b"]" * 5000),
}


@pytest.fixture
def table():
    table = Table.make(judging_mode="auto")
    table.done({"type": "clock", "player": "p1", "used_ms": 5})
    return table


def assert_nothing_happened(table):
    assert (GameEvent.objects.count(), Sheet.objects.get().head_seq) == (1, 1)
    assert table.state()["totals"] == {"p1": 0, "p2": 0}


@pytest.mark.parametrize("raw", RAW.values(), ids=RAW)
def test_a_body_that_nobody_can_read_is_a_problem(table, raw):
    for path in PATHS:
        if (raw.strip() == b"" and path == "/claim") or raw == b"":
            continue
        answer = table.device.call("POST", table.path + path, raw)
        assert 400 <= answer.status < 500, (path, answer)
    assert_nothing_happened(table)


def test_no_body_at_all_is_a_problem_too(table):
    for path in PATHS[:3]:
        assert table.device.call("POST", table.path + path, b"").status == 400
    assert_nothing_happened(table)


def test_ten_megabytes_are_too_many(table):
    raw = json.dumps({"items": [{"reason": "ก" * 3_000_000}]}, ensure_ascii=False).encode()
    for path in PATHS:
        answer = table.device.call("POST", table.path + path, raw)
        assert (answer.status, answer.code) == (413, "request.too_large")
    assert_nothing_happened(table)


ODD = (
    *(None, True, False, 0, -1, 1.5, -0.0, 2**31, -(2**31) - 1, 10**30, 1e308),
    *(
        "",
        " ",
        "x",
        "0",
        "1",
        "p1",
        "p3",
        "8F",
        "๑",
        "\u2212",
        "\uff1d",
        "\u202e",
        "\ufeff7",
        "a" * 5000,
        "=" * 400,
    ),
    *([], {}, [None], [[]], [{}], ["7"] * 95, {"tile": "7"}, {"p1": ["7"]}, {"a": {"b": [1, {"c": None}]}}),
    *([0, 0], [1, 2, 3], [1.5, 0], ["0", "0"], [10**30, 0], [True, False], [-9999, 9999]),
    [{"tile": "?", "as": None}],
    [{"tile": 7}],
    [{"tile": "7", "as": ["8"]}],
    [{"tile": "7", "as": "8"}],
    [{"tile": "7", "~1/": 1}],
    {"p/1": ["7"], "~": []},
    "9999-12-31T23:59:59.999999-23:59",
    "0001-01-01T00:00:00+23:59",
    "2026-02-30T00:00:00Z",
    "2026-11-29T25:00:00Z",
    "2026-11-29T10:12:05+99:00",
    "2026-11-29",
)
FIELDS = (
    *("client_event_id", "seq", "type", "player", "start", "dir", "tiles", "blocks", "count", "rack", "reason"),
    *("racks", "opponent_rack", "used_ms", "points", "target_seq", "occurred_at", "clock_ms", "claimed_score"),
    *("claimed_total", "event", "no_such_field", "", "p/1~0"),
)
KINDS = {
    "play": FIRST,
    "exchange": {"type": "exchange", "player": "p1", "count": 2},
    "pass": {"type": "pass", "player": "p1"},
    "challenge": {"type": "challenge", "player": "p1"},
    "end": {"type": "end", "reason": "agreed"},
    "clock": {"type": "clock", "player": "p1", "used_ms": 6},
    "undo": {"type": "undo"},
    "void": {"type": "void", "target_seq": 1, "reason": "wrong player"},
    "replace": {
        "type": "replace",
        "target_seq": 1,
        "reason": "wrong player",
        "event": {"type": "clock", "player": "p2", "used_ms": 7},
    },
    "arbiter_adjustment": {"type": "arbiter_adjustment", "player": "p1", "points": 5, "reason": "late start"},
}


#: One in so many of the odd values for each field of each kind, other ones for the next; 1 on a quiet evening.
EVERY = int(os.environ.get("KRADAN_ODD_VALUES", "12"))


def some_odd(turn: int) -> list[object]:
    return [odd for place, odd in enumerate(ODD) if (place + turn) % EVERY == 0]


@pytest.mark.parametrize(("turn", "kind"), list(enumerate(KINDS)))
@pytest.mark.parametrize("ruleset", ["amath", "summy"])
def test_no_value_in_any_place_breaks_anything(kind, turn, ruleset):
    """A director tries them first, so that corrections are reached too, then sends what came through."""
    table = Table.make(ruleset=ruleset)
    director = table.director
    table.done({"type": "clock", "player": "p1", "used_ms": 5}, director)
    bodies = []
    for number, field in enumerate(FIELDS):
        for odd in some_odd(turn + number + 5 * (ruleset == "summy")):
            bodies.append({**KINDS[kind], field: odd})
            if kind == "replace":
                bodies.append({**KINDS[kind], "event": {**KINDS[kind]["event"], field: odd}})
    fine = []
    for change in bodies:
        body = {"client_event_id": str(uuid.uuid4()), "seq": 2, **change}
        cache.clear()  # nobody's bucket holds so many
        answer = director.post(f"{table.path}/events?dry_run=1", body)
        assert answer.status < 500, (change, answer)
        if answer.status < 300:
            fine.append(body)
    assert_nothing_happened(table)
    for body in fine:
        cache.clear()
        body = {**body, "seq": table.head + 1}
        sent = director.post(f"{table.path}/events", body)
        assert sent.status < 500, (body, sent)
        if sent.status == 201:
            again = director.post(f"{table.path}/events", body)
            assert (again.status, again["seq"]) == (200, sent["seq"]), body
    assert [event["seq"] for event in table.log(director)] == list(range(1, table.head + 1))
    table.assert_whole()


@pytest.mark.parametrize(
    ("tile", "code", "more"),
    [
        ("๗", "tile.unknown", {"looks_like": "7"}),
        ("７", "tile.unknown", {"looks_like": "7"}),
        ("＝", "tile.unknown", {"looks_like": "="}),
        ("²", "tile.unknown", {"looks_like": "2"}),
        ("21", "tile.unknown", {}),
        ("7:8", "tile.unknown", {}),
        ("+/-:×", "tile.face_not_allowed", {"tile": "+/-", "face": "×"}),
    ],
)
def test_a_tile_of_another_alphabet_is_refused_with_what_it_looks_like(table, tile, code, more):
    answer = table.send({**FIRST, "tiles": ["3", "+", "4", "=", tile]})
    assert (answer.status, answer.code) == (422, "move.invalid")
    (item,) = answer["errors"]
    assert (item["code"], item["pointer"]) == (code, "/tiles/4")
    assert {name: item[name] for name in more} == more
    assert len(answer.raw) < 2000, "nobody is sent back a book"


def test_signs_as_keyboards_write_them_are_the_tiles_that_are_meant(table):
    answer = table.done({**FIRST, "tiles": ["7", "\u2212", "4", "=", "3"]})
    assert answer["move"]["tiles"] == ["7", "-", "4", "=", "3"]


def test_names_in_pointers_are_escaped_and_short(table):
    for tile in ({"tile": "4", "a/b~c" * 1000: 1}, "4" * 4000, {"tile": "4", "as": "4" * 4000}, ["4"], 4, {}):
        answer = table.send({**FIRST, "tiles": ["3", "+", tile, "=", "7"]})
        assert (answer.status, answer.pointers) == (400, ["/tiles/2"])
        assert len(answer.raw) < 2000
    racks = {"p/1~": ["7", None, "8" * 13]}
    answer = table.send({"type": "end", "reason": "agreed", "racks": racks})
    assert answer.pointers == ["/racks/p~11~0/1", "/racks/p~11~0/2"]
    assert len(answer.raw) < 2000
    end = table.send({"type": "end", "reason": "agreed", "racks": {"p/1" * 1000: []}})
    assert (end.status, end["errors"][0]["code"]) == (422, "wire.no_such_side")
    assert len(end.raw) < 2000


def test_lines_are_checked_without_a_game_and_without_a_break():
    api = Api()
    path = "/equations:check"
    assert api.post(path, {"line": "7 - 2 = 5"})["valid"] is True
    for line in (
        "7 - 2 = 6",
        "0 ÷ 0 = 0",
        "= = =",
        "๗ = 7",
        "7 − 2 ＝ 5",
        "1 " * 150,
        "? = ?",
        "\u202e7 = 7",
        "(" * 300,
    ):
        answer = api.post(path, {"line": line})
        assert (answer.status, answer["valid"]) == (200, False), line
        assert all(problem["detail"] for problem in answer["problems"])
    for body in (
        {"line": "1 " * 301},
        {"tiles": ["7"] * 95},
        {"tiles": [["7"]]},
        {"line": 7},
        {"ruleset": "chess"},
    ):
        assert api.post(path, body).status == 400


@pytest.mark.parametrize("start", [[-9999, 5], [9999, 9999], [0, 0], [1, -1], [27, 8], [-63, 8], [-64, 8]])
def test_squares_beyond_all_letters_are_outside_of_the_board(table, start):
    for direction in ("across", "down"):
        answer = table.send({**FIRST, "start": start, "dir": direction})
        assert (answer.status, answer.code) == (422, "move.invalid")
        assert {item["code"] for item in answer["errors"]} == {"move.cell.outside"}
        assert answer["errors"][0]["cell"] == start


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/equations:check", {"tiles": [0] * 20_000}),
        ("/equations:check", {f"k{number}": 0 for number in range(20_000)}),
        ("/devices/enrol", {f"k{number}": 0 for number in range(20_000)}),
        ("events:batch", {"items": [{}] * 20_000}),
        ("events:batch", {"items": [{f"k{number}": 0 for number in range(200)}] * 200}),
        ("events", {"type": "pass", **{f"k{number}": 0 for number in range(20_000)}}),
        ("events", {"type": "end", "racks": {f"p{number}": 0 for number in range(20_000)}}),
        ("result", {"scores": {f"{number}": "" for number in range(1, 20_000)}}),
    ],
)
def test_a_body_full_of_faults_is_answered_in_short(table, path, body):
    """A megabyte of them took a minute to answer, with forty megabytes, and needed no login."""
    answer = table.device.post(path if path.startswith("/") else f"{table.path}/{path}", body)
    assert answer.status in (400, 422)
    assert len(answer["errors"]) <= 100
    assert len(answer.raw) < 20_000


def test_a_list_that_is_too_long_is_not_read(table, monkeypatch):
    read = []
    monkeypatch.setattr(EventNew, "run_validation", lambda self, data: read.append(data))
    answer = table.batch([{}] * 201)
    assert (answer.status, answer.pointers, answer["errors"][0]["code"]) == (400, ["/items"], "field.max_length")
    assert read == []
