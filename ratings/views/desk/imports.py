"""Ratings from files and as files: a file is looked at first, then stored all or not at all.

Who: rating officers and superusers (``access.officer_required``). What a file said travels signed in the page.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.db.models import Count, Max
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from common.errors import DomainError
from common.http import actor_of
from players.models import Player
from tournaments.formats.rows import RowProblem
from tournaments.views.public.frame import asked_for, more_query, page_of

from ...formats import RatingFile, write_ratings_csv, write_ratings_tsh
from ...forms.imports import ImportForm, KeptForm, file_keep, file_kept
from ...models import ExternalRating, RatingImport, RatingList
from ...selectors.exports import NAMELESS, export_rows
from ...selectors.external import WHO, external_table
from ...services.import_words import column_text, match_text, problem_text, status_text
from ...services.imports import (
    ImportPreview,
    ImportReport,
    PreviewRow,
    external_import,
    external_link,
    import_preview,
    ratings_read,
    starts_import,
)
from .access import officer_required
from .context import officer_context

#: A report longer than this is cut; the counts above it are of all.
SHOWN = 200
_FORMS = {"csv": (write_ratings_csv, "text/csv", "csv"), "tsh": (write_ratings_tsh, "text/plain", "t")}


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the report. ``row`` 0 speaks of the whole file."""

    row: int
    column: str
    text: str


def _lines(problems: Sequence[RowProblem]) -> list[Line]:
    return [Line(p.row, column_text(p), problem_text(p)) for p in problems[:SHOWN]]


@officer_required
@require_safe
def imports(request: HttpRequest) -> HttpResponse:
    """The lists that files can be read into, and what was read in."""
    lists = RatingList.objects.annotate(
        members=Count("external_ratings", distinct=True), read=Max("imports__created_at")
    ).order_by("order", "pk")
    page = page_of(request, list(RatingImport.objects.select_related("rating_list", "by")))
    context = {**officer_context(here="imports"), "lists": lists, "page": page, "query": ""}
    return render(request, "ratings/desk/imports.html", context)


@officer_required
@require_http_methods(["GET", "HEAD", "POST"])
def import_file(request: HttpRequest, slug: str) -> HttpResponse:
    """Choose a file, see what it would change, and store it."""
    found = get_object_or_404(RatingList, slug=slug)
    if request.method != "POST":
        return _page(request, found, ImportForm(rating_list=found))
    if "rows" in request.POST:
        return _store(request, found)
    form = ImportForm(request.POST, request.FILES, rating_list=found)
    if not form.is_valid():
        return _page(request, found, form, status=422)
    sent = form.cleaned_data["file"]
    file = ratings_read(found, sent.read(), filename=sent.name)
    return _looked_at(request, found, form, file)


def _page(
    request: HttpRequest, found: RatingList, form: ImportForm, *, status: int = 200, **more: Any
) -> HttpResponse:
    context = {
        **officer_context(here="imports", label=found.name),
        "list": found,
        "form": form,
        "history": RatingImport.objects.filter(rating_list=found).select_related("by")[:10],
        **more,
    }
    return render(request, "ratings/desk/import.html", context, status=status)


def _looked_at(request: HttpRequest, found: RatingList, form: ImportForm, file: RatingFile) -> HttpResponse:
    as_of = form.cleaned_data["as_of"]
    add_players = bool(form.cleaned_data.get("add_players"))
    preview = import_preview(found, file, as_of, add_players=add_players)
    ok = preview.ok and _stores(preview)
    kept = file_keep(found.pk, file, as_of, add_players=add_players) if ok else ""
    status = 200 if preview.ok else 422
    again = ImportForm(
        initial={"as_of": as_of, "add_players": add_players}, rating_list=found
    )  # the file itself cannot be put back into its field
    return _page(request, found, again, status=status, kept=kept, **_report(preview, file, found))


def _stores(preview: ImportPreview) -> bool:
    """Values that change, or (of a federation) the day as of which they are the same."""
    return bool(preview.changes or (preview.seen is None and preview.count("same")))


def _report(preview: ImportPreview, file: RatingFile, found: RatingList) -> dict[str, Any]:
    open_rows = [row for row in preview.rows if row.match.player is None]
    return {
        "preview": preview,
        "source": file.name,
        "problems": _lines(preview.problems),
        "notices": _lines(preview.notices),
        "changing": _shown([row for row in preview.rows if row.writes]),
        "unknown": _shown([row for row in open_rows if row.match.how == "none" and not row.writes]),
        "doubtful": _shown([row for row in open_rows if row.match.ambiguous]),
        "counts": {
            "new": preview.count("new"),
            "changed": preview.count("changed"),
            "same": preview.count("same"),
            "older": preview.count("older"),
            "unmatched": preview.unmatched,
            "ambiguous": preview.ambiguous,
            "problems": len(preview.problems),
            "notices": len(preview.notices),
        },
    }


def _shown(rows: Sequence[PreviewRow]) -> dict[str, Any]:
    lines = [
        {
            "row": each.row,
            "was": each.was,
            "player": each.match.player,
            "candidates": each.match.candidates[:5],
            "how": match_text(each.match.how),
            "status": status_text(each.status),
        }
        for each in rows[:SHOWN]
    ]
    return {"lines": lines, "all": len(rows)}


def _store(request: HttpRequest, found: RatingList) -> HttpResponse:
    form = KeptForm(request.POST)
    kept = file_kept(found.pk, form.cleaned_data["rows"]) if form.is_valid() else None
    if kept is None:
        messages.error(request, _("This preview is too old. Choose the file once more."))
        return redirect("ratings_desk:import", found.slug)
    file, as_of, add_players = kept
    try:
        if found.is_external:
            report = external_import(list_id=found.pk, file=file, as_of=as_of, actor=actor_of(request))
        else:
            report = starts_import(
                list_id=found.pk, file=file, as_of=as_of, actor=actor_of(request), add_players=add_players
            )
    except DomainError as error:
        messages.error(request, str(error.message))
        return redirect("ratings_desk:import", found.slug)
    _say(request, report)
    return redirect("ratings_desk:import", found.slug)


def _say(request: HttpRequest, report: ImportReport) -> None:
    done = report.new + report.changed
    if report.source is None:
        messages.info(request, _("Everything in the file was there already. Nothing has changed."))
    elif done:
        messages.success(
            request, ngettext("%(n)s rating is stored.", "%(n)s ratings are stored.", done) % {"n": done}
        )
    else:
        messages.success(request, _("No rating has changed. They are known to be right as of the new day."))


@officer_required
@require_safe
def export_file(request: HttpRequest, slug: str, form: str) -> HttpResponse:
    """The list for officers: full names, numbers unrounded (CSV), in TSH's form by whole points."""
    found = get_object_or_404(RatingList, slug=slug)
    if form not in _FORMS:
        raise Http404
    write, kind, ending = _FORMS[form]
    response = HttpResponse(write(export_rows(found, full_names=True)), content_type=f"{kind}; charset=utf-8")
    name = f"{found.slug}-{timezone.localdate():%Y-%m-%d}.{ending}"
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    response["Cache-Control"] = "no-store"
    return response


@officer_required
@require_safe
def members(request: HttpRequest, slug: str) -> HttpResponse:
    """A federation's members, and who they are here."""
    found = get_object_or_404(RatingList, slug=slug)
    if not found.is_external:
        raise Http404
    asked = asked_for(request)
    who = request.GET.get("who", "all")
    who = who if who in WHO else "all"
    page = page_of(request, external_table(found, asked=asked, who=who))
    context = {
        **officer_context(
            here="imports",
            label=_("Members"),
            between=[(found.name, reverse("ratings_desk:import", args=[found.slug]))],
        ),
        "list": found,
        "asked": asked,
        "who": who,
        "page": page,
        "rows": list(page.object_list),
        "nameless": NAMELESS,
        "query": more_query(q=asked, who=who if who != "all" else None),
        "open": ExternalRating.objects.filter(rating_list=found, player=None).count(),
    }
    return render(request, "ratings/desk/members.html", context)


@officer_required
@require_POST
def member_link(request: HttpRequest, member: int) -> HttpResponse:
    """Say which player of ours a member is, by number; an empty number takes the link away."""
    known = get_object_or_404(ExternalRating.objects.select_related("rating_list"), pk=member)
    text = request.POST.get("number", "").strip().removeprefix("#")
    back = _back(request, known)
    player = None
    if text:
        number = int(text) if text.isascii() and text.isdigit() and len(text) <= 9 else 0
        player = Player.objects.filter(number=number).first()
        if player is None:
            messages.error(request, _("There is no player with the number %(number)s.") % {"number": text[:20]})
            return back
    try:
        linked = external_link(
            external_id=known.pk, player_id=player.pk if player else None, actor=actor_of(request)
        )
    except DomainError as error:
        messages.error(request, str(error.message))
        return back
    if linked.player is None:
        messages.success(request, _("%(name)s is nobody here any more.") % {"name": known.name})
    else:
        words = _("%(name)s is player %(number)s, %(player)s.")
        figures = {"name": known.name, "number": linked.player.number, "player": linked.player.name}
        messages.success(request, words % figures)
    return back


def _back(request: HttpRequest, known: ExternalRating) -> HttpResponse:
    """To the same page of the same search."""
    url = reverse("ratings_desk:members", args=[known.rating_list.slug])
    kept = {key: request.POST.get(key, "")[:100] for key in ("q", "who", "page")}
    query = more_query(**{key: value or None for key, value in kept.items()})
    return redirect(f"{url}?{query.lstrip('&?')}" if query else url)
