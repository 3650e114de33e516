"""One entry: its settings, leaving, coming back, taking out.

Who: looking is for the event's staff (``look``); changing for assistants and directors (``run``).
"""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from common.errors import Conflict, DomainError
from common.forms import form_refuse
from common.http import actor_of

from ...forms.entries import EntryForm, MissedForm, WithdrawForm
from ...models import Division, Entry, Result, Round, Seat
from ...selectors.registration import clubs_known
from ...services.entering import next_round_number
from ...services.missed import missed_round_set
from ...services.registration import MemberChange, entry_remove, entry_return, entry_update, entry_withdraw
from ..access import desk_division
from .context import desk_context
from .events import status_of


def _entry(division: Division, number: int) -> Entry:
    found = (
        Entry.objects.filter(division=division, number=number)
        .select_related("club")
        .prefetch_related("members__player__club")
        .first()
    )
    if found is None:
        raise Http404
    found.division = division
    return found


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def entry(request: HttpRequest, slug: str, division: str, number: int) -> HttpResponse:
    found = desk_division(request, slug, division)
    shown = _entry(found, number)
    may = request.user.has_perm("tournaments.run", found.tournament)
    form = _form(request, shown) if may else None
    stale: dict[str, Any] | None = None
    status = 200
    if request.method == "POST":
        desk_division(request, slug, division, "tournaments.run")
        if form is not None and form.is_valid():
            try:
                changed = entry_update(entry_id=shown.pk, actor=actor_of(request), **_changes(form, shown))
            except Conflict as error:
                form_refuse(form, error)
                status = error.status
                if error.code == "entry.stale":
                    stale = {"typed": form.cleaned_data, "now": error.extra["current"]}
                    form.data = form.data.copy()
                    form.data["version"] = str(error.extra["version"])
            except DomainError as error:
                form_refuse(form, error)
            else:
                messages.success(request, _("The entry is saved."))
                return redirect("desk:entry", slug, division, changed.number)
    return _page(request, shown, form=form, stale=stale, status=status_of(form, status) if form else 200)


def _page(
    request: HttpRequest,
    shown: Entry,
    *,
    form: EntryForm | None,
    stale: dict[str, Any] | None = None,
    missed_form: MissedForm | None = None,
    status: int = 200,
) -> HttpResponse:
    """The entry's page. ``form`` is None for those who only look."""
    division = shown.division
    context = {
        **desk_context(request, division=division, here="entries", label=shown.full_name),
        **_around(division, shown),
        "entry": shown,
        "form": form,
        "stale": stale,
        "clubs": clubs_known(division) if form else [],
        "withdraw_form": WithdrawForm(),
        "missed_form": missed_form or MissedForm(rounds=missed_rounds(shown)),
    }
    return render(request, "desk/entry.html", context, status=status)


def _form(request: HttpRequest, shown: Entry, *, posted: bool = True) -> EntryForm:
    players = [member.player for member in shown.members.all()]
    locked = frozenset(
        place for place, player in enumerate(players) if not request.user.has_perm("tournaments.rename", player)
    )
    names = {"name" if place == 0 else f"name{place + 1}": player.name for place, player in enumerate(players)}
    initial = {
        **names,
        "team_name": shown.team_name,
        "team": shown.team,
        "club": shown.club.name if shown.club else "",
        "rating": shown.rating,
        "number": shown.number,
        "version": shown.version,
    }
    form = EntryForm((request.POST or None) if posted else None, initial=initial, players=players, locked=locked)
    if shown.rating is not None:
        # Whoever changes it should know what is changed.
        form.fields["rating"].help_text = (
            _("From the list %(slug)s, as it stood before the event.") % {"slug": shown.rating_from}
            if shown.rating_from
            else _("Typed by hand.")
        )
    return form


def _changes(form: EntryForm, shown: Entry) -> dict[str, Any]:
    data = form.cleaned_data
    members = []
    for place, member in enumerate(shown.members.all()):
        name = data.get("name" if place == 0 else f"name{place + 1}", member.player.name)
        mode = data.get(f"mode{place}", member.player.public_name_mode)
        about = form.about(place)
        if about or (name, mode) != (member.player.name, member.player.public_name_mode):
            members.append(MemberChange(member.player_id, name, mode, **about))
    version = data["version"]
    return {
        # Short enough for a version; whatever else was sent is one that nobody has.
        "expected_version": int(version) if version.isascii() and version.isdigit() and len(version) < 10 else -1,
        "club": data["club"],
        "rating": data["rating"],
        "set_rating": "rating" in form.changed_data,
        "number": data["number"],
        "team_name": data.get("team_name"),
        "team": data["team"],
        "members": members,
    }


def _around(division: Division, shown: Entry) -> dict[str, Any]:
    """What the page says about the rounds: missed, played, and what leaving would do."""
    upcoming = next_round_number(division)
    seats = Seat.objects.filter(entry=shown).exclude(round__state=Round.State.DRAFT)
    open_seat = (
        seats.filter(round__state=Round.State.PUBLISHED)
        .exclude(pairing__results__state__in=Result.LIVE)
        .select_related("round")
        .first()
    )
    return {
        "missed": shown.first_round - 1,
        "upcoming": upcoming,
        "games": seats.count(),
        "open_round": open_seat.round.number if open_seat else 0,
        "in_draft": Seat.objects.filter(entry=shown, round__state=Round.State.DRAFT).exists(),
    }


def missed_rounds(shown: Entry) -> list[int]:
    """Published rounds in which the entry has no place."""
    rounds = Round.objects.filter(division=shown.division).exclude(state=Round.State.DRAFT)
    return list(rounds.exclude(seats__entry=shown).order_by("number").values_list("number", flat=True))


@login_required
@require_POST
def missed(request: HttpRequest, slug: str, division: str, number: int) -> HttpResponse:
    """What a missed round counts as after all. A round that is closed is a director's to change."""
    found = desk_division(request, slug, division, "tournaments.direct")
    shown = _entry(found, number)
    form = MissedForm(request.POST, rounds=missed_rounds(shown))
    if not form.is_valid():
        return _page(request, shown, form=_form(request, shown, posted=False), missed_form=form, status=422)
    round_number = int(form.cleaned_data["round"])
    missed_round_set(entry_id=shown.pk, round_number=round_number, report=form.report(), actor=actor_of(request))
    messages.success(request, _("Round %(round)s is set.") % {"round": round_number})
    return redirect("desk:entry", slug, division, number)


@login_required
@require_POST
def withdraw(request: HttpRequest, slug: str, division: str, number: int) -> HttpResponse:
    found = desk_division(request, slug, division, "tournaments.run")
    form = WithdrawForm(request.POST)
    reason = form.cleaned_data["reason"] if form.is_valid() else request.POST.get("reason", "")[:300]
    left = entry_withdraw(entry_id=_entry(found, number).pk, actor=actor_of(request), reason=reason)
    words = {"name": left.full_name, "round": left.withdrawn_from}
    messages.success(request, _("%(name)s has withdrawn and plays no more from round %(round)s on.") % words)
    return redirect("desk:entry", slug, division, number)


@login_required
@require_POST
def bring_back(request: HttpRequest, slug: str, division: str, number: int) -> HttpResponse:
    found = desk_division(request, slug, division, "tournaments.run")
    back = entry_return(entry_id=_entry(found, number).pk, actor=actor_of(request))
    messages.success(request, _("%(name)s is back.") % {"name": back.full_name})
    return redirect("desk:entry", slug, division, number)


@login_required
@require_POST
def remove(request: HttpRequest, slug: str, division: str, number: int) -> HttpResponse:
    """Refused with the count once there is a place in a round; then the page says so."""
    found = desk_division(request, slug, division, "tournaments.run")
    shown = _entry(found, number)
    name = shown.full_name
    try:
        entry_remove(entry_id=shown.pk, actor=actor_of(request))
    except Conflict as error:
        messages.error(request, str(error.message))
        return redirect("desk:entry", slug, division, number)
    messages.success(request, _("%(name)s is taken out.") % {"name": name})
    return redirect("desk:entries", slug, division)
