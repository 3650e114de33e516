"""Shapes of what clients send. JSON has types of its own: a number in quotes, ``true`` or 400.5 is no whole number,
and a field nobody knows is told back instead of dropped, because it is a typing mistake that would go unnoticed.
"""

import re
from collections.abc import Mapping
from decimal import Decimal
from itertools import islice
from typing import Any
from uuid import UUID

from django.utils.translation import gettext_lazy as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.exceptions import ErrorDetail, ValidationError

_UUID = re.compile(r"[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")
#: Nothing that people send is longer.
MAX_INTEGER = 2**31 - 1
#: So many faults of a body are told; whoever has more of them reads no further.
MAX_FAULTS = 100


class Shape(serializers.Serializer):  # type: ignore[type-arg,unused-ignore]
    """A JSON object with the declared fields and no others."""

    #: What the fields alone cannot say about the object, as JSON Schema, for the API's document.
    schema_extra: Mapping[str, Any] = {}

    def to_internal_value(self, data: Any) -> Any:
        unknown: dict[str, list[ErrorDetail]] = {}
        if isinstance(data, Mapping):
            writable = {name for name, field in self.fields.items() if not field.read_only}
            message = _("There is no such field.")
            told = [ErrorDetail(str(message), code="unknown")]
            unknown = dict.fromkeys(islice((n for n in data if n not in writable), MAX_FAULTS), told)
        try:
            value = super().to_internal_value(data)
        except ValidationError as error:
            if isinstance(error.detail, Mapping) and unknown:
                raise ValidationError({**unknown, **error.detail}) from error
            raise
        if unknown:
            raise ValidationError(unknown)
        return value


def read(shape: Shape, data: Any) -> Any:
    """The values of what was sent, by a shape that is kept for all requests: to make one anew for each takes longer
    than to read with it. Raises as ``is_valid`` does.
    """
    return shape.run_validation(data)


class Many(serializers.ListField):
    """A list whose length is looked at before what is in it: a body may hold a hundred thousand values."""

    def run_child_validation(self, data: Any) -> Any:
        if self.max_length is not None and len(data) > self.max_length:
            self.fail("max_length", max_length=self.max_length)
        return super().run_child_validation(data)


class Whole(serializers.IntegerField):
    """A JSON number without a fraction part: not ``"400"``, not ``400.5``, not ``true``."""

    def __init__(self, **options: Any) -> None:
        options.setdefault("min_value", -MAX_INTEGER)
        options.setdefault("max_value", MAX_INTEGER)
        super().__init__(**options)

    def to_internal_value(self, data: Any) -> int:
        if type(data) is not int:
            self.fail("invalid")
        return int(data)


class Flag(serializers.BooleanField):
    """``true`` or ``false``, and nothing that could mean either."""

    def to_internal_value(self, data: Any) -> bool:
        if type(data) is not bool:
            self.fail("invalid", input=data)
        return bool(data)


class Text(serializers.CharField):
    """A JSON string. Spaces are left to the services, which bring text to one form for every door."""

    def __init__(self, **options: Any) -> None:
        options.setdefault("trim_whitespace", False)
        super().__init__(**options)

    def run_validation(self, data: Any = serializers.empty) -> Any:
        if data == "" and not self.allow_blank:
            self.fail("blank")
        return serializers.Field.run_validation(self, data)

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str):
            self.fail("invalid")
        return str(data)


class Choice(serializers.ChoiceField):
    """One of the listed strings."""

    def to_internal_value(self, data: Any) -> Any:
        if not isinstance(data, str):
            self.fail("invalid_choice", input=data)
        return super().to_internal_value(data)


@extend_schema_field(OpenApiTypes.UUID)
class ClientId(serializers.Field):  # type: ignore[type-arg,unused-ignore]
    """A UUID in its usual form, made by the client."""

    default_error_messages = {"invalid": _("A UUID is needed, such as 0193e2a4-7c1e-7b11-9d2f-3a5c8e1f0a61.")}

    def to_internal_value(self, data: Any) -> UUID:
        if not isinstance(data, str) or not _UUID.fullmatch(data):
            self.fail("invalid")
        return UUID(data)

    def to_representation(self, value: UUID) -> str:
        return str(value)


@extend_schema_field({"type": "number", "minimum": 0, "maximum": 100, "multipleOf": 0.5})
class Points(serializers.Field):  # type: ignore[type-arg,unused-ignore]
    """Match points: a JSON number in halves."""

    default_error_messages = {"invalid": _("A number from 0 to 100 in halves is needed.")}

    def to_internal_value(self, data: Any) -> Decimal:
        if type(data) not in (int, float) or not 0 <= data <= 100 or data * 2 != int(data * 2):
            self.fail("invalid")
        return Decimal(str(data))

    def to_representation(self, value: Decimal) -> float | int:
        return plain_number(value)


def plain_number(value: Decimal) -> float | int:
    """2 for 2.0 and 0.5 for 0.5: a number as people write it."""
    return int(value) if value == value.to_integral_value() else float(value)
