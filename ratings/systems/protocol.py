"""What every rating system is to the rest of the site: one period in, the standings it changes out.

A *game* is the plain tuple `(one, other, margin, period)`: two player ids, the points by which `one` won
(negative: lost) after end-game and time adjustments, and the id of its period (the round). A tuple and no
dataclass, because a million of them come straight from the database cursor.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Protocol, TypeAlias

Game: TypeAlias = tuple[int, int, int, int]


class SystemParameterError(ValueError):
    """A parameter a system does not know or cannot work with. `field` is the parameter's name."""

    def __init__(self, code: str, field: str, value: object) -> None:
        super().__init__(f"{code}: {field} = {value!r}")
        self.code = code
        self.field = field
        self.value = value


class BadPeriod(ValueError):
    """Games that cannot be rated: somebody meets himself, or a number is not finite."""

    def __init__(self, code: str, player: int) -> None:
        super().__init__(f"{code}: player {player}")
        self.code = code
        self.player = player


class Standing(NamedTuple):
    """A player inside an event. The tallies count from the event's start, in games and outcome points."""

    rating: float
    rd: float
    games: int = 0
    expected: float = 0.0
    actual: float = 0.0


class Career(NamedTuple):
    """A player between events: what the next event starts from. `day` is the last event's `date.toordinal()`."""

    rating: float
    rd: float
    games: int
    day: int


class RatingSystem(Protocol):
    """One way to rate. Equal input gives bitwise equal output, in whatever order a period's games come."""

    @property
    def algorithm(self) -> str:
        """Name and version of the formula, kept with every run: `glicko_margin@1`."""

    def parameters(self) -> dict[str, Any]:
        """All parameters, as JSON values, kept with every run."""

    def enter(self, career: Career | None, day: int) -> Standing:
        """Where a player starts an event on `day`: a newcomer, or a known player after `day − career.day` days."""

    def rested(self, rd: float, days: int) -> float:
        """A deviation after so many days without a game."""

    def rate(self, state: Mapping[int, Standing], games: Sequence[Game]) -> dict[int, Standing]:
        """Rate one period. `state` holds everybody who plays; the answer holds just those, and no other."""
