"""Forms of the officer's pages about people."""

from django import forms
from django.utils.translation import gettext_lazy as _

from common.text import MAX_NAME, match_key
from players.models import Player

LONGEST_REASON = 300
_BIGGEST = 999_999_999


class ReasonForm(forms.Form):
    """Why, and the mark of what was looked at."""

    seen = forms.CharField(max_length=40, widget=forms.HiddenInput)
    reason = forms.CharField(
        label=_("Why"),
        help_text=_("It is kept with the change, and in the log of each event."),
        max_length=LONGEST_REASON,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )


class OtherForm(forms.Form):
    """Whose the ticked entries were: a player's by number, or somebody's who is new."""

    number = forms.IntegerField(
        label=_("Number of the other player"),
        help_text=_("Empty: somebody new, by the name beside it."),
        min_value=1,
        max_value=_BIGGEST,
        required=False,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
    )
    name = forms.CharField(
        label=_("Name of somebody new"),
        max_length=MAX_NAME,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

    def clean_number(self) -> Player | None:
        number = self.cleaned_data["number"]
        if number is None:
            return None
        found = Player.objects.filter(number=number).select_related("merged_into").first()
        if found is None:
            raise forms.ValidationError(_("There is no player with this number."), code="player.missing")
        return found.kept

    def clean(self) -> None:
        number, name = self.cleaned_data.get("number"), match_key(self.cleaned_data.get("name", ""))
        if "number" in self.cleaned_data and number is None and not name:
            self.add_error("number", _("Give the number of a player, or the name of somebody new."))
        if number is not None and name:
            self.add_error("name", _("Give either a number or a name, not both."))

    @property
    def target(self) -> Player | None:
        found: Player | None = self.cleaned_data["number"]
        return found
