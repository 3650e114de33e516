"""What every change of a draft shares: its rows as they are, put back, and the step that is written down."""

from collections.abc import Iterable, Sequence
from typing import Any

from django.db.models import Max
from django.utils.translation import gettext_lazy as _

from common.actor import Actor
from common.errors import Conflict

from ..models import DraftStep, Entry, Pairing, Round, Seat
from .rounds import check_version, round_locked
from .touch import division_touch

#: The question and the answer of a round: what pairing again replaces beside its rows.
_MADE = (
    "system",
    "system_settings",
    "request",
    "request_digest",
    "result_digest",
    "solver",
    "cost",
    "notes",
    "seconds",
    "certificate",
    "standings_after",
)

Row = dict[str, Any]
"""A pairing as plain data: ``table`` (None: a bye), ``entries`` in order of start, ``locked``, ``reasons``."""


def draft_locked(round_id: int, expected_version: int | None) -> Round:
    """The round, its division locked first. Errors: ``round.already_published``, ``round.stale``."""
    round_ = round_locked(round_id)
    draft_check(round_)
    check_version(round_, expected_version)
    return round_


def draft_check(round_: Round) -> None:
    if round_.state != Round.State.DRAFT:
        raise Conflict("round.already_published", _("This round is published: its pairings stay."))


def rows_of(round_: Round, pairings: Iterable[int] | None = None) -> list[Row]:
    """The draft's rows, or those of some pairings, tables first."""
    found = Pairing.objects.filter(round=round_)
    if pairings is not None:
        found = found.filter(pk__in=list(pairings))
    entries: dict[int, list[int]] = {}
    for pairing_id, entry_id in (
        Seat.objects.filter(pairing__in=found).order_by("place").values_list("pairing_id", "entry_id")
    ):
        entries.setdefault(pairing_id, []).append(entry_id)
    rows = [
        {"table": one.table, "entries": entries.get(one.pk, []), "locked": one.locked, "reasons": one.reasons}
        for one in found
    ]
    return sorted(rows, key=lambda row: (row["table"] is None, row["table"] or 0, row["entries"]))


def rows_write(round_: Round, rows: Sequence[Row]) -> None:
    pairings = Pairing.objects.bulk_create(
        Pairing(round=round_, table=row["table"], locked=row["locked"], reasons=row["reasons"]) for row in rows
    )
    Seat.objects.bulk_create(
        Seat(round=round_, pairing=pairing, entry_id=entry, place=place)
        for pairing, row in zip(pairings, rows, strict=True)
        for place, entry in enumerate(row["entries"])
    )


def rows_replace(round_: Round, rows: Sequence[Row]) -> None:
    """Put these rows where their entries sit now; who of theirs sits where is forgotten."""
    rows_clear(round_, rows)
    rows_write(round_, rows)


def rows_clear(round_: Round, rows: Sequence[Row]) -> None:
    """Take the entries of these rows out of the draft, with whoever they are paired with now."""
    entries = [entry for row in rows for entry in row["entries"]]
    Pairing.objects.filter(round=round_, seats__entry__in=entries).delete()


def made_of(round_: Round) -> dict[str, Any]:
    return {field: getattr(round_, field) for field in _MADE}


def step_add(
    round_: Round,
    kind: str,
    actor: Actor,
    *,
    data: dict[str, Any],
    before: dict[str, Any] | None = None,
    undoes: DraftStep | None = None,
) -> DraftStep:
    last = DraftStep.objects.filter(round=round_).aggregate(top=Max("number"))["top"] or 0
    return DraftStep.objects.create(
        round=round_,
        number=last + 1,
        kind=kind,
        data=data,
        before=before or {},
        undoes=undoes,
        actor=actor.label[:120],
        created_by_id=actor.user_id,
    )


def step_restore(round_: Round, step: DraftStep) -> None:
    """Put back what the step replaced; the caller saves the round.

    An entry that was taken out of the event meanwhile leaves its row empty: whoever sat there with it has no seat,
    which stands among what changed until the round is paired again.
    """
    rows: list[Row] = step.before["rows"]
    if "round" in step.before:
        Pairing.objects.filter(round=round_).delete()
        for field, value in step.before["round"].items():
            setattr(round_, field, value)
    else:
        rows_clear(round_, rows)
    there = set(Entry.objects.filter(division_id=round_.division_id).values_list("pk", flat=True))
    rows_write(round_, [row for row in rows if there.issuperset(row["entries"])])


def last_step(round_: Round) -> DraftStep | None:
    """The step that would be taken back next; how the draft was made first is never taken back."""
    standing = DraftStep.objects.filter(round=round_, undone_by=None)
    return standing.exclude(kind__in=(DraftStep.Kind.UNDONE, DraftStep.Kind.PAIRED)).order_by("-number").first()


def draft_save(round_: Round) -> None:
    """Every change of a draft is another version of it."""
    round_.version += 1
    round_.save(update_fields=[*_MADE, "version"])
    division_touch(round_.division_id)
