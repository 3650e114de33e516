"""Which lists there are, and which events count for them."""

from collections.abc import Mapping
from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from common.actor import Actor
from common.errors import Conflict, Missing, Refused
from common.log import SITE_CHAIN, log_append
from common.text import clean
from games.engine import UnknownRuleset, get_ruleset

from ..models import RatedEvent, RatingList
from ..selectors.lists import system_of
from ..systems.policy import Policy
from ..systems.protocol import SystemParameterError
from .stale import list_catch_up, lists_mark

_REASON = RatedEvent._meta.get_field("reason").max_length
_CHANGEABLE = ("name", "slug", "order", "parameters", "policy", "accepts_by_itself", "publishes_by_itself")


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
    policy: Mapping[str, Any] | None = None,
    accepts_by_itself: bool = True,
    publishes_by_itself: bool = True,
) -> RatingList:
    """A new list. ``parameters`` are those that differ from the defaults of the system and the ruleset, ``policy``
    what differs from the default rules of who is provisional or ranked.

    With the system ``external`` it holds a federation's numbers, and nothing is rated in it.
    """
    rating_list = RatingList(
        name=name,
        slug=slug,
        ruleset=ruleset.partition("@")[0],
        system=system,
        kind=kind,
        parameters=dict(parameters or {}),
        policy=dict(policy or {}),
        accepts_by_itself=accepts_by_itself,
        publishes_by_itself=publishes_by_itself,
    )
    list_check(rating_list)
    try:
        with transaction.atomic():
            rating_list.save(force_insert=True)
    except IntegrityError as error:
        raise _list_exists(rating_list) from error
    list_catch_up(rating_list)
    _log("ratings.list_created", actor, "rating_list", rating_list.pk, {"slug": slug, "rating_system": system})
    return rating_list


def _list_exists(wanted: RatingList) -> Conflict:
    """Which list is in the way, by its address or by what it rates."""
    others = RatingList.objects.exclude(pk=wanted.pk)
    if other := others.filter(slug=wanted.slug).first():
        text = _("The list %(name)s has this address.")
        return Conflict("ratings.list_exists", text % {"name": other.name}, field="slug")
    other = others.filter(ruleset=wanted.ruleset, system=wanted.system, kind=wanted.kind).first()
    text = _("The list %(name)s has the same game, system and “for whom”. One of these must differ.")
    return Conflict("ratings.list_exists", text % {"name": other.name if other else "–"}, field="kind")


@transaction.atomic
def list_update(*, list_id: int, actor: Actor, **changes: Any) -> RatingList:
    """Change name, slug, order, parameters, policy, or whether events count and runs are shown by themselves.

    Other parameters work the whole list out anew. Game, system and kind stay: another one is another list.
    """
    rating_list = RatingList.objects.select_for_update(no_key=True).filter(pk=list_id).first()
    if rating_list is None:
        raise Missing("ratings.list_missing", _("There is no such list."))
    before = {}
    for field in _CHANGEABLE:
        if field in changes and changes[field] != getattr(rating_list, field):
            before[field] = getattr(rating_list, field)
            setattr(rating_list, field, changes[field])
    if not before:
        return rating_list
    list_check(rating_list)
    try:
        with transaction.atomic():
            rating_list.save(update_fields=list(before))
    except IntegrityError as error:
        raise _list_exists(rating_list) from error
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
        if not rating_list.is_external:
            system_of(rating_list)
    except SystemParameterError as error:
        raise _cannot_work(error, "parameters") from error
    try:
        Policy.from_mapping(rating_list.policy)
    except SystemParameterError as error:
        raise _cannot_work(error, "policy") from error


def _cannot_work(error: SystemParameterError, field: str) -> Refused:
    words = {"name": error.field, "value": str(error.value)[:40]}
    return Refused(
        error.code,
        _("The rating system cannot work with %(name)s = %(value)s.") % words,
        field=field,
        extra={"parameter": error.field},
    )


def event_accept(*, event_id: int, actor: Actor, reason: str = "") -> RatedEvent:
    """Let an event count for its list."""
    return _decide(event_id, RatedEvent.State.ACCEPTED, actor, reason)


def event_refuse(*, event_id: int, actor: Actor, reason: str = "") -> RatedEvent:
    """Return an event to its director, who reads why; if it did count, the list is rated without it."""
    return _decide(event_id, RatedEvent.State.REFUSED, actor, reason)


@transaction.atomic
def _decide(event_id: int, state: RatedEvent.State, actor: Actor, reason: str) -> RatedEvent:
    reason = clean(reason)[:_REASON]
    event = (
        RatedEvent.objects.select_for_update(of=("self",)).select_related("rating_list").filter(pk=event_id).first()
    )
    if event is None:
        raise Missing("ratings.event_missing", _("There is no such event."))
    if event.division_id is None:
        raise Conflict("ratings.event_deleted", _("This event was deleted."))
    if event.state == RatedEvent.State.LEFT_OUT:
        raise Conflict("ratings.event_left_out", _("Its director has named other lists for this event."))
    if event.state == state and event.reason == reason:
        return event
    before, event.state, event.reason = event.state, state, reason
    event.decided_by_id, event.decided_at = actor.user_id, timezone.now()
    event.save(update_fields=["state", "decided_by", "decided_at", "reason"])
    if before != state:
        lists_mark([event.rating_list_id], event.division_id)
    _log(
        f"ratings.event_{state}",
        actor,
        "rated_event",
        event.pk,
        {"event": event.name, "list": event.rating_list.slug, "before": {"state": before}, "reason": reason},
    )
    return event


def _log(action: str, actor: Actor, kind: str, pk: int, data: Mapping[str, Any]) -> None:
    log_append(chain=SITE_CHAIN, action=action, actor=actor, object_kind=kind, object_id=pk, data=data)
