"""From what was sent about a game to a report in the services' words."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

from common.errors import Item, Refused, Unreadable
from games.engine.adjustments import SideComponents, total
from games.engine.rulesets import get_ruleset

from ..models import Pairing, Result, Seat
from ..services.reports import Report


def report_of(values: Mapping[str, Any], pairing: Pairing, seats: list[Seat]) -> Report:
    """Entry numbers become sides, whatever order they were sent in.

    Raises ``result.not_opponents`` (422) for an entry that does not play here, ``request.invalid`` (400) for a
    missing value and ``result.invalid`` (422) for values that this outcome cannot have.
    """
    numbers = [seat.entry.number for seat in seats]
    outcome = values["outcome"]
    scores, parts, winner = values.get("scores"), values.get("components"), values["winner"]
    if outcome != Result.Outcome.PLAYED:
        _only_played(values)
        place = None if winner is None else _place(numbers, winner, "/winner")
        return Report(outcome=outcome, winner=place)
    if winner is not None:
        raise _invalid("result.winner_only_forfeit", _("The scores say who won."), "/winner")
    if scores is None and parts is None:
        raise _missing("/scores")
    components = None if parts is None else [SideComponents(**part) for part in _both(parts, numbers, "components")]
    if scores is not None:
        first, second = _both(scores, numbers, "scores")
    else:
        ruleset = get_ruleset(pairing.round.division.ruleset)
        first, second = (total(ruleset, side) for side in components or ())
    return Report(
        outcome=outcome,
        first=first,
        second=second,
        components=None if components is None else (components[0], components[1]),
    )


def _only_played(values: Mapping[str, Any]) -> None:
    for name in ("scores", "components"):
        if values.get(name) is not None:
            raise _invalid("result.scores_only_played", _("Only a played game has scores of its own."), f"/{name}")


def _both(sent: Mapping[int, Any], numbers: list[int], name: str) -> list[Any]:
    """The two values by place."""
    for number in sent:
        _place(numbers, number, f"/{name}/{number}")
    for number in numbers:
        if number not in sent:
            raise _missing(f"/{name}/{number}")
    return [sent[number] for number in numbers]


def _place(numbers: list[int], number: int, pointer: str) -> int:
    if number not in numbers:
        message = _("Entry %(number)s does not play in this game.") % {"number": number}
        item = Item("result.not_opponents", message, pointer=pointer)
        raise Refused("result.not_opponents", message, items=[item], extra={"entries": numbers})
    return numbers.index(number)


def _missing(pointer: str) -> Unreadable:
    item = Item("field.required", _("This field is required."), pointer=pointer)
    return Unreadable("request.invalid", _("Some values cannot be accepted."), items=[item])


def _invalid(code: str, message: Any, pointer: str) -> Refused:
    item = Item(code, message, pointer=pointer)
    return Refused("result.invalid", _("This result cannot be accepted."), items=[item])
