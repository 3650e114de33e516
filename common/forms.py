"""What the forms of every app share: numbers as people type them, and a service's refusal at its fields."""

import re
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from .errors import DomainError

_WHOLE = re.compile(r"[+-]?[0-9]{1,9}")


class WholeField(forms.CharField):
    """A whole number from ``low`` to ``high``, or None where it may stay empty.

    Digits 0-9 with a sign in front, U+2212 too; spaces around it do not matter. ``400.5``, ``1e3``, ``4 00`` and
    Thai digits are asked back, never guessed at, and stay in the box as typed.
    """

    def __init__(self, *, low: int, high: int, **options: Any) -> None:
        self.low, self.high = low, high
        options.setdefault("widget", forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"}))
        super().__init__(empty_value=None, **options)

    def to_python(self, value: Any) -> Any:
        text = super().to_python(value)
        if text is None:
            return None
        plain = str(text).replace("\u2212", "-")
        if not _WHOLE.fullmatch(plain) or not self.low <= int(plain) <= self.high:
            raise ValidationError(
                _("A whole number from %(low)s to %(high)s, in digits 0-9."),
                code="whole",
                params={"low": str(self.low).replace("-", "\u2212"), "high": self.high},
            )
        return int(plain)


def form_refuse(form: forms.BaseForm, error: DomainError) -> None:
    """Show a service's refusal at the fields it names, or above the form."""
    for item in error.items:
        form.add_error(item.field if item.field in form.fields else None, str(item.message))
    if not error.items:
        form.add_error(None, str(error.message))
