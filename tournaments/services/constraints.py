"""Rules for two entries, and who is not there in a round: settled before the round is paired."""

from django.db import transaction
from django.db.models import Max, Q
from django.utils.translation import gettext_lazy as _

from common.actor import Actor
from common.errors import Conflict, Missing, Refused
from common.text import clean

from ..models import Absence, Division, Entry, PairingRule, Round
from .touch import division_lock, division_log, division_touch

LAST_ROUND = 200
MOST_RULES = 5000
_REASON = 300


def _rounds_checked(from_round: int, to_round: int | None) -> None:
    if not 1 <= from_round <= LAST_ROUND or (to_round is not None and not from_round <= to_round <= LAST_ROUND):
        raise Refused(
            "rule.rounds", _("The rounds are from 1 to 200, the first before the last."), field="to_round"
        )


@transaction.atomic
def rule_add(
    *,
    division_id: int,
    kind: str,
    one: int,
    other: int,
    from_round: int = 1,
    to_round: int | None = None,
    reason: str = "",
    actor: Actor,
) -> PairingRule:
    """Two entries (ids) never meet, or do meet, in these rounds. The very same rule again is the one that is there.

    Rounds that are paired stay as they are. Errors: ``rule.kind_unknown``, ``rule.entries``, ``rule.rounds``,
    ``rule.contradicts`` (rule), ``rule.too_many``.
    """
    division = division_lock(division_id)
    if kind not in PairingRule.Kind.values:
        raise Refused("rule.kind_unknown", _("Unknown kind of rule."), field="kind")
    _rounds_checked(from_round, to_round)
    entries = list(Entry.objects.filter(division=division, pk__in=(one, other)).order_by("number"))
    if len(entries) != 2:
        raise Refused("rule.entries", _("Choose two different entries of this division."), field="other")
    rule = PairingRule(
        division=division,
        kind=kind,
        one=entries[0],
        other=entries[1],
        from_round=from_round,
        to_round=to_round,
        reason=clean(reason)[:_REASON],
        created_by_id=actor.user_id,
    )
    same = PairingRule.objects.filter(
        division=division, kind=kind, one=rule.one, other=rule.other, from_round=from_round, to_round=to_round
    ).first()
    if same is not None:
        return same
    if PairingRule.objects.filter(division=division).count() >= MOST_RULES:
        raise Conflict("rule.too_many", _("There are too many rules for two entries."))
    _check_contradiction(rule)
    rule.save()
    division_log(division, "rule.added", actor, kind="rule", pk=rule.pk, data=_told(rule))
    division_touch(division.pk)
    return rule


def _check_contradiction(rule: PairingRule) -> None:
    """Nobody must meet two others in one round, and no two both must and must not meet."""
    people = {rule.one_id, rule.other_id}
    for known in (
        PairingRule.objects.filter(division=rule.division).exclude(pk=rule.pk).select_related("one", "other")
    ):
        if PairingRule.Kind.FORCED not in (rule.kind, known.kind) or not _overlap(rule, known):
            continue
        others = {known.one_id, known.other_id}
        both_forced = rule.kind == known.kind
        if (both_forced and people & others and people != others) or (not both_forced and people == others):
            raise Conflict(
                "rule.contradicts",
                _("Entries %(one)s and %(other)s have a rule already that cannot be kept beside this one.")
                % {"one": known.one.number, "other": known.other.number},
                extra={"rule": known.pk, "entries": [known.one.number, known.other.number]},
            )


def _overlap(a: PairingRule, b: PairingRule) -> bool:
    last = min(a.to_round or LAST_ROUND, b.to_round or LAST_ROUND)
    return max(a.from_round, b.from_round) <= last


def _rule_locked(rule_id: int) -> tuple[Division, PairingRule]:
    division_id = PairingRule.objects.filter(pk=rule_id).values_list("division_id", flat=True).first()
    if division_id is None:
        raise Missing("rule.missing", _("There is no such rule."))
    division = division_lock(division_id)
    rule = PairingRule.objects.select_related("one", "other").filter(pk=rule_id).first()
    if rule is None:
        raise Missing("rule.missing", _("There is no such rule."))
    rule.division = division
    return division, rule


@transaction.atomic
def rule_change(
    *,
    rule_id: int,
    actor: Actor,
    from_round: int | None = None,
    to_round: int | None = None,
    set_to_round: bool = False,
    reason: str | None = None,
    expected_version: int | None = None,
) -> PairingRule:
    """Other rounds (the last one only with ``set_to_round``), or another reason. Errors: as ``rule_add``, and
    ``rule.stale``, ``rule.missing``.
    """
    division, rule = _rule_locked(rule_id)
    if expected_version is not None and expected_version != rule.version:
        raise Conflict(
            "rule.stale",
            _("Somebody changed this rule in the meantime. Look at it again."),
            extra={"version": rule.version},
        )
    before = _told(rule)
    if from_round is not None:
        rule.from_round = from_round
    if set_to_round:
        rule.to_round = to_round
    if reason is not None:
        rule.reason = clean(reason)[:_REASON]
    _rounds_checked(rule.from_round, rule.to_round)
    _check_contradiction(rule)
    after = _told(rule)
    if after == before:
        return rule
    rule.version += 1
    rule.save()
    data = {"before": before, "after": after}
    division_log(division, "rule.changed", actor, kind="rule", pk=rule.pk, data=data)
    division_touch(division.pk)
    return rule


@transaction.atomic
def rule_remove(*, rule_id: int, actor: Actor) -> None:
    division, rule = _rule_locked(rule_id)
    told, pk = _told(rule), rule.pk
    rule.delete()
    division_log(division, "rule.removed", actor, kind="rule", pk=pk, data=told)
    division_touch(division.pk)


def rules_forget(entry: Entry, actor: Actor) -> None:
    """Rules for an entry that is taken out go with it; the caller holds the division's lock."""
    for rule in PairingRule.objects.filter(Q(one=entry) | Q(other=entry)).select_related("one", "other"):
        rule.division = entry.division
        division_log(rule.division, "rule.removed", actor, kind="rule", pk=rule.pk, data=_told(rule))
        rule.delete()


def _told(rule: PairingRule) -> dict[str, object]:
    return {
        "kind": rule.kind,
        "entries": [rule.one.number, rule.other.number],
        "from_round": rule.from_round,
        "to_round": rule.to_round,
        "reason": rule.reason,
    }


def _entry_locked(entry_id: int) -> tuple[Division, Entry]:
    division_id = Entry.objects.filter(pk=entry_id).values_list("division_id", flat=True).first()
    if division_id is None:
        raise Missing("entry.missing", _("There is no such entry."))
    division = division_lock(division_id)
    return division, Entry.objects.get(pk=entry_id)


def _check_round_number(round_number: int) -> None:
    if not 1 <= round_number <= LAST_ROUND:
        raise Refused("round.number_out_of_range", _("There is no such round."), field="round")


def _check_round_open(division: Division, round_number: int) -> None:
    """What a published round did with somebody is in its results; what it will do can still be said."""
    _check_round_number(round_number)
    top = (
        Round.objects.filter(division=division).exclude(state=Round.State.DRAFT).aggregate(top=Max("number"))["top"]
        or 0
    )
    if round_number <= top:
        raise Conflict(
            "absence.round_published",
            _("Round %(round)s is published: who was there is in its results.") % {"round": round_number},
            extra={"round": round_number},
        )


@transaction.atomic
def absence_set(
    *,
    entry_id: int,
    round_number: int,
    kind: str,
    reason: str = "",
    actor: Actor,
    expected_version: int | None = None,
) -> Absence:
    """An entry asks for a bye in a round, or is away in it; said again, it is changed. A draft of the round waits
    to be paired again. Errors: ``absence.kind_unknown``, ``absence.not_in_round``, ``absence.round_published``,
    ``absence.stale``, ``round.number_out_of_range``.
    """
    division, entry = _entry_locked(entry_id)
    if kind not in Absence.Kind.values:
        raise Refused("absence.kind_unknown", _("Unknown kind of absence."), field="kind")
    _check_round_open(division, round_number)
    if not entry.plays_in(round_number):
        raise Conflict(
            "absence.not_in_round",
            _("Entry %(number)s is not in round %(round)s anyway.")
            % {"number": entry.number, "round": round_number},
            field="round",
        )
    known = Absence.objects.filter(entry=entry, round_number=round_number).first()
    if expected_version is not None and expected_version != (known.version if known else 0):
        raise Conflict(
            "absence.stale",
            _("Somebody changed this absence in the meantime. Look at it again."),
            extra={"version": known.version if known else 0},
        )
    shown = clean(reason)[:_REASON]
    if known is not None and (known.kind, known.reason) == (kind, shown):
        return known
    told = {"round": round_number, "number": entry.number}
    if known is None:
        absence = Absence.objects.create(
            entry=entry, round_number=round_number, kind=kind, reason=shown, created_by_id=actor.user_id
        )
        data = {**told, "kind": kind, "reason": shown}
        division_log(division, "absence.added", actor, kind="absence", pk=absence.pk, data=data)
    else:
        absence, before = known, known.kind
        absence.kind, absence.reason = kind, shown
        absence.version += 1
        absence.save()
        changed = {"before": {"kind": before}, "after": {"kind": kind}}
        data = {**told, "reason": shown, **changed}
        division_log(division, "absence.changed", actor, kind="absence", pk=absence.pk, data=data)
    division_touch(division.pk)
    return absence


@transaction.atomic
def absence_clear(*, entry_id: int, round_number: int, actor: Actor) -> None:
    """The entry plays after all. Nothing to clear is no fault, a round that can never be is one."""
    _check_round_number(round_number)
    division, entry = _entry_locked(entry_id)
    absence = Absence.objects.filter(entry=entry, round_number=round_number).first()
    if absence is None:
        return
    _check_round_open(division, round_number)
    pk, kind = absence.pk, absence.kind
    absence.delete()
    data = {"round": round_number, "number": entry.number, "kind": kind}
    division_log(division, "absence.removed", actor, kind="absence", pk=pk, data=data)
    division_touch(division.pk)
