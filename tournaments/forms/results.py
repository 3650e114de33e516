"""A result as it is typed at the desk: one line, or one table with its parts."""

from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

from common.errors import DomainError, Item
from common.forms import WholeField, form_refuse
from games.engine.adjustments import SideComponents
from games.engine.rulesets import SCORE_MAX, SCORE_MIN, get_ruleset

from ..models import Division, Entry, Result
from ..selectors.rounds import TableRow
from ..services.reports import SIDES, Report

PARTS = ("plays", "bingos", "rack", "overtime", "adjustment")
Outcome = Result.Outcome
_WITHOUT_SCORES = (Outcome.FORFEIT, Outcome.DOUBLE_FORFEIT, Outcome.VOID)


class ScoreField(WholeField):
    def __init__(self, **options: Any) -> None:
        options.setdefault("error_messages", {"required": _("A score is missing.")})
        attrs = {"inputmode": "numeric", "autocomplete": "off", "enterkeyhint": "next"}
        super().__init__(low=SCORE_MIN, high=SCORE_MAX, widget=forms.TextInput(attrs=attrs), **options)


class LineForm(forms.Form):
    """The line of keyboard entry: a table and its two scores, whoever starts first."""

    first = ScoreField(label=_("First"))
    second = ScoreField(label=_("Second"))
    reason = forms.CharField(label=_("Reason"), max_length=300, required=False)

    def report(self) -> Report:
        return Report(first=self.cleaned_data["first"], second=self.cleaned_data["second"])


@dataclass(frozen=True, slots=True)
class Side:
    """One side's boxes."""

    entry: Entry
    final: forms.BoundField
    parts: list[forms.BoundField]
    open: bool


def _parts(division: Division) -> tuple[str, ...]:
    """The parts this division's game and clock know."""
    rules = get_ruleset(division.ruleset)
    known = {
        "bingos": rules.bingo_bonus > 0,
        "rack": rules.rack_adjustment,
        "overtime": division.clock_ms is not None,
    }
    return tuple(part for part in PARTS if known.get(part, True))


class ResultForm(forms.Form):
    """Everything about one table's result. Fields that make no sense for its seats are left out."""

    outcome = forms.ChoiceField(label=_("Outcome"), widget=forms.RadioSelect)
    winner = forms.ChoiceField(label=_("Who wins"), required=False)
    first = ScoreField(required=False)
    second = ScoreField(required=False)
    reason = forms.CharField(label=_("Why it changes"), max_length=300, required=False)
    version = forms.IntegerField(min_value=0, widget=forms.HiddenInput)

    def __init__(self, *args: Any, row: TableRow, division: Division, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.row = row
        self.parts = _parts(division) if row.second is not None else ()
        alone = row.second is None
        shown = [Outcome.BYE, Outcome.FORFEIT, Outcome.VOID] if alone else [o for o in Outcome if o != Outcome.BYE]
        self.fields["outcome"].choices = [(o.value, capfirst(o.label)) for o in shown]  # type: ignore[attr-defined]
        names = [entry.full_name for entry in row.entries]
        self.fields["first"].label = _("Spread") if alone else names[0]
        if alone:
            del self.fields["second"]
            winners: list[tuple[str, Any]] = [("0", _("present: wins")), ("1", _("absent: loses"))]
        else:
            self.fields["second"].label = names[1]
            winners = list(zip("01", names, strict=True))
            for side in SIDES:
                for part in self.parts:
                    self.fields[f"{side}_{part}"] = WholeField(
                        label=_PART_LABELS[part], low=SCORE_MIN, high=SCORE_MAX, required=False
                    )
        self.fields["winner"].choices = [("", "–"), *winners]  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        if cleaned.get("outcome") in _WITHOUT_SCORES:
            # Boxes that this outcome does not show cannot stand in its way.
            for name in [name for name in self.errors if name.startswith(SIDES)]:
                del self.errors[name]
        if cleaned.get("outcome") == Outcome.PLAYED:
            for side in SIDES:
                # What was typed but cannot be read already says so at its box.
                if cleaned.get(side) is None and side not in self.errors:
                    self.add_error(side, _("A score is missing."))
            if self._has_parts():
                for side in SIDES:
                    name = f"{side}_plays"
                    if cleaned.get(name) is None and name not in self.errors:
                        self.add_error(name, _("Parts are given for both sides or for none; this one is missing."))
        return cleaned

    def _has_parts(self) -> bool:
        return any(self.cleaned_data.get(f"{side}_{part}") is not None for side in SIDES for part in self.parts)

    def sides(self) -> list["Side"]:
        """The boxes by side, for the template. The parts stand open where something is in them."""
        shown = []
        for name, entry in zip(SIDES, self.row.entries, strict=False):
            parts = [self[f"{name}_{part}"] for part in self.parts]
            filled = any(box.value() not in (None, "") or box.errors for box in parts)
            shown.append(Side(entry, self[name], parts, filled))
        return shown

    def report(self) -> Report:
        """Scores only where the outcome has any: what a forfeit or a void is worth, the division says."""
        data = self.cleaned_data
        outcome = data["outcome"]
        if outcome == Outcome.BYE:
            return Report(outcome=outcome, first=data["first"])
        if outcome == Outcome.PLAYED:
            parts = tuple(self._side(side) for side in SIDES) if self._has_parts() else None
            return Report(first=data["first"], second=data["second"], components=parts)  # type: ignore[arg-type]
        winner = int(data["winner"]) if outcome == Outcome.FORFEIT and data["winner"] else None
        return Report(outcome=outcome, winner=winner)

    def _side(self, side: str) -> SideComponents:
        return SideComponents(**{part: self.cleaned_data[f"{side}_{part}"] or 0 for part in self.parts})

    def refuse(self, error: DomainError) -> None:
        """A service's refusal at the boxes it is about; what both sides share stands above."""
        renamed = {f"{side}_final": side for side in SIDES}
        items = [
            Item(item.code, self._named(item), field=renamed.get(item.field, item.field), params=item.params)
            for item in error.items
        ]
        form_refuse(self, DomainError(error.code, error.message, items=items))

    def _named(self, item: Item) -> Any:
        label = _PART_LABELS.get(item.field)
        return item.message if label is None else f"{label}: {item.message}"


_PART_LABELS = {
    "plays": _("Plays"),
    "bingos": _("Bingos"),
    "rack": _("Rack"),
    "overtime": _("Overtime"),
    "adjustment": _("Adjustment"),
}


def result_values(result: Result | None, parts: list[Any]) -> dict[str, Any]:
    """A stored result as the form's first values."""
    if result is None:
        return {"outcome": Outcome.PLAYED, "version": 0}
    values: dict[str, Any] = {
        "outcome": result.outcome,
        "winner": "" if result.winner is None else str(result.winner),
    }
    if result.outcome in (Outcome.PLAYED, Outcome.BYE):
        values |= {"first": result.first_final, "second": result.second_final}
    for part in parts:
        for name in PARTS:
            values[f"{SIDES[part.place]}_{name}"] = getattr(part, name)
    return values
