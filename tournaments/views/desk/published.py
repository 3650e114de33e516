"""A published round put right: two entries change places, with a reason. ``tournaments.direct``."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from common.errors import DomainError
from common.forms import form_refuse
from common.http import actor_of

from ...forms.rounds import CorrectForm
from ...models import Round
from ...services.published import published_swap
from ..access import desk_division
from .context import desk_context
from .rounds import round_or_404

_FIELD_OF = {"result.reason_missing": "reason", "round.swap_invalid": "two"}


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def round_correct_page(request: HttpRequest, slug: str, division: str, number: int) -> HttpResponse:
    """Say what changes and what does not, then change it."""
    found = desk_division(request, slug, division, "tournaments.direct")
    round_ = round_or_404(found, number)
    if round_.state != Round.State.PUBLISHED:
        return redirect("desk:round", slug, division, number)
    form = CorrectForm(
        request.POST if request.method == "POST" else None, division=found, initial={"version": round_.version}
    )
    status = 200
    if request.method == "POST":
        status = 422
        if form.is_valid():
            data = form.cleaned_data
            try:
                published_swap(
                    round_id=round_.pk,
                    entry_a=data["one"].pk,
                    entry_b=data["two"].pk,
                    reason=data["reason"],
                    actor=actor_of(request),
                    expected_version=data["version"],
                )
            except DomainError as error:
                status = error.status
                if error.code in _FIELD_OF:
                    form.add_error(_FIELD_OF[error.code], str(error.message))
                else:
                    form_refuse(form, error)
            else:
                words = {"a": data["one"].number, "b": data["two"].number}
                messages.success(request, _("Entries %(a)s and %(b)s have changed places.") % words)
                return redirect("desk:round", slug, division, number)
    context = desk_context(
        request,
        division=found,
        here="round",
        round_number=number,
        label=_("Correct round %(round)s") % {"round": number},
    )
    return render(request, "desk/round_correct.html", {**context, "round": round_, "form": form}, status=status)
