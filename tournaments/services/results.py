"""Results: reported, confirmed, disputed, corrected. Versions are added; nothing is overwritten."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from uuid import UUID

from django.db import IntegrityError, transaction
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from common.actor import Actor
from common.errors import Conflict, Missing, Refused
from common.text import clean
from games.engine.adjustments import SideComponents
from games.models import Game

from ..models import Division, Entry, Pairing, Result, ResultComponents, Round, Seat
from ..selectors.results import result_warnings
from .reports import Report, Settled, settled_report
from .touch import division_lock, division_log, division_touch, results_touch

MIN_REASON = 5
State = Result.State
_SETTLED = (State.CONFIRMED, State.FINAL)


@dataclass(frozen=True, slots=True)
class Entered:
    """``replayed``: this very report was stored before and nothing was written now. ``warnings`` are codes."""

    result: Result
    replayed: bool = False
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Place:
    """A pairing with all that decides about a result there, locked."""

    pairing: Pairing
    division: Division
    seats: tuple[Seat, ...]
    live: Result | None
    version: int


def _locked(pairing_id: int) -> _Place:
    """Everything under the division's lock, which pairing, publishing and closing take too: what is being
    entered is in before a round closes, or comes too late."""
    division_id = Pairing.objects.filter(pk=pairing_id).values_list("round__division_id", flat=True).first()
    if division_id is None:
        raise Missing("pairing.missing", _("There is no such pairing."))
    division = division_lock(division_id)
    pairing = Pairing.objects.select_related("round").filter(pk=pairing_id).first()
    if pairing is None:
        raise Missing("pairing.missing", _("There is no such pairing."))
    pairing.round.division = division
    seats = tuple(pairing.seats.select_related("entry").order_by("place"))
    live = Result.objects.filter(pairing=pairing, state__in=Result.LIVE).first()
    version = Result.objects.filter(pairing=pairing).aggregate(top=Max("version"))["top"] or 0
    return _Place(pairing, division, seats, live, version)


def told(result: Result | None) -> dict[str, object] | None:
    """A result as the log and a stale form show it."""
    if result is None:
        return None
    return {
        "version": result.version,
        "state": result.state,
        "outcome": result.outcome,
        "first": result.first_final,
        "second": result.second_final,
        "winner": result.winner,
        "source": result.source,
    }


def _same(result: Result, report: Settled) -> bool:
    return (result.outcome, result.first_final, result.second_final, result.winner) == (
        report.outcome,
        report.first,
        report.second,
        report.winner,
    )


@transaction.atomic
def result_enter(
    *,
    pairing_id: int,
    report: Report,
    actor: Actor,
    source: str,
    expected_version: int | None = None,
    client_id: UUID | None = None,
    reported_by_place: int | None = None,
    may_correct: bool = False,
    reason: str = "",
) -> Entered:
    """Store a result for a pairing of a published or closed round.

    ``expected_version`` is the version the sender saw (0: none): a wrong one is ``result.stale`` with both values.
    Without it, a report that differs from the live one makes the result *disputed*: both are kept, staff decides.
    ``reported_by_place`` (0 or 1) marks a side's own report: it waits until the other side or staff agrees.
    ``client_id`` makes a repeat of the same report harmless for ever. ``may_correct``: a director, who may also
    change a result of a closed round. A correction of a confirmed result needs a reason.
    """
    digest = report.digest(pairing_id)
    place = _locked(pairing_id)
    if client_id is not None:
        known = Result.objects.filter(client_id=client_id).first()
        if known is not None:
            return _replayed(known, digest)
    if place.pairing.round.state == Round.State.DRAFT:
        raise Conflict("round.not_published", _("This round is not published yet."))
    full = settled_report(place.division, report, seats=len(place.seats))
    same = place.live is not None and _same(place.live, full)
    full, parts = _with_parts(place.live, full, reported_by_place) if same else (full, _Parts.NONE)
    late = expected_version is not None and expected_version != place.version and parts is not _Parts.ADDED
    if late and place.live is not None and same and parts is _Parts.NONE:
        return Entered(place.live, replayed=True)
    if late:
        raise Conflict(
            "result.stale",
            _("Somebody entered another result for this table in the meantime."),
            extra={"current": told(place.live), "yours": _told_report(full), "version": place.version},
        )
    if place.live is not None and same and parts is _Parts.NONE and client_id is None:
        return _agreed(place, place.live, actor, reported_by_place)
    if place.pairing.round.state == Round.State.CLOSED and not may_correct:
        raise Conflict("round.closed", _("This round is closed. Ask a director for a correction."))
    state = _next_state(place, None if same else full, expected_version, reported_by_place)
    correcting = place.live is not None and place.live.state in _SETTLED and state in _SETTLED and not same
    if correcting and len(clean(reason)) < MIN_REASON:
        raise Refused(
            "result.reason_missing",
            _("Say why the result changes, in at least %(count)s letters.") % {"count": MIN_REASON},
            field="reason",
        )
    try:
        with transaction.atomic():
            result = _write(
                place, full, state, actor, source, client_id, digest, reported_by_place, clean(reason)[:300]
            )
    except IntegrityError:
        known = Result.objects.filter(client_id=client_id).first() if client_id else None
        if known is None:
            raise
        return _replayed(known, digest)
    return Entered(result, warnings=tuple(result_warnings(result)))


class _Parts(Enum):
    """What a report of the scores that stand says of their parts."""

    NONE = "nothing new"
    ADDED = "where none were known"
    CHANGED = "others than those known"


def _with_parts(live: Result | None, report: Settled, by_place: int | None) -> tuple[Settled, _Parts]:
    """The report of the same scores, with the parts that are known where it has none. A side has no word any more
    about the parts of what is settled."""
    rows = ResultComponents.objects.filter(result=live).order_by("place")
    stored = [SideComponents(r.plays, r.bingos, r.rack, r.overtime, r.adjustment) for r in rows]
    known = (stored[0], stored[1]) if len(stored) == 2 else None
    closed = by_place is not None and live is not None and live.state in _SETTLED
    if report.components is None or closed:
        return replace(report, components=known), _Parts.NONE
    first, second = (replace(side, final=0) for side in report.components)
    if (first, second) == known:
        return report, _Parts.NONE
    return report, _Parts.ADDED if known is None else _Parts.CHANGED


def _replayed(known: Result, digest: str) -> Entered:
    if known.client_digest != digest:
        raise Refused("idempotency.key_reused", _("This client id was used for another report."), field="client_id")
    return Entered(known, replayed=True)


def _told_report(report: Settled) -> dict[str, object]:
    return {"outcome": report.outcome, "first": report.first, "second": report.second, "winner": report.winner}


def _agreed(place: _Place, live: Result, actor: Actor, by_place: int | None) -> Entered:
    """The same values again: from the side itself nothing happens, from the other side or staff they stand."""
    if live.state not in _SETTLED and _next_state(place, None, None, by_place) in _SETTLED:
        _confirm(place, live, actor)
        return Entered(live)
    return Entered(live, replayed=True)


def _next_state(place: _Place, differing: Settled | None, expected: int | None, by_place: int | None) -> State:
    """What a report makes of the result; ``differing`` is None where it says the same as the live one."""
    settled = State.FINAL if place.pairing.round.state == Round.State.CLOSED else State.CONFIRMED
    live = place.live
    if live is None:
        return settled if by_place is None else State.PENDING
    own = by_place is not None and by_place == live.reported_by_place
    if differing is None:
        if live.state in _SETTLED:
            return State(live.state)
        return State(live.state) if own else settled
    if by_place is None:
        return State.DISPUTED if expected is None else settled
    if live.state in _SETTLED:
        raise Conflict("result.already_confirmed", _("This result is confirmed. Ask staff if it is wrong."))
    # A side may put its own report right while nobody has answered it.
    return State.PENDING if own and live.state == State.PENDING else State.DISPUTED


def _write(
    place: _Place,
    report: Settled,
    state: State,
    actor: Actor,
    source: str,
    client_id: UUID | None,
    digest: str,
    by_place: int | None,
    reason: str,
) -> Result:
    before = told(place.live)
    if place.live is not None:
        Result.objects.filter(pk=place.live.pk).update(state=State.SUPERSEDED)
    result = Result.objects.create(
        pairing=place.pairing,
        version=place.version + 1,
        state=state,
        outcome=report.outcome,
        source=source,
        first_final=report.first,
        second_final=report.second,
        winner=report.winner,
        # Taken for what a side did, whatever the game ends with.
        first_penalty=place.live.first_penalty if place.live else 0,
        second_penalty=place.live.second_penalty if place.live else 0,
        reason=reason,
        client_id=client_id,
        client_digest=digest if client_id else "",
        reported_by_place=by_place,
        created_by_id=actor.user_id,
        token_id=actor.token_id,
    )
    if report.components is not None:
        ResultComponents.objects.bulk_create(
            ResultComponents(
                result=result,
                place=at,
                plays=side.plays,
                bingos=side.bingos,
                rack=side.rack,
                overtime=side.overtime,
                adjustment=side.adjustment,
            )
            for at, side in enumerate(report.components)
        )
    if place.pairing.game_id is not None:
        Game.objects.filter(pk=place.pairing.game_id, finished_at=None).update(finished_at=timezone.now())
    action = "result.entered" if before is None else "result.changed"
    data = {"table": place.pairing.table, "before": before, "after": told(result), "reason": reason}
    _log(place, action, actor, result.pk, data)
    results_touch(division=place.division, from_round=place.pairing.round.number, actor=actor)
    return result


def _log(place: _Place, action: str, actor: Actor, pk: int, data: Mapping[str, object]) -> None:
    entries = [seat.entry.number for seat in place.seats]
    division_log(
        place.division,
        action,
        actor,
        kind="result",
        pk=pk,
        data={"round": place.pairing.round.number, "entries": entries, **data},
    )


def _confirm(place: _Place, live: Result, actor: Actor) -> None:
    closed = place.pairing.round.state == Round.State.CLOSED
    before = live.state
    live.state = State.FINAL if closed else State.CONFIRMED
    Result.objects.filter(pk=live.pk).update(state=live.state)
    _log(place, "result.confirmed", actor, live.pk, {"before": before, "after": told(live)})
    results_touch(division=place.division, from_round=place.pairing.round.number, actor=actor)


@transaction.atomic
def result_confirm(*, pairing_id: int, version: int, actor: Actor, by_place: int | None = None) -> Result:
    """Agree to the live result. ``by_place``: the other side than the one that reported it; None: staff."""
    place = _locked(pairing_id)
    live = place.live
    if live is None:
        raise Missing("result.missing", _("There is no result to confirm."))
    if live.version != version:
        raise Conflict(
            "result.stale",
            _("Somebody entered another result for this table in the meantime."),
            extra={"current": told(live), "version": place.version},
        )
    if live.state in _SETTLED:
        return live
    if by_place is not None and (live.state == State.DISPUTED or live.reported_by_place == by_place):
        raise Conflict("result.needs_other_side", _("The other side or staff has to confirm this result."))
    _confirm(place, live, actor)
    return live


def bye_results(*, division: Division, pairings: Sequence[Pairing], source: str = Result.Source.SYSTEM) -> None:
    """Give byes their result when their round is published; the caller holds the locks and logs."""
    report = settled_report(division, Report(outcome=Result.Outcome.BYE), seats=1)
    Result.objects.bulk_create(
        Result(
            pairing=pairing,
            version=1,
            state=State.CONFIRMED,
            outcome=report.outcome,
            source=source,
            first_final=report.first,
        )
        for pairing in pairings
    )


def forfeit_unplayed(*, division: Division, entry: Entry, actor: Actor) -> int | None:
    """Give the opponent of a leaving entry a forfeit win in the published round it has not played.

    Returns that round's number, or None where every published game of the entry has a result.
    """
    seat = (
        Seat.objects.filter(entry=entry, round__state=Round.State.PUBLISHED)
        .exclude(pairing__results__state__in=Result.LIVE)
        .select_related("round", "pairing")
        .order_by("round__number")
        .first()
    )
    if seat is None:
        return None
    place = _locked(seat.pairing_id)
    report = settled_report(
        division, Report(outcome=Result.Outcome.FORFEIT, winner=1 - seat.place), seats=len(place.seats)
    )
    _write(place, report, State.CONFIRMED, actor, Result.Source.SYSTEM, None, "", None, "withdrawn")
    return seat.round.number


def results_finalise(round_: Round) -> int:
    """Make a closing round's results final; the caller holds the locks."""
    count = Result.objects.filter(pairing__round=round_, state__in=(State.CONFIRMED, State.PENDING)).update(
        state=State.FINAL
    )
    division_touch(round_.division_id)
    return count
