"""A draft changed step by step: swapped, moved, locked, its rest paired again, a step taken back, a rule left out.

All of it: assistants and directors (``tournaments.run``). Every step answers with the draft as it then is, to htmx
with the middle of the page alone.
"""

import json
from collections.abc import Callable
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from common.errors import DomainError, Refused
from common.http import actor_of

from ...forms.rounds import LockForm, MoveForm, SwapForm
from ...models import Division, Pairing, Round
from ...services.draft_steps import draft_lock, draft_move, draft_swap, draft_undo, draft_unlock
from ...services.drafts import draft_repair_rest
from ...services.plans import system_of
from ...services.relaxing import relax_apply
from ..access import desk_division
from .rounds import (
    asked_form,
    asked_options,
    find_round,
    kept_seed,
    round_or_404,
    round_problem,
    show_round,
    to_round,
    version_of,
)


def _step(
    request: HttpRequest,
    division: Division,
    round_: Round,
    do: Callable[[], Round],
    *,
    typed: bool = False,
    refuse: Callable[[DomainError], HttpResponse | None] = lambda _error: None,
) -> HttpResponse:
    """Do one step and show the draft after it. ``typed``: from the keyboard, which then leaves the box."""
    try:
        changed = do()
    except DomainError as error:
        return refuse(error) or round_problem(request, division, round_.number, error)
    if getattr(request, "htmx", False):
        return show_round(request, division, round_.number, changed, typed=typed, stepped=True)
    return to_round(division, round_.number)


@login_required
@require_POST
def round_swap_page(request: HttpRequest, slug: str, division: str, number: int) -> HttpResponse:
    """Let two entries of a draft change places: ``entry`` twice (chosen), or ``one`` and ``two`` (typed, dragged).

    With a bye's holder as one of them, that is how a bye is given to somebody else.
    """
    found = desk_division(request, slug, division, "tournaments.run")
    round_ = round_or_404(found, number)
    chosen = request.POST.getlist("entry")
    data = request.POST.copy()
    if chosen and not data.get("one") and not data.get("two"):
        data["one"], data["two"] = (*chosen[:2], "", "")[:2]
        if len(chosen) != 2:
            problem = _("Choose two entries that are to change places.")
            return show_round(request, found, number, round_, status=422, problem=problem)
    form = SwapForm(data, division=found)
    if not form.is_valid():
        return show_round(request, found, number, round_, status=422, swap_form=form)
    one, two = form.cleaned_data["one"], form.cleaned_data["two"]

    def refuse(error: DomainError) -> HttpResponse | None:
        if error.code != "round.swap_invalid":
            return None
        form.add_error("two", str(error.message))
        return show_round(request, found, number, round_, status=error.status, swap_form=form)

    return _step(
        request,
        found,
        round_,
        lambda: draft_swap(
            round_id=round_.pk,
            entry_a=one.pk,
            entry_b=two.pk,
            actor=actor_of(request),
            expected_version=form.cleaned_data["version"],
        ),
        typed=not chosen and "dragged" not in request.POST,
        refuse=refuse,
    )


@login_required
@require_POST
def round_move_page(request: HttpRequest, slug: str, division: str, number: int) -> HttpResponse:
    """A game goes to another table, and the game there comes to its own."""
    found = desk_division(request, slug, division, "tournaments.run")
    round_ = round_or_404(found, number)
    form = MoveForm(request.POST)
    if not form.is_valid():
        return show_round(request, found, number, round_, status=422, move_form=form)

    def refuse(error: DomainError) -> HttpResponse | None:
        if error.code != "draft.no_such_table":
            return None
        form.add_error("table", str(error.message))
        return show_round(request, found, number, round_, status=error.status, move_form=form)

    return _step(
        request,
        found,
        round_,
        lambda: draft_move(
            round_id=round_.pk,
            table=form.cleaned_data["table"],
            to_table=form.cleaned_data["to_table"],
            actor=actor_of(request),
            expected_version=form.cleaned_data["version"],
        ),
        typed="dragged" not in request.POST,
        refuse=refuse,
    )


@login_required
@require_POST
def round_lock_page(request: HttpRequest, slug: str, division: str, number: int) -> HttpResponse:
    """Lock the game, or the bye, of an entry; or let it go, where it is locked."""
    found = desk_division(request, slug, division, "tournaments.run")
    round_ = round_or_404(found, number)
    form = LockForm(request.POST, division=found)
    if not form.is_valid():
        return show_round(request, found, number, round_, status=422, lock_form=form)
    entry = form.cleaned_data["entry"]
    locked = Pairing.objects.filter(round=round_, seats__entry=entry, locked=True).exists()
    act = draft_unlock if locked else draft_lock

    def refuse(error: DomainError) -> HttpResponse | None:
        if error.code != "draft.not_seated":
            return None
        form.add_error("entry", str(error.message))
        return show_round(request, found, number, round_, status=error.status, lock_form=form)

    return _step(
        request,
        found,
        round_,
        lambda: act(
            round_id=round_.pk,
            entry=entry.pk,
            actor=actor_of(request),
            expected_version=form.cleaned_data["version"],
        ),
        typed="typed" in request.POST,
        refuse=refuse,
    )


@login_required
@require_POST
def round_rest_page(request: HttpRequest, slug: str, division: str, number: int) -> HttpResponse:
    """Pair everybody again who is in no locked game and has no locked bye, by the same system and lots."""
    found = desk_division(request, slug, division, "tournaments.run")
    round_ = round_or_404(found, number)
    version = version_of(request.POST.get("version"))
    return _step(
        request,
        found,
        round_,
        lambda: draft_repair_rest(round_id=round_.pk, actor=actor_of(request), expected_version=version),
    )


@login_required
@require_POST
def round_undo_page(request: HttpRequest, slug: str, division: str, number: int) -> HttpResponse:
    """Take the last step back that still stands."""
    found = desk_division(request, slug, division, "tournaments.run")
    round_ = round_or_404(found, number)
    version = version_of(request.POST.get("version"))
    return _step(
        request,
        found,
        round_,
        lambda: draft_undo(round_id=round_.pk, actor=actor_of(request), expected_version=version),
    )


@login_required
@require_POST
def round_relax_page(request: HttpRequest, slug: str, division: str, number: int) -> HttpResponse:
    """Pair a round that was refused, without one rule: ``relax`` is the proposal, the rest what was asked then."""
    found = desk_division(request, slug, division, "tournaments.run")
    round_ = find_round(found, number)
    try:
        relax_apply(
            division_id=found.pk,
            number=number,
            proposal=_proposal(request),
            actor=actor_of(request),
            **_options(request, found, number, round_),
        )
    except DomainError as error:
        return round_problem(request, found, number, error)
    return to_round(found, number)


def _proposal(request: HttpRequest) -> dict[str, Any]:
    try:
        proposal = json.loads(request.POST.get("relax", "")[:20_000])
    except ValueError:
        proposal = None
    if not isinstance(proposal, dict):
        raise Refused("pairing.relax_unknown", _("This is no way to relax the round."), field="relax")
    return proposal


def _options(request: HttpRequest, division: Division, number: int, round_: Round | None) -> dict[str, Any]:
    """What was asked when the round was refused: to pair it, to pair it again, or to pair its rest."""
    if "again" not in request.POST and round_ is not None and round_.request:
        system = system_of(round_.system, round_.system_settings)
        return {"system": system, "seed": kept_seed(round_), "repair": True}
    form = asked_form(request, division, number, round_)
    # What is sent was good a moment ago; the version is not sent, since the refusal changed nothing.
    form.fields.pop("version", None)
    if not form.is_valid():
        raise Refused("pairing.relax_unknown", _("This is no way to relax the round."), field="relax")
    return asked_options(form, round_)
