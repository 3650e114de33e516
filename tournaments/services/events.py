"""Making and changing tournaments and divisions."""

import datetime
import re
from collections.abc import Callable, Mapping
from typing import Any

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils.text import slugify
from django.utils.translation import gettext_lazy as _

from common.actor import Actor
from common.errors import Conflict, Item, Missing, Refused
from common.log import log_append
from common.text import clean
from games.engine.rulesets import UnknownRuleset, get_ruleset
from players.services import name_checked

from ..models import Division, DivisionKind, Result, Role, Round, Tournament
from ..selectors.results import tournament_games
from ..signals import division_kind_changed
from ..standings import Criterion
from .devices import event_tokens_end
from .plans import OF_THE_PLAN, plan_from_settings, plan_write
from .rounds import rounds_erase, sheets_lock
from .touch import division_lock, division_log, division_touch, results_touch

#: Settings that change what results are worth: the table and the ratings must be looked at again.
_SCORING = frozenset(
    {
        "win_points",
        "tie_points",
        "loss_points",
        "spread_caps",
        "bye_credit",
        "tie_breaks",
        "pending_counts",
        "rated",
    }
)
#: For whom a game is, where it is not for everybody.
_KINDS = {"amath-primary": DivisionKind.PRIMARY}
#: Addresses of the desk's own pages.
RESERVED_SLUGS = frozenset({"new", "ratings"})
#: What stands in an address. One that does not would break every page that links to it.
_SLUG = re.compile(r"[a-z0-9_-]+")
SETTINGS = (
    "name",
    "order",
    "ruleset",
    "judging_mode",
    "clock_ms",
    "overtime_forfeits",
    "rounds_planned",
    "system",
    "round_robin_double",
    "clubs_apart_rounds",
    "teams_apart_rounds",
    "requested_byes_count",
    "win_points",
    "tie_points",
    "loss_points",
    "spread_caps",
    "bye_credit",
    "bye_spread",
    "forfeit_spread",
    "double_forfeit_spread",
    "tie_breaks",
    "club_best",
    "pending_counts",
    "entries_public",
    "pairings_public",
    "standings_public",
    "rated",
    "kind",
)


def division_preset(ruleset: str) -> dict[str, Any]:
    """The settings a ruleset's tournaments start from; a director may change every one of them."""
    try:
        rules = get_ruleset(ruleset)
    except UnknownRuleset as error:
        raise Refused("ruleset.unknown", _("There is no such ruleset."), field="ruleset") from error
    defaults = rules.defaults
    winner, loser = defaults.forfeit_scores
    capped = bool(defaults.spread_caps)
    order = [Criterion.POINTS, *([Criterion.CAPPED_SPREAD] if capped else []), Criterion.SPREAD, Criterion.TOTAL]
    return {
        "ruleset": f"{rules.name}@{rules.version}",
        "judging_mode": rules.judging_modes[0],
        "clock_ms": rules.clock_ms,
        "win_points": defaults.win,
        "tie_points": defaults.tie,
        "loss_points": defaults.loss,
        "spread_caps": list(defaults.spread_caps),
        "bye_spread": defaults.bye_spread,
        "forfeit_spread": winner - loser,
        "double_forfeit_spread": defaults.double_forfeit_spread,
        "tie_breaks": [str(criterion) for criterion in order],
        "kind": _KINDS.get(rules.name, DivisionKind.OPEN),
    }


def _days_checked(starts_on: datetime.date, ends_on: datetime.date) -> None:
    if ends_on < starts_on:
        raise Refused("tournament.days_out_of_order", _("The last day is before the first day."), field="ends_on")


def _slug_checked(slug: str, kind: type[Tournament] | type[Division]) -> None:
    """ "" is made from the name later."""
    if slug and not (_SLUG.fullmatch(slug) and len(slug) <= (kind._meta.get_field("slug").max_length or 0)):
        raise Refused("field.invalid", _("Only letters a-z, digits and hyphens."), field="slug")


@transaction.atomic
def tournament_create(
    *,
    name: str,
    starts_on: datetime.date,
    ends_on: datetime.date | None = None,
    venue: str = "",
    slug: str = "",
    is_public: bool = False,
    actor: Actor,
) -> Tournament:
    """A new event; whoever makes it directs it. ``slug`` is made from the name where none is given."""
    shown = name_checked(name)
    _days_checked(starts_on, ends_on or starts_on)
    _slug_checked(slug, Tournament)
    if slug in RESERVED_SLUGS:
        raise Conflict("tournament.slug_taken", _("This address is taken."), field="slug")
    try:
        with transaction.atomic():
            tournament = Tournament.objects.create(
                slug=slug or _free_slug(shown, starts_on),
                name=shown,
                venue=clean(venue)[:120],
                starts_on=starts_on,
                ends_on=ends_on or starts_on,
                is_public=is_public,
                created_by_id=actor.user_id,
            )
    except IntegrityError as error:
        raise Conflict("tournament.slug_taken", _("This address is taken."), field="slug") from error
    if actor.user_id is not None:
        Role.objects.create(user_id=actor.user_id, tournament=tournament, role=Role.Kind.DIRECTOR)
    _log(tournament, "tournament.created", actor, {"name": shown, "slug": tournament.slug})
    return tournament


def _free_slug(name: str, day: datetime.date) -> str:
    """From the Latin letters of the name; a Thai name gives the day, which people can type too."""
    base = slugify(name)[:48].strip("-") or f"event-{day:%Y-%m-%d}"
    taken = {*RESERVED_SLUGS, *Tournament.objects.filter(slug__startswith=base).values_list("slug", flat=True)}
    return next(
        candidate
        for number in range(1, len(taken) + 2)
        if (candidate := base if number == 1 else f"{base}-{number}") not in taken
    )


def _log(tournament: Tournament, action: str, actor: Actor, data: Mapping[str, Any]) -> None:
    log_append(
        chain=tournament.log_chain,
        action=action,
        actor=actor,
        object_kind="tournament",
        object_id=tournament.pk,
        data=data,
    )


@transaction.atomic
def tournament_update(
    *, tournament_id: int, actor: Actor, check: Callable[[Tournament], None] | None = None, **changes: Any
) -> Tournament:
    """Change name, venue, days or whether it is public. ``check`` raises if the locked row is not what was read."""
    tournament = Tournament.objects.select_for_update().get(pk=tournament_id)
    if check is not None:
        check(tournament)
    before = {}
    for field in ("name", "venue", "starts_on", "ends_on", "is_public"):
        if field in changes and changes[field] != getattr(tournament, field):
            value = changes[field]
            if field == "name":
                value = name_checked(value)
            elif field == "venue":
                value = clean(value)[:120]
            before[field] = str(getattr(tournament, field))
            setattr(tournament, field, value)
    _days_checked(tournament.starts_on, tournament.ends_on)
    if before:
        tournament.save()
        for division in tournament.divisions.all():
            if "starts_on" in before:
                results_touch(division=division, from_round=0, actor=actor)
            else:
                division_touch(division.pk)
        # Last: whoever writes locks divisions before the log's chain.
        after = {field: str(getattr(tournament, field)) for field in before}
        _log(tournament, "tournament.updated", actor, {"before": before, "after": after})
    return tournament


@transaction.atomic
def tournament_delete(*, tournament_id: int, expected_games: int, actor: Actor) -> None:
    """Remove an event. ``expected_games`` is what the person was told would go; a change in between refuses."""
    sheets_lock(pairing__round__division__tournament_id=tournament_id)
    tournament = Tournament.objects.select_for_update().filter(pk=tournament_id).first()
    if tournament is None:
        raise Missing("tournament.missing", _("There is no such tournament."))
    games = tournament_games(tournament)
    if games != expected_games:
        raise Conflict(
            "tournament.has_more_games",
            _("%(games)s games with results or scoresheets would be lost. Confirm that number.") % {"games": games},
            extra={"games": games},
        )
    for division in tournament.divisions.all():
        # Whoever keeps numbers from these games must let go of them first, in this transaction.
        Result.objects.filter(pairing__round__division=division, state__in=Result.LIVE).update(
            state=Result.State.SUPERSEDED
        )
        results_touch(division=division, from_round=0, actor=actor)
    _log(tournament, "tournament.deleted", actor, {"name": tournament.name, "games": games})
    rounds_erase(list(Round.objects.filter(division__tournament=tournament)))
    event_tokens_end(tournament)
    tournament.delete()


def _is_cap(cap: object) -> bool:
    """None lifts the cap of a round."""
    return cap is None or (type(cap) is int and 1 <= cap <= 9999)


def _division_check(division: Division) -> None:
    """Shape of the settings as a whole; every fault names its field."""
    items: list[Item] = []
    try:
        division.clean_fields(exclude=["tournament", "slug"])
    except ValidationError as error:
        for field, messages in error.message_dict.items():
            items += [Item("field.invalid", message, field=field) for message in messages]
    caps = division.spread_caps
    if not isinstance(caps, list) or not all(_is_cap(cap) for cap in caps):
        items.append(
            Item("division.caps_invalid", _("Spread caps are whole numbers from 1 to 9999."), field="spread_caps")
        )
    known = set(Criterion)
    order = division.tie_breaks
    if not order or len(set(order)) != len(order) or not set(order) <= known:
        items.append(Item("division.order_invalid", _("Choose what ranks, each at most once."), field="tie_breaks"))
    if not division.win_points >= division.tie_points >= division.loss_points:
        items.append(
            Item(
                "division.points_out_of_order",
                _("A win is worth at least a tie, and a tie at least a loss."),
                field="win_points",
            )
        )
    if items:
        raise Refused("division.invalid", _("Some settings cannot be accepted."), items=items)


@transaction.atomic
def division_create(
    *, tournament_id: int, name: str, ruleset: str = "amath", slug: str = "", actor: Actor, **settings: Any
) -> Division:
    """A division with the ruleset's preset, changed by ``settings`` (any of ``SETTINGS``, or a whole ``plan``)."""
    tournament = Tournament.objects.get(pk=tournament_id)
    shown = name_checked(name)
    _slug_checked(slug, Division)
    count = tournament.divisions.count()
    plan = settings.pop("plan", None)
    simple = {key: settings.pop(key) for key in OF_THE_PLAN & set(settings)}
    values = {**division_preset(ruleset), "order": count, **settings, "name": shown}
    division = Division(tournament=tournament, slug=slug or f"d{count + 1}", **values)
    plan_write(division, plan or plan_from_settings(division.schedule, simple))
    if not slug:
        base = slugify(shown)[:32].strip("-")
        taken = set(tournament.divisions.values_list("slug", flat=True))
        division.slug = next(
            s for s in (base, *(f"d{n}" for n in range(count + 1, count + 100))) if s and s not in taken
        )
    _division_check(division)
    try:
        with transaction.atomic():
            division.save(force_insert=True)
    except IntegrityError as error:
        raise Conflict("division.slug_taken", _("This address is taken."), field="slug") from error
    division_log(division, "division.created", actor, kind="division", pk=division.pk, data={"name": shown})
    return division


@transaction.atomic
def division_update(
    *, division_id: int, actor: Actor, check: Callable[[Division], None] | None = None, **settings: Any
) -> Division:
    """Change settings; those that change what results are worth send the news that results changed. The schedule
    is changed by ``plan_set``; here one system for all rounds can be said, or their number.

    ``check`` raises if the locked row is not what was read.
    """
    division = division_lock(division_id)
    if check is not None:
        check(division)
    unknown = set(settings) - set(SETTINGS)
    if unknown:
        raise Refused("division.setting_unknown", _("Unknown setting."), field=sorted(unknown)[0])
    started = Round.objects.filter(division=division).exclude(state=Round.State.DRAFT).exists()
    if started and settings.get("ruleset", division.ruleset) != division.ruleset:
        raise Conflict(
            "division.started", _("The ruleset cannot change once a round is published."), field="ruleset"
        )
    before = {key: getattr(division, key) for key, value in settings.items() if getattr(division, key) != value}
    if not before:
        return division
    fields = set(before)
    if OF_THE_PLAN & fields:
        plan_write(division, plan_from_settings(division.schedule, settings))
        fields = fields - OF_THE_PLAN | {"plan", "rounds_planned"}
    for key in set(before) - OF_THE_PLAN:
        setattr(division, key, settings[key])
    _division_check(division)
    division.save(update_fields=sorted(fields))
    after = {key: getattr(division, key) for key in before}
    before = {key: value for key, value in before.items() if value != after[key]}
    if not before:
        return division
    division_log(
        division,
        "division.updated",
        actor,
        kind="division",
        pk=division.pk,
        data={"before": before, "after": after},
    )
    if _SCORING & set(before):
        results_touch(division=division, from_round=0, actor=actor)
    else:
        division_touch(division.pk)
    if "kind" in before:
        division_kind_changed.send(sender=Division, division_id=division.pk, actor=actor)
    return division
