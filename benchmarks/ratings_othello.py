"""How well the systems foretell human Othello games: `othello_default`, `othello_glicko2`, `othello_elo`.

The log loss, in nats a game, of the last 40% of the games, with a period per round and each system's parameters
from the first 60%. The baseline is a coin, the ratio is value / baseline. The bar: the default at most 0.547, and
at least 0.005 below win/loss Glicko-2. Where the table of games is not at hand there are no rows.
"""

import gzip
import sys
from collections.abc import Iterator
from pathlib import Path

from benchmarks.measure import Row
from ratings.fitting import COIN, fit_system, othello_history
from ratings.systems import DEFAULT_SYSTEM, SYSTEMS

TABLE = Path(__file__).resolve().parents[1].parent / "shared" / "cases" / "ratings" / "othello_wthor_anon.csv.gz"
SYSTEM_OF = {"othello_default": DEFAULT_SYSTEM, "othello_glicko2": "glicko2", "othello_elo": "elo"}


def rows(group: str, names: set[str]) -> Iterator[Row]:
    """The rows asked for (all, if none is named)."""
    asked = {n: s for n, s in SYSTEM_OF.items() if s in SYSTEMS and (not names or n in names)}
    if not asked:
        return
    if not TABLE.exists():
        print("handed data: ../shared/cases/ratings is not here, so there is no othello row", file=sys.stderr)
        return
    with gzip.open(TABLE, "rt", encoding="utf-8") as lines:
        history = othello_history(lines)
    for name, system in asked.items():
        value = fit_system(history, system, by_round=True).last.log_loss
        yield Row(group, name, value, "nats", COIN, value / COIN)
