"""A draft in sentences with names: what to look at, what was done step by step, and what would make a round
possible that is not. Codes: ``selectors/drafts.py``, ``DraftStep.Kind``, ``pairing/relax.py``.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.functional import Promise
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from common.errors import DomainError

from ...models import DraftStep, Entry
from ...selectors.drafts import DraftState, DraftWarning
from ...wording import system_name
from .round_words import Sentence

_FEW = 12
Names = Mapping[int, str]
"""Entry number → number and name."""


def names_by_number(entries: Sequence[Entry]) -> Names:
    return {entry.number: f"{entry.number} {entry.full_name}" for entry in entries}


def _name(names: Names, number: object) -> str:
    return names.get(number, str(number)) if isinstance(number, int) else str(number)


def _in_order(numbers: Sequence[object]) -> list[object]:
    """By number, whatever the lot had put first."""
    return sorted(numbers, key=lambda number: number if isinstance(number, int) else 0)


def _names(names: Names, numbers: Sequence[object]) -> str:
    shown = ", ".join(_name(names, number) for number in _in_order(numbers)[:_FEW])
    return shown + (" …" if len(numbers) > _FEW else "")


# --- What to look at --------------------------------------------------------------------------------------

#: Warnings that a note of the pairing explains better, where there is one for the same entries.
NOTED: Mapping[str, str] = {
    "repeat": "repeat",
    "clubmates": "clubmates",
    "teammates": "teammates",
    "second_bye": "second_bye",
}
#: Warnings of what somebody asked for on the page of constraints, and the draft does not keep.
ASKED_FOR = frozenset({"rule_broken", "rule_waits", "table_missed"})


def warning_sentence(warning: DraftWarning, names: Names) -> Sentence:
    one, other = (*(_name(names, number) for number in warning.entries[:2]), "", "")[:2]
    figures = {**warning.figures, "one": one, "other": other, "table": warning.table}
    badge, text = _warning(warning, figures)
    return Sentence("wait", badge, text)


def _warning(warning: DraftWarning, figures: Mapping[str, Any]) -> tuple[str | Promise, str]:
    match warning.code:
        case "repeat":
            met = int(figures["met"])
            text = ngettext(
                "%(one)s and %(other)s have met %(met)s time.", "%(one)s and %(other)s have met %(met)s times.", met
            )
            return (_("Twice running") if figures["running"] else _("Repeat")), text % figures
        case "clubmates":
            return _("One school"), _("%(one)s and %(other)s come from one school.") % figures
        case "teammates":
            return _("One team"), _("%(one)s and %(other)s come from one team.") % figures
        case "second_bye":
            had = int(figures["byes"])
            text = ngettext("%(one)s has had %(had)s bye already.", "%(one)s has had %(had)s byes already.", had)
            return _("Bye"), text % {**figures, "had": had}
        case "starts":
            more = int(figures["difference"])
            told = {**figures, "n": abs(more)}
            if more > 0:
                return _("Starts"), _("%(one)s then has started %(n)s games more than it went second.") % told
            return _("Starts"), _("%(one)s then has gone second in %(n)s games more than it started.") % told
        case "rule_broken":
            return _("Rule"), _("%(one)s and %(other)s must not meet, by a rule of this event.") % figures
        case "rule_waits":
            return _("Rule"), _("%(one)s and %(other)s must meet, by a rule of this event, and do not.") % figures
        case "table_missed":
            return _("Table"), _("%(one)s needs table %(wanted)s and sits at table %(at)s.") % figures
        case _:
            return _("Entries"), _("Entries came or left since this draft was made. Pair it again.")


# --- What was done ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class StepLine:
    """A line of the list of steps. ``undone``: it was taken back; ``last``: it is what undo takes back next."""

    number: int
    text: str
    who: str
    at: datetime
    undone: bool
    last: bool


def step_lines(state: DraftState, names: Names) -> list[StepLine]:
    """The newest first; taking back is told at the step that it took back."""
    taken = {step.undoes_id: step for step in state.steps if step.undoes_id is not None}
    lines = []
    for step in reversed(state.steps):
        if step.kind == DraftStep.Kind.UNDONE:
            continue
        last = state.undo is not None and step.pk == state.undo.pk
        text = step_words(step, names)
        lines.append(StepLine(step.number, text, step.actor, localtime(step.created_at), step.pk in taken, last))
    return lines


def step_words(step: DraftStep, names: Names) -> str:
    data = step.data
    entries = list(data.get("entries", ()))
    one, other = (*(_name(names, number) for number in entries[:2]), "", "")[:2]
    told = {"one": one, "other": other, "system": system_name(str(data.get("system", "")))}
    match step.kind:
        case DraftStep.Kind.PAIRED:
            return _("Paired: %(system)s.") % told
        case DraftStep.Kind.REPAIRED:
            return _("Paired again: %(system)s.") % told
        case DraftStep.Kind.REST_REPAIRED:
            return _("All that is not locked was paired again.")
        case DraftStep.Kind.SWAPPED:
            return _("%(one)s and %(other)s have changed places.") % told
        case DraftStep.Kind.MOVED:
            first, second = data.get("tables", ("", ""))
            return _("The game of table %(one)s is at table %(other)s now.") % {"one": first, "other": second}
        case DraftStep.Kind.LOCKED:
            game = _("%(one)s and %(other)s are locked.") % told
            return game if other else _("The bye of %(one)s is locked.") % told
        case DraftStep.Kind.UNLOCKED:
            game = _("%(one)s and %(other)s are not locked any more.") % told
            return game if other else _("The bye of %(one)s is not locked any more.") % told
        case _:
            return str(step.get_kind_display())


# --- What cannot be ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Way:
    """One way to make a round possible: ``proposal`` as the refusal told it, ``text`` as its button says it."""

    proposal: Mapping[str, Any]
    text: str


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a round could not be paired: ``reasons`` in sentences, and the ways out, each enough alone."""

    reasons: tuple[str, ...]
    ways: tuple[Way, ...]


def refusal_words(error: DomainError, names: Names) -> Refusal | None:
    """None for a refusal that its own sentence says all of."""
    if error.code != "pairing.infeasible":
        return None
    extra = error.extra
    reasons = [*_groups(extra, names)]
    ways = tuple(Way(one, _way(one, names)) for one in extra.get("relax", ()))
    return Refusal(tuple(reasons), ways)


def _groups(extra: Mapping[str, Any], names: Names) -> Sequence[str]:
    groups = [list(group) for group in extra.get("groups", ())]
    opponents, short = list(extra.get("opponents", ())), int(extra.get("short", 0))
    shown = [group for group in sorted(groups, key=len) if group][:3]
    said = []
    for group in shown:
        told = {"entries": _names(names, group), "opponents": _names(names, opponents)}
        if len(group) == 1 and opponents:
            said.append(_("%(entries)s can only meet %(opponents)s.") % told)
        elif len(group) == 1:
            said.append(_("%(entries)s can meet nobody.") % told)
        elif opponents:
            said.append(_("These can only meet one another, or %(opponents)s: %(entries)s.") % told)
        else:
            said.append(_("These can only meet one another: %(entries)s.") % told)
    if len(groups) > len(shown):
        more = len(groups) - len(shown)
        text = ngettext("%(n)s more group is like that.", "%(n)s more groups are like that.", more)
        said.append(text % {"n": more})
    if short:
        over = ngettext("%(n)s entry stays without an opponent.", "%(n)s entries stay without an opponent.", short)
        said.append(over % {"n": short})
    return said


def _way(proposal: Mapping[str, Any], names: Names) -> str:
    match proposal["kind"]:
        case "forbidden_pair":
            one, other = (_name(names, number) for number in _in_order(proposal["pair"]))
            return _("Let %(one)s and %(other)s meet") % {"one": one, "other": other}
        case "forbidden_pairs":
            told = [" – ".join(_name(names, number) for number in _in_order(pair)) for pair in proposal["pairs"]]
            pairs = "; ".join(told)
            return _("Let all of these meet: %(pairs)s") % {"pairs": pairs}
        case "locked_pair":
            one, other = (_name(names, number) for number in _in_order(proposal["pair"]))
            return _("Give up that %(one)s and %(other)s meet") % {"one": one, "other": other}
        case "locked_bye":
            return _("Take the bye from %(one)s") % {"one": _name(names, proposal["competitor"])}
        case _:
            given = list(proposal.get("competitors", ()))
            text = ngettext("Give %(entries)s a bye", "Give byes to %(entries)s", len(given))
            return text % {"entries": _names(names, given)}
