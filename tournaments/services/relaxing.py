"""A round that cannot be paired, paired after all: one rule, or one lock, less."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

from common.actor import Actor
from common.errors import Refused

from ..models import Entry, PairingRule, Round
from .drafts import Relaxed, round_pair
from .pairing_words import proposal_told

_UNKNOWN = _("This is no way to relax the round.")


def relax_apply(
    *, division_id: int, number: int, proposal: Mapping[str, Any], actor: Actor, **options: Any
) -> Round:
    """Pair a round with one of the proposals that its refusal carried, by entry numbers as they came.

    ``options`` are those that ``round_pair`` was refused with. A rule of the event is left out this once and stays
    in the list; a lock of the draft, or among the options, is dropped; a bye is given beside the round's own.
    Errors: ``pairing.relax_unknown``, and those of ``round_pair``.
    """
    ids = dict(Entry.objects.filter(division_id=division_id).values_list("number", "pk"))
    try:
        told = proposal_told(proposal, ids)
        pairs = _pairs(told)
        byes = [*told.get("competitors", ()), *([told["competitor"]] if "competitor" in told else [])]
    except (KeyError, TypeError, ValueError) as error:
        raise Refused("pairing.relax_unknown", _UNKNOWN, field="relax") from error
    kind = told["kind"]
    chosen = dict(options)
    chosen.setdefault("repair", _has_draft(division_id, number))
    if kind in ("forbidden_pair", "forbidden_pairs") and pairs:
        rules = _rules(division_id, number, pairs, PairingRule.Kind.FORBIDDEN)
        chosen["forbidden_pairs"] = _without(chosen.get("forbidden_pairs", ()), pairs)
        relaxed = Relaxed(rules=rules)
    elif kind == "locked_pair" and pairs:
        rules = _rules(division_id, number, pairs, PairingRule.Kind.FORCED)
        chosen["locked_pairs"] = _without(chosen.get("locked_pairs", ()), pairs)
        relaxed = Relaxed(rules=rules, locks=frozenset(one for pair in pairs for one in pair))
    elif kind == "locked_bye" and byes:
        chosen["locked_byes"] = [one for one in chosen.get("locked_byes", ()) if one not in byes]
        chosen["keep_byes"] = False
        relaxed = Relaxed(locks=frozenset(byes))
    elif kind == "bye" and byes:
        chosen["locked_byes"] = [*chosen.get("locked_byes", ()), *byes]
        relaxed = Relaxed()
    else:
        raise Refused("pairing.relax_unknown", _UNKNOWN, field="relax")
    return round_pair(division_id=division_id, number=number, actor=actor, relaxed=relaxed, **chosen)


def _pairs(told: Mapping[str, Any]) -> set[frozenset[int]]:
    found = [*told.get("pairs", ()), *([told["pair"]] if "pair" in told else [])]
    pairs = {frozenset(pair) for pair in found}
    if any(len(pair) != 2 for pair in pairs):
        raise ValueError("a pair is two")
    return pairs


def _without(given: Any, pairs: set[frozenset[int]]) -> list[tuple[int, int]]:
    return [(a, b) for a, b in given if frozenset((a, b)) not in pairs]


def _rules(division_id: int, number: int, pairs: set[frozenset[int]], kind: str) -> frozenset[int]:
    rules = PairingRule.objects.filter(division_id=division_id, kind=kind)
    return frozenset(
        rule.pk for rule in rules if rule.applies(number) and frozenset((rule.one_id, rule.other_id)) in pairs
    )


def _has_draft(division_id: int, number: int) -> bool:
    return Round.objects.filter(division_id=division_id, number=number, state=Round.State.DRAFT).exists()
