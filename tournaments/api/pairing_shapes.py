"""How pairing is sent and told: schedules, systems and their settings, rules, absences, drafts, reasons."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from common.shapes import Choice, Flag, Shape, Text, Whole

from ..models import Absence, Division, PairingRule
from .shapes import PairRequest, Settings

SYSTEM_PROBLEMS = [
    "pairing.setting_unknown",
    "setting.no_choice",
    "setting.not_odd",
    "setting.out_of_range",
    "setting.seat_twice",
    "setting.wrong_type",
]
PLAN_PROBLEMS = [
    *SYSTEM_PROBLEMS,
    "plan.based_on_later",
    "plan.based_on_twice",
    "plan.blocks_odd",
    "plan.day_empty",
    "plan.days",
    "plan.empty",
    "plan.factor_spent",
    "plan.fontes_even",
    "plan.fontes_rounds",
    "plan.gap",
    "plan.lag",
    "plan.outside",
    "plan.overlap",
    "plan.reset_later",
    "plan.reversed",
    "plan.rounds",
    "plan.rounds_published",
    "plan.seats_given",
    "plan.table_ends",
    "plan.unreadable",
]
#: What one system for all rounds, said by `system` and `rounds_planned`, can come to.
SIMPLE_PLAN_PROBLEMS = ["plan.blocks_odd", "plan.fontes_even", "plan.fontes_rounds", "plan.table_ends"]
_ROUND = {"min_value": 1, "max_value": 200}
_NUMBER = {"min_value": 1, "max_value": 99_999}
_SYSTEM = {
    "type": "object",
    "properties": {"kind": {"type": "string", "enum": Division.System.values}},
    "required": ["kind"],
    "additionalProperties": True,
    "maxProperties": 40,
}
LEVELS: dict[str, Any] = {"type": "object", "additionalProperties": {"type": "integer"}}


@extend_schema_field(_SYSTEM)
class SystemIn(Settings):
    """A pairing system: its `kind`, and beside it the settings that are not as usual."""

    default_error_messages = {"invalid_choice": _("A pairing system has a kind.")}

    def to_internal_value(self, data: Any) -> dict[str, Any]:
        values = super().to_internal_value(data)
        if values.get("kind") not in Division.System.values:
            self.fail("invalid_choice")
        return values


@extend_schema_field({"type": "object", "additionalProperties": True})
class Figures(serializers.Field):  # type: ignore[type-arg,unused-ignore]
    def to_representation(self, value: Any) -> Any:
        return value


@extend_schema_field({"description": "Of the kind that `wanted` says."})
class Anything(serializers.Field):  # type: ignore[type-arg,unused-ignore]
    def to_representation(self, value: Any) -> Any:
        return value


@extend_schema_field(LEVELS)
class Levels(serializers.Field):  # type: ignore[type-arg,unused-ignore]
    """Whole numbers by the name of their level, the most important first."""

    def to_representation(self, value: Any) -> Any:
        return dict(value)


class Repeats(Shape):
    """`limit`: how often two may meet again as if for the first time, null however often; beyond it, as few as
    can be."""

    limit = Whole(min_value=0, max_value=15, allow_null=True, default=0)
    back_to_back = Flag(default=False)


class Starts(Shape):
    """`by_draw`: by lot alone; `longest_run`: nobody starts, or goes second, more often running, while possible."""

    by_draw = Flag(default=False)
    head_to_head = Flag(default=False)
    longest_run = Whole(min_value=1, max_value=10, allow_null=True, default=None)


class PlanStepIn(Shape):
    """Rounds `from` to `to` by one system, from the standings after the round before it; `lag` rounds earlier, or
    after the round `based_on` (0: the order at the start)."""

    system = SystemIn()
    based_on = Whole(min_value=0, max_value=199, allow_null=True, default=None)
    lag = Whole(min_value=0, max_value=3, default=0)
    repeats = Repeats(required=False)
    starts = Starts(required=False)

    def get_fields(self) -> dict[str, Any]:
        return {"from": Whole(**_ROUND), "to": Whole(**_ROUND), **super().get_fields()}


class PlanIn(Shape):
    """A whole schedule. `days` may say how many rounds each day has."""

    rounds = Whole(min_value=1, max_value=60)
    days = serializers.ListField(child=Whole(**_ROUND), max_length=60, default=list)
    steps = serializers.ListField(child=PlanStepIn(), min_length=1, max_length=60)


class RuleNew(Shape):
    kind = Choice(PairingRule.Kind.values)
    entries = serializers.ListField(child=Whole(**_NUMBER), min_length=2, max_length=2)
    from_round = Whole(**_ROUND, default=1)
    to_round = Whole(**_ROUND, allow_null=True, default=None, help_text="Null: to the end.")
    reason = Text(max_length=300, allow_blank=True, default="")


class RuleChange(Shape):
    from_round = Whole(**_ROUND, required=False)
    to_round = Whole(**_ROUND, allow_null=True, required=False)
    reason = Text(max_length=300, allow_blank=True, required=False)


class AbsenceIn(Shape):
    """`requested_bye` is a bye; who is `absent` has nothing."""

    kind = Choice(Absence.Kind.values)
    reason = Text(max_length=300, allow_blank=True, default="")


class PlacesSwap(Shape):
    entries = serializers.ListField(child=Whole(**_NUMBER), min_length=2, max_length=2)


class PlacesCorrection(PlacesSwap):
    reason = serializers.CharField(max_length=300)


class TableMove(Shape):
    table = Whole(min_value=1, max_value=9999)
    to_table = Whole(min_value=1, max_value=9999)


class EntryLock(Shape):
    entry = Whole(**_NUMBER)


class Proposal(Shape):
    """One of those in `relax` of a refusal."""

    kind = Choice(["forbidden_pair", "forbidden_pairs", "locked_pair", "locked_bye", "bye"])
    pair = serializers.ListField(child=Whole(**_NUMBER), min_length=2, max_length=2, required=False)
    pairs = serializers.ListField(
        child=serializers.ListField(child=Whole(**_NUMBER), min_length=2, max_length=2),
        min_length=1,
        max_length=600,
        required=False,
    )
    competitor = Whole(**_NUMBER, required=False)
    competitors = serializers.ListField(child=Whole(**_NUMBER), min_length=1, max_length=600, required=False)


class Relax(PairRequest):
    """A proposal of a refusal, and beside it what was sent when it was refused."""

    relax = Proposal()


class Explore(Shape):
    """A system for the round, null for the schedule's. `keep`: what the director locked stays."""

    system = SystemIn(allow_null=True, default=None)
    seed = Whole(min_value=0, allow_null=True, default=None, help_text="Null: the round's own lots.")
    repeats = Repeats(required=False)
    keep = Flag(default=False)


class SystemSettingOut(serializers.Serializer):
    """`wanted` says what kind of value it is (open list): int, bool, choice, bands, class_bands, numbers."""

    name = serializers.CharField()
    wanted = serializers.CharField()
    default = Anything()
    low = serializers.IntegerField(allow_null=True)
    high = serializers.IntegerField(allow_null=True)
    unset = serializers.BooleanField(help_text="Null is a value too.")
    choices = serializers.ListField(child=serializers.CharField())


class SystemOut(serializers.Serializer):
    kind = serializers.CharField()
    name = serializers.CharField()
    settings = SystemSettingOut(many=True)


class PlanStepOut(serializers.Serializer):
    system = Figures()
    based_on = serializers.IntegerField(allow_null=True)
    lag = serializers.IntegerField()
    repeats = Figures()
    starts = Figures()

    def get_fields(self) -> dict[str, Any]:
        return {"from": serializers.IntegerField(), "to": serializers.IntegerField(), **super().get_fields()}


class PlanBody(serializers.Serializer):
    rounds = serializers.IntegerField()
    days = serializers.ListField(child=serializers.IntegerField())
    steps = PlanStepOut(many=True)


class RemarkOut(serializers.Serializer):
    """Something worth knowing that forbids nothing, with its figures beside `code`."""

    code = serializers.CharField()
    text = serializers.CharField()
    figures = Figures()


class PlanOut(PlanBody):
    """A division's schedule. `remarks` are what to know before so many entries play by it."""

    remarks = RemarkOut(many=True)


class PresetOut(serializers.Serializer):
    """A schedule ready made, for `low` to `high` rounds in steps of `step`; `plan` is it for `rounds`."""

    code = serializers.CharField()
    rounds = serializers.IntegerField()
    low = serializers.IntegerField()
    high = serializers.IntegerField()
    step = serializers.IntegerField()
    plan = PlanBody()


class RuleOut(serializers.Serializer):
    id = serializers.IntegerField()
    version = serializers.IntegerField()
    kind = serializers.CharField(help_text="forbidden or forced.")
    entries = serializers.ListField(child=serializers.IntegerField(), help_text="Two, by number.")
    from_round = serializers.IntegerField()
    to_round = serializers.IntegerField(allow_null=True)
    reason = serializers.CharField()


class AbsenceOut(serializers.Serializer):
    entry = serializers.IntegerField()
    round = serializers.IntegerField()
    kind = serializers.CharField(help_text="requested_bye or absent.")
    reason = serializers.CharField()
    version = serializers.IntegerField()


class DraftWarningOut(serializers.Serializer):
    """`code` (open list): repeat, clubmates, teammates, second_bye, starts, rule_broken, rule_waits, table_missed,
    changed; `figures` beside it."""

    code = serializers.CharField()
    entries = serializers.ListField(child=serializers.IntegerField())
    table = serializers.IntegerField(allow_null=True)
    figures = Figures()


class CostLevelOut(serializers.Serializer):
    level = serializers.CharField()
    made = serializers.IntegerField()
    now = serializers.IntegerField()


class DraftStepOut(serializers.Serializer):
    number = serializers.IntegerField()
    kind = serializers.CharField()
    figures = Figures()
    actor = serializers.CharField()
    at = serializers.DateTimeField()
    undone = serializers.BooleanField()


class DraftOut(serializers.Serializer):
    """A draft as it stands. `differences` are the levels on which changes by hand moved the cost; `undo` is the
    number of the step that `:undo` takes back."""

    version = serializers.IntegerField()
    warnings = DraftWarningOut(many=True)
    differences = CostLevelOut(many=True)
    worse = serializers.BooleanField()
    locked = serializers.IntegerField()
    undo = serializers.IntegerField(allow_null=True)
    steps = DraftStepOut(many=True)


class CertificateOut(serializers.Serializer):
    """How good the round is proved to be, as it was paired. `optimal`: none costs less; `gap`: none costs less than
    `bound`; `not_proved`: nothing is known; null: not looked at yet. Costs are by level, the more important
    first."""

    status = serializers.CharField(allow_null=True)
    method = serializers.CharField(allow_null=True)
    cost = Levels()
    bound = Levels(allow_null=True)
    gap = Levels(allow_null=True)
    system = serializers.CharField()
    settings = Figures()
    standings_after = serializers.IntegerField(allow_null=True)
    seconds = serializers.FloatField(allow_null=True)
    proof_seconds = serializers.FloatField(allow_null=True)
    solver = serializers.CharField()
    request_digest = serializers.CharField()
    result_digest = serializers.CharField()


class MovedOut(serializers.Serializer):
    """Who plays another in the alternative; null is the bye."""

    entry = serializers.IntegerField()
    meets = serializers.IntegerField(allow_null=True)
    instead = serializers.IntegerField(allow_null=True)


class DifferenceOut(serializers.Serializer):
    level = serializers.CharField()
    round = serializers.IntegerField()
    alternative = serializers.IntegerField()


class AlternativeOut(serializers.Serializer):
    """The cheapest round with it otherwise."""

    cost = Levels()
    differences = DifferenceOut(many=True)
    moves = MovedOut(many=True)


class ReasonOut(serializers.Serializer):
    """`code` (open list): cost, equal, better, only_choice, as_asked, locked, forbidden, away, unknown, itself,
    even, by_table, from_the_top. `pays` is what the pair, or the bye, costs; `decided_by` the first level on which
    the alternative is dearer."""

    about = serializers.CharField(help_text="pair, bye, not or no_bye.")
    entries = serializers.ListField(child=serializers.IntegerField())
    code = serializers.CharField()
    system = serializers.CharField()
    pays = Levels()
    decided_by = serializers.CharField(allow_null=True)
    holders = serializers.ListField(child=serializers.IntegerField())
    met = serializers.IntegerField()
    alternative = AlternativeOut(allow_null=True)


class MeasuresOut(serializers.Serializer):
    games = serializers.IntegerField()
    byes = serializers.IntegerField()
    repeats = serializers.IntegerField()
    back_to_back = serializers.IntegerField()
    mismatched = serializers.IntegerField()
    points_apart = serializers.FloatField()
    second_byes = serializers.IntegerField()
    clubmates = serializers.IntegerField()
    teammates = serializers.IntegerField()
    uneven = serializers.IntegerField()


class ExploredRoundOut(serializers.Serializer):
    """Pairs as [first, second], by entry number."""

    pairs = serializers.ListField(child=serializers.ListField(child=serializers.IntegerField()))
    byes = serializers.ListField(child=serializers.IntegerField())
    cost = Levels()
    measures = MeasuresOut()


class ExploredOut(serializers.Serializer):
    """Both rounds weighed by the explored system's rules; `played` is null for a round that is not there yet."""

    system = Figures()
    explored = ExploredRoundOut()
    played = ExploredRoundOut(allow_null=True)
    same = serializers.IntegerField(help_text="Games that both have.")
