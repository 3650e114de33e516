"""Standings as of any round, of entries and of their clubs."""

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
from ..selectors.clubs import division_clubs
from ..selectors.public import Who, last_played_round, shown_entries
from ..standings import Row
from . import examples
from .access import division_access
from .answers import ClubStandingsOut, StandingsOut
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


def clubs_data(division: Division, after_round: int) -> dict[str, Any]:
    [table] = division_clubs(division, after_round)
    people = shown_entries(division)
    return {
        "after_round": table.after_round,
        "order": [str(criterion) for criterion in table.rules.order],
        "best": table.best,
        "without_club": table.without,
        "rows": [
            {
                "rank": row.rank,
                "shared": row.shared,
                "club": people[row.counting[0].entry].club,
                "points": plain_number(row.points),
                "wins": row.wins,
                "ties": row.ties,
                "losses": row.losses,
                "capped_spread": row.capped_spread,
                "spread": row.spread,
                "total": row.total,
                "lacking": row.lacking,
                "counting": [_of_club(each, people) for each in row.counting],
                "beyond": [_of_club(each, people) for each in row.beyond],
            }
            for row in table.rows
        ],
    }


def _of_club(row: Row, people: dict[int, Who]) -> dict[str, Any]:
    return {
        "entry": row.number,
        "name": people[row.entry].name,
        "rank": row.rank,
        "shared": row.shared,
        "points": plain_number(row.points),
        "capped_spread": row.capped_spread,
        "spread": row.spread,
    }


_AFTER = OpenApiParameter(
    "after_round",
    {"type": "integer", "minimum": 0, "maximum": 200},
    description="As of this round, 0 being the start; the last one played where it is left out.",
)


class Standings(ApiView):
    @operation(
        "standings_read",
        "Read the standings",
        tag="standings",
        answers={200: StandingsOut},
        example=examples.STANDINGS,
        problems=["not_found"],
        parameters=[EVENT, DIVISION, _AFTER],
    )
    def get(self, request: Request, slug: str, division: str) -> Response:
        """Computed from the results that count; a correction changes every later table too."""
        access, found = division_access(request, slug, division)
        access.sees(found.standings_public)
        return Response(standings_data(found, _after(request, found)))


class ClubStandings(ApiView):
    @operation(
        "club_standings_read",
        "Read the standings of the clubs",
        tag="standings",
        answers={200: ClubStandingsOut},
        example=examples.CLUB_STANDINGS,
        problems=["not_found"],
        parameters=[EVENT, DIVISION, _AFTER],
    )
    def get(self, request: Request, slug: str, division: str) -> Response:
        """What the best entries of each club come to together, ranked as the standings are, with the entries behind
        each sum. `club_best` of the division says how many count; without it there is no such table.
        """
        access, found = division_access(request, slug, division)
        access.sees(found.standings_public)
        if found.club_best is None:
            raise Http404
        return Response(clubs_data(found, _after(request, found)))


def _after(request: Request, division: Division) -> int:
    """The round that is asked for; 404 where there is none."""
    asked = query_of(request, TableQuery).get("after_round")
    last = last_played_round(division)
    if asked is not None and asked > last and not _exists(division, asked):
        raise Http404
    return last if asked is None else int(asked)


def _exists(division: Division, number: int) -> bool:
    return division.rounds.exclude(state="draft").filter(number=number).exists()
