"""CSV for people: what a spreadsheet opens without running anything."""

import csv
import io
import re
from collections.abc import Iterable, Sequence

from .text import FORMULA_STARTS

_NUMBER = re.compile(r"[+-]?[0-9]+(?:\.[0-9]+)?")


def guard_cell(value: object) -> object:
    """A cell that a spreadsheet takes for what it is: text that looks like a formula gets a quote in front
    (an A-Math site has many: `-5 = -5`). Numbers stay numbers, also as text; None is an empty cell.

    >>> guard_cell("=1+1"), guard_cell("-5 = -5"), guard_cell(-1157), guard_cell("-1157"), guard_cell(None)
    ("'=1+1", "'-5 = -5", -1157, '-1157', '')
    """
    if value is None:
        return ""
    if isinstance(value, str) and value.startswith(FORMULA_STARTS) and not _NUMBER.fullmatch(value):
        return "'" + value
    return value


def write_csv(header: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A CSV text: comma, quotes where needed, CRLF, every cell guarded."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow([guard_cell(cell) for cell in header])
    writer.writerows([guard_cell(cell) for cell in row] for row in rows)
    return out.getvalue()


def csv_bytes(text: str) -> bytes:
    """UTF-8 with the byte order mark without which Excel shows Thai as mojibake."""
    return b"\xef\xbb\xbf" + text.encode("utf-8")
