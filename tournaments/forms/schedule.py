"""A schedule as rows of a form: so many rounds each, a system with its own settings, and what it goes by.

A row's settings are read off ``settings_of``; its first round follows from the rows before it, so that no round is
left out and none has two systems. Nothing here is stored: ``ScheduleForm.plan`` is what the rows make together.
"""

import re
from collections.abc import Mapping
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from common.forms import WholeField

from ..models import Division
from ..pairing import SYSTEMS, Fontes, Setting, SettingError, Swiss, System, settings_of
from ..pairing.model import LONGEST_RUN, MOST_REPEATS, RepeatRule, StartRule
from ..pairing.plan import PRESETS, Plan, PlanError, Step, check_field
from ..pairing.plan.checks import MOST_LAG, problems
from ..services.plans import MOST_ROUNDS, plan_words, setting_words
from ..wording import CHOICES, NUMBERS, SETTINGS
from .lists import BandsField, ClassBandsField, NumbersField

MOST_STEPS = 30
#: Asked of nobody: seats and figures belong to a round, and the schedule itself says these.
_OF_THE_SCHEDULE = frozenset({"first_round"})


def setting_field(setting: Setting) -> forms.Field:
    """The box for one setting of a system."""
    label, help_text = SETTINGS[setting.name]
    options: dict[str, Any] = {"label": label, "help_text": help_text, "initial": setting.default}
    match setting.wanted:
        case "choice":
            named = CHOICES[setting.name]
            return forms.ChoiceField(choices=[(one, named[one]) for one in setting.choices], **options)
        case "bool":
            return forms.BooleanField(required=False, **options)
        case "bands":
            return BandsField(**options)
        case "class_bands":
            return ClassBandsField(**options)
        case "numbers":
            return NumbersField(**options)
    if setting.name in NUMBERS:
        return forms.TypedChoiceField(coerce=int, choices=list(NUMBERS[setting.name].items()), **options)
    low, high = setting.low or 0, setting.high or 0
    return WholeField(low=low, high=high, required=not setting.unset, **options)


def settings_asked(kind: str) -> list[Setting]:
    """The settings of a system that a row asks for, in the order of the system."""
    left_out = _OF_THE_SCHEDULE | ({"rounds"} if kind == Fontes.kind else set())
    return [
        one
        for one in settings_of(SYSTEMS[kind])
        if one.wanted not in ("ids", "figures") and one.name not in left_out
    ]


#: What a preset is called; its rows say the rest.
PRESET_WORDS: Mapping[str, Any] = {
    "school_day": _("A-Math school day: Swiss, the last round king of the hill"),
    "swiss": _("Swiss throughout"),
    "drawn_day": _("First round drawn by lot, then Swiss, the last round king of the hill"),
    "fontes_day": _("Three rounds of Fontes, then Swiss, the last round king of the hill"),
    "contention_day": _("Fontes, Swiss, then contention, the last round king of the hill"),
    "pair_result_day": _("Winners meet winners, in blocks of two rounds"),
    "queen_and_king": _("Swiss, then queen of the hill, then king of the hill"),
    "lagged_day": _("Swiss lagged by a round, the last round king of the hill"),
    "factor_day": _("Swiss, the last three rounds with a shrinking factor"),
    "factor_opening": _("Two rounds with a factor of 4, then Swiss, the last round king of the hill"),
    "two_days": _("Two days: drawn, then Swiss, the last round king of the hill"),
    "two_days_fontes": _("Two days: Fontes, then Swiss, the last round king of the hill"),
    "round_robin": _("Round robin"),
    "double_round_robin": _("Double round robin"),
    "team_round_robin": _("Team round robin: two sides"),
    "quads_day": _("Three rounds in groups of four, then Swiss, the last round king of the hill"),
    "groups_day": _("Four groups, then two rounds of king of the hill"),
    "australian": _("Australian draw throughout"),
}


class PresetForm(forms.Form):
    """A schedule ready made; no number of rounds is the usual one."""

    preset = forms.ChoiceField(label=_("Preset"), choices=[(code, PRESET_WORDS[code]) for code in PRESETS])
    rounds = WholeField(low=1, high=MOST_ROUNDS, label=_("Rounds"), required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{"auto_id": "preset_%s", **kwargs})


class StepForm(forms.Form):
    """One row. ``first`` is the round it begins with; ``problems`` and ``warnings`` are told at it."""

    BEFORE, LAG, FIXED = "before", "lag", "fixed"
    ANY = "any"

    count = WholeField(low=1, high=MOST_ROUNDS, label=_("Rounds"))
    system = forms.ChoiceField(label=_("System"), choices=Division.System.choices)
    shown = forms.CharField(widget=forms.HiddenInput, required=False)
    basis = forms.ChoiceField(
        label=_("Goes by the table"),
        choices=[
            (BEFORE, _("after the round before")),
            (LAG, _("of some rounds earlier (lagged)")),
            (FIXED, _("after one fixed round")),
        ],
    )
    lag = WholeField(
        low=1,
        high=MOST_LAG,
        label=_("How many rounds earlier"),
        help_text=_("For “of some rounds earlier”: the sheet is ready before a round ends."),
        required=False,
    )
    based_on = WholeField(
        low=0,
        high=MOST_ROUNDS,
        label=_("Which round"),
        help_text=_("For “after one fixed round”; 0 is the order at the start."),
        required=False,
    )
    repeats = forms.ChoiceField(label=_("Two may meet again"))
    back_to_back = forms.BooleanField(label=_("even in two rounds running"), required=False)
    by_draw = forms.BooleanField(label=_("Draw for every game who starts"), required=False)
    head_to_head = forms.BooleanField(
        label=_("Of equals, whoever started fewer of their own games starts"), required=False
    )
    longest_run = WholeField(
        low=1,
        high=LONGEST_RUN,
        label=_("Starts, or goes second, at most so often running"),
        help_text=_("While that can be. Empty: no limit."),
        required=False,
    )

    def __init__(self, kind: str, *args: Any, limit: int | None = 0, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.kind = kind
        self.asked = settings_asked(kind)
        self.first = 1
        self.rounds = 1
        self.problems: list[str] = []
        self.warnings: list[str] = []
        self.step: Step | None = None
        repeats = self.fields["repeats"]
        assert isinstance(repeats, forms.ChoiceField)
        limits = sorted({1, 2, 3, limit or 1})
        often = {each: gettext("%(n)s times") % {"n": each} if each > 1 else gettext("once") for each in limits}
        repeats.choices = [
            ("0", _("never, while that can be")),
            *((str(each), words) for each, words in often.items()),
            (self.ANY, _("as often as it comes")),
        ]
        for setting in self.asked:
            self.fields[f"set_{setting.name}"] = setting_field(setting)
        for name, field in self.fields.items():
            # With scripts, what the row says follows at once; another system brings its own boxes.
            if name != "shown":
                field.widget.attrs["hx-post"] = ""
            if name == "system":
                field.widget.attrs |= {"hx-target": "#schedule", "hx-select": "#schedule", "hx-swap": "outerHTML"}
                field.widget.attrs["hx-select-oob"] = "unset"

    @property
    def last(self) -> int:
        return self.first + self.rounds - 1

    @property
    def settings(self) -> list[forms.BoundField]:
        return [self[f"set_{setting.name}"] for setting in self.asked]

    @property
    def further_used(self) -> bool:
        """Whether anything that is folded away is not as usual, or needs another look."""
        folded = ("basis", "lag", "based_on", "repeats", "back_to_back", "by_draw", "head_to_head", "longest_run")
        usual = {"basis": self.BEFORE, "repeats": "0"}
        return any(self[name].value() not in (usual.get(name, ""), None, False) for name in folded) or any(
            name in self.errors for name in folded if self.is_bound
        )

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        if data.get("basis") == self.LAG and data.get("lag") is None and "lag" not in self.errors:
            self.add_error("lag", _("Say how many rounds earlier."))
        if data.get("basis") == self.FIXED and data.get("based_on") is None and "based_on" not in self.errors:
            self.add_error("based_on", _("Say after which round; 0 is the order at the start."))
        return data

    def read(self) -> Step | None:
        """What the row says, from its ``first`` round on; None where a box needs another look."""
        self.step = self._read() if self.is_valid() else None
        return self.step

    def _read(self) -> Step | None:
        data = self.cleaned_data
        try:
            system = self._system(data)
        except SettingError as error:
            self._wrong(error)
            return None
        limit = None if data["repeats"] == self.ANY else int(data["repeats"])
        return Step(
            self.first,
            self.last,
            system,
            based_on=data["based_on"] if data["basis"] == self.FIXED else None,
            lag=data["lag"] if data["basis"] == self.LAG else 0,
            repeats=RepeatRule(limit=limit, back_to_back=data["back_to_back"]),
            starts=StartRule(
                by_draw=data["by_draw"], head_to_head=data["head_to_head"], longest_run=data["longest_run"]
            ),
        )

    def _system(self, data: Mapping[str, Any]) -> System:
        values = {setting.name: data[f"set_{setting.name}"] for setting in self.asked}
        if self.kind == Fontes.kind:
            values["rounds"] = self.rounds
        return SYSTEMS[self.kind](**values)

    def _wrong(self, error: SettingError) -> None:
        name = error.params.get("setting", "")
        if self.kind == Fontes.kind and name == "rounds":
            self.problems.append(plan_words(PlanError("plan.fontes_even", rounds=self.rounds)))
        elif f"set_{name}" in self.fields:
            label = self.fields[f"set_{name}"].label
            error.params = {**error.params, "setting": label}
            self.add_error(f"set_{name}", setting_words(error))
        else:
            self.problems.append(setting_words(error))


class ScheduleForm:
    """The rows, the days, and what is wrong with them together."""

    def __init__(self, steps: list[StepForm], days: str, entries: int) -> None:
        self.steps = steps
        self.days = days
        self.entries = entries
        self.days_errors: list[str] = []
        self.errors: list[str] = []
        self.warnings: list[str] = []
        self._place()

    @classmethod
    def of(cls, plan: Plan, entries: int) -> "ScheduleForm":
        """The rows of a schedule that is there, every box as it says."""
        data = QueryDict(mutable=True)
        for at, step in enumerate(plan.steps):
            for name, value in _typed(step).items():
                data[f"s{at}-{name}"] = value
        data["days"] = ", ".join(map(str, plan.days))
        data["steps"] = str(len(plan.steps))
        return cls.read(data, entries)

    @classmethod
    def read(cls, data: QueryDict, entries: int) -> "ScheduleForm":
        """The rows as they were sent. A row whose system was changed has that system's settings as usual."""
        count = _small(data.get("steps"), MOST_STEPS)
        steps = [_bound(data, f"s{at}") for at in range(count)]
        return cls(steps, data.get("days", "").strip()[:200], entries)

    def _place(self) -> None:
        first = 1
        for step in self.steps:
            step.first = first
            count = step["count"].value()
            step.rounds = _small(count, MOST_ROUNDS) or 1
            first += step.rounds
        self.rounds = first - 1

    def changed(self, add: int | None = None, remove: int | None = None) -> "ScheduleForm":
        """The rows with one more after row ``add`` (-1: before all), or without row ``remove``."""
        rows = [_row(step) for step in self.steps]
        if add is not None and len(rows) < MOST_STEPS:
            rows.insert(add + 1, _typed(Step(1, 1, Swiss())))
        if remove is not None and 0 <= remove < len(rows) and len(rows) > 1:
            del rows[remove]
        data = QueryDict(mutable=True)
        for at, row in enumerate(rows):
            for name, value in row.items():
                data[f"s{at}-{name}"] = value
        data["steps"], data["days"] = str(len(rows)), self.days
        return ScheduleForm.read(data, self.entries)

    def plan(self) -> Plan | None:
        """The schedule, or None with everything that is wrong said at its row. Warnings are told as well."""
        read = [step.read() for step in self.steps]
        days = self._days()
        whole = [step for step in read if step is not None]
        wrong = len(whole) < len(read) or bool(self.days_errors)
        if self.rounds > MOST_ROUNDS:
            self.errors.append(plan_words(PlanError("plan.rounds", rounds=self.rounds, low=1, high=MOST_ROUNDS)))
            return None
        if len(whole) == len(read):
            found = list(problems(self.rounds, whole, days))
            for problem in found:
                self._tell(problem, warning=False)
            wrong = wrong or bool(found)
        if wrong:
            return None
        plan = Plan(self.rounds, tuple(whole), days)
        if self.entries > 1:
            for problem in check_field(plan, self.entries):
                self._tell(problem, warning=True)
        return plan

    def _tell(self, problem: PlanError, *, warning: bool) -> None:
        words = plan_words(problem)
        if problem.code in ("plan.days", "plan.day_empty"):
            self.days_errors.append(words)
            return
        first = problem.params.get("from")
        row = next((step for step in self.steps if step.first == first), None)
        if row is None:
            (self.warnings if warning else self.errors).append(words)
        else:
            (row.warnings if warning else row.problems).append(words)

    def _days(self) -> tuple[int, ...]:
        words = [word for word in re.split(r"[\s,+]+", self.days) if word]
        if all(word.isascii() and word.isdigit() and len(word) < 4 for word in words) and len(words) <= MOST_ROUNDS:
            return tuple(map(int, words))
        self.days_errors.append(gettext("Numbers of rounds with commas between them, such as 5, 5."))
        return ()


def _small(text: Any, most: int) -> int:
    text = str(text or "")
    return min(int(text), most) if text.isascii() and text.isdigit() and len(text) < 6 else 0


def _bound(data: QueryDict, prefix: str) -> StepForm:
    kind = data.get(f"{prefix}-system", "")
    kind = kind if kind in SYSTEMS else Swiss.kind
    values = data.copy()
    if data.get(f"{prefix}-shown") != kind:
        for setting in settings_asked(kind):
            _put(values, f"{prefix}-set_{setting.name}", setting_field(setting), setting.default)
        values[f"{prefix}-shown"] = kind
    repeats = data.get(f"{prefix}-repeats", "")
    limit = _small(repeats, MOST_REPEATS)
    return StepForm(kind, values, prefix=prefix, auto_id="%s", limit=limit)


def _put(values: QueryDict, name: str, field: forms.Field, value: Any) -> None:
    """A value as its box would send it; a box that is not ticked sends nothing."""
    values.pop(name, None)
    if value is True:
        values[name] = "on"
    elif value is not False and value is not None:
        values[name] = str(field.prepare_value(value))


def _typed(step: Step) -> dict[str, str]:
    """A step as a row sends it."""
    basis = StepForm.FIXED if step.based_on is not None else StepForm.LAG if step.lag else StepForm.BEFORE
    kind = step.system.kind
    data = QueryDict(mutable=True)
    for setting in settings_asked(kind):
        _put(data, f"set_{setting.name}", setting_field(setting), getattr(step.system, setting.name))
    rules = {
        "back_to_back": step.repeats.back_to_back,
        "by_draw": step.starts.by_draw,
        "head_to_head": step.starts.head_to_head,
    }
    run = step.starts.longest_run
    return {
        "count": str(step.rounds),
        "system": kind,
        "shown": kind,
        "basis": basis,
        "lag": str(step.lag) if step.lag else "",
        "based_on": "" if step.based_on is None else str(step.based_on),
        "repeats": StepForm.ANY if step.repeats.limit is None else str(step.repeats.limit),
        "longest_run": "" if run is None else str(run),
        **{name: "on" for name, ticked in rules.items() if ticked},
        **{name: str(data[name]) for name in data},
    }


def _row(form: StepForm) -> dict[str, str]:
    start = f"{form.prefix}-"
    return {name.removeprefix(start): str(form.data[name]) for name in form.data if name.startswith(start)}
