"""A draft: a round paired, looked at, swapped and paired again, before anybody else sees it."""

import secrets
from collections.abc import Mapping, Sequence
from typing import Any

from django.db import IntegrityError, transaction
from django.utils.translation import gettext_lazy as _

from common.actor import Actor
from common.errors import Conflict, Refused

from ..models import Division, Entry, Pairing, Result, Round, Seat
from ..pairing import PairingError, PairingResult, pair, request_to_json
from ..selectors import missing_results, pairing_request
from .rounds import check_version, results_missing, round_locked
from .touch import division_lock, division_log, division_touch


def _check_draft(round_: Round) -> None:
    if round_.state != Round.State.DRAFT:
        raise Conflict("round.already_published", _("This round is published: its pairings stay."))


def _check_results_in(division: Division, number: int) -> None:
    """Every earlier round must be complete; the message names the round and the tables."""
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
        if before.state == Round.State.PUBLISHED and (tables := missing_results(before)):
            raise results_missing(before, tables)


def _system(division: Division, system: str | None) -> str:
    chosen = system or division.system
    if chosen not in Division.System.values:
        raise Refused("pairing.system_unknown", _("Unknown pairing system."), field="system")
    return chosen


@transaction.atomic
def round_pair(
    *,
    division_id: int,
    number: int,
    actor: Actor,
    system: str | None = None,
    seed: int | None = None,
    repair: bool = False,
    keep_byes: bool = False,
    locked_pairs: Sequence[tuple[int, int]] = (),
    locked_byes: Sequence[int] = (),
    forbidden_pairs: Sequence[tuple[int, int]] = (),
) -> Round:
    """Pair a round as a draft. ``repair`` replaces a draft; a published round is never paired again.

    ``keep_byes`` keeps the byes of the draft that is replaced. Errors: ``round.already_paired``,
    ``round.has_results``, ``round.results_missing``, ``round.previous_missing`` and the pairing's own codes.
    """
    division = division_lock(division_id)
    chosen = _system(division, system)
    if not 1 <= number <= 200:
        raise Refused("round.number_out_of_range", _("There is no such round."), field="number")
    old = Round.objects.select_for_update().filter(division=division, number=number).first()
    if old is not None:
        if old.state != Round.State.DRAFT:
            code = "round.has_results" if _has_results(old) else "round.already_paired"
            raise Conflict(code, _("Round %(round)s is already published.") % {"round": number})
        if not repair:
            raise Conflict("round.already_paired", _("Round %(round)s is already paired.") % {"round": number})
        if keep_byes:
            locked_byes = [*locked_byes, *_draft_byes(old)]
    _check_results_in(division, number)
    request = pairing_request(
        division,
        number,
        system=chosen,
        seed=secrets.randbits(31) if seed is None else seed,
        locked_pairs=locked_pairs,
        locked_byes=sorted(set(locked_byes)),
        forbidden_pairs=forbidden_pairs,
    )
    try:
        made = pair(request)
    except PairingError as error:
        raise pairing_refusal(division, error) from error
    if old is not None:
        old.delete()
    try:
        with transaction.atomic():
            round_ = Round.objects.create(
                division=division,
                number=number,
                system=chosen,
                request=request_to_json(request),
                request_digest=made.digest,
                solver=made.solver,
                cost=dict(made.cost),
                notes=[{"code": note.code, **note.figures} for note in made.notes],
                version=1 if old is None else old.version + 1,
            )
    except IntegrityError as error:
        raise Conflict(
            "round.already_paired", _("Round %(round)s is already paired.") % {"round": number}
        ) from error
    _write_pairings(round_, made)
    division_log(
        division,
        "round.paired" if old is None else "round.paired_again",
        actor,
        kind="round",
        pk=round_.pk,
        data={"round": number, "system": chosen, "digest": made.digest, "solver": made.solver},
    )
    division_touch(division.pk)
    return round_


def pairing_refusal(division: Division, error: PairingError) -> Refused:
    """A pairing error as a sentence with names."""
    params: dict[str, Any] = dict(error.params)
    ids = params.get("competitors") or ()
    named = {entry.pk: entry for entry in Entry.objects.filter(division=division, pk__in=ids)}
    shown = ", ".join(str(named[pk].number) for pk in ids if pk in named)
    sentences = {
        "pairing.not_enough_players": _("There are not enough active players to pair a round."),
        "pairing.too_many": _("More than %(limit)s active entries cannot be paired at once."),
        "pairing.locked_conflict": _("The locked pairs or byes contradict each other (entries %(entries)s)."),
        "pairing.infeasible": _("No pairing exists with these locks and bans (entries %(entries)s)."),
        "pairing.no_seat": _("The round robin has no place for entries %(entries)s."),
        "pairing.round_robin_over": _("The round robin ends after round %(rounds)s."),
    }
    message = sentences[error.code] % {**params, "entries": shown}
    extra = {key: value for key, value in params.items() if isinstance(value, int | str)}
    return Refused(error.code, message, extra={**extra, "entries": [named[pk].number for pk in ids if pk in named]})


def _has_results(round_: Round) -> bool:
    return (
        Result.objects.filter(pairing__round=round_, state__in=Result.LIVE)
        .exclude(source=Result.Source.SYSTEM, outcome=Result.Outcome.BYE)
        .exists()
    )


def _draft_byes(round_: Round) -> list[int]:
    alone = Pairing.objects.filter(round=round_, table=None)
    return list(Seat.objects.filter(pairing__in=alone).values_list("entry_id", flat=True))


def _write_pairings(round_: Round, made: PairingResult) -> None:
    pairings = Pairing.objects.bulk_create(
        [
            *(
                Pairing(round=round_, table=table, reasons=_reasons(pair_))
                for table, pair_ in enumerate(made.pairs, start=1)
            ),
            *(Pairing(round=round_, table=None) for _entry in made.byes),
        ]
    )
    places: list[tuple[int, ...]] = [*((p.first, p.second) for p in made.pairs), *((e,) for e in made.byes)]
    Seat.objects.bulk_create(
        Seat(round=round_, pairing=pairing, entry_id=entry, place=place)
        for pairing, entries in zip(pairings, places, strict=True)
        for place, entry in enumerate(entries)
    )


def _reasons(pair_: Any) -> list[Mapping[str, object]]:
    return [{"start": pair_.start_reason, "locked": pair_.locked, "met": pair_.met, "cost": dict(pair_.cost)}]


@transaction.atomic
def round_swap(
    *, round_id: int, entry_a: int, entry_b: int, actor: Actor, expected_version: int | None = None
) -> Round:
    """Let two entries of a draft change places: opponents, tables or a bye. Two at one table change who starts."""
    round_ = round_locked(round_id)
    check_version(round_, expected_version)
    _check_draft(round_)
    seats = {
        seat.entry_id: seat
        for seat in Seat.objects.filter(round=round_, entry_id__in=(entry_a, entry_b)).select_related("entry")
    }
    if entry_a == entry_b or len(seats) != 2:
        raise Refused("round.swap_invalid", _("Choose two different entries of this round."), field="entry")
    one, two = seats[entry_a], seats[entry_b]
    numbers = [one.entry.number, two.entry.number]
    places = (one.pairing_id, one.place), (two.pairing_id, two.place)
    # An entry has one seat and a seat one entry: take both away, then set them down anew.
    Seat.objects.filter(pk__in=(one.pk, two.pk)).delete()
    Seat.objects.bulk_create(
        [
            Seat(round=round_, entry_id=entry_a, pairing_id=places[1][0], place=places[1][1]),
            Seat(round=round_, entry_id=entry_b, pairing_id=places[0][0], place=places[0][1]),
        ]
    )
    Pairing.objects.filter(pk__in=(places[0][0], places[1][0])).update(reasons=[{"manual": True}])
    _bump(round_)
    division_log(
        round_.division,
        "round.swapped",
        actor,
        kind="round",
        pk=round_.pk,
        data={"round": round_.number, "entries": numbers},
    )
    return round_


def _bump(round_: Round) -> None:
    round_.version += 1
    round_.save(update_fields=["version"])
    division_touch(round_.division_id)
