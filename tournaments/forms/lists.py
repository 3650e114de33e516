"""Several values in one box, as people write them: numbers, places, places of classes."""

import re
from collections.abc import Iterator
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from ..wording import bands_text, class_bands_text

_BAND = re.compile(r"([0-9]{1,4})(?:[-\u2013]([0-9]{1,4}))?")
_TIDY = {"autocomplete": "off"}


class _ListField(forms.CharField):
    """Words between commas; ``read`` makes a value of one, or raises ValueError."""

    wrong = _("“%(word)s” cannot stand here.")

    def __init__(self, **options: Any) -> None:
        options.setdefault("widget", forms.TextInput(attrs=dict(_TIDY)))
        super().__init__(max_length=400, required=False, **options)

    def to_python(self, value: Any) -> Any:
        if not isinstance(value, str):
            return () if value is None else value
        return tuple(self.parts(super().to_python(value) or ""))

    def parts(self, text: str) -> Iterator[Any]:
        for word in re.split(r"[\s,]+", text):
            if word:
                yield self.one(word, self.read)

    def one(self, word: str, read: Any) -> Any:
        try:
            return read(word)
        except ValueError as error:
            raise ValidationError(self.wrong, code="list", params={"word": word[:20]}) from error

    def read(self, word: str) -> Any:
        return int(word) if word.isascii() and word.isdigit() and len(word) < 10 else int("")


class NumbersField(_ListField):
    """``250, 200``"""

    wrong = _("“%(word)s” is not a whole number: numbers with commas between them.")

    def prepare_value(self, value: Any) -> Any:
        return value if isinstance(value, str) or value is None else ", ".join(map(str, value))


def _band(word: str) -> tuple[int, int]:
    if not (found := _BAND.fullmatch(word)):
        raise ValueError(word)
    return int(found[1]), int(found[2] or found[1])


class BandsField(_ListField):
    """``1, 2, 3-8``"""

    wrong = _("“%(word)s” is not a place: places such as 1, 2, 3-8.")

    def prepare_value(self, value: Any) -> Any:
        return value if isinstance(value, str) or value is None else bands_text(value)

    def read(self, word: str) -> Any:
        return _band(word)


class ClassBandsField(_ListField):
    """``2: 1, 2-3; 3: 1``"""

    wrong = _("“%(word)s” is not a class and its places, such as 2: 1, 2-3; 3: 1.")

    def prepare_value(self, value: Any) -> Any:
        return value if isinstance(value, str) or value is None else class_bands_text(value)

    def parts(self, text: str) -> Iterator[Any]:
        for group in filter(None, (each.strip() for each in text.split(";"))):
            number, colon, places = group.partition(":")
            prize_class = self.one(number.strip() if colon else group, self.read)
            for word in re.split(r"[\s,]+", places):
                if word:
                    yield (prize_class, *self.one(word, _band))
