"""What happened, in order: each move, and what the rules made of it. A total is always the sum of its events."""

from dataclasses import dataclass
from enum import StrEnum

from games.engine.moves import Move
from games.engine.scoring import Score


class Name(StrEnum):
    """Events a client sends, then those that follow from them, then an arbiter's."""

    PLAY = "play"
    EXCHANGE = "exchange"
    PASS = "pass"  # noqa: S105
    DISCARD = "discard"
    CHALLENGE = "challenge"
    END = "end"
    CLOCK = "clock"
    PLAY_WITHDRAWN = "play_withdrawn"
    TURN_LOST = "turn_lost"
    RACK_ADJUSTMENT = "rack_adjustment"
    TIME_ADJUSTMENT = "time_adjustment"
    ARBITER_ADJUSTMENT = "arbiter_adjustment"


@dataclass(frozen=True, slots=True)
class Event:
    """One event: who, how many points, and for a play its score. `move` is there where somebody made one."""

    name: Name
    side: int | None
    points: int = 0
    move: Move | None = None
    score: Score | None = None
    upheld: bool | None = None
    """Of a challenge: was the play wrong?"""

    @property
    def derived(self) -> bool:
        """It follows from the move before it and is not sent by anyone."""
        return self.move is None
