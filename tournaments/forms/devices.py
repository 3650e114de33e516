"""Devices of an event: one at a time, or one for each table of a row of tables; and PIN slips."""

import re
from collections.abc import Callable
from datetime import date, datetime, timedelta
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from common.forms import WholeField
from common.scopes import CONFIRM, GAME_READ, RECORD, RESULT

from ..models import Division, Round, Tournament
from ..services.devices import MAX_TABLES, default_expiry

#: What a device may be given, in the words of the desk.
RIGHTS = {
    GAME_READ: _("read its games, racks too"),
    RECORD: _("record its games, move by move"),
    RESULT: _("send results of its games"),
    CONFIRM: _("confirm results by the players' PINs"),
}
_MAX_TABLE = 99_999


class TablesField(forms.CharField):
    """Numbers and ranges of tables, as ``1, 4-7``; the value is a sorted list, empty for all tables."""

    def clean(self, value: Any) -> Any:
        text = str(super().clean(value) or "").replace("\u2013", "-")
        found: set[int] = set()
        for word in (word for word in re.split(r"[,\s]+", re.sub(r"\s*-\s*", "-", text.strip())) if word):
            match = re.fullmatch(r"([0-9]{1,5})(?:-([0-9]{1,5}))?", word)
            first, last = (int(match[1]), int(match[2] or match[1])) if match else (0, 0)
            if not 1 <= first <= last or last - first >= MAX_TABLES:
                raise ValidationError(
                    _("Numbers of tables, as 1, 4-7. Not understood: %(word)s."),
                    code="tables",
                    params={"word": word[:20]},
                )
            found.update(range(first, last + 1))
        if len(found) > MAX_TABLES:
            raise ValidationError(
                _("%(count)s tables at most; leave it empty for all."), code="many", params={"count": MAX_TABLES}
            )
        return sorted(found)


class _DeviceFields(forms.Form):
    division = forms.ModelChoiceField(
        label=_("Division"), queryset=Division.objects.none(), required=False, empty_label=_("all divisions")
    )
    scopes = forms.MultipleChoiceField(
        label=_("It may"),
        choices=list(RIGHTS.items()),
        initial=list(RIGHTS),
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": _("Choose at least one.")},
    )
    expires_at = forms.DateTimeField(
        label=_("Good until"),
        required=False,
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
        input_formats=["%Y-%m-%dT%H:%M", "%Y-%m-%dT%H:%M:%S"],
        help_text=_("Empty: until a day after the event's last day."),
    )

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        divisions = self.fields["division"]
        assert isinstance(divisions, forms.ModelChoiceField)
        divisions.queryset = tournament.divisions.order_by("order", "pk")
        only = list(divisions.queryset[:2])
        if len(only) == 1:
            divisions.initial = only[0].pk
        self.fields["expires_at"].initial = default_expiry(tournament)

    def clean_expires_at(self) -> datetime | None:
        until: datetime | None = self.cleaned_data["expires_at"]
        if until is not None and until <= timezone.now():
            raise ValidationError(_("This moment is over."), code="over")
        return until


class DeviceForm(_DeviceFields):
    label = forms.CharField(
        label=_("What it is called"),
        max_length=80,
        help_text=_("As it stands in the log and at its games, such as Table 12."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    tables = TablesField(
        label=_("Tables"),
        required=False,
        help_text=_("Such as 12, or 1, 4-7. Empty: all tables."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "inputmode": "text"}),
    )
    field_order = ("label", "division", "tables", "expires_at", "scopes")


class TableDevicesForm(_DeviceFields):
    first = WholeField(low=1, high=_MAX_TABLE, label=_("From table"))
    last = WholeField(low=1, high=_MAX_TABLE, label=_("to table"))
    field_order = ("division", "expires_at", "first", "last", "scopes")

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        first, last = data.get("first"), data.get("last")
        if first and last and not first <= last < first + MAX_TABLES:
            self.add_error(
                "last", _("From the lower to the higher number, %(count)s tables at most.") % {"count": MAX_TABLES}
            )
        return data


class SlipsForm(forms.Form):
    """Whose PINs, and of which day of the event."""

    ALL = "all"

    who = forms.ChoiceField(label=_("Whose"))
    day = forms.TypedChoiceField(label=_("Good on"), coerce=lambda text: datetime.fromisoformat(text).date())

    def __init__(self, *args: Any, division: Division, day_words: Callable[[date], str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        rounds = division.rounds.exclude(state=Round.State.DRAFT).order_by("-number")
        who, day = self.fields["who"], self.fields["day"]
        assert isinstance(who, forms.ChoiceField)
        assert isinstance(day, forms.ChoiceField)
        who.choices = [
            (self.ALL, _("everybody, by number")),
            *((str(n), _("round %(n)s, by table") % {"n": n}) for n in rounds.values_list("number", flat=True)),
        ]
        event, today = division.tournament, timezone.localdate()
        length = (event.ends_on - event.starts_on).days + 1
        days = {today, *(event.starts_on + timedelta(days=n) for n in range(length))}
        day.choices = [(each.isoformat(), day_words(each)) for each in sorted(days) if each >= today][:40]
        day.initial = today.isoformat()
