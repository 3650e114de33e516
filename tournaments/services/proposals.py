"""The result that a scoresheet comes to: proposed when it ends, again when it changes, never put over what stands.

A clock that ran out (rule 20) makes no forfeit: the game was played, so its scores stand, it is rated, and its
``winner`` is whom the rules name. ``forfeit`` stays what a director says of a game that nobody played.
"""

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from common.actor import Actor
from common.errors import Conflict, Missing, Refused
from games.engine.rulesets import SCORE_MAX, SCORE_MIN
from games.selectors.scores import SheetEnd, score_parts

from ..models import Result, ResultComponents, Seat
from .reports import Settled
from .result_store import (
    DEVICE,
    SETTLED,
    STAFF,
    How,
    Place,
    Speaker,
    State,
    agrees,
    live_of,
    place_locked,
    reason_given,
    result_log,
    same,
    settle,
    store,
    told,
    told_end,
    touched,
)

#: In the ``reason`` of a proposal whose sheet goes on after all.
REOPENED = "reopened"


@transaction.atomic(savepoint=False)
def sheet_propose(*, game_id: int, actor: Actor) -> Result | None:
    """Bring a game's result up to its sheet, which the caller has just written and still holds.

    No result yet: a proposal, which the sides confirm. A pending proposal: superseded by a new one. A report that
    differs: disputed, both are kept. A result that stands: it stays, and says that it does not match. Answers the
    live result, or None where the game is none of an event's or has none.
    """
    try:
        place = place_locked(game_id=game_id)
    except Missing:
        return None
    end, live = place.sheet_end, place.live
    if end is None:
        return _gone_on(place, actor)
    if not all(SCORE_MIN <= points <= SCORE_MAX for points in end.total):
        return live  # only an arbiter's adjustments can reach that far, and only staff can say what it means
    if live is not None and live.state in SETTLED:
        return _compared(place, live, end, actor)
    report = _report_of(place, end)
    ours = live is not None and live.source == Result.Source.SHEET
    if live is not None and same(live, report) and not (ours and _parts_differ(live, report)):
        return live
    state = State.PENDING if live is None else State(live.state) if ours else State.DISPUTED
    return store(place, report, state, actor, source=Result.Source.SHEET, speaker=_recorder(place, actor))


def _report_of(place: Place, end: SheetEnd) -> Settled:
    assert place.pairing.game is not None
    parts = score_parts(place.pairing.game, end.total)
    return Settled(Result.Outcome.PLAYED, end.total[0], end.total[1], end.winner, parts)


def _parts_differ(live: Result, report: Settled) -> bool:
    rows = ResultComponents.objects.filter(result=live).order_by("place")
    stored = [(row.plays, row.bingos, row.rack, row.overtime, row.adjustment) for row in rows]
    now = [(p.plays, p.bingos, p.rack, p.overtime, p.adjustment) for p in report.components or ()]
    return stored != now


def _recorder(place: Place, actor: Actor) -> Speaker:
    """A player who recorded by an own login has said what the result is; a device of the table has not."""
    if actor.user_id is None:
        return DEVICE
    mine = Seat.objects.filter(pairing=place.pairing, entry__members__player__user_id=actor.user_id)
    seated = mine.values_list("place", flat=True).first()
    return DEVICE if seated is None else Speaker(seated, How.LOGIN)


def _compared(place: Place, live: Result, end: SheetEnd, actor: Actor) -> Result:
    """What stands is not touched; that it does not match is said until a director has decided."""
    if agrees(end, live):
        if live.log_first is not None:
            _flag(place, live, None, actor, "result.matches_log")
    elif (live.log_first, live.log_second, live.log_winner) != (*end.total, end.winner):
        _flag(place, live, end, actor, "result.does_not_match_log")
    return live


def _flag(place: Place, live: Result, end: SheetEnd | None, actor: Actor, action: str) -> None:
    log = (None, None, None) if end is None else (*end.total, end.winner)
    live.log_first, live.log_second, live.log_winner = log
    live.log_accepted = False
    live.save(update_fields=["log_first", "log_second", "log_winner", "log_accepted"])
    data: dict[str, object] = {"table": place.pairing.table, "result": told(live)}
    if end is not None:
        data["log"] = told_end(end)
    result_log(place, action, actor, live.pk, data)


def _gone_on(place: Place, actor: Actor) -> Result | None:
    """The end was taken back: a proposal of it is none any more. What stands stays, and is looked at again when the
    sheet ends again.
    """
    live = place.live
    if live is None:
        return None
    if live.source != Result.Source.SHEET or live.state != State.PENDING:
        return live
    before = told(live)
    live.state, live.reason = State.SUPERSEDED, REOPENED
    live.save(update_fields=["state", "reason"])
    result_log(place, "result.undone", actor, live.pk, {"table": place.pairing.table, "before": before})
    touched(place, actor, before=State.PENDING, after=State.SUPERSEDED)
    return None


LOG, RESULT = "log", "result"


@transaction.atomic
def mismatch_settle(*, pairing_id: int, version: int, keep: str, reason: str, actor: Actor) -> Result:
    """A director's choice between a result and a sheet that differ: ``keep`` is ``log`` or ``result``.

    Errors: ``result.missing``, ``result.stale``, ``result.matches_log``, ``result.reason_missing``.
    """
    if keep not in (LOG, RESULT):
        raise Refused("result.choice_missing", _("Say which of the two stands."), field="keep")
    place = place_locked(pk=pairing_id)
    live = live_of(place, version)
    if not live.does_not_match_log:
        raise Conflict("result.matches_log", _("The result and the scoresheet do not differ (any more)."))
    why = reason_given(reason)
    if keep == LOG:
        end = place.sheet_end
        if end is None:
            raise Conflict("result.sheet_open", _("The scoresheet goes on: there is nothing to take over yet."))
        report = _report_of(place, end)
        return store(place, report, place.settled, actor, source=Result.Source.SHEET, reason=why)
    live.log_accepted = True
    live.save(update_fields=["log_accepted"])
    data = {
        "table": place.pairing.table,
        "result": told(live),
        "log": {"first": live.log_first, "second": live.log_second, "winner": live.log_winner},
        "reason": why,
    }
    result_log(place, "result.kept_against_log", actor, live.pk, data)
    if live.state not in SETTLED:
        settle(place, live, STAFF, actor)
    return live
