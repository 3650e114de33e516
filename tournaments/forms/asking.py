"""Questions that a desk page answers and nothing is stored of: why not, and what if."""

from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from common.forms import WholeField

from ..models import Division, Entry
from ..pairing import SYSTEMS, RepeatRule, SettingError, Swiss, System
from ..selectors.explained import FOUND, entries_asked
from ..services.plans import setting_words
from .rounds import EntryField, _DivisionForm
from .schedule import _put as put_value
from .schedule import setting_field, settings_asked


class WhyNotForm(_DivisionForm):
    """An entry, and whom else it might have met: by number or by name. ``bye`` asks about a bye instead.

    ``found`` are the entries that the words may mean where they are more than one.
    """

    entry = EntryField(label=_("Entry"))
    other = forms.CharField(
        label=_("Why not"),
        help_text=_("A number, or a part of a name."),
        required=False,
        max_length=80,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    bye = forms.BooleanField(required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, auto_id="ask_%s", **kwargs)
        self.found: list[Entry] = []

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        words = data.get("other", "")
        if data.get("bye") or "other" in self.errors:
            data["other"] = None
            return data
        found = list(entries_asked(self.division, words))
        if len(found) == 1:
            data["other"] = found[0]
            return data
        if not words:
            self.add_error("other", _("Type a number or a name."))
        elif not found:
            self.add_error("other", _("There is no entry like this here."))
        elif len(found) > FOUND:
            self.add_error("other", _("Many entries are like this: type more of the name."))
        else:
            self.found = found
            self.add_error("other", _("Several entries are like this: choose one."))
        return data


class ExploreForm(forms.Form):
    """A system with its settings, for a round that is only looked at. After another system was chosen, its settings
    are as usual.
    """

    AS_SCHEDULED, NEVER, ANY = "scheduled", "0", "any"

    system = forms.ChoiceField(label=_("Pairing system"), choices=Division.System.choices)
    shown = forms.CharField(widget=forms.HiddenInput, required=False)
    repeats = forms.ChoiceField(
        label=_("Two may meet again"),
        choices=[
            (AS_SCHEDULED, _("as the schedule says")),
            (NEVER, _("never, while that can be")),
            (ANY, _("as often as it comes")),
        ],
        required=False,
    )
    seed = WholeField(
        low=0,
        high=999_999_999,
        label=_("Lots"),
        help_text=_("A number to draw from. Empty: as the round itself was drawn."),
        required=False,
    )
    keep = forms.BooleanField(label=_("Keep games and byes that were locked"), required=False)

    def __init__(self, kind: str, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.kind = kind
        self.asked = settings_asked(kind)
        for setting in self.asked:
            self.fields[f"set_{setting.name}"] = setting_field(setting)

    @classmethod
    def of(cls, system: System) -> "ExploreForm":
        """The boxes as this system has them, nothing asked yet."""
        initial = {"system": system.kind, "shown": system.kind, "repeats": cls.AS_SCHEDULED}
        initial |= {f"set_{one.name}": getattr(system, one.name) for one in settings_asked(system.kind)}
        return cls(system.kind, initial=initial)

    @classmethod
    def read(cls, data: QueryDict) -> "ExploreForm":
        kind = data.get("system", "")
        known = kind if kind in SYSTEMS else Swiss.kind
        values = data.copy()
        if data.get("shown") != known:
            for setting in settings_asked(known):
                put_value(values, f"set_{setting.name}", setting_field(setting), setting.default)
        values["shown"] = known
        return cls(known, values)

    @property
    def settings(self) -> list[forms.BoundField]:
        return [self[f"set_{setting.name}"] for setting in self.asked]

    @property
    def changed(self) -> bool:
        """Whether more than the system is not as usual, so that the rest is not folded away."""
        return any(self[name].value() for name in ("seed", "keep")) or bool(
            self.is_bound and self["repeats"].value() not in (self.AS_SCHEDULED, "", None)
        )

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        if self.errors:
            return data
        values = {setting.name: data[f"set_{setting.name}"] for setting in self.asked}
        try:
            data["made"] = SYSTEMS[self.kind](**values)
        except SettingError as error:
            name = f"set_{error.params.get('setting', '')}"
            if name in self.fields:
                error.params = {**error.params, "setting": self.fields[name].label}
            self.add_error(name if name in self.fields else None, setting_words(error))
        return data

    def rule(self) -> RepeatRule | None:
        chosen = self.cleaned_data.get("repeats")
        if chosen == self.ANY:
            return RepeatRule(limit=None)
        return RepeatRule() if chosen == self.NEVER else None
