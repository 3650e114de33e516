"""The middle of a round's desk page, by the state the round is in: not there yet, draft, published, closed."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from ...forms.rounds import LockForm, MoveForm, PairForm, RepairForm, SwapForm
from ...models import Absence, Division, Entry, PairingRule, Round
from ...pairing.explain import Difference
from ...pairing.plan import PlanError
from ...selectors.desk import PLANNED, RailRound, desk_rail, draft_changes
from ...selectors.drafts import DraftState, draft_state
from ...selectors.requests import results_needed_through, rules_of_round
from ...selectors.rounds import DraftFacts, Marks, TableRow, draft_facts, round_rows
from ...selectors.standings import standings_rules
from ...services.rounds import round_losses
from ...wording import step_words
from ..public.policy import CRITERIA
from .draft_words import ASKED_FOR, NOTED, Names, names_by_number, step_lines, warning_sentence
from .explain_words import difference_words
from .proof_words import round_proof
from .round_words import START_WORDS, Sentence, note_sentences


@dataclass(frozen=True, slots=True)
class Obstacle:
    """Why something cannot be done now, and where to go about it."""

    text: str
    url: str = ""
    action: str = ""


@dataclass(frozen=True, slots=True)
class SeatShown:
    """One side of a draft's table. ``first`` and ``second`` count its starts before this round."""

    entry: Entry
    place: int
    first: int
    second: int
    byes: int

    @property
    def uneven(self) -> bool:
        """With this game it will have started, or gone second, over two times more often than the other way."""
        return abs(self.first - self.second + (1 if self.place == 0 else -1)) > 2


@dataclass(frozen=True, slots=True)
class DraftRow:
    row: TableRow
    sides: tuple[SeatShown, ...]
    marks: Marks
    why: str | Promise


def address(division: Division, name: str, *rest: object) -> str:
    return reverse(f"desk:{name}", args=[division.tournament.slug, division.slug, *rest])


def pairing_order(division: Division) -> str:
    """Which order a round is paired by, in words (the policy of C13)."""
    return ", ".join(str(CRITERIA[criterion]) for criterion in standings_rules(division).order)


def some(numbers: Iterable[int | str], most: int = 12) -> str:
    listed = list(numbers)
    return ", ".join(map(str, listed[:most])) + (" …" if len(listed) > most else "")


def pairing_obstacle(division: Division, number: int, rail: Sequence[RailRound]) -> Obstacle | None:
    """What a round waits for before it can be paired: the earlier rounds and their tables, by name."""
    needed = _results_needed(division, number)
    for before in rail:
        if before.number >= number:
            break
        url = address(division, "round", before.number)
        if before.state == PLANNED:
            return Obstacle(_("Round %(round)s is not paired yet.") % {"round": before.number}, url, _("Open it"))
        if before.state == Round.State.DRAFT:
            text = _("Round %(round)s is still a draft. Publish it, or delete it.") % {"round": before.number}
            return Obstacle(text, url, _("Open the draft"))
        if before.missing and before.number <= needed:
            text = ngettext(
                "Round %(round)s waits for the result of table %(tables)s.",
                "Round %(round)s waits for the results of tables %(tables)s.",
                len(before.missing),
            ) % {"round": before.number, "tables": some(before.missing)}
            return Obstacle(text, address(division, "results", before.number), _("Enter results"))
    if number > division.rounds_planned:
        text = ngettext("%(n)s round is planned.", "%(n)s rounds are planned.", division.rounds_planned)
        return Obstacle(text % {"n": division.rounds_planned})
    playing = [entry for entry in Entry.objects.filter(division=division) if entry.plays_in(number)]
    if len(playing) < 2:
        url = address(division, "entries")
        return Obstacle(_("There are not enough active players to pair a round."), url, _("Look at the entries"))
    return None


def middle(
    request: HttpRequest, division: Division, number: int, round_: Round | None, **more: Any
) -> dict[str, Any]:
    """Context for the template in ``part``; ``more`` may hold a bound ``form`` or ``swap_form``, a ``problem``."""
    base: dict[str, Any] = {"number": number, "round": round_, "order_words": pairing_order(division)}
    if round_ is None:
        extra = _empty(division, number)
    elif round_.state == Round.State.DRAFT:
        extra = _draft(request, division, round_)
    else:
        extra = _shown(division, round_)
    proof = None if round_ is None else round_proof(round_)
    context = {**base, **extra, "proof": proof, **more}
    asked = (context.get(name) for name in ("swap_form", "lock_form", "move_form"))
    return {**context, "asked_forms": [form for form in asked if form is not None and form.is_bound]}


def _results_needed(division: Division, number: int) -> int:
    """The last round whose results the schedule's system for a round goes by."""
    try:
        return results_needed_through(number, division.schedule.round_plan(number).based_on)
    except PlanError:
        return number - 1


def _empty(division: Division, number: int) -> dict[str, Any]:
    schedule = division.schedule
    planned = 1 <= number <= schedule.rounds
    rules = rules_of_round(division, number)
    asked = Absence.objects.filter(entry__division=division, round_number=number)
    return {
        "part": "desk/_round_empty.html",
        "form": PairForm(division=division, number=number),
        "obstacle": pairing_obstacle(division, number, desk_rail(division)),
        "scheduled": step_words(schedule.step_for(number)) if planned else "",
        "apart": sum(rule.kind == PairingRule.Kind.FORBIDDEN for rule in rules),
        "together": sum(rule.kind == PairingRule.Kind.FORCED for rule in rules),
        "asked_byes": asked.filter(kind=Absence.Kind.REQUESTED_BYE).count(),
        "away": asked.filter(kind=Absence.Kind.ABSENT).count(),
    }


def _draft(request: HttpRequest, division: Division, round_: Round) -> dict[str, Any]:
    rows = round_rows(round_)
    facts = draft_facts(round_, rows)
    state = draft_state(round_)
    entries = {entry.pk: entry for row in rows for entry in row.entries}
    shown = [_draft_row(row, facts) for row in rows]
    rail = next(r for r in desk_rail(division) if r.number == round_.number)
    changed = draft_changes(division, rail)
    notes = _look_at(division, state, facts, entries)
    names = _step_names(division, state)
    steps = step_lines(state, names)
    versions = {"version": round_.version}
    return {
        "part": "desk/_round_draft.html",
        "tables": [row for row in shown if row.row.table is not None],
        "byes": [row for row in shown if row.row.table is None],
        "notes": notes,
        "notes_open": any(note.state == "wait" for note in notes)
        and (len(notes) <= 4 or any(warning.code in ASKED_FOR for warning in state.warnings)),
        "changed": some(changed),
        "repeats": sum(bool(row.marks.met) for row in shown),
        "swap_form": SwapForm(division=division, initial=versions),
        "move_form": MoveForm(initial=versions),
        "lock_form": LockForm(division=division, initial=versions),
        "form": RepairForm(division=division, round_=round_),
        "state": state,
        "steps": steps,
        "last_step": next((line for line in steps if line.last), None),
        "costs": [
            difference_words(Difference(one.level, one.made, one.now), round_.system) for one in state.differences
        ],
        "clubs_apart": facts.clubs_apart if facts else False,
    }


def _look_at(
    division: Division, state: DraftState, facts: DraftFacts | None, entries: dict[int, Entry]
) -> list[Sentence]:
    """What the draft should be looked over for. Where the pairing itself said why, that is what stands."""
    noted = _sentences(facts, entries)
    ids = {entry.number: pk for pk, entry in entries.items()}
    about = ("first", "second", "competitor")
    told = {
        (note.code, frozenset(note.figures[key] for key in about if key in note.figures))
        for note in (facts.notes if facts else ())
    }
    names = names_by_number(list(entries.values()))
    found = [
        warning_sentence(warning, names)
        for warning in state.warnings
        if warning.code != "changed"
        and warning.code not in ASKED_FOR
        and (NOTED.get(warning.code), frozenset(ids.get(number) for number in warning.entries)) not in told
    ]
    # What somebody asked for and does not get stands above what pairing could not help.
    asked_for = _not_kept(division, state)
    rest = sorted([*noted, *found], key=lambda sentence: sentence.state != "wait")
    return [*asked_for, *rest]


def rules_not_kept(round_: Round) -> list[Sentence]:
    """Which rules of the event a draft does not keep, before it is published."""
    return _not_kept(round_.division, draft_state(round_))


def _not_kept(division: Division, state: DraftState) -> list[Sentence]:
    warnings = [warning for warning in state.warnings if warning.code in ASKED_FOR]
    # Whoever must meet somebody may not be in the draft.
    numbers = {number for warning in warnings for number in warning.entries}
    found = Entry.objects.filter(division=division, number__in=numbers).prefetch_related("members__player")
    names = names_by_number(list(found))
    return [warning_sentence(warning, names) for warning in warnings]


def _step_names(division: Division, state: DraftState) -> Names:
    """Names of whoever the steps are about, who may have left the draft since."""
    numbers = {number for step in state.steps for number in step.data.get("entries", ())}
    found = Entry.objects.filter(division=division, number__in=numbers).prefetch_related("members__player")
    return names_by_number(list(found))


def _draft_row(row: TableRow, facts: DraftFacts | None) -> DraftRow:
    def seat(place: int, entry: Entry) -> SeatShown:
        first, second = facts.starts.get(entry.pk, (0, 0)) if facts else (0, 0)
        return SeatShown(entry, place, first, second, facts.byes.get(entry.pk, 0) if facts else 0)

    reason = next((str(each.get("start", "")) for each in row.pairing.reasons), "")
    marks = facts.marks[row.pairing.pk] if facts else Marks()
    return DraftRow(row, tuple(seat(*each) for each in enumerate(row.entries)), marks, START_WORDS.get(reason, ""))


def _sentences(facts: DraftFacts | None, entries: dict[int, Entry]) -> list[Sentence]:
    return note_sentences(facts.notes, _with_absent(facts, entries)) if facts else []


def _with_absent(facts: DraftFacts, entries: dict[int, Entry]) -> dict[int, Entry]:
    """A note may name somebody who is not in the round."""
    absent = [note.figures["absent"] for note in facts.notes if "absent" in note.figures]
    more = Entry.objects.filter(pk__in=absent).prefetch_related("members__player") if absent else []
    return {**entries, **{entry.pk: entry for entry in more}}


def _shown(division: Division, round_: Round) -> dict[str, Any]:
    rows = round_rows(round_)
    tables = [row for row in rows if row.table is not None]
    left = [row for row in rows if row.open]
    rail = desk_rail(division)
    last = max((each.number for each in rail if each.state != PLANNED), default=0)
    return {
        "part": "desk/_round_shown.html",
        "tables": tables,
        "byes": [row for row in rows if row.table is None],
        "left": [row.table for row in left if row.table is not None],
        "left_byes": [row.first.number for row in left if row.table is None],
        "done": len(tables) - sum(row.open for row in tables),
        "losses": round_losses(round_).total,
        "is_last": round_.number == last,
        "next_number": last + 1 if last < division.rounds_planned else 0,
    }
