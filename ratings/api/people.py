"""Players, and what they are rated."""

import datetime
from typing import Any

from django.db.models import Q
from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from common.openapi import PAGING, listing, operation
from common.pagination import page_of
from common.query import QueryShape, query_of
from common.rest import ApiView
from common.text import match_key
from players.models import Level, Player

from ..models import RatingList
from ..selectors.people import (
    HistoryLine,
    PeopleFilter,
    history_of,
    lists_of,
    players_matching,
    public_players,
    span_of,
)
from ..selectors.table import row_of
from . import examples
from .answers import PlayerOut, PlayerRatingOut
from .people_games import NUMBER, public_player
from .shared import player_data, row_data


class PlayerQuery(QueryShape):
    q = serializers.CharField(max_length=120, required=False, trim_whitespace=False)
    country = serializers.RegexField(r"^[A-Za-z]{2}$", required=False)
    province = serializers.RegexField(r"^(TH-)?[0-9]{2}$", required=False)
    level = serializers.ChoiceField(Level.values, required=False)


class Players(ApiView):
    @operation(
        "players_list",
        "List players",
        tag="players",
        answers={200: listing(PlayerOut)},
        example={"items": [examples.PLAYER], "next": None},
        parameters=[
            *PAGING,
            OpenApiParameter(
                "q",
                {"type": "string", "minLength": 1, "maxLength": 120},
                description="A number, or part of the name as it is shown.",
            ),
            OpenApiParameter("country", {"type": "string", "pattern": "^[A-Za-z]{2}$"}, description="Such as TH."),
            OpenApiParameter(
                "province",
                {"type": "string", "pattern": "^(TH-)?[0-9]{2}$"},
                description="As entries take it: TH-10 or 10.",
            ),
            OpenApiParameter(
                "level", {"type": "string", "enum": list(Level.values)}, description="How far at school."
            ),
        ],
    )
    def get(self, request: Request) -> Response:
        """Those who have played in a public event, by number. A search finds no name that its owner hides.

        `province` and `level` find nobody who is shown as a number.
        """
        asked = query_of(request, PlayerQuery)
        wanted = PeopleFilter(province=asked.get("province", "").removeprefix("TH-"), level=asked.get("level", ""))
        rows = wanted.of(public_players())
        if "country" in asked:
            rows = rows.filter(country=asked["country"].upper())
        if "q" in asked:
            rows = rows.filter(pk__in=[player.pk for player in _matching(rows, asked["q"])])
        page = page_of(request, rows, ("number",))
        return Response({"items": [player_data(player) for player in page.items], "next": page.next})


def _matching(rows: Any, asked: str) -> list[Player]:
    """The database narrows it down by one word; what is shown of each name decides."""
    words = match_key(asked).removeprefix("#").replace(".", " ").split()
    if not words:
        return []
    near = Q(match_key__contains=words[0])
    if words[0].isdecimal() and len(words[0]) <= 9:
        near |= Q(number=int(words[0]))
    return players_matching(rows.filter(near), asked)


class OnePlayer(ApiView):
    @operation(
        "players_read",
        "Read a player",
        tag="players",
        answers={200: PlayerOut},
        example=examples.PLAYER,
        problems=["not_found"],
        parameters=[NUMBER],
    )
    def get(self, request: Request, number: int) -> Response:
        """By the number that entries name. Whoever was found to be another player is answered as that one, here and
        at every address below: `number` then is not the number asked for, and is the one to keep.
        """
        return Response(player_data(public_player(number)))


class PlayerRatings(ApiView):
    @operation(
        "players_ratings",
        "Read a player's ratings",
        tag="players",
        answers={200: listing(PlayerRatingOut)},
        example={"items": [examples.PLAYER_RATING], "next": None},
        problems=["not_found"],
        parameters=[NUMBER],
    )
    def get(self, request: Request, number: int) -> Response:
        """One item a list, with every event's line, the newest first."""
        player = public_player(number)
        today = timezone.localdate()
        items = [_in_list(player, each, today) for each in lists_of(player)]
        return Response({"items": items, "next": None})


def _in_list(player: Player, rating_list: RatingList, today: datetime.date) -> dict[str, Any]:
    row = row_of(rating_list, player.pk, today)
    low, high = span_of(row) or (None, None)
    return {
        "list": rating_list.slug,
        "now": row_data(row) if row else None,
        "low": low,
        "high": high,
        "history": [_line(line) for line in history_of(player, rating_list)],
    }


def _line(line: HistoryLine) -> dict[str, Any]:
    return {
        "day": line.day.isoformat(),
        "event": line.name or None,
        "tournament": line.slug or None,
        "division": line.division or None,
        "before": line.before,
        "after": line.after,
        "change": line.change,
        "rd": line.rd,
        "games": line.games if line.figures else None,
        "expected": round(line.expected, 3) if line.figures else None,
        "actual": round(line.actual, 3) if line.figures else None,
        "provisional": line.provisional,
        "running": line.running,
        "superseded": line.superseded,
    }
