"""A draft looked at and changed step by step, and paired in spite of a rule."""

from collections.abc import Callable
from typing import Any

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request
from rest_framework.response import Response

from common.errors import Conflict
from common.http import actor_of
from common.openapi import operation
from common.preconditions import etag_of, if_match, match_or_fail, stale_is_412
from common.rest import ApiView
from common.shapes import Shape

from ..models import Division, DraftStep, Entry, Round
from ..selectors.drafts import DraftState, draft_state
from ..services.draft_steps import draft_lock, draft_move, draft_swap, draft_undo, draft_unlock
from ..services.drafts import draft_repair_rest
from ..services.published import published_swap
from ..services.relaxing import relax_apply
from . import examples, pairing_examples
from .access import division_access, round_in, writing_division
from .answers import PairingsOut, round_data
from .events import DIVISION, EVENT
from .pairing_shapes import DraftOut, EntryLock, PlacesCorrection, PlacesSwap, Relax, TableMove
from .rounds import MAYBE_MATCH, PAIRING_REFUSALS, ROUND, entry_id, pair_wish, pairings_data
from .shapes import Nothing

_PUBLISHED = _("This round is published: its pairings stay.")
_CHANGED = [
    "not_found",
    "round.already_published",
    "precondition.failed",
    "precondition.unreadable",
]
_DRAFTED = {**examples.PAIRINGS, "round": {**examples.ROUND, "state": "draft", "published_at": None}}
_HERE: list[OpenApiParameter] = [EVENT, DIVISION, ROUND, MAYBE_MATCH]


def draft_data(round_: Round, state: DraftState) -> dict[str, Any]:
    undone = {step.undoes_id for step in state.steps}
    return {
        "version": round_.version,
        "warnings": [
            {"code": one.code, "entries": list(one.entries), "table": one.table, "figures": one.figures}
            for one in state.warnings
        ],
        "differences": [{"level": one.level, "made": one.made, "now": one.now} for one in state.differences],
        "worse": state.worse,
        "locked": state.locked,
        "undo": state.undo.number if state.undo else None,
        "steps": [_step(step, undone=step.pk in undone) for step in state.steps],
    }


def _step(step: DraftStep, *, undone: bool) -> dict[str, Any]:
    return {
        "number": step.number,
        "kind": step.kind,
        "figures": {key: value for key, value in step.data.items() if key != "without_rules"},
        "actor": step.actor,
        "at": step.created_at,
        "undone": undone,
    }


class Draft(ApiView):
    @operation(
        "drafts_read",
        "Look at a draft",
        tag="drafts",
        login=True,
        answers={200: DraftOut},
        example=pairing_examples.DRAFT,
        problems=["not_found", "round.already_published"],
        parameters=[EVENT, DIVISION, ROUND],
    )
    def get(self, request: Request, slug: str, division: str, number: int) -> Response:
        """What to look at before it is published, what changes by hand cost, and the steps so far. For staff."""
        access, found = division_access(request, slug, division)
        access.require("tournaments.look")
        round_ = round_in(found, number, drafts=True)
        round_.division = found
        if round_.state != Round.State.DRAFT:
            raise Conflict("round.already_published", _PUBLISHED)
        return Response(draft_data(round_, draft_state(round_)))


class _Step(ApiView):
    """A change of a draft, perhaps under an ETag of the round."""

    shape: type[Shape] = Nothing
    right = "tournaments.run"

    def change(self, request: Request, slug: str, division: str, number: int) -> Response:
        _access, found = writing_division(request, slug, division, self.right)
        round_ = round_in(found, number, drafts=True)
        tags = if_match(request, required=False)
        shape = self.shape(data=request.data)
        shape.is_valid(raise_exception=True)
        match_or_fail(tags, lambda: round_data(round_))
        options = {
            "round_id": round_.pk,
            "actor": actor_of(request),
            "expected_version": round_.version if tags not in (None, ["*"]) else None,
        }
        with stale_is_412(lambda: _current(found, number)):
            done = self.step(found, dict(shape.validated_data), options)
        done.division = found
        return Response(pairings_data(done, staff=True))

    def step(self, division: Division, values: dict[str, Any], options: dict[str, Any]) -> Round:
        return draft_undo(**options)


def _current(division: Division, number: int) -> tuple[Any, str]:
    data = round_data(round_in(division, number, drafts=True))
    return data, etag_of(data)


def _ids(division: Division) -> dict[int, int]:
    return dict(Entry.objects.filter(division=division).values_list("number", "pk"))


class DraftSwap(_Step):
    shape = PlacesSwap

    @operation(
        "drafts_swap",
        "Let two entries of a draft change places",
        tag="drafts",
        login=True,
        body=PlacesSwap,
        sends={"entries": [12, 31]},
        answers={200: PairingsOut},
        example=_DRAFTED,
        problems=[*_CHANGED, "round.unknown_entry", "round.swap_invalid"],
        parameters=_HERE,
    )
    def post(self, request: Request, slug: str, division: str, number: int) -> Response:
        """Opponents, tables, or the bye; two at one table change who starts."""
        return self.change(request, slug, division, number)

    def step(self, division: Division, values: dict[str, Any], options: dict[str, Any]) -> Round:
        ids = _ids(division)
        one, two = (entry_id(ids, number, f"/entries/{at}") for at, number in enumerate(values["entries"]))
        return draft_swap(entry_a=one, entry_b=two, **options)


class RoundCorrect(_Step):
    shape = PlacesCorrection
    right = "tournaments.direct"

    @operation(
        "rounds_correct",
        "Let two entries of a published round change places",
        tag="rounds",
        login=True,
        body=PlacesCorrection,
        sends={"entries": [12, 31], "reason": "They sat down at each other's tables"},
        answers={200: PairingsOut},
        example=examples.PAIRINGS,
        problems=[
            "not_found",
            "round.not_published",
            "round.closed",
            "round.played_already",
            "round.unknown_entry",
            "round.swap_invalid",
            "result.reason_missing",
            "precondition.failed",
            "precondition.unreadable",
        ],
        parameters=_HERE,
    )
    def post(self, request: Request, slug: str, division: str, number: int) -> Response:
        """A director's correction, in the event's log with its reason. Only where neither game has a result or an
        event on its scoresheet.
        """
        return self.change(request, slug, division, number)

    def step(self, division: Division, values: dict[str, Any], options: dict[str, Any]) -> Round:
        ids = _ids(division)
        one, two = (entry_id(ids, number, f"/entries/{at}") for at, number in enumerate(values["entries"]))
        return published_swap(entry_a=one, entry_b=two, reason=values["reason"], **options)


class DraftMove(_Step):
    shape = TableMove

    @operation(
        "drafts_move",
        "Play a game of a draft at another table",
        tag="drafts",
        login=True,
        body=TableMove,
        sends={"table": 7, "to_table": 1},
        answers={200: PairingsOut},
        example=_DRAFTED,
        problems=[*_CHANGED, "draft.no_such_table"],
        parameters=_HERE,
    )
    def post(self, request: Request, slug: str, division: str, number: int) -> Response:
        """The game that is there goes to the other table."""
        return self.change(request, slug, division, number)

    def step(self, division: Division, values: dict[str, Any], options: dict[str, Any]) -> Round:
        return draft_move(**values, **options)


class DraftLock(_Step):
    shape = EntryLock
    call: Callable[..., Round] = staticmethod(draft_lock)

    @operation(
        "drafts_lock",
        "Lock a game or a bye of a draft",
        tag="drafts",
        login=True,
        body=EntryLock,
        sends={"entry": 12},
        answers={200: PairingsOut},
        example=_DRAFTED,
        problems=[*_CHANGED, "round.unknown_entry", "draft.not_seated"],
        parameters=_HERE,
    )
    def post(self, request: Request, slug: str, division: str, number: int) -> Response:
        """The game, or the bye, of this entry is kept when the draft is paired again."""
        return self.change(request, slug, division, number)

    def step(self, division: Division, values: dict[str, Any], options: dict[str, Any]) -> Round:
        entry = entry_id(_ids(division), values["entry"], "/entry")
        return type(self).call(entry=entry, **options)


class DraftUnlock(DraftLock):
    call: Callable[..., Round] = staticmethod(draft_unlock)

    @operation(
        "drafts_unlock",
        "Unlock a game or a bye of a draft",
        tag="drafts",
        login=True,
        body=EntryLock,
        sends={"entry": 12},
        answers={200: PairingsOut},
        example=_DRAFTED,
        problems=[*_CHANGED, "round.unknown_entry", "draft.not_seated"],
        parameters=_HERE,
    )
    def post(self, request: Request, slug: str, division: str, number: int) -> Response:
        """It is paired like any other when the draft is paired again."""
        return self.change(request, slug, division, number)


class DraftUndo(_Step):
    @operation(
        "drafts_undo",
        "Take the last step of a draft back",
        tag="drafts",
        login=True,
        body=Nothing,
        sends={},
        answers={200: PairingsOut},
        example=_DRAFTED,
        problems=[*_CHANGED, "draft.nothing_to_undo"],
        parameters=_HERE,
    )
    def post(self, request: Request, slug: str, division: str, number: int) -> Response:
        """One step each time, pairing again too."""
        return self.change(request, slug, division, number)


class DraftRepairRest(_Step):
    @operation(
        "drafts_repair_rest",
        "Pair the rest of a draft again",
        tag="drafts",
        login=True,
        body=Nothing,
        sends={},
        answers={200: PairingsOut},
        example=_DRAFTED,
        problems=sorted({*_CHANGED, *PAIRING_REFUSALS, "round.not_paired_here"}),
        parameters=_HERE,
    )
    def post(self, request: Request, slug: str, division: str, number: int) -> Response:
        """Everybody who is in no locked game and has no locked bye, by the same system and lots."""
        return self.change(request, slug, division, number)

    def step(self, division: Division, values: dict[str, Any], options: dict[str, Any]) -> Round:
        return draft_repair_rest(**options)


class RoundRelax(ApiView):
    @operation(
        "rounds_relax",
        "Pair a round with one rule less",
        tag="rounds",
        login=True,
        body=Relax,
        sends={"relax": {"kind": "forbidden_pair", "pair": [12, 31]}, "seed": 7},
        answers={201: PairingsOut, 200: PairingsOut},
        example=_DRAFTED,
        problems=[*PAIRING_REFUSALS, "pairing.relax_unknown"],
        parameters=[EVENT, DIVISION, ROUND],
    )
    def post(self, request: Request, slug: str, division: str, number: int) -> Response:
        """One of the proposals in `relax` of a `pairing.infeasible`, with the rest of what was sent then. A rule of
        the event is left out this once. 200 where it replaces a draft.
        """
        _access, found = writing_division(request, slug, division, "tournaments.run")
        shape = Relax(data=request.data)
        shape.is_valid(raise_exception=True)
        values = dict(shape.validated_data)
        proposal = values.pop("relax")
        before = Round.objects.filter(division=found, number=number).exists()
        values["repair"] = values["repair"] or before
        round_ = relax_apply(
            division_id=found.pk,
            number=number,
            proposal=proposal,
            actor=actor_of(request),
            **pair_wish(found, values),
        )
        return Response(pairings_data(round_, staff=True), status=200 if before else 201)
