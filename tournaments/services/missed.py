"""A round that an entry was not in, and what it shall count as after all: a late bye, or a loss."""

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from common.actor import Actor
from common.errors import Conflict, Missing, Refused

from ..models import Entry, Pairing, Result, Round, Seat
from .reports import Report, settled_report
from .result_store import told
from .touch import division_lock, division_log, results_touch


@transaction.atomic
def missed_round_set(*, entry_id: int, round_number: int, report: Report, actor: Actor) -> Result:
    """Give an entry a bye or a lone forfeit in a round without a place for it; nobody else's past changes.

    From then on it is a result like others: corrected with a reason, in versions. Errors: ``round.missing``,
    ``round.not_published``, ``entry.in_round``, ``result.invalid``.
    """
    division_id = Entry.objects.filter(pk=entry_id).values_list("division_id", flat=True).first()
    if division_id is None:
        raise Missing("entry.missing", _("There is no such entry."))
    division = division_lock(division_id)
    entry = Entry.objects.get(pk=entry_id)
    round_ = Round.objects.filter(division=division, number=round_number).first()
    if round_ is None:
        raise Missing("round.missing", _("There is no such round."))
    if round_.state == Round.State.DRAFT:
        raise Conflict("round.not_published", _("This round is not published yet."))
    if Seat.objects.filter(round=round_, entry=entry).exists():
        raise Conflict("entry.in_round", _("This entry has a place in round %(round)s.") % {"round": round_number})
    if report.outcome not in (Result.Outcome.BYE, Result.Outcome.FORFEIT):
        raise Refused("result.outcome_unknown", _("Unknown outcome."), field="outcome")
    full = settled_report(division, report, seats=1)
    pairing = Pairing.objects.create(round=round_, table=None)
    Seat.objects.create(round=round_, pairing=pairing, entry=entry, place=0)
    result = Result.objects.create(
        pairing=pairing,
        version=1,
        state=Result.State.FINAL if round_.state == Round.State.CLOSED else Result.State.CONFIRMED,
        outcome=full.outcome,
        source=Result.Source.DESK,
        first_final=full.first,
        winner=full.winner,
        created_by_id=actor.user_id,
        token_id=actor.token_id,
    )
    division_log(
        division,
        "result.entered",
        actor,
        kind="result",
        pk=result.pk,
        data={"round": round_number, "entries": [entry.number], "before": None, "after": told(result)},
    )
    results_touch(division=division, from_round=round_number, actor=actor)
    return result
