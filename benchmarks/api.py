"""The API that tablets talk to, called in this process through the whole site, middlewares and all.

``post_move`` and ``post_result``: milliseconds of one request, the median over whole games at many tables. The
baseline is the least endpoint of `benchmarks.api_urls` (token, select, insert, nothing else) in the same run, in
turns; the ratio is our share of its rate, baseline / value: the aim is 0.6 or more.
``post_move_queries`` and ``post_result_queries``: the most statements that any event of those games cost before the
game was over, the first of a game apart, which makes its sheet, and any report; the bar is 8. ``post_end_queries``:
those of an end, which is an event and proposes the result.
``engine_share``: percent of a post's time in which the engine judges, scores and plays; the bar is 3.
``wire_share``: percent in which a move is read from JSON, and it and its score are made into JSON.
``snapshot_share``: percent in which the position is taken from the kept one and made into the next.
``batch_40``: milliseconds of a batch of forty events.
"""

import io
import json
import pkgutil
import statistics
import time
import uuid
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from itertools import cycle, takewhile
from random import Random
from typing import Any
from unittest import mock

from django.core.handlers.wsgi import WSGIHandler
from django.db import connection
from django.test import override_settings

from benchmarks.measure import Row

GROUP = "api"
NEEDS_DJANGO = True
TABLES = 75
#: What a post does in the engine, by the modules that call it.
_ENGINE = (
    ("games.services.log", ("get_ruleset",)),
    ("games.selectors.sheets", ("replay",)),
    ("games.engine.Position", ("problems", "play")),
)
_WIRE = (
    ("games.services.log", ("move_data", "score_data")),
    ("games.services.recording", ("read_move",)),
    ("games.selectors.sheets", ("read_move",)),
)
_SNAPSHOTS = (("games.services.log", ("from_snapshot", "take_snapshot")),)


class Caller:
    """Requests to the site without a server in between."""

    def __init__(self, token: str) -> None:
        self._site = WSGIHandler()
        self._token = token

    def post(self, path: str, body: Any) -> tuple[float, Any]:
        """Seconds, and the answer."""
        raw = json.dumps(body).encode()
        environ = {
            "REQUEST_METHOD": "POST",
            "PATH_INFO": path,
            "SERVER_NAME": "127.0.0.1",
            "SERVER_PORT": "80",
            "SERVER_PROTOCOL": "HTTP/1.1",
            "REMOTE_ADDR": "127.0.0.1",
            "HTTP_HOST": "127.0.0.1",
            "HTTP_AUTHORIZATION": f"Bearer {self._token}",
            "CONTENT_TYPE": "application/json",
            "CONTENT_LENGTH": str(len(raw)),
            "wsgi.input": io.BytesIO(raw),
            "wsgi.errors": io.StringIO(),
            "wsgi.url_scheme": "http",
        }
        statuses: list[str] = []
        begun = time.perf_counter()
        answer = self._site(environ, lambda status, _headers: statuses.append(status))
        whole = b"".join(answer)
        answer.close()
        seconds = time.perf_counter() - begun
        assert statuses[0].startswith("2"), (path, statuses, whole[:500])
        return seconds, json.loads(whole)


@contextmanager
def timed_in(places: Sequence[tuple[str, Sequence[str]]]) -> Iterator[list[float]]:
    """One number that grows by the seconds spent in these functions."""
    spent = [0.0]
    inside = [False]

    def timed(call: Callable[..., Any]) -> Callable[..., Any]:
        def run(*args: Any, **more: Any) -> Any:
            if inside[0]:
                return call(*args, **more)
            inside[0] = True
            begun = time.perf_counter()
            try:
                return call(*args, **more)
            finally:
                spent[0] += time.perf_counter() - begun
                inside[0] = False

        return run

    with ExitStack() as patched:
        for place, names in places:
            found = pkgutil.resolve_name(place)
            for name in names:
                patched.enter_context(mock.patch.object(found, name, timed(getattr(found, name))))
        yield spent


@contextmanager
def statements_counted() -> Iterator[list[int]]:
    count = [0]

    def counted(execute: Any, sql: str, *args: Any) -> Any:
        count[0] += not sql.startswith("BEGIN")
        return execute(sql, *args)

    with connection.execute_wrapper(counted):
        yield count


def run() -> Iterator[Row]:
    from rest_framework.settings import api_settings

    rates = dict.fromkeys(("token_read", "token_write", "anonymous"), "100000/min")
    with (
        override_settings(ROOT_URLCONF="benchmarks.api_urls", ALLOWED_HOSTS=["*"]),
        mock.patch.dict(api_settings.DEFAULT_THROTTLE_RATES, rates),
    ):
        hall = Hall(TABLES)
        yield from hall.moves(20)
        yield hall.share("engine_share", _ENGINE, 3)
        yield hall.share("wire_share", _WIRE, 3)
        yield hall.share("snapshot_share", _SNAPSHOTS, 3)
        yield hall.batches(6)
        yield from hall.results()


class Hall:
    """A published round; each figure takes tables that nobody has played at yet."""

    def __init__(self, tables: int) -> None:
        from common.scopes import CONFIRM, GAME_READ, RECORD, RESULT
        from games.engine import get_ruleset
        from games.models import Sheet
        from games.selectors.sheets import game_settings
        from tournaments.management.simulator.games import script
        from tournaments.management.simulator.hall import ACTOR, round_made
        from tournaments.services.devices import device_create, device_enrol

        made = round_made("bench-api", tables, "amath")
        scopes = [GAME_READ, RECORD, RESULT, CONFIRM]
        event = made[0].round.division.tournament
        _device, code = device_create(tournament=event, label="Bench", scopes=scopes, actor=ACTOR)
        self._caller = Caller(device_enrol(code=code, actor=ACTOR)[1])
        game = made[0].game
        assert game is not None
        rules, how = get_ruleset(game.ruleset), game_settings(game)
        self._scripts = cycle([script(rules, how, Random(seed)).events for seed in range(4)])
        self._least_game = made.pop().game_id
        self._least_seq = 0
        Sheet.objects.create(game_id=self._least_game)
        self._tables = made

    def least(self, event: dict[str, Any]) -> float:
        """Seconds of the baseline with this event."""
        self._least_seq += 1
        body = {"client_event_id": str(uuid.uuid4()), "seq": self._least_seq, **event}
        return self._caller.post(f"/least/{self._least_game}", body)[0]

    def game(self) -> Iterator[tuple[float, dict[str, Any], Any]]:
        """Post a whole game: seconds, event and answer of each of its events."""
        path, head = f"/api/v1/games/g{self._tables.pop().game_id}/events", 0
        for event in next(self._scripts):
            body = {"client_event_id": str(uuid.uuid4()), "seq": head + 1, **event}
            seconds, answer = self._caller.post(path, body)
            head = max([answer["seq"], *(row["seq"] for row in answer["derived"])])
            yield seconds, event, answer

    def moves(self, games: int) -> Iterator[Row]:
        ours, leasts, ends = [], [], []
        queries = []
        for _game in range(games):
            with statements_counted() as count:
                for seconds, event, answer in self.game():
                    spent, count[0] = count[0], 0
                    if event["type"] == "end":
                        ends.append(spent)
                    elif answer["seq"] > 1 and not answer["over"]:
                        ours.append(seconds)
                        queries.append(spent)
                        leasts.append(self.least(event))
                        count[0] = 0
        yield rated("post_move", ours, leasts)
        yield Row(GROUP, "post_move_queries", max(queries), "statements")
        yield Row(GROUP, "post_end_queries", max(ends), "statements")

    def share(self, name: str, places: Sequence[tuple[str, Sequence[str]]], games: int) -> Row:
        shares = []
        with timed_in(places) as spent:
            for _game in range(games):
                for seconds, _event, _answer in self.game():
                    shares.append(spent[0] / seconds)
                    spent[0] = 0.0
        return Row(GROUP, name, statistics.median(shares) * 100, "%")

    def batches(self, games: int) -> Row:
        taken = []
        for _game in range(games):
            path = f"/api/v1/games/g{self._tables.pop().game_id}/events:batch"
            events = self._forty()
            items = [
                {"client_event_id": str(uuid.uuid4()), "seq": at, **event} for at, event in enumerate(events, 1)
            ]
            taken.append(self._caller.post(path, {"items": items})[0])
        return Row(GROUP, "batch_40", statistics.median(taken) * 1000, "ms")

    def _forty(self) -> list[dict[str, Any]]:
        """The beginning of a game up to a challenge, after which nobody who is offline knows the next number, and
        clocks.
        """
        game = next(self._scripts)
        known = list(takewhile(lambda event: event["type"] not in ("challenge", "end"), game))[:40]
        clocks = [{"type": "clock", "player": "p1", "used_ms": 1000 * at} for at in range(40 - len(known))]
        return known + clocks

    def results(self) -> Iterator[Row]:
        from tournaments.models import Seat

        ours, leasts, queries = [], [], []
        while self._tables:
            table = self._tables.pop()
            seats = Seat.objects.filter(pairing=table).order_by("place")
            first, second = seats.values_list("entry__number", flat=True)
            scores = {str(first): 412 + len(self._tables), str(second): 377}
            body = {"client_event_id": str(uuid.uuid4()), "scores": scores}
            with statements_counted() as count:
                ours.append(self._caller.post(f"/api/v1/games/g{table.game_id}/result", body)[0])
            queries.append(count[0])
            leasts.append(self.least({"type": "pass", "player": "p1"}))
        yield rated("post_result", ours[1:], leasts[1:])
        yield Row(GROUP, "post_result_queries", max(queries), "statements")


def rated(name: str, ours: list[float], leasts: list[float]) -> Row:
    value, least = statistics.median(ours), statistics.median(leasts)
    return Row(GROUP, name, value * 1000, "ms", least * 1000, least / value)
