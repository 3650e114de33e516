"""Keyboard entry of a round: which table is meant, what waits, what was just entered, what is left."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from common.text import clean, match_key

from ...forms.results import LineForm
from ...models import Division, Entry, Result, Round
from ...selectors.pairing import missing_results
from ...selectors.results import waits_as
from ...selectors.rounds import TableRow, latest_from_desk, round_rows, same_scores
from ...services.undo import result_can_undo
from ...templatetags.scores import score as score_words
from .round_middle import some

#: Scores outside this are possible and rare enough to look at twice.
USUAL = range(1000)
ENTRY_SIGNS = "#*/"
_UNSETTLED = (Result.State.PENDING, Result.State.DISPUTED)


class NoSuchTable(Exception):
    """Nothing, or more than one table, is meant; the message says which."""


def find_table(rows: Sequence[TableRow], typed: str) -> TableRow:
    """A table by its number, by ``#`` (number pad: ``*`` or ``/``) and an entry number, or by part of a name."""
    text = clean(typed)
    if not text:
        raise NoSuchTable(_("Type a table, a name, or # and an entry number."))
    if text[0] in ENTRY_SIGNS:
        number = text[1:].strip()
        found = [row for row in rows if number in {str(entry.number) for entry in row.entries}]
    elif text.isascii() and text.isdigit():
        found = [row for row in rows if str(row.table) == text.lstrip("0")]
    else:
        wanted = match_key(text)
        found = [row for row in rows if any(wanted in key for entry in row.entries for key in _keys(entry))]
    if len(found) == 1:
        return found[0]
    if found:
        tables = some([row.table for row in found if row.table is not None])
        raise NoSuchTable(_("“%(typed)s” fits tables %(tables)s.") % {"typed": text[:40], "tables": tables})
    raise NoSuchTable(_("No table of this round fits “%(typed)s”.") % {"typed": text[:40]})


def _keys(entry: Entry) -> tuple[str, ...]:
    """What a name may be found in: the team's own, and those of its people."""
    return (
        (match_key(entry.full_name), match_key(entry.people)) if entry.team_name else (match_key(entry.full_name),)
    )


@dataclass(frozen=True, slots=True)
class Waiting:
    """A result that somebody has to decide about. ``others`` are earlier reports that say something else; ``kind``
    is ``disputed``, ``mismatch`` (the scoresheet says something else) or ``pending``.
    """

    row: TableRow
    others: tuple[Result, ...]
    kind: str


@dataclass(frozen=True, slots=True)
class Echo:
    """What was saved, as one line, with what looks odd about it."""

    row: TableRow
    can_undo: bool
    warnings: tuple[str, ...] = ()
    fresh: bool = False

    @property
    def spread(self) -> int | None:
        result = self.row.result
        if result is None or result.second_final is None:
            return None
        return abs(result.first_final - result.second_final)


def echo_of(row: TableRow, *, warnings: tuple[str, ...] = (), fresh: bool = False) -> Echo:
    return Echo(row, row.result is not None and result_can_undo(row.result), warnings, fresh)


def warnings_for(result: Result) -> tuple[str, ...]:
    """What is possible but looks like a slip of the hand, in sentences."""
    said = []
    if result.does_not_match_log:
        log = {"first": score_words(result.log_first), "second": score_words(result.log_second)}
        said.append(_("The scoresheet says %(first)s – %(second)s. A director decides which stands.") % log)
    if result.outcome == Result.Outcome.PLAYED:
        odd = [score for score in (result.first_final, result.second_final) if score not in USUAL]
        if odd:
            shown = some([score_words(score) for score in odd])
            said.append(_("%(score)s is an unusual score. Look at the slip again.") % {"score": shown})
    if twins := same_scores(result):
        text = ngettext(
            "Table %(tables)s has the same scores. Is this slip at the right table?",
            "Tables %(tables)s have the same scores. Is this slip at the right table?",
            len(twins),
        )
        said.append(text % {"tables": some(twins)})
    return tuple(said)


def waiting_rows(rows: Sequence[TableRow]) -> list[Waiting]:
    """Disputed ones first, then those that differ from their sheet, then those that wait for a word, by table."""
    found = []
    for row in rows:
        result = row.result
        if result is None or not (result.state in _UNSETTLED or result.does_not_match_log):
            continue
        kind = waits_as(result)
        found.append(Waiting(row, _other_reports(row) if kind == "disputed" else (), kind))
    return sorted(found, key=lambda each: ("disputed", "mismatch", "pending").index(each.kind))


def _other_reports(row: TableRow) -> tuple[Result, ...]:
    live = row.result
    assert live is not None
    seen = {(live.outcome, live.first_final, live.second_final)}
    others = []
    for result in sorted(row.pairing.results.all(), key=lambda each: -each.version):
        values = (result.outcome, result.first_final, result.second_final)
        if values not in seen and result.outcome == Result.Outcome.PLAYED and not result.reason:
            seen.add(values)
            others.append(result)
    return tuple(others)


def next_empty(rows: Sequence[TableRow], after: int | None = None) -> TableRow | None:
    """The next table without any result, from ``after`` on and round again."""
    empty = [row for row in rows if row.result is None]
    later = [row for row in empty if after is None or (row.table or 0) > after]
    return next(iter(later or empty), None)


@dataclass(frozen=True, slots=True)
class Line:
    """The line as it stands: the table meant (if one is), what is typed, and what stands in the way."""

    row: TableRow | None
    table: str = ""
    first: str = ""
    second: str = ""
    reason: str = ""
    form: LineForm | None = None
    problem: str = ""
    #: Another result stands at this table: show both, ask which.
    conflict: bool = False
    needs_reason: bool = False
    typed: tuple[int, int] | None = None

    @property
    def seen(self) -> str:
        return f"{self.row.table}:{self.row.version}" if self.row is not None else ""


def line_for(row: TableRow | None) -> Line:
    return Line(row, table=str(row.table) if row is not None else "")


def find_in_round(round_: Round, typed: str) -> TableRow:
    """The same, reading one table where a number says which."""
    text = clean(typed)
    if text.isascii() and text.isdigit() and len(text) < 10:
        return find_table([row for row in round_rows(round_, table=int(text)) if row.table], text)
    return find_table([row for row in round_rows(round_) if row.table], typed)


def beside_context(round_: Round) -> dict[str, Any]:
    """What stands beside the line and may change with every result; a few queries, however large the round."""
    return {
        "round": round_,
        "number": round_.number,
        "left": [table for table in missing_results(round_) if table],
        "waiting": waiting_rows(round_rows(round_, waiting=True)),
    }


def results_context(division: Division, round_: Round, *, line: Line | None = None, **more: Any) -> dict[str, Any]:
    """Everything the page of results shows in its middle."""
    rows = [row for row in round_rows(round_) if row.table is not None]
    asked = more.pop("table", None)
    if line is None:
        chosen = next((row for row in rows if row.table == asked), None) if asked else None
        line = line_for(chosen or next_empty(rows, more.pop("after", None)))
    return {
        "round": round_,
        "number": round_.number,
        "rows": rows,
        "left": [row.table for row in rows if row.open],
        "waiting": waiting_rows(rows),
        "echoes": [echo_of(row) for row in latest_from_desk(rows)],
        "line": line,
        **more,
    }
