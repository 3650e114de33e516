"""What if: any round of one's own event paired by any system, beside what was played. Nothing is written.

Who: staff of any role. The question stands in the address, so that it can be kept and sent.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from common.errors import DomainError

from ...forms.asking import ExploreForm
from ...models import Division, Entry, Round
from ...pairing import Pair, PairingError, System, request_from_json
from ...pairing.plan import PlanError
from ...pairing.settings import TableSystem
from ...selectors.explained import entries_named
from ...selectors.explored import Beside, Explored, Measures, Shown, explore, played_measures
from ...selectors.requests import round_plan
from ...services.pairing_words import pairing_refusal
from ...services.plans import plan_words
from ...wording import system_name, system_words
from ..access import desk_division
from ..public.frame import more_query, rows_shown
from .context import desk_context
from .explain_words import rule_words


@dataclass(frozen=True, slots=True)
class Figure:
    """A line of the comparison. ``better`` is -1 where the played round is better, 1 where the explored one is."""

    term: str | Promise
    help: str | Promise
    played: str
    explored: str
    better: int = 0


@dataclass(frozen=True, slots=True)
class PairShown:
    first: Entry | None
    second: Entry | None
    met: int
    same: bool


@dataclass(frozen=True, slots=True)
class RowShown:
    place: int
    played: PairShown | None
    explored: PairShown | None


@login_required
@require_safe
def explore_page(request: HttpRequest, slug: str, division: str, number: int) -> HttpResponse:
    """``?system=swiss&set_…=…``; without them, the boxes as the round's own system has them."""
    found = desk_division(request, slug, division)
    round_ = _round_or_next(found, number)
    label = _("What if: round %(round)s") % {"round": number}
    context: dict[str, Any] = {
        **desk_context(request, division=found, here="round", round_number=number, label=label),
        "round": round_,
        "number": number,
        "heading": label,
    }
    if "system" not in request.GET:
        form = ExploreForm.of(_own_system(found, number, round_))
        return render(request, "desk/explore.html", {**context, "form": form, **_only_played(found, round_)})
    form = ExploreForm.read(request.GET)
    if not form.is_valid():
        context |= {"form": form, **_only_played(found, round_)}
        return render(request, "desk/explore.html", context, status=422)
    try:
        made = explore(
            found,
            number,
            system=form.cleaned_data["made"],
            seed=form.cleaned_data["seed"],
            repeats=form.rule(),
            keep=form.cleaned_data["keep"],
        )
    except PairingError as error:
        return _refused(request, context, form, pairing_refusal(found, error))
    except PlanError as error:
        return _refused(request, context, form, plan_words(error))
    return render(request, "desk/explore.html", {**context, "form": form, **_told(request, made)})


def _round_or_next(division: Division, number: int) -> Round | None:
    """The round, or None for the next one to be made; 404 for what lies beyond."""
    rounds = {round_.number: round_ for round_ in Round.objects.filter(division=division)}
    if number not in rounds and not 1 <= number <= max(rounds, default=0) + 1:
        raise Http404
    return rounds.get(number)


def _refused(
    request: HttpRequest, context: dict[str, Any], form: ExploreForm, error: DomainError | str
) -> HttpResponse:
    said = str(error.message) if isinstance(error, DomainError) else error
    return render(request, "desk/explore.html", {**context, "form": form, "problem": said}, status=422)


def _own_system(division: Division, number: int, round_: Round | None) -> System:
    """The round's own system with its settings; of one that is not there yet, the schedule's."""
    if round_ is not None and round_.request:
        return request_from_json(round_.request).system
    try:
        return round_plan(division, number).system
    except PlanError:
        return division.schedule.steps[-1].system


def _only_played(division: Division, round_: Round | None) -> dict[str, Any]:
    """What was played alone, before anything else is asked for."""
    found = played_measures(division, round_) if round_ is not None else None
    if found is None:
        return {}
    shown, request = found
    return {"figures": list(_figures(shown.measures, None)), "played_system": _words(request.system)}


def _told(request: HttpRequest, made: Explored) -> dict[str, Any]:
    rows, page = rows_shown(request, list(made.rows))
    ids = {id_ for row in rows for one in (row.played, row.explored) if one for id_ in (one.first, one.second)}
    byes = {"explored": made.explored.result.byes, "played": made.played.result.byes if made.played else ()}
    entries = entries_named([*ids, *byes["explored"], *byes["played"]])
    keep = {key: value for key, value in request.GET.items() if key != "page"}
    return {
        "made": made,
        "with_played": made.played is not None,
        "explored_system": _words(made.request.system),
        "begins": isinstance(made.request.system, TableSystem)
        and made.request.system.first_round == made.request.round > 1,
        "figures": list(_figures(made.played.measures if made.played else None, made.explored.measures)),
        "costs": list(_costs(made.played, made.explored, made.request.system.kind)),
        "rows": [_row(row, entries) for row in rows],
        "byes_explored": [entries[id_] for id_ in byes["explored"] if id_ in entries],
        "byes_played": [entries[id_] for id_ in byes["played"] if id_ in entries],
        "list_page": page,
        "query": more_query(**keep),
        "lots": made.request.seed,
    }


def _words(system: System) -> str:
    return f"{system_name(system.kind)}: {system_words(system)}"


def _row(row: Beside, entries: dict[int, Entry]) -> RowShown:
    return RowShown(
        row.place, _pair(row.played, entries, row.same_played), _pair(row.explored, entries, row.same_explored)
    )


def _pair(one: Pair | None, entries: dict[int, Entry], same: bool) -> PairShown | None:
    if one is None:
        return None
    return PairShown(entries.get(one.first), entries.get(one.second), one.met, same)


def _figures(played: Measures | None, explored: Measures | None) -> Iterator[Figure]:
    def line(term: str, name: str, help_text: str = "", *, judged: bool = True) -> Figure:
        a = None if played is None else getattr(played, name)
        b = None if explored is None else getattr(explored, name)
        better = 0
        if judged and a is not None and b is not None and a != b:
            better = -1 if a < b else 1
        return Figure(term, help_text, _plain(a), _plain(b), better)

    yield line(_("Games"), "games", judged=False)
    yield line(_("Repeats"), "repeats", _("Games of two who had met."))
    yield line(_("Twice running"), "back_to_back", _("Games of two who met in the round beside this one."))
    yield line(_("Between score groups"), "mismatched", _("Games of two with different points."))
    yield line(_("Points apart"), "points_apart", _("Match points between the two, all games together."))
    yield line(_("Byes"), "byes", judged=False)
    yield line(_("Further byes"), "second_byes", _("Byes of entries that had one already."))
    yield line(_("One school"), "clubmates")
    yield line(_("One team"), "teammates")
    yield line(
        _("Uneven starts"), "uneven", _("Entries over two games more often first than second, or the other way.")
    )


def _plain(value: Any) -> str:
    return "" if value is None else f"{float(value):g}"


def _costs(played: Shown | None, explored: Shown, kind: str) -> Iterator[Figure]:
    """By the explored system's rules, the most important first; only the first difference decides."""
    theirs = dict(played.cost) if played is not None else {}
    decided = played is None or not theirs
    for level, value in explored.cost:
        words = rule_words(level, kind)
        other = theirs.get(level)
        better = 0
        if not decided and other is not None and other != value:
            better, decided = (-1 if other < value else 1), True
        if value or other:
            yield Figure(words.title, words.asks, _plain(other), _plain(value), better)
