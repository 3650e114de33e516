"""What stands behind the ``?`` of an address: shapes, and errors that name the parameter."""

import re
from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers
from rest_framework.request import Request

from .errors import Item, Unreadable

_WHOLE = re.compile(r"-?[0-9]{1,18}")


class QueryShape(serializers.Serializer):  # type: ignore[type-arg,unused-ignore]
    """Parameters of one address. Others are let be: caches and browsers add their own."""


class QueryWhole(serializers.IntegerField):
    """Digits 0-9, perhaps with a sign."""

    def to_internal_value(self, data: Any) -> int:
        if not _WHOLE.fullmatch(str(data)):
            self.fail("invalid")
        return int(data)


def query_of(request: Request, shape: type[QueryShape]) -> Mapping[str, Any]:
    """The parameters by name. Raises ``request.invalid`` (400) with each bad parameter."""
    parsed = shape(data=request.query_params.dict())
    if parsed.is_valid():
        values: Mapping[str, Any] = parsed.validated_data
        return values
    items = [
        Item(f"field.{error.code}", str(error), params={"parameter": name})
        for name, errors in parsed.errors.items()
        for error in errors
    ]
    raise Unreadable("request.invalid", _("Some values cannot be accepted."), items=items)
