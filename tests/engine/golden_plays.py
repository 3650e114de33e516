"""Positions with the number of their legal plays, kept so that a faster search can be held against them.

``python -m tests.engine.golden_plays`` makes the file anew. Small racks are counted by brute force too, and a
difference is an error; large ones are what the search found when the file was made.
"""

import json
import sys
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from games.engine import AUTO, Position, Square, get_ruleset
from games.engine.search import legal_plays
from tests.engine.brute_force import brute_force
from tests.engine.positions import a_rack, position_of

FILE = Path(__file__).parent / "golden" / "plays.json"
#: Ruleset, seed, plays down, tiles, tiles wanted among them.
WANTED = [
    *(("amath", seed, plays, 4, ("=",)) for seed, plays in ((51, 1), (52, 4), (53, 7), (54, 11))),
    *(("amath", seed, plays, 3, ("?",)) for seed, plays in ((55, 3), (56, 8))),
    *(("amath", seed, plays, 8, ("=",)) for seed, plays in ((57, 0), (58, 2), (59, 4), (60, 7), (61, 10))),
    *(("amath", seed, plays, 6, ("?", "=")) for seed, plays in ((62, 2), (63, 5))),
    *(("amath-primary", seed, plays, 7, ("=",)) for seed, plays in ((64, 1), (65, 3), (66, 5))),
    *(("amath-primary", seed, plays, 4, ("+/-", "=")) for seed, plays in ((67, 2), (68, 5))),
    *(("summy", seed, plays, 4, ("+", "1", "2", "3")) for seed, plays in ((69, 0), (70, 3), (71, 7))),
    *(("summy", seed, plays, 7, ("+", "=")) for seed, plays in ((72, 0), (73, 4), (74, 8))),
]
SMALL = 4


def rows() -> list[dict[str, Any]]:
    return json.loads(FILE.read_text(encoding="utf-8"))


def position_in(row: Mapping[str, Any]) -> Position:
    rules = get_ruleset(row["ruleset"])
    board = {Square(x, y): rules.tiles.tile(text) for x, y, text in row["board"]}
    position = rules.set_up(board, settings=replace(rules.settings(), judging=AUTO))
    return replace(position, sealed=frozenset(Square(x, y) for x, y in row["sealed"]))


def make(ruleset: str, seed: int, plays: int, size: int, wanted: tuple[str, ...]) -> dict[str, Any]:
    position = position_of(ruleset, seed, plays)
    rack = a_rack(position, seed, size, wanted=wanted)
    found = legal_plays(position, rack)
    small = size <= SMALL
    if small and len(brute_force(position, rack)) != len(found):
        raise SystemExit(f"{ruleset} {seed}: brute force counts otherwise")
    best = found.best(1)
    return {
        "ruleset": position.rules.id,
        "board": [[x, y, str(tile)] for (x, y), tile in sorted(position.board.items())],
        "sealed": sorted(map(list, position.sealed)),
        "rack": list(rack),
        "plays": len(found),
        "best": best[0].score.total if best else None,
        "by_brute_force": small,
    }


if __name__ == "__main__":
    FILE.parent.mkdir(exist_ok=True)
    lines = ",\n".join(json.dumps(make(*wanted), ensure_ascii=False) for wanted in WANTED)
    FILE.write_text(f"[\n{lines}\n]\n", encoding="utf-8")
    sys.stdout.write(f"{len(WANTED)} positions\n")
