"""Reading a whole record: first every line by itself, then the game through the engine."""

from dataclasses import dataclass, field

from games.engine.events import Name
from games.engine.moves import End
from games.engine.notation.acts import Reader, is_word
from games.engine.notation.faults import Fault, UnreadableRecord
from games.engine.notation.head import Head, split_tag
from games.engine.notation.records import Record
from games.engine.notation.settling import Draft, settle
from games.engine.notation.single import BAR, REMARK, read_columns, read_side
from games.engine.notation.texts import (
    MAX_FAULTS,
    MAX_LINE,
    MAX_LINES,
    MAX_TEXT,
    refused_character,
    shown,
    split_lines,
    too_long,
)
from games.engine.problems import Problem
from games.engine.rulesets import Ruleset

DERIVED = {
    name.value.replace("_", " "): name
    for name in (Name.PLAY_WITHDRAWN, Name.TURN_LOST, Name.RACK_ADJUSTMENT, Name.TIME_ADJUSTMENT)
}
_ACTS = (
    "exchange",
    "discard",
    "pass",
    "challenge",
    "end",
    "clock",
    "adjust",
    *(name.split()[0] for name in DERIVED),
)


def read_record(text: str | bytes) -> Record:
    """The record that a text is, judged by the engine to its last line.

    Scores, totals and the events that follow from the rules may be left out; what is written must agree with what
    the engine finds. Raises `UnreadableRecord` with every fault that could be found: all lines are read, and the
    game is followed to the first line that cannot be read or played.
    """
    lines = split_lines(_decoded(text))
    if len(lines) > MAX_LINES + 1:
        raise _refused(MAX_LINES + 1, Problem("record.too_many_lines", figures={"limit": MAX_LINES}))
    text_read = _Text()
    for number, line in enumerate(lines, 1):
        text_read.take(number, line)
    return text_read.record()


def _decoded(text: str | bytes) -> str:
    large = _refused(1, Problem("record.too_large", figures={"limit": MAX_TEXT}))
    if isinstance(text, bytes):
        if len(text) > 4 * MAX_TEXT:
            raise large
        text = _utf8(text)
    if len(text) > MAX_TEXT:
        raise large
    return text


def _utf8(data: bytes) -> str:
    try:
        return data.decode()
    except UnicodeDecodeError as fault:
        line = data.count(b"\n", 0, fault.start) + 1
        figures = {"byte": f"{data[fault.start]:02X}"}
        raise _refused(line, Problem("record.not_utf8", figures=figures)) from None


def _refused(line: int, problem: Problem) -> UnreadableRecord:
    return UnreadableRecord((Fault(line, problem),))


@dataclass(slots=True)
class _Text:
    """The lines so far, in three piles: what belongs to the head, the body as it stands, and the faults."""

    faults: list[Fault] = field(default_factory=list)
    head: Head = field(init=False)
    body: list[tuple[int, str]] = field(default_factory=list)
    remarks_only: bool = True
    """No line of the body but remarks has come yet, so the head may go on."""

    def __post_init__(self) -> None:
        self.head = Head(self.faults)

    def take(self, number: int, line: str) -> None:
        problem = refused_character(line) or (too_long(line) if len(line) > MAX_LINE else None)
        if problem:
            self.faults.append(Fault(number, problem))
            if not self.remarks_only:
                self.body.append((number, ""))
            return
        line = line.strip()
        if not line:
            return
        if line.startswith(REMARK):
            self.body.append((number, line))
        elif not self.head.format_line and self.head.take_format(number, line):
            return
        elif self.remarks_only and not _is_event(line):
            self.head.take_tag(number, line)
        elif split_tag(line):
            self.head.fault(number, "record.tag_late", text=shown(line))
        else:
            self.remarks_only = False
            self.body.append((number, line))

    def record(self) -> Record:
        if not self.head.format_line:
            raise _refused(1, Problem("record.empty"))
        if not self.head.known and not self.head.said:
            raise UnreadableRecord(tuple(self.faults[:1]))  # some other file: no use in going through its lines
        rules = self.head.rules()
        if rules is None:
            raise self._unreadable(None)
        before = len(self.faults)
        settings, players = self.head.settings(rules), self.head.players()
        drafts = [draft for number, line in self.body if (draft := self._draft(rules, number, line))]
        if players is None or any(fault.code == "record.setting_unreadable" for fault in self.faults[before:]):
            raise self._unreadable(None)
        settled = settle(rules, settings, len(players), drafts)
        self.faults += settled.faults
        record = Record(rules, players, settings, tuple(self.head.tags.values()), tuple(settled.lines))
        if self.faults:
            raise self._unreadable(record)
        return record

    def _unreadable(self, record: Record | None) -> UnreadableRecord:
        faults = sorted(self.faults, key=lambda fault: fault.line)
        if len(faults) > MAX_FAULTS:
            more = Fault(faults[MAX_FAULTS].line, Problem("record.too_many_faults", figures={"limit": MAX_FAULTS}))
            faults = [*faults[:MAX_FAULTS], more]
        return UnreadableRecord(tuple(faults), record)

    def _draft(self, rules: Ruleset, number: int, line: str) -> Draft | None:
        """A line of the body; `None` for one that is faulty and yet does not keep the game from being followed."""
        written, _, remark = line.partition(REMARK)
        remark = remark.strip()
        if line and not written.strip():
            return Draft(number, remark=remark)
        columns = [column.strip() for column in written.split(BAR)]
        if not line or len(columns) not in (1, 3, 4, 5):
            if line:
                self.head.fault(number, "record.columns", columns=len(columns))
            return Draft(number, broken=True)

        figures = Reader(rules, [])
        points, total = (figures.number(column) if column else None for column in (*columns[3:], "", "")[:2])
        columns = columns[: 3 if len(columns) > 1 else 1]
        if name := DERIVED.get(" ".join(columns[-1].replace("_", " ").casefold().split())):
            side = read_side(figures, columns[0]) if len(columns) > 1 else None
            if len(columns) > 1 and columns[1]:
                figures.fault("record.rack_not_allowed", columns[1])
            self._keep(number, figures.problems)
            if figures.problems:
                return None
            return Draft(number, None, name, side, points, total, remark)
        move, whole, problems = read_columns(rules, columns, remark)
        if isinstance(move, End) and not (points is total is None):
            figures.fault("record.number_unreadable", "end")
        self._keep(number, problems + figures.problems)
        if move is None or problems:
            return Draft(number, broken=True)
        return Draft(number, move, None, None, points, total, remark, whole)

    def _keep(self, number: int, problems: list[Problem]) -> None:
        self.faults += [Fault(number, problem) for problem in problems]


def _is_event(line: str) -> bool:
    """Whether a line belongs to the body: it has columns, or begins with an act or a place."""
    if split_tag(line):
        return False
    first = line.split()[0]
    return BAR in line or first.casefold().partition("_")[0] in _ACTS or not is_word(first)
