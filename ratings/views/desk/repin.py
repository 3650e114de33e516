"""The ratings of a division's entries, taken from the list anew: who would change, and the word to do it.

Who: the event's directors (``tournaments.direct``); other staff 403, everybody else 404, anonymous the login.
"""

from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from common.errors import DomainError
from common.http import actor_of
from tournaments.services.repin import RepinPreview, ratings_repin, repin_preview
from tournaments.views.access import desk_division
from tournaments.views.desk.context import desk_context

from ...models import RatingList

_LONGEST = 300


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def repin(request: HttpRequest, slug: str, division: str) -> HttpResponse:
    found = desk_division(request, slug, division, "tournaments.direct")
    problem, typed, reason = "", [], ""
    if request.method == "POST":
        typed = [int(pk) for pk in request.POST.getlist("entry") if pk.isascii() and pk.isdigit() and len(pk) < 16]
        reason = request.POST.get("reason", "")[:_LONGEST]
        try:
            rows = ratings_repin(division_id=found.pk, actor=actor_of(request), reason=reason, entry_ids=typed)
        except DomainError as error:
            problem = str(error.message)
        else:
            if rows:
                words = ngettext("%(n)s rating is taken anew.", "%(n)s ratings are taken anew.", len(rows))
                messages.success(request, words % {"n": len(rows)})
            else:
                messages.info(request, _("No rating has changed."))
            return redirect("ratings_desk:repin", slug, division)
    preview = repin_preview(found)
    context: dict[str, Any] = {
        **desk_context(request, division=found, here="ratings", label=_("Ratings anew")),
        "preview": preview,
        "rows": _rows(preview, typed if problem else None),
        "source": RatingList.objects.filter(slug=preview.source).first(),
        "form": ReasonForm(initial={"reason": reason}),
        "problem": problem,
    }
    return render(request, "ratings/desk/repin.html", context, status=422 if problem else 200)


def _rows(preview: RepinPreview, chosen: list[int] | None) -> list[dict[str, Any]]:
    """Those who would change; what somebody typed is not ticked until a director ticks it."""
    names = dict(RatingList.objects.values_list("slug", "name"))
    return [
        {
            "row": row,
            "ticked": not row.typed if chosen is None else row.entry.pk in chosen,
            # A list that is no longer there is called as its address was.
            "came_from": names.get(row.entry.rating_from, row.entry.rating_from),
        }
        for row in preview.changing
    ]


class ReasonForm(forms.Form):
    reason = forms.CharField(max_length=_LONGEST, required=False)
