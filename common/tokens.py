"""Making and reading tokens. A secret is long and random, so one fast hash keeps it."""

import hashlib
import hmac
import re
import secrets
import zlib
from collections.abc import Iterable
from datetime import datetime, timedelta

from django.db.models import Q
from django.utils import timezone

from .models import Token

_ALPHABET = "abcdefghijkmnpqrstuvwxyz23456789"  # 32 signs that nobody mistakes for one another
_FORM = re.compile(r"krd_(pat|dev)_([a-z2-9]{8})_([a-z2-9]{32})([0-9a-f]{6})")
_TOUCH_EVERY = timedelta(minutes=1)


def _random(length: int) -> str:
    return "".join(secrets.choice(_ALPHABET) for _ in range(length))


def _check(body: str) -> str:
    return f"{zlib.crc32(body.encode()) & 0xFFFFFF:06x}"


def secret_hash(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


def token_create(
    *,
    label: str,
    user_id: int | None = None,
    kind: str = Token.Kind.PERSON,
    scopes: Iterable[str] = (),
    scope_key: str = "",
    expires_at: datetime | None = None,
) -> tuple[Token, str]:
    """The row and the text to show once. 160 random bits in the secret."""
    id8, secret = _random(8), _random(32)
    body = f"krd_{kind}_{id8}_{secret}"
    token = Token.objects.create(
        kind=kind,
        id8=id8,
        secret_hash=secret_hash(secret),
        user_id=user_id,
        label=label,
        scopes=sorted(scopes),
        scope_key=scope_key,
        expires_at=expires_at,
    )
    return token, body + _check(body)


def token_read(text: str) -> Token | None:
    """The live token behind the text, or None: mistyped, unknown, expired, revoked, or its owner is barred."""
    match = _FORM.fullmatch(text)
    if match is None or not hmac.compare_digest(_check(text[:-6]), match[4]):
        return None
    now = timezone.now()
    token = (
        Token.objects.select_related("user")
        .filter(Q(expires_at=None) | Q(expires_at__gt=now), id8=match[2], kind=match[1], revoked_at=None)
        .first()
    )
    if token is None or not hmac.compare_digest(token.secret_hash, secret_hash(match[3])):
        return None
    if token.user is not None and not token.user.is_active:
        return None
    if token.last_used_at is None or now - token.last_used_at > _TOUCH_EVERY:
        Token.objects.filter(pk=token.pk).update(last_used_at=now)
    return token
