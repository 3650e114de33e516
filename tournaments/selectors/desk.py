"""What the desk shows beside every page of a division: its rounds, and what waits for somebody."""

from dataclasses import dataclass

from django.db.models import Count, Q
from django.utils import timezone

from ..models import Absence, Division, Entry, EntryPin, Result, Round, Seat
from .pairing import missing_results
from .results import results_that_wait, waits_as

PLANNED = "planned"
#: More of one kind than this are told as one line.
LISTED = 5


@dataclass(frozen=True, slots=True)
class RailRound:
    """A round in the left column. ``state`` is a round's state or ``planned``; byes are no tables."""

    number: int
    state: str
    tables: int = 0
    done: int = 0
    made_from_older_results: bool = False
    missing: tuple[int, ...] = ()
    pk: int | None = None

    @property
    def left(self) -> int:
        return self.tables - self.done


@dataclass(frozen=True, slots=True)
class Need:
    """Something that waits for a hand.

    ``kind``: ``disputed``, ``mismatch`` (not what the scoresheet says), ``pending`` (one result: ``round``,
    ``table``, ``names``; or ``count`` of them), ``missing`` (``tables`` without a result), ``draft`` (to be
    published), ``entries_changed`` (a draft that no longer fits: ``numbers``), ``older`` (a round paired from
    results that were corrected since), ``complete`` (every result is in; ``round`` is the next to pair, or 0 after
    the last), ``few`` (fewer than two entries).
    """

    kind: str
    round: int = 0
    table: int | None = None
    names: str = ""
    tables: tuple[int, ...] = ()
    numbers: tuple[int, ...] = ()
    count: int = 0


def desk_rail(division: Division) -> list[RailRound]:
    """Every round there is, then those still planned. A few queries, whatever the size."""
    settled = [Result.State.CONFIRMED, Result.State.FINAL]
    if division.pending_counts:
        settled.append(Result.State.PENDING)
    done: dict[int, int] = dict(
        Result.objects.filter(pairing__round__division=division, state__in=settled)
        .exclude(pairing__table=None)
        .values_list("pairing__round__number")
        .annotate(Count("pk"))
        .order_by()
    )
    rounds = (
        Round.objects.filter(division=division)
        .annotate(tables=Count("pairings", filter=Q(pairings__table__isnull=False)))
        .order_by("number")
    )
    rail = []
    for round_ in rounds:
        round_.division = division
        open_ = round_.state == Round.State.PUBLISHED
        rail.append(
            RailRound(
                number=round_.number,
                state=round_.state,
                tables=round_.tables,
                done=done.get(round_.number, 0),
                made_from_older_results=round_.made_from_older_results,
                missing=tuple(missing_results(round_)) if open_ else (),
                pk=round_.pk,
            )
        )
    last = rail[-1].number if rail else 0
    return [*rail, *(RailRound(n, PLANNED) for n in range(last + 1, division.rounds_planned + 1))]


def desk_needs(division: Division, rail: list[RailRound]) -> list[Need]:
    """What waits, the most pressing first."""
    needs = [*_results_that_wait(division), *_locked_pins(division)]
    made = [round_ for round_ in rail if round_.state != PLANNED]
    for round_ in made:
        if round_.missing:
            needs.append(Need("missing", round_.number, tables=round_.missing))
        if round_.made_from_older_results and round_.state != Round.State.CLOSED:
            needs.append(Need("older", round_.number))
        if round_.state == Round.State.DRAFT:
            changed = draft_changes(division, round_)
            needs.append(
                Need("entries_changed", round_.number, numbers=changed)
                if changed
                else Need("draft", round_.number, count=round_.tables)
            )
    if all(round_.state != Round.State.DRAFT and not round_.missing for round_ in made):
        playing = Entry.objects.filter(division=division, withdrawn_from=None).count()
        if playing < 2:
            needs.append(Need("few", count=playing))
        elif made:
            upcoming = next((r.number for r in rail if r.state == PLANNED), 0)
            if upcoming or made[-1].state == Round.State.PUBLISHED:
                needs.append(Need("complete", upcoming, count=made[-1].number))
        else:
            needs.append(Need("complete", 1, count=0))
    return needs


def _results_that_wait(division: Division) -> list[Need]:
    waiting = list(
        results_that_wait()
        .filter(pairing__round__division=division)
        .select_related("pairing__round")
        .prefetch_related("pairing__seats__entry__members__player")
        .order_by("pairing__round__number", "pairing__table")
    )
    needs = []
    for kind in ("disputed", "mismatch", "pending"):
        of_kind = [result for result in waiting if waits_as(result) == kind]
        if kind == "pending" and division.pending_counts:
            continue
        if len(of_kind) > LISTED and kind == "pending":
            needs.append(Need(kind, of_kind[-1].pairing.round.number, count=len(of_kind)))
            continue
        for result in of_kind:
            pairing = result.pairing
            names = " – ".join(seat.entry.full_name for seat in pairing.seats.all())
            needs.append(Need(kind, pairing.round.number, table=pairing.table, names=names, count=1))
    return needs


def _locked_pins(division: Division) -> list[Need]:
    locked = EntryPin.objects.filter(entry__division=division, locked_until__gt=timezone.now())
    numbers = tuple(locked.order_by("entry__number").values_list("entry__number", flat=True))
    return [Need("pin_locked", numbers=numbers, count=len(numbers))] if numbers else []


def draft_changes(division: Division, round_: RailRound) -> tuple[int, ...]:
    """Numbers of the entries that the draft no longer fits: they came, left, returned, are away now, or are to
    have a bye that they asked for."""
    entries = Entry.objects.filter(division=division).only("number", "first_round", "withdrawn_from")
    seated = dict(Seat.objects.filter(round=round_.pk or 0).values_list("entry_id", "pairing__table"))
    missing = Absence.objects.filter(entry__division=division, round_number=round_.number)
    kinds = dict(missing.values_list("entry_id", "kind"))

    def fits(entry: Entry) -> bool:
        kind = kinds.get(entry.pk)
        if not entry.plays_in(round_.number) or kind == Absence.Kind.ABSENT:
            return entry.pk not in seated
        return entry.pk in seated and (kind is None or seated[entry.pk] is None)

    return tuple(sorted(entry.number for entry in entries if not fits(entry)))
