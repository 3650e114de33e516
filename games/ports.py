"""Questions that this app asks of the one above: what a game is part of, and who may do what at its sheet."""

from dataclasses import dataclass, field
from typing import Any, Protocol


@dataclass(frozen=True, slots=True)
class Rights:
    """What somebody may do at a sheet. ``side`` is the place of a player of the game; None for everybody else.

    ``looks``: sees racks and hidden names while the game goes on. ``directs``: sees verdicts and changes what was
    recorded. ``closed``: the result is final or the round closed, so only a director goes on.
    """

    may_record: bool = False
    looks: bool = False
    directs: bool = False
    closed: bool = False
    side: int | None = None


@dataclass(frozen=True, slots=True)
class SheetSide:
    """One side as the asker may see it: its entry's number and name."""

    entry: int
    name: str


@dataclass(frozen=True, slots=True)
class SheetPlace:
    """Where the game is played, and what the asker may do there. ``chain`` is the log of the event."""

    rights: Rights
    sides: tuple[SheetSide, ...]
    tournament: str
    division: str
    round: int
    table: int | None
    result: dict[str, Any] | None = field(default=None)
    chain: str = ""


class SheetPlaces(Protocol):
    def __call__(self, request: Any, game_id: int, *, writing: bool) -> SheetPlace:
        """The game's place for whoever asks. Raises 401, 404 or 403 as the API does everywhere."""


_places: SheetPlaces | None = None


def register_sheet_places(answer: SheetPlaces) -> None:
    global _places
    _places = answer


def sheet_place(request: Any, game_id: int, *, writing: bool = False) -> SheetPlace:
    if _places is None:
        raise RuntimeError("nobody knows the games")
    return _places(request, game_id, writing=writing)
