"""Migrations have names, and the data of a running event survives going back and forth."""

import os
import re
import sqlite3
import subprocess
import sys
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


def manage(folder: Path, *words: str) -> None:
    env = {
        name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "DJANGO_SETTINGS_MODULE")
    }
    env |= {"KRADAN_VAR": str(folder)}
    done = subprocess.run([sys.executable, "manage.py", *words], cwd=ROOT, env=env, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def counts(folder: Path) -> list[int]:
    with sqlite3.connect(folder / "kradan.sqlite3") as link:
        return [link.execute(f"SELECT count(*) FROM {table}").fetchone()[0] for table in COUNTED]


def test_going_back_and_forth_keeps_the_demo_and_back_to_nothing_works(tmp_path: Path) -> None:
    manage(tmp_path, "migrate", "-v0")
    manage(tmp_path, "demo_load", "-v0")
    before = counts(tmp_path)
    assert min(before) > 100
    for app in APPS:
        for step in sorted((ROOT / app / "migrations").glob("0*.py"))[:-1][::-1]:
            manage(tmp_path, "migrate", "-v0", app, step.stem)
    manage(tmp_path, "migrate", "-v0")
    assert counts(tmp_path) == before
    for app in ("ratings", "tournaments", "games"):
        manage(tmp_path, "migrate", "-v0", app, "zero")
    manage(tmp_path, "migrate", "-v0")
    assert counts(tmp_path)[0] == 0
