"""Rating lists."""

from typing import Any

from django.http import Http404
from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response

from common.openapi import PAGING, listing, operation, path_parameter
from common.pagination import page_of_list
from common.rest import ApiView

from ..models import RatingList
from ..selectors.people import public_players
from ..selectors.table import list_table
from . import examples
from .answers import ListOut, ListTableOut
from .shared import player_data, row_data

LIST = path_parameter("slug", r"^[-a-zA-Z0-9_]+$", "The list's address.")


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
            {**row_data(row), "player": player_data(people[row.player_id]) if row.player_id in people else None}
            for row in page.items
        ]
        return Response({**_list(found, len(table)), "items": items, "next": page.next})
