"""JSON as RFC 8259 has it, read once and strictly: two readers must never see two different requests."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import IO, Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from rest_framework.parsers import BaseParser

from .errors import DomainError, Item, Unreadable

MAX_BODY = 1024 * 1024
MAX_DEPTH = 40
MAX_DIGITS = 18
_MAX_ITEMS = 20


class TooLarge(DomainError):
    """413: more than anybody has to say at once."""

    status = 413


@dataclass(frozen=True, slots=True)
class _Bad:
    """Stands where a value would, so that the fault can be told with its place."""

    code: str


_SENTENCES: dict[str, str | Promise] = {
    "json.not_a_number": _("NaN and Infinity are not JSON numbers."),
    "json.number_too_large": _("This number is too large."),
    "json.character": _("This text has a character that cannot be stored."),
    "json.depth": _("Nested too deeply."),
    "json.key_twice": _("A key stands twice in this object."),
}


def _pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any] | _Bad:
    out = dict(pairs)
    return out if len(out) == len(pairs) else _Bad("json.key_twice")


def _integer(text: str) -> int | _Bad:
    return int(text) if len(text) <= MAX_DIGITS else _Bad("json.number_too_large")


def _float(text: str) -> float | _Bad:
    value = float(text) if len(text) <= 40 else float("inf")
    return _Bad("json.number_too_large") if value in (float("inf"), float("-inf")) else value


def _storable(text: str) -> bool:
    return "\x00" not in text and not any("\ud800" <= char <= "\udfff" for char in text)


def pointer_part(key: object) -> str:
    """One step of a JSON pointer (RFC 6901)."""
    return str(key).replace("~", "~0").replace("/", "~1")


def _faults(value: Any, pointer: str = "", depth: int = 0) -> Iterator[tuple[str, str]]:
    """``(pointer, code)`` of everything that cannot be taken as it is."""
    if isinstance(value, _Bad):
        yield pointer, value.code
    elif depth > MAX_DEPTH:
        yield pointer, "json.depth"
    elif isinstance(value, str):
        if not _storable(value):
            yield pointer, "json.character"
    elif isinstance(value, dict):
        for key, item in value.items():
            if not _storable(key):
                yield pointer, "json.character"
            else:
                yield from _faults(item, f"{pointer}/{pointer_part(key)}", depth + 1)
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from _faults(item, f"{pointer}/{index}", depth + 1)


class StrictJSONParser(BaseParser):
    """Raises ``request.too_large`` (413) or ``request.unreadable`` (400), with pointers where there is a place."""

    media_type = "application/json"

    def parse(
        self,
        stream: IO[bytes],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        body = stream.read(MAX_BODY + 1)
        if len(body) > MAX_BODY:
            raise TooLarge("request.too_large", _("The request is larger than 1 MB."))
        try:
            value = json.loads(
                body.decode("utf-8"),
                object_pairs_hook=_pairs,
                parse_constant=lambda _name: _Bad("json.not_a_number"),
                parse_int=_integer,
                parse_float=_float,
            )
        except (ValueError, RecursionError) as error:
            raise _unreadable() from error
        items = [
            Item(code, _SENTENCES[code], pointer=pointer)
            for (pointer, code), _n in zip(_faults(value), range(_MAX_ITEMS), strict=False)
        ]
        if items:
            raise _unreadable(*items)
        return value


def _unreadable(*items: Item) -> Unreadable:
    return Unreadable("request.unreadable", _("The request is not readable JSON."), items=items)
