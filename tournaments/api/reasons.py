"""Why a round is as it is, how good it is proved to be, and what another system would have made of it."""

from typing import Any

from django.http import Http404
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request
from rest_framework.response import Response

from common.errors import Conflict, Item, Refused
from common.openapi import number_parameter, operation
from common.query import QueryShape, QueryWhole, query_of
from common.rest import ApiView

from ..models import Division, Entry, Round
from ..pairing import PairingError, RepeatRule, System
from ..pairing.plan import PlanError
from ..selectors.explained import Explained, Question, explain_bye, explain_not, explain_pair, round_question
from ..selectors.explored import Shown, explore
from ..services.pairing_words import pairing_refusal
from ..services.plans import chosen_settings, plan_refused, system_of
from . import pairing_examples as examples
from .access import division_access, round_in
from .events import DIVISION, EVENT
from .pairing_shapes import PLAN_PROBLEMS, CertificateOut, Explore, ExploredOut, ReasonOut
from .rounds import ROUND

_NUMBER = {"type": "integer", "minimum": 1, "maximum": 99_999}
_ENTRY = number_parameter("entry", "Whom it is about, by number.")
_OTHER = OpenApiParameter(
    "other", _NUMBER, description="Why these two meet, or do not. Left out: why the entry has the bye, or has none."
)


class ReasonQuery(QueryShape):
    other = QueryWhole(min_value=1, max_value=99_999, required=False)


class RoundReason(ApiView):
    @operation(
        "rounds_explain",
        "Explain a board, a bye, or a pair that was not made",
        tag="pairing",
        login=True,
        answers={200: ReasonOut},
        example=examples.REASON,
        problems=["not_found", "round.not_paired_here", "round.unknown_entry"],
        parameters=[EVENT, DIVISION, ROUND, _ENTRY, _OTHER],
    )
    def get(self, request: Request, slug: str, division: str, number: int, entry: int) -> Response:
        """By the cheapest round that has it otherwise, and what that would cost. For the event's staff."""
        access, found = division_access(request, slug, division)
        access.require("tournaments.look")
        round_ = round_in(found, number, drafts=True)
        asked = query_of(request, ReasonQuery)
        question = round_question(round_)
        if question is None:
            raise Conflict(
                "round.not_paired_here", _("No system paired this round, so there is no reason to tell.")
            )
        ids = dict(Entry.objects.filter(division=found).values_list("number", "pk"))
        if entry not in ids:
            raise Http404
        other = _other(ids, asked["other"]) if "other" in asked else None
        return Response(_told(_answer(question, ids[entry], other)))


def _other(ids: dict[int, int], number: int) -> int:
    if number not in ids:
        message = _("There is no entry %(number)s in this division.") % {"number": number}
        item = Item("round.unknown_entry", message, params={"parameter": "other"})
        raise Refused("round.unknown_entry", message, items=[item])
    return ids[number]


def _answer(question: Question, entry: int, other: int | None) -> Explained:
    if other is None:
        has_bye = entry in question.result.byes
        return explain_bye(question, entry) if has_bye else explain_not(question, entry, None)
    meet = any({pair.first, pair.second} == {entry, other} for pair in question.result.pairs)
    return explain_pair(question, entry, other) if meet else explain_not(question, entry, other)


def _told(found: Explained) -> dict[str, Any]:
    numbers = {pk: entry.number for pk, entry in found.entries.items()}
    reason = found.reason
    alternative = None
    if reason.alternative is not None:
        alternative = {
            "cost": reason.alternative.cost,
            "differences": [
                {"level": one.level, "round": one.round, "alternative": one.alternative}
                for one in reason.alternative.differences
            ],
            "moves": [
                {
                    "entry": numbers[one.competitor],
                    "meets": numbers[one.meets] if one.meets is not None else None,
                    "instead": numbers[one.instead] if one.instead is not None else None,
                }
                for one in reason.alternative.moves
            ],
        }
    return dict(
        ReasonOut(
            {
                "about": found.about,
                "entries": [numbers[one] for one in found.asked],
                "code": reason.code,
                "system": found.kind,
                "pays": reason.pays,
                "decided_by": reason.decided_by,
                "holders": [numbers[one] for one in reason.holders],
                "met": found.met,
                "alternative": alternative,
            }
        ).data
    )


class RoundCertificate(ApiView):
    @operation(
        "rounds_certificate",
        "Read how good a round is proved to be",
        tag="pairing",
        answers={200: CertificateOut},
        example=examples.CERTIFICATE,
        problems=["not_found"],
        parameters=[EVENT, DIVISION, ROUND],
    )
    def get(self, request: Request, slug: str, division: str, number: int) -> Response:
        """As it was paired, before anybody moved anything by hand. Large rounds are proved a little later."""
        access, found = division_access(request, slug, division)
        access.sees(found.pairings_public)
        return Response(certificate_data(round_in(found, number, drafts=access.looks)))


def certificate_data(round_: Round) -> dict[str, Any]:
    proof = round_.certificate or {}
    return {
        "status": proof.get("status"),
        "method": proof.get("method"),
        "cost": round_.cost,
        "bound": proof.get("bound"),
        "gap": proof.get("gap"),
        "system": round_.system,
        "settings": round_.system_settings,
        "standings_after": round_.standings_after,
        "seconds": round_.seconds,
        "proof_seconds": proof.get("seconds"),
        "solver": round_.solver,
        "request_digest": round_.request_digest,
        "result_digest": round_.result_digest,
    }


class RoundExplore(ApiView):
    @operation(
        "rounds_explore",
        "Pair a round by another system, and write nothing",
        tag="pairing",
        login=True,
        body=Explore,
        sends={"system": {"kind": "swiss", "within": "fold"}},
        answers={200: ExploredOut},
        example=examples.EXPLORED,
        problems=[
            "not_found",
            "round.number_out_of_range",
            "pairing.infeasible",
            "pairing.locked_conflict",
            "pairing.no_seat",
            "pairing.not_enough_players",
            "pairing.round_robin_over",
            "pairing.too_many",
            "pairing.unsettled",
            *[code for code in PLAN_PROBLEMS if code not in ("plan.rounds_published", "plan.unreadable")],
        ],
        parameters=[EVENT, DIVISION, ROUND],
    )
    def post(self, request: Request, slug: str, division: str, number: int) -> Response:
        """Side by side with what was played, on one scale. For the event's staff."""
        access, found = division_access(request, slug, division)
        access.require("tournaments.look")
        shape = Explore(data=request.data)
        shape.is_valid(raise_exception=True)
        values: dict[str, Any] = dict(shape.validated_data)
        if number > 200:
            raise Refused("round.number_out_of_range", _("There is no such round."))
        return Response(_explored(found, number, values))


def _explored(division: Division, number: int, values: dict[str, Any]) -> dict[str, Any]:
    wanted = dict(values["system"]) if values["system"] is not None else None
    system: System | None = system_of(wanted.pop("kind"), wanted) if wanted is not None else None
    repeats = RepeatRule(**values["repeats"]) if "repeats" in values else None
    try:
        found = explore(division, number, system=system, seed=values["seed"], repeats=repeats, keep=values["keep"])
    except PlanError as error:
        raise plan_refused(error, field="system") from error
    except PairingError as error:
        raise pairing_refusal(division, error) from error
    numbers = dict(Entry.objects.filter(division=division).values_list("pk", "number"))
    used = found.request.system
    return dict(
        ExploredOut(
            {
                "system": {"kind": used.kind, **chosen_settings(used)},
                "explored": _shown(found.explored, numbers),
                "played": _shown(found.played, numbers) if found.played else None,
                "same": found.same,
            }
        ).data
    )


def _shown(shown: Shown, numbers: dict[int, int]) -> dict[str, Any]:
    return {
        "pairs": [[numbers[pair.first], numbers[pair.second]] for pair in shown.result.pairs],
        "byes": [numbers[one] for one in shown.result.byes],
        "cost": shown.cost,
        "measures": shown.measures,
    }
