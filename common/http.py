"""From a request to who asks."""

from typing import Any

from django.http import HttpRequest

from .actor import Actor
from .models import Token


def actor_of(request: HttpRequest | Any) -> Actor:
    """The actor behind a page's or the API's request, for the services and the log."""
    plain = getattr(request, "_request", request)
    token = getattr(request, "auth", None)
    user = request.user if request.user.is_authenticated else None
    ip = plain.META.get("REMOTE_ADDR")
    request_id = getattr(plain, "request_id", "")
    if isinstance(token, Token):
        label = f"{token.label} ({user})" if user is not None else token.label
        return Actor("token", label, user.pk if user else None, token.pk, ip, request_id)
    return Actor("user", str(user) if user else "anonymous", user.pk if user else None, None, ip, request_id)
