"""For which lists a division counts."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from common.http import actor_of
from common.openapi import operation
from common.rest import ApiView
from common.shapes import Many, Shape, Text
from tournaments.api.access import division_access, writing_division
from tournaments.api.events import DIVISION, EVENT
from tournaments.models import Division

from ..models import RatingList
from ..selectors.choices import choice_of, lists_of_division
from ..selectors.lists import ruleset_name
from ..services import division_lists_set


class DivisionListOut(serializers.Serializer):
    """How a division stands in a list of its game."""

    list = serializers.CharField(help_text="The list's address.")
    counts = serializers.BooleanField(help_text="It does, or will with the first result.")
    state = serializers.CharField(
        help_text="Open list: unrated, left_out, later (with the first result), waiting (for an officer), "
        "returned, nothing (no rated game yet), projection, published."
    )
    reason = serializers.CharField(
        allow_null=True, required=False, help_text="Why it was returned. For staff only."
    )
    games = serializers.IntegerField(help_text="Rated games.")
    stale = serializers.BooleanField(help_text="New numbers are being worked out.")


class DivisionRatingsOut(serializers.Serializer):
    """`named` false: the lists follow from the division's game and kind."""

    named = serializers.BooleanField()
    seeds_from = serializers.CharField(
        allow_null=True, help_text="The list whose numbers new entries get; null: that of the game and kind."
    )
    lists = DivisionListOut(many=True)


class DivisionRatingsIn(Shape):
    """The whole choice: what is left out is as if nobody had named anything."""

    lists = Many(
        child=Text(max_length=40),
        max_length=100,
        allow_null=True,
        default=None,
        help_text="Addresses of the lists it counts for; null: those of its game and kind.",
    )
    seeds_from = Text(max_length=40, allow_null=True, default=None, help_text="Also a federation's list.")


EXAMPLE = {
    "named": True,
    "seeds_from": None,
    "lists": [
        {"list": "amath", "counts": True, "state": "projection", "games": 96, "stale": False},
        {"list": "amath-juniors", "counts": False, "state": "left_out", "games": 0, "stale": False},
    ],
}


def _data(division: Division, *, full: bool) -> dict[str, Any]:
    choice = choice_of(division)
    return {
        "named": choice.lists_named,
        "seeds_from": choice.seeds_from.slug if choice.seeds_from else None,
        "lists": [
            {
                "list": row.rating_list.slug,
                "counts": row.counts,
                "state": row.state,
                **({"reason": row.event.reason or None if row.event else None} if full else {}),
                "games": row.games if full or division.standings_public else 0,
                "stale": row.stale,
            }
            for row in lists_of_division(division)
        ],
    }


class DivisionRatings(ApiView):
    http_method_names = ("get", "head", "put")

    @operation(
        "division_ratings_read",
        "Read for which rating lists a division counts",
        tag="ratings",
        answers={200: DivisionRatingsOut},
        example=EXAMPLE,
        problems=["not_found"],
        parameters=[EVENT, DIVISION],
    )
    def get(self, request: Request, slug: str, division: str) -> Response:
        """Every list of its game in which games are rated, and how the division stands in it."""
        access, found = division_access(request, slug, division)
        return Response(_data(found, full=access.looks))

    @operation(
        "division_ratings_set",
        "Name the rating lists of a division",
        tag="ratings",
        login=True,
        body=DivisionRatingsIn,
        sends={"lists": ["amath"], "seeds_from": None},
        answers={200: DivisionRatingsOut},
        example=EXAMPLE,
        problems=["not_found", "ratings.list_of_other_game"],
        parameters=[EVENT, DIVISION],
    )
    def put(self, request: Request, slug: str, division: str) -> Response:
        """Lists that are left out are rated again without the division, those named with it; what an officer has
        returned stays returned. Entries that are there keep their ratings. The same choice twice changes nothing.
        """
        _access, found = writing_division(request, slug, division, "tournaments.direct")
        shape = DivisionRatingsIn(data=request.data)
        shape.is_valid(raise_exception=True)
        data = shape.validated_data
        ids = dict(RatingList.objects.filter(ruleset=ruleset_name(found.ruleset)).values_list("slug", "pk"))
        seeds = data["seeds_from"]
        division_lists_set(
            division_id=found.pk,
            # A list that is not there is one of no game.
            list_ids=None if data["lists"] is None else [ids.get(name, 0) for name in data["lists"]],
            seeds_from=None if seeds is None else ids.get(seeds, 0),
            actor=actor_of(request),
        )
        return Response(_data(found, full=True))
