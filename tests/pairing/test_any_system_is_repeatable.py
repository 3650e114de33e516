"""Every system makes the same rounds in another process, under another hash seed, from rows in another order."""

import os
import subprocess
import sys
from pathlib import Path

from tests.pairing.any_system import MATCHED, TABLES

ROOT = Path(__file__).resolve().parents[2]

PLAY = """
import random, sys
from dataclasses import replace
from tests.pairing.any_system import MATCHED, TABLES
from tests.pairing.support import Event
from tournaments.pairing import ClubRule, StartRule, digest, pair, seat_order
shuffle = random.Random(int(sys.argv[1])).shuffle
for system in (*MATCHED, *TABLES):
    event = Event(13, clubs_apart=ClubRule(None), starts=StartRule(longest_run=2, head_to_head=True), seed=3)
    for round_ in (1, 2, 3):
        request = event.request(system=system)
        if hasattr(system, "seats") and round_ == 1:
            system = replace(system, seats=seat_order(request))
        request = event.request(system=system)
        rows = {}
        for name in ("competitors", "history", "byes"):
            rows[name] = list(getattr(request, name))
            shuffle(rows[name])
        request = replace(request, **{name: tuple(value) for name, value in rows.items()})
        result = pair(request)
        event.enter(result)
        print(digest(request), result)
"""


def test_hash_seed_process_and_order_of_rows_change_no_round_of_any_system():
    seen = set()
    for hash_seed in ("0", "4242"):
        done = subprocess.run(
            [sys.executable, "-c", PLAY, hash_seed],
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": hash_seed},
            capture_output=True,
            text=True,
            check=True,
        )
        seen.add(done.stdout)
    assert len(seen) == 1
    assert seen.pop().count("PairingResult") == 3 * (len(MATCHED) + len(TABLES))
