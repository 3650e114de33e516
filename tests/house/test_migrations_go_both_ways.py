"""Migrations have names, and the data of a running event survives going back and forth."""

import json
import os
import re
import sqlite3
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
APPS = ("common", "players", "games", "tournaments", "ratings")
FILES = sorted(file for app in APPS for file in (ROOT / app / "migrations").glob("0*.py"))
COUNTED = ("tournaments_result", "tournaments_seat", "common_logentry", "players_player", "games_sideplayer")


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parts[-3]}.{file.stem}")
def test_a_migration_says_in_its_name_what_it_does(file: Path) -> None:
    assert re.fullmatch(r"\d{4}_[a-z][a-z_]+", file.stem)
    assert "_auto_" not in file.stem


def manage(folder: Path, *commands: Sequence[str]) -> None:
    """Commands of ``manage.py``, one after the other in a process of their own."""
    env = {
        name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "DJANGO_SETTINGS_MODULE")
    }
    env |= {"KRADAN_VAR": str(folder), "DJANGO_SETTINGS_MODULE": "config.settings"}
    words = [sys.executable, "-c", _EACH, json.dumps(commands)]
    done = subprocess.run(words, cwd=ROOT, env=env, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


_EACH = """
import json, sys, django
from django.core.management import call_command
django.setup()
for command in json.loads(sys.argv[1]):
    call_command(*command, verbosity=0)
"""


def counts(folder: Path) -> list[int]:
    with sqlite3.connect(folder / "kradan.sqlite3") as link:
        return [link.execute(f"SELECT count(*) FROM {table}").fetchone()[0] for table in COUNTED]


def test_going_back_and_forth_keeps_the_demo_and_back_to_nothing_works(tmp_path: Path) -> None:
    manage(tmp_path, ["migrate"], ["demo_load"])
    before = counts(tmp_path)
    assert min(before) > 100
    steps = [
        ["migrate", app, step.stem]
        for app in APPS
        for step in sorted((ROOT / app / "migrations").glob("0*.py"))[:-1][::-1]
    ]
    manage(tmp_path, *steps, ["migrate"])
    assert counts(tmp_path) == before
    manage(tmp_path, *(["migrate", app, "zero"] for app in ("ratings", "tournaments", "games")), ["migrate"])
    assert counts(tmp_path)[0] == 0
