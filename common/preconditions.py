"""ETags: who has the newest copy, and who may change it."""

import hashlib
import json
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseNotModified
from django.utils.translation import gettext_lazy as _
from rest_framework.request import Request

from .errors import Conflict, DomainError, Unreadable

_KEPT_ON_304 = ("Cache-Control", "Content-Location", "Date", "ETag", "Expires", "Vary", "Content-Language")
_ETAG = r'(W/)?"([\x21\x23-\x7e]*)"'
_ETAGS = re.compile(rf"\s*{_ETAG}(\s*,\s*{_ETAG})*\s*")


class Required(DomainError):
    """428: a change that must say what it was made from."""

    status = 428


class Failed(DomainError):
    """412: made from a copy that is old now; ``current`` is the new one."""

    status = 412


def etag_of(data: Any) -> str:
    """A strong ETag of a representation: another reader's view of the same thing has another one."""
    text = json.dumps(data, sort_keys=True, separators=(",", ":"), default=str)
    return f'"{hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:24]}"'


def _tags(header: str) -> list[str]:
    """The opaque tags of a header, weak ones left out; a header that cannot be read is an error."""
    if header.strip() == "*":
        return ["*"]
    if not _ETAGS.fullmatch(header):
        raise Unreadable(
            "precondition.unreadable", _('If-Match holds an ETag in quotes, such as "r42-1".'), field="If-Match"
        )
    return [tag for weak, tag in re.findall(_ETAG, header) if not weak]  # a tag may hold commas


def if_match(request: Request, *, required: bool = True) -> list[str] | None:
    """Tags without their quotes, ``["*"]``, or None where the header may be missing and is."""
    header = request.headers.get("If-Match")
    if header is None:
        if required:
            raise Required(
                "precondition.required",
                _("Send If-Match with the ETag you have read, so that nobody's change is lost."),
            )
        return None
    return _tags(header)


def match_or_fail(tags: list[str] | None, current: Callable[[], Any], etag: str | None = None) -> None:
    """Raise 412 with the current representation unless one of the tags is its ETag."""
    if tags is None or tags == ["*"]:
        return
    shown = current()
    now = etag or etag_of(shown)
    if now.strip('"') not in tags:
        raise failed(shown, now)


def failed(shown: Any, etag: str) -> Failed:
    return Failed(
        "precondition.failed",
        _("Somebody changed this in the meantime. Look at it again."),
        extra={"current": shown, "etag": etag},
    )


@contextmanager
def stale_is_412(current: Callable[[], tuple[Any, str]]) -> Iterator[None]:
    """A service that finds the row changed under its lock answers as the check before it would have."""
    try:
        yield
    except Conflict as error:
        if not error.code.endswith(".stale"):
            raise
        raise failed(*current()) from error


def not_modified(request: HttpRequest, response: HttpResponseBase) -> HttpResponse | None:
    """A 304 for whoever holds this very copy, or None."""
    header = request.headers.get("If-None-Match")
    if header is None or response.status_code != 200:
        return None
    held = [part.strip().removeprefix("W/") for part in header.split(",")]
    if response["ETag"] not in held and header.strip() != "*":
        return None
    short = HttpResponseNotModified()
    for name in _KEPT_ON_304:
        if name in response:
            short[name] = response[name]
    return short
