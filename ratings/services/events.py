"""Which lists there are, and which events count for them."""

from collections.abc import Mapping
from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from common.actor import Actor
from common.errors import Conflict, Missing, Refused
from common.log import SITE_CHAIN, log_append
from games.engine import UnknownRuleset, get_ruleset

from ..models import RatedEvent, RatingList
from ..selectors.lists import system_of
from ..systems.protocol import SystemParameterError
from .stale import lists_mark


@transaction.atomic
def list_create(
    *,
    name: str,
    slug: str,
    ruleset: str,
    actor: Actor,
    system: str = "glicko_margin",
    kind: str = "open",
    parameters: Mapping[str, Any] | None = None,
    accepts_by_itself: bool = True,
) -> RatingList:
    """A new list. ``parameters`` are those that differ from the defaults of the system and the ruleset."""
    rating_list = RatingList(
        name=name,
        slug=slug,
        ruleset=ruleset.partition("@")[0],
        system=system,
        kind=kind,
        parameters=dict(parameters or {}),
        accepts_by_itself=accepts_by_itself,
    )
    list_check(rating_list)
    try:
        with transaction.atomic():
            rating_list.save(force_insert=True)
    except IntegrityError as error:
        raise Conflict("ratings.list_exists", _("There is such a list already."), field="slug") from error
    _log("ratings.list_created", actor, "rating_list", rating_list.pk, {"slug": slug, "system": system})
    return rating_list


@transaction.atomic
def list_update(*, list_id: int, actor: Actor, **changes: Any) -> RatingList:
    """Change name, slug, order, parameters or whether events count by themselves.

    Other parameters work the whole list out anew. Game, system and kind stay: another one is another list.
    """
    rating_list = RatingList.objects.select_for_update(no_key=True).get(pk=list_id)
    before = {}
    for field in ("name", "slug", "order", "parameters", "accepts_by_itself"):
        if field in changes and changes[field] != getattr(rating_list, field):
            before[field] = getattr(rating_list, field)
            setattr(rating_list, field, changes[field])
    if not before:
        return rating_list
    list_check(rating_list)
    rating_list.save(update_fields=list(before))
    if "parameters" in before:
        lists_mark([rating_list.pk], None)
    after = {field: getattr(rating_list, field) for field in before}
    _log("ratings.list_updated", actor, "rating_list", rating_list.pk, {"before": before, "after": after})
    return rating_list


def list_check(rating_list: RatingList) -> None:
    """Refuse a ruleset, system or parameter that does not exist or cannot work, by its name."""
    try:
        get_ruleset(rating_list.ruleset)
    except UnknownRuleset as error:
        raise Refused("ruleset.unknown", _("There is no such ruleset."), field="ruleset") from error
    try:
        system_of(rating_list)
    except SystemParameterError as error:
        raise Refused(
            error.code,
            _("The rating system cannot work with %(name)s = %(value)s.")
            % {"name": error.field, "value": str(error.value)[:40]},
            field="parameters",
        ) from error


def event_accept(*, event_id: int, actor: Actor) -> RatedEvent:
    """Let an event count for its list."""
    return _decide(event_id, RatedEvent.State.ACCEPTED, actor)


def event_refuse(*, event_id: int, actor: Actor) -> RatedEvent:
    """Let an event not count; if it did, the list is rated without it."""
    return _decide(event_id, RatedEvent.State.REFUSED, actor)


@transaction.atomic
def _decide(event_id: int, state: RatedEvent.State, actor: Actor) -> RatedEvent:
    event = (
        RatedEvent.objects.select_for_update(of=("self",)).select_related("rating_list").filter(pk=event_id).first()
    )
    if event is None:
        raise Missing("ratings.event_missing", _("There is no such event."))
    if event.division_id is None:
        raise Conflict("ratings.event_deleted", _("This event was deleted."))
    if event.state == state:
        return event
    before, event.state = event.state, state
    event.decided_by_id, event.decided_at = actor.user_id, timezone.now()
    event.save(update_fields=["state", "decided_by", "decided_at"])
    lists_mark([event.rating_list_id], event.division_id)
    _log(
        f"ratings.event_{state}",
        actor,
        "rated_event",
        event.pk,
        {"event": event.name, "list": event.rating_list.slug, "before": before},
    )
    return event


def _log(action: str, actor: Actor, kind: str, pk: int, data: Mapping[str, Any]) -> None:
    log_append(chain=SITE_CHAIN, action=action, actor=actor, object_kind=kind, object_id=pk, data=data)
