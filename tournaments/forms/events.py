"""Forms of an event: its name and days, and what is lost with it."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from common.forms import WholeField
from common.text import MAX_NAME, clean

from ..models import Tournament


def _date_box() -> forms.DateInput:
    return forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")


class EventForm(forms.Form):
    name = forms.CharField(
        label=_("Name"), max_length=MAX_NAME, widget=forms.TextInput(attrs={"autocomplete": "off"})
    )
    venue = forms.CharField(label=_("Place"), max_length=MAX_NAME, required=False)
    starts_on = forms.DateField(
        label=_("First day"), widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    )
    ends_on = forms.DateField(
        label=_("Last day"),
        required=False,
        help_text=_("Empty: it is over on the first day."),
        widget=_date_box(),
    )
    is_public = forms.BooleanField(
        label=_("Everybody can see this event"),
        required=False,
        help_text=_("Until then only its own staff can. What of a division is public is set there."),
    )

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        first, last = data.get("starts_on"), data.get("ends_on")
        if first and last and last < first:
            self.add_error("ends_on", _("The last day is before the first day."))
        elif first:
            data["ends_on"] = last or first
        return data


class NewEventForm(EventForm):
    slug = forms.SlugField(
        label=_("Web address"),
        max_length=60,
        required=False,
        help_text=_("Letters a-z, digits and hyphens, short enough to read aloud. Empty: made from the name."),
        error_messages={"invalid": _("Only letters a-z, digits and hyphens.")},
        widget=forms.TextInput(attrs={"autocapitalize": "none", "autocomplete": "off"}),
    )
    field_order = ("name", "venue", "starts_on", "ends_on", "slug", "is_public")

    def __init__(self, *args: Any, user_id: int, **kwargs: Any) -> None:
        self.user_id = user_id
        super().__init__(*args, **kwargs)

    def clean_slug(self) -> str:
        slug = str(self.cleaned_data["slug"]).lower()
        if slug in ("new",):
            raise ValidationError(_("This address is taken."), code="taken")
        return slug

    def clean(self) -> dict[str, Any]:
        """The same name on the same day by the same person is a button pressed twice."""
        data = super().clean()
        if (
            not self.errors
            and Tournament.objects.filter(
                name=clean(data["name"]), starts_on=data["starts_on"], created_by_id=self.user_id
            ).exists()
        ):
            self.add_error("name", _("You have made an event of this name on this day already."))
        return data


class DeleteEventForm(forms.Form):
    """The number of games that go with the event, typed by whoever lets them go."""

    games = WholeField(
        low=0,
        high=999_999,
        label=_("Number of games"),
        help_text=_("Type the number of games with results or scoresheets, as it stands above."),
    )
