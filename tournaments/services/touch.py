"""Steps that every change of a division shares."""

from collections.abc import Mapping
from typing import Any

from django.db.models import F
from django.utils.translation import gettext_lazy as _

from common.actor import Actor
from common.errors import Missing
from common.log import log_append

from ..models import Division, Round
from ..signals import results_changed


def division_lock(division_id: int) -> Division:
    """The division's row, locked until the transaction ends: what pairs, publishes and closes queues here."""
    try:
        return Division.objects.select_for_update(of=("self",)).select_related("tournament").get(pk=division_id)
    except Division.DoesNotExist as error:
        raise Missing("division.missing", _("There is no such division.")) from error


def division_touch(division_id: int) -> None:
    """Move the version on: every cached table, page and ETag of the division is old now."""
    Division.objects.filter(pk=division_id).update(version=F("version") + 1)


def results_touch(*, division: Division, from_round: int, actor: Actor) -> None:
    """What counts as played has changed from a round on: later rounds say so, and the news goes up."""
    Round.objects.filter(division=division, number__gt=from_round, made_from_older_results=False).exclude(
        system=Division.System.ROUND_ROBIN
    ).update(made_from_older_results=True)
    division_touch(division.pk)
    results_changed.send(sender=Division, division_id=division.pk, from_round=from_round, actor=actor)


def division_log(
    division: Division,
    action: str,
    actor: Actor,
    *,
    kind: str,
    pk: int | None,
    data: Mapping[str, Any] | None = None,
) -> None:
    """Into the event's chain, with the division's name for whoever reads it later."""
    log_append(
        chain=division.tournament.log_chain,
        action=action,
        actor=actor,
        object_kind=kind,
        object_id=pk,
        data={"division": division.slug, **(data or {})},
    )
