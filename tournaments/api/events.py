"""Tournaments and their divisions."""

from typing import Any

from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from common.errors import NotAllowed
from common.http import actor_of
from common.openapi import IF_MATCH, PAGING, listing, operation, path_parameter
from common.pagination import page_of
from common.preconditions import if_match, match_or_fail
from common.query import QueryShape, query_of
from common.rest import ApiView, person_required, token_of
from common.scopes import DIRECT
from common.text import clean

from ..models import Division, Role, Tournament
from ..services.events import division_create, division_update, tournament_create, tournament_update
from . import examples
from .access import division_access, scope_required, tournament_access, writing, writing_division
from .answers import DivisionOut, TournamentOut, division_data
from .pairing_shapes import SIMPLE_PLAN_PROBLEMS
from .shapes import Day, DivisionChange, DivisionNew, TournamentChange, TournamentNew

SLUG_IN_PATH = r"^[-a-zA-Z0-9_]+$"
EVENT = path_parameter("slug", SLUG_IN_PATH, "The event's address.")
DIVISION = path_parameter("division", SLUG_IN_PATH, "The division's address in the event.")


class EventQuery(QueryShape):
    q = serializers.CharField(max_length=120, required=False, trim_whitespace=False)
    since = Day(required=False)
    until = Day(required=False)


_FILTERS = (
    OpenApiParameter("q", {"type": "string", "minLength": 1, "maxLength": 120}, description="In name or venue."),
    OpenApiParameter("since", {"type": "string", "format": "date"}, description="Ends on this day or later."),
    OpenApiParameter("until", {"type": "string", "format": "date"}, description="Starts on this day or earlier."),
)


class Tournaments(ApiView):
    @operation(
        "tournaments_list",
        "List tournaments",
        tag="tournaments",
        answers={200: listing(TournamentOut)},
        example={"items": [examples.TOURNAMENT], "next": None},
        parameters=[*PAGING, *_FILTERS],
    )
    def get(self, request: Request) -> Response:
        """Public events, and the reader's own; the latest first."""
        asked = query_of(request, EventQuery)
        visible = Q(is_public=True)
        if request.user.is_authenticated:
            visible |= self._own(request)
        rows = Tournament.objects.filter(visible)
        if word := clean(asked.get("q", "")):
            rows = rows.filter(Q(name__icontains=word) | Q(venue__icontains=word))
        if "since" in asked:
            rows = rows.filter(ends_on__gte=asked["since"])
        if "until" in asked:
            rows = rows.filter(starts_on__lte=asked["until"])
        page = page_of(request, rows, ("-starts_on", "-id"))
        return Response({"items": TournamentOut(page.items, many=True).data, "next": page.next})

    def _own(self, request: Request) -> Q:
        token = token_of(request)
        if token is not None and not token.scopes:
            return Q(pk__in=[])
        mine = Q() if request.user.is_superuser else Q(pk__in=_roles(request))
        if token is not None and token.scope_key:
            mine &= Q(pk=token.scope_key.rpartition(":")[2])
        return mine

    @operation(
        "tournaments_create",
        "Create a tournament",
        tag="tournaments",
        login=True,
        body=TournamentNew,
        sends=examples.TOURNAMENT_NEW,
        answers={201: TournamentOut},
        example=examples.TOURNAMENT,
        problems=["tournament.slug_taken", "tournament.days_out_of_order", "name.missing"],
    )
    def post(self, request: Request) -> Response:
        """A new event; whoever makes it directs it."""
        person_required(request)
        scope_required(request, DIRECT)
        token = token_of(request)
        if token is not None and token.scope_key:
            raise NotAllowed("auth.not_allowed", _("This token is good for one event only."))
        shape = TournamentNew(data=request.data)
        shape.is_valid(raise_exception=True)
        tournament = tournament_create(**shape.validated_data, actor=actor_of(request))
        return Response(TournamentOut(tournament).data, status=201)


def _roles(request: Request) -> Any:
    return Role.objects.filter(user_id=request.user.pk).values("tournament_id")


class OneTournament(ApiView):
    @operation(
        "tournaments_read",
        "Read a tournament",
        tag="tournaments",
        answers={200: TournamentOut},
        example=examples.TOURNAMENT,
        problems=["not_found"],
        parameters=[EVENT],
    )
    def get(self, request: Request, slug: str) -> Response:
        """A public event, or one of the reader's own."""
        return Response(TournamentOut(tournament_access(request, slug).tournament).data)

    @operation(
        "tournaments_update",
        "Change a tournament",
        tag="tournaments",
        login=True,
        body=TournamentChange,
        sends={"venue": "Main hall"},
        answers={200: TournamentOut},
        example=examples.TOURNAMENT,
        problems=[
            "not_found",
            "precondition.required",
            "precondition.failed",
            "precondition.unreadable",
            "tournament.days_out_of_order",
            "name.missing",
        ],
        parameters=[EVENT, IF_MATCH],
    )
    def patch(self, request: Request, slug: str) -> Response:
        """Directors only. Fields left out stay."""
        access = writing(request, slug, "tournaments.direct")
        tags = if_match(request)
        shape = TournamentChange(data=request.data)
        shape.is_valid(raise_exception=True)

        def check(row: Tournament) -> None:
            match_or_fail(tags, lambda: TournamentOut(row).data)

        tournament = tournament_update(
            tournament_id=access.tournament.pk, actor=actor_of(request), check=check, **shape.validated_data
        )
        return Response(TournamentOut(tournament).data)


class Divisions(ApiView):
    @operation(
        "divisions_list",
        "List a tournament's divisions",
        tag="divisions",
        answers={200: listing(DivisionOut)},
        example={"items": [examples.DIVISION], "next": None},
        problems=["not_found"],
        parameters=[EVENT],
    )
    def get(self, request: Request, slug: str) -> Response:
        """All of them, in the event's order."""
        rows = tournament_access(request, slug).tournament.divisions.order_by("order", "id")
        return Response({"items": [division_data(row) for row in rows], "next": None})

    @operation(
        "divisions_create",
        "Create a division",
        tag="divisions",
        login=True,
        body=DivisionNew,
        sends={"name": "Open", "ruleset": "amath@1", "rounds_planned": 6},
        answers={201: DivisionOut},
        example=examples.DIVISION,
        problems=[
            "not_found",
            "division.slug_taken",
            "division.invalid",
            "name.missing",
            *SIMPLE_PLAN_PROBLEMS,
        ],
        parameters=[EVENT],
    )
    def post(self, request: Request, slug: str) -> Response:
        """Settings left out start as the ruleset's tournaments have them."""
        access = writing(request, slug, "tournaments.direct")
        shape = DivisionNew(data=request.data)
        shape.is_valid(raise_exception=True)
        division = division_create(
            tournament_id=access.tournament.pk, actor=actor_of(request), **shape.validated_data
        )
        return Response(division_data(division), status=201)


class OneDivision(ApiView):
    @operation(
        "divisions_read",
        "Read a division",
        tag="divisions",
        answers={200: DivisionOut},
        example=examples.DIVISION,
        problems=["not_found"],
        parameters=[EVENT, DIVISION],
    )
    def get(self, request: Request, slug: str, division: str) -> Response:
        """The division's competition settings."""
        return Response(division_data(division_access(request, slug, division)[1]))

    @operation(
        "divisions_update",
        "Change a division's settings",
        tag="divisions",
        login=True,
        body=DivisionChange,
        sends={"spread_caps": [350], "pending_counts": True},
        answers={200: DivisionOut},
        example=examples.DIVISION,
        problems=[
            "not_found",
            "precondition.required",
            "precondition.failed",
            "precondition.unreadable",
            "division.started",
            "division.invalid",
            "name.missing",
            "plan.rounds_published",
            "plan.several_steps",
            *SIMPLE_PLAN_PROBLEMS,
        ],
        parameters=[EVENT, DIVISION, IF_MATCH],
    )
    def patch(self, request: Request, slug: str, division: str) -> Response:
        """Directors only. What results are worth may change at any time: tables and ratings follow."""
        _access, found = writing_division(request, slug, division, "tournaments.direct")
        tags = if_match(request)
        shape = DivisionChange(data=request.data)
        shape.is_valid(raise_exception=True)

        def check(row: Division) -> None:
            match_or_fail(tags, lambda: division_data(row))

        changed = division_update(
            division_id=found.pk, actor=actor_of(request), check=check, **shape.validated_data
        )
        return Response(division_data(changed))
