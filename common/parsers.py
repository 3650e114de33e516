"""JSON as RFC 8259 has it, read once and strictly: two readers must never see two different requests."""

import json
from collections.abc import Mapping
from typing import IO, Any

from django.utils.translation import gettext_lazy as _
from rest_framework.parsers import BaseParser

from .errors import Unreadable

MAX_BODY = 1024 * 1024
MAX_DEPTH = 40


class _Refused(ValueError):
    pass


def _pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    out = dict(pairs)
    if len(out) != len(pairs):
        raise _Refused("a key stands twice in one object")
    return out


def _constant(name: str) -> Any:
    raise _Refused(f"{name} is not a JSON number")


def _integer(text: str) -> int:
    if len(text) > 18:
        raise _Refused("a number is too long")
    return int(text)


def _float(text: str) -> float:
    value = float(text) if len(text) <= 40 else float("inf")
    if value in (float("inf"), float("-inf")):
        raise _Refused("a number is too large")
    return value


def _inspect(value: Any, depth: int = 0) -> None:
    if depth > MAX_DEPTH:
        raise _Refused("nested too deeply")
    if isinstance(value, str):
        if "\x00" in value or any("\ud800" <= c <= "\udfff" for c in value):
            raise _Refused("a text has a character that cannot be stored")
    elif isinstance(value, dict):
        for key, item in value.items():
            _inspect(key, depth + 1)
            _inspect(item, depth + 1)
    elif isinstance(value, list):
        for item in value:
            _inspect(item, depth + 1)


class StrictJSONParser(BaseParser):
    media_type = "application/json"

    def parse(
        self,
        stream: IO[bytes],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        body = stream.read(MAX_BODY + 1)
        if len(body) > MAX_BODY:
            raise Unreadable("request.too_large", _("The request is larger than 1 MB."))
        try:
            value = json.loads(
                body.decode("utf-8"),
                object_pairs_hook=_pairs,
                parse_constant=_constant,
                parse_int=_integer,
                parse_float=_float,
            )
            _inspect(value)
        except (ValueError, RecursionError) as error:
            detail = str(error) if isinstance(error, _Refused) else ""
            raise Unreadable(
                "request.unreadable", _("The request is not readable JSON."), extra={"reason": detail}
            ) from error
        return value
