"""Who is in a division, and one entry's games.

Anonymous readers see them where entries are public (games: where pairings are, rank: where standings are); the
event's staff always.
"""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from common.pages import kept_page
from common.text import initial, sort_key

from ...models import EntryMember
from ...selectors.public import Who, last_played_round, matching, shown_entries
from ...selectors.public_entry import entry_rounds
from ...selectors.public_state import division_state
from ...selectors.standings import division_table
from ...standings import Criterion
from .frame import CROWDED, PAPER, DivisionPage, asked_for, more_query, page_of, wants_fragment

BY_NUMBER, BY_NAME, BY_SCHOOL = "number", "name", "school"
PAGE = {"page": r"[1-9]\d{0,3}", "letter": r"[A-Z#\u0e01-\u0e2e]"}


@require_safe
@kept_page(division_state, params={"order": "name|school", **PAGE, **PAPER}, free=("q",))
def entries(request: HttpRequest, slug: str, division: str) -> HttpResponse:
    """The roster by number, name or school; a crowd is cut by letter, or by hundreds where it stands by number."""
    frame = DivisionPage(request, slug, division, "entries")
    people = shown_entries(frame.division)
    asked = asked_for(request)
    order = request.GET.get("order", BY_NUMBER)
    rows = sorted(people.values(), key=_ORDERS[order])
    if asked:
        found = matching(rows, asked)
        rows = [who for who in rows if who.pk in found]
    context = {
        **frame.context("entries"),
        "count": len(people),
        "order": order,
        "orders": [(BY_NUMBER, _("By number")), (BY_NAME, _("By name")), (BY_SCHOOL, _("By school"))],
        "asked": asked,
        "found": len(rows),
        "query": more_query(order=order if order != BY_NUMBER else "", q=asked),
        "played": frame.current.number if frame.current else 0,
        **_cut(request, rows, order),
    }
    name = "tournaments/_entries.html" if wants_fragment(request) else "tournaments/entries.html"
    return render(request, name, context)


_ORDERS: dict[str, Any] = {
    BY_NUMBER: lambda who: who.number,
    BY_NAME: lambda who: who.order,
    BY_SCHOOL: lambda who: (not who.club, sort_key(who.club), who.order),
}


def _letter(who: Who, order: str) -> str:
    """The letter a name (or school) is looked up under: its first consonant in Thai, # for what is no letter."""
    text = who.club if order == BY_SCHOOL else who.name if who.named else ""
    letter = initial(text).upper()
    return letter if letter.isalpha() else "#"


def _cut(request: HttpRequest, rows: list[Who], order: str) -> dict[str, Any]:
    if len(rows) <= CROWDED or request.GET.get("all") == "1":
        return {"rows": rows}
    if order == BY_NUMBER:
        page = page_of(request, rows)
        return {"rows": page.object_list, "list_page": page}
    letters = list(dict.fromkeys(_letter(who, order) for who in rows))
    letter = request.GET.get("letter", letters[0])
    if letter not in letters:
        raise Http404
    return {"rows": [who for who in rows if _letter(who, order) == letter], "letters": letters, "letter": letter}


@require_safe
@kept_page(division_state)
def entry(request: HttpRequest, slug: str, division: str, number: int) -> HttpResponse:
    """One entry, round by round: the page a player keeps open on the day."""
    frame = DivisionPage(request, slug, division, "entries")
    people = shown_entries(frame.division)
    who = next((each for each in people.values() if each.number == number), None)
    if who is None:
        raise Http404
    context = {
        **frame.context("entries"),
        "who": who,
        "own_pin": _plays_as(request, who),
        "shows_games": frame.shows("pairings"),
        "shows_standing": frame.shows("standings"),
    }
    context["crumbs"] = [
        *context["crumbs"][:-1],
        {"label": frame.division.name, "url": frame.url("division")},
        {"label": who.name, "url": ""},
    ]
    if context["shows_games"]:
        context["rounds"] = list(reversed(entry_rounds(frame.division, who, people)))
    after = last_played_round(frame.division)
    if context["shows_standing"] and after:
        table = division_table(frame.division, after)
        context |= {
            "after": after,
            "rules": table.rules,
            "place": table.by_entry()[who.pk],
            "size": len(table.rows),
            "capped": Criterion.CAPPED_SPREAD in table.rules.order and bool(table.rules.caps),
        }
    return render(request, "tournaments/entry.html", context)


def _plays_as(request: HttpRequest, who: Who) -> bool:
    """Whether the reader is one of the entry's players: then the page leads to its PIN."""
    if not request.user.is_authenticated:
        return False
    return EntryMember.objects.filter(entry_id=who.pk, player__user_id=request.user.pk).exists()
