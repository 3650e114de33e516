"""What the table is made of: who is in it, and one line per entry and round."""

from dataclasses import dataclass
from enum import StrEnum


class StandingsError(ValueError):
    """The input contradicts itself; `code` is stable, `params` holds the figures for the message."""

    def __init__(self, code: str, **params: int) -> None:
        figures = ", ".join(f"{name} {value}" for name, value in params.items())
        super().__init__(f"{code}: {figures}")
        self.code = code
        self.params = params


class Outcome(StrEnum):
    """How a round ended for one entry. A void or unfinished game has no line at all."""

    PLAYED = "played"
    BYE = "bye"
    FORFEIT = "forfeit"
    DOUBLE_FORFEIT = "double_forfeit"


@dataclass(frozen=True, slots=True)
class Line:
    """One entry's side of one round.

    `played`: the spread is `own - against`, the higher score wins, equal scores tie; zero and negative
    numbers are scores like any other. A game lost on time keeps its spread, and `won` says whose it is.
    `bye`: `own` **is** the spread, `against` is 0, `opponent` is None; what it is credited as is said by
    `won`, else by the rules. `forfeit`: `own - against` is the spread and decides the winner (100-0); without
    an opponent `own` alone is the spread and its sign decides; where the spread is 0, `won` has to say it.
    `double_forfeit`: a loss for both, `own - against` (-100, 0) is the spread of each.

    `won`: True a win, False a loss, None as above. `penalty` (negative
    takes away) enters the spread after the cap, and nothing else.
    """

    entry: int
    round: int
    opponent: int | None
    outcome: Outcome
    own: int
    against: int
    won: bool | None = None
    penalty: int = 0


@dataclass(frozen=True, slots=True)
class EntryInfo:
    """An entry as the table sees it, without a name.

    `number` is unique within the division and what the lot is drawn from; `from_round` is the first round
    the entry was there for. An entry that left (`active` False) or came late stays in every table.
    """

    entry: int
    number: int
    rating: int | None = None
    active: bool = True
    from_round: int = 1
