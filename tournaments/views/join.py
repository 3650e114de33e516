"""An invitation followed: a login that is there accepts it, or a new one is made with it.

Who: whoever holds the link, logged in or not. A link that is used, old or wrong says so and opens nothing.
"""

from django.contrib import messages
from django.contrib.auth import login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from common.errors import Conflict
from common.forms import form_refuse
from common.http import actor_of
from players.forms import NewLoginForm

from ..models import Invitation
from ..services.roles import invitation_accept, invitation_join, invitation_open


@never_cache
@sensitive_post_parameters("password")
@require_http_methods(["GET", "HEAD", "POST"])
def join(request: HttpRequest, secret: str) -> HttpResponse:
    invitation = invitation_open(secret)
    if request.user.is_authenticated:
        return _accept(request, invitation, secret)
    form = NewLoginForm(request.POST or None, initial={"display_name": _first_name(invitation)})
    if request.method == "POST" and form.is_valid():
        try:
            invitation, user = invitation_join(
                secret=secret, language=get_language() or "", actor=actor_of(request), **form.cleaned_data
            )
        except Conflict as error:
            form_refuse(form, error)
        else:
            login(request, user, backend="django.contrib.auth.backends.ModelBackend")
            return _welcome(request, invitation)
    context = {"invitation": invitation, "form": form, "secret": secret}
    return render(request, "tournaments/join.html", context, status=422 if form.errors else 200)


def _first_name(invitation: Invitation) -> str:
    return invitation.player.name if invitation.player else ""


def _accept(request: HttpRequest, invitation: Invitation, secret: str) -> HttpResponse:
    """Only a press on the button accepts: a link alone, opened by a program or by chance, does nothing."""
    error = None
    if request.method == "POST":
        try:
            invitation = invitation_accept(secret=secret, user=request.user, actor=actor_of(request))
        except Conflict as refused:
            error = refused
        else:
            return _welcome(request, invitation)
    context = {"invitation": invitation, "error": error, "secret": secret}
    return render(request, "tournaments/join.html", context, status=error.status if error else 200)


def _welcome(request: HttpRequest, invitation: Invitation) -> HttpResponse:
    messages.success(request, _("Welcome to %(event)s.") % {"event": invitation.tournament.name})
    if invitation.role:
        return redirect("desk:event", invitation.tournament.slug)
    return redirect("account")
