"""The officer's first page: how the lists stand, and what needs a hand now.

Who: rating officers and superusers (``access.officer_required``).
"""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from ...models import RatedEvent, RatingRun
from ...selectors.desk import list_states, officer_events, officer_runs
from .access import officer_required
from .context import officer_context

#: So many are named; the rest are a number and a link.
_NAMED = 8


@officer_required
@require_safe
def overview(request: HttpRequest) -> HttpResponse:
    states = list_states()
    waiting = officer_events(state=RatedEvent.State.WAITING)
    context = {
        **officer_context(here="overview"),
        "states": states,
        "waiting": list(waiting[:_NAMED]),
        "waiting_count": waiting.count(),
        "held": list(officer_runs(state=RatingRun.State.HELD)[:_NAMED]),
        "failed": [each.last for each in states if each.state == "failed"],
        "runs": list(officer_runs()[:_NAMED]),
    }
    return render(request, "ratings/desk/overview.html", context)
