"""The site's addresses and one more: the least that an endpoint of this kind can be."""

import hmac
from typing import Any

from django.db import transaction
from django.urls import path
from django.utils import timezone
from rest_framework.authentication import BaseAuthentication
from rest_framework.parsers import JSONParser
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from common.models import Token
from common.tokens import secret_hash
from config.urls import urlpatterns as site
from games.models import GameEvent, Sheet


class LeastToken(BaseAuthentication):
    def authenticate(self, request: Request) -> tuple[Any, Token]:
        text = request.headers["Authorization"].split()[1]
        _krd, _kind, id8, secret = text.split("_")
        token = Token.objects.select_related("user").get(id8=id8)
        assert hmac.compare_digest(token.secret_hash, secret_hash(secret[:32]))
        return token.user, token


class Least(APIView):
    """Token, select, insert: what Django REST Framework alone would cost. Checks nothing, promises nothing."""

    authentication_classes = [LeastToken]
    parser_classes = [JSONParser]
    permission_classes: list[Any] = []
    throttle_classes: list[Any] = []

    def post(self, request: Request, game: int) -> Response:
        sent = request.data
        with transaction.atomic():
            sheet = Sheet.objects.select_for_update().get(pk=game)
            row = GameEvent.objects.create(
                game_id=sheet.pk,
                seq=sent["seq"],
                kind=sent["type"],
                payload=sent,
                client_event_id=sent["client_event_id"],
                received_at=timezone.now(),
                hash="",
            )
        return Response({"seq": row.seq, "type": row.kind}, status=201)


urlpatterns = [path("least/<int:game>", Least.as_view()), *site]
