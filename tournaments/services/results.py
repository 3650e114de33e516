"""Results: reported, confirmed, disputed, corrected. Versions are added; nothing is overwritten."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum
from uuid import UUID

from django.db import IntegrityError, transaction
from django.utils.translation import gettext_lazy as _

from common.actor import Actor
from common.errors import Conflict, Refused
from common.text import clean
from games.engine.adjustments import SideComponents
from games.engine.rulesets import SCORE_MAX, SCORE_MIN

from ..models import Division, Entry, Pairing, Result, ResultComponents, Round, Seat
from ..selectors.results import (
    PLACES,
    agreed_places,
    nothing_said_yet,
    reported_as,
    result_warnings,
    twins_known,
)
from .reports import Report, Settled, settled_report
from .result_store import (
    MIN_REASON,
    SETTLED,
    STAFF,
    How,
    Place,
    Speaker,
    State,
    live_of,
    named_by_rules,
    place_locked,
    reason_given,
    result_log,
    same,
    settle,
    stale,
    store,
    told,
    touched,
)
from .touch import division_touch


@dataclass(frozen=True, slots=True)
class Entered:
    """``replayed``: this very report was stored before and nothing was written now."""

    result: Result
    replayed: bool = False

    @property
    def warnings(self) -> tuple[str, ...]:
        """Codes of what looks odd about it now."""
        return tuple(result_warnings(self.result))


def result_enter(
    *,
    pairing_id: int,
    report: Report,
    actor: Actor,
    source: str,
    expected_version: int | None = None,
    client_id: UUID | None = None,
    reported_by_place: int | None = None,
    speaker: Speaker | None = None,
    may_correct: bool = False,
    reason: str = "",
) -> Entered:
    """Store a result for a pairing of a published or closed round.

    ``expected_version`` is the version the sender saw (0: none): a wrong one is ``result.stale`` with both values.
    Without it, a report that differs from the live one makes the result *disputed*: both are kept, staff decides.
    ``reported_by_place`` (0 or 1) marks a side's own report, from its login: it waits until the other side or staff
    agrees. ``speaker`` says the same in full: a side by its PIN, or a table's device, whose report waits for both.
    ``client_id`` makes a repeat of the same report harmless for ever. ``may_correct``: a director, who may also
    change a result of a closed round, and whose reason settles it where the scoresheet says something else. A
    correction of a confirmed result needs a reason.
    """
    by = speaker or (STAFF if reported_by_place is None else Speaker(reported_by_place, How.LOGIN))
    sent = _Sent(report, actor, source, by, expected_version, client_id, may_correct, reason)
    try:
        with transaction.atomic():
            entered = _entered(pairing_id, sent)
            if entered.replayed:
                transaction.set_rollback(True)  # nobody's copy of the division is old now
            return entered
    except IntegrityError:  # the same id at two tables at once: the other one was first
        known = reported_as(client_id) if client_id else None
        if known is None:
            raise
        return _replayed(known, report.digest(pairing_id))


@dataclass(frozen=True, slots=True)
class _Sent:
    """What `result_enter` was asked with."""

    report: Report
    actor: Actor
    source: str
    by: Speaker
    expected_version: int | None
    client_id: UUID | None
    may_correct: bool
    reason: str


def _entered(pairing_id: int, sent: _Sent) -> Entered:
    report, actor, by, client_id = sent.report, sent.actor, sent.by, sent.client_id
    expected_version = sent.expected_version
    digest = report.digest(pairing_id)
    place = place_locked(pk=pairing_id, client_id=client_id, scores=_scores(report))
    if place.reported is not None:
        twins_known(place.reported, place.twins)  # of the same scores at this table, or it is refused
        return _replayed(place.reported, digest)
    if place.pairing.round.state == Round.State.DRAFT:
        raise Conflict("round.not_published", _("This round is not published yet."))
    full = named_by_rules(place, settled_report(place.division, report, seats=len(place.seats)))
    again = place.live is not None and same(place.live, full)
    full, parts = _with_parts(place.live, full, by) if again else (full, _Parts.NONE)
    late = expected_version is not None and expected_version != place.version and parts is not _Parts.ADDED
    if late and place.live is not None and again and parts is _Parts.NONE:
        return Entered(place.live, replayed=True)
    if late:
        raise stale(place, yours=_told_report(full))
    if place.live is not None and again and parts is _Parts.NONE and client_id is None:
        return _agreed(place, place.live, actor, by)
    if place.closed and not sent.may_correct:
        raise Conflict("round.closed", _("This round is closed. Ask a director for a correction."))
    state = _next_state(place, None if again else full, expected_version, by, actor)
    if place.live is not None and place.live.state in SETTLED and state in SETTLED and not again:
        reason_given(sent.reason)
    tidy = clean(sent.reason)[:300]
    result = store(
        place,
        full,
        state,
        actor,
        source=sent.source,
        speaker=by,
        client_id=client_id,
        digest=digest,
        reason=tidy,
        log_accepted=sent.may_correct and len(tidy) >= MIN_REASON,
    )
    if place.live is None and full.components is None and not by.side:
        nothing_said_yet(result)
    twins_known(result, place.twins)
    return Entered(result)


def _scores(report: Report) -> tuple[int, int] | None:
    """The scores of a played game, where they can be any."""
    first, second = report.first, report.second
    if report.outcome != Result.Outcome.PLAYED or first is None or second is None:
        return None
    return (first, second) if all(SCORE_MIN <= score <= SCORE_MAX for score in (first, second)) else None


class _Parts(Enum):
    """What a report of the scores that stand says of their parts."""

    NONE = "nothing new"
    ADDED = "where none were known"
    CHANGED = "others than those known"


def _with_parts(live: Result | None, report: Settled, by: Speaker) -> tuple[Settled, _Parts]:
    """The report of the same scores, with the parts that are known where it has none. Only staff has a word about
    the parts of what is settled."""
    rows = ResultComponents.objects.filter(result=live).order_by("place")
    stored = [SideComponents(r.plays, r.bingos, r.rack, r.overtime, r.adjustment) for r in rows]
    known = (stored[0], stored[1]) if len(stored) == 2 else None
    closed = not by.staff and live is not None and live.state in SETTLED
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


def _agreed(place: Place, live: Result, actor: Actor, by: Speaker) -> Entered:
    """The same values again: a side that has not said so yet, or staff, agrees to them."""
    if live.state in SETTLED or not (by.staff or by.side):
        return Entered(live, replayed=True)
    if by.place in agreed_places(live) and agreed_places(live) != PLACES:
        return Entered(live, replayed=True)
    settle(place, live, by, actor)
    return Entered(live)


def _next_state(place: Place, differing: Settled | None, expected: int | None, by: Speaker, actor: Actor) -> State:
    """What a report makes of the result; ``differing`` is None where it says the same as the live one."""
    live = place.live
    if live is None:
        return place.settled if by.staff else State.PENDING
    if differing is None:
        if live.state in SETTLED:
            return State(live.state)
        everybody = by.staff or (by.side and agreed_places(live) | {by.place} == PLACES)
        return place.settled if everybody else State(live.state)
    if by.staff:
        return State.DISPUTED if expected is None else place.settled
    if live.state in SETTLED:
        raise _confirmed_already()
    # Whoever reported it may put it right while nobody has answered it.
    own = by.side and by.place == live.reported_by_place
    own = own or (not by.side and live.token_id == actor.token_id and live.source == Result.Source.API)
    return State.PENDING if own and live.state == State.PENDING else State.DISPUTED


def _confirmed_already() -> Conflict:
    return Conflict("result.already_confirmed", _("This result is confirmed. Ask staff if it is wrong."))


@transaction.atomic
def result_confirm(
    *,
    pairing_id: int,
    version: int,
    actor: Actor,
    by_place: int | None = None,
    speaker: Speaker | None = None,
) -> Result:
    """Agree to the live result: a side that has not reported it, or staff. It stands when nobody is left to ask.

    ``by_place`` is a side by its own login; ``speaker`` says it in full. Errors: ``result.missing``,
    ``result.stale``, ``result.needs_other_side``.
    """
    by = speaker or (STAFF if by_place is None else Speaker(by_place, How.LOGIN))
    place = place_locked(pk=pairing_id)
    live = live_of(place, version)
    if live.state in SETTLED:
        transaction.set_rollback(True)
        return live
    if not by.staff and (not by.side or live.state == State.DISPUTED or live.reported_by_place == by.place):
        raise Conflict("result.needs_other_side", _("The other side or staff has to confirm this result."))
    if by.place is None or by.place not in agreed_places(live):
        settle(place, live, by, actor)
    else:
        transaction.set_rollback(True)
    return live


@transaction.atomic
def result_reject(
    *,
    pairing_id: int,
    version: int,
    actor: Actor,
    speaker: Speaker,
    source: str,
    report: Report | None = None,
) -> Result:
    """Say no to a result that is not confirmed: it is disputed, and staff decides.

    With ``report`` the other score becomes a version of its own, and both are kept. Errors: ``result.missing``,
    ``result.stale``, ``result.already_confirmed``, ``result.not_different``, ``result.own_report``.
    """
    place = place_locked(pk=pairing_id)
    live = live_of(place, version)
    if live.state in SETTLED:
        raise _confirmed_already()
    if report is not None:
        full = named_by_rules(place, settled_report(place.division, report, seats=len(place.seats)))
        if same(live, full):
            raise Refused("result.not_different", _("That is the result being rejected."), field="scores")
        return store(place, full, State.DISPUTED, actor, source=source, speaker=speaker)
    if speaker.side and live.reported_by_place == speaker.place:
        raise Conflict("result.own_report", _("This side reported it, and puts it right by another report."))
    if speaker.side:
        live.confirmations.filter(place=speaker.place).delete()
    if live.state == State.DISPUTED:
        return live
    before = live.state
    live.state = State.DISPUTED
    Result.objects.filter(pk=live.pk).update(state=live.state)
    data: dict[str, object] = {"before": before, "after": told(live), "how": speaker.how}
    if speaker.side:
        data["by"] = place.seats[speaker.place or 0].entry.number
    result_log(place, "result.disputed", actor, live.pk, data)
    touched(place, actor, before, live.state)
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
    place = place_locked(pk=seat.pairing_id)
    report = settled_report(
        division, Report(outcome=Result.Outcome.FORFEIT, winner=1 - seat.place), seats=len(place.seats)
    )
    store(place, report, State.CONFIRMED, actor, source=Result.Source.SYSTEM, reason="withdrawn")
    return seat.round.number


def results_finalise(round_: Round) -> int:
    """Make a closing round's results final; the caller holds the locks."""
    count = Result.objects.filter(pairing__round=round_, state__in=(State.CONFIRMED, State.PENDING)).update(
        state=State.FINAL
    )
    division_touch(round_.division_id)
    return count
