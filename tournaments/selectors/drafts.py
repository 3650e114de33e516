"""A draft as it stands: what a director should look at, what his changes cost, and what can be taken back."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from ..models import Absence, DraftStep, Entry, Pairing, PairingRule, Round, Seat
from ..pairing import PairingRequest, request_from_json
from ..pairing.judged import judged
from .requests import rules_of_round
from .seats import team_key

Code = Literal[
    "repeat",
    "clubmates",
    "teammates",
    "second_bye",
    "starts",
    "rule_broken",
    "rule_waits",
    "table_missed",
    "changed",
]
KEPT_WITHIN = 2
"""Games started minus games gone second, either way: beyond it a director is told."""

_MAKING = (DraftStep.Kind.PAIRED, DraftStep.Kind.REPAIRED, DraftStep.Kind.REST_REPAIRED)


@dataclass(frozen=True, slots=True)
class DraftWarning:
    """Something about a draft to look at; entries by number.

    - ``repeat``: two, met (games before), running (in the round before too)
    - ``clubmates``, ``teammates``: two whom the division keeps apart in this round
    - ``second_bye``: one, byes (had before)
    - ``starts``: one, difference (started minus gone second, after this round)
    - ``rule_broken``: two who must not meet, rule; ``rule_waits``: two who must meet and do not, rule
    - ``table_missed``: one who needs ``wanted``, and sits at ``at``
    - ``changed``: all who came, left or were noted as absent since the draft was made
    """

    code: Code
    entries: tuple[int, ...]
    table: int | None = None
    figures: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class CostLevel:
    """What the draft costs on a level as it was made, and as it stands."""

    level: str
    made: int
    now: int


@dataclass(frozen=True, slots=True)
class DraftState:
    """``differences`` are the levels on which changes by hand moved the cost, the most important first; none where
    nobody changed anything, or the system is no cost. ``undo`` is the step that would be taken back next.
    """

    warnings: tuple[DraftWarning, ...]
    differences: tuple[CostLevel, ...]
    locked: int
    undo: DraftStep | None
    steps: tuple[DraftStep, ...]

    @property
    def worse(self) -> bool:
        return bool(self.differences) and self.differences[0].now > self.differences[0].made


@dataclass(frozen=True, slots=True)
class _Row:
    table: int | None
    entries: tuple[int, ...]


def draft_state(round_: Round) -> DraftState:
    """About ten queries, whatever the size."""
    steps = list(DraftStep.objects.filter(round=round_).order_by("number"))
    undone = {step.undoes_id for step in steps if step.undoes_id is not None}
    standing = [step for step in steps if step.pk not in undone and step.kind != DraftStep.Kind.UNDONE]
    rows = _rows(round_)
    request = request_from_json(round_.request) if round_.request else None
    entries = {entry.pk: entry for entry in Entry.objects.filter(division=round_.division).select_related("club")}
    return DraftState(
        warnings=tuple(_warnings(round_, rows, request, entries)),
        differences=_differences(rows, _as_made(rows, standing), request) if request else (),
        locked=Pairing.objects.filter(round=round_, locked=True).count(),
        undo=next((step for step in reversed(standing) if step.kind != DraftStep.Kind.PAIRED), None),
        steps=tuple(steps),
    )


def _rows(round_: Round) -> list[_Row]:
    tables: dict[int, int | None] = {}
    seated: dict[int, list[int]] = {}
    for pairing, table, entry in (
        Seat.objects.filter(round=round_).order_by("place").values_list("pairing_id", "pairing__table", "entry_id")
    ):
        tables[pairing] = table
        seated.setdefault(pairing, []).append(entry)
    rows = [_Row(tables[pairing], tuple(entries)) for pairing, entries in seated.items()]
    return sorted(rows, key=lambda row: (row.table is None, row.table or 0, row.entries))


def _as_made(rows: list[_Row], standing: list[DraftStep]) -> list[_Row]:
    """The rows before anybody moved anything by hand: each step knows what it replaced."""
    made = list(rows)
    for step in reversed(standing):
        if step.kind in _MAKING:
            break
        before = [_Row(row["table"], tuple(row["entries"])) for row in step.before.get("rows", ())]
        moved = {entry for row in before for entry in row.entries}
        made = [row for row in made if not moved & set(row.entries)] + before
    return sorted(made, key=lambda row: (row.table is None, row.table or 0, row.entries))


def _differences(rows: list[_Row], made: list[_Row], request: PairingRequest) -> tuple[CostLevel, ...]:
    if rows == made:
        return ()
    free = replace(request, locked_pairs=(), locked_byes=())
    try:
        before, now = (dict(_cost(free, one)) for one in (made, rows))
    except ValueError:
        return ()  # somebody in the draft is not in its question
    return tuple(
        CostLevel(level, value, now.get(level, 0)) for level, value in before.items() if now.get(level, 0) != value
    )


def _cost(request: PairingRequest, rows: list[_Row]) -> tuple[tuple[str, int], ...]:
    pairs = [(row.entries[0], row.entries[1]) for row in rows if len(row.entries) == 2]
    return judged(request, pairs, [row.entries[0] for row in rows if len(row.entries) == 1]).result.cost


def _warnings(
    round_: Round, rows: list[_Row], request: PairingRequest | None, entries: dict[int, Entry]
) -> Iterator[DraftWarning]:
    changed = _changed(round_, rows, entries)
    if changed:
        yield DraftWarning("changed", changed)
    history = _History(request)
    for row in rows:
        known = [entries[pk] for pk in row.entries]
        numbers = tuple(one.number for one in known)
        if len(known) == 1:
            if had := history.byes[row.entries[0]]:
                yield DraftWarning("second_bye", numbers, None, {"byes": had})
            continue
        one, other = known
        if met := history.met.get(frozenset(row.entries)):
            running = round_.number - 1 in met
            yield DraftWarning("repeat", numbers, row.table, {"met": len(met), "running": running})
        if request and request.clubs_kept_apart and one.club_id and one.club_id == other.club_id:
            yield DraftWarning("clubmates", numbers, row.table)
        if request and request.teams_kept_apart and team_key(one) and team_key(one) == team_key(other):
            yield DraftWarning("teammates", numbers, row.table)
        for entry, step in ((one, 1), (other, -1)):
            difference = history.difference[entry.pk] + step
            if abs(difference) > max(KEPT_WITHIN, abs(history.difference[entry.pk])):
                yield DraftWarning("starts", (entry.number,), row.table, {"difference": difference})
            if entry.table is not None and entry.table != row.table:
                yield DraftWarning(
                    "table_missed", (entry.number,), row.table, {"wanted": entry.table, "at": row.table}
                )
    yield from _rules(round_, rows)


def _changed(round_: Round, rows: list[_Row], entries: dict[int, Entry]) -> tuple[int, ...]:
    """As the check before publishing sees it."""
    noted = dict(
        Absence.objects.filter(entry__division=round_.division, round_number=round_.number).values_list(
            "entry_id", "kind"
        )
    )
    there = {
        pk
        for pk, entry in entries.items()
        if entry.plays_in(round_.number) and noted.get(pk) != Absence.Kind.ABSENT
    }
    at = {pk: row.table for row in rows for pk in row.entries}
    asked = {pk for pk in there if noted.get(pk) == Absence.Kind.REQUESTED_BYE and at.get(pk) is not None}
    return tuple(sorted(entries[pk].number for pk in (there ^ at.keys()) | asked))


def _rules(round_: Round, rows: list[_Row]) -> Iterator[DraftWarning]:
    table = {frozenset(row.entries): row.table for row in rows}
    seated = {pk for row in rows for pk in row.entries}
    for rule in rules_of_round(round_.division, round_.number):
        pair = frozenset((rule.one_id, rule.other_id))
        numbers = (rule.one.number, rule.other.number)
        if rule.kind == PairingRule.Kind.FORBIDDEN and pair in table:
            yield DraftWarning("rule_broken", numbers, table[pair], {"rule": rule.pk})
        elif rule.kind == PairingRule.Kind.FORCED and pair not in table and pair & seated:
            yield DraftWarning("rule_waits", numbers, None, {"rule": rule.pk})


class _History:
    """What the question knew of earlier rounds."""

    def __init__(self, request: PairingRequest | None) -> None:
        self.met: dict[frozenset[int], list[int]] = {}
        self.difference: Counter[int] = Counter()
        self.byes: Counter[int] = Counter()
        if request is None:
            return
        self.byes.update(bye.competitor for bye in request.byes)
        for game in request.history:
            if not game.played and not request.only_paired(game.round):
                continue
            self.met.setdefault(frozenset((game.first, game.second)), []).append(game.round)
            if game.starts_known:
                self.difference[game.first] += 1
                self.difference[game.second] -= 1
