"""Why a round cannot be paired, as a sentence with entry numbers, and what would make it possible."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from common.errors import Refused

from ..models import Division, Entry
from ..pairing import PairingError

_WORDS: Mapping[str, str | Promise] = {
    "pairing.not_enough_players": _("There are not enough active players to pair a round."),
    "pairing.too_many": _("More than %(limit)s active entries cannot be paired at once."),
    "pairing.locked_conflict": _("The locked pairs or byes contradict each other (entries %(entries)s)."),
    "pairing.infeasible": _("No pairing exists with these locks and bans (entries %(entries)s)."),
    "pairing.no_seat": _("The round robin has no place for entries %(entries)s."),
    "pairing.round_robin_over": _("The round robin ends after round %(rounds)s."),
    "pairing.unsettled": _("By hand means all of them: entries %(entries)s have no game and no bye."),
}
_NAMED = 30
"""Entries in a sentence; the figures beside it name all."""


def pairing_refusal(division: Division, error: PairingError) -> Refused:
    """A pairing error with entry numbers for ids. ``relax`` lists what would help, each alone."""
    params: dict[str, Any] = dict(error.params)
    numbers = dict(Entry.objects.filter(division=division).values_list("pk", "number"))
    ids = params.get("competitors") or ()
    shown = _numbers(ids, numbers)
    words = ", ".join(map(str, sorted(shown)[:_NAMED])) + (" …" if len(shown) > _NAMED else "")
    message = _WORDS[error.code] % {**params, "entries": words}
    extra: dict[str, Any] = {key: value for key, value in params.items() if isinstance(value, int | str)}
    if "groups" in params:
        extra["groups"] = [_numbers(group, numbers) for group in params["groups"]]
    if "opponents" in params:
        extra["opponents"] = _numbers(params["opponents"], numbers)
    if "relax" in params:
        extra["relax"] = [proposal_told(one, numbers) for one in params["relax"]]
    return Refused(error.code, message, extra={**extra, "entries": shown})


def _numbers(ids: Iterable[int], numbers: Mapping[int, int]) -> list[int]:
    return [numbers[pk] for pk in ids if pk in numbers]


def proposal_told(proposal: Mapping[str, Any], numbers: Mapping[int, int]) -> dict[str, Any]:
    """A proposal of the core with entry numbers for ids, or (with the numbers turned round) the other way."""
    told: dict[str, Any] = {"kind": proposal["kind"]}
    for key, value in proposal.items():
        if key == "pair" or key == "competitors":
            told[key] = [numbers[one] for one in value]
        elif key == "pairs":
            told[key] = [[numbers[one] for one in pair] for pair in value]
        elif key == "competitor":
            told[key] = numbers[value]
    return told
