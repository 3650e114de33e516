"""The log of an event: who did what, when and why, from which values to which.

Who: all of the event's staff (``look``); everybody else 404, anonymous the login.
"""

import json
from collections.abc import Iterator
from urllib.parse import urlencode

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from common.text import clean

from ...formats.csv_out import csv_bytes, write_csv
from ...models import Tournament
from ...selectors.log import chain_state, log_choices, log_entries
from ..access import desk_event
from .context import desk_context
from .events import page_of
from .log_words import ACTIONS, log_row

PAGE = 100
_FILTERS = ("q", "action", "who", "thing")


def _asked(request: HttpRequest) -> dict[str, str]:
    return {name: clean(request.GET.get(name, ""))[:200] for name in _FILTERS}


@login_required
@require_safe
def log(request: HttpRequest, slug: str) -> HttpResponse:
    event = desk_event(request, slug)
    asked = _asked(request)
    page = page_of(request, log_entries(event, **asked), PAGE)
    actions, people = log_choices(event)
    kept = urlencode({name: value for name, value in asked.items() if value})
    context = {
        **desk_context(request, tournament=event, here="log", label=_("Log")),
        "page": page,
        "rows": [log_row(entry) for entry in page],
        "asked": asked,
        "filtered": bool(kept),
        "query": f"&{kept}" if kept else "",
        "kept": kept,
        "actions": [(action, ACTIONS.get(action, action)) for action in actions],
        "people": people,
        "chain": chain_state(event, walk="verify" in request.GET),
    }
    return render(request, "desk/log.html", context)


@login_required
@require_safe
def log_csv(request: HttpRequest, slug: str) -> HttpResponse:
    """The same rows as a file, with every value; cells that a spreadsheet would run are guarded.

    From which address somebody did it is for directors alone.
    """
    event = desk_event(request, slug)
    addresses = request.user.has_perm("tournaments.direct", event)
    response = HttpResponse(csv_bytes(write_csv(_HEADER, _csv_rows(event, _asked(request), addresses))))
    response["Content-Type"] = "text/csv; charset=utf-8"
    response["Content-Disposition"] = f'attachment; filename="{event.slug}-log.csv"'
    return response


_HEADER = ("seq", "at", "who", "action", "object", "object_id", "reason", "before", "after", "data", "hash")


def _csv_rows(event: Tournament, asked: dict[str, str], addresses: bool) -> Iterator[tuple[object, ...]]:
    for entry in log_entries(event, **asked).iterator(500):
        data = dict(entry.data)
        if not addresses:
            data.pop("ip", None)
        before, after, reason = (data.pop(key, None) for key in ("before", "after", "reason"))
        yield (
            entry.seq,
            entry.at.isoformat(),
            entry.actor_label,
            entry.action,
            entry.object_kind,
            entry.object_id,
            reason,
            _text(before),
            _text(after),
            _text(data),
            entry.hash,
        )


def _text(value: object) -> str:
    return "" if value is None else json.dumps(value, ensure_ascii=False, sort_keys=True)
