"""``python -m tournaments.management.simulator.tablets FILE``: some tables' tablets in one process, without Django.

The file (JSON) says where the site is, what goes wrong, and for each table its game, its token, its outbox and what
will happen there. A process that is killed goes on where its outboxes are. One line for each request goes to the
log: what it was, how it ended, milliseconds.
"""

import json
import sys
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

from examples.kradan_client import Answer, Client, Json, Outbox, Problem, Sheet, Unreachable

#: Of a hundred: events before a spell without a network, requests sent twice, answers that get lost, batches that
#: are shuffled, and old requests that come late once more.
_OFFLINE, _TWICE, _LOST, _SHUFFLED, _LATE = 6, 12, 6, 60, 10
PATIENCE = 300.0


class Log:
    """Lines that are whole even when the process is killed."""

    def __init__(self, path: str) -> None:
        self._file = Path(path).open("ab", buffering=0)  # noqa: SIM115 - as long as the process
        self._lock = threading.Lock()

    def line(self, *words: object) -> None:
        with self._lock:
            self._file.write((" ".join(map(str, words)) + "\n").encode())


class Tablet(Client):
    """A client on a bad day. What it does twice or in the wrong order must make no difference."""

    def __init__(self, site: str, token: str, log: Log, faults: set[str], rng: Random) -> None:
        super().__init__(site, token, timeout=30.0)
        self._log, self._faults, self._rng = log, faults, rng
        self._sent: list[Json] = []

    def call(self, method: str, path: str, body: Json | None = None, *, if_match: str = "") -> Answer:
        what = path.rpartition("/")[2].partition("?")[0] if method == "POST" else method
        begun, ended = time.perf_counter(), "unreachable"
        try:
            answer = super().call(method, path, body, if_match=if_match)
            ended = "replayed" if answer.replayed else str(answer.status)
            return answer
        except Problem as problem:
            ended = problem.code
            raise
        finally:
            self._log.line(what, ended, f"{(time.perf_counter() - begun) * 1000:.1f}")

    def post(self, game: str, event: Json) -> Answer:
        if self._happens("duplicates", _TWICE):
            twin = threading.Thread(target=self._quietly, args=(super().post, game, event))
            twin.start()
            answer = super().post(game, event)
            twin.join()
        else:
            answer = super().post(game, event)
        if self._sent and self._happens("reorder", _LATE):
            self._quietly(super().post, game, self._rng.choice(self._sent))
        self._sent.append(event)
        return self._heard(answer)

    def post_batch(self, game: str, events: Sequence[Json]) -> Answer:
        items = list(events)
        if self._happens("reorder", _SHUFFLED):
            self._rng.shuffle(items)
        answer = super().post_batch(game, items)
        if self._happens("duplicates", _TWICE):
            answer = super().post_batch(game, items)
        return self._heard(answer)

    def _heard(self, answer: Answer) -> Answer:
        if self._happens("offline", _LOST):
            raise Unreachable("the answer got lost")
        return answer

    def _happens(self, fault: str, of_a_hundred: int) -> bool:
        return fault in self._faults and self._rng.randrange(100) < of_a_hundred

    @staticmethod
    def _quietly(send: Any, *what: Any) -> None:
        """A request whose answer nobody waits for."""
        try:
            send(*what)
        except (Problem, Unreachable):
            return


def play(table: Json, day: Json, log: Log) -> str:
    """Record a game from where it is, and let both sides say yes to its result; what went wrong, or ``""``."""
    rng = Random(f"{day['seed']} {table['game']} {time.time_ns()}")
    faults = set(day["faults"])
    outbox = Outbox(table["outbox"])
    sheet = Sheet(Tablet(day["site"], table["token"], log, faults, rng), outbox, table["game"])
    offline_until = 0
    for place, event in enumerate(table["events"]):
        if place < len(outbox.kept(table["game"])):
            continue  # recorded before it was killed
        time.sleep(day["pause"] * rng.uniform(0.5, 1.5))
        sheet.record(event["type"], **{key: value for key, value in event.items() if key != "type"})
        if "offline" in faults and rng.randrange(100) < _OFFLINE:
            offline_until = place + rng.randint(3, 10)
        if place >= offline_until:
            report = sheet.send()
            if report.unsent and report.retry_after is None:
                return f"{table['game']}: {report.problem}"
    report = sheet.send_all(PATIENCE)
    if report.unsent:
        return f"{table['game']}: {report.problem}"
    return _confirmed(table, sheet.client)


def _confirmed(table: Json, client: Client) -> str:
    until = time.monotonic() + PATIENCE
    why = ""
    while time.monotonic() < until:
        try:
            seen = client.result(table["game"])
            missing = [side for side, entry in seen.body["sides"].items() if entry in seen.body["needs"]]
            if not missing:
                return "" if seen.body["state"] == "confirmed" else f"{table['game']}: {seen.body['state']}"
            client.confirm(table["game"], seen, missing[0], table["pins"][missing[0]])
        except Unreachable as error:
            why = str(error)
            time.sleep(0.5)
        except Problem as problem:
            why = str(problem)
            if not problem.passes:
                break
            time.sleep(problem.retry_after or 0.5)
    return f"{table['game']}: not confirmed: {why}"


def main(path: str) -> int:
    day = json.loads(Path(path).read_text())
    log = Log(day["log"])
    wrong: list[str] = []

    def one(table: Json) -> None:
        try:
            said = play(table, day, log)
        except Exception as error:
            said = f"{table['game']}: {error!r}"
        if said:
            wrong.append(said)

    threads = [threading.Thread(target=one, args=(table,)) for table in day["tables"]]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    sys.stderr.writelines(f"{line}\n" for line in wrong)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
