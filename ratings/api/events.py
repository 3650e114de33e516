"""The events of a rating list, and why each changed a rating."""

from typing import Any

from django.http import Http404
from django.utils.translation import gettext_lazy as _
from rest_framework.request import Request
from rest_framework.response import Response

from common.errors import Conflict
from common.openapi import PAGING, listing, number_parameter, operation
from common.pagination import page_of_list
from common.rest import ApiView

from ..models import RatedEvent, RatingHistory
from ..selectors.event_lines import EventLine, event_lines, games_public, lines_public
from ..selectors.people import public_players, public_rated_events
from ..selectors.unrated import unrated_games
from ..selectors.why import Why, why
from . import examples
from .event_answers import RatedEventLinesOut, RatedEventOut, WhyOut
from .lists import LIST, list_named
from .shared import player_data

EVENT = number_parameter("number", "The event's number in the list.", maximum=999_999_999)
PLAYER = number_parameter("player", "The player's number.", maximum=999_999_999)


def _event_data(event: RatedEvent) -> dict[str, Any]:
    division = event.division
    assert division is not None  # only public ones are read
    return {
        "number": event.pk,
        "name": event.name,
        "tournament": division.tournament.slug,
        "division": division.slug,
        "day": division.tournament.starts_on.isoformat(),
        "state": event.state,
        "rated": division.rated,
        "over": event.over,
        "games": event.games,
    }


def _event(slug: str, number: int) -> RatedEvent:
    found = (
        public_rated_events(list_named(slug)).select_related("rating_list__current_run").filter(pk=number).first()
    )
    if found is None:
        raise Http404
    return found


class Events(ApiView):
    @operation(
        "ratings_events",
        "List the events of a rating list",
        tag="ratings",
        answers={200: listing(RatedEventOut)},
        example={"items": [examples.RATED_EVENT], "next": None},
        problems=["not_found"],
        parameters=[LIST, *PAGING],
    )
    def get(self, request: Request, slug: str) -> Response:
        """Those that everybody may see, the latest first, also where they do not count."""
        rows = list(public_rated_events(list_named(slug)))
        rows.sort(key=_place)
        page = page_of_list(request, rows, _place)
        return Response({"items": [_event_data(event) for event in page.items], "next": page.next})


def _place(event: RatedEvent) -> tuple[int, int]:
    assert event.division is not None
    return (-event.division.tournament.starts_on.toordinal(), -event.division.pk)


class OneEvent(ApiView):
    @operation(
        "ratings_event",
        "Read what an event did to ratings",
        tag="ratings",
        answers={200: RatedEventLinesOut},
        example={
            **examples.RATED_EVENT,
            "lines": [examples.EVENT_LINE],
            "unrated": [{"round": 3, "table": None, "reason": "bye"}],
        },
        problems=["not_found"],
        parameters=[LIST, EVENT],
    )
    def get(self, request: Request, slug: str, number: int) -> Response:
        """A line a player, the highest rating first, then what had been published of it."""
        event = _event(slug, number)
        lines = None
        if lines_public(event):
            lines = [_line(each) for line in event_lines(event) for each in (line, *line.old)]
        unrated = None
        if event.division is not None and event.division.pairings_public:
            unrated = [
                {"round": game.round_number, "table": game.table, "reason": game.reason}
                for game in unrated_games(event)
            ]
        return Response({**_event_data(event), "lines": lines, "unrated": unrated})


def _line(line: EventLine) -> dict[str, Any]:
    return {
        "player": player_data(line.player),
        "before": line.before,
        "rd_before": line.rd_before,
        "after": line.after,
        "rd_after": line.rd_after,
        "change": line.change,
        "games": line.games,
        "career_games": line.career_games,
        "expected": round(line.expected, 3),
        "actual": round(line.actual, 3),
        "performance": line.performance,
        "all": line.clean or None,
        "superseded": line.superseded,
    }


class EventWhy(ApiView):
    @operation(
        "ratings_why",
        "Read why an event changed a rating",
        tag="ratings",
        answers={200: WhyOut},
        example=examples.WHY,
        problems=["not_found", "ratings.not_worked_out"],
        parameters=[LIST, EVENT, PLAYER],
    )
    def get(self, request: Request, slug: str, number: int, player: int) -> Response:
        """Each game's share, and what no single game did. Only where entries, pairings and standings are public."""
        event = _event(slug, number)
        person = public_players().filter(number=player).first()
        if person is None or not games_public(event):
            raise Http404
        named = public_players().filter(memberships__entry__division=event.division).in_bulk()
        try:
            answer = why(event, person, named=named)
        except RatingHistory.DoesNotExist as error:
            raise Http404 from error
        if answer is None:
            raise Conflict("ratings.not_worked_out", _("Results have changed since these ratings were worked out."))
        return Response(_why(answer))


def _why(answer: Why) -> dict[str, Any]:
    return {
        "player": player_data(answer.player),
        "before": answer.before,
        "rd_before": answer.rd_before,
        "after": answer.after,
        "rd_after": answer.rd_after,
        "change": answer.change,
        "new": answer.new,
        "running": answer.running,
        "shares": [
            {
                "round": share.round_number,
                "opponent": player_data(share.opponent) if share.opponent else None,
                "own": share.own,
                "own_rd": share.own_rd,
                "other": share.other,
                "other_rd": share.other_rd,
                "margin": share.margin,
                "expected": round(share.expected, 3),
                "actual": round(share.actual, 3),
                "points": round(share.points, 3),
            }
            for share in answer.shares
        ],
        "rest": [{"code": code, "points": round(points, 3)} for code, points in answer.rest],
    }
