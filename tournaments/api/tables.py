"""Standings as of any round."""

from typing import Any

from django.http import Http404
from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request
from rest_framework.response import Response

from common.openapi import operation
from common.query import QueryShape, QueryWhole, query_of
from common.rest import ApiView
from common.shapes import plain_number

from ..models import Division
from ..selectors import division_table
from ..selectors.public import last_played_round, shown_entries
from . import examples
from .access import division_access
from .answers import StandingsOut
from .events import DIVISION, EVENT


class TableQuery(QueryShape):
    after_round = QueryWhole(min_value=0, max_value=200, required=False)


def standings_data(division: Division, after_round: int) -> dict[str, Any]:
    table = division_table(division, after_round)
    people = shown_entries(division)
    return {
        "after_round": table.after_round,
        "order": [str(criterion) for criterion in table.rules.order],
        "rows": [
            {
                "rank": row.rank,
                "shared": row.shared,
                "entry": row.number,
                "name": people[row.entry].name,
                "club": people[row.entry].club or None,
                "active": row.active,
                "points": plain_number(row.points),
                "wins": row.wins,
                "ties": row.ties,
                "losses": row.losses,
                "capped_spread": row.capped_spread,
                "spread": row.spread,
                "total": row.total,
                "games_played": row.games_played,
                "byes": row.byes,
                "forfeits": row.forfeits,
                "missed": list(row.missed),
            }
            for row in table.rows
        ],
    }


class Standings(ApiView):
    @operation(
        "standings_read",
        "Read the standings",
        tag="standings",
        answers={200: StandingsOut},
        example=examples.STANDINGS,
        problems=["not_found"],
        parameters=[
            EVENT,
            DIVISION,
            OpenApiParameter(
                "after_round",
                {"type": "integer", "minimum": 0, "maximum": 200},
                description="As of this round, 0 being the start; the last one played where it is left out.",
            ),
        ],
    )
    def get(self, request: Request, slug: str, division: str) -> Response:
        """Computed from the results that count; a correction changes every later table too."""
        access, found = division_access(request, slug, division)
        access.sees(found.standings_public)
        asked = query_of(request, TableQuery).get("after_round")
        last = last_played_round(found)
        if asked is not None and asked > last and not _exists(found, asked):
            raise Http404
        return Response(standings_data(found, last if asked is None else asked))


def _exists(division: Division, number: int) -> bool:
    return division.rounds.exclude(state="draft").filter(number=number).exists()
