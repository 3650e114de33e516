"""Why a round is as it is: a page for each board, each bye, and for "why not" anybody else.

Who: staff of any role, as for the round's page. Anonymous goes to the login; everybody else gets 404. Nothing is
written, and drafts are explained as they stand.
"""

from dataclasses import dataclass
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from ...forms.asking import WhyNotForm
from ...models import Division, Entry, Round
from ...pairing.explain import Move
from ...selectors.explained import (
    Explained,
    Facts,
    entries_named,
    explain_bye,
    explain_not,
    explain_pair,
    round_question,
)
from ...selectors.rounds import round_rows
from ..access import desk_division
from .context import desk_context
from .explain_words import RuleWords, rule_words, verdict
from .proof_words import round_proof
from .round_words import START_WORDS
from .rounds import round_or_404

MOVES_SHOWN = 16


@dataclass(frozen=True, slots=True)
class RuleRow:
    """A rule: what this pair costs there, the whole round, and the round with it otherwise."""

    words: RuleWords
    pays: int
    round: int
    alternative: int | None
    decides: bool


@dataclass(frozen=True, slots=True)
class MoveRow:
    """``meets`` and ``instead`` None: the bye."""

    who: Entry | None
    meets: Entry | None
    instead: Entry | None
    asked: bool


@dataclass(frozen=True, slots=True)
class AskedRow:
    entry: Entry
    facts: Facts | None
    starts: str


def _page(
    request: HttpRequest, division: Division, round_: Round, *, label: str, status: int = 200, **more: Any
) -> HttpResponse:
    context = {
        **desk_context(request, division=division, here="round", round_number=round_.number, label=label),
        "round": round_,
        "number": round_.number,
        "heading": label,
        **more,
    }
    return render(request, "desk/why.html", context, status=status)


@login_required
@require_safe
def why_table(request: HttpRequest, slug: str, division: str, number: int, table: int) -> HttpResponse:
    """Why these two meet at this table."""
    found = desk_division(request, slug, division)
    round_ = round_or_404(found, number)
    row = next((each for each in round_rows(round_, table=table)), None)
    if row is None or row.second is None:
        raise Http404
    question = round_question(round_)
    answer = explain_pair(question, row.first.pk, row.second.pk) if question else None
    tables = sorted(each for each in round_.pairings.exclude(table=None).values_list("table", flat=True) if each)
    at = tables.index(table)
    return _page(
        request,
        found,
        round_,
        label=_("Table %(table)s: why these two") % {"table": table},
        asked=[row.first, row.second],
        before=tables[at - 1] if at else None,
        after=tables[at + 1] if at + 1 < len(tables) else None,
        form=WhyNotForm(division=found, initial={"entry": row.first.number}),
        **_told(answer),
    )


@login_required
@require_safe
def why_bye(request: HttpRequest, slug: str, division: str, number: int, bye: int) -> HttpResponse:
    """Why this entry has the bye."""
    found = desk_division(request, slug, division)
    round_ = round_or_404(found, number)
    row = next((each for each in round_rows(round_, bye=bye)), None)
    if row is None:
        raise Http404
    question = round_question(round_)
    answer = explain_bye(question, row.first.pk) if question else None
    return _page(
        request,
        found,
        round_,
        label=_("Why this bye"),
        asked=[row.first],
        form=WhyNotForm(division=found, initial={"entry": row.first.number}),
        **_told(answer),
    )


@login_required
@require_safe
def why_not(request: HttpRequest, slug: str, division: str, number: int) -> HttpResponse:
    """``?entry=12&other=40`` (a number or a name), or ``?entry=12&bye=1``. Without them, the question alone."""
    found = desk_division(request, slug, division)
    round_ = round_or_404(found, number)
    label = _("Why not somebody else?")
    form = WhyNotForm(request.GET if "entry" in request.GET else None, division=found)
    if not form.is_bound or not form.is_valid():
        status = 422 if form.is_bound else 200
        asked = [form.cleaned_data["entry"]] if form.is_bound and form.cleaned_data.get("entry") else []
        asked = list(entries_named([one.pk for one in asked]).values())
        known = bool(round_.request)
        return _page(request, found, round_, label=label, form=form, asked=asked, known=known, status=status)
    one, other = form.cleaned_data["entry"], form.cleaned_data["other"]
    question = round_question(round_)
    answer = explain_not(question, one.pk, other.pk if other else None) if question else None
    named = entries_named([one.pk, *([other.pk] if other else [])])
    first = named[one.pk]
    if other is None:
        label = _("Why no bye for %(entry)s") % {"entry": first.number}
    else:
        label = _("Why not %(one)s – %(other)s") % {"one": first.number, "other": other.number}
    asked = [first, *([named[other.pk]] if other and other != one else [])]
    return _page(request, found, round_, label=label, form=form, asked=asked, **_told(answer))


@login_required
@require_safe
def round_proof_part(request: HttpRequest, slug: str, division: str, number: int) -> HttpResponse:
    """How good the round is, for a page that waits for the proof."""
    found = desk_division(request, slug, division)
    round_ = round_or_404(found, number)
    context = {"tournament": found.tournament, "division": found, "round": round_, "number": number}
    return render(request, "desk/_proof.html", {**context, "proof": round_proof(round_)})


def _told(found: Explained | None) -> dict[str, Any]:
    """What the template shows of an answer; ``known`` is False where the round has no stored request."""
    if found is None:
        return {"known": False}
    rows = _rules(found)
    alternative = found.reason.alternative
    moves = alternative.moves if alternative else ()
    shown = [_move(found, move) for move in moves]
    return {
        "known": True,
        "found": found,
        "verdict": verdict(found),
        "sides": [_asked(found, id_) for id_ in found.asked if id_ in found.entries],
        "rules": [row for row in rows if row.pays or row.round or row.alternative or row.decides],
        "kept": _kept(found, rows),
        "with_alternative": alternative is not None,
        "moves": shown[:MOVES_SHOWN],
        "more_moves": shown[MOVES_SHOWN:],
        "system": found.question.request.system.kind,
    }


def _rules(found: Explained) -> list[RuleRow]:
    reason, whole = found.reason, dict(found.question.result.cost)
    other = dict(reason.alternative.cost) if reason.alternative else None
    pays = dict(reason.pays)
    levels = list(whole) or list(other or {}) or list(pays)
    return [
        RuleRow(
            words=rule_words(level, found.kind),
            pays=pays.get(level, 0),
            round=whole.get(level, 0),
            alternative=None if other is None else other.get(level, 0),
            decides=level == reason.decided_by,
        )
        for level in levels
    ]


def _kept(found: Explained, rows: list[RuleRow]) -> str:
    """The rules that both rounds keep, by name."""
    return ", ".join(
        str(row.words.title) for row in rows if not (row.pays or row.round or row.alternative or row.decides)
    )


def _move(found: Explained, move: Move) -> MoveRow:
    def entry(id_: int | None) -> Entry | None:
        return None if id_ is None else found.entries.get(id_)

    return MoveRow(
        entry(move.competitor), entry(move.meets), entry(move.instead), asked=move.competitor in found.asked
    )


def _asked(found: Explained, id_: int) -> AskedRow:
    starts = ""
    if found.about == "pair" and id_ == found.asked[0]:
        starts = str(START_WORDS.get(found.start, ""))
    return AskedRow(found.entries[id_], found.facts.get(id_), starts)
