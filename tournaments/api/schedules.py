"""A division's schedule of pairing systems, and what there is to choose from."""

import json
from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from common.http import actor_of
from common.openapi import IF_MATCH, listing, operation
from common.preconditions import if_match, match_or_fail
from common.rest import ApiView

from ..models import Division, PairingSystem
from ..pairing import SYSTEMS, settings_of
from ..pairing.plan import PRESETS, Plan, check_field, plan_to_json, preset_plan
from ..pairing.plan.text import FORMAT
from ..services.plans import plan_read, plan_set, plan_words
from . import pairing_examples as examples
from .access import division_access, writing_division
from .events import DIVISION, EVENT
from .pairing_shapes import PLAN_PROBLEMS, PlanIn, PlanOut, PresetOut, SystemOut

#: Settings that a schedule, or pairing itself, finds.
_FOUND = {"seats", "first_round"}


def plan_body(plan: Plan) -> dict[str, Any]:
    """Steps with the settings that a person chooses."""
    document = json.loads(plan_to_json(plan))
    del document["format"]
    for step in document["steps"]:
        chosen = {
            one.name for one in settings_of(SYSTEMS[step["system"]["kind"]]) if _is_chosen(one.name, one.wanted)
        }
        step["system"] = {key: value for key, value in step["system"].items() if key in chosen | {"kind"}}
    return dict(document)


def _is_chosen(name: str, wanted: str) -> bool:
    return name not in _FOUND and wanted not in ("ids", "figures")


def plan_data(division: Division) -> dict[str, Any]:
    plan = division.schedule
    remarks = check_field(plan, division.entries.filter(withdrawn_from=None).count())
    told = [{"code": one.code, "text": plan_words(one), "figures": dict(one.params)} for one in remarks]
    return {**plan_body(plan), "remarks": told}


class PairingSystems(ApiView):
    @operation(
        "pairing_systems_list",
        "List the pairing systems",
        tag="pairing",
        answers={200: listing(SystemOut)},
        example={"items": [examples.SYSTEM], "next": None},
    )
    def get(self, request: Request) -> Response:
        """Every system with its settings, their ranges and defaults."""
        names = dict(PairingSystem.choices)
        items = [
            {
                "kind": kind,
                "name": str(names[kind]),
                "settings": [
                    {
                        "name": one.name,
                        "wanted": one.wanted,
                        "default": one.default,
                        "low": one.low,
                        "high": one.high,
                        "unset": one.unset,
                        "choices": list(one.choices),
                    }
                    for one in settings_of(system)
                    if _is_chosen(one.name, one.wanted)
                ],
            }
            for kind, system in SYSTEMS.items()
        ]
        return Response({"items": items, "next": None})


class PairingPresets(ApiView):
    @operation(
        "pairing_presets_list",
        "List ready-made schedules",
        tag="pairing",
        answers={200: listing(PresetOut)},
        example={"items": [examples.PRESET], "next": None},
    )
    def get(self, request: Request) -> Response:
        """Schedules of days as they are played; any of them may be changed."""
        items = [
            {
                "code": one.code,
                "rounds": one.rounds,
                "low": one.low,
                "high": one.high,
                "step": one.step,
                "plan": plan_body(preset_plan(one.code)),
            }
            for one in PRESETS.values()
        ]
        return Response({"items": items, "next": None})


class DivisionPlan(ApiView):
    http_method_names = ("get", "head", "put")

    @operation(
        "plan_read",
        "Read a division's schedule",
        tag="pairing",
        answers={200: PlanOut},
        example=examples.PLAN,
        problems=["not_found"],
        parameters=[EVENT, DIVISION],
    )
    def get(self, request: Request, slug: str, division: str) -> Response:
        """Which system pairs which rounds, and from which standings."""
        return Response(plan_data(division_access(request, slug, division)[1]))

    @operation(
        "plan_replace",
        "Replace a division's schedule",
        tag="pairing",
        login=True,
        body=PlanIn,
        sends=examples.PLAN_NEW,
        answers={200: PlanOut},
        example=examples.PLAN,
        problems=[
            "not_found",
            "precondition.required",
            "precondition.failed",
            "precondition.unreadable",
            *PLAN_PROBLEMS,
        ],
        parameters=[EVENT, DIVISION, IF_MATCH],
    )
    def put(self, request: Request, slug: str, division: str) -> Response:
        """Directors only. Rounds that are paired stay as they are; `rounds_planned` follows."""
        _access, found = writing_division(request, slug, division, "tournaments.direct")
        tags = if_match(request)
        shape = PlanIn(data=request.data)
        shape.is_valid(raise_exception=True)
        plan = plan_read(json.dumps({"format": FORMAT, **shape.validated_data}), field="steps")

        def check(row: Division) -> None:
            match_or_fail(tags, lambda: plan_data(row))

        return Response(plan_data(plan_set(division_id=found.pk, plan=plan, actor=actor_of(request), check=check)))
