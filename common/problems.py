"""Every error of the API as problem+json (RFC 9457), with a code that clients can rely on."""

import logging
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any

from django.core.exceptions import PermissionDenied, RequestDataTooBig, SuspiciousOperation
from django.db import InterfaceError, OperationalError
from django.http import Http404, HttpRequest, JsonResponse
from django.utils.translation import gettext as _
from rest_framework import exceptions
from rest_framework.response import Response
from rest_framework.views import set_rollback

from .errors import DomainError, Missing, TooMany
from .parsers import pointer_part
from .shapes import MAX_FAULTS

log = logging.getLogger("kradan.api")

CONTENT_TYPE = "application/problem+json"
TYPE_PREFIX = "/problems/"


def problem(
    *,
    code: str,
    title: str,
    status: int,
    request_id: str,
    errors: list[dict[str, Any]] | None = None,
    **extra: Any,
) -> dict[str, Any]:
    body: dict[str, Any] = {
        "type": f"{TYPE_PREFIX}{code}",
        "code": code,
        "status": status,
        "title": title,
        "request_id": request_id,
        **extra,
    }
    if errors:
        body["errors"] = errors
    return body


def of_domain_error(error: DomainError, request_id: str) -> dict[str, Any]:
    errors = [
        {
            **item.params,
            "code": item.code,
            "detail": str(item.message),
            **({"pointer": item.pointer or f"/{item.field}"} if item.pointer or item.field else {}),
            **({"row": item.row} if item.row is not None else {}),
        }
        for item in error.items
    ]
    return problem(
        code=error.code,
        title=str(error.message),
        status=error.status,
        request_id=request_id,
        errors=errors,
        **error.extra,
    )


def shape_errors(detail: Any, pointer: str = "") -> Iterator[dict[str, Any]]:
    """A serializer's errors, flat, each with the JSON pointer of its value."""
    if isinstance(detail, Mapping):
        for key, value in detail.items():
            yield from shape_errors(value, pointer if key == "non_field_errors" else _under(pointer, key))
    elif isinstance(detail, list):
        for index, value in enumerate(detail):
            nested = isinstance(value, Mapping | list)
            yield from shape_errors(value, _under(pointer, index) if nested else pointer)
    else:
        code = getattr(detail, "code", "invalid")
        yield {"code": f"field.{code}", "detail": str(detail), "pointer": pointer}


def _under(pointer: str, key: object) -> str:
    return f"{pointer}/{pointer_part(key)}"


_CODES = {
    400: "request.invalid",
    401: "auth.required",
    403: "auth.not_allowed",
    404: "not_found",
    405: "method.not_allowed",
    406: "media_type.not_acceptable",
    415: "media_type.not_supported",
    429: "throttled",
}


def problem_response(error: Exception, context: Mapping[str, Any]) -> Response | None:
    """DRF's exception handler. Anything not meant for people is re-raised and logged as a fault."""
    request_id = getattr(context["request"]._request, "request_id", "")
    headers: dict[str, str] = {}
    if isinstance(error, Http404 | Missing):
        body = not_found(request_id)
    elif isinstance(error, DomainError):
        body = of_domain_error(error, request_id)
        if isinstance(error, TooMany):
            headers["Retry-After"] = str(error.extra.get("retry_after", 60))
    elif isinstance(error, PermissionDenied):
        body = problem(code="auth.not_allowed", title=_("You may not do this."), status=403, request_id=request_id)
    elif isinstance(error, exceptions.APIException):
        body = _of_api_exception(error, request_id)
        if header := getattr(error, "auth_header", None):
            headers["WWW-Authenticate"] = header
        if (wait := getattr(error, "wait", None)) is not None:
            headers["Retry-After"] = str(max(1, int(wait)))
    elif isinstance(error, RequestDataTooBig):
        title = _("The request is larger than 1 MB.")
        body = problem(code="request.too_large", title=title, status=413, request_id=request_id)
    elif isinstance(error, SuspiciousOperation):
        title = _("The request is not readable.")
        body = problem(code="request.unreadable", title=title, status=400, request_id=request_id)
    elif isinstance(error, OperationalError | InterfaceError):
        log.exception("database not reached")
        body = problem(
            code="service.unavailable",
            title=_("The database cannot be reached just now. Try again."),
            status=503,
            request_id=request_id,
        )
        headers["Retry-After"] = "2"
    else:
        return None
    set_rollback()
    return Response(body, status=body["status"], headers=headers, content_type=CONTENT_TYPE)


def not_found(request_id: str) -> dict[str, Any]:
    """The one answer for what is not there and for what is not yours to know about."""
    return problem(code="not_found", title=_("There is nothing here."), status=404, request_id=request_id)


def _of_api_exception(error: exceptions.APIException, request_id: str) -> dict[str, Any]:
    if isinstance(error, exceptions.NotFound):
        return not_found(request_id)
    if isinstance(error, exceptions.ValidationError):
        errors = list(islice(shape_errors(error.detail), MAX_FAULTS))
        # Readable, complete, and with something more than we know: a rule of ours refuses that.
        only_unknown = all(item["code"] == "field.unknown" for item in errors)
        code, status = ("field.unknown", 422) if only_unknown else ("request.invalid", 400)
        title = _("Some values cannot be accepted.")
        return problem(code=code, title=title, status=status, request_id=request_id, errors=errors)
    code = _CODES.get(error.status_code, "request.invalid")
    given = error.get_codes()
    if isinstance(given, str) and "." in given:
        code = given
    return problem(code=code, title=str(error.detail), status=error.status_code, request_id=request_id)


def fault_response(request: HttpRequest, code: str, title: str, status_code: int) -> JsonResponse:
    """For answers made outside DRF (a path that does not exist, a crash): the same form."""
    body = problem(code=code, title=title, status=status_code, request_id=getattr(request, "request_id", ""))
    response = JsonResponse(body, status=status_code, content_type=CONTENT_TYPE)
    response["Cache-Control"] = "no-store"
    return response
