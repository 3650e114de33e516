"""What this API is, and which rules it knows."""

from typing import Any

from django.http import Http404
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from common.openapi import operation, path_parameter
from common.rest import ApiView

from ..engine.rulesets import RULESETS, Ruleset, UnknownRuleset, get_ruleset

VERSION = "1.0"


class RulesetRef(serializers.Serializer):
    id = serializers.CharField()
    title = serializers.CharField()


class RootOut(serializers.Serializer):
    api = serializers.CharField()
    version = serializers.CharField()
    rulesets = RulesetRef(many=True)


class Root(ApiView):
    @operation(
        "root",
        "Which API this is",
        tag="rules",
        answers={200: RootOut},
        example={"api": "kradan", "version": VERSION, "rulesets": [{"id": "amath@1", "title": "A-Math"}]},
    )
    def get(self, request: Request) -> Response:
        """The API's version, and the rulesets with theirs."""
        rulesets = [{"id": rules.id, "title": rules.title} for rules in RULESETS.values()]
        return Response({"api": "kradan", "version": VERSION, "rulesets": rulesets})


class TileOut(serializers.Serializer):
    count = serializers.IntegerField()
    points = serializers.IntegerField()


class RulesetOut(serializers.Serializer):
    """One version of one game's rules; `clock_ms` is a side's, null where the rules know no clock."""

    id = serializers.CharField()
    name = serializers.CharField()
    version = serializers.IntegerField()
    title = serializers.CharField()
    rack_size = serializers.IntegerField()
    bingo_bonus = serializers.IntegerField()
    clock_ms = serializers.IntegerField(allow_null=True)
    judging_modes = serializers.ListField(child=serializers.CharField())
    tiles = serializers.DictField(child=TileOut())


def _data(rules: Ruleset) -> dict[str, Any]:
    return {
        "id": rules.id,
        "name": rules.name,
        "version": rules.version,
        "title": rules.title,
        "rack_size": rules.rack_size,
        "bingo_bonus": rules.bingo_bonus,
        "clock_ms": rules.clock_ms,
        "judging_modes": list(rules.judging_modes),
        "tiles": {
            kind: {"count": count, "points": rules.tile_points[kind]} for kind, count in rules.tile_counts.items()
        },
    }


class OneRuleset(ApiView):
    @operation(
        "rulesets_read",
        "Read a ruleset",
        tag="rules",
        answers={200: RulesetOut},
        example={
            "id": "amath@1",
            "name": "amath",
            "version": 1,
            "title": "A-Math",
            "rack_size": 8,
            "bingo_bonus": 40,
            "clock_ms": 1_320_000,
            "judging_modes": ["challenge", "auto"],
            "tiles": {"=": {"count": 11, "points": 1}, "?": {"count": 4, "points": 0}},
        },
        problems=["not_found"],
        parameters=[
            path_parameter("ruleset", r"^[a-z-]+(@[0-9]{1,4})?$", "`amath@1`, or `amath` for its newest version.")
        ],
    )
    def get(self, request: Request, ruleset: str) -> Response:
        """Tiles, points, bonus, clock."""
        try:
            rules = get_ruleset(ruleset)
        except UnknownRuleset as error:
            raise Http404 from error
        return Response(_data(rules))
