"""A client for scoring apps: Python 3.11 and its standard library, nothing else. Copy it and make it yours.

    client = enrolled("https://kradan.example", "7KQ2-9MXR-4TGH-3BNV", label="Table 12", app="amscore/1.4")
    sheet = Sheet(client, Outbox("table12.sqlite3"), client.me()["games"][0]["game"])
    sheet.record("play", player="p1", start="8F", dir="across", tiles=["7", "×", "2", "=", "14"])
    sheet.send()

`Client` makes one request at a time. `Outbox` is a file in which every event is kept from the moment it is recorded
until the server has it: a killed app loses nothing. `Sheet` sends what is in there, in order, as often as needed.
"""

import http.client
import json
import random
import sqlite3
import time
import urllib.error
import urllib.request
import uuid
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

Json = dict[str, Any]
#: The most that one batch takes.
MAX_BATCH = 200
#: Answers after which the same is sent again with the same id. Every other 4xx is for a person to look at.
_AGAIN = frozenset({408, 425, 429})


class Problem(Exception):
    """The server said no: RFC 9457. `code` is stable; `str()` is a sentence to show."""

    def __init__(self, status: int, body: Mapping[str, Any], retry_after: float | None = None) -> None:
        self.status = status
        self.body = body
        self.code = str(body.get("code", status))
        self.retry_after = retry_after
        details = [item["detail"] for item in body.get("errors", ()) if item.get("detail")]
        super().__init__(" ".join([str(body.get("title", f"HTTP {status}")), *details]))

    @property
    def passes(self) -> bool:
        """Worth another try with the same id."""
        return self.status in _AGAIN or self.status >= 500


class Unreachable(Exception):
    """No answer came, or none of Kradan's. What was sent may have arrived all the same."""


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """A hotel's login page must not get the token."""

    def redirect_request(self, *_args: Any) -> None:
        return None


_OPENER = urllib.request.build_opener(_NoRedirects)


@dataclass(frozen=True)
class Answer:
    status: int
    body: Json
    etag: str = ""
    replayed: bool = False


@dataclass
class Client:
    """`site` without a slash at its end; `token` is shown once, at the enrolment."""

    site: str
    token: str = field(default="", repr=False)
    timeout: float = 10.0
    language: str = "en"

    def call(self, method: str, path: str, body: Json | None = None, *, if_match: str = "") -> Answer:
        """One request under /api/v1. Raises `Problem` or `Unreachable`."""
        request = urllib.request.Request(f"{self.site}/api/v1{path}", method=method)  # noqa: S310
        request.add_header("Accept", "application/json")
        request.add_header("Accept-Language", self.language)
        if self.token:
            request.add_header("Authorization", f"Bearer {self.token}")
        if if_match:
            request.add_header("If-Match", if_match)
        if body is not None:
            request.add_header("Content-Type", "application/json")
            request.data = json.dumps(body, ensure_ascii=False).encode()
        try:
            with _OPENER.open(request, timeout=self.timeout) as response:
                headers, status, raw = response.headers, response.status, response.read()
        except urllib.error.HTTPError as error:
            with error:
                raise _refusal(error) from None
        except (OSError, http.client.HTTPException) as error:
            raise Unreachable(str(error)) from error
        try:
            told: Json = json.loads(raw) if raw else {}
        except ValueError:  # a portal's page in between, or half an answer
            raise Unreachable("the answer is not Kradan's") from None
        return Answer(status, told, headers["ETag"] or "", headers["Idempotent-Replayed"] == "true")

    def me(self) -> Json:
        """What this device may do, and its games."""
        return self.call("GET", "/devices/me").body

    def game(self, game: str) -> Json:
        """The board, the totals, whose turn it is."""
        return self.call("GET", f"/games/{game}").body

    def events(self, game: str, after: int = 0) -> list[Json]:
        items: list[Json] = self.call("GET", f"/games/{game}/events?after={after}").body["items"]
        return items

    def claim(self, game: str) -> Json:
        """Nobody else records for ten minutes; each event renews it."""
        return self.call("POST", f"/games/{game}/claim", {}).body

    def release(self, game: str) -> None:
        self.call("DELETE", f"/games/{game}/claim")

    def post(self, game: str, event: Json) -> Answer:
        return self.call("POST", f"/games/{game}/events", event)

    def post_batch(self, game: str, events: Sequence[Json]) -> Answer:
        return self.call("POST", f"/games/{game}/events:batch", {"items": list(events)})

    def result(self, game: str) -> Answer:
        return self.call("GET", f"/games/{game}/result")

    def confirm(self, game: str, seen: Answer, side: str, pin: str) -> Answer:
        """A side says yes to the very result that was shown to it: `seen` is that answer."""
        path = f"/games/{game}/result/{seen.body['version']}/confirm"
        return self.call("POST", path, {"as": side, "pin": pin}, if_match=seen.etag)


def enrolled(site: str, code: str, *, label: str = "", app: str = "") -> Client:
    """Trade a code for a token; keep `client.token` where only the app can read it."""
    body = {"code": code, "label": label, "app": app}
    return Client(site, Client(site).call("POST", "/devices/enrol", body).body["token"])


def _refusal(error: urllib.error.HTTPError) -> Problem | Unreachable:
    try:
        body = json.loads(error.read())
    except (ValueError, OSError, http.client.HTTPException):
        body = None
    after = error.headers["Retry-After"] or ""
    if isinstance(body, dict) and "code" in body:
        return Problem(error.code, body, float(after) if after.isdecimal() else None)
    return Unreachable(f"HTTP {error.code} {error.reason}, not from Kradan")  # a proxy's or a portal's


# --- What is not sent yet ----------------------------------------------------------------------------------

WAITING, STORED, REFUSED = "waiting", "stored", "refused"


@dataclass(frozen=True)
class Kept:
    """An event in the outbox. `problem` says why the server refused it."""

    place: int
    id: str
    event: Json
    state: str
    problem: Json | None = None


class Outbox:
    """An SQLite file; what `keep` has returned survives a kill and a power cut."""

    def __init__(self, path: Path | str) -> None:
        self._path = str(path)
        with self._open() as file:
            file.execute(
                "CREATE TABLE IF NOT EXISTS event (place INTEGER PRIMARY KEY, game TEXT, id TEXT UNIQUE,"
                " body TEXT, state TEXT, problem TEXT)"
            )
            file.execute("CREATE TABLE IF NOT EXISTS head (game TEXT PRIMARY KEY, seq INTEGER)")

    def keep(self, game: str, event: Json) -> Kept:
        """Keep an event under an id that it has for ever."""
        identity = str(uuid.uuid4())
        with self._open() as file:
            place = file.execute(
                "INSERT INTO event (game, id, body, state) VALUES (?, ?, ?, ?)",
                (game, identity, json.dumps(event, ensure_ascii=False), WAITING),
            ).lastrowid
        return Kept(place or 0, identity, event, WAITING)

    def kept(self, game: str) -> list[Kept]:
        """Everything that was ever recorded of a game, in order."""
        with self._open() as file:
            rows = file.execute(
                "SELECT place, id, body, state, problem FROM event WHERE game = ? ORDER BY place", (game,)
            ).fetchall()
        return [
            Kept(place, identity, json.loads(body), state, json.loads(problem) if problem else None)
            for place, identity, body, state, problem in rows
        ]

    def waiting(self, game: str) -> list[Kept]:
        """What can be sent now: nothing behind a refused one, for it may depend on that."""
        found = []
        for kept in self.kept(game):
            if kept.state == REFUSED:
                break
            if kept.state == WAITING:
                found.append(kept)
        return found

    def refused(self, game: str) -> Kept | None:
        """The event that a person has to look at before anything else of the game is sent."""
        return next((kept for kept in self.kept(game) if kept.state == REFUSED), None)

    def head(self, game: str) -> int:
        with self._open() as file:
            row = file.execute("SELECT seq FROM head WHERE game = ?", (game,)).fetchone()
        return int(row[0]) if row else 0

    def settle(self, game: str, head: int, states: Mapping[str, tuple[str, Json | None]]) -> None:
        """Write down, in one go, what the server said of events and where its log stands."""
        with self._open() as file:
            file.executemany(
                "UPDATE event SET state = ?, problem = ? WHERE id = ?",
                [(state, json.dumps(why) if why else None, one) for one, (state, why) in states.items()],
            )
            file.execute("REPLACE INTO head VALUES (?, ?)", (game, head))

    def forgotten(self, game: str, head: int) -> None:
        """The server knows less than it did (a backup was restored): all is sent again, nothing counts twice."""
        with self._open() as file:
            file.execute("UPDATE event SET state = ? WHERE game = ? AND state = ?", (WAITING, game, STORED))
            file.execute("REPLACE INTO head VALUES (?, ?)", (game, head))

    def drop(self, kept: Kept) -> None:
        """A person decided that this did not happen."""
        with self._open() as file:
            file.execute("DELETE FROM event WHERE id = ? AND state != ?", (kept.id, STORED))

    def again(self, kept: Kept, event: Json | None = None) -> None:
        """A person wants it sent again; changed, it is another event and gets another id."""
        with self._open() as file:
            if event is None:
                file.execute("UPDATE event SET state = ? WHERE id = ? AND state = ?", (WAITING, kept.id, REFUSED))
            else:
                file.execute(
                    "UPDATE event SET state = ?, id = ?, body = ?, problem = NULL WHERE id = ? AND state = ?",
                    (WAITING, str(uuid.uuid4()), json.dumps(event, ensure_ascii=False), kept.id, REFUSED),
                )

    @contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        """One connection for each step, so that any thread may ask."""
        file = sqlite3.connect(self._path, timeout=30)
        try:
            file.execute("PRAGMA synchronous = FULL")
            with file:
                yield file
        finally:
            file.close()


# --- Recording and sending ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class Report:
    """What came of a try to send. `unsent` counts what the server does not have yet; `problem` is to be shown."""

    unsent: int
    #: The server's answer to the last event that it took.
    answer: Json | None = None
    problem: Json | None = None
    #: Least seconds until the next try; None where trying again helps nobody.
    retry_after: float | None = None


class Sheet:
    """One game on one device."""

    def __init__(self, client: Client, outbox: Outbox, game: str) -> None:
        self.client = client
        self.outbox = outbox
        self.game = game

    def record(self, kind: str, **fields: Any) -> Kept:
        """Keep an event; it is safe when this returns. `occurred_at` is the moment of it."""
        now = datetime.now(UTC).isoformat(timespec="milliseconds")
        return self.outbox.keep(self.game, {"type": kind, "occurred_at": now, **fields})

    def send(self) -> Report:
        """Send what waits, once: one event by itself, more as a batch. Never raises for a network that is down."""
        answer: Json | None = None
        most = MAX_BATCH
        while waiting := self.outbox.waiting(self.game)[:most]:
            head = self.outbox.head(self.game)
            bodies = [
                {"client_event_id": kept.id, "seq": head + 1 + behind, **kept.event}
                for behind, kept in enumerate(waiting)
            ]
            try:
                if len(bodies) == 1:
                    answer, problem = self._one(bodies[0]), None
                else:
                    answer, problem = self._batch(bodies)
            except Unreachable as error:
                return self._report(answer, {"title": str(error)}, 0.0)
            except Problem as error:
                if error.passes:
                    return self._report(answer, dict(error.body), error.retry_after or 0.0)
                if len(bodies) > 1 and error.status in (400, 413, 422):
                    most = 1  # one of them cannot even be read: alone it is found out which
                    continue
                problem = dict(error.body)
            if problem is not None and not self._caught_up(problem, waiting, head):
                break
        refused = self.outbox.refused(self.game)
        return self._report(answer, refused.problem if refused else None)

    def send_all(self, seconds: float = 60.0, pause: Callable[[float], object] = time.sleep) -> Report:
        """`send` until nothing waits, a person is needed, or the time is up; with longer and longer pauses."""
        spent, longer = 0.0, 0.25
        while (report := self.send()).retry_after is not None and spent < seconds:
            # Random, or two hundred tablets would all come back in the same moment.
            wait = max(report.retry_after, longer * random.uniform(0.5, 1.5))  # noqa: S311
            pause(wait)
            spent, longer = spent + wait, min(longer * 2, 30.0)
        return report

    def _report(self, answer: Json | None, problem: Json | None, after: float | None = None) -> Report:
        unsent = sum(kept.state != STORED for kept in self.outbox.kept(self.game))
        return Report(unsent, answer, problem, after)

    def _one(self, body: Json) -> Json:
        told = self.client.post(self.game, body).body
        last = max([told["seq"], *(event["seq"] for event in told["derived"])])
        head = max(last, self.outbox.head(self.game))
        self.outbox.settle(self.game, head, {body["client_event_id"]: (STORED, None)})
        return told

    def _batch(self, bodies: Sequence[Json]) -> tuple[Json, Json | None]:
        told = self.client.post_batch(self.game, bodies).body
        stored = [item["client_event_id"] for item in told["items"] if item["status"] in ("applied", "replayed")]
        self.outbox.settle(self.game, told["head_seq"], dict.fromkeys(stored, (STORED, None)))
        return told, next((item["problem"] for item in told["items"] if item["status"] == "rejected"), None)

    def _caught_up(self, problem: Json, sent: Sequence[Kept], head: int) -> bool:
        """Whether to go on after a refusal. If not, the first event that still waits is marked as refused.

        Numbers that are out of step are put right here, as long as nobody else has recorded anything: what follows
        by the rules (a play withdrawn, a rack's worth) takes numbers that an app without a network cannot know.
        """
        code, now = problem.get("code"), problem.get("head_seq", -1)
        kept = self.outbox.kept(self.game)
        mine = {one.id for one in kept}
        told = {event["client_event_id"] for event in problem.get("events", ())} - {None}
        if code == "game.sequence_gap" and now < head:
            self.outbox.forgotten(self.game, now)
            return True
        if code in ("game.sequence_gap", "game.sequence_conflict"):
            left = {one.id for one in kept if one.state == WAITING}
            self.outbox.settle(self.game, now, dict.fromkeys(told & left, (STORED, None)))
            moved = now != head or told & left or any(one.id not in left for one in sent)
            if told <= mine and moved:
                return True
        first = next(iter(self.outbox.waiting(self.game)), None)
        if first is not None:  # a person who has looked sends it `again`, behind what others recorded
            self.outbox.settle(self.game, self.outbox.head(self.game), {first.id: (REFUSED, problem)})
        return False
