"""Steps that every change of a division shares."""

from collections.abc import Mapping
from typing import Any

from django.db import connection
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from common.actor import Actor
from common.errors import Missing
from common.log import log_append
from common.prepared import row_count_up

from ..models import Division, PairingSystem, Round
from ..signals import results_changed


def division_lock(division_id: int) -> Division:
    """The division's row, locked until the transaction ends: what pairs, publishes and closes queues here."""
    try:
        return Division.objects.select_for_update(of=("self",)).select_related("tournament").get(pk=division_id)
    except Division.DoesNotExist as error:
        raise Missing("division.missing", _("There is no such division.")) from error


_HOLD = """
    UPDATE tournaments_division SET version = version + 1 WHERE id = (
        SELECT place.division_id FROM tournaments_round place
        JOIN tournaments_pairing pairing ON pairing.round_id = place.id WHERE pairing.{} = %s
    )
"""
_HOLDS = {"pk": _HOLD.format("id"), "game_id": _HOLD.format("game_id")}


def division_hold(**pairing: int) -> None:
    """`division_lock` and `division_touch` in one statement, by a pairing's ``pk=`` or ``game_id=``: for results,
    which nearly always change something. A pairing that is not there locks nothing.
    """
    assert connection.in_atomic_block, "a lock without a transaction is none"
    [(name, value)] = pairing.items()
    with connection.cursor() as cursor:
        cursor.execute(_HOLDS[name], [value])


def division_touch(division_id: int) -> None:
    """Move the version on: every cached table, page and ETag of the division is old now."""
    row_count_up(Division, division_id, "version")


def results_touch(*, division: Division, from_round: int, actor: Actor) -> None:
    """What counts as played has changed from a round on: the version moves on, and the news goes up."""
    division_touch(division.pk)
    results_tell(division=division, from_round=from_round, actor=actor, counts=True)


def results_tell(*, division: Division, from_round: int, actor: Actor, counts: bool) -> None:
    """The news of changed results, for whoever has moved the version on already. Where what ``counts`` as played
    has changed, later rounds say so, if their pairings go by standings that know of it.
    """
    if counts:
        older = Q(standings_after=None) | Q(standings_after__gte=from_round)
        Round.objects.filter(
            older, division=division, number__gt=from_round, made_from_older_results=False
        ).exclude(system=PairingSystem.ROUND_ROBIN, standings_after=0).update(made_from_older_results=True)
    results_changed.send(
        sender=Division, division_id=division.pk, from_round=from_round, actor=actor, counts=counts
    )


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
        chain=division.log_chain,
        action=action,
        actor=actor,
        object_kind=kind,
        object_id=pk,
        data={"division": division.slug, **(data or {})},
    )
