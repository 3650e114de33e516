"""Who calls the API: a Bearer token (person or device), else the browser's session."""

from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.utils.translation import gettext_lazy as _
from rest_framework.authentication import BaseAuthentication, SessionAuthentication
from rest_framework.exceptions import AuthenticationFailed, PermissionDenied
from rest_framework.request import Request

from .models import Token
from .tokens import token_read


class TokenAuthentication(BaseAuthentication):
    """``Authorization: Bearer krd_…``. A token that is wrong, expired or revoked is 401, never a stranger.

    Other schemes (a proxy's Basic, say) are not ours to judge: the session may still say who it is.
    """

    def authenticate(self, request: Request) -> tuple[Any, Token] | None:
        scheme, _space, text = request.headers.get("Authorization", "").partition(" ")
        if scheme.lower() != "bearer":
            return None
        token = token_read(text.strip())
        if token is None:
            raise AuthenticationFailed(_("This token is not valid (any more)."), code="auth.token_invalid")
        return (token.user or AnonymousUser(), token)

    def authenticate_header(self, request: Request) -> str:
        return 'Bearer realm="kradan"'


class BrowserSessionAuthentication(SessionAuthentication):
    """The site's own pages; whatever changes something carries the CSRF token in ``X-CSRFToken``."""

    def enforce_csrf(self, request: Any) -> None:
        try:
            super().enforce_csrf(request)
        except PermissionDenied as error:
            raise PermissionDenied(
                _("Send the page's CSRF token in X-CSRFToken, or use a token of your own."), code="auth.csrf_failed"
            ) from error
