"""Today's PIN of an entry, for its own players alone.

Who: a player of the entry who is logged in; everybody else 404, anonymous the login.
"""

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from common.http import actor_of

from ...models import Entry
from ...services.pins import pin_show_own


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def entry_pin(request: HttpRequest, slug: str, division: str, number: int) -> HttpResponse:
    """A button, and what it shows: a look at a PIN is kept in the log, so it takes a press."""
    entry = (
        Entry.objects.select_related("division__tournament")
        .prefetch_related("members__player")
        .filter(
            division__tournament__slug=slug,
            division__slug=division,
            number=number,
            members__player__user_id=request.user.pk,
        )
        .first()
    )
    if entry is None:
        raise Http404
    slip = pin_show_own(entry=entry, actor=actor_of(request)) if request.method == "POST" else None
    event = entry.division.tournament
    context = {"entry": entry, "division": entry.division, "tournament": event, "slip": slip}
    return render(request, "tournaments/entry_pin.html", context)
