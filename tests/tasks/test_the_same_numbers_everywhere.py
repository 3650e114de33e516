"""Bitwise the same: whatever order results come in, however many work, on PostgreSQL and SQLite."""

import datetime
import json
import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from django.db import connection

from common.models import Job
from ratings.models import StaleMark
from ratings.services import list_create, list_restart
from ratings.tasks import recompute_list
from tests.factories import TEST, enter, fixed_round, make_division, make_tournament
from tests.services.ratings.support import lines, rate, standings, the_list
from tests.support.process import until
from tests.support.worker import Worker
from tournaments.models import Division, Pairing

ROOT = Path(__file__).resolve().parents[2]
NAMES = [f"P{n}" for n in range(10)]


def paired(seed: int) -> list[Pairing]:
    """All games of three events of a round, none of them played yet; the same for the same seed."""
    rng = random.Random(seed)
    for number in range(3):
        day = datetime.date(2026, 1, 10) + datetime.timedelta(days=40 * number)
        names = rng.sample(NAMES, 8)
        division = make_division(make_tournament(starts_on=day, ends_on=day), names=names)
        fixed_round(division, 1, list(zip(names[::2], names[1::2], strict=True)))
    return list(Pairing.objects.filter(round__division__in=Division.objects.all()).order_by("pk"))


def score(pairing: Pairing) -> tuple[int, int]:
    """By who plays when, and in the order of the seats."""
    names = pairing.seats.order_by("place").values_list("entry__members__player__name", flat=True)
    rng = random.Random(f"{pairing.round.division.tournament.starts_on} {sorted(names)}")
    points = {name: rng.randint(150, 600) for name in sorted(names)}
    first, second = (points[name] for name in names)
    return first, second


def numbers() -> list[list[object]]:
    """Every line and every standing to the last bit, by what does not hang on keys of the database."""
    order = {pk: n for n, pk in enumerate(Division.objects.order_by("pk").values_list("pk", flat=True))}
    told = [[order[division], name, *map(exact, row)] for (division, name), row in lines().items()]
    told += [["now", name, *map(exact, row)] for name, row in standings().items()]
    return sorted(told, key=str)


def exact(figure: object) -> str:
    return figure.hex() if isinstance(figure, float) else str(figure)


def whole_season() -> list[list[object]]:
    """The season of seed 1, rated at once."""
    for pairing in paired(1):
        enter(pairing, *score(pairing))
    rate()
    return numbers()


@pytest.mark.django_db
@pytest.mark.parametrize("seed", range(4))
def test_results_in_any_order_with_runs_at_any_moment_give_the_same_numbers(seed: int) -> None:
    games = paired(1)
    rng = random.Random(seed)
    rng.shuffle(games)
    for pairing in games:
        enter(pairing, *score(pairing))
        if rng.random() < 0.4:
            rate()
    rate()
    found = numbers()
    assert len(found) == 3 * 8 + len(standings())
    list_restart(list_id=the_list().pk)
    run = rate()
    assert run is not None
    assert run.lines_written == 0
    assert numbers() == found


@pytest.mark.django_db
@pytest.mark.parametrize("system", ["glicko2", "elo", "naspa"])
def test_every_system_forward_is_from_scratch_in_the_tables(system: str) -> None:
    rating_list = list_create(name=system, slug=system, ruleset="amath", system=system, actor=TEST)
    games = paired(2)
    random.Random(3).shuffle(games)
    for number, pairing in enumerate(games):
        enter(pairing, *score(pairing))
        if number % 3 == 0:
            rate(rating_list)
    rate(rating_list)
    found = lines(rating_list), standings(rating_list)
    list_restart(list_id=rating_list.pk)
    run = rate(rating_list)
    assert run is not None
    assert run.lines_written == 0
    assert (lines(rating_list), standings(rating_list)) == found


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_sqlite_and_postgresql_say_the_same_to_the_last_bit(tmp_path: Path) -> None:
    found = whole_season()
    assert connection.vendor == "postgresql"
    program = (
        "import django, json; django.setup()\n"
        "from django.core.management import call_command; call_command('migrate', verbosity=0)\n"
        "from tests.tasks.test_the_same_numbers_everywhere import whole_season\n"
        "print(json.dumps(whole_season()))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=ROOT,
        env={
            "DJANGO_SETTINGS_MODULE": "config.settings",
            "DATABASE_URL": f"sqlite:///{tmp_path}/other.sqlite3",
            "KRADAN_VAR": str(tmp_path),
            "CELERY_BROKER_URL": "memory://",
        },
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout.splitlines()[-1]) == found


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("workers", [1, 3])
def test_any_number_of_workers_leaves_the_same_numbers(
    workers: int, celery_worker_process: Callable[..., Worker]
) -> None:
    celery_worker_process(broker="redis", concurrency=workers)
    games = paired(1)
    random.Random(workers).shuffle(games)
    for pairing in games:
        enter(pairing, *score(pairing))

    def settled() -> bool:
        waiting = Job.objects.filter(state__in=["queued", "running"]).exists()
        return bool(standings()) and not waiting and not StaleMark.objects.exists()

    until(settled, "the workers did not finish")
    found = numbers()
    list_restart(list_id=the_list().pk)
    job = Job.objects.filter(state="queued").first()
    if job is not None:
        recompute_list(job.pk)
    until(settled, "the run from scratch did not finish")
    assert numbers() == found
