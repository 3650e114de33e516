"""Who may decide about ratings: rating officers and superusers. For everybody else this desk is not there."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase

OFFICER = "ratings.officer"

View = Callable[..., HttpResponseBase]


def officer_required(view: View) -> View:
    """Anonymous readers are sent to the login; who is logged in and no officer gets 404."""

    @login_required
    @wraps(view)
    def checked(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if not request.user.has_perm(OFFICER):
            raise Http404
        return view(request, *args, **kwargs)

    return checked
