"""What is settled before a round is paired: two entries, who is not there, who needs a table, schools apart."""

import re
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from common.forms import WholeField

from ..models import Absence, Division, Entry, PairingRule
from ..selectors.registration import entries_named

LAST_ROUND = 60
MOST_TABLE = 9999
_SHOWN = 5
_ROUNDS = re.compile(r"([0-9]{1,2})(?:\s*[-\u2013]\s*([0-9]{1,2}))?")


class EntryPickField(forms.CharField):
    """An entry by its number or by a part of its name that nobody else's has; the value is the :class:`Entry`.

    A number with its name, as the list under the box offers it, is that number.
    """

    def __init__(self, **options: Any) -> None:
        self.division: Division | None = None
        attrs = {"autocomplete": "off", "list": "found"}
        super().__init__(max_length=150, widget=forms.TextInput(attrs=attrs), **options)

    def clean(self, value: Any) -> Any:
        text = super().clean(value)
        if not text:
            return None
        assert self.division is not None
        if text.isascii() and text.isdigit():
            return self._numbered(text)
        number, _space, name = text.partition(" ")
        if number.isascii() and number.isdigit() and len(number) < 7:
            entry = Entry.objects.filter(division=self.division, number=int(number)).first()
            if entry is not None and entry.full_name == name.strip():
                return entry
        found = list(entries_named(self.division, text)[: _SHOWN + 1])
        if not found:
            raise ValidationError(_("Nobody here is called “%(text)s”."), code="entry", params={"text": text[:40]})
        if len(found) > 1:
            shown = ", ".join(f"{entry.number} {entry.full_name}" for entry in found[:_SHOWN])
            raise ValidationError(
                _("Several: %(entries)s. Type the number."),
                code="several",
                params={"entries": shown + (" …" if len(found) > _SHOWN else "")},
            )
        return found[0]

    def _numbered(self, text: str) -> Entry:
        entry = Entry.objects.filter(division=self.division, number=int(text[:9])).first()
        if entry is None:
            raise ValidationError(
                _("There is no entry %(number)s here."), code="entry", params={"number": text[:9]}
            )
        return entry


class RoundsField(forms.CharField):
    """Rounds as people write them, ``3`` or ``3-5, 7``; the value is a list of numbers in order."""

    def to_python(self, value: Any) -> Any:
        text = super().to_python(value)
        rounds: set[int] = set()
        for part in filter(None, re.split(r"[,\s]+(?![-\u2013])", re.sub(r"\s*([-\u2013])\s*", r"\1", text or ""))):
            match = _ROUNDS.fullmatch(part)
            first = int(match[1]) if match else 0
            last = int(match[2] or match[1]) if match else 0
            if not 1 <= first <= last <= LAST_ROUND:
                raise ValidationError(
                    _("“%(word)s” is no round: rounds such as 3 or 3-5, 7."),
                    code="rounds",
                    params={"word": part[:20]},
                )
            rounds.update(range(first, last + 1))
        return sorted(rounds)


def _reason() -> forms.CharField:
    return forms.CharField(
        label=_("Reason"), required=False, max_length=300, widget=forms.TextInput(attrs={"autocomplete": "off"})
    )


class _OfDivision(forms.Form):
    """``key`` is the letter that goes to the form's first box."""

    key = ""
    key_name: Any = ""

    def __init__(self, *args: Any, division: Division, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        first = self.fields[next(iter(self.fields))].widget.attrs
        first |= {"data-key": self.key, "data-key-name": self.key_name}
        for field in self.fields.values():
            if isinstance(field, EntryPickField):
                field.division = division

    def focus(self) -> None:
        """Where the hands are wanted: the first box that needs another look, else the first."""
        wrong = next((name for name in self.fields if self.is_bound and name in self.errors), None)
        self.fields[wrong or next(iter(self.fields))].widget.attrs["autofocus"] = True


class RuleForm(_OfDivision):
    """Two entries that must not, or must, meet."""

    key, key_name = "n", _("A rule for two entries")

    one = EntryPickField(label=_("Entry"))
    kind = forms.ChoiceField(label=_("Rule"), choices=PairingRule.Kind.choices)
    other = EntryPickField(label=_("The other entry"))
    from_round = WholeField(low=1, high=LAST_ROUND, label=_("From round"), required=False)
    to_round = WholeField(low=1, high=LAST_ROUND, label=_("To round"), required=False)
    reason = _reason()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{"auto_id": "pair_%s", **kwargs})

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        if data.get("one") is not None and data.get("one") == data.get("other"):
            self.add_error("other", _("Choose two different entries."))
        first, last = data.get("from_round"), data.get("to_round")
        if first and last and last < first:
            self.add_error("to_round", _("The first round comes before the last."))
        return data


class AbsenceForm(_OfDivision):
    """An entry that asks for a bye, or is away, in some rounds."""

    key, key_name = "a", _("A bye asked for, or an absence")

    entry = EntryPickField(label=_("Entry"))
    kind = forms.ChoiceField(label=_("State"), choices=Absence.Kind.choices)
    rounds = RoundsField(label=_("Rounds"), widget=forms.TextInput(attrs={"autocomplete": "off"}))
    reason = _reason()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{"auto_id": "absence_%s", **kwargs})


class TableForm(_OfDivision):
    """The table that somebody needs, wherever the game would have been."""

    key, key_name = "b", _("A table that somebody needs")

    entry = EntryPickField(label=_("Entry"))
    table = WholeField(low=1, high=MOST_TABLE, label=_("Table"))

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{"auto_id": "table_%s", **kwargs})


class ApartForm(forms.Form):
    """How long schools and teams are kept apart, and what a bye somebody asked for counts as."""

    _help = _("0: not at all. Empty: in every round.")
    clubs_apart_rounds = WholeField(
        low=0, high=LAST_ROUND, label=_("One school apart through round"), help_text=_help, required=False
    )
    teams_apart_rounds = WholeField(
        low=0, high=LAST_ROUND, label=_("One team apart through round"), help_text=_help, required=False
    )
    requested_byes_count = forms.BooleanField(
        label=_("A bye somebody asked for counts as a turn when byes go round"), required=False
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{"auto_id": "apart_%s", **kwargs})
