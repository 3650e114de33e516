"""Players, what they are rated, and the lists."""

from typing import Any

from django.db.models import Q
from django.http import Http404
from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from common.openapi import PAGING, listing, number_parameter, operation, path_parameter
from common.pagination import page_of, page_of_list
from common.query import QueryShape, query_of
from common.rest import ApiView
from common.text import match_key
from players.models import Player

from ..models import RatingList
from ..selectors.people import HistoryLine, history_of, players_matching, public_players
from ..selectors.table import ListRow, list_table, row_of
from . import examples
from .answers import ListOut, ListTableOut, PlayerOut, PlayerRatingOut

NUMBER = number_parameter("number", "The player's number.", maximum=999_999_999)
LIST = path_parameter("slug", r"^[-a-zA-Z0-9_]+$", "The list's address.")


def _player(player: Player) -> dict[str, Any]:
    return {
        "number": player.number,
        "name": player.public_name,
        "club": player.club.name if player.club else None,
        "country": player.country,
    }


class PlayerQuery(QueryShape):
    q = serializers.CharField(max_length=120, required=False, trim_whitespace=False)
    country = serializers.RegexField(r"^[A-Za-z]{2}$", required=False)


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
        ],
    )
    def get(self, request: Request) -> Response:
        """Those who have played in a public event, by number. A search finds no name that its owner hides."""
        asked = query_of(request, PlayerQuery)
        rows = public_players()
        if "country" in asked:
            rows = rows.filter(country=asked["country"].upper())
        if "q" in asked:
            rows = rows.filter(pk__in=[player.pk for player in _matching(rows, asked["q"])])
        page = page_of(request, rows, ("number",))
        return Response({"items": [_player(player) for player in page.items], "next": page.next})


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
        """By the number that entries name."""
        return Response(_player(_public(number)))


def _public(number: int) -> Player:
    player = public_players().filter(number=number).first()
    if player is None:
        raise Http404
    return player


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
        player = _public(number)
        today = timezone.localdate()
        known = RatingList.objects.filter(events__lines__player=player).distinct()
        items = [
            {
                "list": each.slug,
                "now": _row(row) if (row := row_of(each, player.pk, today)) else None,
                "history": [_line(line) for line in history_of(player, each)],
            }
            for each in known
        ]
        return Response({"items": items, "next": None})


def _line(line: HistoryLine) -> dict[str, Any]:
    return {
        "day": line.day.isoformat(),
        "event": line.name or None,
        "tournament": line.slug or None,
        "division": line.division or None,
        "before": line.before,
        "after": line.after,
        "rd": line.rd,
        "games": line.games,
        "expected": round(line.expected, 3),
        "actual": round(line.actual, 3),
        "running": line.running,
        "superseded": line.superseded,
    }


def _row(row: ListRow) -> dict[str, Any]:
    return {
        "rank": row.rank,
        "shared": row.shared,
        "rating": row.rating,
        "rd": row.rd,
        "games": row.games,
        "day": row.day.isoformat(),
        "standing": row.standing,
    }


def _list(found: RatingList, players: int) -> dict[str, Any]:
    return {
        "slug": found.slug,
        "name": found.name,
        "ruleset": found.ruleset,
        "system": found.system,
        "players": players,
    }


class Lists(ApiView):
    @operation(
        "ratings_list",
        "List rating lists",
        tag="ratings",
        answers={200: listing(ListOut)},
        example={"items": [examples.LIST], "next": None},
    )
    def get(self, request: Request) -> Response:
        """All of them."""
        today = timezone.localdate()
        items = [_list(found, len(list_table(found, today))) for found in RatingList.objects.all()]
        return Response({"items": items, "next": None})


class OneList(ApiView):
    @operation(
        "ratings_read",
        "Read a rating list",
        tag="ratings",
        answers={200: ListTableOut},
        example={**examples.LIST, "items": [examples.ROW], "next": None},
        problems=["not_found"],
        parameters=[LIST, *PAGING],
    )
    def get(self, request: Request, slug: str) -> Response:
        """Best first: the ranked, the provisional and those away, as their standing says."""
        found = RatingList.objects.filter(slug=slug).first()
        if found is None:
            raise Http404
        table = list_table(found, timezone.localdate())
        page = page_of_list(request, table, lambda row: (-row.rating, row.player_id))
        people = public_players().in_bulk([row.player_id for row in page.items])
        items = [
            {**_row(row), "player": _player(people[row.player_id]) if row.player_id in people else None}
            for row in page.items
        ]
        return Response({**_list(found, len(table)), "items": items, "next": page.next})
