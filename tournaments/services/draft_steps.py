"""A draft changed by hand, one step at a time; every step can be taken back."""

from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from common.actor import Actor
from common.errors import Conflict, Refused

from ..models import DraftStep, Pairing, Round, Seat
from .certificates import certificate_wanted
from .draft_store import draft_locked, draft_save, last_step, rows_of, rows_replace, step_add, step_restore
from .touch import division_log

_BY_HAND = [{"manual": True}]


@transaction.atomic
def draft_swap(
    *, round_id: int, entry_a: int, entry_b: int, actor: Actor, expected_version: int | None = None
) -> Round:
    """Let two entries of a draft change places: opponents, tables or a bye. Two at one table change who starts.

    A lock holds a game against pairing again, not against a hand. Errors: ``round.swap_invalid``,
    ``round.already_published``, ``round.stale``.
    """
    round_ = draft_locked(round_id, expected_version)
    seats = {
        seat.entry_id: seat
        for seat in Seat.objects.filter(round=round_, entry_id__in=(entry_a, entry_b)).select_related("entry")
    }
    if entry_a == entry_b or len(seats) != 2:
        raise Refused("round.swap_invalid", _("Choose two different entries of this round."), field="entry")
    one, two = seats[entry_a], seats[entry_b]
    before = rows_of(round_, {one.pairing_id, two.pairing_id})
    # An entry has one seat and a seat one entry: take both away, then set them down anew.
    Seat.objects.filter(pk__in=(one.pk, two.pk)).delete()
    Seat.objects.bulk_create(
        [
            Seat(round=round_, entry_id=entry_a, pairing_id=two.pairing_id, place=two.place),
            Seat(round=round_, entry_id=entry_b, pairing_id=one.pairing_id, place=one.place),
        ]
    )
    Pairing.objects.filter(pk__in=(one.pairing_id, two.pairing_id)).update(reasons=_BY_HAND)
    numbers = [one.entry.number, two.entry.number]
    return _done(round_, DraftStep.Kind.SWAPPED, "round.swapped", actor, {"entries": numbers}, {"rows": before})


@transaction.atomic
def draft_move(
    *, round_id: int, table: int, to_table: int, actor: Actor, expected_version: int | None = None
) -> Round:
    """Play a game at another table; a game that is there already goes to the first one's. Locks do not hold a game
    to its table. Errors: ``draft.no_such_table``, ``draft.table_out_of_range``.
    """
    round_ = draft_locked(round_id, expected_version)
    games = {one.table: one for one in Pairing.objects.filter(round=round_, table__in=(table, to_table))}
    if table not in games:
        raise Refused("draft.no_such_table", _("There is no table %(table)s.") % {"table": table}, field="table")
    if not 1 <= to_table <= 9999:
        raise Refused("draft.table_out_of_range", _("A table is from 1 to 9999."), field="to_table")
    if table == to_table:
        return round_
    before = rows_of(round_, [one.pk for one in games.values()])
    other = {table: to_table, to_table: table}
    rows_replace(round_, [{**row, "table": other[row["table"]]} for row in before])
    data = {"tables": [table, to_table]}
    return _done(round_, DraftStep.Kind.MOVED, "round.moved", actor, data, {"rows": before})


def draft_lock(*, round_id: int, entry: int, actor: Actor, expected_version: int | None = None) -> Round:
    """Keep the game, or the bye, of an entry when the draft is paired again. Errors: ``draft.not_seated``."""
    return _set_lock(round_id, entry, actor, expected_version, locked=True)


def draft_unlock(*, round_id: int, entry: int, actor: Actor, expected_version: int | None = None) -> Round:
    return _set_lock(round_id, entry, actor, expected_version, locked=False)


@transaction.atomic
def _set_lock(round_id: int, entry: int, actor: Actor, expected_version: int | None, *, locked: bool) -> Round:
    round_ = draft_locked(round_id, expected_version)
    seat = Seat.objects.select_related("pairing").filter(round=round_, entry_id=entry).first()
    if seat is None:
        raise Refused("draft.not_seated", _("This entry is not in the round."), field="entry")
    pairing = seat.pairing
    if pairing.locked == locked:
        return round_
    before = rows_of(round_, [pairing.pk])
    pairing.locked = locked
    pairing.save(update_fields=["locked"])
    seated = Seat.objects.filter(pairing=pairing).order_by("place")
    data = {"entries": list(seated.values_list("entry__number", flat=True))}
    kind = DraftStep.Kind.LOCKED if locked else DraftStep.Kind.UNLOCKED
    return _done(round_, kind, "round.locked" if locked else "round.unlocked", actor, data, {"rows": before})


@transaction.atomic
def draft_undo(*, round_id: int, actor: Actor, expected_version: int | None = None) -> Round:
    """Take the last step back that still stands: pairing again too, whose draft comes back whole.

    Errors: ``draft.nothing_to_undo``.
    """
    round_ = draft_locked(round_id, expected_version)
    step = last_step(round_)
    if step is None:
        raise Conflict("draft.nothing_to_undo", _("There is no step to take back."))
    step_restore(round_, step)
    data = {"step": step.kind, **{key: step.data[key] for key in ("entries", "tables") if key in step.data}}
    step_add(round_, DraftStep.Kind.UNDONE, actor, data=data, undoes=step)
    _log(round_, "round.step_undone", actor, data)
    draft_save(round_)
    certificate_wanted(round_)
    return round_


def _done(
    round_: Round,
    kind: str,
    action: str,
    actor: Actor,
    data: dict[str, Any],
    before: dict[str, Any],
) -> Round:
    step_add(round_, kind, actor, data=data, before=before)
    _log(round_, action, actor, data)
    draft_save(round_)
    return round_


def _log(round_: Round, action: str, actor: Actor, data: dict[str, Any]) -> None:
    told = {"round": round_.number, **data}
    division_log(round_.division, action, actor, kind="round", pk=round_.pk, data=told)
