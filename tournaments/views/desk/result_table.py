"""One table's page: the form with everything, two values where somebody else was quicker, and every version."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.errors import DomainError
from common.http import actor_of
from games.engine.rulesets import get_ruleset

from ...forms.results import ResultForm, result_values
from ...models import Division, Result, ResultConfirmation, Round
from ...selectors.results import waiting_for
from ...selectors.rounds import TableRow, result_versions, round_rows
from ...services.proposals import REOPENED
from ...services.results import result_enter
from ...services.undo import UNDONE
from .context import desk_context
from .result_lines import warnings_for
from .round_middle import address

#: What the services write as a reason where nobody typed one.
_REASONS: dict[str, str | Promise] = {
    UNDONE: gettext_lazy("taken back"),
    "withdrawn": gettext_lazy("the other side withdrew"),
    REOPENED: gettext_lazy("the scoresheet went on"),
}


@dataclass(frozen=True, slots=True)
class Word:
    """Who agreed, and how it was known who that was."""

    who: str | Promise
    how: str | Promise
    at: datetime


@dataclass(frozen=True, slots=True)
class VersionShown:
    result: Result
    who: str | Promise
    reason: str | Promise
    words: tuple[Word, ...]


def result_table_page(
    request: HttpRequest, division: Division, round_: Round, row: TableRow, *, status: int = 200, **more: Any
) -> HttpResponse:
    """GET, or POST with the whole form. Every refusal keeps what was typed."""
    if request.method != "POST" or more:
        return _page(request, division, round_, row, _unbound(division, row), status=status, **more)
    form = ResultForm(request.POST, row=row, division=division)
    if not form.is_valid():
        return _page(request, division, round_, row, form, status=422)
    try:
        entered = result_enter(
            pairing_id=row.pairing.pk,
            report=form.report(),
            actor=actor_of(request),
            source=Result.Source.DESK,
            expected_version=form.cleaned_data["version"],
            reason=form.cleaned_data["reason"],
            may_correct=request.user.has_perm("tournaments.direct", division.tournament),
        )
    except DomainError as error:
        return _refused(request, division, round_, row, form, error)
    for warning in warnings_for(entered.result):
        messages.warning(request, warning)
    messages.success(request, _("The result is saved."))
    return redirect(_own_address(division, round_, row))


def _own_address(division: Division, round_: Round, row: TableRow) -> str:
    if row.table is None:
        return address(division, "bye", round_.number, row.first.number)
    return address(division, "result", round_.number, row.table)


def _unbound(division: Division, row: TableRow) -> ResultForm:
    parts = list(row.result.components.all()) if row.result is not None else []
    initial = result_values(row.result, parts) | {"version": row.version}
    if row.second is None and row.result is None:
        initial["outcome"] = Result.Outcome.BYE
    return ResultForm(row=row, division=division, initial=initial)


def _refused(
    request: HttpRequest, division: Division, round_: Round, row: TableRow, form: ResultForm, error: DomainError
) -> HttpResponse:
    if error.code != "result.stale":
        form.refuse(error)
        return _page(request, division, round_, row, form, status=error.status)
    bye = row.first.number if row.table is None else None
    fresh = round_rows(round_, table=row.table, bye=bye)[0]
    # The next press of the button is about what is shown now.
    form.data = {**form.data.dict(), "version": str(fresh.version)}  # type: ignore[attr-defined]
    return _page(request, division, round_, fresh, form, status=409, conflict=form.report())


def _page(
    request: HttpRequest,
    division: Division,
    round_: Round,
    row: TableRow,
    form: ResultForm,
    *,
    status: int = 200,
    **more: Any,
) -> HttpResponse:
    label = _("Table %(table)s") % {"table": row.table} if row.table else _("Bye")
    title = (
        _("Round %(round)s, table %(table)s") % {"round": round_.number, "table": row.table}
        if row.table
        else _("Round %(round)s, %(entry)s") % {"round": round_.number, "entry": row.first.full_name}
    )
    desk = desk_context(request, division=division, here="round", round_number=round_.number, label=label)
    closed = round_.state == Round.State.CLOSED
    rules = get_ruleset(division.ruleset)
    versions = result_versions(row.pairing)
    context = {
        **desk,
        "round": round_,
        "row": row,
        "form": form,
        "title": title,
        "closed": closed,
        "can_change": desk["can_direct"] if closed else desk["can_score"],
        "needs_reason": row.result is not None and row.settled,
        "bonus": rules.bingo_bonus,
        "versions": [_version(result, row) for result in versions],
        "waits_for": _waits_for(versions, row),
        **more,
    }
    return render(request, "desk/result.html", context, status=status)


def _version(result: Result, row: TableRow) -> VersionShown:
    who: str | Promise = ""
    if result.reported_by_place is not None and result.reported_by_place < len(row.entries):
        who = row.entries[result.reported_by_place].full_name
    elif result.created_by is not None:
        who = str(result.created_by)
    elif result.token is not None:
        who = result.token.label
    words = tuple(
        Word(
            gettext_lazy("staff") if word.place is None else row.entries[word.place].full_name,
            ResultConfirmation.How(word.how).label,
            word.at,
        )
        for word in result.confirmations.all()
        if word.place is None or word.place < len(row.entries)
    )
    return VersionShown(result, who, _REASONS.get(result.reason, result.reason), words)


def _waits_for(versions: list[Result], row: TableRow) -> str:
    """The sides that have yet to confirm what is proposed."""
    live = next((result for result in versions if result.state in Result.LIVE), None)
    missing = waiting_for(live) if live is not None and len(row.entries) > 1 else ()
    return ", ".join(row.entries[place].full_name for place in sorted(missing))
