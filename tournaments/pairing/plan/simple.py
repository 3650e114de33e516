"""Schedules of one system, and other numbers of rounds."""

from dataclasses import replace

from ..settings import System
from .errors import PlanError
from .model import Plan, Step


def plan_of_one(system: System, rounds: int) -> Plan:
    """Every round by one system. Raises PlanError where that cannot be."""
    return Plan(rounds, (Step(1, rounds, system),))


def resized(plan: Plan, rounds: int) -> Plan:
    """The same schedule with more or fewer rounds, where one step has them all; nobody can tell which of several
    steps is meant: PlanError `plan.several_steps`."""
    if rounds == plan.rounds:
        return plan
    if len(plan.steps) != 1:
        raise PlanError("plan.several_steps", rounds=plan.rounds, wanted=rounds)
    return Plan(rounds, (replace(plan.steps[0], to_round=rounds),))
