"""Results of games: reported by staff or a side, confirmed, corrected."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db.models import Max
from django.http import Http404
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from common.errors import DomainError, Item, NotAllowed, Unreadable
from common.http import actor_of
from common.openapi import IF_MATCH, number_parameter, operation, path_parameter
from common.preconditions import Required, failed, if_match
from common.rest import ApiView, login_required
from common.scopes import CONFIRM, DIRECT, RESULT
from common.shapes import read

from ..models import Pairing, Result, Seat
from ..selectors.results import newest_result
from ..services.pins import pin_check
from ..services.reports import SIDES
from ..services.result_store import DEVICE, STAFF, How, Speaker, reason_given
from ..services.results import Entered, result_confirm, result_enter, result_reject
from . import examples
from .access import Access, device_kept_out, game_access, own_place, scope_required
from .answers import ResultOut
from .outcomes import names_version, result_data, result_etag
from .reading import place_of, report_of
from .shapes import ResultCorrection, ResultNew, ResultNo, ResultWord

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
_PINS = ["pin.wrong", "pin.locked", "result.not_opponents"]
_ON_A_VERSION = ["not_found", "precondition.required", "precondition.failed", "precondition.unreadable", *_PINS]


_NEW, _CORRECTION, _WORD, _NO = ResultNew(), ResultCorrection(), ResultWord(), ResultNo()


@dataclass(frozen=True, slots=True)
class _Game:
    """A game as one request sees it. ``speaker`` is who sends: staff, a side by its own login, or a device."""

    access: Access
    pairing: Pairing
    seats: list[Seat]
    speaker: Speaker = STAFF

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
    """Staff who may score, a side of the game, or its table's device; everybody else is told as much as they may
    know.
    """
    login_required(request)
    access, pairing, seats = game_access(request, game)
    speaker = STAFF
    if access.device is not None:
        device_kept_out(access, pairing)
        speaker = DEVICE
    elif not access.has("tournaments.score"):
        place = own_place(access, seats)
        if place is None:
            access.require("tournaments.score")
        speaker = Speaker(place, How.LOGIN)
    scope_required(request, *scopes)
    return _Game(access, pairing, seats, speaker)


def _speaker(request: Request, found: _Game, values: Mapping[str, Any]) -> Speaker:
    """Whose word it is: that of the side whose PIN was typed, else the sender's own.

    Errors: ``pin.wrong``, ``pin.locked``, ``result.not_opponents``, ``request.invalid`` for ``as`` without its PIN
    on a device or the other way round, ``auth.not_allowed`` for speaking for the other side.
    """
    side, pin = values.get("as"), values.get("pin")
    if side is None:
        if pin is not None:
            raise _required("/as")
        return found.speaker
    place = place_of(side, found.seats, "/as")
    if pin is not None:
        actor = actor_of(request)
        pin_check(entry=found.seats[place].entry, pin=pin, ip=actor.ip, actor=actor)
        return Speaker(place, How.PIN)
    if found.speaker == DEVICE:
        raise _required("/pin")
    if found.speaker.side and found.speaker.place != place:
        raise NotAllowed("auth.not_allowed", _("You speak for your own side. The other one types its PIN."))
    return found.speaker


def _required(pointer: str) -> Unreadable:
    item = Item("field.required", _("This field is required."), pointer=pointer)
    return Unreadable("request.invalid", _("Some values cannot be accepted."), items=[item])


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
    if tags is None:
        if request.headers.get("If-None-Match", "").strip() != "*":
            return None
        tags = [f"r{game.pairing.game_id}-0"]
    live = newest_result(game.pairing)
    if not names_version(tags, game.pairing.game_id or 0, live.version if live else 0):
        return -1
    # A version that was taken back counts for the services, though nobody sees it any more.
    top: int = Result.objects.filter(pairing=game.pairing).aggregate(top=Max("version"))["top"] or 0
    return top


def _source(speaker: Speaker) -> str:
    return Result.Source.PLAYER if speaker.side else Result.Source.API


def _enter(
    request: Request, game: _Game, values: Any, seen: int | None, *, speaker: Speaker = STAFF, may_correct: bool
) -> Entered:
    report = report_of(values, game.pairing, game.seats)
    with _pointers(game):
        return result_enter(
            pairing_id=game.pairing.pk,
            report=report,
            actor=actor_of(request),
            source=_source(speaker),
            expected_version=seen,
            client_id=values["client_event_id"],
            speaker=speaker,
            may_correct=may_correct,
            reason=values["reason"],
        )


def _correcting(game: _Game, client_id: UUID) -> bool:
    """Whether there is a result to be corrected, and this is not the very report that is stored."""
    if Result.objects.filter(client_id=client_id).exists():
        return False
    return newest_result(game.pairing) is not None


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
        device_kept_out(access, pairing)
        live = newest_result(pairing)
        if live is None:
            raise Http404
        knows = access.looks or access.device is not None or own_place(access, seats) is not None
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
            *_PINS,
        ],
        parameters=[GAME, _MAYBE, _REPLAYED],
    )
    def post(self, request: Request, game: int) -> Response:
        """Staff's report stands at once; a side's waits for the other side or staff, and a device's for both sides.

        On a device `as` and `pin` make it a side's report. A game with a scoresheet has its result proposed by the
        sheet; a report that says something else than the ended sheet is marked `result.does_not_match_log`.

        The same `client_event_id` with the same report is answered with what was stored, for ever; with another
        report it is refused. A report that differs from the one that is there makes the result *disputed*: both are
        kept and staff decides. Whoever means to correct says so with If-Match and a `reason`.
        """
        found = _party(request, game, RESULT, DIRECT)
        seen = _seen(request, found, required=False)
        sent = read(_NEW, request.data)
        if found.speaker != STAFF and sent["outcome"] != Result.Outcome.PLAYED:
            raise NotAllowed("result.outcome_staff_only", _("Only staff can say that a game was not played."))
        if sent["reason"] and seen is None and _correcting(found, sent["client_event_id"]):
            raise Required("precondition.required", _("A correction needs If-Match with the ETag you have read."))
        speaker = _speaker(request, found, sent)
        may_correct = speaker == STAFF and found.access.may("tournaments.direct")
        entered = _enter(request, found, sent, seen, speaker=speaker, may_correct=may_correct)
        return _entered(found, entered, sent["client_event_id"], 201)


def _version(request: Request, found: _Game, version: int) -> None:
    """If-Match names the version of the address, and that is the live one; 404 where there is none."""
    seen = _seen(request, found, required=True)
    if newest_result(found.pairing) is None:
        raise Http404
    if seen != version:
        raise failed(*found.current())


class ResultConfirm(ApiView):
    @operation(
        "results_confirm",
        "Confirm a result",
        tag="results",
        login=True,
        body=ResultWord,
        sends={"as": "p2", "pin": "402913"},
        answers={200: ResultOut},
        example=examples.RESULT,
        problems=[*_ON_A_VERSION, "result.needs_other_side"],
        parameters=[GAME, VERSION, IF_MATCH],
    )
    def post(self, request: Request, game: int, version: int) -> Response:
        """A side that has not reported it, or staff. It stands once nobody is left in `needs`.

        A side says so by its own login, or on a device with `as` and the PIN of its entry. A disputed result is for
        staff.
        """
        found = _party(request, game, CONFIRM, DIRECT)
        values = read(_WORD, request.data)
        _version(request, found, version)
        speaker = _speaker(request, found, values)
        if speaker == DEVICE:
            raise _required("/as")
        with _pointers(found):
            result = result_confirm(
                pairing_id=found.pairing.pk, version=version, actor=actor_of(request), speaker=speaker
            )
        return found.answer(result, 200)


class ResultReject(ApiView):
    @operation(
        "results_reject",
        "Reject a result",
        tag="results",
        login=True,
        body=ResultNo,
        sends={"as": "p2", "pin": "402913", "scores": {"p1": 412, "p2": 387}},
        answers={200: ResultOut},
        example={**examples.RESULT, "state": "disputed", "version": 2, "differs": ["scores.7"]},
        problems=[
            *_ON_A_VERSION,
            "result.already_confirmed",
            "result.invalid",
            "result.not_different",
            "result.own_report",
        ],
        parameters=[GAME, VERSION, IF_MATCH],
    )
    def post(self, request: Request, game: int, version: int) -> Response:
        """A side or staff says no: the result is disputed, and staff decides.

        With `scores` the other score is kept as a version of its own.
        """
        found = _party(request, game, CONFIRM, RESULT, DIRECT)
        values = read(_NO, request.data)
        _version(request, found, version)
        report = None
        if "scores" in values:
            played = {"outcome": Result.Outcome.PLAYED, "scores": values["scores"], "winner": None}
            report = report_of(played, found.pairing, found.seats)
        speaker = _speaker(request, found, values)
        if speaker == DEVICE:
            raise _required("/as")
        with _pointers(found):
            result = result_reject(
                pairing_id=found.pairing.pk,
                version=version,
                actor=actor_of(request),
                speaker=speaker,
                source=_source(speaker),
                report=report,
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
        """Directors only, closed rounds too. The version before is kept, and the log says who, when and why.

        Where the scoresheet says something else, this decides between the two: send the sheet's scores to take them
        over, or the result's own to let it stand.
        """
        login_required(request)
        access, pairing, seats = game_access(request, game)
        access.require("tournaments.direct")
        found = _Game(access, pairing, seats)
        seen = _seen(request, found, required=True)
        sent = read(_CORRECTION, request.data)
        reason_given(sent["reason"])
        entered = _enter(request, found, sent, seen, may_correct=True)
        response = _entered(found, entered, sent["client_event_id"], 200)
        round_ = pairing.round
        response.data["recompute"] = {"from_round": round_.number, "ratings": round_.division.rated}
        return response
