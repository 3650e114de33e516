"""Who works at an event: roles, invitations, links for a new password. Secrets are shown once and never kept.

Who: the event's directors (``direct``); other staff 403, everybody else 404, anonymous the login.
"""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from common.errors import Conflict, NotAllowed
from common.http import actor_of
from players.models import Player

from ...forms.staff import ABOUT, InviteForm
from ...models import Invitation, Role, Tournament
from ...services.roles import (
    invitation_create,
    invitation_revoke,
    may_reset_password,
    reset_link,
    role_revoke,
)
from ..access import desk_event
from ..links import shown_link
from .context import desk_context


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def staff(request: HttpRequest, slug: str) -> HttpResponse:
    """The staff, and the form that makes an invitation."""
    event = desk_event(request, slug, "tournaments.direct")
    if request.method != "POST":
        return _page(request, event, InviteForm())
    form = InviteForm(request.POST)
    if not form.is_valid():
        return _page(request, event, form)
    invitation, secret = invitation_create(tournament=event, actor=actor_of(request), **form.cleaned_data)
    return _link_page(request, event, invitation, secret)


def _page(request: HttpRequest, event: Tournament, form: InviteForm) -> HttpResponse:
    people: dict[int, dict[str, Any]] = {}
    for role in event.roles.select_related("user").order_by("pk"):
        person = people.setdefault(role.user_id, {"user": role.user, "roles": [], "may_reset": False})
        person["roles"].append(role)
    for person in people.values():
        person["may_reset"] = may_reset_password(by=request.user, of=person["user"])
    waiting = event.invitations.filter(used_at=None, revoked_at=None, expires_at__gt=timezone.now())
    context = {
        **desk_context(request, tournament=event, here="staff", label=_("Staff")),
        "people": list(people.values()),
        "invitations": waiting.select_related("player", "created_by").order_by("-pk")[:200],
        "form": form,
        "about": [(kind.label, ABOUT[kind]) for kind in Role.Kind],
    }
    return render(request, "desk/staff.html", context, status=422 if form.errors else 200)


def _link_page(request: HttpRequest, event: Tournament, invitation: Invitation, secret: str) -> HttpResponse:
    context = {
        **desk_context(request, tournament=event, here="staff", label=_("Invitation")),
        "invitation": invitation,
        "link": shown_link(request, reverse("join", args=[secret])),
        "language_next": reverse("desk:staff", args=[event.slug]),
    }
    return _once(render(request, "desk/invitation.html", context, status=201))


def _once(response: HttpResponse) -> HttpResponse:
    response["Cache-Control"] = "no-store"
    return response


@login_required
@require_POST
def invite(request: HttpRequest, slug: str) -> HttpResponse:
    """An invitation that gives a player of the event a login."""
    event = desk_event(request, slug, "tournaments.direct")
    number = request.POST.get("player", "")
    if not (number.isascii() and number.isdigit() and len(number) <= 9):
        raise Http404
    player = Player.objects.filter(number=int(number), memberships__division__tournament=event).first()
    if player is None:
        raise Http404
    if not request.user.has_perm("tournaments.rename", player):
        # The login may report and confirm in every event of the player.
        raise NotAllowed(
            "player.invite_not_allowed",
            _("This player is in other events too: only an administrator gives out this link."),
        )
    invitation, secret = invitation_create(
        tournament=event, actor=actor_of(request), player=player, label=player.name
    )
    return _link_page(request, event, invitation, secret)


@login_required
@require_POST
def uninvite(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    event = desk_event(request, slug, "tournaments.direct")
    invitation_revoke(invitation_id=pk, tournament=event, actor=actor_of(request))
    messages.success(request, _("The invitation is taken back; its link opens nothing any more."))
    return redirect("desk:staff", slug)


@login_required
@require_POST
def take_role(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    event = desk_event(request, slug, "tournaments.direct")
    try:
        role_revoke(role_id=pk, tournament=event, actor=actor_of(request))
    except Conflict as error:
        messages.error(request, str(error.message))
    else:
        messages.success(request, _("The role is taken away."))
    # Asked anew: whoever gave up his own role has no business here any more.
    still = request.user.is_superuser or event.roles.filter(user=request.user, role=Role.Kind.DIRECTOR).exists()
    return redirect("desk:staff", slug) if still else redirect("desk:home")


@login_required
@require_POST
def reset(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """A link for a new password, shown once."""
    event = desk_event(request, slug, "tournaments.direct")
    user, uid, token = reset_link(tournament=event, by=request.user, user_id=pk, actor=actor_of(request))
    context = {
        **desk_context(request, tournament=event, here="staff", label=_("New password")),
        "person": user,
        "link": shown_link(request, reverse("password_reset_confirm", args=[uid, token])),
        "language_next": reverse("desk:staff", args=[event.slug]),
    }
    return _once(render(request, "desk/reset_link.html", context, status=201))
