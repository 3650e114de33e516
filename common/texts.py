"""Answers and bodies of the API that are plain text, beside the JSON that everything else is."""

from collections.abc import Mapping
from typing import IO, Any

from django.utils.translation import gettext_lazy as _
from rest_framework import exceptions
from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.parsers import BaseParser
from rest_framework.request import Request

from .parsers import MAX_BODY, TooLarge


class PlainTextParser(BaseParser):
    """The bytes of a text; what they say is for the reader of the text to tell."""

    media_type = "text/plain"

    def parse(
        self, stream: IO[bytes], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> Any:
        body = stream.read(MAX_BODY + 1)
        if len(body) > MAX_BODY:
            raise TooLarge("request.too_large", _("The request is larger than 1 MB."))
        return body


class TextOrJson(DefaultContentNegotiation):
    """Lets a handler answer in text whoever accepts nothing else; refusals are problem documents all the same."""

    def select_renderer(self, request: Request, renderers: Any, format_suffix: str | None = None) -> Any:
        try:
            return super().select_renderer(request, renderers, format_suffix)
        except exceptions.NotAcceptable:
            if not accepted(request, "text/plain", "application/x-ndjson", "text/*"):
                raise
            return renderers[0], renderers[0].media_type


def accepted(request: Request, *kinds: str) -> bool:
    """Whether the request names one of these media types among those it accepts."""
    named = [part.partition(";")[0].strip().lower() for part in request.headers.get("Accept", "").split(",")]
    return any(kind in named for kind in kinds)
