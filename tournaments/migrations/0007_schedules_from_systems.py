"""A division's system becomes a schedule of that system in every round, and back.

Going back keeps the first system of a schedule where there was one like it then, and loses the rest of it.
"""

import json
from typing import Any

from django.db import migrations
from django.db.models import F

KNOWN_BEFORE = ("swiss", "king_of_the_hill", "round_robin")
MOST_ROUNDS_APART = 60


def plan_text(system: str, rounds: int, double: bool) -> str:
    """As the pairing core wrote schedules when this was made."""
    settings: dict[str, dict[str, Any]] = {
        "swiss": {"odd_group": "pull_up", "within": "halves"},
        "king_of_the_hill": {},
        "round_robin": {
            "cycles": 2 if double else 1,
            "first_round": 1,
            "leftovers": "bye",
            "rounds": None,
            "seats": [],
        },
    }
    step = {
        "from": 1,
        "to": rounds,
        "system": {"kind": system, **settings[system]},
        "based_on": None,
        "lag": 0,
        "repeats": {"limit": 0, "back_to_back": False},
        "starts": {"by_draw": False, "head_to_head": False, "longest_run": None},
    }
    document = {"format": "kradan-pairing-plan/1", "rounds": rounds, "days": [], "steps": [step]}
    return json.dumps(document, sort_keys=True, separators=(",", ":"))


def to_plans(apps: Any, schema_editor: Any) -> None:
    divisions = apps.get_model("tournaments", "Division").objects
    for division in divisions.only("pk", "system", "rounds_planned", "round_robin_double").iterator():
        text = plan_text(division.system, division.rounds_planned, division.round_robin_double)
        divisions.filter(pk=division.pk).update(plan=text)
    rounds = apps.get_model("tournaments", "Round").objects.exclude(request="")
    rounds.filter(system="round_robin").update(standings_after=0)
    rounds.exclude(system="round_robin").update(standings_after=F("number") - 1)


def to_systems(apps: Any, schema_editor: Any) -> None:
    divisions = apps.get_model("tournaments", "Division").objects
    for pk, text in divisions.values_list("pk", "plan"):
        system = json.loads(text)["steps"][0]["system"]
        kind = system["kind"] if system["kind"] in KNOWN_BEFORE else "swiss"
        divisions.filter(pk=pk).update(system=kind, round_robin_double=system.get("cycles") == 2)
    divisions.filter(clubs_apart_rounds=None).update(clubs_apart_rounds=MOST_ROUNDS_APART)


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0006_pairing_schedules")]

    operations = [migrations.RunPython(to_plans, to_systems)]
