"""The hall: an event with a round to play, an enrolled tablet at each table, their processes, and kill -9."""

import datetime
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random
from typing import Any

from django.conf import settings
from django.db import connection

from common.actor import Actor
from examples.kradan_client import Client, Problem, Unreachable, enrolled
from games.engine import get_ruleset
from games.selectors.sheets import game_settings
from tournaments.models import Division, Pairing, Seat, Tournament
from tournaments.services.devices import devices_for_tables
from tournaments.services.drafts import round_pair
from tournaments.services.events import division_create, tournament_create
from tournaments.services.pins import pins_show
from tournaments.services.registration import NewEntry, entry_add
from tournaments.services.rounds import round_publish

from .games import Script, script

NAME = "Simulated tables"
ACTOR = Actor.system("simulate_tables")
FAULTS = ("offline", "duplicates", "reorder", "kill")
#: At a real table somebody moves about twice a minute.
SECONDS_A_MOVE = 30.0


class NotOurs(Exception):
    """The event was not made for this."""


@dataclass(frozen=True)
class Table:
    """What a tablet's process is told, and what is expected of it."""

    game: str
    token: str
    outbox: str
    pins: dict[str, str]
    script: Script


def round_made(slug: str, tables: int, ruleset: str) -> list[Pairing]:
    """The games of a new round: of a new event, or of one that was made here before."""
    tournament = Tournament.objects.filter(slug=slug).first()
    if tournament is None:
        today = datetime.date.today()
        tournament = tournament_create(name=NAME, slug=slug, starts_on=today, is_public=False, actor=ACTOR)
    elif tournament.name != NAME:
        raise NotOurs
    number = tournament.divisions.count() + 1
    division = division_create(
        tournament_id=tournament.pk,
        name=f"Hall {number}",
        slug=f"hall-{number}",
        ruleset=ruleset,
        rounds_planned=1,
        actor=ACTOR,
        **({"judging_mode": "challenge"} if ruleset.startswith("amath") else {}),
    )
    for place in range(1, 2 * tables + 1):
        entry_add(division_id=division.pk, new=NewEntry(names=(f"Tablet {number} {place}",)), actor=ACTOR)
    made = round_pair(division_id=division.pk, number=1, actor=ACTOR, seed=number)
    round_ = round_publish(round_id=made.pk, actor=ACTOR)
    return list(round_.pairings.select_related("game", "round__division__tournament").order_by("table"))


def tables_laid(pairings: Sequence[Pairing], site: str, folder: Path, rng: Random, games: int) -> list[Table]:
    """A tablet at each table, enrolled through the API; ``games`` different games, so each is played at several."""
    division: Division = pairings[0].round.division
    made = devices_for_tables(
        tournament=division.tournament,
        division=division,
        first=1,
        last=len(pairings),
        label="Table %(table)s",
        actor=ACTOR,
    ).made
    game = pairings[0].game
    assert game is not None
    rules, how = get_ruleset(game.ruleset), game_settings(game)
    scripts = [script(rules, how, Random(rng.random())) for _ in range(min(games, len(pairings)))]
    entries = list(division.entries.all())
    pins = {slip.entry.pk: slip.pin for slip in pins_show(division=division, entries=entries, actor=ACTOR)}
    seats: dict[int, dict[str, str]] = {}
    for seat in Seat.objects.filter(pairing__in=pairings):
        seats.setdefault(seat.pairing_id, {})[f"p{seat.place + 1}"] = pins[seat.entry_id]
    return [
        Table(
            game=f"g{pairing.game_id}",
            token=_enrolled(site, code, device.label).token,
            outbox=str(folder / f"{pairing.game_id}.sqlite3"),
            pins=seats[pairing.pk],
            script=scripts[place % len(scripts)],
        )
        for place, (pairing, (device, code)) in enumerate(zip(pairings, made, strict=True))
    ]


def _enrolled(site: str, code: str, label: str) -> Client:
    while True:
        try:
            return enrolled(site, code, label=label, app="simulate_tables/1")
        except Problem as problem:
            if not problem.passes:
                raise
            time.sleep(min(problem.retry_after or 1.0, 10.0))


@contextmanager
def site_of_our_own(processes: int, folder: Path) -> Iterator[str]:
    """The site on this database, in so many web processes, for as long as the tables play."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    words = [
        sys.executable,
        "-m",
        "granian",
        "--interface",
        "wsgi",
        "config.wsgi:application",
        "--host",
        "127.0.0.1",
    ]
    words += ["--port", str(port), "--workers", str(processes), "--blocking-threads", "8"]
    with (folder / "site.log").open("wb") as log:
        site = subprocess.Popen(words, cwd=settings.BASE_DIR, stdout=log, stderr=log, start_new_session=True)
    try:
        url = f"http://127.0.0.1:{port}"
        deadline = time.monotonic() + 60
        while not _answers(url):
            if site.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError((folder / "site.log").read_text(errors="replace")[-2000:])
            time.sleep(0.1)
        yield url
    finally:
        site.terminate()
        try:
            site.wait(15)
        except subprocess.TimeoutExpired:
            os.killpg(site.pid, signal.SIGKILL)
            site.wait()


def _answers(url: str) -> bool:
    try:
        Client(url).call("GET", "/")
    except Unreachable:
        return False
    except Problem:
        return True
    return True


@dataclass(frozen=True)
class Played:
    """``wrong``: what a tablet had to show to a person, or how its process ended; ``log``: kind, ending, ms."""

    wrong: list[str]
    killed: int
    seconds: float
    log: list[tuple[str, str, float]]


class _Crew:
    """One process with some of the tables."""

    def __init__(self, number: int, tables: Sequence[Table], day: dict[str, Any], folder: Path) -> None:
        self.events = sum(len(table.script.events) for table in tables)
        self.log = folder / f"crew{number}.log"
        self.log.touch()
        self._file = folder / f"crew{number}.json"
        told = [{**asdict(table), "events": table.script.events} for table in tables]
        for table in told:
            del table["script"]
        self._file.write_text(json.dumps({**day, "log": str(self.log), "tables": told}))
        self._file.chmod(0o600)
        self.start()

    def start(self) -> None:
        words = [sys.executable, "-m", "tournaments.management.simulator.tablets", str(self._file)]
        self.process = subprocess.Popen(
            words, cwd=settings.BASE_DIR, stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
        )

    def done(self) -> int:
        """Requests so far."""
        return self.log.read_bytes().count(b"\n")


def play(
    tables: Sequence[Table], *, site: str, speed: float, seed: int, faults: Sequence[str], folder: Path
) -> Played:
    """Let all tables play at once; ``kill`` ends each process twice by kill -9 and starts it again."""
    connection.close()
    rng = Random(seed)
    pause = SECONDS_A_MOVE / speed if speed else 0.0
    day = {"site": site, "pause": pause, "seed": seed, "faults": list(faults)}
    number = min(4, len(tables))
    begun = time.monotonic()
    crews = [_Crew(at, tables[at::number], day, folder) for at in range(number)]
    killed, wrong = 0, []
    ends = {
        crew: sorted(rng.randrange(crew.events // 8, crew.events // 2) for _ in range(2))
        if "kill" in faults
        else []
        for crew in crews
    }
    try:
        while any(crew.process.poll() is None for crew in crews):
            time.sleep(0.1)
            for crew in crews:
                if ends[crew] and crew.process.poll() is None and crew.done() >= ends[crew][0]:
                    ends[crew].pop(0)
                    crew.process.kill()
                    crew.process.wait()
                    killed += 1
                    crew.start()
    finally:
        for crew in crews:
            crew.process.kill()
            said = crew.process.communicate()[1]
            wrong += said.splitlines()
            if crew.process.returncode and not said:
                wrong.append(f"a process of tablets ended with {crew.process.returncode}")
    lines = [line.split() for crew in crews for line in crew.log.read_text().splitlines()]
    seconds = time.monotonic() - begun
    return Played(wrong, killed, seconds, [(what, ended, float(ms)) for what, ended, ms in lines])
