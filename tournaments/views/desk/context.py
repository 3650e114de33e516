"""What every page of the desk needs around its middle. Used with templates/desk/base_event.html (an event's
pages) and templates/desk/base_desk.html (a division's: rounds left, needs-a-hand right).

    return render(request, "desk/round.html", {**desk_context(request, division=division, here="round",
                  round_number=4), "pairings": pairings})

Names in the template: ``tournament``, ``division`` (None on an event's page), ``desk`` (:class:`DeskPage`),
``crumbs``, ``can_run``, ``can_direct``, ``can_score``. The columns alone, for an answer to htmx:
``{% include "desk/_rail.html" with oob=True %}`` and ``{% include "desk/_todo.html" with oob=True %}``.

Keys taken by the columns and tabs, on every page: ``0``-``9`` rounds, ``E`` entries, ``G`` settings of the
division, ``K`` PINs, ``O`` overview, ``T`` staff, ``D`` devices, ``L`` log, ``?`` the list.
"""

from dataclasses import dataclass
from typing import Any

from django.db.models import Max, Q
from django.http import HttpRequest
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from ...models import Division, Round, Tournament
from ...selectors.desk import PLANNED, Need, RailRound, desk_needs, desk_rail

_STATES: dict[str, str | Promise] = {**dict(Round.State.choices), PLANNED: _("planned")}


@dataclass(frozen=True, slots=True)
class RailLink:
    """A round at the left. ``url`` is "" for a round that cannot be opened yet; ``key`` is a digit or ""."""

    round: RailRound
    word: str | Promise
    url: str
    key: str
    current: bool


@dataclass(frozen=True, slots=True)
class TodoItem:
    """``state`` names the badge, ``word`` stands in it; ``url`` and ``action`` are "" where looking is all."""

    state: str
    word: str | Promise
    title: str | Promise
    text: str | Promise
    url: str
    action: str | Promise


@dataclass(frozen=True, slots=True)
class DeskPage:
    """``here`` marks the current tab: overview, staff, devices, log, event (settings), entries, pins, ratings,
    settings or round.
    """

    here: str
    divisions: tuple[Division, ...]
    rail: tuple[RailLink, ...] = ()
    todo: tuple[TodoItem, ...] = ()
    entries: int = 0
    next_round: int = 0


def desk_context(
    request: HttpRequest,
    *,
    tournament: Tournament | None = None,
    division: Division | None = None,
    here: str,
    round_number: int | None = None,
    label: str | Promise = "",
) -> dict[str, Any]:
    """Give the event or the division (with its tournament selected). ``label`` is the last crumb."""
    event = division.tournament if division is not None else tournament
    assert event is not None
    user = request.user
    can = {name: user.has_perm(f"tournaments.{name}", event) for name in ("run", "direct", "score")}
    page = _division_page(division, here, round_number, can) if division else DeskPage(here, _divisions(event))
    return {
        "tournament": event,
        "division": division,
        "desk": page,
        "crumbs": _crumbs(event, division, label),
        **{f"can_{name}": yes for name, yes in can.items()},
    }


def _divisions(event: Tournament) -> tuple[Division, ...]:
    """Each with ``open_round``, the number of the published round that is being played, or None."""
    playing = Max("rounds__number", filter=Q(rounds__state=Round.State.PUBLISHED))
    return tuple(event.divisions.annotate(open_round=playing).order_by("order", "pk"))


def _crumbs(event: Tournament, division: Division | None, label: str | Promise) -> list[dict[str, Any]]:
    crumbs: list[dict[str, Any]] = [{"label": _("Desk"), "url": reverse("desk:home")}]
    crumbs.append({"label": event.name, "url": reverse("desk:event", args=[event.slug])})
    if division is not None:
        crumbs.append({"label": division.name, "url": division_home(division)})
    if label:
        crumbs.append({"label": label, "url": ""})
    else:
        crumbs[-1]["url"] = ""
    return crumbs


def division_home(division: Division) -> str:
    return reverse("desk:entries", args=[division.tournament.slug, division.slug])


def _division_page(division: Division, here: str, current: int | None, can: dict[str, bool]) -> DeskPage:
    event = division.tournament
    rail = desk_rail(division)
    upcoming = next((r.number for r in rail if r.state == PLANNED), 0)
    links = []
    for round_ in rail:
        opens = round_.state != PLANNED or round_.number == upcoming
        url = reverse("desk:round", args=[event.slug, division.slug, round_.number]) if opens else ""
        key = str(round_.number % 10) if round_.number <= 10 and opens else ""
        links.append(RailLink(round_, _STATES[round_.state], url, key, round_.number == current))
    return DeskPage(
        here=here,
        divisions=_divisions(event),
        rail=tuple(links),
        todo=tuple(_todo(division, need, can) for need in desk_needs(division, rail)),
        entries=division.entries.count(),
        next_round=upcoming,
    )


def _todo(division: Division, need: Need, can: dict[str, bool]) -> TodoItem:
    place = [division.tournament.slug, division.slug]
    round_title = format_lazy("{} {}", _("Round"), need.round)
    round_url = reverse("desk:round", args=[*place, need.round]) if need.round else ""
    match need.kind:
        case "disputed" | "pending":
            disputed = need.kind == "disputed"
            word = _("Disputed") if disputed else _("Waiting")
            if need.table is None:
                title = ngettext("%(n)s result", "%(n)s results", need.count) % {"n": need.count}
                url = reverse("desk:results", args=[*place, need.round]) if can["score"] else ""
                return TodoItem("pending", word, title, _("reported, not confirmed"), url, _("Look through them"))
            title = _("Round %(round)s, table %(table)s") % {"round": need.round, "table": need.table}
            url = reverse("desk:result", args=[*place, need.round, need.table])
            return TodoItem(need.kind, word, title, need.names, url, _("Decide") if disputed else _("Confirm"))
        case "pin_locked":
            url = reverse("desk:pins", args=place) if can["direct"] else ""
            title = ngettext("%(n)s PIN is locked", "%(n)s PINs are locked", need.count) % {"n": need.count}
            text = _("Five wrong tries: %(numbers)s") % {"numbers": _some(need.numbers)}
            return TodoItem("wrong", _("PIN"), title, text, url, _("Give a new one"))
        case "mismatch":
            title = _("Round %(round)s, table %(table)s") % {"round": need.round, "table": need.table}
            url = reverse("desk:result", args=[*place, need.round, need.table])
            return TodoItem("mismatch", _("Not as on the sheet"), title, need.names, url, _("Decide"))
        case "missing":
            left = len(need.tables)
            title = ngettext("%(n)s table left", "%(n)s tables left", left) % {"n": left}
            url = reverse("desk:results", args=[*place, need.round]) if can["score"] else ""
            return TodoItem("wait", round_title, title, _some(need.tables), url, _("Enter results"))
        case "older":
            text = _("A result of an earlier round was corrected after this round was paired.")
            return TodoItem("info", _("Older results"), round_title, text, round_url, _("Look at it"))
        case "draft":
            text = ngettext("%(n)s table", "%(n)s tables", need.count) % {"n": need.count}
            return TodoItem("draft", _("Draft"), round_title, text, round_url, _("Check and publish"))
        case "entries_changed":
            text = _("Entries came or left since it was made: %(numbers)s") % {"numbers": _some(need.numbers)}
            return TodoItem("wait", _("Draft"), round_title, text, round_url, _("Pair again"))
        case "few":
            url = reverse("desk:entries_import", args=place) if can["run"] else ""
            text = _("A round needs at least two entries.")
            return TodoItem("info", _("Entries"), _("Nobody to pair yet"), text, url, _("Import a list"))
        case _:
            return _complete(need, place, round_title, round_url, can)


def _complete(need: Need, place: list[str], title: str | Promise, url: str, can: dict[str, bool]) -> TodoItem:
    if not need.round:
        last = reverse("desk:round", args=[*place, need.count])
        text = _("Every result is in.")
        title = format_lazy("{} {}", _("Round"), need.count)
        return TodoItem("ok", _("Complete"), title, text, last if can["run"] else "", _("Close the last round"))
    text = (
        _("Every result of round %(round)s is in.") % {"round": need.count}
        if need.count
        else _("The entries can be paired.")
    )
    action = _("Pair round %(round)s") % {"round": need.round}
    return TodoItem("ok", _("Next"), title, text, url if can["run"] else "", action)


def _some(numbers: tuple[int, ...], most: int = 12) -> str:
    shown = ", ".join(map(str, numbers[:most]))
    return f"{shown} …" if len(numbers) > most else shown
