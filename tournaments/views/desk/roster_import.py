"""A roster by pasting or by file: preview with a report by row, then all or nothing.

Who: assistants and directors (``run``); scorers and viewers 403, everybody else 404, anonymous the login.
What was pasted comes back in its box; what a file said travels signed in the page, so that nothing is kept on the
server and a second press stores nobody twice.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from common.errors import DomainError
from common.http import actor_of

from ...formats.rows import Roster, RosterRow, RowProblem
from ...forms.roster import FileForm, KeptForm, PasteForm, rows_keep, rows_kept
from ...models import Division
from ...services.roster import RosterPreview, roster_import, roster_preview, roster_read, roster_text
from ...services.roster_words import column_text, problem_text
from ..access import desk_division
from .context import desk_context
from .events import status_of

#: A report longer than this is cut; the counts above it are of all.
SHOWN = 200


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the report. ``row`` 0 speaks of the whole file."""

    row: int
    column: str
    text: str


def _lines(problems: Sequence[RowProblem]) -> list[Line]:
    return [Line(p.row, column_text(p), problem_text(p)) for p in problems[:SHOWN]]


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def entries_import(request: HttpRequest, slug: str, division: str) -> HttpResponse:
    found = desk_division(request, slug, division, "tournaments.run")
    door = request.POST.get("door", "") if request.method == "POST" else ""
    if door == "keep":
        return _store(request, found)
    paste = PasteForm(request.POST if door == "paste" else None)
    file = FileForm(request.POST, request.FILES) if door == "file" else FileForm()
    if door == "paste" and paste.is_valid():
        roster = roster_read(paste.cleaned_data["pasted"])
        return _page(request, found, paste=paste, file=file, roster=roster, source=_("pasted"))
    if door == "file" and file.is_valid():
        sent = file.cleaned_data["file"]
        data = sent.read()
        roster = roster_read(data, filename=sent.name, keep_numbers=not found.entries.exists())
        if not roster.ok:
            paste = PasteForm(initial={"pasted": roster_text(data, filename=sent.name)})
        return _page(request, found, paste=paste, file=file, roster=roster, source=sent.name)
    return _page(request, found, paste=paste, file=file)


def _page(
    request: HttpRequest,
    division: Division,
    *,
    paste: PasteForm,
    file: FileForm,
    roster: Roster | None = None,
    source: str = "",
) -> HttpResponse:
    context: dict[str, Any] = {
        **desk_context(request, division=division, here="entries", label=_("Import")),
        "paste": paste,
        "file": file,
        "source": source,
    }
    status = max(status_of(paste), status_of(file))
    if roster is not None:
        preview = roster_preview(division, roster)
        context |= _report(division, preview, roster.rows, source)
        status = 200 if preview.ok else 422
    return render(request, "desk/import.html", context, status=status)


def _report(division: Division, preview: RosterPreview, rows: Sequence[RosterRow], source: str) -> dict[str, Any]:
    adding = preview.adding
    return {
        "preview": preview,
        "problems": _lines(preview.problems),
        "notices": _lines(preview.notices),
        "adding": adding[:SHOWN],
        "counts": {
            "adding": len(adding),
            "here": preview.count("here"),
            "repeats": preview.count("repeat") + sum(n.code == "row.duplicate" for n in preview.notices),
            "problems": len(preview.problems),
            "notices": len(preview.notices),
        },
        "kept": rows_keep(division.pk, source, tuple(rows)) if preview.ok and adding else "",
    }


def _store(request: HttpRequest, division: Division) -> HttpResponse:
    """All or nothing: whoever came in meanwhile is left alone, a new problem refuses every row."""
    form = KeptForm(request.POST)
    kept = rows_kept(division.pk, form.cleaned_data["rows"]) if form.is_valid() else None
    if kept is None:
        messages.error(request, _("This preview is too old. Paste the rows or choose the file once more."))
        return redirect("desk:entries_import", division.tournament.slug, division.slug)
    source, rows = kept
    try:
        report = roster_import(division_id=division.pk, rows=rows, actor=actor_of(request), source=source)
    except DomainError as error:
        messages.error(request, str(error.message))
        return _page(request, division, paste=PasteForm(), file=FileForm(), roster=Roster(rows=rows), source=source)
    added = len(report.added)
    if added:
        words = ngettext("%(n)s entry is added.", "%(n)s entries are added.", added) % {"n": added}
        messages.success(request, words)
    else:
        messages.info(request, _("Nobody is added: all of them are in the division already."))
    return redirect("desk:entries", division.tournament.slug, division.slug)
