"""A result as the API tells it: by entry number, so that nobody mixes up the sides."""

from typing import Any

from rest_framework import serializers

from common.preconditions import etag_of

from ..models import Pairing, Result, Seat
from ..selectors.results import parts_of, result_warnings, waiting_for, words_of
from ..services.proposals import REOPENED
from ..services.undo import UNDONE
from .answers import ComponentsOut, game_id

_MOMENT = serializers.DateTimeField()
#: Reasons of versions that nobody stands by any more.
TAKEN_BACK = (UNDONE, REOPENED)


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
        "does_not_match_log": result.does_not_match_log,
    }


def result_data(result: Result, pairing: Pairing, seats: list[Seat], *, staff: bool) -> dict[str, Any]:
    """One version of a game's result, in full."""
    numbers = [seat.entry.number for seat in seats]
    short = short_result(result, numbers, staff=staff)
    told = short["scores"] is not None
    parts = {part.place: dict(ComponentsOut(part).data) for part in parts_of(result)} if told else {}
    place = result.reported_by_place
    words = words_of(result)
    return {
        **short,
        "game": game_id(pairing.game_id or 0),
        "sides": {f"p{at}": number for at, number in enumerate(numbers, start=1)},
        "spread": _spread(result) if told else None,
        "components": {str(n): parts[at] for at, n in enumerate(numbers) if at in parts} or None,
        "source": result.source,
        "reported_by": None if place is None else numbers[place],
        "needs": [numbers[at] for at in sorted(waiting_for(result, words))],
        "confirmed_by": [
            {
                "entry": None if word.place is None else numbers[word.place],
                "how": word.how,
                "at": _MOMENT.to_representation(word.at),
            }
            for word in words
        ],
        "differs": _differs(result, numbers) if staff and result.state == Result.State.DISPUTED else [],
        "log": _log(result, numbers) if told else None,
        "warnings": result_warnings(result) if told else [],
        "created_at": _MOMENT.to_representation(result.created_at),
    }


def _log(result: Result, numbers: list[int]) -> dict[str, Any] | None:
    if result.log_first is None or len(numbers) != 2:
        return None
    return {
        "scores": {str(numbers[0]): result.log_first, str(numbers[1]): result.log_second},
        "winner": None if result.log_winner is None else numbers[result.log_winner],
        "accepted": result.log_accepted,
    }


def _differs(result: Result, numbers: list[int]) -> list[str]:
    """Against the version before, if there is one: a side may have said no without another score."""
    before = Result.objects.filter(pairing_id=result.pairing_id, version__lt=result.version).order_by("-version")
    other = before.exclude(reason__in=TAKEN_BACK).first()
    if other is None:
        return []
    finals = ((other.first_final, result.first_final), (other.second_final, result.second_final))
    found = [f"scores.{n}" for n, (old, new) in zip(numbers, finals, strict=False) if old != new]
    same = other.outcome == result.outcome
    return (found if same else ["outcome"]) or (["winner"] if other.winner != result.winner else [])


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
