"""The view that every endpoint is: conditional answers, honest caching, limits told in headers."""

from typing import Any

from django.http import HttpResponseBase
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.utils.translation import gettext_lazy as _
from rest_framework import exceptions
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from .errors import NotAllowed
from .models import Token
from .preconditions import etag_of, not_modified
from .throttling import BucketThrottle


class ApiView(APIView):
    """Every answer carries the ETag of what it shows, and ``GET`` is 304 to whoever holds the same copy.

    Answers differ by reader (staff see drafts), so each says that it varies with the credentials, and only an
    anonymous reader's may be kept by a shared cache, to be asked about again each time.
    """

    #: All that any address takes: ``Allow`` names no others.
    http_method_names = ("get", "head", "post", "patch", "delete")
    throttle: BucketThrottle | None = None

    def get_throttles(self) -> list[Any]:
        self.throttle = BucketThrottle()
        return [self.throttle]

    def finalize_response(self, request: Request, response: Response, *args: Any, **kwargs: Any) -> Any:
        answer: HttpResponseBase = super().finalize_response(request, response, *args, **kwargs)
        patch_vary_headers(answer, ("Authorization", "Cookie", "Accept"))
        known = getattr(request, "_user", None) is not None and request.user.is_authenticated
        if isinstance(answer, Response) and answer.status_code in (200, 201) and not answer.has_header("ETag"):
            answer["ETag"] = etag_of(answer.data)
        if request.method in ("GET", "HEAD") and answer.status_code == 200:
            patch_cache_control(answer, no_cache=True, **({"private": True} if known else {"public": True}))
            if short := not_modified(request, answer):
                if self.throttle is not None:
                    self.throttle.refund()
                answer = short
        else:
            patch_cache_control(answer, no_store=True)
        if self.throttle is not None and hasattr(self.throttle, "now"):
            for name, value in self.throttle.headers().items():
                answer[name] = value
        return answer


def login_required(request: Request) -> None:
    """401 for whoever has not said who they are; a device says it with its token alone."""
    if token_of(request) is None and not (request.user and request.user.is_authenticated):
        raise exceptions.NotAuthenticated


def person_required(request: Request) -> None:
    """401 for nobody, 403 for a device: this is for whoever has a login."""
    login_required(request)
    if not request.user.is_authenticated:
        raise NotAllowed("auth.not_allowed", _("A device has no business here."))


def token_of(request: Request) -> Token | None:
    """The token a request came with; None for a session and for nobody."""
    return request.auth if isinstance(request.auth, Token) else None
