"""A number for every request, and one answer for every error that is meant for people."""

import re
import secrets
from collections.abc import Callable
from http import HTTPStatus
from urllib.parse import urlencode, urlsplit

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render, resolve_url
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext_lazy as _

from .errors import DomainError

_BUTTON_ONLY = _("There is only a button behind this address. Open the page that the button is on.")
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


class _ButtonOnly(DomainError):
    status = HTTPStatus.METHOD_NOT_ALLOWED


class LoginReturnMiddleware:
    """A button pressed after the session ended: the login leads back to the page that the button is on.

    Its own address has nothing to show.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if response.status_code == HTTPStatus.FOUND and request.method not in ("GET", "HEAD"):
            login = resolve_url(settings.LOGIN_URL)
            if response["Location"].startswith(f"{login}?next="):
                response["Location"] = f"{login}?{urlencode({'next': _page_before(request)}, safe='/')}"
        return response


def _page_before(request: HttpRequest) -> str:
    came = request.headers.get("HX-Current-URL") or request.headers.get("Referer", "")
    if not url_has_allowed_host_and_scheme(came, {request.get_host()}):
        return resolve_url(settings.LOGIN_REDIRECT_URL)
    parts = urlsplit(came)
    return f"{parts.path}?{parts.query}" if parts.query else parts.path


class DomainErrorMiddleware:
    """A :class:`DomainError` that no page caught becomes a page that says what, why and what to do."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if (
            response.status_code == HTTPStatus.METHOD_NOT_ALLOWED
            and not response.streaming
            and not response.content
        ):
            page = self._page(request, _ButtonOnly("method.not_allowed", _BUTTON_ONLY))
            page["Allow"] = response.headers.get("Allow", "")
            return page
        return response

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        return self._page(request, exception) if isinstance(exception, DomainError) else None

    def _page(self, request: HttpRequest, exception: DomainError) -> HttpResponse:
        template = "_refusal.html" if getattr(request, "htmx", False) else "refusal.html"
        context = {
            "error": exception,
            "status": exception.status,
            "phrase": HTTPStatus(exception.status).phrase,
        }
        return render(request, template, context, status=exception.status)


class OwnPagesMiddleware:
    """What somebody saw while logged in is not shown again by a shared laptop's Back button."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if request.path.startswith(("/desk/", "/account/", "/join/")):
            response["Cache-Control"] = "private, no-store"
        return response
