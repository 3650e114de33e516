"""A round at the desk: paired, looked over, published, closed, deleted. What is done to a draft: ``drafts``.

Who: anonymous goes to the login; a player, a stranger and another event's staff get 404. Viewers and scorers of the
event look at every state; assistants and directors (``tournaments.run``) pair, publish and close; a round
with results is deleted by a director alone (``tournaments.direct``).
"""

import json
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from common.errors import DomainError
from common.forms import form_refuse
from common.http import actor_of

from ...forms.rounds import DeleteForm, PairForm, RepairForm
from ...models import Division, Entry, Pairing, Round
from ...pairing import request_from_json
from ...selectors.desk import PLANNED, desk_rail, draft_changes
from ...selectors.pairing import OpenTables, open_tables
from ...services.drafts import round_pair
from ...services.rounds import round_close, round_delete, round_losses, round_publish
from ..access import desk_division
from .context import desk_context
from .draft_words import names_by_number, refusal_words
from .round_middle import Obstacle, address, middle, pairing_obstacle, rules_not_kept, some


def find_round(division: Division, number: int) -> Round | None:
    """The round, or None for the next one to be made; 404 for what lies beyond."""
    rounds = {round_.number: round_ for round_ in Round.objects.filter(division=division)}
    if number in rounds:
        rounds[number].division = division
        return rounds[number]
    if not 1 <= number <= max(rounds, default=0) + 1:
        raise Http404
    return None


def round_or_404(division: Division, number: int) -> Round:
    round_ = find_round(division, number)
    if round_ is None:
        raise Http404
    return round_


def _desk(request: HttpRequest, division: Division, number: int) -> dict[str, Any]:
    label = _("Round %(round)s") % {"round": number}
    return desk_context(request, division=division, here="round", round_number=number, label=label)


def show_round(
    request: HttpRequest, division: Division, number: int, round_: Round | None, *, status: int = 200, **more: Any
) -> HttpResponse:
    division.refresh_from_db(fields=["version"])
    context = {**_desk(request, division, number), **middle(request, division, number, round_, **more)}
    fragment = getattr(request, "htmx", False)
    return render(request, "desk/_round.html" if fragment else "desk/round.html", context, status=status)


def round_problem(
    request: HttpRequest, division: Division, number: int, error: DomainError, **more: Any
) -> HttpResponse:
    """The round as it is now, under what could not be done; and where a rule less would do, a button for each.

    Every button sends again what was asked, with the rule to do without.
    """
    more.setdefault("problem", str(error.message))
    entries = Entry.objects.filter(division=division).prefetch_related("members__player")
    if error.code == "pairing.infeasible" and (refusal := refusal_words(error, names_by_number(list(entries)))):
        left_out = ("csrfmiddlewaretoken", "relax", "version")
        asked = [(key, value) for key in request.POST for value in request.POST.getlist(key) if key not in left_out]
        ways = [{"text": way.text, "proposal": json.dumps(dict(way.proposal))} for way in refusal.ways]
        more |= {"refused": refusal, "ways": ways, "asked": asked}
    return show_round(request, division, number, find_round(division, number), status=error.status, **more)


def to_round(division: Division, number: int) -> HttpResponse:
    return redirect("desk:round", division.tournament.slug, division.slug, number)


@login_required
@require_safe
def round_page(request: HttpRequest, slug: str, division: str, number: int) -> HttpResponse:
    """A round in whatever state. Staff of any role."""
    found = desk_division(request, slug, division)
    return show_round(request, found, number, find_round(found, number))


@login_required
@require_POST
def round_pair_page(request: HttpRequest, slug: str, division: str, number: int) -> HttpResponse:
    """Pair a round, or (``again``) pair its draft anew. ``tournaments.run``."""
    found = desk_division(request, slug, division, "tournaments.run")
    round_ = find_round(found, number)
    form = asked_form(request, found, number, round_)
    if not form.is_valid():
        return show_round(request, found, number, round_, status=422, form=form)
    try:
        options = asked_options(form, round_)
        made = round_pair(division_id=found.pk, number=number, actor=actor_of(request), **options)
    except DomainError as error:
        more = {"form": form} if round_ is None or error.status == 422 else {}
        return round_problem(request, found, number, error, **more)
    if isinstance(form, RepairForm):
        if round_ is not None and made.version == round_.version:
            messages.info(request, _("The round comes out as it was."))
        else:
            messages.success(request, _("Round %(round)s is paired again.") % {"round": number})
    return to_round(found, number)


def asked_form(request: HttpRequest, division: Division, number: int, round_: Round | None) -> PairForm:
    if "again" in request.POST and round_ is not None:
        return RepairForm(request.POST, division=division, round_=round_)
    return PairForm(request.POST, division=division, number=number)


def asked_options(form: PairForm, round_: Round | None) -> dict[str, Any]:
    """What ``round_pair`` is asked with, by the form that was sent."""
    if not isinstance(form, RepairForm):
        return form.options()
    seed = kept_seed(round_) if form.cleaned_data["draw"] != RepairForm.NEW else None
    return {
        **form.options(),
        "seed": seed,
        "repair": True,
        "expected_version": form.cleaned_data.get("version"),
    }


def kept_seed(round_: Round | None) -> int | None:
    return request_from_json(round_.request).seed if round_ is not None and round_.request else None


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def round_publish_page(request: HttpRequest, slug: str, division: str, number: int) -> HttpResponse:
    """Say what will be shown to whom, then show it. ``tournaments.run``."""
    found = desk_division(request, slug, division, "tournaments.run")
    round_ = round_or_404(found, number)
    if request.method == "POST":
        try:
            version = version_of(request.POST.get("version"))
            round_publish(round_id=round_.pk, actor=actor_of(request), expected_version=version)
        except DomainError as error:
            return round_problem(request, found, number, error)
        messages.success(request, _("Round %(round)s is published.") % {"round": number})
        return to_round(found, number)
    if round_.state != Round.State.DRAFT:
        return to_round(found, number)
    context = {
        **_desk(request, found, number),
        "round": round_,
        "tables": Pairing.objects.filter(round=round_).exclude(table=None).count(),
        "byes": Pairing.objects.filter(round=round_, table=None).count(),
        "shown": found.tournament.is_public and found.pairings_public,
        "closes": [r.number for r in desk_rail(found) if r.number < number and r.state == Round.State.PUBLISHED],
        "obstacle": _publish_obstacle(found, round_),
        "broken": rules_not_kept(round_),
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


def version_of(text: str | None) -> int:
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
            return round_problem(request, found, number, error)
        messages.success(request, _("Round %(round)s is closed.") % {"round": number})
        return to_round(found, number)
    if round_.state != Round.State.PUBLISHED:
        return to_round(found, number)
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
            messages.success(request, _("Round %(round)s is deleted.") % {"round": number})
            return to_round(found, number)
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
