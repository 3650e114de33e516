"""A schedule as text and back: JSON with its keys sorted, one text for one schedule."""

import json
from typing import Any

from ..model import RepeatRule, StartRule
from ..wire import rule_to_json, system_from_json, system_to_json
from .model import Plan, Step

FORMAT = "kradan-pairing-plan/1"


def plan_to_json(plan: Plan) -> str:
    document = {
        "format": FORMAT,
        "rounds": plan.rounds,
        "days": plan.days,
        "steps": [_step_out(step) for step in plan.steps],
    }
    return json.dumps(document, sort_keys=True, separators=(",", ":"), allow_nan=False)


def plan_from_json(text: str) -> Plan:
    """Raises ValueError: PlanError for a schedule that cannot be, SettingError for a setting, and plain for text
    that is none. What a step does not name is as usual."""
    document = json.loads(text)
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise ValueError(f"not a schedule of format {FORMAT}")
    try:
        return Plan(
            rounds=document["rounds"],
            steps=tuple(_step_in(step) for step in document["steps"]),
            days=tuple(document.get("days", ())),
        )
    except (KeyError, TypeError, AttributeError) as error:
        raise ValueError(f"a broken schedule: {error!r}") from error


def _step_out(step: Step) -> dict[str, Any]:
    return {
        "from": step.from_round,
        "to": step.to_round,
        "system": system_to_json(step.system),
        "based_on": step.based_on,
        "lag": step.lag,
        "repeats": rule_to_json(step.repeats),
        "starts": rule_to_json(step.starts),
    }


def _step_in(document: dict[str, Any]) -> Step:
    return Step(
        from_round=document["from"],
        to_round=document["to"],
        system=system_from_json(document["system"]),
        based_on=document.get("based_on"),
        lag=document.get("lag", 0),
        repeats=RepeatRule(**document.get("repeats", {})),
        starts=StartRule(**document.get("starts", {})),
    )
