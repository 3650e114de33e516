"""The benchmark groups run one after another, each as if it were alone."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TWO_GROUPS = """
from types import SimpleNamespace
from benchmarks.__main__ import own_home, run
from benchmarks.measure import Row

def measured(group):
    from players.services import player_create
    player = player_create(name="Somebody")
    return [Row(group=group, name="number", value=player.number, unit="", baseline=None, ratio=None)]

with own_home():
    groups = {g: SimpleNamespace(NEEDS_DJANGO=True, run=lambda g=g: measured(g)) for g in ("one", "two")}
    print([row.value for row in run(groups, [])])
"""


def test_each_group_has_a_database_of_its_own() -> None:
    env = {k: v for k, v in os.environ.items() if k not in ("DATABASE_URL", "KRADAN_VAR", "DJANGO_SETTINGS_MODULE")}
    done = subprocess.run([sys.executable, "-c", TWO_GROUPS], cwd=ROOT, env=env, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1] == "[1, 1]"
