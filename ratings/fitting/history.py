"""The games a fit reads, in rating order, and where their first 60% end."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from math import ceil, sqrt
from operator import itemgetter

from ratings.systems.events import Event
from ratings.systems.protocol import Game

#: With fewer games than this in either part, what a fit finds is chance.
FEWEST = 30


class HistoryError(ValueError):
    """Games no fit can be made from. `games` is how many there are."""

    def __init__(self, code: str, message: str, games: int) -> None:
        super().__init__(message)
        self.code = code
        self.games = games


@dataclass(frozen=True, slots=True)
class History:
    """`games` event after event and round after round, as `rate_events` wants them; `events` by period.

    `born` are the known years of birth; `starts` what somebody brought from elsewhere: rating, deviation, games,
    day.
    """

    games: Sequence[Game]
    events: Mapping[int, Event]
    born: Mapping[int, int] = field(default_factory=dict)
    starts: Mapping[int, tuple[float, float, int, int]] = field(default_factory=dict)

    @property
    def players(self) -> int:
        return len({player for one, other, _, _ in self.games for player in (one, other)})

    @property
    def event_count(self) -> int:
        return len({self.events[period].id for _, _, _, period in self.games})


def cut(history: History, share: float) -> int:
    """How many games the first part has: `share` of all, and the rest of the round this falls in.

    A round is never in both parts, as all of its games are foretold from the same standings. Raises `HistoryError`
    where either part is too small.
    """
    total = len(history.games)
    wanted = ceil(share * total)
    first = 0
    for _, games in groupby(history.games, key=itemgetter(3)):
        if first >= wanted:
            break
        first += sum(1 for _ in games)
    if min(first, total - first) < FEWEST:
        raise HistoryError(
            "ratings.fit_too_few",
            f"{total} rated games, {first} in the first part and {total - first} in the rest: "
            f"a fit needs at least {FEWEST} in each",
            total,
        )
    return first


def spread_of(games: Sequence[Game]) -> float:
    """The margins' standard deviation, in game points, about 0: who is named first is chance.

    Raises `HistoryError` where all games are ties.
    """
    squares = sum(margin * margin for _, _, margin, _ in games)
    if squares == 0:
        raise HistoryError("ratings.fit_all_ties", "every game is a tie: nothing to fit", len(games))
    return sqrt(squares / len(games))
