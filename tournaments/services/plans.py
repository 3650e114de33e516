"""The one way in which a division's schedule is written, and why one is refused."""

from collections.abc import Callable, Mapping
from dataclasses import fields, replace
from typing import Any

from django.db import transaction
from django.db.models import Max
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from common.actor import Actor
from common.errors import Conflict, Refused

from ..models import SCHEDULE, Division, Round
from ..pairing import SYSTEMS, RoundRobin, SettingError, System, system_from_json
from ..pairing.plan import Plan, PlanError, plan_from_json, plan_of_one, plan_to_json, resized
from .touch import division_lock, division_log, division_touch

MOST_ROUNDS = 60
#: Settings of a division that are ways to say its schedule.
OF_THE_PLAN = frozenset({"rounds_planned", "system", "round_robin_double"})

_PLAN_WORDS: Mapping[str, str | Promise] = {
    "plan.rounds": _("A schedule has %(low)s to %(high)s rounds."),
    "plan.empty": _("The schedule has no system for any round."),
    "plan.reversed": _("Rounds %(from)s to %(to)s are the wrong way round."),
    "plan.outside": _("Rounds %(from)s to %(to)s are outside the schedule of %(rounds)s rounds."),
    "plan.gap": _("Rounds %(from)s to %(to)s have no system."),
    "plan.overlap": _("Rounds %(from)s to %(to)s have two systems."),
    "plan.based_on_later": _("Rounds %(from)s to %(to)s can only be based on a round before them."),
    "plan.based_on_twice": _("Rounds %(from)s to %(to)s are based on one fixed round or lag behind, not both."),
    "plan.lag": _("Rounds %(from)s to %(to)s can lag behind by %(low)s to %(high)s rounds."),
    "plan.seats_given": _("The seats of rounds %(from)s to %(to)s are found when the first of them is paired."),
    "plan.fontes_even": _("Initial Fontes need an odd number of rounds, not %(rounds)s."),
    "plan.fontes_rounds": _("The Fontes groups are made for %(wanted)s rounds, and %(rounds)s are planned."),
    "plan.table_ends": _("The table of rounds %(from)s to %(to)s ends after %(table)s rounds."),
    "plan.blocks_odd": _("Winners meet winners in blocks of two rounds, and %(rounds)s is an odd number."),
    "plan.blocks_based": _(
        "Rounds %(from)s to %(to)s go by the results of the round before them; they cannot lag behind or be "
        "based on one fixed round."
    ),
    "plan.reset_later": _("The draw of rounds %(from)s to %(to)s can only forget games of a round before them."),
    "plan.factor_spent": _("The factor of rounds %(from)s to %(to)s is nought from the start."),
    "plan.days": _("The days have %(days)s rounds together, and the schedule has %(rounds)s."),
    "plan.day_empty": _("Day %(day)s has no round."),
    "plan.several_steps": _(
        "The schedule has several systems: change the schedule itself, a number of rounds alone does not say which."
    ),
    "plan.field_table": _(
        "The table of rounds %(from)s to %(to)s ends after %(table)s rounds for %(entries)s entries."
    ),
    "plan.field_short": _(
        "With %(entries)s entries a whole round robin takes %(table)s rounds; "
        "in %(rounds)s not everybody meets everybody."
    ),
    "plan.field_groups": _(
        "Rounds %(from)s to %(to)s need %(needed)s entries for one group; there are %(entries)s."
    ),
    "plan.field_factor": _("A factor of %(factor)s needs twice as many entries; there are %(entries)s."),
    "plan.field_repeats": _("Everybody has %(opponents)s opponents, for %(rounds)s rounds: somebody is met again."),
}
_SETTING_WORDS: Mapping[str, str | Promise] = {
    "setting.out_of_range": _("%(setting)s: from %(low)s to %(high)s, not %(value)s."),
    "setting.no_choice": _("%(setting)s: there is no choice %(value)s."),
    "setting.wrong_type": _("%(setting)s: %(value)s cannot stand here."),
    "setting.not_odd": _("%(setting)s: an odd number, not %(value)s."),
    "setting.seat_twice": _("%(setting)s: an entry has two seats."),
}


def plan_words(error: PlanError) -> str:
    """What is wrong with a schedule, or worth knowing of it, as a sentence."""
    return str(_PLAN_WORDS[error.code]) % dict(error.params)


def setting_words(error: SettingError) -> str:
    return str(_SETTING_WORDS[error.code]) % {**dict.fromkeys(("low", "high", "value"), ""), **error.params}


def plan_refused(error: ValueError, *, field: str = "plan") -> Refused:
    """A schedule, or a setting in one, that cannot be; anything else that is no schedule is ``plan.unreadable``."""
    if isinstance(error, PlanError):
        return Refused(error.code, plan_words(error), field=field, extra=_plain(error.params))
    if isinstance(error, SettingError):
        return Refused(error.code, setting_words(error), field=field, extra=_plain(error.params))
    return Refused("plan.unreadable", _("This is not a schedule."), field=field, extra={"detail": str(error)[:300]})


def _plain(params: Mapping[str, Any]) -> dict[str, Any]:
    return {key: list(value) if isinstance(value, tuple) else value for key, value in params.items()}


def plan_read(text: str, *, field: str = "plan") -> Plan:
    """A schedule from its text; figures that pairing works out are nobody's to give. Raises Refused."""
    try:
        plan = plan_from_json(text)
        steps = (replace(step, system=_as_chosen(step.system)) for step in plan.steps)
        return Plan(plan.rounds, tuple(steps), plan.days)
    except (ValueError, OverflowError, RecursionError) as error:
        known = error if isinstance(error, ValueError) else ValueError(str(error))
        raise plan_refused(known, field=field) from error


def _as_chosen(system: System) -> System:
    return type(system)(**chosen_settings(system))


def system_of(kind: str, settings: Mapping[str, Any] | None = None, *, field: str = "system") -> System:
    """A system by its kind and settings; what is not named is as usual. Raises Refused."""
    if kind not in SYSTEMS:
        raise Refused("pairing.system_unknown", _("Unknown pairing system."), field="system")
    try:
        return _as_chosen(system_from_json({**(settings or {}), "kind": kind}))
    except SettingError as error:
        raise plan_refused(error, field=field) from error
    except (ValueError, TypeError, OverflowError) as error:
        message = _("Unknown setting of a pairing system.")
        raise Refused("pairing.setting_unknown", message, field=field) from error


def chosen_settings(system: System) -> dict[str, Any]:
    """The settings of a system that somebody chose: not its seats and figures, nor what the schedule sets."""
    left_out = {"seats", "first_round"}
    return {
        one.name: getattr(system, one.name)
        for one in fields(system)
        if one.name not in left_out and one.metadata.get("wanted") not in ("ids", "figures")
    }


def plan_from_settings(plan: Plan, settings: Mapping[str, Any]) -> Plan:
    """The schedule with the simple settings that are given: a number of rounds, one system for all of them.

    A system that is the division's already keeps its settings. Raises Refused.
    """
    kinds = {step.system.kind for step in plan.steps}
    now = kinds.pop() if len(kinds) == 1 else SCHEDULE
    rounds = settings.get("rounds_planned", plan.rounds)
    kind = settings.get("system", now)
    double = settings.get("round_robin_double")
    try:
        if type(rounds) is not int or not 1 <= rounds <= MOST_ROUNDS:
            raise PlanError("plan.rounds", rounds=rounds, low=1, high=MOST_ROUNDS)
        if kind != now:
            twice = kind == RoundRobin.kind and double
            return plan_of_one(system_of(kind, {"cycles": 2} if twice else None), rounds)
        if double is not None and len(plan.steps) == 1 and isinstance(plan.steps[0].system, RoundRobin):
            cycles = 2 if double else 1
            if cycles != plan.steps[0].system.cycles:
                return plan_of_one(RoundRobin(cycles=cycles), rounds)
        return resized(plan, rounds)
    except (PlanError, SettingError) as error:
        field = "rounds_planned" if kind == now else "system"
        raise plan_refused(error, field=field) from error


def plan_write(division: Division, plan: Plan) -> None:
    """Put a schedule into the fields of a division that is not saved yet, or is saved by the caller."""
    if plan.rounds > MOST_ROUNDS:
        raise plan_refused(PlanError("plan.rounds", rounds=plan.rounds, low=1, high=MOST_ROUNDS))
    if division.pk is not None:
        top = (
            Round.objects.filter(division=division)
            .exclude(state=Round.State.DRAFT)
            .aggregate(top=Max("number"))["top"]
            or 0
        )
        if plan.rounds < top:
            raise Conflict(
                "plan.rounds_published",
                _("Round %(round)s is published: the schedule cannot end before it.") % {"round": top},
                field="rounds_planned",
                extra={"round": top},
            )
    division.plan = plan_to_json(plan)
    division.rounds_planned = plan.rounds


def plan_told(plan: Plan) -> dict[str, Any]:
    """A schedule as the log shows it: ``1-3 fontes; 4-6 swiss``, and its whole text for whoever looks closer."""
    steps = [
        f"{step.from_round}-{step.to_round} {step.system.kind}" if step.rounds > 1 else
        f"{step.from_round} {step.system.kind}"
        for step in plan.steps
    ]  # fmt: skip
    return {"rounds_planned": plan.rounds, "steps": steps, "plan": plan_to_json(plan)}


@transaction.atomic
def plan_set(
    *, division_id: int, plan: Plan, actor: Actor, check: Callable[[Division], None] | None = None
) -> Division:
    """Give a division another schedule; the same one again changes nothing.

    Rounds that are paired stay as they are. ``check`` raises if the locked row is not what was read. Errors: the
    codes of ``PlanError`` and ``SettingError``, ``plan.rounds_published``.
    """
    division = division_lock(division_id)
    if check is not None:
        check(division)
    before = division.schedule
    if plan_to_json(before) == plan_to_json(plan):
        return division
    plan_write(division, plan)
    division.save(update_fields=["plan", "rounds_planned"])
    division_log(
        division,
        "division.plan_set",
        actor,
        kind="division",
        pk=division.pk,
        data={"before": plan_told(before), "after": plan_told(plan)},
    )
    division_touch(division.pk)
    return division
