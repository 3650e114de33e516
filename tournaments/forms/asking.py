"""Questions that a desk page answers and nothing is stored of: why not, and what if."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from ..models import Entry
from ..selectors.explained import FOUND, entries_asked
from .rounds import EntryField, _DivisionForm


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
