"""Rules for two entries, and who is not there: what a director settles before rounds are paired."""

from typing import Any

from django.http import Http404
from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request
from rest_framework.response import Response

from common.http import actor_of
from common.openapi import IF_MATCH, listing, number_parameter, operation
from common.preconditions import etag_of, if_match, match_or_fail, stale_is_412
from common.query import QueryShape, QueryWhole, query_of
from common.rest import ApiView

from ..models import Absence, Division, Entry, PairingRule
from ..services.constraints import absence_clear, absence_set, rule_add, rule_change, rule_remove
from . import pairing_examples as examples
from .access import division_access, entry_in, writing_division
from .entries import NUMBER
from .events import DIVISION, EVENT
from .pairing_shapes import AbsenceIn, AbsenceOut, RuleChange, RuleNew, RuleOut
from .rounds import entry_id

RULE = number_parameter("rule", "The rule's id.", maximum=999_999_999)
_ROUND_PART = number_parameter("round_number", "The round's number.", maximum=200)
_ROUND = OpenApiParameter(
    "round", {"type": "integer", "minimum": 1, "maximum": 200}, description="Of this round only."
)


def rule_data(rule: PairingRule) -> dict[str, Any]:
    return {
        "id": rule.pk,
        "version": rule.version,
        "kind": rule.kind,
        "entries": [rule.one.number, rule.other.number],
        "from_round": rule.from_round,
        "to_round": rule.to_round,
        "reason": rule.reason,
    }


def absence_data(absence: Absence) -> dict[str, Any]:
    return {
        "entry": absence.entry.number,
        "round": absence.round_number,
        "kind": absence.kind,
        "reason": absence.reason,
        "version": absence.version,
    }


def _rule(division: Division, pk: int) -> PairingRule:
    rule = PairingRule.objects.select_related("one", "other").filter(division=division, pk=pk).first()
    if rule is None:
        raise Http404
    return rule


class Rules(ApiView):
    @operation(
        "rules_list",
        "List the rules for two entries",
        tag="pairing",
        login=True,
        answers={200: listing(RuleOut)},
        example={"items": [examples.RULE], "next": None},
        problems=["not_found"],
        parameters=[EVENT, DIVISION],
    )
    def get(self, request: Request, slug: str, division: str) -> Response:
        """Who must not meet, and who must. For the event's staff."""
        access, found = division_access(request, slug, division)
        access.require("tournaments.look")
        rows = PairingRule.objects.filter(division=found).select_related("one", "other")
        return Response({"items": [rule_data(rule) for rule in rows], "next": None})

    @operation(
        "rules_create",
        "Make a rule for two entries",
        tag="pairing",
        login=True,
        body=RuleNew,
        sends={"kind": "forbidden", "entries": [12, 31], "reason": "brother and sister"},
        answers={201: RuleOut},
        example=examples.RULE,
        problems=[
            "not_found",
            "round.unknown_entry",
            "rule.entries",
            "rule.rounds",
            "rule.contradicts",
            "rule.too_many",
        ],
        parameters=[EVENT, DIVISION],
    )
    def post(self, request: Request, slug: str, division: str) -> Response:
        """The very same rule again is the one that is there. Rounds that are paired stay as they are."""
        _access, found = writing_division(request, slug, division, "tournaments.run")
        shape = RuleNew(data=request.data)
        shape.is_valid(raise_exception=True)
        values: dict[str, Any] = dict(shape.validated_data)
        ids = dict(Entry.objects.filter(division=found).values_list("number", "pk"))
        one, other = (entry_id(ids, number, f"/entries/{at}") for at, number in enumerate(values.pop("entries")))
        rule = rule_add(division_id=found.pk, one=one, other=other, actor=actor_of(request), **values)
        return Response(rule_data(_rule(found, rule.pk)), status=201)


class OneRule(ApiView):
    @operation(
        "rules_read",
        "Read a rule",
        tag="pairing",
        login=True,
        answers={200: RuleOut},
        example=examples.RULE,
        problems=["not_found"],
        parameters=[EVENT, DIVISION, RULE],
    )
    def get(self, request: Request, slug: str, division: str, rule: int) -> Response:
        """For the event's staff."""
        access, found = division_access(request, slug, division)
        access.require("tournaments.look")
        return Response(rule_data(_rule(found, rule)))

    @operation(
        "rules_update",
        "Change a rule's rounds or reason",
        tag="pairing",
        login=True,
        body=RuleChange,
        sends={"to_round": 3},
        answers={200: RuleOut},
        example={**examples.RULE, "version": 2, "to_round": 3},
        problems=[
            "not_found",
            "precondition.required",
            "precondition.failed",
            "precondition.unreadable",
            "rule.rounds",
            "rule.contradicts",
        ],
        parameters=[EVENT, DIVISION, RULE, IF_MATCH],
    )
    def patch(self, request: Request, slug: str, division: str, rule: int) -> Response:
        """Fields left out stay. For other entries make another rule."""
        _access, found = writing_division(request, slug, division, "tournaments.run")
        known = _rule(found, rule)
        tags = if_match(request)
        shape = RuleChange(data=request.data)
        shape.is_valid(raise_exception=True)
        match_or_fail(tags, lambda: rule_data(known))
        values: dict[str, Any] = dict(shape.validated_data)
        with stale_is_412(lambda: _current(found, rule)):
            changed = rule_change(
                rule_id=known.pk,
                actor=actor_of(request),
                set_to_round="to_round" in values,
                expected_version=None if tags == ["*"] else known.version,
                **values,
            )
        return Response(rule_data(_rule(found, changed.pk)))

    @operation(
        "rules_delete",
        "Take a rule away",
        tag="pairing",
        login=True,
        answers={204: None},
        problems=["not_found"],
        parameters=[EVENT, DIVISION, RULE],
    )
    def delete(self, request: Request, slug: str, division: str, rule: int) -> Response:
        """Rounds that are paired stay as they are."""
        _access, found = writing_division(request, slug, division, "tournaments.run")
        rule_remove(rule_id=_rule(found, rule).pk, actor=actor_of(request))
        return Response(status=204)


def _current(division: Division, pk: int) -> tuple[Any, str]:
    data = rule_data(_rule(division, pk))
    return data, etag_of(data)


class AbsenceQuery(QueryShape):
    round = QueryWhole(min_value=1, max_value=200, required=False)


class Absences(ApiView):
    @operation(
        "absences_list",
        "List absences",
        tag="pairing",
        login=True,
        answers={200: listing(AbsenceOut)},
        example={"items": [examples.ABSENCE], "next": None},
        problems=["not_found"],
        parameters=[EVENT, DIVISION, _ROUND],
    )
    def get(self, request: Request, slug: str, division: str) -> Response:
        """Who asked for a bye or is away, and when. For the event's staff."""
        access, found = division_access(request, slug, division)
        access.require("tournaments.look")
        asked = query_of(request, AbsenceQuery)
        rows = Absence.objects.filter(entry__division=found).select_related("entry")
        if "round" in asked:
            rows = rows.filter(round_number=asked["round"])
        return Response({"items": [absence_data(row) for row in rows], "next": None})


class OneAbsence(ApiView):
    http_method_names = ("put", "delete")

    @operation(
        "absences_set",
        "Note that an entry asks for a bye or is away",
        tag="pairing",
        login=True,
        body=AbsenceIn,
        sends={"kind": "requested_bye", "reason": "exam"},
        answers={200: AbsenceOut},
        example=examples.ABSENCE,
        problems=[
            "not_found",
            "absence.not_in_round",
            "absence.round_published",
            "round.number_out_of_range",
        ],
        parameters=[EVENT, DIVISION, NUMBER, _ROUND_PART],
    )
    def put(self, request: Request, slug: str, division: str, number: int, round_number: int) -> Response:
        """Said again, it is changed. A draft of the round waits to be paired again."""
        _access, found = writing_division(request, slug, division, "tournaments.run")
        entry = entry_in(found, number)
        shape = AbsenceIn(data=request.data)
        shape.is_valid(raise_exception=True)
        absence = absence_set(
            entry_id=entry.pk, round_number=round_number, actor=actor_of(request), **dict(shape.validated_data)
        )
        return Response(absence_data(absence))

    @operation(
        "absences_clear",
        "Let an absent entry play after all",
        tag="pairing",
        login=True,
        answers={204: None},
        problems=["not_found", "absence.round_published", "round.number_out_of_range"],
        parameters=[EVENT, DIVISION, NUMBER, _ROUND_PART],
    )
    def delete(self, request: Request, slug: str, division: str, number: int, round_number: int) -> Response:
        """204 where nothing was noted too."""
        _access, found = writing_division(request, slug, division, "tournaments.run")
        absence_clear(entry_id=entry_in(found, number).pk, round_number=round_number, actor=actor_of(request))
        return Response(status=204)
