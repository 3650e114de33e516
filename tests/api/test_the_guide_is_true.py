"""The curl commands of docs/api.md, run in their order as its reader would, against a live site."""

import http.client
import os
import re
import subprocess
from pathlib import Path
from urllib.parse import quote, urlsplit

import pytest
from django.utils import timezone

from tests.api.client import Answer, Api, check
from tests.factories import make_user
from tournaments.models import Seat
from tournaments.services.pins import pin_of

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]

GUIDE = (Path(__file__).resolve().parents[2] / "docs" / "api.md").read_text()


def commands() -> list[str]:
    blocks = re.findall(r"```sh\n(.*?)```", GUIDE, re.DOTALL)
    lines = "\n".join(blocks).replace("\\\n", " ")
    return [f"curl {rest}" for rest in re.split(r"^curl ", lines, flags=re.MULTILINE)[1:]]


_NAMES = {"etag": "ETag", "x-request-id": "X-Request-ID"}


class Response:
    """What came over the wire, as the tests' client reads it."""

    def __init__(self, response: http.client.HTTPResponse) -> None:
        self.status_code = response.status
        #: On the wire their names have no case, in the tests they do.
        self.headers = {_NAMES.get(name.lower(), name.title()): value for name, value in response.getheaders()}
        self._raw = response.read()

    def getvalue(self) -> bytes:
        return self._raw


def in_a_shell(command: str, values: dict[str, str]) -> list[str]:
    """The words that a shell hands to curl: which variables quotes hide, only the shell knows."""
    script = f"set -u; printf '%s\\0' {command}"
    done = subprocess.run(
        ["bash", "-c", script], env={"PATH": os.environ["PATH"], **values}, capture_output=True, text=True
    )
    assert done.returncode == 0, (command, done.stderr)
    return done.stdout.split("\0")[:-1]


class Reader:
    """Somebody with a shell: what an answer told stands in a variable afterwards."""

    def __init__(self, site: str) -> None:
        self.site = site
        self.values = {"SITE": site, "TOKEN": Api.of(make_user()).token}
        self.answers: list[tuple[str, Answer]] = []

    def run(self, command: str) -> Answer:
        """What curl would do with this command after the shell has put the variables in."""
        words = in_a_shell(command, self.values)[1:]
        method, headers, body, address = "GET", {}, b"", ""
        while words:
            word = words.pop(0)
            if word == "-X":
                method = words.pop(0)
            elif word == "-H":
                name, _colon, value = words.pop(0).partition(": ")
                headers[name] = value
            elif word == "-d":
                body = words.pop(0).encode()
            else:
                address = word
        answer = self._send(method, address, headers, body)
        if "/events" in address and method == "POST":
            self._again(answer, self._send(method, address, headers, body))
        self.answers.append((f"{method} {urlsplit(address).path}", answer))
        self._note(command, answer)
        return answer

    @staticmethod
    def _again(first: Answer, second: Answer) -> None:
        """Whatever is recorded may be sent twice."""
        assert second.status == 200
        if "items" in first.body:
            assert {item["status"] for item in second["items"]} == {"replayed"}
            assert second["totals"] == first["totals"]
        else:
            assert second.headers["Idempotent-Replayed"] == "true"
            assert second.body == first.body

    def _send(self, method: str, address: str, headers: dict[str, str], body: bytes) -> Answer:
        parts = urlsplit(address)
        link = http.client.HTTPConnection(parts.netloc, timeout=30)
        path = quote(parts.path, safe="/:") + (f"?{parts.query}" if parts.query else "")
        link.request(method, path, body or None, headers)
        answer = Answer(Response(link.getresponse()))
        link.close()
        check(method, parts.path, answer)
        return answer

    def _note(self, command: str, answer: Answer) -> None:
        if "Location" in answer.headers:
            self.values["JOB"] = answer.headers["Location"]
        if "/pairings" in command:
            pairing = answer["pairings"][0]
            first, second = (str(side["entry"]) for side in pairing["sides"])
            self.values |= {"GAME": pairing["game"], "FIRST": first, "SECOND": second}
        elif "/devices/enrol" in command:
            self.values["DEVICE"] = answer["token"]
        elif "/devices/me" in command:
            self._choose(answer["games"][-1]["game"])
        elif "/players?" in command:
            self.values["PLAYER"] = str(answer["items"][0]["number"])
        elif answer.body and "code" in answer.body:
            self.values["CODE"] = answer["code"]
        elif answer.etag.startswith('"r'):
            self.values["ETAG"] = answer.etag

    def _choose(self, game: str) -> None:
        self.values["GAME"] = game
        seats = Seat.objects.filter(pairing__game_id=int(game[1:])).order_by("place")
        for name, seat in zip(("PINA", "PINB"), seats, strict=True):
            self.values[name] = pin_of(seat.entry_id, 1, timezone.localdate())

    def told(self, end: str) -> list[Answer]:
        """The answers of the addresses that end so."""
        return [answer for asked, answer in self.answers if asked.endswith(end)]


@pytest.fixture
def reader(live_site: str) -> Reader:
    return Reader(live_site)


def test_every_command_of_the_guide_does_what_it_says(reader: Reader) -> None:
    for command in commands():
        answer = reader.run(command)
        assert answer.status in (200, 201), (command, answer)
    assert len(reader.answers) == len(commands()) > 50

    best = reader.told("/open/standings")[0]["rows"][0]
    assert (str(best["entry"]), best["spread"], best["points"]) == (reader.values["FIRST"], 25, 2)

    assert [answer["games"][-1]["division"] for answer in reader.told("/devices/me")] == ["final", "summy"]
    events = reader.told("/events")
    amath, summy = events[:9], events[9:]
    assert [event["type"] for event in amath] == (
        ["play", "play", "challenge", "play", "challenge", "exchange", "undo", "exchange", "end"]
    )
    assert [event["outcome"] for event in amath if event["type"] == "challenge"] == ["upheld", "failed"]
    assert amath[1]["warnings"] == [], "a wrong play looks like any other"
    assert [event["verdict"] for event in amath[:2]] == [None, None]
    (batch,) = reader.told("/events:batch")
    assert [item["status"] for item in batch["items"]] == ["applied"] * 8
    assert batch["totals"]["p2"] == -20, "two minutes over"
    assert [event["type"] for event in summy] == ["play", "discard", "play", "end"]
    assert not [event["warnings"] for event in (*amath, *summy) if event["warnings"]]

    final, other = reader.told("/confirm")[1], reader.told("/confirm")[3]
    assert [answer["state"] for answer in reader.told("/confirm")] == ["pending", "confirmed"] * 2
    assert sorted(final["scores"].values()) == sorted(amath[-1]["totals"].values())
    assert sorted(other["scores"].values()) == [0, 21]
    for division in ("final", "summy"):
        rows = reader.told(f"/{division}/standings")[0]["rows"]
        assert [row["games_played"] for row in rows] == [1, 1]
    state = [answer for answer in reader.told(f"/games/{reader.values['GAME']}") if answer.status == 200][-1]
    assert len(state["blocked"]) == 4

    [access] = reader.told("/access")
    assert all(access["rights"].values())
    newest, corrected = reader.told("/log")
    assert newest["items"][0]["hash"] == newest["chain"]["head_hash"]
    assert [item["data"]["reason"] for item in corrected["items"]] == ["sheet re-added, both players present"]
    [(asked, job)] = [(asked, answer) for asked, answer in reader.answers if "/jobs/" in asked]
    assert (asked, job["kind"]) == (f"GET {reader.values['JOB']}", "chances")
