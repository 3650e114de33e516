"""A number for every request, and one answer for every error that is meant for people."""

import re
import secrets
from collections.abc import Callable
from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from .errors import DomainError

_GIVEN = re.compile(r"[A-Za-z0-9-]{8,64}")


class RequestIdMiddleware:
    """Keeps the caller's ``X-Request-ID`` when it is well formed, else makes one; the answer carries it."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        given = request.headers.get("X-Request-ID", "")
        request.request_id = given if _GIVEN.fullmatch(given) else f"r-{secrets.token_hex(8)}"  # type: ignore[attr-defined]
        response = self.get_response(request)
        response["X-Request-ID"] = request.request_id  # type: ignore[attr-defined]
        return response


class DomainErrorMiddleware:
    """A :class:`DomainError` that no page caught becomes a page that says what, why and what to do."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if not isinstance(exception, DomainError):
            return None
        template = "_refusal.html" if getattr(request, "htmx", False) else "refusal.html"
        context = {
            "error": exception,
            "status": exception.status,
            "phrase": HTTPStatus(exception.status).phrase,
        }
        return render(request, template, context, status=exception.status)
