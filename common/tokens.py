"""Making and reading tokens. A secret is long and random, so one fast hash keeps it."""

import hashlib
import hmac
import re
import secrets
import zlib
from collections.abc import Iterable
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from .actor import Actor
from .errors import Conflict, Missing, NotAllowed, Refused
from .log import SITE_CHAIN, log_append
from .models import Token
from .prepared import Prepared
from .scopes import SCOPES
from .text import clean

_ALPHABET = "abcdefghijkmnpqrstuvwxyz23456789"  # 32 signs that nobody mistakes for one another
_FORM = re.compile(r"krd_(pat|dev)_([a-z2-9]{8})_([a-z2-9]{32})([0-9a-f]{6})")
_TOUCH_EVERY = timedelta(minutes=1)
MAX_TOKENS = 50


#: What else is read with a token, in the same query: the reverse relations that apps above have named.
_parts = ["user"]
_token_of = Prepared(lambda id8: Token.objects.select_related(*_parts).filter(id8=id8, revoked_at=None).order_by())


def token_part(name: str) -> None:
    """Have this one-to-one relation of a token at hand in every request; called while the apps are made ready."""
    _parts.append(name)


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
    token = _token_of.first(id8=match[2])
    if token is None or token.kind != match[1] or (token.expires_at is not None and token.expires_at <= now):
        return None
    if not hmac.compare_digest(token.secret_hash, secret_hash(match[3])):
        return None
    if token.user is not None and not token.user.is_active:
        return None
    if token.last_used_at is None or now - token.last_used_at > _TOUCH_EVERY:
        Token.objects.filter(pk=token.pk).update(last_used_at=now)
    return token


@transaction.atomic
def token_issue(
    *,
    user_id: int,
    label: str,
    scopes: Iterable[str],
    scope_key: str = "",
    expires_at: datetime | None = None,
    by: Token | None = None,
    actor: Actor,
) -> tuple[Token, str]:
    """A person's token and the text to show once. ``by`` is the token that asks: a new one may do no more than it.

    Errors: ``token.scope_unknown``, ``token.expired``, ``token.exceeds``, ``token.too_many``.
    """
    asked = sorted(set(scopes))
    if unknown := [scope for scope in asked if scope not in SCOPES]:
        raise Refused(
            "token.scope_unknown", _("There is no such scope."), field="scopes", extra={"scopes": unknown}
        )
    if expires_at is not None and expires_at <= timezone.now():
        raise Refused("token.expired", _("This moment is over."), field="expires_at")
    if by is not None and not token_covers(by, asked, scope_key, expires_at):
        raise NotAllowed("token.exceeds", _("A token cannot make one that may do more or lasts longer."))
    if live_tokens(user_id).count() >= MAX_TOKENS:
        raise Conflict("token.too_many", _("You have %(count)s tokens. Revoke some.") % {"count": MAX_TOKENS})
    token, text = token_create(
        label=clean(label)[:80], user_id=user_id, scopes=asked, scope_key=scope_key, expires_at=expires_at
    )
    _log("token.created", token, actor)
    return token, text


def token_covers(by: Token, scopes: Iterable[str], scope_key: str, expires_at: datetime | None) -> bool:
    """Whether ``by`` may do all that a token like this may, and for as long."""
    return (
        set(scopes) <= set(by.scopes)
        and by.scope_key in ("", scope_key)
        and (by.expires_at is None or (expires_at is not None and expires_at <= by.expires_at))
    )


@transaction.atomic
def token_revoke(*, user_id: int, id8: str, by: Token | None = None, actor: Actor) -> None:
    """End a token; the next request with it is refused. Errors: ``token.missing``, ``token.exceeds``."""
    token = live_tokens(user_id).filter(id8=id8).first()
    if token is None:
        raise Missing("token.missing", _("There is no such token."))
    beyond = by is not None and not token_covers(by, token.scopes, token.scope_key, token.expires_at)
    if by is not None and by.pk != token.pk and beyond:
        raise NotAllowed("token.exceeds", _("A token cannot revoke one that may do more or lasts longer."))
    Token.objects.filter(pk=token.pk).update(revoked_at=timezone.now())
    _log("token.revoked", token, actor)


def live_tokens(user_id: int) -> QuerySet[Token]:
    """The user's own tokens that still open something."""
    now = timezone.now()
    return Token.objects.filter(
        Q(expires_at=None) | Q(expires_at__gt=now), user_id=user_id, revoked_at=None, kind=Token.Kind.PERSON
    )


def _log(action: str, token: Token, actor: Actor) -> None:
    data = {"id": token.id8, "label": token.label, "scopes": token.scopes, "bound_to": token.scope_key}
    log_append(chain=SITE_CHAIN, action=action, actor=actor, object_kind="token", object_id=token.pk, data=data)
