"""A rating list from a file: looked at first, then the word to store what was shown."""

import datetime
from dataclasses import astuple
from typing import Any

from django import forms
from django.core import signing
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from ..formats import RatingFile, RatingLimits, RatingRow
from ..models import RatingList

MAX_BYTES = RatingLimits().max_bytes
#: What a file said, kept in the page between the preview and the word to store it.
_SALT = "kradan.ratings"
_HOURS = 12 * 3600


class ImportForm(forms.Form):
    file = forms.FileField(
        label=_("File"),
        allow_empty_file=True,
        max_length=200,
        help_text=_(
            "CSV from any spreadsheet, XLSX, or TSH’s player lines (.t). The first row names the columns: number, "
            "name, club, rating, rd, games, as-of, our number; name and rating are needed. At most 5 MB."
        ),
        widget=forms.ClearableFileInput(attrs={"accept": ".csv,.txt,.tsv,.xlsx,.t"}),
    )
    as_of = forms.DateField(
        label=_("Ratings as of"),
        help_text=_("For rows that name no day of their own."),
        widget=forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"}),
    )
    add_players = forms.BooleanField(
        label=_("Make new players of names that nobody here has"),
        required=False,
    )

    def __init__(self, *args: Any, rating_list: RatingList, **more: Any) -> None:
        super().__init__(*args, **more)
        self.fields["as_of"].initial = timezone.localdate
        if rating_list.is_external:
            del self.fields["add_players"]

    def clean_file(self) -> Any:
        file = self.cleaned_data["file"]
        if file.size > MAX_BYTES:
            raise ValidationError(
                _("The file is too big: at most %(limit)s bytes can be read."), params={"limit": MAX_BYTES}
            )
        return file

    def clean_as_of(self) -> datetime.date:
        day: datetime.date = self.cleaned_data["as_of"]
        if day > timezone.localdate():
            raise ValidationError(_("This day has not come yet."), code="future")
        return day


class KeptForm(forms.Form):
    """The word to store what was shown: the rows themselves, signed for this list."""

    rows = forms.CharField(max_length=4 * MAX_BYTES, widget=forms.HiddenInput)


def file_keep(list_id: int, file: RatingFile, as_of: datetime.date, *, add_players: bool) -> str:
    rows = [[str(cell) if isinstance(cell, datetime.date) else cell for cell in astuple(row)] for row in file.rows]
    plain = [file.name, file.digest, as_of.isoformat(), add_players, rows]
    return signing.dumps(plain, salt=f"{_SALT}.{list_id}", compress=True)


def file_kept(list_id: int, text: str) -> tuple[RatingFile, datetime.date, bool] | None:
    """File, day and whether to make players; None for what was not signed here for this list, or too long ago."""
    try:
        name, digest, as_of, add_players, plain = signing.loads(text, salt=f"{_SALT}.{list_id}", max_age=_HOURS)
    except signing.BadSignature:
        return None
    rows = tuple(_row(*values) for values in plain)
    return RatingFile(rows=rows, name=name, digest=digest), datetime.date.fromisoformat(as_of), bool(add_players)


def _row(*values: Any) -> RatingRow:
    """Days come back from JSON as text, other spellings as a list."""
    *plain, as_of, alike = values
    return RatingRow(*plain, as_of=datetime.date.fromisoformat(as_of) if as_of else None, alike=tuple(alike))
