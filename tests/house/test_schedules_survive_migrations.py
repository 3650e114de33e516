"""A division's system becomes its schedule and comes back; a schedule goes back as far as it can."""

import json
import os
import sqlite3
import subprocess
import sys
from pathlib import Path

from tournaments.pairing import KingOfTheHill, RoundRobin, Swiss
from tournaments.pairing.plan import plan_from_json, plan_of_one, plan_to_json

ROOT = Path(__file__).resolve().parents[2]
MAKE = """
from tests.factories import make_division, make_tournament, publish_round
from tournaments.pairing.plan import preset_plan
cup = make_tournament(slug="cup")
make_division(cup, slug="plain", rounds_planned=7, clubs_apart_rounds=None)
make_division(cup, slug="hill", system="king_of_the_hill", rounds_planned=3)
publish_round(make_division(cup, slug="twice", system="round_robin", round_robin_double=True, entries=4), 1)
publish_round(make_division(cup, slug="mixed", plan=preset_plan("fontes_day", 7), entries=8), 1)
"""


def manage(folder: Path, *words: str) -> None:
    env = {
        name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "DJANGO_SETTINGS_MODULE")
    }
    done = subprocess.run(
        [sys.executable, "manage.py", *words],
        cwd=ROOT,
        env=env | {"KRADAN_VAR": str(folder)},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr


def rows(folder: Path, query: str) -> dict[str, tuple[object, ...]]:
    with sqlite3.connect(folder / "kradan.sqlite3") as link:
        return {row[0]: row[1:] for row in link.execute(query)}


def test_systems_become_schedules_and_come_back(tmp_path: Path) -> None:
    manage(tmp_path, "migrate", "-v0")
    manage(tmp_path, "shell", "-v0", "-c", MAKE)
    manage(tmp_path, "migrate", "-v0", "tournaments", "0005")
    old = "select slug, system, rounds_planned, round_robin_double, clubs_apart_rounds from tournaments_division"
    assert rows(tmp_path, old) == {
        "plain": ("swiss", 7, 0, 60),
        "hill": ("king_of_the_hill", 3, 0, 0),
        "twice": ("round_robin", 6, 1, 0),
        "mixed": ("swiss", 7, 0, 0),
    }
    manage(tmp_path, "migrate", "-v0")
    found = rows(tmp_path, "select slug, plan from tournaments_division")
    expected = {
        "plain": plan_of_one(Swiss(), 7),
        "hill": plan_of_one(KingOfTheHill(), 3),
        "twice": plan_of_one(RoundRobin(cycles=2), 6),
        "mixed": plan_of_one(Swiss(), 7),
    }
    assert {slug: row[0] for slug, row in found.items()} == {
        slug: plan_to_json(plan) for slug, plan in expected.items()
    }, "canonical, so that nothing looks changed"
    assert all(plan_from_json(str(row[0])).rounds for row in found.values())
    rounds = rows(
        tmp_path,
        "select d.slug, r.system, r.standings_after, r.request from tournaments_round r "
        "join tournaments_division d on d.id = r.division_id",
    )
    assert {slug: row[:2] for slug, row in rounds.items()} == {"twice": ("round_robin", 0), "mixed": ("fontes", 0)}
    assert all(json.loads(str(row[2]))["round"] == 1 for row in rounds.values())
