"""A table of cells from a CSV or XLSX file or from pasted text, with every way such a file can be wrong."""

import csv
import io
import re
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass, field

import openpyxl

from .headings import column_of
from .text import TextError, decode

#: Files by their first bytes, when they are not what a roster comes in.
_ZIP, _OLE = b"PK\x03\x04", b"\xd0\xcf\x11\xe0"
_EMPTY_ZIP = b"PK\x05\x06"
_OTHERS = (b"%PDF", b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"\x1f\x8b", b"Rar!", b"7z\xbc\xaf", b"{\\rtf")
_WORKBOOK_BLOW_UP = 5
#: What of a workbook's cell is read. No value of ours is that long; a few packed bytes can say millions of letters.
_MAX_CELL = 1000
_HEAD_LINES = 10
_MAX_COLUMNS = 256
_BREAK = re.compile(r"\r\n|\r|\n")
_SEP = re.compile(r"sep=([,;\t])[ ;,\t]*(?:\r\n|\r|\n|\Z)", re.IGNORECASE)
_DELIMITERS = ("\t", ";", ",")


class SheetError(ValueError):
    """The file is no table of ours; `row` 0 speaks of the file as a whole."""

    def __init__(self, code: str, row: int = 0, **params: str | int) -> None:
        super().__init__(code)
        self.code, self.row = code, row
        self.params: dict[str, str | int] = dict(params)


@dataclass(frozen=True, slots=True)
class Sheet:
    """`rows`: row number as a spreadsheet shows it, and its cells as text. `cut_off`: what kept the rest from
    being read. `delimiter` "" for a workbook and for lines of one cell. `other_sheets` of a workbook were not
    read."""

    rows: tuple[tuple[int, tuple[str, ...]], ...]
    encoding: str = ""
    delimiter: str = ""
    other_sheets: tuple[str, ...] = ()
    cut_off: SheetError | None = field(default=None, compare=False)


def read_sheet(data: bytes | str, *, filename: str, max_bytes: int, max_rows: int) -> Sheet:
    """Cells of a file or of pasted text. Raises SheetError for what is no table at all; a table that breaks
    off in the middle is returned up to there, with `cut_off`."""
    size = len(data) if isinstance(data, bytes) else len(data.encode("utf-8", "replace"))
    if size > max_bytes:
        raise SheetError("file.too_big", limit=max_bytes, size=size)
    if isinstance(data, str):
        if "\x00" in data:
            raise SheetError("file.binary")
        return _read_text(data.removeprefix("\ufeff"), "", max_rows)
    workbook = filename.lower().endswith((".xlsx", ".xlsm"))
    if data.startswith((_ZIP, _EMPTY_ZIP)):
        if not workbook:
            raise SheetError("file.is_workbook" if _is_workbook(data) else "file.is_zip")
        return _read_workbook(data, max_bytes * _WORKBOOK_BLOW_UP, max_rows)
    if data.startswith(_OLE):
        raise SheetError("file.is_old_workbook")
    if workbook and data:
        raise SheetError("file.bad_workbook")
    if data.startswith(_OTHERS):
        raise SheetError("file.binary")
    try:
        decoded = decode(data)
    except TextError as error:
        line = error.params.get("line", 0)
        raise SheetError(error.code, int(line), **error.params) from None
    return _read_text(decoded.text, decoded.encoding, max_rows)


def _read_text(text: str, encoding: str, max_rows: int) -> Sheet:
    # Excel writes "sep=;" as a first row of its own.
    said = _SEP.match(text)
    delimiter = said[1] if said else find_delimiter(text)
    if said:
        text = "\n" + text[said.end() :]
    rows: list[tuple[int, tuple[str, ...]]] = []
    cut_off: SheetError | None = None
    records = _records(text, delimiter)
    number = 0
    try:
        for number, cells in enumerate(records, start=1):
            if len(rows) > max_rows:
                cut_off = SheetError("file.too_many_rows", number, limit=max_rows)
                break
            if any(cell.strip() for cell in cells):
                rows.append((number, tuple(cells)))
    except csv.Error:
        cut_off = SheetError("file.bad_quotes", number + 1)
    return Sheet(tuple(rows), encoding, delimiter, cut_off=cut_off)


def _records(text: str, delimiter: str) -> Iterator[list[str]]:
    if not delimiter:
        return ([line] for line in _BREAK.split(text))
    # Strict: a quote that is never closed would swallow all the rows after it without a word.
    return csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)


def find_delimiter(text: str) -> str:
    """Tab, semicolon or comma, "" for lines of one cell.

    The one that finds most headings in the first row that is not blank; else (no headings) a tab anywhere, or
    a mark that every row has equally often. "Lee, Wong" alone is a name with a comma, not two cells.

    >>> find_delimiter("name;school\\nLee;A, B\\n"), find_delimiter("Lee\\t1500\\n"), find_delimiter("Lee, Wong\\n")
    (';', '\\t', '')
    """
    found, best = max(
        (
            (len({column_of(cell.strip().strip('"')) for cell in line.split(mark)} - {None}), mark)
            for line in _BREAK.split(text)[:_HEAD_LINES]
            for mark in _DELIMITERS
        ),
        key=lambda pair: pair[0],
    )
    if found > 1:
        return best
    if found == 1:
        # One heading that is ours: the mark is whichever stands beside it.
        line = next(row for row in _BREAK.split(text) if row.strip())
        return max(_DELIMITERS, key=line.count) if any(mark in line for mark in _DELIMITERS) else ","
    if "\t" in text:
        return "\t"
    for mark in (";", ","):
        try:
            rows = [r for r in csv.reader(io.StringIO(text, newline=""), delimiter=mark) if any(r)]
        except csv.Error:
            continue
        widths = {len(row) for row in rows}
        if len(widths) == 1 and (widths.pop() > 2 or all(row[-1].strip().isdigit() for row in rows)):
            return mark
    return ""


def _is_workbook(data: bytes) -> bool:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            return "xl/workbook.xml" in archive.namelist()
    except (zipfile.BadZipFile, ValueError, OSError, NotImplementedError):
        return False


def _read_workbook(data: bytes, max_unpacked: int, max_rows: int) -> Sheet:
    """The first sheet of a workbook; formulas by the values they had when it was saved."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            unpacked = sum(member.file_size for member in archive.infolist())
        if unpacked > max_unpacked:
            raise SheetError("file.too_big", limit=max_unpacked, size=unpacked)
        book = openpyxl.load_workbook(io.BytesIO(data), read_only=True, data_only=True)
        try:
            return _first_sheet(book, max_rows)
        finally:
            book.close()
    except SheetError:
        raise
    except Exception as error:
        # The reader answers a broken or hostile workbook with a dozen kinds of exception.
        raise SheetError("file.bad_workbook", reason=type(error).__name__) from error


def _first_sheet(book: openpyxl.Workbook, max_rows: int) -> Sheet:
    sheet, *others = book.worksheets
    rows: list[tuple[int, tuple[str, ...]]] = []
    cut_off: SheetError | None = None
    for number, values in enumerate(sheet.iter_rows(values_only=True, max_col=_MAX_COLUMNS), start=1):
        cells = tuple(_cell_text(value) for value in values)
        blank = not any(cell.strip() for cell in cells)
        # Blank rows count too: a workbook can claim a million of them in a few bytes.
        if len(rows) + (not blank) > max_rows + 1 or number > 10 * max_rows + 1:
            cut_off = SheetError("file.too_many_rows", number, limit=max_rows)
            break
        if not blank:
            rows.append((number, cells))
    return Sheet(tuple(rows), "xlsx", "", tuple(other.title for other in others), cut_off)


def _cell_text(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        return str(int(value))
    return str(value)[:_MAX_CELL]
