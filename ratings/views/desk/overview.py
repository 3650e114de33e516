"""The officer's first page: how the lists stand, and what needs a hand now.

Who: rating officers and superusers (``access.officer_required``).
"""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from .access import officer_required
from .context import officer_context


@officer_required
@require_safe
def overview(request: HttpRequest) -> HttpResponse:
    return render(request, "ratings/desk/overview.html", officer_context(here="overview"))
