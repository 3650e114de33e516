"""Events: which count, which wait, which were returned; and the officer's word about one, with who would move.

Who: rating officers and superusers (``access.officer_required``).
"""

from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from common.errors import DomainError
from common.forms import form_refuse
from common.http import actor_of
from common.text import clean
from players.models import Player
from tournaments.models import Division, Pairing, Result
from tournaments.views.desk.events import page_of, status_of

from ...models import RatedEvent, RatingHistory, RatingList
from ...selectors.desk import event_figures, event_games, officer_events
from ...selectors.unrated import unrated_games
from ...services import event_accept, event_refuse
from ...services.what_if import Move, what_if
from ...systems.protocol import BadPeriod
from .access import officer_required
from .context import officer_context

PAGE = 50
#: So many games of each reason are shown before the page leads on to all of them.
FEW_GAMES = 10
#: So many of those who would move are named.
MOVERS = 30


class ReturnForm(forms.Form):
    reason = forms.CharField(
        label=gettext_lazy("Why it is returned"),
        help_text=gettext_lazy("Its director reads this on the desk of the division."),
        max_length=300,
        widget=forms.TextInput(attrs={"autofocus": True, "autocomplete": "off"}),
    )


@officer_required
@require_safe
def events(request: HttpRequest) -> HttpResponse:
    asked = {name: clean(request.GET.get(name, ""))[:100] for name in ("list", "state", "q")}
    found = officer_events(slug=asked["list"], state=asked["state"], q=asked["q"])
    page = page_of(request, found, PAGE)
    kept = urlencode({name: value for name, value in asked.items() if value})
    context = {
        **officer_context(here="events"),
        "page": page,
        "asked": asked,
        "filtered": bool(kept),
        "query": f"&{kept}" if kept else "",
        "here_url": request.get_full_path(),
        "lists": RatingList.objects.exclude(system="external"),
        "event_states": RatedEvent.State.choices,
        "some_wait": any(event.state == RatedEvent.State.WAITING for event in page),
    }
    return render(request, "ratings/desk/events.html", context)


@dataclass(frozen=True, slots=True)
class Side:
    names: str
    score: int | None


@dataclass(frozen=True, slots=True)
class GameLine:
    round_number: int
    table: int | None
    sides: tuple[Side, ...]


@dataclass(frozen=True, slots=True)
class GameGroup:
    """Games of one reason why they are not rated; "" are those that are. ``lines`` are all of them where somebody
    asked for this group (a page of it), else the first few.
    """

    reason: str
    count: int
    lines: tuple[GameLine, ...]
    asked: bool

    @property
    def more(self) -> int:
        return 0 if self.asked else self.count - len(self.lines)


def _found(number: int) -> RatedEvent:
    return get_object_or_404(
        RatedEvent.objects.select_related("rating_list", "division__tournament", "decided_by"), pk=number
    )


@officer_required
@require_safe
def event(request: HttpRequest, number: int) -> HttpResponse:
    found = _found(number)
    context: dict[str, Any] = {
        **officer_context(here="events", label=found.name),
        "event": found,
        "lines": RatingHistory.objects.filter(event=found, superseded_by=None)
        .select_related("player__club")
        .order_by("-after", "player_id"),
    }
    if found.division is not None:
        context |= {"figures": event_figures(found.division), **_games_of(request, found, found.division)}
    return render(request, "ratings/desk/event.html", context)


def _games_of(request: HttpRequest, found: RatedEvent, division: Division) -> dict[str, Any]:
    """The event's games by why they are not rated, most first, those that are rated last.

    One group is open and paged: that which was asked for by ``why``, or the only one there is.
    """
    reasons = {game.pairing_id: game.reason for game in unrated_games(found)}
    by_reason: dict[str, list[int]] = {}
    for pk in event_games(division).values_list("pk", flat=True):
        by_reason.setdefault(reasons.get(pk, ""), []).append(pk)
    asked = request.GET.get("why") if len(by_reason) > 1 else next(iter(by_reason), None)
    page = page_of(request, by_reason.get(asked or "", []), PAGE) if asked in by_reason else None
    wanted = {
        reason: list(page.object_list) if page is not None and reason == asked else pks[:FEW_GAMES]
        for reason, pks in by_reason.items()
    }
    shown = event_games(division).filter(pk__in=[pk for pks in wanted.values() for pk in pks])
    lines = {pairing.pk: _game_line(pairing) for pairing in shown}
    groups = [
        GameGroup(reason, len(by_reason[reason]), tuple(lines[pk] for pk in pks if pk in lines), reason == asked)
        for reason, pks in wanted.items()
    ]
    groups.sort(key=lambda group: (group.reason == "", -group.count))
    return {
        "unrated_count": len(reasons),
        "groups": groups,
        "page": page,
        "query": f"&{urlencode({'why': asked})}" if page is not None and len(groups) > 1 else "",
    }


def _game_line(pairing: Pairing) -> GameLine:
    seats = sorted(pairing.seats.all(), key=lambda seat: seat.place)
    live = next((result for result in pairing.results.all() if result.state in Result.LIVE), None)
    scores = (
        (live.first_final, live.second_final) if live is not None and live.outcome == "played" else (None, None)
    )
    return GameLine(
        pairing.round.number,
        pairing.table,
        tuple(
            Side(seat.entry.team_name or ", ".join(each.player.name for each in seat.entry.members.all()), score)
            for seat, score in zip(seats, scores, strict=False)
        ),
    )


@dataclass(frozen=True, slots=True)
class Mover:
    player: Player
    before: float | None
    after: float | None

    @property
    def change(self) -> int | None:
        return None if self.before is None or self.after is None else round(self.after) - round(self.before)


def movers_of(moves: list[Move]) -> list[Mover]:
    """The first of them by name, as far as they are shown."""
    some = moves[:MOVERS]
    players = Player.objects.in_bulk([move.player_id for move in some])
    return [Mover(players[move.player_id], move.before, move.after) for move in some if move.player_id in players]


def _preview(found: RatedEvent, *, counts: bool) -> dict[str, Any]:
    """Who would move if the event counted, or did not. ``preview_failed``: its games cannot be rated."""
    counted = found.state == RatedEvent.State.ACCEPTED
    if counted == counts or found.division_id is None:
        return {"moves": 0, "movers": [], "nothing": True}
    try:
        if counts:
            moves = what_if(found.rating_list, add={found.division_id})
        else:
            moves = what_if(found.rating_list, leave_out={found.division_id})
    except BadPeriod:
        return {"moves": 0, "movers": [], "preview_failed": True}
    movers = movers_of(moves)
    return {"moves": len(moves), "movers": movers, "more": len(moves) - len(movers)}


def _confirm(request: HttpRequest, found: RatedEvent, template: str, label: str, **more: Any) -> HttpResponse:
    context = {
        **officer_context(
            here="events",
            label=label,
            between=[(found.name, reverse("ratings_desk:event", args=[found.pk]))],
        ),
        "event": found,
        **more,
    }
    form = more.get("form")
    return render(request, template, context, status=status_of(form, more.get("refused", 200)) if form else 200)


@officer_required
@require_http_methods(["GET", "HEAD", "POST"])
def event_count(request: HttpRequest, number: int) -> HttpResponse:
    """Let it count: who would move, then the word."""
    found = _found(number)
    if request.method == "POST":
        try:
            event_accept(event_id=found.pk, actor=actor_of(request))
        except DomainError as error:
            messages.error(request, str(error.message))
        else:
            messages.success(request, _("%(event)s counts.") % {"event": found.name})
        return redirect("ratings_desk:event", found.pk)
    return _confirm(request, found, "ratings/desk/event_accept.html", _("Accept"), **_preview(found, counts=True))


@officer_required
@require_http_methods(["GET", "HEAD", "POST"])
def event_return(request: HttpRequest, number: int) -> HttpResponse:
    """Return it to its director with a reason."""
    found = _found(number)
    form = ReturnForm(request.POST or None, initial={"reason": found.reason})
    refused = 200
    if request.method == "POST" and form.is_valid():
        try:
            event_refuse(event_id=found.pk, actor=actor_of(request), reason=form.cleaned_data["reason"])
        except DomainError as error:
            form_refuse(form, error)
            refused = error.status
        else:
            messages.success(request, _("%(event)s is returned to its director.") % {"event": found.name})
            return redirect("ratings_desk:event", found.pk)
    if request.method == "POST" and not request.POST:
        form = ReturnForm({})
        form.is_valid()
    return _confirm(
        request,
        found,
        "ratings/desk/event_return.html",
        _("Return"),
        form=form,
        refused=refused,
        **_preview(found, counts=False),
    )


@officer_required
@require_POST
def events_accept(request: HttpRequest) -> HttpResponse:
    """Let all those ticked count, each by itself: one that cannot is named and stops no other."""
    ticked = {int(pk) for pk in request.POST.getlist("event") if pk.isascii() and pk.isdigit() and len(pk) < 18}
    done = 0
    for found in RatedEvent.objects.filter(pk__in=ticked).order_by("pk"):
        try:
            event_accept(event_id=found.pk, actor=actor_of(request))
            done += 1
        except DomainError as error:
            messages.error(request, f"{found.name}: {error.message}")
    if done:
        messages.success(
            request, ngettext("%(n)s event counts now.", "%(n)s events count now.", done) % {"n": done}
        )
    elif not ticked:
        messages.error(request, _("No event was ticked. Tick those that may count."))
    return redirect("ratings_desk:events")
