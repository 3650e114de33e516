"""A result as the API tells it: by entry number, so that nobody mixes up the sides."""

from typing import Any

from rest_framework import serializers

from common.preconditions import etag_of

from ..models import Pairing, Result, Seat
from ..selectors.results import result_warnings
from .answers import ComponentsOut, game_id

_MOMENT = serializers.DateTimeField()


def short_result(result: Result, numbers: list[int], *, staff: bool) -> dict[str, Any]:
    """``numbers`` are the entries' by place. Two sides that differ have no score yet, except for staff."""
    told = result.outcome != Result.Outcome.VOID and (staff or result.state != Result.State.DISPUTED)
    finals = (result.first_final, result.second_final)
    winner = result.winner if len(numbers) == 2 else None
    return {
        "version": result.version,
        "state": result.state,
        "outcome": result.outcome,
        "scores": {str(n): finals[place] for place, n in enumerate(numbers)} if told else None,
        "winner": numbers[winner] if told and winner is not None else None,
    }


def result_data(result: Result, pairing: Pairing, seats: list[Seat], *, staff: bool) -> dict[str, Any]:
    """One version of a game's result, in full."""
    numbers = [seat.entry.number for seat in seats]
    short = short_result(result, numbers, staff=staff)
    told = short["scores"] is not None
    parts = {part.place: dict(ComponentsOut(part).data) for part in result.components.all()} if told else {}
    place = result.reported_by_place
    pending = result.state == Result.State.PENDING
    return {
        **short,
        "game": game_id(pairing.game_id or 0),
        "spread": _spread(result) if told else None,
        "components": {str(n): parts[at] for at, n in enumerate(numbers) if at in parts} or None,
        "source": result.source,
        "reported_by": None if place is None else numbers[place],
        "needs": [n for at, n in enumerate(numbers) if pending and at != place],
        "warnings": result_warnings(result) if told else [],
        "created_at": _MOMENT.to_representation(result.created_at),
    }


def _spread(result: Result) -> int | None:
    if result.outcome == Result.Outcome.DOUBLE_FORFEIT or result.second_final is None:
        return None
    return abs(result.first_final - result.second_final)


def result_etag(data: dict[str, Any]) -> str:
    """``"r42-1.…"``: the version, then this very copy. If-Match goes by the version, and takes ``"r42-1"`` too."""
    return f'"r{data["game"][1:]}-{data["version"]}.{etag_of(data)[1:13]}"'


def names_version(tags: list[str], game: int, current: int) -> bool:
    """Whether If-Match names the live version of a game's result; ``"r42-0"`` says that there is none."""
    return f"r{game}-{current}" in [tag.partition(".")[0] for tag in tags] or (tags == ["*"] and current > 0)
