"""Pairing a round, changing a draft step by step, deleting."""

import re
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from common.forms import WholeField

from ..models import Division, Entry, Round
from ..wording import system_name

MAX_NUMBER = 999_999
MAX_TABLE = 9999


class EntryField(WholeField):
    """An entry of one division by its number; the value is the :class:`Entry`."""

    def __init__(self, **options: Any) -> None:
        self.division: Division | None = None
        super().__init__(low=1, high=MAX_NUMBER, **options)

    def clean(self, value: Any) -> Any:
        number = super().clean(value)
        if number is None:
            return None
        entry = Entry.objects.filter(division=self.division, number=number).first()
        if entry is None:
            raise ValidationError(_("There is no entry %(number)s here."), code="entry", params={"number": number})
        return entry


class EntriesField(forms.CharField):
    """Several entries by their numbers, separated by commas or spaces; the value is a list of entries."""

    def __init__(self, **options: Any) -> None:
        self.division: Division | None = None
        super().__init__(**options)

    def clean(self, value: Any) -> Any:
        text = super().clean(value)
        words = [word for word in re.split(r"[,\s]+", text or "") if word]
        wrong = [word for word in words if not re.fullmatch(r"[0-9]{1,6}", word)]
        numbers = {int(word) for word in words if word not in wrong}
        found = {e.number: e for e in Entry.objects.filter(division=self.division, number__in=numbers)}
        wrong += [str(number) for number in sorted(numbers - set(found))]
        if wrong:
            raise ValidationError(
                _("Not the number of an entry here: %(words)s."),
                code="entry",
                params={"words": ", ".join(wrong[:5])},
            )
        return list(found.values())


class PairsField(forms.CharField):
    """Pairs by their numbers, ``3-8, 12-57``, whoever starts first; the value is a list of two entries each."""

    def __init__(self, **options: Any) -> None:
        self.division: Division | None = None
        super().__init__(**options)

    def clean(self, value: Any) -> Any:
        text = super().clean(value)
        words = [word for word in re.split(r"[,;\s]+", re.sub(r"\s*[-\u2013]\s*", "-", text or "")) if word]
        pairs = []
        for word in words:
            match = re.fullmatch(r"([0-9]{1,6})-([0-9]{1,6})", word)
            if match is None or int(match[1]) == int(match[2]):
                raise ValidationError(
                    _("“%(word)s” is no pair: two numbers of entries, such as 3-8."),
                    code="pair",
                    params={"word": word[:20]},
                )
            pairs.append((int(match[1]), int(match[2])))
        numbers = [number for pair in pairs for number in pair]
        found = {e.number: e for e in Entry.objects.filter(division=self.division, number__in=numbers)}
        if wrong := sorted(set(numbers) - set(found)):
            raise ValidationError(
                _("Not the number of an entry here: %(words)s."),
                code="entry",
                params={"words": ", ".join(map(str, wrong[:5]))},
            )
        return [(found[one], found[other]) for one, other in pairs]


class _DivisionForm(forms.Form):
    """A form whose entry fields look in one division."""

    def __init__(self, *args: Any, division: Division, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.division = division
        for field in self.fields.values():
            if isinstance(field, EntryField | EntriesField | PairsField):
                field.division = division


def _scheduled(division: Division, number: int) -> str:
    """The kind that the schedule has in a round, "" beyond its end."""
    plan = division.schedule
    return plan.step_for(number).system.kind if 1 <= number <= plan.rounds else ""


class PairForm(_DivisionForm):
    """A round that is not there yet. ``system`` as in the schedule has the schedule's settings."""

    system = forms.ChoiceField(label=_("Pairing system"), required=False)
    byes = EntriesField(
        label=_("Byes by hand"),
        help_text=_("Numbers of entries that are to have a bye whatever else, such as 12, 57."),
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    pairs = PairsField(
        label=_("Pairs by hand"),
        help_text=_("Who is to meet whatever else, such as 3-8, 12-57; the first starts."),
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

    def __init__(self, *args: Any, division: Division, number: int, **kwargs: Any) -> None:
        super().__init__(*args, division=division, **kwargs)
        kind = _scheduled(division, number)
        by_plan = (kind, gettext("as the schedule says: %(system)s") % {"system": system_name(kind)})
        others = [(key, name) for key, name in Division.System.choices if key != kind]
        self.fields["system"].choices = [*([by_plan] if kind else []), *others]  # type: ignore[attr-defined]
        self.fields["system"].initial = kind

    def options(self) -> dict[str, Any]:
        """What ``round_pair`` is asked with."""
        data = self.cleaned_data
        return {
            "system": data["system"] or None,
            "locked_byes": [entry.pk for entry in data["byes"]],
            "locked_pairs": [(one.pk, other.pk) for one, other in data["pairs"]],
        }


class RepairForm(PairForm):
    """A draft paired again; what is locked in it stays."""

    SAME, NEW = "same", "new"

    draw = forms.ChoiceField(
        label=_("Lots"),
        choices=[(SAME, _("as drawn")), (NEW, _("draw anew"))],
        initial=SAME,
        required=False,
    )
    keep_byes = forms.BooleanField(label=_("Keep the byes"), required=False)
    version = forms.IntegerField(min_value=0, widget=forms.HiddenInput)

    def __init__(self, *args: Any, division: Division, round_: Round, **kwargs: Any) -> None:
        super().__init__(*args, division=division, number=round_.number, auto_id="again_%s", **kwargs)
        if round_.system in Division.System.values:
            self.fields["system"].initial = round_.system
        self.fields["version"].initial = round_.version

    def options(self) -> dict[str, Any]:
        return {**super().options(), "keep_byes": self.cleaned_data["keep_byes"]}


class SwapForm(_DivisionForm):
    """Two entries that change places."""

    one = EntryField(label=_("Entry"))
    two = EntryField(label=_("changes places with"))
    version = forms.IntegerField(min_value=0, widget=forms.HiddenInput)

    def __init__(self, *args: Any, division: Division, **kwargs: Any) -> None:
        super().__init__(*args, division=division, auto_id="swap_%s", **kwargs)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        if cleaned.get("one") is not None and cleaned.get("one") == cleaned.get("two"):
            self.add_error("two", _("Choose two different entries of this round."))
        return cleaned


class MoveForm(forms.Form):
    """A game that goes to another table; a game that is there comes to its own."""

    table = WholeField(low=1, high=MAX_TABLE, label=_("Table"))
    to_table = WholeField(low=1, high=MAX_TABLE, label=_("to table"))
    version = forms.IntegerField(min_value=0, widget=forms.HiddenInput)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{"auto_id": "move_%s", **kwargs})


class LockForm(_DivisionForm):
    """An entry whose game, or bye, is locked, or let go."""

    entry = EntryField(label=_("Entry"))
    version = forms.IntegerField(min_value=0, widget=forms.HiddenInput)

    def __init__(self, *args: Any, division: Division, **kwargs: Any) -> None:
        super().__init__(*args, division=division, **{"auto_id": "lock_%s", **kwargs})


class DeleteForm(forms.Form):
    """How many results and begun scoresheets go, typed by whoever deletes them."""

    results = WholeField(label=_("How many results and scoresheets will be lost"), low=0, high=100_000)

    def __init__(self, *args: Any, losses: int, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.losses = losses
        if not losses:
            self.fields["results"].required = False

    def clean_results(self) -> int:
        typed: int | None = self.cleaned_data["results"]
        if (typed or 0) != self.losses:
            text = ngettext(
                "%(count)s result or scoresheet would be lost. Type that number.",
                "%(count)s results and scoresheets would be lost. Type that number.",
                self.losses,
            )
            raise ValidationError(text, params={"count": self.losses})
        return self.losses
