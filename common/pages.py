"""Pages that look the same to everybody without a login: made once for each state of what they show.

Thousands of phones ask for the same few pages. Such a page is kept in the cache, packed, under its address, its
language and a *state*: figures that are different whenever the page would be. The ETag is made from the same words,
so that a phone that already has the page gets 304 without the page being looked for.

Whoever has a session is answered by the view itself, and never from here or into here.
"""

import gzip
import hashlib
import re
from collections.abc import Callable, Hashable, Mapping
from functools import cache as once
from functools import wraps
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.contrib.messages.storage.cookie import CookieStorage
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified, QueryDict
from django.http.response import HttpResponseBase
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.utils.translation import get_language

View = Callable[..., HttpResponseBase]

KEPT_SECONDS = 15 * 60
_VARY = "Accept-Encoding, Accept-Language, Cookie, HX-Request"
_SOURCES = ("common", "config", "games", "locale", "players", "ratings", "static", "templates", "tournaments")
_SUFFIXES = {".css", ".html", ".js", ".mo", ".py", ".svg"}


@once
def deployed() -> str:
    """A digest of the program's own text: pages of an older program are other pages."""
    digest = hashlib.sha256()
    for name in _SOURCES:
        for path in sorted(Path(settings.BASE_DIR, name).rglob("*")):
            if path.suffix in _SUFFIXES:
                digest.update(path.name.encode() + path.read_bytes())
    return digest.hexdigest()[:16]


def kept_page(
    state: Callable[..., Hashable | None],
    *,
    params: Mapping[str, str] | None = None,
    free: tuple[str, ...] = (),
) -> Callable[[View], View]:
    """Keep the answers of a view for readers without a session.

    ``state`` takes what the address holds (``slug=…``) and answers something that changes with the page, or None
    when there is nothing to keep. ``params`` are the query's parameters by the pattern of their values; ``free``
    ones (a search) are passed on but their pages are not kept. All others are taken out before the view sees
    them, so that nobody can write into a page that others get.
    """
    patterns = {name: re.compile(pattern) for name, pattern in (params or {}).items()}

    def decorate(view: View) -> View:
        @wraps(view)
        def answer(request: HttpRequest, **address: Any) -> HttpResponseBase:
            if request.META.get("QUERY_STRING"):
                _tidy(request, patterns, free)
            searched = any(name in request.GET for name in free)
            if searched or settings.DEBUG or request.method not in ("GET", "HEAD") or _has_session(request):
                return _own(view(request, **address))
            now = state(**address)
            if now is None:
                return _own(view(request, **address))
            heads = request.META
            asked = (request.path, heads.get("QUERY_STRING", ""), get_language(), "HTTP_HX_REQUEST" in heads)
            key = hashlib.sha256(repr((asked, now, deployed())).encode()).hexdigest()[:32]
            if key in heads.get("HTTP_IF_NONE_MATCH", ""):
                return _marked(HttpResponseNotModified(), key)
            packed = cache.get(f"page:{key}")
            if packed is None:
                made = view(request, **address)
                if not isinstance(made, HttpResponse) or made.status_code != 200 or _sets_a_cookie(request, made):
                    return _own(made)
                packed = gzip.compress(made.content, 6)
                cache.set(f"page:{key}", packed, KEPT_SECONDS)
            return _marked(_unpacked(request, packed), key)

        return answer

    return decorate


def _tidy(request: HttpRequest, patterns: Mapping[str, re.Pattern[str]], free: tuple[str, ...]) -> None:
    asked = request.GET
    kept = [
        (name, asked[name])
        for name, pattern in patterns.items()
        if name in asked and pattern.fullmatch(asked[name])
    ]
    kept += [(name, asked[name]) for name in free if asked.get(name)]
    query = urlencode(kept)
    request.META["QUERY_STRING"] = query
    request.GET = QueryDict(query)


def _has_session(request: HttpRequest) -> bool:
    cookies = request.COOKIES
    return settings.SESSION_COOKIE_NAME in cookies or CookieStorage.cookie_name in cookies


def _sets_a_cookie(request: HttpRequest, response: HttpResponse) -> bool:
    return bool(response.cookies) or request.META.get("CSRF_COOKIE_NEEDS_UPDATE", False)


def _unpacked(request: HttpRequest, packed: bytes) -> HttpResponse:
    if "gzip" in request.META.get("HTTP_ACCEPT_ENCODING", ""):
        return HttpResponse(packed, headers={"Content-Encoding": "gzip"})
    return HttpResponse(gzip.decompress(packed))


def _marked(response: HttpResponseBase, key: str) -> HttpResponseBase:
    response["ETag"] = f'W/"{key}"'
    # Kept by the reader's browser too, but asked for again each time: the answer is then 304.
    response["Cache-Control"] = "no-cache"
    response["Vary"] = _VARY
    return response


def _own(response: HttpResponseBase) -> HttpResponseBase:
    patch_cache_control(response, private=True, no_cache=True)
    patch_vary_headers(response, _VARY.split(", "))
    return response
