"""A game's sheet as a record to take away and bring back, and what the sheet proves."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpResponse
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from common.errors import NotAllowed
from common.http import actor_of
from common.models import Token
from common.openapi import TEXT, operation
from common.parsers import StrictJSONParser
from common.preconditions import etag_of
from common.query import QueryShape, QueryWhole, query_of
from common.rest import ApiView, token_of
from common.texts import PlainTextParser, TextOrJson, accepted
from games.engine.notation import Record, record_data, write_record

from ..models import Game
from ..ports import SheetPlace, sheet_place
from ..selectors.proof import Proof, proof_of
from ..selectors.records import record_of
from ..selectors.story import Story, story_of
from ..services.records import Imported, import_allowed, record_import, record_read
from . import examples
from .answers import Object, Sight, by_side, game_etag, standing_data
from .shapes import RecordNew
from .sheets import GAME

_FORM = OpenApiParameter(
    "form", {"type": "string", "enum": ["json", "text"]}, description="Or ask by `Accept: text/plain`."
)
_DRY_RUN = OpenApiParameter("dry_run", {"type": "integer", "enum": [0, 1]}, description="1: judge, keep nothing.")
_REASON = OpenApiParameter(
    "reason", {"type": "string", "maxLength": 300}, description="Why; kept in the event's log. Not for a dry run."
)


class TagOut(serializers.Serializer):
    key = serializers.CharField()
    value = serializers.CharField(allow_blank=True)


class RecordOut(serializers.Serializer):
    """A game record: what its text says, as data. `lines` are events in order, each with its running total; those
    without `move` followed by the rules, and may be left out when a record is sent.
    """

    format = serializers.CharField()
    version = serializers.IntegerField()
    ruleset = serializers.CharField()
    settings = serializers.DictField(
        child=serializers.CharField(), help_text="As in the text: judging, clock and what differs from the rules."
    )
    sides = serializers.ListField(
        child=serializers.CharField(allow_blank=True), help_text="Who starts comes first."
    )
    tags = TagOut(many=True)
    lines = serializers.ListField(child=Object())


class ImportedOut(serializers.Serializer):
    """The sheet that the record made, or would make."""

    head_seq = serializers.IntegerField()
    totals = serializers.DictField(child=serializers.IntegerField())
    to_move = serializers.CharField(allow_null=True)
    bag = serializers.IntegerField()
    due = serializers.CharField(allow_null=True)
    over = serializers.BooleanField()
    left_out = serializers.IntegerField(help_text="Remarks on lines of their own: a sheet has no place for them.")


class KindCountOut(serializers.Serializer):
    """Where the tiles of one kind are. `unseen` is below 0 where more were used than the set has."""

    tile = serializers.CharField()
    points = serializers.IntegerField()
    set = serializers.IntegerField()
    board = serializers.IntegerField()
    racks = serializers.IntegerField()
    discarded = serializers.IntegerField()
    unseen = serializers.IntegerField()


class ProofOut(serializers.Serializer):
    """What a sheet proves. `holds` is all of it: tiles, chain and totals."""

    holds = serializers.BooleanField()
    events = serializers.IntegerField()
    over = serializers.BooleanField()
    tiles = KindCountOut(many=True)
    bag = serializers.IntegerField()
    unknown = serializers.IntegerField(help_text="Tiles on racks, or thrown away, that are not named.")
    missing = serializers.IntegerField(help_text="Tiles that are nowhere; below 0: too many are somewhere.")
    too_many = serializers.ListField(child=serializers.CharField(), help_text="Kinds that the set has fewer of.")
    chain_whole = serializers.BooleanField()
    first_broken_seq = serializers.IntegerField(allow_null=True, help_text="Where the chain or the game breaks.")
    totals = serializers.DictField(
        child=serializers.DictField(child=serializers.IntegerField()),
        help_text="Told by the events, by the kept state and by judging all moves anew, as far as there is each.",
    )


class _FormQuery(QueryShape):
    form = serializers.ChoiceField(choices=["json", "text"], required=False)


class _ImportQuery(QueryShape):
    dry_run = QueryWhole(min_value=0, max_value=1, default=0)
    reason = serializers.CharField(max_length=300, default="", allow_blank=True)


def wants_text(request: Request) -> bool:
    """``?form=`` says it, else a request that accepts text and no JSON."""
    form = query_of(request, _FormQuery).get("form")
    if form is not None:
        return bool(form == "text")
    return accepted(request, TEXT) and not accepted(request, "application/json")


def text_answer(text: str, name: str) -> HttpResponse:
    return HttpResponse(
        text,
        content_type=f"{TEXT}; charset=utf-8",
        headers={"ETag": etag_of(text), "Content-Disposition": f'inline; filename="{name}"'},
    )


def shown_record(story: Story, place: SheetPlace) -> Record:
    """The record as the asker may see it, under the names that the asker may see."""
    tags = [
        ("event", place.tournament),
        ("division", place.division),
        ("round", str(place.round)),
        *([("table", str(place.table))] if place.table is not None else []),
        ("game", f"g{story.game.pk}"),
    ]
    racks = Sight.of(story.position, place.rights).racks
    return record_of(story, [side.name for side in place.sides], tags, racks=racks)


def proof_data(proof: Proof) -> dict[str, Any]:
    told = {
        "events": proof.totals_of_events,
        "kept": proof.totals_kept,
        "replayed": proof.totals_replayed,
    }
    broken = [seq for seq in (proof.broken_chain, proof.broken_move) if seq is not None]
    return {
        "holds": proof.holds,
        "events": proof.events,
        "over": proof.over,
        "tiles": [
            {
                "tile": kind.kind,
                "points": kind.points,
                "set": kind.set,
                "board": kind.board,
                "racks": kind.racks,
                "discarded": kind.discarded,
                "unseen": kind.unseen,
            }
            for kind in proof.kinds
        ],
        "bag": proof.bag,
        "unknown": proof.unknown,
        "missing": proof.missing,
        "too_many": [kind.kind for kind in proof.too_many],
        "chain_whole": proof.broken_chain is None,
        "first_broken_seq": min(broken, default=None),
        "totals": {name: by_side(total) for name, total in told.items() if total is not None},
    }


_IMPORT: Mapping[str, Any] = {
    "tag": "games",
    "login": True,
    "body": RecordNew,
    "sends": examples.RECORD,
    "sends_text": examples.RECORD_TEXT,
    "answers": {201: ImportedOut, 200: ImportedOut},
    "example": examples.IMPORTED,
    "problems": [
        "not_found",
        "event.directors_only",
        "event.reason_missing",
        "game.claimed",
        "game.final",
        "game.sheet_not_empty",
        "record.unreadable",
    ],
    "parameters": [GAME, _DRY_RUN, _REASON],
}


class GameRecord(ApiView):
    content_negotiation_class = TextOrJson
    parser_classes = (StrictJSONParser, PlainTextParser)
    http_method_names = ("get", "head", "post", "put")

    @operation(
        "game_record_read",
        "Read a game's record",
        tag="games",
        answers={200: RecordOut},
        example=examples.RECORD,
        text={TEXT: examples.RECORD_TEXT},
        problems=["not_found", "game.replay_broken"],
        parameters=[GAME, _FORM],
    )
    def get(self, request: Request, game: int) -> Response | HttpResponse:
        """The whole game as it counts, as text or as the same in JSON. What was taken back is not in it.

        Until the game is over, racks are in it only for those who may see them.
        """
        place = sheet_place(request, game)
        text = wants_text(request)
        record = shown_record(story_of(Game.objects.get(pk=game)), place)
        if text:
            return text_answer(write_record(record), f"g{game}.txt")
        return Response(record_data(record))

    @operation("game_record_create", "Make a sheet from a record", **_IMPORT)
    def post(self, request: Request, game: int) -> Response:
        """For scorers and directors, where nothing counts on the sheet yet. Names and tags are not taken over.

        The record is judged by the game's own rules and settings. It is taken whole or not at all; `row` of each
        fault is its line (in JSON: its place in `lines`). The same record again is answered 200.
        """
        return self._take(request, game)

    @operation("game_record_put", "Make a sheet from a record", **_IMPORT)
    def put(self, request: Request, game: int) -> Response:
        """The same as `POST`."""
        return self._take(request, game)

    def _take(self, request: Request, game: int) -> Response:
        place = sheet_place(request, game, writing=True)
        token = token_of(request)
        if token is not None and token.kind == Token.Kind.DEVICE:
            raise NotAllowed("auth.not_allowed", _("Only scorers and directors make a sheet from a record."))
        import_allowed(place.rights)
        asked = query_of(request, _ImportQuery)
        dry = asked["dry_run"] == 1
        record = record_read(request.data)
        imported = record_import(
            game_id=game,
            record=record,
            actor=actor_of(request),
            rights=place.rights,
            chain=place.chain,
            reason=asked["reason"],
            dry_run=dry,
        )
        answer = Response(_imported_data(imported), status=200 if dry or imported.replayed else 201)
        answer["ETag"] = game_etag(game, 0 if dry else imported.events)
        return answer


def _imported_data(imported: Imported) -> Mapping[str, Any]:
    return {
        "head_seq": imported.events,
        **standing_data(imported.position),
        "left_out": imported.left_out,
    }


class GameProof(ApiView):
    @operation(
        "game_proof_read",
        "Read a game's proof",
        tag="games",
        answers={200: ProofOut},
        example=examples.PROOF,
        problems=["not_found"],
        parameters=[GAME],
    )
    def get(self, request: Request, game: int) -> Response:
        """Where every tile of the set is, whether the log is whole, and whether its points add up."""
        place = sheet_place(request, game)
        row = Game.objects.select_related("sheet").get(pk=game)
        story = story_of(row)
        racks = Sight.of(story.position, place.rights).racks
        return Response(proof_data(proof_of(row, getattr(row, "sheet", None), racks=racks, story=story)))
