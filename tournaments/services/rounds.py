"""A round's life: paired as a draft, edited, published, closed; or deleted, naming what is lost."""

import datetime
import secrets
from collections.abc import Mapping, Sequence
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from common.actor import Actor
from common.errors import Conflict, Missing, Refused
from games.models import Game, Side, SidePlayer

from ..models import Division, Entry, EntryMember, Pairing, Result, Round, Seat
from ..pairing import PairingError, PairingResult, pair, request_to_json
from ..selectors import missing_results, pairing_request
from ..signals import results_changed
from .results import bye_results, results_finalise
from .touch import division_lock, division_log, division_touch, results_touch


def round_locked(round_id: int) -> Round:
    """The round with its division locked first, the one order in which both are ever locked."""
    division_id = Round.objects.filter(pk=round_id).values_list("division_id", flat=True).first()
    if division_id is None:
        raise Missing("round.missing", _("There is no such round."))
    division = division_lock(division_id)
    round_ = Round.objects.select_for_update().filter(pk=round_id).first()
    if round_ is None:
        raise Missing("round.missing", _("There is no such round."))
    round_.division = division
    return round_


def _check_version(round_: Round, expected: int | None) -> None:
    if expected is not None and expected != round_.version:
        raise Conflict(
            "round.stale",
            _("Somebody changed this round in the meantime. Look at it again."),
            extra={"version": round_.version},
        )


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
            raise _results_missing(before.number, tables)


def _results_missing(number: int, tables: list[int]) -> Conflict:
    shown = ", ".join(map(str, tables[:12])) + (" …" if len(tables) > 12 else "")
    return Conflict(
        "round.results_missing",
        _("Round %(round)s waits for the result of table %(tables)s.") % {"round": number, "tables": shown},
        extra={"round": number, "tables": tables},
    )


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
    _check_version(round_, expected_version)
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


def _check_everybody_seated(round_: Round) -> None:
    """Entries that came, left or returned after the draft was made: it must be paired again."""
    playing = {e.pk: e for e in Entry.objects.filter(division=round_.division) if e.plays_in(round_.number)}
    seated = set(Seat.objects.filter(round=round_).values_list("entry_id", flat=True))
    if playing.keys() != seated:
        changed = playing.keys() ^ seated
        numbers = sorted(Entry.objects.filter(pk__in=changed).values_list("number", flat=True))
        raise Conflict(
            "round.entries_changed",
            _("Entries came or left since this draft was made (%(entries)s). Pair the round again.")
            % {"entries": ", ".join(map(str, numbers))},
            extra={"entries": numbers},
        )


@transaction.atomic
def round_publish(*, round_id: int, actor: Actor, expected_version: int | None = None) -> Round:
    """Show the round to everybody: games are made, byes get their result, the round before is closed."""
    round_ = round_locked(round_id)
    if round_.state != Round.State.DRAFT:
        raise Conflict("round.already_published", _("This round is already published."))
    _check_version(round_, expected_version)
    _check_everybody_seated(round_)
    for before in Round.objects.filter(division=round_.division, state=Round.State.PUBLISHED).order_by("number"):
        before.division = round_.division
        _close(before, actor)
    make_games(round_)
    alone = list(Pairing.objects.filter(round=round_, table=None))
    bye_results(division=round_.division, pairings=alone)
    round_.state = Round.State.PUBLISHED
    round_.published_at = timezone.now()
    round_.version += 1
    round_.save(update_fields=["state", "published_at", "version"])
    division_log(
        round_.division, "round.published", actor, kind="round", pk=round_.pk, data={"round": round_.number}
    )
    if alone:
        results_touch(division=round_.division, from_round=round_.number, actor=actor)
    else:
        division_touch(round_.division_id)
    return round_


def make_games(round_: Round, *, finished_at: datetime.datetime | None = None) -> None:
    """A game with two sides for every table; rules are copied from the division and stay as they are now."""
    division = round_.division
    pairings = list(Pairing.objects.filter(round=round_, game=None).exclude(table=None).order_by("table"))
    games = Game.objects.bulk_create(
        Game(
            ruleset=division.ruleset,
            judging_mode=division.judging_mode,
            clock_ms=division.clock_ms,
            finished_at=finished_at,
        )
        for _pairing in pairings
    )
    for pairing, game in zip(pairings, games, strict=True):
        pairing.game = game
    Pairing.objects.bulk_update(pairings, ["game"], batch_size=500)
    seats = list(Seat.objects.filter(pairing__in=pairings).order_by("pairing__table", "place"))
    game_of = {pairing.pk: game for pairing, game in zip(pairings, games, strict=True)}
    sides = Side.objects.bulk_create(Side(game=game_of[seat.pairing_id], place=seat.place) for seat in seats)
    members: dict[int, list[int]] = {}
    for entry_id, player_id in EntryMember.objects.filter(
        entry_id__in=[seat.entry_id for seat in seats]
    ).values_list("entry_id", "player_id"):
        members.setdefault(entry_id, []).append(player_id)
    SidePlayer.objects.bulk_create(
        SidePlayer(side=side, player_id=player_id)
        for side, seat in zip(sides, seats, strict=True)
        for player_id in members.get(seat.entry_id, ())
    )


def _close(round_: Round, actor: Actor) -> None:
    if tables := missing_results(round_):
        raise _results_missing(round_.number, tables)
    count = results_finalise(round_)
    round_.state = Round.State.CLOSED
    round_.closed_at = timezone.now()
    round_.version += 1
    round_.save(update_fields=["state", "closed_at", "version"])
    division_log(
        round_.division,
        "round.closed",
        actor,
        kind="round",
        pk=round_.pk,
        data={"round": round_.number, "results": count},
    )
    if round_.number >= round_.division.rounds_planned:
        # The event is complete: what ratings made of it was a projection and is now their last word.
        results_changed.send(sender=Division, division_id=round_.division_id, from_round=round_.number, actor=actor)


@transaction.atomic
def round_close(*, round_id: int, actor: Actor) -> Round:
    """Make every result of the round final; from now on only a director's correction changes one."""
    round_ = round_locked(round_id)
    if round_.state == Round.State.CLOSED:
        raise Conflict("round.closed", _("This round is already closed."))
    if round_.state == Round.State.DRAFT:
        raise Conflict("round.not_published", _("This round is not published yet."))
    _close(round_, actor)
    return round_


def round_losses(round_: Round) -> int:
    """How many live results go when the round is deleted, byes given by the system left out."""
    return (
        Result.objects.filter(pairing__round=round_, state__in=Result.LIVE)
        .exclude(source=Result.Source.SYSTEM, outcome=Result.Outcome.BYE)
        .count()
    )


@transaction.atomic
def round_delete(*, round_id: int, expected_results: int, actor: Actor) -> None:
    """Delete the last round with every trace of it. ``expected_results`` is what the person agreed to lose."""
    round_ = round_locked(round_id)
    division = round_.division
    last = Round.objects.filter(division=division).aggregate(top=Max("number"))["top"]
    if round_.number != last:
        raise Conflict(
            "round.not_last",
            _("Round %(round)s exists: delete it first.") % {"round": last},
            extra={"round": last},
        )
    losses = round_losses(round_)
    if losses != expected_results:
        raise Conflict(
            "round.has_results",
            _("%(count)s results would be lost. Confirm that number.") % {"count": losses},
            extra={"results": losses},
        )
    results = [
        {"table": r.pairing.table, "first": r.first_final, "second": r.second_final, "outcome": r.outcome}
        for r in Result.objects.filter(pairing__round=round_, state__in=Result.LIVE).select_related("pairing")
    ]
    number, pk = round_.number, round_.pk
    rounds_erase([round_])
    division_log(division, "round.deleted", actor, kind="round", pk=pk, data={"round": number, "results": results})
    results_touch(division=division, from_round=number, actor=actor)


def rounds_erase(rounds: Sequence[Round]) -> None:
    """Remove rounds with their seats, results and games; the caller holds the locks and writes the log."""
    games = list(Pairing.objects.filter(round__in=rounds).exclude(game=None).values_list("game_id", flat=True))
    for round_ in rounds:
        round_.delete()
    Game.objects.filter(pk__in=games).delete()
