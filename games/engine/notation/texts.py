"""What a record is made of as text: lines, the characters that may stand in it, numbers, times, and the limits."""

import re

from games.engine.problems import Problem, Unreadable

MAX_TEXT = 500_000
"""Characters of a record; bytes are refused at four times as many."""
MAX_LINES = 2_000
MAX_LINE = 1_000
MAX_FAULTS = 100
"""A text with more faults than this is no record with slips, it is another kind of file."""
_SHOWN = 60

# What would break a line in two, or make it look like another one: control characters, line separators, marks that
# turn the direction of the text after them, and halves of a character. Letters of every script may stand.
_REFUSED = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
_LINE_ENDS = re.compile(r"\r\n|\n|\r")
_NUMBER = re.compile(r"([+\-−–]?)([0-9]{1,9})", re.ASCII)
_TIME = re.compile(r"([0-9]{1,5}):([0-5][0-9])(?:\.([0-9]{3}))?", re.ASCII)
MAX_TIME_MS = 100_000 * 60_000 - 1


def split_lines(text: str) -> list[str]:
    """The lines of a text, without a byte order mark; a tab is a space."""
    return _LINE_ENDS.split(text.removeprefix("\ufeff").replace("\t", " "))


def refused_character(text: str) -> Problem | None:
    """The first character that may not stand in a record."""
    if match := _REFUSED.search(text):
        return Problem("record.character_not_allowed", figures={"character": f"U+{ord(match[0]):04X}"})
    return None


def one_line(text: str) -> str:
    """A name, a value or a remark as it can be written: without blanks at its ends.

    Raises `Unreadable`: `record.character_not_allowed`, `record.line_too_long`.
    """
    if problem := refused_character(text):
        raise Unreadable(problem)
    if len(text) > MAX_LINE:
        raise Unreadable(too_long(text))
    return text.strip()


def too_long(line: str) -> Problem:
    return Problem("record.line_too_long", figures={"length": len(line), "limit": MAX_LINE})


def shown(text: str) -> str:
    """A faulty text as a fault quotes it: not all of it where it is long."""
    return text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"


def read_number(text: str) -> int:
    """A whole number with or without a sign. Raises `ValueError`; anything longer than nine digits is none."""
    match = _NUMBER.fullmatch(text)
    if match is None:
        raise ValueError(shown(text))
    return -int(match[2]) if match[1] not in ("", "+") else int(match[2])


def write_number(number: int) -> str:
    """With its sign, as gains and losses are written: `+18`, `-5`, `0`."""
    return f"{number:+d}" if number else "0"


def read_time(text: str) -> int:
    """Milliseconds from `23:01` or `23:01.250`. Raises `ValueError`."""
    match = _TIME.fullmatch(text)
    if match is None:
        raise ValueError(shown(text))
    return (int(match[1]) * 60 + int(match[2])) * 1000 + int(match[3] or 0)


def write_time(ms: int) -> str:
    """Minutes and seconds, and thousandths where there are any. Raises `ValueError` for a time out of range.

    >>> write_time(1_381_000), write_time(250), read_time("23:01.250")
    ('23:01', '0:00.250', 1381250)
    """
    if not 0 <= ms <= MAX_TIME_MS:
        raise ValueError(str(ms))
    seconds, rest = divmod(ms, 1000)
    return f"{seconds // 60}:{seconds % 60:02}" + (f".{rest:03}" if rest else "")
