"""Rating lists."""

from typing import Any

from django.http import Http404
from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from common.openapi import PAGING, listing, operation, path_parameter
from common.pagination import page_of_list
from common.query import QueryShape, query_of
from common.rest import ApiView
from common.text import match_key
from players.models import Club, Level

from ..models import RatingList
from ..selectors.filters import SHOWS, Asked, chosen
from ..selectors.lists import policy_of
from ..selectors.movement import SINCE, since_day, standings_on
from ..selectors.people import public_players
from ..selectors.table import list_table
from . import examples
from .answers import ListOut, ListTableOut
from .shared import player_data, row_data

LIST = path_parameter("slug", r"^[-a-zA-Z0-9_]+$", "The list's address.")


class ListQuery(QueryShape):
    q = serializers.CharField(max_length=80, required=False, trim_whitespace=False)
    club = serializers.CharField(max_length=120, required=False)
    province = serializers.RegexField(r"^(TH-)?[0-9]{2}$", required=False)
    level = serializers.ChoiceField(Level.values, required=False)
    show = serializers.ChoiceField(SHOWS, required=False)
    since = serializers.ChoiceField(SINCE, required=False)


def list_data(found: RatingList, players: int) -> dict[str, Any]:
    run = found.current_run
    return {
        "slug": found.slug,
        "name": found.name,
        "ruleset": found.ruleset,
        "system": found.system,
        "kind": found.kind,
        "players": players,
        "policy": policy_of(found).as_mapping(),
        "run": None
        if run is None or run.finished_at is None
        else {
            "number": run.pk,
            "algorithm": run.algorithm,
            "finished_at": timezone.localtime(run.finished_at).isoformat(timespec="seconds"),
            "corrected": run.lines_superseded,
        },
    }


def list_named(slug: str) -> RatingList:
    found = RatingList.objects.select_related("current_run").filter(slug=slug).first()
    if found is None:
        raise Http404
    return found


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
        lists = RatingList.objects.select_related("current_run")
        items = [list_data(found, len(list_table(found, today))) for found in lists]
        return Response({"items": items, "next": None})


def _word(name: str, values: Any, description: str) -> OpenApiParameter:
    return OpenApiParameter(name, {"type": "string", "enum": list(values)}, description=description)


class OneList(ApiView):
    @operation(
        "ratings_read",
        "Read a rating list",
        tag="ratings",
        answers={200: ListTableOut},
        example={**examples.LIST, "since": "2026-10-29", "items": [examples.ROW], "next": None},
        problems=["not_found"],
        parameters=[
            LIST,
            *PAGING,
            OpenApiParameter(
                "q",
                {"type": "string", "minLength": 1, "maxLength": 80},
                description="A number, or part of the name as it is shown.",
            ),
            OpenApiParameter(
                "club", {"type": "string", "minLength": 1, "maxLength": 120}, description="A club's whole name."
            ),
            OpenApiParameter(
                "province",
                {"type": "string", "pattern": "^(TH-)?[0-9]{2}$"},
                description="As entries take it: TH-10 or 10.",
            ),
            _word("level", Level.values, "Of whom."),
            _word("show", SHOWS, "The ranked, the provisional, or all, which is what is given without it."),
            _word("since", SINCE, "Compare with before the last day of events, or so many months ago."),
        ],
    )
    def get(self, request: Request, slug: str) -> Response:
        """Best first: the ranked, the provisional and those away, as their standing says."""
        found = list_named(slug)
        asked = query_of(request, ListQuery)
        today = timezone.localdate()
        table = list_table(found, today)
        day = since_day(found, asked["since"], today) if "since" in asked else None
        then = standings_on(found, day) if day else {}
        page = page_of_list(request, _chosen(table, found, asked), lambda row: row.order)
        people = public_players().in_bulk([row.player_id for row in page.items])
        items = []
        for row in page.items:
            before = then.get(row.player_id)
            items.append(
                {
                    **row_data(row),
                    "player": player_data(people[row.player_id]) if row.player_id in people else None,
                    "rating_then": before.rating if before else None,
                    "rank_then": before.rank if before else None,
                }
            )
        return Response(
            {
                **list_data(found, len(table)),
                "since": day.isoformat() if day else None,
                "items": items,
                "next": page.next,
            }
        )


def _chosen(table: Any, found: RatingList, asked: Any) -> Any:
    club = None
    if "club" in asked:
        club = Club.objects.filter(name_key=match_key(asked["club"])).values_list("pk", flat=True).first()
        if club is None:
            return []
    return chosen(
        table,
        found,
        Asked(
            q=asked.get("q", ""),
            club=club,
            province=asked.get("province", "").removeprefix("TH-"),
            level=asked.get("level", ""),
            show=asked.get("show"),
        ),
    )
