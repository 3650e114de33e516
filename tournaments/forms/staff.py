"""Inviting people to work at an event, and players to a login."""

from django import forms
from django.utils.translation import gettext_lazy as _

from ..models import Role

#: What each role may do, in the words of the staff page.
ABOUT = {
    Role.Kind.DIRECTOR: _("everything: settings, staff, corrections"),
    Role.Kind.ASSISTANT: _("registration, pairing, publishing, results"),
    Role.Kind.SCORER: _("results of open rounds"),
    Role.Kind.VIEWER: _("looks, drafts and the log too, and changes nothing"),
}


class InviteForm(forms.Form):
    label = forms.CharField(
        label=_("For whom"),
        max_length=80,
        help_text=_("So that you know later whose link it was."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    role = forms.ChoiceField(
        label=_("Role"),
        choices=Role.Kind.choices,
        initial=Role.Kind.SCORER,
        widget=forms.RadioSelect,
    )
