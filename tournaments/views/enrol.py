"""Where a device enrols itself: the code stands behind the # of the address, so that no server ever sees it there.

Who: everybody. The page holds nothing; its script sends the code to ``POST /api/v1/devices/enrol``.
"""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe


@require_safe
@never_cache
def enrol(request: HttpRequest) -> HttpResponse:
    return render(request, "tournaments/enrol.html")
