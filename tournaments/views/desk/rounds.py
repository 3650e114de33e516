"""A round at the desk: paired, looked over, swapped, published, closed, deleted.

Who: anonymous goes to the login; a player, a stranger and another event's staff get 404. Viewers and scorers of the
event look at every state; assistants and directors (``tournaments.run``) pair, swap, publish and close; a round
with results is deleted by a director alone (``tournaments.direct``).
"""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from common.errors import Conflict, DomainError
from common.forms import form_refuse
from common.http import actor_of

from ...forms.rounds import DeleteForm, PairForm, RepairForm, SwapForm
from ...models import Division, Pairing, Round
from ...pairing import request_from_json
from ...selectors.desk import PLANNED, desk_rail, draft_changes
from ...selectors.pairing import OpenTables, open_tables
from ...selectors.rounds import round_rows
from ...services.drafts import round_pair, round_swap
from ...services.rounds import round_close, round_delete, round_losses, round_publish
from ..access import desk_division
from .context import desk_context
from .round_middle import Obstacle, address, forget_swap, middle, pairing_obstacle, remember_swap, some


def _find(division: Division, number: int) -> Round | None:
    """The round, or None for the next one to be made; 404 for what lies beyond."""
    rounds = {round_.number: round_ for round_ in Round.objects.filter(division=division)}
    if number in rounds:
        rounds[number].division = division
        return rounds[number]
    if not 1 <= number <= max(rounds, default=0) + 1:
        raise Http404
    return None


def round_or_404(division: Division, number: int) -> Round:
    round_ = _find(division, number)
    if round_ is None:
        raise Http404
    return round_


def _desk(request: HttpRequest, division: Division, number: int) -> dict[str, Any]:
    label = _("Round %(round)s") % {"round": number}
    return desk_context(request, division=division, here="round", round_number=number, label=label)


def _show(
    request: HttpRequest, division: Division, number: int, round_: Round | None, *, status: int = 200, **more: Any
) -> HttpResponse:
    division.refresh_from_db(fields=["version"])
    context = {**_desk(request, division, number), **middle(request, division, number, round_, **more)}
    fragment = getattr(request, "htmx", False)
    return render(request, "desk/_round.html" if fragment else "desk/round.html", context, status=status)


def _problem(
    request: HttpRequest, division: Division, number: int, error: DomainError, **more: Any
) -> HttpResponse:
    """The round as it is now, under what could not be done."""
    more.setdefault("problem", str(error.message))
    return _show(request, division, number, _find(division, number), status=error.status, **more)


def _to(division: Division, number: int) -> HttpResponse:
    return redirect("desk:round", division.tournament.slug, division.slug, number)


@login_required
@require_safe
def round_page(request: HttpRequest, slug: str, division: str, number: int) -> HttpResponse:
    """A round in whatever state. Staff of any role."""
    found = desk_division(request, slug, division)
    return _show(request, found, number, _find(found, number))


@login_required
@require_POST
def round_pair_page(request: HttpRequest, slug: str, division: str, number: int) -> HttpResponse:
    """Pair a round, or (``again``) pair its draft anew. ``tournaments.run``."""
    found = desk_division(request, slug, division, "tournaments.run")
    round_ = _find(found, number)
    if "again" in request.POST and round_ is not None:
        return _pair_again(request, found, round_)
    form = PairForm(request.POST, division=found)
    if not form.is_valid():
        return _show(request, found, number, round_, status=422, form=form)
    data = form.cleaned_data
    try:
        round_pair(
            division_id=found.pk,
            number=number,
            actor=actor_of(request),
            system=data["system"],
            locked_byes=[entry.pk for entry in data["byes"]],
        )
    except DomainError as error:
        more = {"form": form} if round_ is None else {}
        return _problem(request, found, number, error, **more)
    forget_swap(request)
    return _to(found, number)


def _pair_again(request: HttpRequest, division: Division, round_: Round) -> HttpResponse:
    rows = {row.table: row for row in round_rows(round_) if row.table is not None}
    form = RepairForm(request.POST, division=division, round_=round_, tables=list(rows))
    if not form.is_valid():
        return _show(request, division, round_.number, round_, status=422, form=form)
    data = form.cleaned_data
    kept = [rows[table].entries for table in data["keep"]]
    try:
        _check_version(round_, data["version"])
        round_pair(
            division_id=division.pk,
            number=round_.number,
            actor=actor_of(request),
            system=data["system"],
            seed=_kept_seed(round_) if data["draw"] != RepairForm.NEW else None,
            repair=True,
            keep_byes=data["keep_byes"],
            locked_pairs=[(first.pk, second.pk) for first, second in kept if second is not None],
            locked_byes=[entry.pk for entry in data["byes"]],
        )
    except DomainError as error:
        return _problem(request, division, round_.number, error)
    forget_swap(request)
    messages.success(request, _("Round %(round)s is paired again.") % {"round": round_.number})
    return _to(division, round_.number)


def _check_version(round_: Round, seen: int) -> None:
    """What was ticked is about the draft that was seen."""
    if seen != round_.version:
        raise Conflict("round.stale", _("Somebody changed this round in the meantime. Look at it again."))


def _kept_seed(round_: Round) -> int | None:
    return request_from_json(round_.request).seed if round_.request else None


@login_required
@require_POST
def round_swap_page(request: HttpRequest, slug: str, division: str, number: int) -> HttpResponse:
    """Let two entries of a draft change places: ``entry`` twice (ticked), or ``one`` and ``two`` (typed).

    With a bye's holder as one of them, that is how a bye is given to somebody else. ``tournaments.run``.
    """
    found = desk_division(request, slug, division, "tournaments.run")
    round_ = round_or_404(found, number)
    ticked = request.POST.getlist("entry")
    data = request.POST.copy()
    if ticked and not data.get("one") and not data.get("two"):
        data["one"], data["two"] = (*ticked[:2], "", "")[:2]
        if len(ticked) != 2:
            problem = _("Choose two entries that are to change places.")
            return _show(request, found, number, round_, status=422, problem=problem)
    form = SwapForm(data, division=found)
    if not form.is_valid():
        return _show(request, found, number, round_, status=422, swap_form=form)
    one, two = form.cleaned_data["one"], form.cleaned_data["two"]
    try:
        changed = round_swap(
            round_id=round_.pk,
            entry_a=one.pk,
            entry_b=two.pk,
            actor=actor_of(request),
            expected_version=form.cleaned_data["version"],
        )
    except DomainError as error:
        if error.code != "round.swap_invalid":
            return _problem(request, found, number, error)
        form.add_error("two", str(error.message))
        return _show(request, found, number, round_, status=error.status, swap_form=form)
    if "undo" in request.POST:
        forget_swap(request)
    else:
        remember_swap(request, changed, one, two)
    if getattr(request, "htmx", False):
        # Out of the boxes, so that keys act again; whoever chose by name stays at the name.
        return _show(request, found, number, changed, typed=not ticked)
    return _to(found, number)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def round_publish_page(request: HttpRequest, slug: str, division: str, number: int) -> HttpResponse:
    """Say what will be shown to whom, then show it. ``tournaments.run``."""
    found = desk_division(request, slug, division, "tournaments.run")
    round_ = round_or_404(found, number)
    if request.method == "POST":
        try:
            round_publish(
                round_id=round_.pk, actor=actor_of(request), expected_version=_version(request.POST.get("version"))
            )
        except DomainError as error:
            return _problem(request, found, number, error)
        forget_swap(request)
        messages.success(request, _("Round %(round)s is published.") % {"round": number})
        return _to(found, number)
    if round_.state != Round.State.DRAFT:
        return _to(found, number)
    context = {
        **_desk(request, found, number),
        "round": round_,
        "tables": Pairing.objects.filter(round=round_).exclude(table=None).count(),
        "byes": Pairing.objects.filter(round=round_, table=None).count(),
        "shown": found.tournament.is_public and found.pairings_public,
        "closes": [r.number for r in desk_rail(found) if r.number < number and r.state == Round.State.PUBLISHED],
        "obstacle": _publish_obstacle(found, round_),
    }
    return render(request, "desk/round_publish.html", context)


def _publish_obstacle(division: Division, round_: Round) -> Obstacle | None:
    rail = desk_rail(division)
    if earlier := pairing_obstacle(division, round_.number, [r for r in rail if r.state != PLANNED]):
        return earlier
    changed = draft_changes(division, next(r for r in rail if r.number == round_.number))
    if not changed:
        return None
    text = _("Entries came or left since this draft was made (%(entries)s). Pair the round again.")
    return Obstacle(text % {"entries": some(changed)}, address(division, "round", round_.number), _("Pair again"))


def _version(text: str | None) -> int:
    """A version as the page wrote it; anything else is one that never was."""
    return int(text) if text and text.isascii() and text.isdigit() and len(text) < 10 else -1


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def round_close_page(request: HttpRequest, slug: str, division: str, number: int) -> HttpResponse:
    """Make a round's results final. ``tournaments.run``."""
    found = desk_division(request, slug, division, "tournaments.run")
    round_ = round_or_404(found, number)
    if request.method == "POST":
        try:
            round_close(round_id=round_.pk, actor=actor_of(request))
        except DomainError as error:
            return _problem(request, found, number, error)
        messages.success(request, _("Round %(round)s is closed.") % {"round": number})
        return _to(found, number)
    if round_.state != Round.State.PUBLISHED:
        return _to(found, number)
    missing = next(r for r in desk_rail(found) if r.number == number).missing
    context = {**_desk(request, found, number), "round": round_, "results": round_losses(round_).results}
    return render(
        request, "desk/round_close.html", {**context, "obstacle": _close_obstacle(found, round_, missing)}
    )


def _close_obstacle(division: Division, round_: Round, missing: tuple[int, ...]) -> Obstacle | None:
    if not missing:
        return None
    words = [text % {"tables": some(tables)} for text, tables in _waits(open_tables(round_)) if tables]
    return Obstacle(" ".join(words), address(division, "results", round_.number), _("Enter results"))


def _waits(waits: OpenTables) -> list[tuple[str, tuple[int, ...]]]:
    """What each open table waits for, in words."""
    missing = ngettext(
        "Table %(tables)s has no result yet.", "Tables %(tables)s have no result yet.", len(waits.missing)
    )
    running = ngettext(
        "The scoresheet of table %(tables)s is still open.",
        "The scoresheets of tables %(tables)s are still open.",
        len(waits.running),
    )
    unconfirmed = ngettext(
        "The result of table %(tables)s is not confirmed.",
        "The results of tables %(tables)s are not confirmed.",
        len(waits.unconfirmed),
    )
    disputed = ngettext(
        "The result of table %(tables)s is disputed.",
        "The results of tables %(tables)s are disputed.",
        len(waits.disputed),
    )
    return [
        (missing, waits.missing),
        (running, waits.running),
        (unconfirmed, waits.unconfirmed),
        (disputed, waits.disputed),
    ]


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def round_delete_page(request: HttpRequest, slug: str, division: str, number: int) -> HttpResponse:
    """Delete the last round. What is lost is named, and the number of results typed. ``tournaments.run``; a round
    with results: ``tournaments.direct``."""
    found = desk_division(request, slug, division, "tournaments.run")
    round_ = round_or_404(found, number)
    losses = round_losses(round_)
    if losses.total and not request.user.has_perm("tournaments.direct", found.tournament):
        raise PermissionDenied
    form = DeleteForm(request.POST if request.method == "POST" else None, losses=losses.total)
    status = 200
    if request.method == "POST" and form.is_valid():
        try:
            round_delete(round_id=round_.pk, expected_results=losses.total, actor=actor_of(request))
        except DomainError as error:
            form_refuse(form, error)
            status = error.status
        else:
            forget_swap(request)
            messages.success(request, _("Round %(round)s is deleted.") % {"round": number})
            return _to(found, number)
    elif request.method == "POST":
        status = 422
    context = {
        **_desk(request, found, number),
        "round": round_,
        "form": form,
        "losses": losses,
        "last": max(Round.objects.filter(division=found).values_list("number", flat=True)),
    }
    return render(request, "desk/round_delete.html", context, status=status)
