"""Taking back what was just typed. Nothing is deleted: the version stays to be read, marked as taken back."""

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from common.actor import Actor
from common.errors import Conflict, Missing

from ..models import Pairing, Result, Round
from .proposals import sheet_propose
from .result_store import told
from .touch import division_lock, division_log, results_touch

#: In the ``reason`` of a version that was taken back.
UNDONE = "undone"


def result_can_undo(result: Result) -> bool:
    """The desk's own first word on a table of an open round. What stood before a correction is not brought back by
    a slip of the finger: that takes another correction, with a reason."""
    if result.source != Result.Source.DESK or result.state == Result.State.FINAL:
        return False
    earlier = Result.objects.filter(pairing_id=result.pairing_id, version__lt=result.version)
    return not earlier.exclude(reason=UNDONE).exists()


@transaction.atomic
def result_undo(*, pairing_id: int, version: int, actor: Actor) -> Result:
    """Take back the first result of a table: it waits for one again, or has the one its ended scoresheet comes to.
    Answers the version taken back.

    Errors: ``result.missing``, ``result.stale`` (another version stands), ``round.closed``, ``result.not_first``.
    """
    division_id = Pairing.objects.filter(pk=pairing_id).values_list("round__division_id", flat=True).first()
    if division_id is None:
        raise Missing("pairing.missing", _("There is no such pairing."))
    division = division_lock(division_id)
    pairing = Pairing.objects.select_related("round").get(pk=pairing_id)
    live = Result.objects.filter(pairing=pairing, state__in=Result.LIVE).first()
    if live is None:
        raise Missing("result.missing", _("There is no result to take back."))
    if live.version != version:
        raise Conflict(
            "result.stale",
            _("Somebody entered another result for this table in the meantime."),
            extra={"current": told(live), "version": live.version},
        )
    if pairing.round.state == Round.State.CLOSED:
        raise Conflict("round.closed", _("This round is closed. Ask a director for a correction."))
    if not result_can_undo(live):
        raise Conflict("result.not_first", _("Another result stood here before. Correct this one instead."))
    before = told(live)
    live.state, live.reason = Result.State.SUPERSEDED, UNDONE
    live.save(update_fields=["state", "reason"])
    entries = list(pairing.seats.order_by("place").values_list("entry__number", flat=True))
    division_log(
        division,
        "result.undone",
        actor,
        kind="result",
        pk=live.pk,
        data={"round": pairing.round.number, "table": pairing.table, "entries": entries, "before": before},
    )
    results_touch(division=division, from_round=pairing.round.number, actor=actor)
    if pairing.game_id is not None:
        sheet_propose(game_id=pairing.game_id, actor=Actor.system("scoresheet"))
    return live
