"""Forms of a login: name and language, passwords, tokens."""

from datetime import timedelta
from typing import Any

from django import forms
from django.conf import settings
from django.contrib.auth.forms import AuthenticationForm, PasswordChangeForm, SetPasswordForm
from django.contrib.auth.password_validation import password_validators_help_texts, validate_password
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from common.scopes import SCOPES
from common.text import MAX_NAME

from .models import User

NEVER = "0"


class LoginForm(AuthenticationForm):
    error_messages = {
        "invalid_login": _(
            "This name and this password do not go together. Capital letters count in the password."
        ),
        "inactive": _("This login is closed."),
    }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].label = _("Login name")
        self.fields["username"].widget.attrs["autocapitalize"] = "none"


class AccountForm(forms.Form):
    display_name = forms.CharField(
        label=_("Name"),
        required=False,
        max_length=MAX_NAME,
        help_text=_("How the desk and the log call you. Empty: your login name."),
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
    )
    language = forms.ChoiceField(
        label=_("Language"),
        required=False,
        choices=[("", _("As the browser asks")), *settings.LANGUAGES],
    )


def _password_help() -> str:
    return " ".join(password_validators_help_texts())


class ChangePasswordForm(PasswordChangeForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["new_password1"].help_text = _password_help()


class ResetPasswordForm(SetPasswordForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["new_password1"].help_text = _password_help()


class NewLoginForm(forms.Form):
    """A new login for whoever was invited."""

    username = forms.RegexField(
        r"^[\w\u0e31\u0e34-\u0e3a\u0e47-\u0e4e.@+-]+\Z",  # Thai vowels and tone marks are no \w
        label=_("Login name"),
        max_length=150,
        help_text=_("Letters, digits and @ . + - _ without spaces. You type it to log in."),
        error_messages={"invalid": _("Only letters, digits and @ . + - _ without spaces.")},
        widget=forms.TextInput(attrs={"autocomplete": "username", "autocapitalize": "none"}),
    )
    display_name = forms.CharField(
        label=_("Your name"),
        max_length=MAX_NAME,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
    )
    password = forms.CharField(
        label=_("Password"),
        strip=False,
        max_length=128,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["password"].help_text = _password_help()

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        if password := data.get("password"):
            user = User(username=data.get("username", ""), display_name=data.get("display_name", ""))
            try:
                validate_password(password, user)
            except forms.ValidationError as error:
                self.add_error("password", error)
        return data


class TokenForm(forms.Form):
    label = forms.CharField(
        label=_("What it is for"), max_length=80, help_text=_("Such as “Scoreboard in hall 2”.")
    )
    scopes = forms.MultipleChoiceField(
        label=_("What it may do"), choices=list(SCOPES.items()), widget=forms.CheckboxSelectMultiple
    )
    days = forms.ChoiceField(
        label=_("How long it lasts"),
        choices=[
            ("1", _("one day")),
            ("7", _("one week")),
            ("30", _("30 days")),
            ("365", _("one year")),
            (NEVER, _("until it is revoked")),
        ],
        initial="7",
    )

    def expires_at(self) -> Any:
        days = int(self.cleaned_data["days"])
        return timezone.now() + timedelta(days=days) if days else None
