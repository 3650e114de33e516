"""What an event's games leave behind: all their records, and where each of an entry's figures comes from."""

import json
from collections.abc import Iterator
from typing import Any

from django.http import Http404, StreamingHttpResponse
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from common.openapi import TEXT, operation
from common.query import QueryShape, QueryWhole, query_of
from common.rest import ApiView, token_of
from common.scopes import DIRECT, GAME_READ, RECORD
from common.shapes import plain_number
from common.texts import TextOrJson, accepted
from games.api import examples as games_examples
from games.api.answers import Object
from games.api.steps import StepOut, steps_data
from games.engine.notation import record_data, write_record
from games.engine.wire import side_name

from ..selectors.provenance import Source, entry_sources
from ..selectors.public import last_played_round, shown_entries
from ..selectors.records import EventRecord, event_records
from ..selectors.standings import division_table
from . import examples
from .access import Access, division_access, tournament_access
from .answers import game_id
from .entries import NUMBER
from .events import DIVISION, EVENT
from .outcomes import short_result

NDJSON = "application/x-ndjson"
_FORM = OpenApiParameter(
    "form",
    {"type": "string", "enum": ["json", "text"]},
    description="Or ask by `Accept`: JSON is one record a line.",
)
_LINE = json.dumps(games_examples.RECORD, ensure_ascii=False) + "\n"
_ROUND = OpenApiParameter("round", {"type": "integer", "minimum": 1, "maximum": 200}, description="This one only.")


class _FormQuery(QueryShape):
    form = serializers.ChoiceField(choices=["json", "text"], required=False)


class _RoundQuery(QueryShape):
    round = QueryWhole(min_value=1, max_value=200, required=False)


class PlaceInTableOut(serializers.Serializer):
    """The entry's line of the standings, as of `after_round`."""

    after_round = serializers.IntegerField()
    rank = serializers.IntegerField()
    shared = serializers.BooleanField()
    points = serializers.FloatField()
    wins = serializers.IntegerField()
    ties = serializers.IntegerField()
    losses = serializers.IntegerField()
    capped_spread = serializers.IntegerField()
    spread = serializers.IntegerField()
    total = serializers.IntegerField()


class SheetSourceOut(serializers.Serializer):
    """The scoresheet behind a result: every event that counts, its totals, and whether the result has them too."""

    head_seq = serializers.IntegerField()
    sides = serializers.DictField(child=serializers.IntegerField(), help_text="The entry that p1 and p2 are.")
    totals = serializers.DictField(child=serializers.IntegerField())
    over = serializers.BooleanField()
    agrees = serializers.BooleanField(allow_null=True, help_text="Null while there is nothing to compare.")
    events = StepOut(many=True)


class RoundSourceOut(serializers.Serializer):
    """What a round added to the entry's figures, and where that comes from."""

    round = serializers.IntegerField()
    credit = serializers.CharField(allow_blank=True, help_text="win, tie, loss, or nothing (yet).")
    absence = serializers.CharField(allow_blank=True, help_text="before, left or missed, where it was not paired.")
    spread = serializers.IntegerField(allow_null=True, help_text="As played; null for a round that does not count.")
    capped = serializers.IntegerField(allow_null=True, help_text="As far as the table counts it.")
    penalty = serializers.IntegerField()
    opponent = serializers.IntegerField(allow_null=True)
    table = serializers.IntegerField(allow_null=True)
    game = serializers.CharField(allow_null=True)
    result = Object(allow_null=True, help_text="As in the pairings.")
    sheet = SheetSourceOut(allow_null=True)


class ProvenanceOut(serializers.Serializer):
    """Every figure of an entry, opened: standing → rounds → result → sheet → event → line → tile."""

    entry = serializers.IntegerField()
    name = serializers.CharField()
    standing = PlaceInTableOut(allow_null=True, help_text="Null where standings are not public, or before any.")
    rounds = RoundSourceOut(many=True)


class EventRecords(ApiView):
    content_negotiation_class = TextOrJson

    @operation(
        "records_list",
        "Read all records of an event",
        tag="games",
        answers={},
        text={
            TEXT: games_examples.RECORD_TEXT,
            NDJSON: json.dumps(games_examples.RECORD, ensure_ascii=False) + "\n",
        },
        problems=["not_found"],
        parameters=[EVENT, _FORM],
    )
    def get(self, request: Request, slug: str) -> StreamingHttpResponse:
        """Every game that has a sheet, by division, round and table: as JSON one record a line, as text one after
        the other with an empty line between them. Each begins with `kradan game record 1`.

        Divisions whose pairings are not public are there for the event's staff only, and so are the racks of games
        that are not over.
        """
        access = tournament_access(request, slug)
        form = query_of(request, _FormQuery).get("form")
        text = form == "text" or (form is None and accepted(request, TEXT) and not accepted(request, NDJSON))
        divisions = [
            division
            for division in access.tournament.divisions.order_by("order", "id")
            if division.pairings_public or access.looks
        ]
        records = event_records(access.tournament, divisions, racks=_sees_racks(access))
        answer = StreamingHttpResponse(
            _as_text(records) if text else _as_lines(records),
            content_type=f"{TEXT}; charset=utf-8" if text else NDJSON,
        )
        answer["Content-Disposition"] = f'inline; filename="{slug}.{"txt" if text else "ndjson"}"'
        return answer


def _sees_racks(access: Access) -> bool:
    """Whoever works at the event, with a token that was made for reading games; a table's device sees its own."""
    token = token_of(access.request)
    scoped = token is None or bool({GAME_READ, RECORD, DIRECT} & set(token.scopes))
    return scoped and access.has("tournaments.score")


def _as_text(records: Iterator[EventRecord]) -> Iterator[str]:
    for number, each in enumerate(records):
        if number:
            yield "\n"
        if each.record is None:
            yield f"# g{each.game_id}: event {each.broken_seq} cannot follow\n"
        else:
            yield write_record(each.record)


def _as_lines(records: Iterator[EventRecord]) -> Iterator[str]:
    for each in records:
        data: dict[str, Any] = {"game": f"g{each.game_id}", "first_broken_seq": each.broken_seq}
        yield json.dumps(data if each.record is None else record_data(each.record), ensure_ascii=False) + "\n"


class EntryProvenance(ApiView):
    @operation(
        "entry_provenance_read",
        "Read where an entry's figures come from",
        tag="standings",
        answers={200: ProvenanceOut},
        example=examples.PROVENANCE,
        problems=["not_found"],
        parameters=[EVENT, DIVISION, NUMBER, _ROUND],
    )
    def get(self, request: Request, slug: str, division: str, number: int) -> Response:
        """Each round with what it counts, its result, and behind that the scoresheet, down to every tile.

        Where pairings or entries are not public, for the event's staff only. Racks are never in it; nor is whether
        a play was right while the game goes on.
        """
        access, found = division_access(request, slug, division)
        access.sees(found.entries_public and found.pairings_public)
        asked = query_of(request, _RoundQuery).get("round")
        people = shown_entries(found)
        who = next((each for each in people.values() if each.number == number), None)
        if who is None:
            raise Http404
        sources = entry_sources(found, who, people, asked)
        if asked is not None and not sources:
            raise Http404
        after = last_played_round(found) if found.standings_public or access.looks else 0
        standing = None
        if after:
            row = division_table(found, after).by_entry()[who.pk]
            standing = {
                "after_round": after,
                "rank": row.rank,
                "shared": row.shared,
                "points": plain_number(row.points),
                "wins": row.wins,
                "ties": row.ties,
                "losses": row.losses,
                "capped_spread": row.capped_spread,
                "spread": row.spread,
                "total": row.total,
            }
        rounds = [_source_data(source, number, staff=access.looks) for source in sources]
        return Response({"entry": number, "name": who.name, "standing": standing, "rounds": rounds})


def _source_data(source: Source, number: int, *, staff: bool) -> dict[str, Any]:
    round_, numbers = source.round, source.numbers
    result = None
    if source.result is not None:
        result = short_result(source.result, list(numbers), staff=staff)
    opponent = next((other for other in numbers if other != number), None)
    pairing = source.pairing
    return {
        "round": round_.number,
        "credit": round_.credit,
        "absence": round_.absence,
        "spread": round_.spread,
        "capped": round_.capped,
        "penalty": round_.penalty,
        "opponent": opponent,
        "table": pairing.table if pairing is not None else None,
        "game": game_id(pairing.game_id) if pairing is not None and pairing.game_id else None,
        "result": result,
        "sheet": _sheet_data(source),
    }


def _sheet_data(source: Source) -> dict[str, Any] | None:
    story = source.story
    if story is None:
        return None
    return {
        "head_seq": story.head_seq,
        "sides": {side_name(place): number for place, number in enumerate(source.numbers)},
        "totals": {side_name(place): total for place, total in enumerate(story.position.total)},
        "over": story.over,
        "agrees": source.agrees,
        "events": steps_data(story),
    }
