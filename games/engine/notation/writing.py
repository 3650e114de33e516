"""Writing a whole record in its one canonical form."""

from games.engine.events import Name
from games.engine.moves import End, Ending
from games.engine.notation.acts import write_act
from games.engine.notation.head import write_head
from games.engine.notation.records import Entry, Record, RecordLine, Remark
from games.engine.notation.single import BAR, REMARK, write_rack
from games.engine.notation.texts import MAX_LINE, MAX_LINES, MAX_TEXT, too_long, write_number
from games.engine.problems import Problem, Unreadable
from games.engine.rulesets import Ruleset


def write_record(record: Record) -> str:
    """A record as text; `read_record` gives it back, and what that writes is the same to the byte.

    Raises `Unreadable` for what no record can say: times, points, settings and places out of all range, a line or a
    text beyond the limits.

    >>> from games.engine import get_ruleset
    >>> from games.engine.notation import read_move, read_record
    >>> rules = get_ruleset("amath")
    >>> position = rules.opening().play(read_move(rules, "8E 7 × 2 = 1 4"))
    >>> record = Record.of(position, ["Anan", "Bua"], [("table", "12")])
    >>> print(write_record(record), end="")
    kradan game record 1
    ruleset: amath@1
    judging: challenge
    side 1: Anan
    side 2: Bua
    table: 12
    <BLANKLINE>
    1 | _                      | 8E 7 × 2 = 1 4                 |   +11 |    11
    >>> read_record(write_record(record)) == record
    True
    """
    head = write_head(record.rules, record.settings, record.players, record.tags)
    body = "".join(f"{_line(record.rules, line)}\n" for line in record.lines)
    text = f"{head}\n{body}" if body else head
    lines = text.split("\n")
    if long := next((line for line in lines if len(line) > MAX_LINE), None):
        raise Unreadable(too_long(long))
    if len(lines) > MAX_LINES + 1:
        raise Unreadable(Problem("record.too_many_lines", figures={"limit": MAX_LINES}))
    if len(text) > MAX_TEXT:
        raise Unreadable(Problem("record.too_large", figures={"limit": MAX_TEXT}))
    return text


def _line(rules: Ruleset, line: RecordLine) -> str:
    if isinstance(line, Remark):
        return f"{REMARK} {line.text}".rstrip()
    written = _event(rules, line)
    return f"{written}  {REMARK} {line.note}" if line.note else written


def _event(rules: Ruleset, entry: Entry) -> str:
    if entry.move is not None:
        act = write_act(rules, entry.move)
    elif entry.name is Name.END:
        act = write_act(rules, End(Ending.OUT))  # no other end follows from the rules (rule 15)
    else:
        act = entry.name.value.replace("_", " ")
    if entry.side is None or entry.total is None:
        return act
    known = getattr(entry.move, "rack", None)
    rack = write_rack(known, len(known or ()) + entry.more)
    columns = (
        f"{entry.side + 1}",
        f"{rack:<22}",
        f"{act:<30}",
        f"{write_number(entry.points):>5}",
        f"{entry.total:>5}",
    )
    return f" {BAR} ".join(columns)
