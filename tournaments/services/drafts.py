"""A round paired as a draft, and paired again: before anybody else sees it, and losing nothing."""

import json
import secrets
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import IntegrityError, transaction
from django.utils.translation import gettext_lazy as _

from common.actor import Actor
from common.errors import Conflict, Refused

from ..models import Absence, Division, DraftStep, Entry, Pairing, Result, Round
from ..pairing import PairingError, PairingRequest, PairingResult, System, pair, request_from_json, request_to_json
from ..pairing.again import result_digest
from ..pairing.plan import PlanError, RoundPlan
from ..selectors.pairing import missing_results
from ..selectors.requests import (
    Figures,
    Wishes,
    contention_figures,
    pairing_request,
    results_needed_through,
    round_plan,
)
from .certificates import certify_round
from .draft_store import Row, draft_locked, draft_save, made_of, rows_of, rows_write, step_add
from .pairing_words import pairing_refusal
from .plans import chosen_settings, plan_refused, system_of
from .rounds import check_version, results_missing
from .touch import division_lock, division_log, division_touch

MOST_ROUNDS = 200


@dataclass(frozen=True, slots=True)
class Relaxed:
    """What is given up so that a round can be paired: rules of the event (ids) for this once, and locks of the
    draft, by the entries they hold."""

    rules: frozenset[int] = frozenset()
    locks: frozenset[int] = frozenset()


def _check_results_in(division: Division, number: int, needed: int) -> None:
    """Every earlier round must be published, and complete up to ``needed``; the message names round and tables."""
    earlier = list(Round.objects.filter(division=division, number__lt=number).order_by("number"))
    if number > 1 and (not earlier or earlier[-1].number != number - 1):
        raise Conflict(
            "round.previous_missing",
            _("Round %(round)s is not paired yet.") % {"round": len(earlier) + 1},
            extra={"round": len(earlier) + 1},
        )
    for before in earlier:
        before.division = division
        if before.state == Round.State.DRAFT:
            raise Conflict(
                "round.not_published",
                _("Round %(round)s is still a draft.") % {"round": before.number},
                extra={"round": before.number},
            )
        published = before.state == Round.State.PUBLISHED
        if published and before.number <= needed and (tables := missing_results(before)):
            raise results_missing(before, tables)


def _system(division: Division, number: int, system: System | str | None) -> System | None:
    """None: as the schedule says. A kind alone that the schedule has in this round is the schedule's own."""
    if not isinstance(system, str):
        return system
    chosen = system_of(system)
    try:
        scheduled = round_plan(division, number).system
    except PlanError:
        return chosen
    return None if scheduled.kind == chosen.kind else chosen


def _plan(division: Division, number: int, system: System | None) -> RoundPlan:
    try:
        return round_plan(division, number, system)
    except PlanError as error:
        raise plan_refused(error, field="number") from error


def round_pair(
    *,
    division_id: int,
    number: int,
    actor: Actor,
    system: System | str | None = None,
    seed: int | None = None,
    repair: bool = False,
    keep_byes: bool = False,
    locked_pairs: Sequence[tuple[int, int]] = (),
    locked_byes: Sequence[int] = (),
    forbidden_pairs: Sequence[tuple[int, int]] = (),
    relaxed: Relaxed | None = None,
    expected_version: int | None = None,
) -> Round:
    """Pair a round as a draft. ``repair`` replaces a draft; a published round is never paired again.

    ``system`` is that of the schedule where none is given. Locked games and byes of a draft stay when it is paired
    again, ``keep_byes`` keeps all of its byes; what is given as locked is locked from then on. The same question
    about a draft as it stands changes nothing. Errors: ``round.already_paired``, ``round.has_results``,
    ``round.results_missing``, ``round.previous_missing``, ``round.stale`` and the pairing's and schedule's own.
    """
    drawn = secrets.randbits(31) if seed is None else seed
    if not 1 <= number <= MOST_ROUNDS:
        raise Refused("round.number_out_of_range", _("There is no such round."), field="number")
    figures = _figures_ahead(division_id, number, system, drawn)
    with transaction.atomic():
        division = division_lock(division_id)
        chosen = _system(division, number, system)
        old = Round.objects.select_for_update().filter(division=division, number=number).first()
        if old is not None:
            _check_repair(old, repair, expected_version)
            old.division = division
        plan = _plan(division, number, chosen)
        _check_results_in(division, number, results_needed_through(number, plan.based_on))
        wishes = _wishes(old, keep_byes, locked_pairs, locked_byes, forbidden_pairs, relaxed or Relaxed())
        request = pairing_request(division, number, seed=drawn, system=chosen, wishes=wishes, figures=figures)
        return _pair(division, old, request, plan, wishes, actor, DraftStep.Kind.REPAIRED)


def _figures_ahead(division_id: int, number: int, system: System | str | None, seed: int) -> Figures | None:
    """Contention counts before anything is locked, since that takes a while."""
    division = Division.objects.select_related("tournament").filter(pk=division_id).first()
    if division is None:
        return None
    return contention_figures(division, number, seed=seed, system=_system(division, number, system))


def draft_repair_rest(*, round_id: int, actor: Actor, expected_version: int | None = None) -> Round:
    """Pair everybody again who is in no locked game and has no locked bye, by the system and with the lots of
    before. What a rule of the event was not asked for then is not asked for now."""
    stored = Round.objects.select_related("division__tournament").filter(pk=round_id).first()
    figures = None
    if stored is not None and stored.request:
        before = request_from_json(stored.request)
        figures = contention_figures(
            stored.division,
            stored.number,
            seed=before.seed,
            system=system_of(stored.system, stored.system_settings),
        )
    with transaction.atomic():
        round_ = draft_locked(round_id, expected_version)
        if not round_.request:
            raise Conflict("round.not_paired_here", _("No system paired this round: pair it again as a whole."))
        before = request_from_json(round_.request)
        division = round_.division
        system = system_of(round_.system, round_.system_settings)
        plan = _plan(division, round_.number, system)
        _check_results_in(division, round_.number, results_needed_through(round_.number, plan.based_on))
        relaxed = Relaxed(rules=_left_out(round_))
        wishes = _wishes(round_, False, (), (), (), relaxed)
        request = pairing_request(
            division, round_.number, seed=before.seed, system=system, wishes=wishes, figures=figures
        )
        return _pair(division, round_, request, plan, wishes, actor, DraftStep.Kind.REST_REPAIRED)


def _left_out(round_: Round) -> frozenset[int]:
    """Rules of the event that the draft was made without."""
    kinds = (DraftStep.Kind.PAIRED, DraftStep.Kind.REPAIRED, DraftStep.Kind.REST_REPAIRED)
    made = DraftStep.objects.filter(round=round_, kind__in=kinds, undone_by=None).order_by("-number").first()
    return frozenset(made.data.get("without_rules", ())) if made is not None else frozenset()


def _check_repair(old: Round, repair: bool, expected_version: int | None) -> None:
    if old.state != Round.State.DRAFT:
        code = "round.has_results" if _has_results(old) else "round.already_paired"
        raise Conflict(code, _("Round %(round)s is already published.") % {"round": old.number})
    if not repair:
        raise Conflict("round.already_paired", _("Round %(round)s is already paired.") % {"round": old.number})
    check_version(old, expected_version)


def _wishes(
    old: Round | None,
    keep_byes: bool,
    locked_pairs: Sequence[tuple[int, int]],
    locked_byes: Sequence[int],
    forbidden_pairs: Sequence[tuple[int, int]],
    relaxed: Relaxed,
) -> Wishes:
    """What was asked for now, and what of the draft stays: its locks, and all its byes where they are kept. Who
    has left the round since, or is asked for elsewhere now, is not held by an old lock."""
    pairs, byes = dict.fromkeys(locked_pairs), dict.fromkeys(locked_byes)
    if old is not None:
        asked = {one for two in locked_pairs for one in two} | set(locked_byes)
        there = _who_plays(old)
        automatic: list[int] = []
        for row in rows_of(old):
            entries = row["entries"]
            if asked & set(entries) or relaxed.locks & set(entries) or not there.issuperset(entries):
                continue
            if row["table"] is None and row["locked"]:
                byes[entries[0]] = None
            elif row["table"] is None:
                automatic += entries
            elif row["locked"]:
                pairs[entries[0], entries[1]] = None
        if keep_byes and automatic and (len(there) - len(byes)) % 2:
            # Of byes that nobody gave there is one at most: a field that has become even needs none.
            byes[automatic[0]] = None
    return Wishes(
        locked_pairs=tuple(pairs),
        locked_byes=tuple(sorted(byes)),
        forbidden_pairs=tuple(forbidden_pairs),
        without_rules=relaxed.rules,
    )


def _who_plays(round_: Round) -> set[int]:
    away = set(
        Absence.objects.filter(entry__division_id=round_.division_id, round_number=round_.number).values_list(
            "entry_id", flat=True
        )
    )
    return {
        entry.pk
        for entry in Entry.objects.filter(division_id=round_.division_id)
        if entry.plays_in(round_.number) and entry.pk not in away
    }


def _pair(
    division: Division,
    old: Round | None,
    request: PairingRequest,
    plan: RoundPlan,
    wishes: Wishes,
    actor: Actor,
    kind: str,
) -> Round:
    """Answer the question and write the answer down; the caller holds the locks."""
    started = time.monotonic()
    try:
        made = pair(request)
    except PairingError as error:
        raise pairing_refusal(division, error) from error
    seconds = time.monotonic() - started
    rows = _rows(made, wishes)
    text = request_to_json(request)
    if old is not None and old.request == text and rows_of(old) == _in_order(rows):
        return old
    fields = {
        "system": plan.system.kind,
        "system_settings": json.loads(json.dumps(chosen_settings(plan.system))),
        "request": text,
        "request_digest": made.digest,
        "result_digest": result_digest(made),
        "solver": made.solver,
        "cost": dict(made.cost),
        "notes": [{"code": note.code, **note.figures} for note in made.notes],
        "seconds": round(seconds, 4),
        "certificate": None,
        "standings_after": _standings_used(plan),
    }
    told = {"round": request.round, "system": plan.system.kind, "digest": made.digest, "solver": made.solver}
    data: dict[str, Any] = {"system": plan.system.kind}
    if wishes.without_rules:
        data["without_rules"] = sorted(wishes.without_rules)
    if old is None:
        round_ = _round_create(division, request.round, fields)
        rows_write(round_, rows)
        step_add(round_, DraftStep.Kind.PAIRED, actor, data=data)
        division_log(division, "round.paired", actor, kind="round", pk=round_.pk, data=told)
        division_touch(division.pk)
    else:
        round_ = old
        before = {"rows": rows_of(old), "round": made_of(old)}
        Pairing.objects.filter(round=round_).delete()
        for field, value in fields.items():
            setattr(round_, field, value)
        rows_write(round_, rows)
        step_add(round_, kind, actor, data=data, before=before)
        again = kind == DraftStep.Kind.REST_REPAIRED
        action = "round.rest_paired_again" if again else "round.paired_again"
        division_log(division, action, actor, kind="round", pk=round_.pk, data=told)
        draft_save(round_)
    certify_round(round_, request, made)
    return round_


def _round_create(division: Division, number: int, fields: Mapping[str, Any]) -> Round:
    try:
        with transaction.atomic():
            return Round.objects.create(division=division, number=number, **fields)
    except IntegrityError as error:
        raise Conflict(
            "round.already_paired", _("Round %(round)s is already paired.") % {"round": number}
        ) from error


def _standings_used(plan: RoundPlan) -> int:
    """The last round whose results the pairing goes by: a correction after it changes nothing here."""
    if plan.recent_since is not None:
        return plan.round - 1
    return plan.standings_after if plan.seats_after is None else plan.seats_after


def _has_results(round_: Round) -> bool:
    return (
        Result.objects.filter(pairing__round=round_, state__in=Result.LIVE)
        .exclude(source=Result.Source.SYSTEM, outcome=Result.Outcome.BYE)
        .exists()
    )


def _rows(made: PairingResult, wishes: Wishes) -> list[Row]:
    """Tables in order, then the byes. What the director settled is locked; what a rule of the event asks for, or
    somebody for himself, comes back by itself."""
    settled = set(wishes.locked_pairs)
    games = [
        {
            "table": one.table,
            "entries": [one.first, one.second],
            "locked": (one.first, one.second) in settled,
            "reasons": [{"start": one.start_reason, "locked": one.locked, "met": one.met, "cost": dict(one.cost)}],
        }
        for one in made.pairs
    ]
    alone = set(wishes.locked_byes)
    byes = [{"table": None, "entries": [one], "locked": one in alone, "reasons": []} for one in made.byes]
    return [*games, *byes]


def _in_order(rows: Sequence[Row]) -> list[Row]:
    return sorted(rows, key=lambda row: (row["table"] is None, row["table"] or 0, row["entries"]))
