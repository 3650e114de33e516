"""Which system in which round: a division's schedule, checked, stored as text, and ready-made ones."""

from .checks import check_field
from .errors import PlanError
from .model import Plan, RoundPlan, Step, SummaryLine
from .presets import PRESETS, Preset, preset_plan
from .simple import plan_of_one, resized
from .text import plan_from_json, plan_to_json

__all__ = [
    "PRESETS",
    "Plan",
    "PlanError",
    "Preset",
    "RoundPlan",
    "Step",
    "SummaryLine",
    "check_field",
    "plan_from_json",
    "plan_of_one",
    "plan_to_json",
    "preset_plan",
    "resized",
]
