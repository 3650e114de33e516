"""A round's life once its draft is good: published, closed; or deleted, naming what is lost."""

import json
from collections.abc import Sequence
from dataclasses import dataclass

from django.db import transaction
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from common.actor import Actor
from common.errors import Conflict, Missing
from games.models import Game, Sheet, Side, SidePlayer
from games.services.log import sheets_make

from ..models import Absence, Division, Entry, EntryMember, Pairing, Result, Round, Seat
from ..selectors import missing_results, open_tables
from ..selectors.requests import results_needed_through
from ..selectors.results import sheets_begun
from ..signals import results_changed, round_published
from .chances import chances_enqueue
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


def check_version(round_: Round, expected: int | None) -> None:
    if expected is not None and expected != round_.version:
        raise Conflict(
            "round.stale",
            _("Somebody changed this round in the meantime. Look at it again."),
            extra={"version": round_.version},
        )


def results_missing(round_: Round, tables: list[int]) -> Conflict:
    """Why a round cannot close: which tables it waits for, and for what."""
    waits = open_tables(round_)
    words = [_("Round %(round)s waits for the result of table %(tables)s.") % _named(round_, tables)]
    if waits.running:
        words.append(_("The scoresheet of table %(tables)s is still open.") % _named(round_, waits.running))
    if waits.unconfirmed:
        words.append(_("The result of table %(tables)s is not confirmed.") % _named(round_, waits.unconfirmed))
    if waits.disputed:
        words.append(_("The result of table %(tables)s is disputed.") % _named(round_, waits.disputed))
    kinds = {"running": waits.running, "unconfirmed": waits.unconfirmed, "disputed": waits.disputed}
    named = {kind: list(of_kind) for kind, of_kind in kinds.items() if of_kind}
    text = " ".join(str(word) for word in words)
    return Conflict("round.results_missing", text, extra={"round": round_.number, "tables": tables, **named})


def _named(round_: Round, tables: Sequence[int]) -> dict[str, object]:
    shown = ", ".join(map(str, tables[:12])) + (" …" if len(tables) > 12 else "")
    return {"round": round_.number, "tables": shown}


def _check_everybody_seated(round_: Round) -> None:
    """Entries that came, left or returned after the draft was made, or are noted as absent: pair it again."""
    noted = dict(
        Absence.objects.filter(entry__division=round_.division, round_number=round_.number).values_list(
            "entry_id", "kind"
        )
    )
    playing = {e.pk for e in Entry.objects.filter(division=round_.division) if e.plays_in(round_.number)}
    there = {pk for pk in playing if noted.get(pk) != Absence.Kind.ABSENT}
    tables = dict(Seat.objects.filter(round=round_).values_list("entry_id", "pairing__table"))
    resting = {pk for pk in there if noted.get(pk) == Absence.Kind.REQUESTED_BYE}
    changed = (there ^ tables.keys()) | {pk for pk in resting if tables.get(pk) is not None}
    if changed:
        numbers = sorted(Entry.objects.filter(pk__in=changed).values_list("number", flat=True))
        raise Conflict(
            "round.entries_changed",
            _("Entries came or left since this draft was made (%(entries)s). Pair the round again.")
            % {"entries": ", ".join(map(str, numbers))},
            extra={"entries": numbers},
        )


@transaction.atomic
def round_publish(*, round_id: int, actor: Actor, expected_version: int | None = None) -> Round:
    """Show the round to everybody: games are made, byes get their result, the round before is closed.

    A round that lags behind leaves rounds open that it does not go by and whose games still go on.
    """
    round_ = round_locked(round_id)
    if round_.state != Round.State.DRAFT:
        raise Conflict("round.already_published", _("This round is already published."))
    check_version(round_, expected_version)
    _check_everybody_seated(round_)
    needed = results_needed_through(round_.number, _based_on(round_))
    for before in Round.objects.filter(division=round_.division, state=Round.State.PUBLISHED).order_by("number"):
        before.division = round_.division
        if before.number <= needed or not missing_results(before):
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
    chances_enqueue(division_id=round_.division_id, after_round=round_.number - 1)
    if alone:
        results_touch(division=round_.division, from_round=round_.number, actor=actor)
    else:
        division_touch(round_.division_id)
    round_published.send(sender=Division, division_id=round_.division_id, actor=actor)
    return round_


def _based_on(round_: Round) -> int | None:
    return json.loads(round_.request).get("based_on") if round_.request else None


def make_games(round_: Round) -> None:
    """A game with two sides for every table; rules are copied from the division and stay as they are now."""
    division = round_.division
    pairings = list(Pairing.objects.filter(round=round_, game=None).exclude(table=None).order_by("table"))
    games = Game.objects.bulk_create(
        Game(
            ruleset=division.ruleset,
            judging_mode=division.judging_mode,
            clock_ms=division.clock_ms,
            overtime_forfeits=division.overtime_forfeits,
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
        raise results_missing(round_, tables)
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
    chances_enqueue(division_id=round_.division_id, after_round=round_.number)
    return round_


@dataclass(frozen=True, slots=True)
class RoundLosses:
    """What people have entered: live results, and scoresheets that are begun and have none."""

    results: int = 0
    sheets: int = 0

    @property
    def total(self) -> int:
        return self.results + self.sheets


def round_losses(round_: Round) -> RoundLosses:
    """What goes when the round is deleted, byes given by the system left out."""
    live = Result.objects.filter(pairing__round=round_, state__in=Result.LIVE)
    return RoundLosses(
        results=live.exclude(source=Result.Source.SYSTEM, outcome=Result.Outcome.BYE).count(),
        sheets=sheets_begun(pairing__round=round_).count(),
    )


@transaction.atomic
def round_delete(*, round_id: int, expected_results: int, actor: Actor) -> None:
    """Delete the last round with every trace of it. ``expected_results`` is what the person agreed to lose: results
    and begun scoresheets.
    """
    sheets_lock(pairing__round_id=round_id)
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
    if losses.total != expected_results:
        raise Conflict(
            "round.has_results",
            _("%(count)s results and begun scoresheets would be lost. Confirm that number.")
            % {"count": losses.total},
            extra={"results": losses.results, "sheets": losses.sheets},
        )
    results = [
        {"table": r.pairing.table, "first": r.first_final, "second": r.second_final, "outcome": r.outcome}
        for r in Result.objects.filter(pairing__round=round_, state__in=Result.LIVE).select_related("pairing")
    ]
    begun = Sheet.objects.filter(game__pairing__round=round_, head_seq__gt=0).order_by("game__pairing__table")
    sheets = [
        {"table": table, "events": events}
        for table, events in begun.values_list("game__pairing__table", "head_seq")
    ]
    number, pk = round_.number, round_.pk
    rounds_erase([round_])
    data = {"round": number, "results": results, "scoresheets": sheets}
    division_log(division, "round.deleted", actor, kind="round", pk=pk, data=data)
    results_touch(division=division, from_round=number, actor=actor)
    if round_.state != Round.State.DRAFT:
        chances_enqueue(division_id=division.pk, after_round=number - 1)


def sheets_lock(**games: int) -> None:
    """Whoever records holds the sheet and then asks for the division: whoever deletes games asks in that order. A
    game without a sheet gets one, or its first event would come in between.
    """
    ids = list(Game.objects.filter(**games).order_by("pk").values_list("pk", flat=True))
    sheets_make(ids)
    list(Sheet.objects.select_for_update().filter(pk__in=ids).order_by("pk").values_list("pk", flat=True))


def rounds_erase(rounds: Sequence[Round]) -> None:
    """Remove rounds with their seats, results and games; the caller holds the locks and writes the log."""
    games = list(Pairing.objects.filter(round__in=rounds).exclude(game=None).values_list("game_id", flat=True))
    for round_ in rounds:
        round_.delete()
    Game.objects.filter(pk__in=games).delete()
