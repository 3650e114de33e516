"""A game's sheet: how it stands, what happened, one event more or a batch of them, and who records."""

from typing import Any

from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request
from rest_framework.response import Response

from common.errors import Conflict, DomainError
from common.http import actor_of
from common.openapi import operation, path_parameter
from common.problems import of_domain_error
from common.query import QueryShape, QueryWhole, query_of
from common.rest import ApiView
from common.shapes import read
from games.engine import Position

from ..models import Game, GameEvent
from ..ports import SheetPlace, sheet_place
from ..selectors.sheets import position_of
from ..services.claims import claim_release, claim_take
from ..services.recording import Recorded, batch_record, event_record
from . import examples
from .answers import (
    Changes,
    ClaimOut,
    EventsOut,
    GameBatchOut,
    GameOut,
    RecordedOut,
    Sight,
    event_data,
    game_data,
    game_etag,
    shown_etag,
    standing_data,
)
from .reading import sent_of
from .shapes import BatchNew, ClaimNew, EventNew

GAME = path_parameter("game", r"^g[1-9][0-9]{0,17}$", "The game's id, from the pairings.")
_DRY_RUN = OpenApiParameter("dry_run", {"type": "integer", "enum": [0, 1]}, description="1: judge, keep nothing.")
_AFTER = OpenApiParameter("after", {"type": "integer", "minimum": 0}, description="Only events after this one.")
_REPLAYED = OpenApiParameter(
    "Idempotent-Replayed", str, OpenApiParameter.HEADER, response=[200], description="`true`: stored before."
)
_EVENT_PROBLEMS = [
    "not_found",
    "challenge.no_preview",
    "challenge.own_play",
    "challenge.window_closed",
    "event.directors_only",
    "event.no_such_target",
    "event.reason_missing",
    "game.claimed",
    "game.final",
    "game.not_over",
    "game.replay_broken",
    "game.sequence_conflict",
    "game.sequence_gap",
    "idempotency.key_reused",
    "move.invalid",
    "undo.decided",
    "undo.not_last",
    "undo.not_yours",
    "undo.nothing",
]


_EVENT, _BATCH = EventNew(), BatchNew()


class _AfterQuery(QueryShape):
    after = QueryWhole(min_value=0, max_value=10**6, default=0)


class _DryQuery(QueryShape):
    dry_run = QueryWhole(min_value=0, max_value=1, default=0)


def _recorded_data(recorded: Recorded, place: SheetPlace, position: Position) -> dict[str, Any]:
    sight = Sight.of(position, place.rights)
    return {
        **event_data(recorded.event, position, sight),
        "derived": [event_data(row, position, sight) for row in recorded.derived],
        **standing_data(position),
        "warnings": [dict(warning) for warning in recorded.warnings],
    }


class OneGame(ApiView):
    @operation(
        "games_read",
        "Read a game",
        tag="games",
        answers={200: GameOut},
        example=examples.GAME,
        problems=["not_found"],
        parameters=[GAME],
    )
    def get(self, request: Request, game: int) -> Response:
        """The board, the totals, whose turn it is. Its ETag begins with the head of its log, `"g42-17-…"`, and
        changes with the claim and the result too.
        """
        place = sheet_place(request, game)
        row = Game.objects.select_related("sheet").get(pk=game)
        data = game_data(row, getattr(row, "sheet", None), place)
        return Response(data, headers={"ETag": shown_etag(data)})


class GameEvents(ApiView):
    @operation(
        "game_events_list",
        "Read a game's log",
        tag="games",
        answers={200: EventsOut},
        example={"head_seq": 1, "items": [examples.PLAY]},
        problems=["not_found"],
        parameters=[GAME, _AFTER],
    )
    def get(self, request: Request, game: int) -> Response:
        """Everything that was recorded, in order, also what does not count any more."""
        place = sheet_place(request, game)
        after = query_of(request, _AfterQuery)["after"]
        head, items = _log_after(game, after, place)
        return Response({"head_seq": head, "items": items})

    @operation(
        "game_events_create",
        "Record an event",
        tag="games",
        login=True,
        body=EventNew,
        sends=examples.PLAY_NEW,
        answers={201: RecordedOut, 200: RecordedOut},
        example=examples.RECORDED,
        problems=_EVENT_PROBLEMS,
        parameters=[GAME, _DRY_RUN, _REPLAYED],
    )
    def post(self, request: Request, game: int) -> Response:
        """Judged, scored and stored at once; what follows by the rules is stored with it, as `derived`.

        The same `client_event_id` with the same event is answered with what was stored, for ever. Where judging is
        `challenge`, a wrong equation is answered exactly as a right one.
        """
        place = sheet_place(request, game, writing=True)
        dry = query_of(request, _DryQuery)["dry_run"] == 1
        values = read(_EVENT, request.data)
        try:
            recorded, position = event_record(
                game_id=game,
                sent=sent_of(values),
                actor=actor_of(request),
                rights=place.rights,
                dry_run=dry,
            )
        except Conflict as error:
            _add_missed(error, game, place)
            raise
        data = _recorded_data(recorded, place, position)
        response = Response(data, status=200 if recorded.replayed or dry else 201)
        # What was only tried changes nothing, so the log is still at the event before.
        tried = dry and not recorded.replayed
        response["ETag"] = game_etag(game, recorded.event.seq - 1 if tried else recorded.last_seq)
        if recorded.replayed:
            response["Idempotent-Replayed"] = "true"
        return response


class GameEventsBatch(ApiView):
    @operation(
        "game_events_batch",
        "Record many events",
        tag="games",
        login=True,
        body=BatchNew,
        sends={"items": [examples.PLAY_NEW]},
        answers={200: GameBatchOut},
        example=examples.BATCH,
        problems=["not_found"],
        parameters=[GAME],
    )
    def post(self, request: Request, game: int) -> Response:
        """What was recorded offline, up to 200 events, in any order and as often as needed.

        The longest prefix that can stand is stored. Keep an item until it is `applied` or `replayed`; a `rejected`
        one is for a person to look at, and those after it are `not_attempted`.
        """
        place = sheet_place(request, game, writing=True)
        items = [sent_of(values) for values in read(_BATCH, request.data)["items"]]
        outcomes, position, head = batch_record(
            game_id=game, items=items, actor=actor_of(request), rights=place.rights
        )
        for outcome in outcomes:
            if outcome.error is not None:
                _add_missed(outcome.error, game, place)
        request_id = getattr(request._request, "request_id", "")
        answer = [
            {
                "client_event_id": outcome.client_event_id,
                "status": outcome.status,
                "seq": outcome.recorded.event.seq if outcome.recorded else None,
                "warnings": [dict(warning) for warning in outcome.recorded.warnings] if outcome.recorded else [],
                "problem": of_domain_error(outcome.error, request_id) if outcome.error else None,
            }
            for outcome in outcomes
        ]
        data = {"head_seq": head, **standing_data(position), "items": answer}
        return Response(data, headers={"ETag": game_etag(game, head)})


class GameClaim(ApiView):
    @operation(
        "game_claim",
        "Claim a game",
        tag="games",
        login=True,
        body=ClaimNew,
        sends={},
        answers={200: ClaimOut},
        example={"holder": "Table 12", "until": "2026-11-29T10:22:06+07:00"},
        problems=["not_found", "game.claimed"],
        parameters=[GAME],
    )
    def post(self, request: Request, game: int) -> Response:
        """For ten minutes nobody else records here; each event renews it. A director may take it over."""
        place = sheet_place(request, game, writing=True)
        shape = ClaimNew(data=request.data)
        shape.is_valid(raise_exception=True)
        sheet = claim_take(
            game_id=game,
            actor=actor_of(request),
            directs=place.rights.directs,
            steal=shape.validated_data["steal"],
        )
        return Response({"holder": sheet.claim_label, "until": sheet.claim_until})

    @operation(
        "game_claim_release",
        "Give a claim back",
        tag="games",
        login=True,
        answers={204: None},
        problems=["not_found"],
        parameters=[GAME],
    )
    def delete(self, request: Request, game: int) -> Response:
        """Whoever does not hold it gives nothing back."""
        sheet_place(request, game, writing=True)
        claim_release(game_id=game, actor=actor_of(request))
        return Response(status=204)


def _log_after(game_id: int, after: int, place: SheetPlace) -> tuple[int, list[dict[str, Any]]]:
    """The head of the log, and its events after that one as the asker may see them."""
    game = Game.objects.select_related("sheet").get(pk=game_id)
    sheet = getattr(game, "sheet", None)
    if sheet is None or sheet.head_seq <= after:
        return (sheet.head_seq if sheet else 0), []
    position = position_of(game, sheet)
    sight, changes = Sight.of(position, place.rights), Changes.of_game(game_id)
    rows = GameEvent.objects.filter(game_id=game_id, seq__gt=after, seq__lte=sheet.head_seq).order_by("seq")
    return sheet.head_seq, [event_data(row, position, sight, changes) for row in rows]


def _add_missed(error: DomainError, game_id: int, place: SheetPlace) -> None:
    """A client that is behind is told what it missed."""
    if error.code == "game.sequence_conflict":
        head, events = _log_after(game_id, int(error.extra["your_seq"]) - 1, place)
        error.extra |= {"head_seq": head, "events": events}
