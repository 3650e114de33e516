"""Pairing a round, swapping in a draft, giving a bye, deleting."""

import re
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from common.forms import WholeField

from ..models import Division, Entry, Round

MAX_NUMBER = 999_999


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


class _DivisionForm(forms.Form):
    """A form whose entry fields look in one division."""

    def __init__(self, *args: Any, division: Division, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.division = division
        for field in self.fields.values():
            if isinstance(field, EntryField | EntriesField):
                field.division = division


class PairForm(_DivisionForm):
    """A round that is not there yet."""

    system = forms.ChoiceField(label=_("Pairing system"), choices=Division.System.choices)
    byes = EntriesField(
        label=_("Byes by hand"),
        help_text=_("Numbers of entries that are to have a bye whatever else, such as 12, 57."),
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

    def __init__(self, *args: Any, division: Division, **kwargs: Any) -> None:
        super().__init__(*args, division=division, **kwargs)
        self.fields["system"].initial = division.system


class RepairForm(PairForm):
    """A draft paired again. ``keep`` are the tables that stay as they are."""

    SAME, NEW = "same", "new"

    draw = forms.ChoiceField(
        label=_("Lots"),
        choices=[(SAME, _("as drawn")), (NEW, _("draw anew"))],
        initial=SAME,
        required=False,
    )
    keep_byes = forms.BooleanField(label=_("Keep the byes"), required=False)
    keep = forms.TypedMultipleChoiceField(coerce=int, required=False, choices=[])
    version = forms.IntegerField(min_value=0, widget=forms.HiddenInput)

    def __init__(self, *args: Any, division: Division, round_: Round, tables: list[int], **kwargs: Any) -> None:
        super().__init__(*args, division=division, auto_id="again_%s", **kwargs)
        self.fields["keep"].choices = [(table, table) for table in tables]  # type: ignore[attr-defined]
        known = dict(Division.System.choices)
        self.fields["system"].initial = round_.system if round_.system in known else division.system
        self.fields["version"].initial = round_.version


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
