"""What a round by contention was decided by, at the desk. Staff of any role; nothing is written."""

from dataclasses import dataclass
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from ...models import Entry
from ...selectors.contention import ContentionFigures, Stake, contention_figures_of
from ...selectors.explained import entries_named, seated
from ...wording import bands_text, capital, system_words
from ..access import desk_division
from ..chances_shown import percent
from ..public.frame import rows_shown
from .context import desk_context
from .rounds import round_or_404

#: What an entry plays for: the badge's state, and its word.
PLAYS_FOR: dict[str, tuple[str, str | Promise]] = {
    "place": ("live", gettext_lazy("a prize")),
    "class": ("info", gettext_lazy("a prize of its class")),
    "settled": ("ok", gettext_lazy("its prize is settled")),
    "nothing": ("planned", gettext_lazy("no prize left")),
    "gone": ("withdrawn", gettext_lazy("Withdrawn")),
}


@dataclass(frozen=True, slots=True)
class StakeRow:
    stake: Stake
    entry: Entry | None
    opponent: Entry | None
    state: str
    word: str | Promise

    @property
    def points(self) -> str:
        return f"{self.stake.points:g}"


@login_required
@require_safe
def contention_page(request: HttpRequest, slug: str, division: str, number: int) -> HttpResponse:
    """Who played for what when this round was paired, and whom the leader had to meet. 404 for other systems."""
    found = desk_division(request, slug, division)
    round_ = round_or_404(found, number)
    figures = contention_figures_of(round_)
    if figures is None:
        raise Http404
    label = _("Contention: round %(round)s") % {"round": number}
    context = {
        **desk_context(request, division=found, here="round", round_number=number, label=label),
        "round": round_,
        "number": number,
        "heading": label,
        "figures": figures,
        **_told(request, figures, round_),
    }
    return render(request, "desk/contention.html", context)


def _told(request: HttpRequest, figures: ContentionFigures, round_: Any) -> dict[str, Any]:
    ids = dict(round_.division.entries.values_list("number", "pk"))
    pairs, _byes = seated(round_)
    meets = dict(pairs) | {b: a for a, b in pairs}
    rows, page = rows_shown(request, list(figures.rows))
    leaders = [one for one in (figures.leader, *figures.meets) if one is not None]
    wanted = [ids[row.number] for row in rows if row.number in ids] + [ids[n] for n in leaders if n in ids]
    entries = entries_named([*wanted, *(meets[pk] for pk in wanted if pk in meets)])
    control = figures.control
    return {
        "rows": [_row(row, ids, entries, meets) for row in rows],
        "list_page": page,
        "leader": entries.get(ids.get(figures.leader or 0, 0)),
        "meets": [entries[ids[n]] for n in figures.meets if n in ids],
        "meeting": percent(control.meeting / control.runs) if control else "",
        "apart": percent(control.apart / control.runs) if control else "",
        "prizes": bands_text(figures.system.prizes),
        "hope": f"{figures.system.hope() / 10:g}%",
        "words": capital(system_words(figures.system)),
    }


def _row(stake: Stake, ids: dict[int, int], entries: dict[int, Entry], meets: dict[int, int]) -> StakeRow:
    pk = ids.get(stake.number, 0)
    state, word = PLAYS_FOR[stake.plays_for]
    return StakeRow(stake, entries.get(pk), entries.get(meets.get(pk, 0)), state, word)
