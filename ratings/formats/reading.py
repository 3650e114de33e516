"""A rating list from a file's bytes: what it says, and everything that is wrong with it, row by row."""

import datetime
import hashlib
import re
from collections.abc import Callable
from dataclasses import dataclass, field

from tournaments.formats import text as default_text
from tournaments.formats.rows import RowProblem
from tournaments.formats.sheets import Sheet, SheetError, read_sheet
from tournaments.formats.tsh import Severity, TshError, is_archive, read_players_file

from .headings import Column, column_of

_TITLE_ROWS = 10
_NUMBER = re.compile(r"-?[0-9]{1,5}(?:\.[0-9]{1,6})?")
#: A number that a federation gives its members: letters, digits and what stands between them.
_MEMBER = re.compile(r"[A-Za-z0-9][A-Za-z0-9./-]*")
_MAX_NUMBER_LETTERS = 20
_DATES = (
    (re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})(?:[ T]00:00(?::00)?)?"), (0, 1, 2)),
    (re.compile(r"(\d{1,2})[/.](\d{1,2})[/.](\d{4})"), (2, 1, 0)),
)
_BUDDHIST = 543
_BUDDHIST_FROM = 2400
_TSH = (".t", ".tsh")


@dataclass(frozen=True, slots=True)
class RatingRow:
    """One person. ``number`` as the list's keeper gives it ("" for none), ``ours`` the number of a player here
    where the file has such a column. ``alike`` are other ways to write the name: TSH's "Surname, Given"."""

    row_number: int
    name: str
    rating: float
    number: str = ""
    ours: int | None = None
    club: str = ""
    rd: float | None = None
    games: int | None = None
    as_of: datetime.date | None = None
    alike: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RatingLimits:
    """What is accepted: bytes, rows and letters; ratings, deviations and games inclusive."""

    max_bytes: int = 5 * 1024 * 1024
    max_tsh_bytes: int = 2 * 1024 * 1024
    max_rows: int = 20_000
    max_name: int = 120
    min_rating: float = 0
    max_rating: float = 4000
    max_rd: float = 500
    max_games: int = 100_000
    last_day: datetime.date = datetime.date(2100, 1, 1)


@dataclass(frozen=True, slots=True)
class RatingFile:
    """What a file says. Store ``rows`` only when ``ok``. ``digest``: SHA-256 of its bytes."""

    rows: tuple[RatingRow, ...] = ()
    problems: tuple[RowProblem, ...] = ()
    notices: tuple[RowProblem, ...] = ()
    name: str = ""
    digest: str = ""
    form: str = ""

    @property
    def ok(self) -> bool:
        return not self.problems


def read_ratings(
    data: bytes,
    *,
    filename: str = "",
    limits: RatingLimits = RatingLimits(),
    clean: Callable[[str], str] = default_text.clean_cell,
    name_key: Callable[[str], str] = default_text.name_key,
) -> RatingFile:
    """Read a rating list: a table with headings (CSV, XLSX), or a TSH file (``.t``) whose lines are players.

    Problem codes, file: those of ``tournaments.formats.rows.read_roster`` and of TSH, and ``no_rating_column``
    (found); row: ``row.no_name``, ``row.no_rating``, ``row.too_long`` (limit, length), ``row.character``,
    ``row.rating``, ``row.rd``, ``row.games`` (value, low, high), ``row.our_number`` (value),
    ``row.member_number`` (value), ``row.as_of`` (value), ``row.extra_cells`` (cells, value),
    ``row.number_twice`` (repeats, value), ``row.person_twice`` (repeats, name). Notices: ``column.unknown``
    (heading), ``row.above_headings``, ``file.other_sheet`` (sheet), ``row.duplicate`` (repeats, name),
    ``tsh.games_left_out`` (rounds).

    >>> file = read_ratings("ชื่อ;เรตติ้ง;จำนวนเกม\\nสมชาย ใจดี;1512.5;40\\nมาลี;สูง;\\n".encode())
    >>> [(row.name, row.rating, row.games) for row in file.rows]
    [('สมชาย ใจดี', 1512.5, 40)]
    >>> [(p.row, p.column, p.code) for p in file.problems]
    [(3, 'rating', 'row.rating')]
    """
    digest = hashlib.sha256(data).hexdigest()
    if filename.lower().endswith(_TSH):
        rows, problems, notices = _from_tsh(data, filename, limits, clean)
        form = "tsh"
    else:
        rows, problems, notices = _from_table(data, filename, limits, clean)
        form = "csv"
    kept, clashes, repeats = _compare(rows, name_key)
    if not rows and not problems:
        problems = [RowProblem(0, "", "no_rows")]
    return RatingFile(
        rows=tuple(kept),
        problems=tuple(sorted([*problems, *clashes], key=lambda problem: problem.row)),
        notices=tuple(sorted([*notices, *repeats], key=lambda notice: notice.row)),
        name=filename,
        digest=digest,
        form=form,
    )


_Read = tuple[list[RatingRow], list[RowProblem], list[RowProblem]]


def _from_tsh(data: bytes, filename: str, limits: RatingLimits, clean: Callable[[str], str]) -> _Read:
    if len(data) > limits.max_tsh_bytes:
        return [], [RowProblem(0, "", "file.too_big", {"limit": limits.max_tsh_bytes})], []
    if filename.lower().endswith(".tsh") or is_archive(data):
        return [], [RowProblem(0, "", "tsh.whole_event")], []
    try:
        event = read_players_file(filename, data)
    except TshError as error:
        found = [issue for issue in error.issues if issue.severity is Severity.ERROR]
        return [], [RowProblem(i.line, "", i.code, dict(i.params)) for i in found], []
    [division] = event.divisions
    if len(division.entries) > limits.max_rows:
        return [], [RowProblem(0, "", "file.too_many_rows", {"limit": limits.max_rows})], []
    rows: list[RatingRow] = []
    problems: list[RowProblem] = []
    for entry in division.entries:
        name = clean(entry.name)
        if not entry.rating:
            continue  # 0 is TSH's word for nobody having rated them
        if bad := default_text.bad_character(name):
            problems.append(RowProblem(entry.line, "name", "row.character", {"character": bad}))
        if not limits.min_rating <= entry.rating <= limits.max_rating:
            problems.append(RowProblem(entry.line, "rating", "row.rating", _bounds(str(entry.rating), limits)))
        written = clean(entry.written)
        alike = (written,) if written != name else ()
        rows.append(
            RatingRow(
                entry.line,
                name,
                float(entry.rating),
                number=entry.external_id,
                club=clean(entry.team)[: limits.max_name],
                alike=alike,
            )
        )
    rounds = len(division.rounds)
    notices = [RowProblem(0, "", "tsh.games_left_out", {"rounds": rounds})] if rounds else []
    return rows, problems, notices


def _bounds(value: str, limits: RatingLimits) -> dict[str, str | int]:
    return {"value": value[:60], "low": int(limits.min_rating), "high": int(limits.max_rating)}


def _from_table(data: bytes, filename: str, limits: RatingLimits, clean: Callable[[str], str]) -> _Read:
    try:
        sheet = read_sheet(data, filename=filename, max_bytes=limits.max_bytes, max_rows=limits.max_rows)
    except SheetError as error:
        return [], [RowProblem(error.row, "", error.code, error.params)], []
    if not sheet.rows:
        return [], [RowProblem(0, "", "no_rows")], []
    top, columns, unknown, problem = _layout(sheet)
    if problem is not None:
        return [], [problem], []
    reader = _Reader(limits, clean, columns)
    for number, cells in sheet.rows:
        if number > top:
            reader.read(number, cells)
    if sheet.cut_off is not None:
        reader.problems.append(RowProblem(sheet.cut_off.row, "", sheet.cut_off.code, sheet.cut_off.params))
    notices = [
        *(RowProblem(0, "", "file.other_sheet", {"sheet": title[:60]}) for title in sheet.other_sheets),
        *(RowProblem(number, "", "row.above_headings") for number, _cells in sheet.rows if number < top),
        *(RowProblem(top, heading, "column.unknown", {"heading": heading}) for heading in unknown),
    ]
    return reader.rows, reader.problems, notices


def _layout(sheet: Sheet) -> tuple[int, list[Column | None], list[str], RowProblem | None]:
    """The heading row, its columns, headings that are not ours, and why it cannot be read."""
    number, cells = sheet.rows[0]
    for row, candidates in sheet.rows[:_TITLE_ROWS]:
        known = {column_of(cell) for cell in candidates}
        if Column.RATING in known and known & {Column.NAME, Column.GIVEN}:
            number, cells = row, candidates
            break
    while cells and not cells[-1].strip():
        cells = cells[:-1]
    columns = [column_of(cell) for cell in cells]
    found = ", ".join(" ".join(cell.split()) for cell in cells)[:200]
    if Column.FAMILY in columns and Column.GIVEN not in columns:
        columns = [Column.GIVEN if column is Column.NAME else column for column in columns]
    problem = None
    twice = [column for column in columns if column is not None and columns.count(column) > 1]
    if not any(columns):
        problem = RowProblem(number, "", "no_header", {"found": found})
    elif twice:
        problem = RowProblem(number, twice[0].value, "column.twice")
    elif Column.NAME not in columns and Column.GIVEN not in columns:
        problem = RowProblem(number, "", "no_name_column", {"found": found})
    elif Column.RATING not in columns:
        problem = RowProblem(number, "", "no_rating_column", {"found": found})
    unknown = [
        " ".join(cell.split())[:60]
        for cell, column in zip(cells, columns, strict=True)
        if column is None and cell.strip()
    ]
    return number, columns, unknown, problem


@dataclass(slots=True)
class _Reader:
    """Reads rows one by one and gathers everything that is wrong with them."""

    limits: RatingLimits
    clean: Callable[[str], str]
    columns: list[Column | None]
    rows: list[RatingRow] = field(default_factory=list)
    problems: list[RowProblem] = field(default_factory=list)

    def _problem(self, row: int, column: str, code: str, **params: str | int) -> None:
        self.problems.append(RowProblem(row, str(column), code, params))

    def _cell(self, cell: str) -> str:
        cleaned = self.clean(cell)
        # The quote that our own export puts before a cell a spreadsheet would take for a formula.
        return cleaned[1:] if cleaned[:1] == "'" and cleaned[1:2] in default_text.FORMULA_STARTS else cleaned

    def read(self, number: int, raw: tuple[str, ...]) -> None:
        cells = [self._cell(cell) for cell in raw]
        if not any(cells):
            return
        before = len(self.problems)
        if extra := [cell for cell in cells[len(self.columns) :] if cell]:
            self._problem(number, "", "row.extra_cells", cells=len(extra), value=extra[0][:60])
        values = {column: cell for column, cell in zip(self.columns, cells, strict=False) if column is not None}
        for column, cell in values.items():
            if len(cell) > self.limits.max_name:
                self._problem(number, column, "row.too_long", limit=self.limits.max_name, length=len(cell))
            if bad := default_text.bad_character(cell):
                self._problem(number, column, "row.character", character=bad)
        name = values.get(Column.NAME, "") or " ".join(
            part for part in (values.get(Column.GIVEN, ""), values.get(Column.FAMILY, "")) if part
        )
        if not name:
            self._problem(number, Column.NAME, "row.no_name")
        elif len(name) > self.limits.max_name and Column.NAME not in values:
            self._problem(number, Column.NAME, "row.too_long", limit=self.limits.max_name, length=len(name))
        limits = self.limits
        rating = self._real(number, Column.RATING, values, limits.min_rating, limits.max_rating)
        if not values.get(Column.RATING):
            self._problem(number, Column.RATING, "row.no_rating")
        row = RatingRow(
            row_number=number,
            name=name,
            rating=rating or 0.0,
            number=self._member(number, values.get(Column.NUMBER, "")),
            ours=self._ours(number, values.get(Column.OURS, "")),
            club=values.get(Column.CLUB, ""),
            rd=self._real(number, Column.RD, values, 0, limits.max_rd),
            games=self._games(number, values.get(Column.GAMES, "")),
            as_of=self._day(number, values.get(Column.AS_OF, "")),
            alike=_turned(name),
        )
        if len(self.problems) == before:
            self.rows.append(row)

    def _real(
        self, number: int, column: Column, values: dict[Column, str], low: float, high: float
    ) -> float | None:
        cell = values.get(column, "")
        if not cell:
            return None
        # Digits 0-9 and a point: Thai digits and thousands commas are asked back rather than guessed at.
        if _NUMBER.fullmatch(cell) and low <= float(cell) <= high:
            return float(cell)
        self._problem(number, column, f"row.{column.value}", value=cell[:60], low=int(low), high=int(high))
        return None

    def _games(self, number: int, cell: str) -> int | None:
        if not cell:
            return None
        if cell.isascii() and cell.isdigit() and len(cell) <= 9 and int(cell) <= self.limits.max_games:
            return int(cell)
        self._problem(number, Column.GAMES, "row.games", value=cell[:60], low=0, high=self.limits.max_games)
        return None

    def _ours(self, number: int, cell: str) -> int | None:
        text = cell.removeprefix("#")
        if not cell:
            return None
        if text.isascii() and text.isdigit() and len(text) <= 9 and int(text) > 0:
            return int(text)
        self._problem(number, Column.OURS, "row.our_number", value=cell[:60])
        return None

    def _member(self, number: int, cell: str) -> str:
        if not cell or (len(cell) <= _MAX_NUMBER_LETTERS and _MEMBER.fullmatch(cell)):
            return cell
        self._problem(number, Column.NUMBER, "row.member_number", value=cell[:60])
        return ""

    def _day(self, number: int, cell: str) -> datetime.date | None:
        if not cell:
            return None
        day = _date_of(cell)
        if day is None or day >= self.limits.last_day:
            self._problem(number, Column.AS_OF, "row.as_of", value=cell[:60])
        return day


def _turned(name: str) -> tuple[str, ...]:
    """ "Lee, Wong" may be Wong Lee."""
    surname, comma, given = name.partition(",")
    return (f"{given.strip()} {surname.strip()}",) if comma and given.strip() and surname.strip() else ()


def _date_of(text: str) -> datetime.date | None:
    """2026-11-30 or 30/11/2026, the year also as Thai calendars count it (2569). None for anything else."""
    for form, (year, month, day) in _DATES:
        if found := form.fullmatch(text):
            if not text.isascii():
                return None
            parts = [int(part) for part in found.groups()]
            counted = parts[year] - _BUDDHIST if parts[year] >= _BUDDHIST_FROM else parts[year]
            try:
                return datetime.date(counted, parts[month], parts[day])
            except ValueError:
                return None
    return None


def _compare(
    rows: list[RatingRow], name_key: Callable[[str], str]
) -> tuple[list[RatingRow], list[RowProblem], list[RowProblem]]:
    """Rows without the repeated ones; then problems and notices.

    A number stands for one person. Without numbers two rows are one person where name and club are, and then they
    must say the same.
    """
    kept: list[RatingRow] = []
    problems: list[RowProblem] = []
    notices: list[RowProblem] = []
    by_number: dict[str, RatingRow] = {}
    by_ours: dict[int, RatingRow] = {}
    by_name: dict[tuple[str, str], RatingRow] = {}
    for row in rows:
        person = (name_key(row.name), name_key(row.club))
        other = by_number.get(row.number.casefold()) if row.number else by_name.get(person)
        if other is None and row.ours is not None:
            other = by_ours.get(row.ours)
        if other is None:
            kept.append(row)
            if row.number:
                by_number[row.number.casefold()] = row
            if row.ours is not None:
                by_ours[row.ours] = row
            if not row.number:
                by_name[person] = row
            continue
        figures: dict[str, str | int] = {"repeats": other.row_number, "name": row.name, "value": row.number}
        if _same(row, other, name_key):
            notices.append(RowProblem(row.row_number, "name", "row.duplicate", figures))
        elif row.number and row.number.casefold() == other.number.casefold():
            problems.append(RowProblem(row.row_number, "number", "row.number_twice", figures))
        else:
            problems.append(RowProblem(row.row_number, "name", "row.person_twice", figures))
    return kept, problems, notices


def _same(one: RatingRow, two: RatingRow, name_key: Callable[[str], str]) -> bool:
    return (
        name_key(one.name) == name_key(two.name)
        and (one.rating, one.rd, one.games, one.as_of) == (two.rating, two.rd, two.games, two.as_of)
        and one.number.casefold() == two.number.casefold()
    )
