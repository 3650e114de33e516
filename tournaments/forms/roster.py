"""The two doors of an import: pasted rows and a file. What is in them is the readers' to judge."""

from dataclasses import astuple, replace
from typing import Any

from django import forms
from django.core import signing
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from ..formats.rows import RosterLimits, RosterRow

MAX_BYTES = RosterLimits().max_bytes
#: What a file said, kept in the page between the preview and the word to store it.
_SALT = "kradan.roster"
_HOURS = 12 * 3600


class PasteForm(forms.Form):
    pasted = forms.CharField(
        label=_("Paste from a spreadsheet"),
        strip=False,
        max_length=MAX_BYTES,
        help_text=_(
            "Select the cells, copy, paste. With a first row of headings (name, school, country, rating, number; "
            "for teams also name2, name3, team) columns may stand in any order."
        ),
        widget=forms.Textarea(attrs={"class": "data", "rows": 10, "spellcheck": "false", "autocomplete": "off"}),
    )

    def clean_pasted(self) -> str:
        text = str(self.cleaned_data["pasted"])
        if not text.strip():
            raise ValidationError(_("There are no rows in it."), code="no_rows")
        return text


class FileForm(forms.Form):
    file = forms.FileField(
        label=_("Or choose a file"),
        allow_empty_file=True,
        max_length=200,
        help_text=_("CSV from any spreadsheet, XLSX, or a TSH roster (.t). At most 5 MB."),
        widget=forms.ClearableFileInput(attrs={"accept": ".csv,.txt,.tsv,.xlsx,.t"}),
    )

    def clean_file(self) -> Any:
        file = self.cleaned_data["file"]
        if file.size > MAX_BYTES:
            raise ValidationError(
                _("The file is too big: at most %(limit)s bytes can be read."), params={"limit": MAX_BYTES}
            )
        return file


class KeptForm(forms.Form):
    """The word to store what was shown: the rows themselves, signed for this division."""

    rows = forms.CharField(max_length=4 * MAX_BYTES, widget=forms.HiddenInput)


def rows_keep(division_id: int, source: str, rows: tuple[RosterRow, ...]) -> str:
    plain = [list(astuple(row)) for row in rows]
    return signing.dumps([source, plain], salt=f"{_SALT}.{division_id}", compress=True)


def _row(*values: Any) -> RosterRow:
    """``members`` come back from JSON as a list."""
    row = RosterRow(*values)
    return replace(row, members=tuple(row.members))


def rows_kept(division_id: int, text: str) -> tuple[str, tuple[RosterRow, ...]] | None:
    """Source and rows, or None for what was not signed here, for another division, or too long ago."""
    try:
        source, plain = signing.loads(text, salt=f"{_SALT}.{division_id}", max_age=_HOURS)
    except signing.BadSignature:
        return None
    return source, tuple(_row(*values) for values in plain)
