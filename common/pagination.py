"""Lists by signed cursor: stable while rows are added, and nothing to guess in the address."""

from dataclasses import dataclass
from typing import Any, cast
from urllib.parse import parse_qs, urlsplit

from django.core import signing
from django.utils.translation import gettext_lazy as _
from rest_framework.pagination import CursorPagination
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.utils.urls import replace_query_param

from .errors import Unreadable

_SIGNER = signing.Signer(salt="kradan.cursor")


@dataclass(frozen=True, slots=True)
class _WithCursor:
    """All that the library reads of a request when it decodes."""

    query_params: dict[str, str]


class StableCursorPagination(CursorPagination):
    """``{"items": […], "next": url, "previous": url}``; ``limit`` up to 100."""

    page_size = 50
    page_size_query_param = "limit"
    max_page_size = 100
    ordering = "id"

    def encode_cursor(self, cursor: Any) -> str:
        """The link to another page, its cursor signed."""
        plain = super().encode_cursor(cursor)
        value = parse_qs(urlsplit(plain).query)[self.cursor_query_param][0]
        return replace_query_param(self.base_url or "", self.cursor_query_param, _SIGNER.sign(value))

    def decode_cursor(self, request: Any) -> Any:
        given = request.query_params.get(self.cursor_query_param)
        if given is None:
            return None
        try:
            value = _SIGNER.unsign(given)
        except signing.BadSignature as error:
            raise Unreadable("cursor.invalid", _("This cursor is not valid."), field="cursor") from error
        return super().decode_cursor(
            cast(Request, _WithCursor({**request.query_params.dict(), self.cursor_query_param: value}))
        )

    def get_paginated_response(self, data: Any) -> Response:
        return Response({"items": data, "next": self.get_next_link(), "previous": self.get_previous_link()})

    def get_paginated_response_schema(self, schema: dict[str, Any]) -> dict[str, Any]:
        link = {"type": "string", "format": "uri", "nullable": True}
        return {
            "type": "object",
            "required": ["items", "next", "previous"],
            "properties": {"items": schema, "next": link, "previous": link},
        }
