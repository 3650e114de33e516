"""How endpoints describe themselves: :func:`operation` beside each handler, one document out of all of them.

What every endpoint can answer (a bad token, a limit, a fault) is added here, so that no handler has to remember it.
"""

import inspect
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from drf_spectacular.openapi import AutoSchema
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiExample, OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework import serializers

from .problem_codes import PROBLEMS
from .problems import CONTENT_TYPE, TYPE_PREFIX
from .shapes import Shape

TEXT = "text/plain"
TOKEN: dict[str, list[str]] = {"token": []}
SESSION: dict[str, list[str]] = {"session": []}
_ALWAYS = ("auth.token_invalid", "media_type.not_acceptable", "throttled", "fault", "service.unavailable")
_WITH_BODY = (
    "request.unreadable",
    "request.invalid",
    "field.unknown",
    "request.too_large",
    "media_type.not_supported",
)
_WITH_LOGIN = ("auth.required", "auth.not_allowed", "auth.scope_missing", "auth.csrf_failed")

_ONE_CODE = re.compile(r"`([a-z_.]+)`: [^\n]*")

ETAG = OpenApiParameter(
    "ETag",
    str,
    OpenApiParameter.HEADER,
    response=[200, 201],
    description="This copy, for If-None-Match and If-Match.",
)
IF_MATCH = OpenApiParameter(
    "If-Match",
    {"type": "string", "pattern": r'^("[!#-~]*"|\*)$'},
    OpenApiParameter.HEADER,
    required=True,
    description="The ETag of the copy that the change was made from.",
)
CURSOR = OpenApiParameter("cursor", str, description="From `next`; opaque, good for this list only.")
LIMIT = OpenApiParameter(
    "limit",
    {"type": "integer", "minimum": 1, "maximum": 100, "default": 50},
    description="Items on a page.",
)
PAGING = (CURSOR, LIMIT)


class ProblemItem(serializers.Serializer):  # type: ignore[type-arg,unused-ignore]
    """One thing wrong with one value."""

    code = serializers.CharField()
    detail = serializers.CharField()
    pointer = serializers.CharField(required=False, help_text="JSON pointer into the request's body.")
    parameter = serializers.CharField(required=False, help_text="Name of a query parameter.")
    row = serializers.IntegerField(required=False, help_text="Place in a list that was sent, from 1.")


class Problem(serializers.Serializer):  # type: ignore[type-arg,unused-ignore]
    """RFC 9457. `code` is stable, `title` a sentence in the language of the request; other members are figures."""

    type = serializers.CharField(help_text="Address of a page about this code.")
    code = serializers.CharField()
    status = serializers.IntegerField()
    title = serializers.CharField()
    request_id = serializers.CharField()
    errors = ProblemItem(many=True, required=False)  # type: ignore[assignment]

    schema_extra = {
        "examples": [
            {
                "type": f"{TYPE_PREFIX}request.invalid",
                "code": "request.invalid",
                "status": 400,
                "title": "Some values cannot be accepted.",
                "request_id": "r-6f1c0a2b9d3e4f58",
                "errors": [
                    {"code": "field.invalid", "detail": "A valid integer is required.", "pointer": "/scores/12"}
                ],
            }
        ]
    }


class Schema(AutoSchema):
    """Request objects are closed: a field that is not listed is refused."""

    def _map_basic_serializer(self, serializer: Any, direction: Any) -> Any:
        schema = super()._map_basic_serializer(serializer, direction)  # type: ignore[no-untyped-call]
        if isinstance(serializer, Shape) and direction == "request":
            schema["additionalProperties"] = False
        schema.update(getattr(serializer, "schema_extra", {}))
        return schema

    def get_operation_id(self) -> str:
        """``tournaments_list`` and the like, from the handler's own name for itself."""
        handler = getattr(self.view, self.method.lower())
        return str(getattr(handler, "operation_name", super().get_operation_id()))


def listing(item: type[serializers.BaseSerializer[Any]]) -> Any:
    """The envelope of a list: ``{"items": […], "next": address or null}``."""
    name = f"{item.__name__}List"
    fields = {
        "items": item(many=True),
        "next": serializers.CharField(allow_null=True, help_text="Address of the next page."),
        "__doc__": f"A page of {item.__name__}.",
    }
    return type(name, (serializers.Serializer,), fields)()


def operation(
    name: str,
    summary: str,
    *,
    tag: str,
    answers: Mapping[int, Any],
    example: Any = None,
    body: Any = None,
    sends: Any = None,
    login: bool | None = None,
    problems: Iterable[str] = (),
    parameters: Sequence[OpenApiParameter] = (),
    description: str = "",
    text: Mapping[str, str] | None = None,
    sends_text: str = "",
) -> Callable[[Any], Any]:
    """Describe one handler.

    ``answers`` maps statuses to serializers; ``example`` is the body of the first of them; ``sends`` an example of
    what is sent, in the shape ``body``; ``text`` are examples of answers that are no JSON, by media type, and
    ``sends_text`` of a body of plain text, where that may be sent too. ``login`` None: optional, since the public
    may read. ``problems`` are the codes beyond those every endpoint has; their statuses come from the catalogue.
    """
    codes = [*_ALWAYS, *problems]
    if login:
        codes += _WITH_LOGIN
    if body is not None:
        codes += _WITH_BODY
    if any(parameter.location == OpenApiParameter.QUERY for parameter in parameters):
        codes.append("request.invalid")
    if CURSOR in parameters:
        codes.append("cursor.invalid")
    by_status: dict[int, list[str]] = {}
    for code in sorted(set(codes)):
        by_status.setdefault(PROBLEMS[code].status, []).append(code)
    examples = []
    if example is not None:
        statuses = [str(status) for status in answers]
        examples.append(OpenApiExample("Answer", value=example, response_only=True, status_codes=statuses))
    if sends is not None:
        examples.append(OpenApiExample("Request", value=sends, request_only=True))
    if sends_text:
        body = {"application/json": body, TEXT: OpenApiTypes.STR}
        examples.append(OpenApiExample("Text", value=sends_text, request_only=True, media_type=TEXT))
    responses: dict[Any, Any] = {**answers, **{(200, kind): OpenApiTypes.STR for kind in text or ()}}
    responses |= {(status, CONTENT_TYPE): _refusal(found) for status, found in by_status.items()}
    for kind, value in (text or {}).items():
        examples.append(
            OpenApiExample("Text", value=value, response_only=True, media_type=kind, status_codes=["200"])
        )

    def decorate(handler: Any) -> Any:
        described = extend_schema(
            summary=summary,
            description=description or inspect.getdoc(handler) or summary,
            tags=[tag],
            request=body,
            responses=responses,
            auth=[TOKEN, SESSION] if login else [TOKEN, SESSION, {}],  # type: ignore[list-item]
            examples=examples,
            parameters=[*parameters, ETAG] if any(s in answers for s in (200, 201)) else list(parameters),
            extensions={"x-problem-codes": sorted(set(codes))},
        )(handler)
        described.operation_name = name
        return described

    return decorate


def _refusal(codes: Sequence[str]) -> OpenApiResponse:
    return OpenApiResponse(Problem, description="\n".join(f"`{code}`: {PROBLEMS[code].meaning}" for code in codes))


def lift_problems(result: dict[str, Any], **_more: Any) -> dict[str, Any]:
    """A spectacular hook: answers with a single code, the same for all endpoints, are written down once."""
    shared: dict[str, Any] = {}
    for methods in result["paths"].values():
        for described in methods.values():
            responses = dict(sorted(described["responses"].items()))
            for status, response in responses.items():
                code = _ONE_CODE.fullmatch(str(response.get("description", "")))
                if code and CONTENT_TYPE in response.get("content", {}):
                    name = "".join(part.capitalize() for part in re.split(r"[._]", code[1]))
                    shared[name] = response
                    responses[status] = {"$ref": f"#/components/responses/{name}"}
            described["responses"] = responses
    result["components"]["responses"] = dict(sorted(shared.items()))
    return result


def demand_bodies(result: dict[str, Any], **_more: Any) -> dict[str, Any]:
    """A spectacular hook: where one of several fields must be there, so must a body."""
    schemas = result["components"]["schemas"]
    for methods in result["paths"].values():
        for described in methods.values():
            body = described.get("requestBody")
            sent = body["content"].get("application/json", {}).get("schema", {}) if body else {}
            shape = schemas.get(str(sent.get("$ref", "")).rpartition("/")[2], {})
            if "oneOf" in shape or "anyOf" in shape:
                body["required"] = True
    return result


def path_parameter(name: str, pattern: str, description: str) -> OpenApiParameter:
    re.compile(pattern)
    return OpenApiParameter(
        name, {"type": "string", "pattern": pattern}, OpenApiParameter.PATH, description=description
    )


def number_parameter(name: str, description: str, *, maximum: int = 99_999) -> OpenApiParameter:
    schema = {"type": "integer", "minimum": 1, "maximum": maximum}
    return OpenApiParameter(name, schema, OpenApiParameter.PATH, description=description)
