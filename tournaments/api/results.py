"""Results of games: reported by staff or a side, confirmed, corrected."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from django.db.models import Max
from django.http import Http404
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from common.errors import DomainError, Item, NotAllowed
from common.http import actor_of
from common.openapi import IF_MATCH, number_parameter, operation, path_parameter
from common.preconditions import Required, failed, if_match
from common.rest import ApiView, login_required
from common.scopes import CONFIRM, DIRECT, RESULT

from ..models import Pairing, Result, Seat
from ..selectors.results import newest_result
from ..services.reports import SIDES
from ..services.results import Entered, result_confirm, result_enter
from . import examples
from .access import Access, game_access, own_place, scope_required
from .answers import ResultOut
from .outcomes import names_version, result_data, result_etag
from .reading import report_of
from .shapes import Nothing, ResultCorrection, ResultNew

GAME = path_parameter("game", r"^g[1-9][0-9]{0,17}$", "The game's id, from the pairings.")
VERSION = number_parameter("version", "The result's version.")
_MAYBE = OpenApiParameter(
    "If-Match",
    {"type": "string", "pattern": r'^("[!#-~]*"|\*)$'},
    OpenApiParameter.HEADER,
    description='The ETag of the result that this corrects; `"r42-0"` where there was none.',
)
_REPLAYED = OpenApiParameter(
    "Idempotent-Replayed",
    str,
    OpenApiParameter.HEADER,
    response=[200],
    description="`true`: this very report was stored before.",
)
_REFUSALS = [
    "not_found",
    "idempotency.key_reused",
    "precondition.failed",
    "precondition.unreadable",
    "result.invalid",
    "result.not_opponents",
    "result.reason_missing",
    "round.closed",
]


@dataclass(frozen=True, slots=True)
class _Game:
    """A game as one request sees it. ``place`` is the sender's own side; None for staff."""

    access: Access
    pairing: Pairing
    seats: list[Seat]
    place: int | None

    def shown(self, result: Result) -> dict[str, Any]:
        return result_data(result, self.pairing, self.seats, staff=True)

    def current(self) -> tuple[Any, str]:
        """The live result with its ETag, for whoever sent a stale one."""
        live = newest_result(self.pairing)
        if live is None:
            return None, f'"r{self.pairing.game_id}-0"'
        data = self.shown(live)
        return data, result_etag(data)

    def answer(self, result: Result, status: int) -> Response:
        data = self.shown(result)
        return Response(data, status=status, headers={"ETag": result_etag(data)})


def _party(request: Request, game: int, *scopes: str) -> _Game:
    """Staff who may score, or a side of the game; everybody else is told as much as they may know."""
    login_required(request)
    access, pairing, seats = game_access(request, game)
    place: int | None = None
    if not access.has("tournaments.score"):
        place = own_place(access, seats)
        if place is None:
            access.require("tournaments.score")
    scope_required(request, *scopes)
    return _Game(access, pairing, seats, place)


@contextmanager
def _pointers(game: _Game) -> Iterator[None]:
    """The services name sides first and second; the API says which entry that is."""
    try:
        yield
    except DomainError as error:
        if error.code == "result.stale":
            raise failed(*game.current()) from error
        error.items = tuple(
            Item(item.code, item.message, pointer=_pointer(item, game.seats), params=item.params)
            for item in error.items
        )
        raise


def _pointer(item: Item, seats: list[Seat]) -> str:
    pointer = item.pointer or f"/{item.field}"
    for name, seat in zip(SIDES, seats, strict=False):
        if pointer == f"/{name}" or pointer == f"/components/{name}/final":
            return f"/scores/{seat.entry.number}"
        pointer = pointer.replace(f"/components/{name}/", f"/components/{seat.entry.number}/")
    return "/client_event_id" if pointer == "/client_id" else pointer


def _seen(request: Request, game: _Game, *, required: bool) -> int | None:
    """The version that the sender has seen, in the services' count: -1 for an old one, None for nothing said."""
    tags = if_match(request, required=required)
    live = newest_result(game.pairing)
    if tags is None:
        if request.headers.get("If-None-Match", "").strip() != "*":
            return None
        tags = [f"r{game.pairing.game_id}-0"]
    if not names_version(tags, game.pairing.game_id or 0, live.version if live else 0):
        return -1
    # A version that was taken back counts for the services, though nobody sees it any more.
    top: int = Result.objects.filter(pairing=game.pairing).aggregate(top=Max("version"))["top"] or 0
    return top


def _enter(request: Request, game: _Game, shape: Any, seen: int | None, *, may_correct: bool) -> Entered:
    values = shape.validated_data
    report = report_of(values, game.pairing, game.seats)
    with _pointers(game):
        return result_enter(
            pairing_id=game.pairing.pk,
            report=report,
            actor=actor_of(request),
            source=Result.Source.API if game.place is None else Result.Source.PLAYER,
            expected_version=seen,
            client_id=values["client_event_id"],
            reported_by_place=game.place,
            may_correct=may_correct,
            reason=values["reason"],
        )


def _entered(game: _Game, entered: Entered, sent: Any, made: int) -> Response:
    response = game.answer(entered.result, 200 if entered.replayed else made)
    if entered.replayed and entered.result.client_id == sent:
        response["Idempotent-Replayed"] = "true"
    return response


class GameResult(ApiView):
    @operation(
        "results_read",
        "Read a game's result",
        tag="results",
        answers={200: ResultOut},
        example=examples.RESULT,
        problems=["not_found"],
        parameters=[GAME],
    )
    def get(self, request: Request, game: int) -> Response:
        """The live one. 404 while there is none."""
        access, pairing, seats = game_access(request, game)
        live = newest_result(pairing)
        if live is None:
            raise Http404
        knows = access.looks or own_place(access, seats) is not None
        data = result_data(live, pairing, seats, staff=knows)
        return Response(data, headers={"ETag": result_etag(data)})

    @operation(
        "results_create",
        "Report a game's result",
        tag="results",
        login=True,
        body=ResultNew,
        sends=examples.RESULT_NEW,
        answers={201: ResultOut, 200: ResultOut},
        example=examples.RESULT,
        problems=[
            *_REFUSALS,
            "precondition.required",
            "result.already_confirmed",
            "result.outcome_staff_only",
        ],
        parameters=[GAME, _MAYBE, _REPLAYED],
    )
    def post(self, request: Request, game: int) -> Response:
        """Staff's report stands at once; a side's waits for the other side or staff.

        The same `client_event_id` with the same report is answered with what was stored, for ever; with another
        report it is refused. A report that differs from the one that is there makes the result *disputed*: both are
        kept and staff decides. Whoever means to correct says so with If-Match and a `reason`.
        """
        found = _party(request, game, RESULT, DIRECT)
        seen = _seen(request, found, required=False)
        shape = ResultNew(data=request.data)
        shape.is_valid(raise_exception=True)
        sent = shape.validated_data
        if found.place is not None and sent["outcome"] != Result.Outcome.PLAYED:
            raise NotAllowed("result.outcome_staff_only", _("Only staff can say that a game was not played."))
        known = Result.objects.filter(client_id=sent["client_event_id"]).exists()
        if sent["reason"] and seen is None and not known and newest_result(found.pairing):
            raise Required("precondition.required", _("A correction needs If-Match with the ETag you have read."))
        may_correct = found.place is None and found.access.may("tournaments.direct")
        entered = _enter(request, found, shape, seen, may_correct=may_correct)
        return _entered(found, entered, sent["client_event_id"], 201)


class ResultConfirm(ApiView):
    @operation(
        "results_confirm",
        "Confirm a result",
        tag="results",
        login=True,
        body=Nothing,
        sends={},
        answers={200: ResultOut},
        example=examples.RESULT,
        problems=[
            "not_found",
            "precondition.required",
            "precondition.failed",
            "precondition.unreadable",
            "result.needs_other_side",
        ],
        parameters=[GAME, VERSION, IF_MATCH],
    )
    def post(self, request: Request, game: int, version: int) -> Response:
        """By the other side than the one that reported it, or by staff. A disputed result is for staff."""
        found = _party(request, game, CONFIRM, DIRECT)
        seen = _seen(request, found, required=True)
        Nothing(data=request.data).is_valid(raise_exception=True)
        if newest_result(found.pairing) is None:
            raise Http404
        if seen != version:
            raise failed(*found.current())
        with _pointers(found):
            result = result_confirm(
                pairing_id=found.pairing.pk, version=version, actor=actor_of(request), by_place=found.place
            )
        return found.answer(result, 200)


class Recompute(serializers.Serializer):
    """What follows from a correction: tables at once, ratings in the background."""

    from_round = serializers.IntegerField()
    ratings = serializers.BooleanField()


class CorrectedOut(ResultOut):
    recompute = Recompute()


class ResultOverride(ApiView):
    @operation(
        "results_override",
        "Correct a result",
        tag="results",
        login=True,
        body=ResultCorrection,
        sends=examples.CORRECTION,
        answers={200: CorrectedOut},
        example={
            **examples.RESULT,
            "version": 2,
            "scores": {"12": 402, "7": 377},
            "spread": 25,
            "recompute": {"from_round": 3, "ratings": True},
        },
        problems=[*_REFUSALS, "precondition.required"],
        parameters=[GAME, IF_MATCH, _REPLAYED],
    )
    def post(self, request: Request, game: int) -> Response:
        """Directors only, closed rounds too. The version before is kept, and the log says who, when and why."""
        login_required(request)
        access, pairing, seats = game_access(request, game)
        access.require("tournaments.direct")
        found = _Game(access, pairing, seats, None)
        seen = _seen(request, found, required=True)
        shape = ResultCorrection(data=request.data)
        shape.is_valid(raise_exception=True)
        entered = _enter(request, found, shape, seen, may_correct=True)
        response = _entered(found, entered, shape.validated_data["client_event_id"], 200)
        round_ = pairing.round
        response.data["recompute"] = {"from_round": round_.number, "ratings": round_.division.rated}
        return response
