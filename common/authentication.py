"""Who calls the API: a Bearer token (person or device), else the browser's session."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework.authentication import BaseAuthentication, SessionAuthentication
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from .models import Token
from .tokens import token_read


class TokenAuthentication(BaseAuthentication):
    """``Authorization: Bearer krd_…``. A token that is wrong, expired or revoked is 401, never a stranger."""

    def authenticate(self, request: Request) -> tuple[Any, Token] | None:
        scheme, _space, text = request.headers.get("Authorization", "").partition(" ")
        if not scheme:
            return None
        token = token_read(text.strip()) if scheme.lower() == "bearer" else None
        if token is None:
            raise AuthenticationFailed(_("This token is not valid (any more)."), code="auth.token_invalid")
        return (token.user or _anonymous(), token)

    def authenticate_header(self, request: Request) -> str:
        return 'Bearer realm="kradan"'


def _anonymous() -> Any:
    from django.contrib.auth.models import AnonymousUser

    return AnonymousUser()


class BrowserSessionAuthentication(SessionAuthentication):
    """The site's own pages; forms carry the CSRF token."""
