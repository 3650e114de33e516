"""From what was sent about a game to a report in the services' words."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

from common.errors import Item, Refused, Unreadable
from games.engine.adjustments import SideComponents, total
from games.engine.rulesets import get_ruleset

from ..models import Pairing, Result, Seat
from ..services.reports import Report

#: The sides as the games' API calls them, by place.
ALIASES: tuple[int | str, ...] = ("p1", "p2")


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


def place_of(side: int | str, seats: list[Seat], pointer: str) -> int:
    """The place of a side named by ``p1``, ``p2`` or its entry's number. Raises ``result.not_opponents``."""
    return _place([seat.entry.number for seat in seats], side, pointer)


def _only_played(values: Mapping[str, Any]) -> None:
    for name in ("scores", "components"):
        if values.get(name) is not None:
            raise _invalid("result.scores_only_played", _("Only a played game has scores of its own."), f"/{name}")


def _both(sent: Mapping[int | str, Any], numbers: list[int], name: str) -> list[Any]:
    """The two values by place."""
    found = {_place(numbers, side, f"/{name}/{side}"): value for side, value in sent.items()}
    for place, number in enumerate(numbers):
        if place not in found:
            raise _missing(f"/{name}/{number}")
    return [found[place] for place in range(len(numbers))]


def _place(numbers: list[int], side: int | str, pointer: str) -> int:
    if side in ALIASES and ALIASES.index(side) < len(numbers):
        return ALIASES.index(side)
    if side not in numbers:
        message = _("Entry %(number)s does not play in this game.") % {"number": side}
        item = Item("result.not_opponents", message, pointer=pointer)
        raise Refused("result.not_opponents", message, items=[item], extra={"entries": numbers})
    return numbers.index(int(side))


def _missing(pointer: str) -> Unreadable:
    item = Item("field.required", _("This field is required."), pointer=pointer)
    return Unreadable("request.invalid", _("Some values cannot be accepted."), items=[item])


def _invalid(code: str, message: Any, pointer: str) -> Refused:
    item = Item(code, message, pointer=pointer)
    return Refused("result.invalid", _("This result cannot be accepted."), items=[item])
