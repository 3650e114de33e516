"""Who did what when about ratings and the identity of players: their entries of the site's chain.

Who: rating officers and superusers (``access.officer_required``).
"""

from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from common.text import clean
from tournaments.views.desk.events import page_of
from tournaments.views.desk.log_words import ACTIONS, log_row

from ...selectors.officer_log import officer_log, officer_log_choices
from .access import officer_required
from .context import officer_context

PAGE = 100
_FILTERS = ("q", "action", "who", "thing")


@officer_required
@require_safe
def log(request: HttpRequest) -> HttpResponse:
    asked = {name: clean(request.GET.get(name, ""))[:200] for name in _FILTERS}
    page = page_of(request, officer_log(**asked), PAGE)
    actions, people = officer_log_choices()
    kept = urlencode({name: value for name, value in asked.items() if value})
    context = {
        **officer_context(here="log"),
        "page": page,
        "rows": [log_row(entry) for entry in page],
        "asked": asked,
        "filtered": bool(kept),
        "query": f"&{kept}" if kept else "",
        "actions": [(action, ACTIONS.get(action, action)) for action in actions],
        "people": people,
    }
    return render(request, "ratings/desk/log.html", context)
