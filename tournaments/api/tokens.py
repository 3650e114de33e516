"""Tokens: made by a person for a program, shown once, revoked by the person."""

from typing import Any

from django.http import Http404
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from common.errors import Missing, Refused
from common.http import actor_of
from common.models import Token
from common.openapi import operation, path_parameter
from common.rest import ApiView, person_required, token_of
from common.scopes import SCOPES
from common.tokens import live_tokens, token_issue, token_revoke

from ..models import Tournament
from . import examples
from .answers import NewTokenOut, TokensOut
from .shapes import TokenNew

ID8 = path_parameter("id8", r"^[a-z2-9]{8}$", "The token's id: the eight letters after `krd_pat_`.")
_MOMENT = serializers.DateTimeField()


def _data(token: Token, events: dict[str, str]) -> dict[str, Any]:
    moments = ("created_at", "expires_at", "last_used_at")
    return {
        "id": token.id8,
        "label": token.label,
        "scopes": token.scopes,
        "tournament": events.get(token.scope_key),
        **{name: _MOMENT.to_representation(v) if (v := getattr(token, name)) else None for name in moments},
    }


def _events(tokens: list[Token]) -> dict[str, str]:
    """Slugs of the events that these tokens are bound to, by their key."""
    ids = [token.scope_key.rpartition(":")[2] for token in tokens if token.scope_key]
    return {event.log_chain: event.slug for event in Tournament.objects.filter(pk__in=ids)}


class Tokens(ApiView):
    @operation(
        "tokens_list",
        "List my tokens",
        tag="tokens",
        login=True,
        answers={200: TokensOut},
        example={
            "items": [examples.TOKEN],
            "next": None,
            "scopes": [{"scope": "result:submit", "meaning": "send results of games"}],
        },
    )
    def get(self, request: Request) -> Response:
        """Those that still open something, and what a token can be made for."""
        person_required(request)
        rows = list(live_tokens(request.user.pk).order_by("-id"))
        events = _events(rows)
        scopes = [{"scope": scope, "meaning": str(meaning)} for scope, meaning in SCOPES.items()]
        return Response({"items": [_data(row, events) for row in rows], "next": None, "scopes": scopes})

    @operation(
        "tokens_create",
        "Make a token",
        tag="tokens",
        login=True,
        body=TokenNew,
        sends={"label": "Scoring app", "scopes": ["result:submit"], "tournament": "school-cup"},
        answers={201: NewTokenOut},
        example={**examples.TOKEN, "token": "krd_pat_k3f9a2m7_<32 letters and digits><6 hexadecimal digits>"},
        problems=[
            "token.scope_unknown",
            "token.expired",
            "token.exceeds",
            "token.too_many",
            "tournament.missing",
        ],
    )
    def post(self, request: Request) -> Response:
        """The answer holds the token itself, this once: only a hash of it is kept.

        Asked for with a token, the new one may do no more than that one and lasts no longer.
        """
        person_required(request)
        shape = TokenNew(data=request.data)
        shape.is_valid(raise_exception=True)
        wish: dict[str, Any] = dict(shape.validated_data)
        event = self._event(request, wish.pop("tournament"))
        token, text = token_issue(
            user_id=request.user.pk,
            scope_key=event.log_chain if event else "",
            by=token_of(request),
            actor=actor_of(request),
            **wish,
        )
        return Response({**_data(token, _events([token])), "token": text}, status=201)

    def _event(self, request: Request, slug: str | None) -> Tournament | None:
        if slug is None:
            return None
        event = Tournament.objects.filter(slug=slug).first()
        user: Any = request.user
        if event is None or not (event.is_public or user.has_perm("tournaments.look", event)):
            raise Refused("tournament.missing", _("There is no such event among yours."), field="tournament")
        return event


class OneToken(ApiView):
    @operation(
        "tokens_delete",
        "Revoke a token",
        tag="tokens",
        login=True,
        answers={204: None},
        problems=["not_found", "token.exceeds"],
        parameters=[ID8],
    )
    def delete(self, request: Request, id8: str) -> Response:
        """At once: the next request with it is refused."""
        person_required(request)
        try:
            token_revoke(user_id=request.user.pk, id8=id8, by=token_of(request), actor=actor_of(request))
        except Missing as error:
            raise Http404 from error
        return Response(status=204)
