"""Pages about a login: locked out."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render


def locked_out(request: HttpRequest, credentials: dict[str, Any] | None = None, *args: Any) -> HttpResponse:
    """Too many wrong passwords for one name at one address; says for how long."""
    minutes = round(settings.AXES_COOLOFF_TIME * 60)
    return render(request, "players/locked_out.html", {"minutes": minutes}, status=429)
