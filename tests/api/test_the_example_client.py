"""The client of examples/, as an app would use it: over a real network to a real site."""

import json
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest

from examples.kradan_client import REFUSED, STORED, Answer, Client, Outbox, Problem, Sheet, Unreachable, enrolled
from tests.api.table import Table, play
from tests.factories import TEST
from tournaments.services.devices import device_create

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]

OPENING = play("8F", "3 + 4 = 7", player="p1")
WRONG = play("9F", "1 + 1 = 3", player="p2")


@pytest.fixture
def table() -> Table:
    return Table.make()


@pytest.fixture
def sheet(table: Table, live_site: str, tmp_path: Path) -> Sheet:
    return Sheet(Client(live_site, table.device.token), Outbox(tmp_path / "outbox.sqlite3"), f"g{table.game_id}")


def record(sheet: Sheet, move: dict[str, Any]) -> Any:
    fields = {key: value for key, value in move.items() if key != "type"}
    return sheet.record(move["type"], **fields)


class Flaky(Client):
    """``faults`` says what is lost of each request: it on its way (``sent``), its ``answer``, or nothing."""

    faults: list[str]

    def call(self, method: str, path: str, body: Any = None, *, if_match: str = "") -> Answer:
        fault = self.faults.pop(0) if self.faults else ""
        if fault == "sent":
            raise Unreachable("no network")
        answer = super().call(method, path, body, if_match=if_match)
        if fault == "answer":
            raise Unreachable("timed out")
        return answer


def flaky(sheet: Sheet, *faults: str) -> Sheet:
    client = Flaky(sheet.client.site, sheet.client.token)
    client.faults = list(faults)
    return Sheet(client, sheet.outbox, sheet.game)


def test_a_device_enrols_finds_its_game_and_records_a_play(table: Table, live_site: str, tmp_path: Path) -> None:
    scopes = ["game:read", "game:record"]
    _device, code = device_create(
        tournament=table.event.tournament, label="Table 1", tables=[1], scopes=scopes, actor=TEST
    )
    client = enrolled(live_site, code, label="Table 1", app="amscore/1.4")
    (game,) = client.me()["games"]
    assert client.claim(game["game"])["holder"] == "Table 1"
    sheet = Sheet(client, Outbox(tmp_path / "outbox"), game["game"])
    record(sheet, OPENING)
    report = sheet.send()
    assert (report.unsent, report.problem) == (0, None)
    assert report.answer is not None
    assert report.answer["totals"] == client.game(game["game"])["totals"] == {"p1": 12, "p2": 0}
    assert [event["type"] for event in client.events(game["game"])] == ["play"]
    client.release(game["game"])
    assert client.game(game["game"])["claim"] is None


def test_what_was_recorded_offline_is_stored_once_though_it_is_sent_twice(table: Table, sheet: Sheet) -> None:
    # The withdrawn play takes a number that nobody without a network can know.
    moves = [
        OPENING,
        WRONG,
        {"type": "challenge", "player": "p1"},
        {"type": "exchange", "player": "p1", "count": 2},
    ]
    moves += [{"type": "exchange", "player": f"p{2 - turn % 2}", "count": 1} for turn in range(4)]
    offline = flaky(sheet, "sent", "answer", "answer")
    for move in moves:
        record(offline, move)
    assert (offline.send().unsent, table.head) == (8, 0)
    pauses: list[float] = []
    report = offline.send_all(pause=pauses.append)
    assert (report.unsent, report.problem, report.retry_after) == (0, None, None)
    assert len(pauses) == 2, "twice no answer came"
    stored = [event for event in table.log() if event["client_event_id"]]
    assert [event["client_event_id"] for event in stored] == [kept.id for kept in sheet.outbox.kept(sheet.game)]
    assert [event["type"] for event in table.log()][:4] == ["play", "play", "challenge", "play_withdrawn"]
    assert table.totals == {"p1": 12, "p2": 0}
    table.assert_whole()


def test_an_answer_that_never_came_is_asked_for_again(table: Table, sheet: Sheet) -> None:
    record(sheet, OPENING)
    lost = flaky(sheet, "answer")
    assert lost.send().retry_after is not None
    assert table.head == 1
    assert lost.send().unsent == 0
    assert table.head == 1
    assert sheet.outbox.head(sheet.game) == 1


def test_a_refused_event_is_shown_and_kept_and_the_ones_behind_it_wait(table: Table, sheet: Sheet) -> None:
    record(sheet, OPENING)
    record(sheet, play("1A", "1 + 1 = 2", player="p2"))
    record(sheet, {"type": "exchange", "player": "p1", "count": 1})
    report = sheet.send()
    assert report.unsent == 2
    assert report.problem is not None
    assert (report.problem["code"], report.problem["errors"][0]["code"]) == ("move.invalid", "move.not_connected")
    assert sheet.send().problem == report.problem, "again and again, until a person has looked"
    refused = sheet.outbox.refused(sheet.game)
    assert refused is not None
    sheet.outbox.again(refused, {**refused.event, "start": "H8", "tiles": [None, "+", "3", "=", "7"]})
    still = sheet.send()
    assert still.problem is not None
    again = sheet.outbox.refused(sheet.game)
    assert again is not None
    assert again.id != refused.id
    sheet.outbox.again(again, {"type": "pass", "player": "p2"})
    assert sheet.send().unsent == 0
    assert [event["type"] for event in table.log()] == ["play", "pass", "exchange"]


def test_an_event_that_cannot_be_read_does_not_hold_up_those_before_it(table: Table, sheet: Sheet) -> None:
    record(sheet, OPENING)
    record(sheet, {"type": "pass", "player": "p2"})
    record(sheet, {"type": "pass", "player": "p9"})
    report = sheet.send()
    assert report.problem is not None
    assert (report.problem["code"], report.unsent, table.head) == ("request.invalid", 1, 2)
    refused = sheet.outbox.refused(sheet.game)
    assert refused is not None
    sheet.outbox.drop(refused)
    assert sheet.send().unsent == 0


def test_what_somebody_else_recorded_is_for_a_person_to_look_at(table: Table, sheet: Sheet) -> None:
    record(sheet, OPENING)
    assert sheet.send().unsent == 0
    points = {"type": "arbiter_adjustment", "player": "p1", "points": -5, "reason": "late start"}
    assert table.send(points, table.director).status == 201
    record(sheet, {"type": "pass", "player": "p2"})
    report = sheet.send()
    assert report.problem is not None
    assert report.problem["code"] == "game.sequence_conflict"
    assert [event["type"] for event in report.problem["events"]] == ["arbiter_adjustment"]
    refused = sheet.outbox.refused(sheet.game)
    assert refused is not None
    sheet.outbox.again(refused)
    assert sheet.send().unsent == 0
    assert [event["type"] for event in table.log()] == ["play", "arbiter_adjustment", "pass"]


def test_a_server_that_knows_less_than_it_did_gets_everything_again(table: Table, sheet: Sheet) -> None:
    for move in (OPENING, {"type": "pass", "player": "p2"}, {"type": "pass", "player": "p1"}):
        record(sheet, move)
    kept = sheet.outbox.kept(sheet.game)
    first = Sheet(sheet.client, sheet.outbox, sheet.game)
    assert first.client.post(sheet.game, {"client_event_id": kept[0].id, "seq": 1, **kept[0].event}).status == 201
    # The tablet remembers all three as stored, the server after its night only the first.
    sheet.outbox.settle(sheet.game, 3, {one.id: (STORED, None) for one in kept})
    record(sheet, {"type": "exchange", "player": "p2", "count": 1})
    assert sheet.send().unsent == 0
    assert [event["type"] for event in table.log()] == ["play", "pass", "pass", "exchange"]
    table.assert_whole()


_RECORDS = """
import sys
from examples.kradan_client import Client, Outbox, Sheet
sheet = Sheet(Client("http://127.0.0.1:9"), Outbox(sys.argv[1]), "g1")
while True:
    print(sheet.record("pass").id, flush=True)
"""


def test_a_killed_app_loses_nothing_that_was_recorded(tmp_path: Path) -> None:
    file = tmp_path / "outbox.sqlite3"
    root = Path(__file__).resolve().parents[2]
    words = [sys.executable, "-c", _RECORDS, str(file)]
    with subprocess.Popen(words, cwd=root, stdout=subprocess.PIPE, text=True) as app:
        assert app.stdout is not None
        told = [app.stdout.readline().strip() for _ in range(20)]
        app.send_signal(signal.SIGKILL)
        told += [line.strip() for line in app.stdout if line.endswith("\n")]
    kept = [one.id for one in Outbox(file).kept("g1")]
    assert kept[: len(told)] == told
    assert len(kept) <= len(told) + 1


# --- What stands between an app and the site ----------------------------------------------------------------


class Portal(BaseHTTPRequestHandler):
    answers: list[tuple[int, dict[str, str], bytes]]
    seen: list[tuple[str, dict[str, Any] | None, str | None]]

    def do_POST(self) -> None:
        raw = self.rfile.read(int(self.headers["Content-Length"]))
        self.seen.append((self.path, json.loads(raw), self.headers["Authorization"]))
        status, headers, body = self.answers.pop(0)
        self.send_response(status)
        for name, value in {"Content-Length": str(len(body)), **headers}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self) -> None:
        self.seen.append((self.path, None, self.headers["Authorization"]))
        self.send_error(404)

    def log_message(self, *_args: Any) -> None:
        """Says nothing."""


@pytest.fixture
def portal() -> Iterator[tuple[str, type[Portal]]]:
    handler = type("Handler", (Portal,), {"answers": [], "seen": []})
    server = HTTPServer(("127.0.0.1", 0), handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}", handler
    server.shutdown()
    server.server_close()


def problem(status: int, code: str, **headers: str) -> tuple[int, dict[str, str], bytes]:
    return status, headers, json.dumps({"code": code, "status": status, "title": code}).encode()


TAKEN = (201, {}, b'{"seq": 1, "derived": [], "totals": {}}')


@pytest.mark.parametrize(
    "between",
    [
        problem(408, "request.timeout"),
        problem(425, "too_early"),
        problem(429, "throttled"),
        problem(500, "server.error"),
        problem(503, "service.unavailable"),
        (502, {}, b"<h1>Bad gateway</h1>"),
        (403, {}, b"<h1>Please log in to our wireless network</h1>"),
        (200, {}, b"<h1>Welcome to our wireless network</h1>"),
        (302, {"Location": "/login"}, b""),
        (201, {"Content-Length": "900"}, b'{"seq": 1, "deri'),
    ],
    ids=lambda one: str(one[0]),
)
def test_what_passes_is_sent_again_with_the_same_id_and_everything_else_untouched(
    between: Any, portal: tuple[str, type[Portal]], tmp_path: Path
) -> None:
    site, handler = portal
    handler.answers += [between, TAKEN]
    sheet = Sheet(Client(site, "krd_dev_secret", timeout=2), Outbox(tmp_path / "outbox"), "g1")
    kept = sheet.record("pass")
    assert sheet.send_all(pause=lambda _seconds: None).unsent == 0
    (path, first, token), (_path, second, _token) = handler.seen
    assert path == "/api/v1/games/g1/events"
    assert first == second
    assert first is not None
    assert (first["client_event_id"], token) == (kept.id, "Bearer krd_dev_secret")


def test_a_server_that_says_how_long_to_wait_is_left_alone_as_long(
    portal: tuple[str, type[Portal]], tmp_path: Path
) -> None:
    site, handler = portal
    handler.answers += [problem(429, "throttled", **{"Retry-After": "17"}), TAKEN]
    sheet = Sheet(Client(site), Outbox(tmp_path / "outbox"), "g1")
    sheet.record("pass")
    pauses: list[float] = []
    assert sheet.send_all(pause=pauses.append).unsent == 0
    assert pauses == [17.0]


@pytest.mark.parametrize("status", [400, 401, 403, 404, 409, 410, 422])
def test_every_other_refusal_is_kept_and_shown(
    status: int, portal: tuple[str, type[Portal]], tmp_path: Path
) -> None:
    site, handler = portal
    handler.answers += [problem(status, "some.code")]
    sheet = Sheet(Client(site), Outbox(tmp_path / "outbox"), "g1")
    kept = sheet.record("pass")
    report = sheet.send_all(pause=lambda _seconds: None)
    assert (report.unsent, report.retry_after, len(handler.seen)) == (1, None, 1)
    assert report.problem is not None
    assert report.problem["code"] == "some.code"
    (still,) = Outbox(tmp_path / "outbox").kept("g1")
    assert (still.id, still.state) == (kept.id, REFUSED)


def test_a_problem_is_a_sentence_to_show(table: Table, live_site: str) -> None:
    with pytest.raises(Problem) as refusal:
        Client(live_site, "krd_dev_wrong").game(f"g{table.game_id}")
    assert (refusal.value.status, refusal.value.code) == (401, "auth.token_invalid")
    assert str(refusal.value).endswith(".")
    assert not refusal.value.passes
