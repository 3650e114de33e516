"""What every rating system is to the rest of the site: one period in, the standings it changes out.

A *game* is the plain tuple `(one, other, margin, period)`: two player ids, the points by which `one` won
(negative: lost) after end-game and time adjustments, and the id of its round. A tuple and no dataclass, because
a million of them come straight from the database cursor.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, Protocol, TypeAlias, TypeVar

Game: TypeAlias = tuple[int, int, int, int]


class SystemParameterError(ValueError):
    """A parameter a system does not know or cannot work with. `field` is the parameter's name."""

    def __init__(self, code: str, field: str, value: object) -> None:
        super().__init__(f"{code}: {field} = {value!r}"[:300])
        self.code = code
        self.field = field
        self.value = value


class BadPeriod(ValueError):
    """Games that cannot be rated: somebody meets himself, or a number is not finite."""

    def __init__(self, code: str, player: int) -> None:
        super().__init__(f"{code}: player {player}")
        self.code = code
        self.player = player


class Figures(Protocol):
    """What every system says of a player inside an event, beside what it keeps for itself.

    `rating` and `rd` in rating points (`rd` 0: the system has no deviations). The tallies `games`, `expected` and
    `actual` count from the event's start, in games and outcome points. `volatility` 0: the system has none.
    """

    @property
    def rating(self) -> float: ...
    @property
    def rd(self) -> float: ...
    @property
    def games(self) -> int: ...
    @property
    def expected(self) -> float: ...
    @property
    def actual(self) -> float: ...
    @property
    def volatility(self) -> float: ...


class Standing(NamedTuple):
    """`Figures` of a system that needs no more than a rating and its deviation."""

    rating: float
    rd: float
    games: int = 0
    expected: float = 0.0
    actual: float = 0.0

    @property
    def volatility(self) -> float:
        return 0.0


class Career(NamedTuple):
    """A player between events: what the next event starts from.

    `day` is the last event's `date.toordinal()`. `volatility` is Glicko-2's; 0 where a system has none.
    """

    rating: float
    rd: float
    games: int
    day: int
    volatility: float = 0.0


class Origin(NamedTuple):
    """Who somebody is in an event, as far as rules ask: the division's kind, and his age if it is known."""

    kind: str = "open"
    age: int | None = None


#: Whoever nothing is asked of.
ANYBODY = Origin()


class Share(NamedTuple):
    """One game's part in what a period did to a player, from his side, as the system counted it.

    `margin` is his; `own` and `other` with their deviations are the values it was counted at; `expected` and
    `actual` are outcome points; `points` are rating points.
    """

    period: int
    opponent: int
    margin: int
    own: float
    own_rd: float
    other: float
    other_rd: float
    expected: float
    actual: float
    points: float


#: What no single game has done, by what it is: "acceleration", "feedback", "limit"; in rating points.
Rest: TypeAlias = Sequence[tuple[str, float]]

State = TypeVar("State", bound=Figures)


class System(Protocol[State]):
    """One way to rate. Equal input gives bitwise equal output, in whatever order a period's games come."""

    @property
    def algorithm(self) -> str:
        """Name and version of the formula, kept with every run: `glicko_margin@1`."""

    def parameters(self) -> dict[str, Any]:
        """All parameters, as JSON values, kept with every run."""

    def cuts(self, rounds: int) -> Sequence[int] | None:
        """What a period is in an event of so many rounds.

        None: each round is one. Else the last round of each period but the final one, counted from 0; empty: the
        whole event is one period.
        """

    @property
    def asks_origin(self) -> bool:
        """Whether `enter` wants to know who somebody is."""

    def enter(self, career: Career | None, day: int, origin: Origin = ANYBODY) -> State:
        """Where a player starts an event on `day`: a newcomer, or a known player after `day − career.day` days."""

    def imported(self, rating: float, rd: float, games: int, day: int) -> Career:
        """The career of somebody who comes with a rating from elsewhere; `rd` 0: as uncertain as a newcomer."""

    def rested(self, rd: float, days: int, age: int | None = None) -> float:
        """A deviation after so many days without a game."""

    @property
    def newcomers_share(self) -> float | None:
        """From which share of newcomers on it is a newcomers' event, rated by `newcomers` first; None: never."""

    def newcomers(
        self, state: Mapping[int, State], new: Collection[int], games: Sequence[Game]
    ) -> dict[int, State]:
        """What a whole event makes of its newcomers, as if all of it were played at once."""

    def shares(
        self, state: Mapping[int, State], games: Sequence[Game], player: int, start: State | None = None
    ) -> tuple[list[Share], Rest]:
        """What each of his games has in what `rate` makes of a player. With `start`, of what `newcomers` made of
        him from there; `state` then holds what it made. What is missing from the sum is rounding.
        """

    def rate(self, state: Mapping[int, State], games: Sequence[Game]) -> dict[int, State]:
        """Rate one period. `state` holds everybody who plays; the answer holds just those, and no other."""


def games_of(player: int, games: Iterable[Game]) -> Iterator[tuple[int, int, int]]:
    """A player's games from his side: (opponent, margin, period).

    >>> list(games_of(2, [(1, 2, 40, 7), (3, 1, 0, 7)]))
    [(1, -40, 7)]
    """
    for one, other, margin, period in games:
        if one == player:
            yield other, margin, period
        elif other == player:
            yield one, -margin, period


def score_of(margin: int) -> float:
    """1 for a win, ½ for a tie, 0 for a loss."""
    return 0.5 if margin == 0 else 1.0 if margin > 0 else 0.0


#: Any of them: whoever only passes states on need not know what is in them.
RatingSystem: TypeAlias = System[Any]


def met(games: Sequence[Game]) -> dict[int, list[tuple[int, float]]]:
    """By player, whom he met and what he scored: 1 for a win, ½ for a tie, 0. Raises `BadPeriod`.

    >>> met([(1, 2, 40, 7), (3, 1, 0, 8)])
    {1: [(2, 1.0), (3, 0.5)], 2: [(1, 0.0)], 3: [(1, 0.5)]}
    """
    found: dict[int, list[tuple[int, float]]] = {}
    for one, other, margin, _ in games:
        if one == other:
            raise BadPeriod("ratings.player_meets_himself", one)
        score = score_of(margin)
        found.setdefault(one, []).append((other, score))
        found.setdefault(other, []).append((one, 1.0 - score))
    return found
