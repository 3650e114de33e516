"""Rounds: what is paired with what, and the director's actions on them."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request
from rest_framework.response import Response

from common.errors import Item, Refused
from common.http import actor_of
from common.openapi import listing, number_parameter, operation
from common.preconditions import etag_of, if_match, match_or_fail, stale_is_412
from common.query import QueryShape, QueryWhole, query_of
from common.rest import ApiView

from ..models import Division, Entry, Pairing, Result, Round
from ..selectors.chances import TASK as CHANCES
from ..selectors.chances import chances_key
from ..selectors.public import Who, shown_entries
from ..selectors.rest import pairings_with_results
from ..services.certificates import TASK as PROOF
from ..services.certificates import proof_key
from ..services.drafts import round_pair
from ..services.plans import system_of
from ..services.rounds import round_close, round_delete, round_publish
from . import examples
from .access import division_access, round_in, writing_division
from .answers import PairingsOut, RoundOut, game_id, round_data
from .events import DIVISION, EVENT
from .jobs import LOCATION, says_where
from .outcomes import short_result
from .pairing_shapes import SIMPLE_PLAN_PROBLEMS, SYSTEM_PROBLEMS
from .shapes import Nothing, PairRequest

ROUND = number_parameter("number", "The round's number.", maximum=200)
MAYBE_MATCH = OpenApiParameter(
    "If-Match",
    {"type": "string", "pattern": r'^("[!#-~]*"|\*)$'},
    OpenApiParameter.HEADER,
    description="The ETag of the copy that was looked at; 412 if it is old.",
)
PAIRING_REFUSALS = [
    "not_found",
    "round.already_paired",
    "round.has_results",
    "round.results_missing",
    "round.previous_missing",
    "round.not_published",
    "round.number_out_of_range",
    "round.unknown_entry",
    "pairing.infeasible",
    "pairing.locked_conflict",
    "pairing.no_seat",
    "pairing.not_enough_players",
    "pairing.round_robin_over",
    "pairing.too_many",
    "pairing.unsettled",
    *SIMPLE_PLAN_PROBLEMS,
    *SYSTEM_PROBLEMS,
]


def pairings_data(round_: Round, *, staff: bool) -> dict[str, Any]:
    people = shown_entries(round_.division)
    return {
        "round": round_data(round_),
        "pairings": [_pairing(pairing, people, staff=staff) for pairing in pairings_with_results(round_)],
    }


def _pairing(pairing: Pairing, people: dict[int, Who], *, staff: bool) -> dict[str, Any]:
    seated = [people[seat.entry_id] for seat in pairing.seats.all()]
    known = pairing.starts_known and len(seated) == 2
    live: Result | None = next(iter(pairing.results.all()), None)
    return {
        "table": pairing.table,
        "game": game_id(pairing.game_id) if pairing.game_id else None,
        "sides": [
            {"entry": who.number, "name": who.name, "starts": place == 0 if known else None}
            for place, who in enumerate(seated)
        ],
        "result": short_result(live, [who.number for who in seated], staff=staff) if live else None,
        **({"locked": pairing.locked} if staff else {}),
    }


class Rounds(ApiView):
    @operation(
        "rounds_list",
        "List rounds",
        tag="rounds",
        answers={200: listing(RoundOut)},
        example={"items": [examples.ROUND], "next": None},
        problems=["not_found"],
        parameters=[EVENT, DIVISION],
    )
    def get(self, request: Request, slug: str, division: str) -> Response:
        """Published and closed rounds; drafts too for the event's staff."""
        access, found = division_access(request, slug, division)
        access.sees(found.pairings_public)
        rows = found.rounds.order_by("number")
        if not access.looks:
            rows = rows.exclude(state=Round.State.DRAFT)
        return Response({"items": [round_data(row) for row in rows], "next": None})


class DeleteQuery(QueryShape):
    results = QueryWhole(min_value=0, max_value=9999, default=0)


class OneRound(ApiView):
    @operation(
        "rounds_read",
        "Read a round",
        tag="rounds",
        answers={200: RoundOut},
        example=examples.ROUND,
        problems=["not_found"],
        parameters=[EVENT, DIVISION, ROUND],
    )
    def get(self, request: Request, slug: str, division: str, number: int) -> Response:
        """A draft is there for the event's staff only."""
        access, found = division_access(request, slug, division)
        access.sees(found.pairings_public)
        return Response(round_data(round_in(found, number, drafts=access.looks)))

    @operation(
        "rounds_delete",
        "Delete the last round",
        tag="rounds",
        login=True,
        answers={204: None},
        problems=["not_found", "round.not_last", "round.has_results"],
        parameters=[
            EVENT,
            DIVISION,
            ROUND,
            OpenApiParameter(
                "results",
                {"type": "integer", "minimum": 0, "maximum": 9999, "default": 0},
                description="How many results and begun scoresheets you agree to lose.",
            ),
        ],
    )
    def delete(self, request: Request, slug: str, division: str, number: int) -> Response:
        """With every trace of it: pairings, results, games. Byes of the system are not counted as results."""
        access, found = writing_division(request, slug, division, "tournaments.run")
        round_ = round_in(found, number, drafts=True)
        if round_.state != Round.State.DRAFT:
            access.require("tournaments.direct")
        agreed = query_of(request, DeleteQuery)["results"]
        round_delete(round_id=round_.pk, expected_results=agreed, actor=actor_of(request))
        return Response(status=204)


class RoundPairings(ApiView):
    @operation(
        "rounds_pairings",
        "Read a round's pairings",
        tag="rounds",
        answers={200: PairingsOut},
        example=examples.PAIRINGS,
        problems=["not_found"],
        parameters=[EVENT, DIVISION, ROUND],
    )
    def get(self, request: Request, slug: str, division: str, number: int) -> Response:
        """By table, byes last; with the ids of the games and the results so far."""
        access, found = division_access(request, slug, division)
        access.sees(found.pairings_public)
        round_ = round_in(found, number, drafts=access.looks)
        return Response(pairings_data(round_, staff=access.looks))


class RoundPair(ApiView):
    @operation(
        "rounds_pair",
        "Pair a round",
        tag="rounds",
        login=True,
        body=PairRequest,
        sends={"seed": 7, "locked_byes": [31]},
        answers={201: PairingsOut, 200: PairingsOut},
        example={**examples.PAIRINGS, "round": {**examples.ROUND, "state": "draft", "published_at": None}},
        problems=PAIRING_REFUSALS,
        parameters=[EVENT, DIVISION, ROUND, LOCATION],
    )
    def post(self, request: Request, slug: str, division: str, number: int) -> Response:
        """Makes a draft, which staff see and may still change. 200 where it replaces one (`repair`).

        How good a large round is, is proved by a job: `Location`.
        """
        _access, found = writing_division(request, slug, division, "tournaments.run")
        shape = PairRequest(data=request.data)
        shape.is_valid(raise_exception=True)
        wish = pair_wish(found, dict(shape.validated_data))
        before = Round.objects.filter(division=found, number=number).exists()
        round_ = round_pair(division_id=found.pk, number=number, actor=actor_of(request), **wish)
        answer = Response(pairings_data(round_, staff=True), status=200 if before else 201)
        if round_.certificate is None:
            says_where(answer, PROOF, proof_key(round_.pk))
        return answer


def pair_wish(division: Division, wish: dict[str, Any]) -> dict[str, Any]:
    """What was sent, as the service takes it: entries by id, a system with its settings."""
    ids = dict(Entry.objects.filter(division=division).values_list("number", "pk"))
    for field in ("locked_pairs", "forbidden_pairs"):
        wish[field] = [
            tuple(entry_id(ids, n, f"/{field}/{at}") for n in pair) for at, pair in enumerate(wish[field])
        ]
    wish["locked_byes"] = [entry_id(ids, n, f"/locked_byes/{at}") for at, n in enumerate(wish["locked_byes"])]
    settings = wish.pop("settings", None)
    if settings is not None:
        if "system" not in wish:
            message = _("Settings are those of a system: name it.")
            raise Refused("pairing.setting_unknown", message, field="settings")
        wish["system"] = system_of(wish["system"], settings, field="settings")
    return wish


def entry_id(ids: dict[int, int], number: int, pointer: str) -> int:
    if number not in ids:
        message = _("There is no entry %(number)s in this division.") % {"number": number}
        item = Item("round.unknown_entry", message, pointer=pointer)
        raise Refused("round.unknown_entry", message, items=[item])
    return ids[number]


class RoundPublish(ApiView):
    @operation(
        "rounds_publish",
        "Publish a round",
        tag="rounds",
        login=True,
        body=Nothing,
        sends={},
        answers={200: RoundOut},
        example=examples.ROUND,
        problems=[
            "not_found",
            "round.already_published",
            "round.entries_changed",
            "round.results_missing",
            "precondition.failed",
            "precondition.unreadable",
        ],
        parameters=[EVENT, DIVISION, ROUND, MAYBE_MATCH, LOCATION],
    )
    def post(self, request: Request, slug: str, division: str, number: int) -> Response:
        """Everybody sees it, games are made, byes get their result, and the round before is closed.

        What may still happen after that one is counted by a job: `Location`.
        """
        _access, found = writing_division(request, slug, division, "tournaments.run")
        round_ = round_in(found, number, drafts=True)
        tags = if_match(request, required=False)
        Nothing(data=request.data).is_valid(raise_exception=True)
        match_or_fail(tags, lambda: round_data(round_))
        with stale_is_412(lambda: _current(found, number)):
            done = round_publish(
                round_id=round_.pk,
                actor=actor_of(request),
                expected_version=round_.version if tags not in (None, ["*"]) else None,
            )
        answer = Response(round_data(done))
        says_where(answer, CHANCES, chances_key(found.pk, number - 1))
        return answer


def _current(division: Division, number: int) -> tuple[Any, str]:
    data = round_data(round_in(division, number, drafts=True))
    return data, etag_of(data)


class RoundClose(ApiView):
    @operation(
        "rounds_close",
        "Close a round",
        tag="rounds",
        login=True,
        body=Nothing,
        sends={},
        answers={200: RoundOut},
        example={**examples.ROUND, "state": "closed", "closed_at": "2026-11-29T11:02:40+07:00"},
        problems=["not_found", "round.closed", "round.not_published", "round.results_missing"],
        parameters=[EVENT, DIVISION, ROUND, LOCATION],
    )
    def post(self, request: Request, slug: str, division: str, number: int) -> Response:
        """Its results become final; from now on only a director's correction changes one.

        What may still happen is counted by a job: `Location`.
        """
        _access, found = writing_division(request, slug, division, "tournaments.run")
        round_ = round_in(found, number, drafts=True)
        Nothing(data=request.data).is_valid(raise_exception=True)
        answer = Response(round_data(round_close(round_id=round_.pk, actor=actor_of(request))))
        says_where(answer, CHANCES, chances_key(found.pk, number))
        return answer
