"""Which event a page is about and whether its reader may see it. What is not yours is not there (404)."""

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404

from ..models import Division, Tournament


def public_event(request: HttpRequest, slug: str) -> Tournament:
    """A public event, or any event for its own staff."""
    tournament = get_object_or_404(Tournament, slug=slug)
    if not tournament.is_public and not request.user.has_perm("tournaments.look", tournament):
        raise Http404
    return tournament


def public_division(request: HttpRequest, slug: str, division: str) -> Division:
    found = get_object_or_404(Division.objects.select_related("tournament"), tournament__slug=slug, slug=division)
    if not found.tournament.is_public and not request.user.has_perm("tournaments.look", found.tournament):
        raise Http404
    return found


def desk_event(request: HttpRequest, slug: str, perm: str = "tournaments.look") -> Tournament:
    """An event of the reader's own: 404 for everybody else, 403 for staff without this right."""
    tournament = get_object_or_404(Tournament, slug=slug)
    _check(request, tournament, perm)
    return tournament


def desk_division(request: HttpRequest, slug: str, division: str, perm: str = "tournaments.look") -> Division:
    found = get_object_or_404(Division.objects.select_related("tournament"), tournament__slug=slug, slug=division)
    _check(request, found.tournament, perm)
    return found


def _check(request: HttpRequest, tournament: Tournament, perm: str) -> None:
    if not request.user.has_perm("tournaments.look", tournament):
        raise Http404
    if not request.user.has_perm(perm, tournament):
        raise PermissionDenied
