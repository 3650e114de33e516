"""Seasons with known strengths, and where the handed games are."""

import random
from pathlib import Path

import pytest

from ratings.fitting import History
from ratings.systems.events import Event

TABLE = Path(__file__).resolve().parents[2].parent / "shared" / "cases" / "ratings" / "othello_wthor_anon.csv.gz"
needs_the_table = pytest.mark.skipif(not TABLE.exists(), reason="handed data: ../shared/cases/ratings is not here")
FIRST_DAY = 738_000


def season(
    seed=1, *, players=24, events=20, rounds=6, skill=60.0, noise=80.0, drift=0.0, days=30, margin=None
) -> History:
    """Everybody meets somebody each round; a margin is the difference in skill and some noise, in game points.

    `drift` is what each skill wanders between two events, `margin(rng, gap)` another way to come to a margin.
    """
    rng = random.Random(seed)
    skills = [rng.gauss(0, skill) for _ in range(players)]
    games, periods = [], {}
    for number in range(events):
        skills = [rng.gauss(now, drift) for now in skills]
        for turn in range(rounds):
            period = number * 100 + turn
            periods[period] = Event(number, FIRST_DAY + days * number)
            order = rng.sample(range(players), players)
            for one, other in zip(order[::2], order[1::2], strict=True):
                gap = skills[one] - skills[other]
                by = margin(rng, gap) if margin else round(rng.gauss(gap, noise))
                games.append((one, other, by, period))
    return History(games, periods)
