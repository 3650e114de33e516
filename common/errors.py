"""Errors that are shown to people. Each has a stable code, a sentence in the reader's language and a status.

A fault of the program is never one of these: it is logged and answered as a plain 500.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from dataclasses import field as dc_field
from typing import Any

from django.utils.functional import Promise


@dataclass(frozen=True, slots=True)
class Item:
    """One thing wrong with one field, row or square of the input.

    ``pointer`` is a JSON pointer (``/scores/first``), ``field`` the form field or column, ``row`` the
    line of a file counted as a spreadsheet shows it (header = 1).
    """

    code: str
    message: str | Promise
    field: str = ""
    row: int | None = None
    pointer: str = ""
    params: Mapping[str, Any] = dc_field(default_factory=dict)


class DomainError(Exception):
    """A request that cannot be granted: ``code`` is stable and tested, ``message`` is translated."""

    status = 422

    def __init__(
        self,
        code: str,
        message: str | Promise,
        *,
        field: str = "",
        items: Sequence[Item] = (),
        extra: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(code, message)
        self.code = code
        self.message = message
        self.field = field
        self.items: tuple[Item, ...] = tuple(items)
        if field and not self.items:
            self.items = (Item(code=code, message=message, field=field, pointer=f"/{field}"),)
        #: Figures for machines: they stand beside ``code`` in the problem document.
        self.extra: dict[str, Any] = dict(extra or {})

    def __str__(self) -> str:
        return f"{self.code}: {self.message}"


class Unreadable(DomainError):
    """400: the request cannot be read at all, or a field is missing."""

    status = 400


class NotAllowed(DomainError):
    """403: a thing of one's own event, but without the right to it."""

    status = 403


class Missing(DomainError):
    """404: not there, or not yours to know about; the same answer for both."""

    status = 404


class Conflict(DomainError):
    """409: the request is fine, the state is not (any more)."""

    status = 409


class Gone(DomainError):
    """410: it was there once, and whoever asks knows its secret."""

    status = 410


class TooMany(DomainError):
    """429: tried too often. ``extra["retry_after"]`` is in seconds, told in the ``Retry-After`` header too."""

    status = 429


class Refused(DomainError):
    """422: refused by a rule."""

    status = 422
