"""Results at the desk: a whole round by keyboard, and one table with everything about it.

Who: anonymous goes to the login; a player, a stranger and another event's staff get 404. Scorers, assistants and
directors (``tournaments.score``) enter, confirm and take back; a viewer looks at one table and gets 403 from the
rest. In a closed round a director alone (``tournaments.direct``) changes anything.
"""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from common.errors import DomainError
from common.http import actor_of

from ...forms.results import LineForm
from ...models import Division, Result, Round
from ...selectors.rounds import TableRow, round_rows
from ...services.proposals import mismatch_settle
from ...services.results import result_confirm, result_enter
from ...services.undo import result_undo
from ..access import desk_division
from .context import desk_context
from .result_lines import (
    Line,
    NoSuchTable,
    beside_context,
    echo_of,
    find_in_round,
    results_context,
    warnings_for,
)
from .result_table import result_table_page
from .round_middle import address
from .rounds import round_or_404

PLAIN_NUMBER = 6  # digits of a table in an address or a hidden field


def _desk(request: HttpRequest, division: Division, round_: Round) -> dict[str, Any]:
    division.refresh_from_db(fields=["version"])
    label = _("Results of round %(round)s") % {"round": round_.number}
    return desk_context(request, division=division, here="round", round_number=round_.number, label=label)


def _context(request: HttpRequest, division: Division, round_: Round, **more: Any) -> dict[str, Any]:
    return {**_desk(request, division, round_), **results_context(division, round_, **more)}


def _one_row(request: HttpRequest, division: Division, round_: Round, table: int | None) -> dict[str, Any]:
    """A table that has just changed, and what changes beside it."""
    row = round_rows(round_, table=table)[0]
    return {**_desk(request, division, round_), **beside_context(round_), "row": row}


def _number(text: str | None) -> int | None:
    return int(text) if text and text.isascii() and text.isdigit() and len(text) <= PLAIN_NUMBER else None


def _to_round(division: Division, round_: Round) -> HttpResponse:
    return redirect("desk:round", division.tournament.slug, division.slug, round_.number)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def results_page(request: HttpRequest, slug: str, division: str, number: int) -> HttpResponse:
    """The line, what waits, what was entered, every table. ``?table=`` puts a table into the line."""
    found = desk_division(request, slug, division, "tournaments.score")
    round_ = round_or_404(found, number)
    if request.method == "POST":
        return _enter(request, found, round_)
    if round_.state != Round.State.PUBLISHED:
        return _to_round(found, round_)
    context = _context(
        request, found, round_, table=_number(request.GET.get("table")), after=_number(request.GET.get("after"))
    )
    fragment = getattr(request, "htmx", False)
    return render(request, "desk/_results_live.html" if fragment else "desk/results.html", context)


def _enter(request: HttpRequest, division: Division, round_: Round) -> HttpResponse:
    post = request.POST
    form = LineForm(post)
    typed = {name: post.get(name, "")[:40] for name in ("table", "first", "second")}
    line: dict[str, Any] = {**typed, "reason": post.get("reason", "")[:300], "form": form}
    try:
        row = find_in_round(round_, post.get("table", ""))
    except NoSuchTable as problem:
        return _line_back(request, division, round_, Line(None, problem=str(problem), **line), 422)
    if not form.is_valid():
        return _line_back(request, division, round_, Line(row, **line), 422)
    report = form.report()
    try:
        entered = result_enter(
            pairing_id=row.pairing.pk,
            report=report,
            actor=actor_of(request),
            source=Result.Source.DESK,
            expected_version=_seen(post.get("seen", ""), row),
            reason=form.cleaned_data["reason"],
            may_correct=request.user.has_perm("tournaments.direct", division.tournament),
        )
    except DomainError as error:
        return _refused(request, division, round_, row, line, error)
    return _saved(request, division, round_, row.table, warnings_for(entered.result))


def _seen(text: str, row: TableRow) -> int:
    """The version the typist saw of this very table. Whoever did not see it believes that it has no result."""
    table, _colon, version = text.partition(":")
    if _number(table) == row.table and (known := _number(version)) is not None:
        return known
    return row.version if row.result is None else 0


def _refused(
    request: HttpRequest, division: Division, round_: Round, row: TableRow, line: dict[str, Any], error: DomainError
) -> HttpResponse:
    form: LineForm = line["form"]
    fresh = next(r for r in round_rows(round_, table=row.table) if r.table == row.table)
    typed = (form.cleaned_data["first"], form.cleaned_data["second"])
    settled = fresh.result is not None and fresh.settled
    if error.code == "result.stale" or (error.code == "result.reason_missing" and fresh.result is not None):
        # A reason that was asked for and is still too short says so at its box.
        if error.code == "result.reason_missing" and line["reason"]:
            form.add_error("reason", str(error.message))
        shown = Line(fresh, **line, conflict=True, needs_reason=settled, typed=typed)
        return _line_back(request, division, round_, shown, 409)
    for item in error.items:
        form.add_error(item.field if item.field in form.fields else None, str(item.message))
    problem = "" if error.items else str(error.message)
    return _line_back(request, division, round_, Line(fresh, **line, problem=problem), error.status)


def _line_back(request: HttpRequest, division: Division, round_: Round, line: Line, status: int) -> HttpResponse:
    """What was typed, back with what is wrong about it: a row of the echoes for htmx, else the page."""
    if getattr(request, "htmx", False):
        where = {"tournament": division.tournament, "division": division, "round": round_, "line": line}
        return render(request, "desk/_result_problem.html", where, status=status)
    return render(request, "desk/results.html", _context(request, division, round_, line=line), status=status)


def _saved(
    request: HttpRequest, division: Division, round_: Round, table: int | None, warnings: tuple[str, ...] = ()
) -> HttpResponse:
    if getattr(request, "htmx", False):
        context = _one_row(request, division, round_, table)
        context["echo"] = echo_of(context["row"], warnings=warnings, fresh=True)
        return render(request, "desk/_result_saved.html", context)
    for warning in warnings:
        messages.warning(request, _("Table %(table)s: %(warning)s") % {"table": table, "warning": warning})
    return redirect(f"{address(division, 'results', round_.number)}?after={table}")


def _row_or_404(round_: Round, *, table: int | None = None, bye: int | None = None) -> TableRow:
    rows = round_rows(round_, table=table, bye=bye)
    if not rows:
        raise Http404
    return rows[0]


@login_required
@require_POST
def result_confirm_page(request: HttpRequest, slug: str, division: str, number: int, table: int) -> HttpResponse:
    """Staff's word that the result which stands is right. ``tournaments.score``."""
    found = desk_division(request, slug, division, "tournaments.score")
    round_ = round_or_404(found, number)
    row = _row_or_404(round_, table=table)
    version = _number(request.POST.get("version"))
    try:
        result_confirm(
            pairing_id=row.pairing.pk, version=-1 if version is None else version, actor=actor_of(request)
        )
    except DomainError as error:
        return _told_back(request, found, round_, table, error)
    if getattr(request, "htmx", False):
        return _saved(request, found, round_, table)
    messages.success(request, _("The result of table %(table)s is confirmed.") % {"table": table})
    return _back(request, found, round_, table)


def _told_back(
    request: HttpRequest, division: Division, round_: Round, table: int, error: DomainError
) -> HttpResponse:
    """A button that came too late: the table as it stands now, and why nothing was done."""
    problem = {"problem": str(error.message)}
    if getattr(request, "htmx", False):
        context = {**_one_row(request, division, round_, table), **problem}
        return render(request, "desk/_result_saved.html", context, status=error.status)
    row = _row_or_404(round_, table=table)
    return result_table_page(request, division, round_, row, status=error.status, **problem)


def _back(request: HttpRequest, division: Division, round_: Round, table: int) -> HttpResponse:
    name = "results" if request.POST.get("back") == "results" else "result"
    rest = [] if name == "results" else [table]
    return redirect(reverse(f"desk:{name}", args=[division.tournament.slug, division.slug, round_.number, *rest]))


@login_required
@require_POST
def result_settle_page(request: HttpRequest, slug: str, division: str, number: int, table: int) -> HttpResponse:
    """Which stands, the result or the scoresheet that says something else, and why. ``tournaments.direct``."""
    found = desk_division(request, slug, division, "tournaments.direct")
    round_ = round_or_404(found, number)
    row = _row_or_404(round_, table=table)
    version = _number(request.POST.get("version"))
    keep, reason = request.POST.get("keep", ""), request.POST.get("reason", "")[:300]
    try:
        mismatch_settle(
            pairing_id=row.pairing.pk,
            version=-1 if version is None else version,
            keep=keep,
            reason=reason,
            actor=actor_of(request),
        )
    except DomainError as error:
        more = {"problem": str(error.message), "mismatch_reason": reason}
        row = _row_or_404(round_, table=table)
        return result_table_page(request, found, round_, row, status=error.status, **more)
    kept = _("the scoresheet stands") if keep == "log" else _("the result stands")
    messages.success(request, _("Table %(table)s: %(kept)s.") % {"table": table, "kept": kept})
    return _back(request, found, round_, table)


@login_required
@require_POST
def result_undo_page(request: HttpRequest, slug: str, division: str, number: int, table: int) -> HttpResponse:
    """Take back what was just entered at a table. ``tournaments.score``."""
    found = desk_division(request, slug, division, "tournaments.score")
    round_ = round_or_404(found, number)
    row = _row_or_404(round_, table=table)
    version = _number(request.POST.get("version"))
    try:
        result_undo(pairing_id=row.pairing.pk, version=-1 if version is None else version, actor=actor_of(request))
    except DomainError as error:
        return _told_back(request, found, round_, table, error)
    if getattr(request, "htmx", False):
        context = {**_one_row(request, found, round_, table), "undone": True}
        return render(request, "desk/_result_saved.html", context)
    return redirect(f"{address(found, 'results', number)}?table={table}")


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def result_page(request: HttpRequest, slug: str, division: str, number: int, table: int) -> HttpResponse:
    """One table: outcome, scores, their parts, versions. All staff look; POST ``tournaments.score``."""
    return _one(request, slug, division, number, table=table)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def bye_page(request: HttpRequest, slug: str, division: str, number: int, bye: int) -> HttpResponse:
    """The same for an entry without an opponent, by its number: what its bye is worth."""
    return _one(request, slug, division, number, bye=bye)


def _one(
    request: HttpRequest, slug: str, division: str, number: int, *, table: int | None = None, bye: int | None = None
) -> HttpResponse:
    found = desk_division(request, slug, division)
    if request.method == "POST" and not request.user.has_perm("tournaments.score", found.tournament):
        raise PermissionDenied
    round_ = round_or_404(found, number)
    row = _row_or_404(round_, table=table, bye=bye)
    if round_.state == Round.State.DRAFT and request.method != "POST":
        return _to_round(found, round_)
    return result_table_page(request, found, round_, row)
