"""A rating list as an officer sets it: names, who is shown how, and the system's parameters, each by its type."""

import datetime
from collections.abc import Mapping
from dataclasses import MISSING, Field, fields
from typing import Any, Literal, get_args, get_origin

from django import forms
from django.core.exceptions import ValidationError
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from common.forms import WholeField
from games.engine.rulesets import RULESETS
from games.models import ruleset_title
from tournaments.models.division import DivisionKind

from ..models import EXTERNAL, RatingList
from ..systems.parameters import Parameters, Steps
from ..systems.policy import Policy
from ..systems.registry import SYSTEMS as KINDS
from .words import PARAMETERS, POLICY, SYSTEMS

#: Rows for rules that begin on a day, beside those that are there.
_FREE_ROWS = 2
_WORDS = {
    "start": gettext_lazy("start"),
    "performance": gettext_lazy("performance"),
    "round": gettext_lazy("a round"),
    "event": gettext_lazy("an event"),
}


def _plain(number: float) -> str:
    return f"{number:.10g}"


class NumberField(forms.CharField):
    """A decimal number with a point or a comma, or None where it is empty. U+2212 is a minus too."""

    def __init__(self, **options: Any) -> None:
        options.setdefault(
            "widget", forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off", "maxlength": 30})
        )
        super().__init__(empty_value=None, required=False, **options)

    def to_python(self, value: Any) -> Any:
        text = super().to_python(value)
        return None if text is None else number_of(str(text))


def number_of(text: str) -> float:
    plain = text.strip().replace("\u2212", "-").replace(",", ".")
    try:
        if not plain.isascii():
            raise ValueError(plain)
        number = float(plain)
        if abs(number) > 1e9 or number != number:  # infinities, and what is no number
            raise ValueError(plain)
    except ValueError as error:
        raise ValidationError(_("A number in digits 0-9, with a point for parts.")) from error
    return number


class NumbersField(forms.CharField):
    """Numbers with commas (or spaces) between them; empty: None."""

    def to_python(self, value: Any) -> Any:
        text = str(super().to_python(value) or "")
        return [number_of(part) for part in text.replace(",", " ").split()] or None


class StepsField(forms.CharField):
    """Lines of `age: value`; empty: None."""

    widget = forms.Textarea(attrs={"rows": 3})

    def to_python(self, value: Any) -> Any:
        lines = [line for line in str(super().to_python(value) or "").splitlines() if line.strip()]
        steps = []
        for line in lines:
            age, colon, number = line.partition(":")
            if not colon:
                raise ValidationError(_("Each line is an age, a colon and a number: 12: 900"))
            steps.append([number_of(age), number_of(number)])
        return steps or None


def _kind_of(field: Field[Any]) -> str:
    kind: Any = field.type
    if kind == Steps:
        return "steps"
    if kind is bool:
        return "bool"
    if get_origin(kind) is Literal:
        return "word"
    if get_origin(kind) is tuple:
        return "numbers"
    return "kinds" if field.name == "start_by_kind" else "number"


def _default(field: Field[Any]) -> Any:
    return None if field.default is MISSING else field.default


def _as_typed(kind: str, value: Any) -> str:
    """A stored value as it stands in its box."""
    if value is None:
        return ""
    if kind == "steps":
        return "\n".join(f"{_plain(age)}: {_plain(number)}" for age, number in value)
    if kind == "numbers":
        return ", ".join(_plain(number) for number in value)
    if kind == "bool":
        return "yes" if value else "no"
    return _plain(value) if isinstance(value, int | float) else str(value)


def _form_field(field: Field[Any], kind: str, default: Any, words: Any) -> forms.Field:
    label, explained = capfirst(str(words[0])), words[1]
    if kind == "word":
        choices = [(word, _WORDS.get(word, word)) for word in get_args(field.type)]
        return forms.ChoiceField(label=label, help_text=explained, choices=choices, required=False)
    if kind == "bool":
        return forms.BooleanField(label=label, help_text=explained, required=False)
    shown = _as_typed(kind, default) if default not in (None, ()) else ""
    if shown:
        explained = _("%(what)s Empty: %(default)s.") % {"what": explained, "default": shown}
    if kind == "steps":
        return StepsField(label=label, help_text=explained, required=False, max_length=1000)
    if kind == "numbers":
        return NumbersField(label=label, help_text=explained, required=False, max_length=200)
    return NumberField(label=label, help_text=explained)


class NewListForm(forms.Form):
    """What cannot be changed later, and what the list is called."""

    name = forms.CharField(label=gettext_lazy("Name"), max_length=RatingList._meta.get_field("name").max_length)
    slug = forms.SlugField(
        label=gettext_lazy("Address"),
        max_length=40,
        error_messages={"invalid": gettext_lazy("Small letters, digits and hyphens only, without spaces.")},
        help_text=gettext_lazy("Small letters, digits and hyphens. It stands in the list's address."),
    )
    ruleset = forms.ChoiceField(label=gettext_lazy("Game"))
    system = forms.ChoiceField(
        label=gettext_lazy("System"),
        choices=list(SYSTEMS.items()),
        help_text=gettext_lazy("A federation's numbers are imported and seed entries. Nothing is rated in them."),
    )
    kind = forms.ChoiceField(label=pgettext_lazy("players", "For whom"), choices=RatingList.Kind.choices)
    accepts_by_itself = forms.BooleanField(
        label=gettext_lazy("Events count without a rating officer's word"), required=False, initial=True
    )
    publishes_by_itself = forms.BooleanField(
        label=gettext_lazy("Runs are shown without a rating officer's word"), required=False, initial=True
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        titles = {rules.name: ruleset_title(rules.id) for rules in RULESETS.values()}
        self.fields["ruleset"].choices = sorted(titles.items())  # type: ignore[attr-defined]


class ListForm(forms.Form):
    """All that may be changed. ``parameters`` and ``policy`` hold just what differs from the defaults."""

    name = NewListForm.base_fields["name"]
    slug = NewListForm.base_fields["slug"]
    order = WholeField(low=0, high=999, label=gettext_lazy("Place among the lists"), required=True)
    accepts_by_itself = NewListForm.base_fields["accepts_by_itself"]
    publishes_by_itself = NewListForm.base_fields["publishes_by_itself"]

    def __init__(self, *args: Any, rating_list: RatingList, defaults: Mapping[str, Any], **kwargs: Any) -> None:
        self.rating_list = rating_list
        self._defaults = defaults
        self._kinds: dict[str, str] = {}
        kwargs["initial"] = {name: getattr(rating_list, name) for name in self.base_fields}
        super().__init__(*args, **kwargs)
        if rating_list.system == EXTERNAL:
            del self.fields["accepts_by_itself"], self.fields["publishes_by_itself"]
            self.own: type[Parameters] | None = None
            return
        self.own = KINDS[rating_list.system].parameters
        self._add("policy", Policy, POLICY, rating_list.policy)
        self._add("p", self.own, PARAMETERS, rating_list.parameters)
        self._add_days()

    def _add(self, prefix: str, holder: type[Parameters], words: Mapping[str, Any], stored: Any) -> None:
        for field in fields(holder):
            kind = _kind_of(field)
            key, default = f"{prefix}_{field.name}", self._defaults.get(field.name, _default(field))
            value = stored.get(field.name)
            if kind == "kinds":
                for word, shown in DivisionKind.choices:
                    self.fields[f"{key}_{word}"] = NumberField(
                        label=capfirst(str(shown)), help_text=words[field.name][1]
                    )
                    self.initial[f"{key}_{word}"] = _as_typed("number", (value or {}).get(word))
                continue
            if prefix != "p":
                default = _default(field)
            self.fields[key] = _form_field(field, kind, default, words[field.name])
            if kind == "bool":
                self.initial[key] = bool(default if value is None else value)
            elif kind == "word":
                self.initial[key] = value or default
            else:
                self.initial[key] = _as_typed(kind, value)

    def _add_days(self) -> None:
        rules = [
            (day, name, value)
            for day, changes in sorted((self.rating_list.parameters.get("by_day") or {}).items())
            for name, value in changes.items()
        ]
        assert self.own is not None
        typed = {field.name: field for field in fields(self.own) if _kind_of(field) != "kinds"}
        # A rule of a kind that no row can hold is kept as it is.
        self._kept = [rule for rule in rules if rule[1] not in typed]
        rules = [rule for rule in rules if rule[1] in typed]
        self.rows = len(rules) + _FREE_ROWS
        if self.is_bound:
            sent = self.data.get("day_rows", "")
            if sent.isascii() and sent.isdigit() and len(sent) < 4:
                self.rows = min(int(sent), max(60, self.rows))
        choices = [("", "–"), *((name, PARAMETERS[name][0]) for name in typed)]
        for row in range(self.rows):
            self.fields[f"day_{row}"] = forms.DateField(
                label=_("From day"),
                required=False,
                widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
            )
            self.fields[f"rule_{row}"] = forms.ChoiceField(label=_("What"), required=False, choices=choices)
            self.fields[f"value_{row}"] = forms.CharField(label=_("Value"), required=False, max_length=200)
            if row < len(rules):
                day, name, value = rules[row]
                self.initial[f"day_{row}"] = day
                self.initial[f"rule_{row}"] = name
                self.initial[f"value_{row}"] = _as_typed(_kind_of(typed[name]), value).replace("\n", "; ")

    # What the template shows, part by part.
    def main_fields(self) -> list[Any]:
        return [self[name] for name in self.base_fields if name in self.fields and "by_itself" not in name]

    def switches(self) -> list[Any]:
        return [self[name] for name in self.base_fields if name in self.fields and "by_itself" in name]

    def policy_fields(self) -> list[Any]:
        return [self[name] for name in self.fields if name.startswith("policy_")]

    def system_fields(self) -> list[Any]:
        return [
            self[name] for name in self.fields if name.startswith("p_") and not name.startswith("p_start_by_kind")
        ]

    def kind_fields(self) -> list[Any]:
        return [self[name] for name in self.fields if name.startswith("p_start_by_kind")]

    def day_rows(self) -> list[tuple[Any, Any, Any]]:
        rows = getattr(self, "rows", 0)
        return [(self[f"day_{row}"], self[f"rule_{row}"], self[f"value_{row}"]) for row in range(rows)]

    def clean(self) -> dict[str, Any]:
        values = super().clean() or self.cleaned_data
        if self.own is None or self.errors:
            return values
        values["policy"] = self._differing("policy", Policy)
        parameters = self._differing("p", self.own)
        days = self._days()
        if days:
            parameters["by_day"] = days
        values["parameters"] = parameters
        return values

    def _differing(self, prefix: str, holder: type[Parameters]) -> dict[str, Any]:
        found: dict[str, Any] = {}
        stored = self.rating_list.policy if prefix == "policy" else self.rating_list.parameters
        for field in fields(holder):
            kind, key = _kind_of(field), f"{prefix}_{field.name}"
            default = self._defaults.get(field.name, _default(field)) if prefix == "p" else _default(field)
            if kind == "kinds":
                starts = {word: self.cleaned_data.get(f"{key}_{word}") for word, _shown in DivisionKind.choices}
                value: Any = {word: number for word, number in starts.items() if number is not None} or None
            else:
                value = self.cleaned_data.get(key)
            if value in (None, "") or (value == default and field.name not in stored):
                continue
            if kind in ("bool", "word") and value == default:
                continue
            found[field.name] = value
        return found

    def _days(self) -> dict[str, dict[str, Any]]:
        assert self.own is not None
        by_name = {field.name: field for field in fields(self.own)}
        days: dict[str, dict[str, Any]] = {}
        for day, name, value in self._kept:
            days.setdefault(day, {})[name] = value
        for row in range(self.rows):
            day, name = self.cleaned_data.get(f"day_{row}"), self.cleaned_data.get(f"rule_{row}")
            if not name and not day:
                continue
            if not isinstance(day, datetime.date) or not name:
                self.add_error(f"day_{row}" if name else f"rule_{row}", _("Give the day and what changes then."))
                continue
            try:
                value = _value_of(by_name[name], self.cleaned_data.get(f"value_{row}") or "")
            except ValidationError as error:
                self.add_error(f"value_{row}", error)
                continue
            days.setdefault(day.isoformat(), {})[name] = value
        return dict(sorted(days.items()))


def _value_of(field: Field[Any], text: str) -> Any:
    """The value of a rule that begins on a day; steps stand in one line, with semicolons."""
    kind = _kind_of(field)
    if kind == "bool":
        if text.strip().casefold() not in ("yes", "no"):
            raise ValidationError(_("Write yes or no."))
        return text.strip().casefold() == "yes"
    if kind == "word":
        if text.strip() not in get_args(field.type):
            raise ValidationError(_("One of: %(words)s") % {"words": ", ".join(get_args(field.type))})
        return text.strip()
    if kind == "steps":
        return StepsField(required=False).clean(text.replace(";", "\n")) or []
    if kind == "numbers":
        return NumbersField(required=False).clean(text) or []
    if not text.strip():
        if _default(field) is None:
            return None
        raise ValidationError(_("Give the value."))
    return number_of(text)
