"""The API as a program calls it. Every answer is held against the OpenAPI document of this very program."""

import json
import re
from functools import cache
from typing import Any, Self
from urllib.parse import urlsplit

import yaml
from django.test import Client
from jsonschema import Draft202012Validator

from common.problem_codes import PROBLEMS
from common.scopes import SCOPES
from common.tokens import token_create
from players.models import User

ROOT = "/api/v1"


@cache
def described() -> dict[str, Any]:
    from config.api import document

    loaded: dict[str, Any] = yaml.safe_load(document())
    return loaded


@cache
def _operations() -> list[tuple[re.Pattern[str], dict[str, Any]]]:
    return [
        (re.compile(re.sub(r"\{\w+\}", "[^/]+?", path)), methods) for path, methods in described()["paths"].items()
    ]


def operation_of(method: str, path: str) -> dict[str, Any] | None:
    """The operation that an address belongs to; the longest template where several fit (``rounds/3:pair``)."""
    fits = [(pattern.pattern, methods) for pattern, methods in _operations() if pattern.fullmatch(path)]
    found = max(fits, key=lambda fit: fit[0].count(":") * 1000 + len(fit[0]), default=("", {}))[1]
    operation: dict[str, Any] | None = found.get(method.lower())
    return operation


def schema_errors(value: Any, schema: dict[str, Any]) -> list[str]:
    whole = {**schema, "components": described()["components"]}
    validator = Draft202012Validator(whole, format_checker=Draft202012Validator.FORMAT_CHECKER)
    return [f"{error.json_path}: {error.message}" for error in validator.iter_errors(value)]


def check(method: str, path: str, answer: "Answer") -> None:
    """The document knows this answer: its status, its code, its body."""
    status, kind = answer.status, answer.headers.get("Content-Type", "").partition(";")[0]
    if status >= 400:
        assert kind == "application/problem+json", (method, path, status, kind)
        assert answer.body["status"] == status
        assert PROBLEMS[answer.code].status == status, answer.body
        assert answer.body["type"] == f"/problems/{answer.code}"
        assert answer.body["request_id"] == answer.headers["X-Request-ID"]
        assert not schema_errors(answer.body, {"$ref": "#/components/schemas/Problem"})
        assert {item["code"] for item in answer.body.get("errors", ())} <= PROBLEMS.keys()
    operation = operation_of(method, path)
    if operation is None or status in (304, 405):
        return
    assert str(status) in operation["responses"], (method, path, status, answer.body)
    if status >= 400:
        assert answer.code in operation["x-problem-codes"], (method, path, answer.code)
    elif kind == "application/json":
        schema = operation["responses"][str(status)]["content"]["application/json"]["schema"]
        assert not schema_errors(answer.body, schema), (method, path, schema_errors(answer.body, schema))


class Answer:
    def __init__(self, response: Any) -> None:
        self.status: int = response.status_code
        self.headers: dict[str, str] = dict(response.headers)
        self.raw: bytes = response.getvalue()
        kind = self.headers.get("Content-Type", "")
        json_like = "json" in kind and "ndjson" not in kind
        self.body: Any = json.loads(self.raw) if json_like and self.raw else None

    @property
    def code(self) -> str:
        return str(self.body["code"])

    @property
    def etag(self) -> str:
        return self.headers["ETag"]

    @property
    def pointers(self) -> list[str]:
        return [item.get("pointer", "") for item in self.body["errors"]]

    def __getitem__(self, key: str) -> Any:
        return self.body[key]

    def __repr__(self) -> str:
        return f"<{self.status} {self.body}>"


class Api:
    def __init__(self, token: str = "", client: Client | None = None) -> None:
        self.token = token
        self._client = client or Client(raise_request_exception=False)

    @classmethod
    def of(cls, user: User | None, scopes: tuple[str, ...] = (), **options: str) -> Self:
        if user is None:
            return cls()
        _row, text = token_create(label="test", user_id=user.pk, scopes=scopes or tuple(SCOPES), **options)
        return cls(text)

    @classmethod
    def session(cls, user: User, *, csrf_checks: bool = False) -> Self:
        """As a page of the site calls: with a login's cookie."""
        client = Client(raise_request_exception=False, enforce_csrf_checks=csrf_checks)
        client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
        return cls("", client)

    def call(self, method: str, path: str, body: Any = None, **headers: str) -> Answer:
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        if self.token:
            sent.setdefault("Authorization", f"Bearer {self.token}")
        raw = body if isinstance(body, bytes) else b"" if body is None else json.dumps(body).encode()
        kind = sent.pop("Content-Type", "application/json")
        address = path if path.startswith(("/api", "http")) else f"{ROOT}{path}"
        if address.startswith("http"):
            parts = urlsplit(address)
            address = f"{parts.path}?{parts.query}"
        response = self._client.generic(method, address, raw, content_type=kind, headers=sent)
        answer = Answer(response)
        check(method, urlsplit(address).path, answer)
        return answer

    def get(self, path: str, **headers: str) -> Answer:
        return self.call("GET", path, **headers)

    def post(self, path: str, body: Any = None, **headers: str) -> Answer:
        return self.call("POST", path, {} if body is None else body, **headers)

    def put(self, path: str, body: Any, **headers: str) -> Answer:
        return self.call("PUT", path, body, **headers)

    def patch(self, path: str, body: Any, **headers: str) -> Answer:
        return self.call("PATCH", path, body, **headers)

    def delete(self, path: str, **headers: str) -> Answer:
        return self.call("DELETE", path, **headers)
