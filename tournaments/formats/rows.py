"""Rosters as people have them: CSV and XLSX files and text pasted from a spreadsheet.

    read_roster(data, filename=…) -> Roster     never raises for what a user sends: problems are in the answer

All problems are reported, with the row number a spreadsheet shows (the heading is row 1). With a problem
nothing is to be stored; notices (duplicates left out, look-alikes, unknown columns) do not stop an import.
"""

from collections.abc import Callable
from dataclasses import dataclass, field

from . import text as default_text
from .headings import Column
from .layout import Layout, find_layout
from .levels import born_of
from .sheets import Sheet, SheetError, read_sheet

COUNTRY_LETTERS = 2


@dataclass(frozen=True, slots=True)
class RosterRow:
    """One entry. `row_number` as a spreadsheet shows it. Texts are cleaned, "" where a cell is empty;
    `rating` and `number` None where empty. `members` are the second and third person of a team that plays as one,
    `team_name` is what that is called. `team` is what the entry belongs to beside its school, with other entries:
    its column, or for one person alone the column `team`. `level` and `province` stand as written; `born` is a
    year of the common era, of a team its first person's."""

    row_number: int
    name: str
    school: str = ""
    country: str = ""
    rating: int | None = None
    number: int | None = None
    level: str = ""
    team_name: str = ""
    members: tuple[str, ...] = ()
    team: str = ""
    province: str = ""
    born: int | None = None

    @property
    def names(self) -> tuple[str, ...]:
        """Everybody who plays as this entry, one to three people."""
        return (self.name, *self.members)


@dataclass(frozen=True, slots=True)
class RowProblem:
    """Something wrong with a row (0: with the file) and a column ("" for the row as a whole)."""

    row: int
    column: str
    code: str
    params: dict[str, str | int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class RosterLimits:
    """What is accepted. Sizes in bytes and characters; ratings and numbers inclusive."""

    max_bytes: int = 5 * 1024 * 1024
    max_rows: int = 10_000
    max_name: int = 120
    max_cell: int = 200
    max_team: int = 60
    max_rating: int = 4000
    max_number: int = 99_999
    min_born: int = 1900
    max_born: int = 2100


@dataclass(frozen=True, slots=True)
class Roster:
    """What a file says. `rows` are the sound rows without the duplicates; store them only when `ok`."""

    rows: tuple[RosterRow, ...] = ()
    problems: tuple[RowProblem, ...] = ()
    notices: tuple[RowProblem, ...] = ()
    columns: tuple[str, ...] = ()
    encoding: str = ""
    delimiter: str = ""

    @property
    def ok(self) -> bool:
        return not self.problems

    @property
    def duplicates(self) -> tuple[RowProblem, ...]:
        """The notices that name a row left out because it repeats another."""
        return tuple(notice for notice in self.notices if notice.code == "row.duplicate")


def read_roster(
    data: bytes | str,
    *,
    filename: str = "",
    limits: RosterLimits = RosterLimits(),
    clean: Callable[[str], str] = default_text.clean_cell,
    name_key: Callable[[str], str] = default_text.name_key,
    lookalike_key: Callable[[str], str] = default_text.lookalike_key,
    header_required: bool | None = None,
) -> Roster:
    """Read a roster from a file's bytes or from pasted text.

    A file needs a heading row (`header_required` True by default for bytes); pasted text may do without, then
    the columns are told by what is in them: the name first, ratings by digits, countries by two letters, the
    school is the rest. `name_key` makes two spellings of one name equal, `lookalike_key` two names that only
    look alike; `clean` makes the display form.

    Problem codes, file: `file.too_big` (limit), `file.is_zip`, `file.is_workbook`, `file.is_old_workbook`,
    `file.binary`, `file.encoding`, `file.bad_workbook`, `file.bad_quotes`, `file.too_many_rows` (limit),
    `no_rows`, `no_header` (found), `no_name_column` (found), `column.twice`; row: `row.extra_cells` (cells),
    `row.no_name`, `row.too_long` (limit, length), `row.character`, `row.rating` (value), `row.country`
    (value), `row.number` (value), `row.born` (value), `row.number_twice` (repeats), `row.same_person_twice`,
    `row.conflict` (repeats: the same person again, with other values). Notices: `file.other_sheet` (sheet; only
    the first is read), `row.above_headings`, `row.duplicate` (repeats, name),
    `row.lookalike` (repeats, name, other), `column.unknown` (heading).

    >>> roster = read_roster("name;rating\\nสมชาย ใจดี;1500\\n;12\\nLee;abc\\n")
    >>> [(row.row_number, row.name, row.rating) for row in roster.rows]
    [(2, 'สมชาย ใจดี', 1500)]
    >>> [(p.row, p.column, p.code) for p in roster.problems]
    [(3, 'name', 'row.no_name'), (4, 'rating', 'row.rating')]
    """
    try:
        sheet = read_sheet(data, filename=filename, max_bytes=limits.max_bytes, max_rows=limits.max_rows)
    except SheetError as error:
        return Roster(problems=(RowProblem(error.row, "", error.code, error.params),))
    if header_required is None:
        header_required = isinstance(data, bytes)
    layout = find_layout(sheet, header_required=header_required)
    if layout.problem:
        row, column, code, params = layout.problem
        return Roster(
            problems=(RowProblem(row, column, code, params), *_cut_off(sheet)),
            encoding=sheet.encoding,
            delimiter=sheet.delimiter,
        )
    reader = _RosterReader(limits, clean, layout)
    for number, cells in sheet.rows:
        if number > layout.header_row:
            reader.read(number, cells)
    kept, problems, notices = _compare(reader.rows, name_key, lookalike_key)
    reader.problems += problems
    if not reader.seen and not sheet.cut_off:
        reader.problems.append(RowProblem(0, "", "no_rows"))
    above = [RowProblem(number, "", "row.above_headings") for number in layout.above]
    others = [RowProblem(0, "", "file.other_sheet", {"sheet": title[:60]}) for title in sheet.other_sheets]
    unknown = [RowProblem(layout.header_row, h, "column.unknown", {"heading": h}) for h in layout.unknown]
    return Roster(
        rows=tuple(row for row in kept if row.row_number not in reader.unsound),
        problems=tuple(sorted([*reader.problems, *_cut_off(sheet)], key=lambda p: p.row)),
        notices=tuple(sorted([*others, *above, *unknown, *notices], key=lambda notice: notice.row)),
        columns=tuple(column.value for column in layout.columns if column is not None),
        encoding=sheet.encoding,
        delimiter=sheet.delimiter,
    )


def _cut_off(sheet: Sheet) -> list[RowProblem]:
    if sheet.cut_off is None:
        return []
    return [RowProblem(sheet.cut_off.row, "", sheet.cut_off.code, sheet.cut_off.params)]


class _RosterReader:
    """Reads rows one by one and gathers everything that is wrong with them."""

    def __init__(self, limits: RosterLimits, clean: Callable[[str], str], layout: Layout) -> None:
        self.limits, self.clean, self.layout = limits, clean, layout
        self.rows: list[RosterRow] = []
        self.problems: list[RowProblem] = []
        self.unsound: set[int] = set()
        self.seen = 0

    def read(self, number: int, raw: tuple[str, ...]) -> None:
        cells = [self._cell(cell) for cell in raw]
        if not any(cells):
            return
        self.seen += 1
        before = len(self.problems)
        width = len(self.layout.columns)
        extra = [cell for cell in cells[width:] if cell]
        if extra:
            self._problem(number, "", "row.extra_cells", cells=len(extra), value=extra[0][:60])
        values = {
            column: cell for column, cell in zip(self.layout.columns, cells, strict=False) if column is not None
        }
        for column, cell in values.items():
            self._check_text(number, column, cell)
        name = self._name(values)
        if not name and not any(p.column == Column.NAME for p in self.problems[before:]):
            self._problem(number, Column.NAME, "row.no_name")
        elif len(name) > self.limits.max_name and Column.NAME not in values:
            self._problem(number, Column.NAME, "row.too_long", limit=self.limits.max_name, length=len(name))
        members = tuple(m for m in (values.get(Column.NAME2, ""), values.get(Column.NAME3, "")) if m)
        row = RosterRow(
            row_number=number,
            name=name,
            school=values.get(Column.SCHOOL, ""),
            country=self._country(number, values.get(Column.COUNTRY, "")),
            rating=self._whole(number, Column.RATING, values, 0, self.limits.max_rating),
            number=self._whole(number, Column.NUMBER, values, 1, self.limits.max_number),
            level=values.get(Column.LEVEL, ""),
            team_name=values.get(Column.TEAM, "") if members else "",
            members=members,
            team=self._team(number, values, alone=not members),
            province=values.get(Column.PROVINCE, ""),
            born=self._born(number, values.get(Column.BORN, "")),
        )
        if len(self.problems) > before:
            self.unsound.add(number)
        if name:
            self.rows.append(row)

    def _problem(self, row: int, column: str, code: str, **params: str | int) -> None:
        self.problems.append(RowProblem(row, str(column), code, params))

    def _cell(self, cell: str) -> str:
        cleaned = self.clean(cell)
        # The quote that our own export puts before a cell a spreadsheet would take for a formula.
        return cleaned[1:] if cleaned[:1] == "'" and cleaned[1:2] in default_text.FORMULA_STARTS else cleaned

    def _limit(self, column: Column) -> int:
        names = (Column.NAME, Column.NAME2, Column.NAME3, Column.GIVEN, Column.FAMILY, Column.TEAM, Column.SCHOOL)
        return self.limits.max_name if column in names else self.limits.max_cell

    def _check_text(self, number: int, column: Column, cell: str) -> None:
        limit = self._limit(column)
        if len(cell) > limit:
            self._problem(number, column, "row.too_long", limit=limit, length=len(cell))
        bad = default_text.bad_character(cell)
        if bad:
            self._problem(number, column, "row.character", character=bad)

    @staticmethod
    def _name(values: dict[Column, str]) -> str:
        parts = [values.get(column, "") for column in (Column.GIVEN, Column.FAMILY)]
        return values.get(Column.NAME, "") or " ".join(part for part in parts if part)

    def _team(self, number: int, values: dict[Column, str], *, alone: bool) -> str:
        """Somebody who plays alone has no name as a team: the column says whom he belongs to."""
        for column in (Column.MATES, *((Column.TEAM,) if alone else ())):
            if (cell := values.get(column, "")) and len(cell) > self.limits.max_team:
                if len(cell) <= self._limit(column):
                    self._problem(number, column, "row.too_long", limit=self.limits.max_team, length=len(cell))
                return ""
            if cell:
                return cell
        return ""

    def _country(self, number: int, cell: str) -> str:
        code = cell.upper()
        if cell and not (len(code) == COUNTRY_LETTERS and code.isascii() and code.isalpha()):
            self._problem(number, Column.COUNTRY, "row.country", value=cell[:60])
        return code

    def _born(self, number: int, cell: str) -> int | None:
        limits = self.limits
        year = born_of(cell, low=limits.min_born, high=limits.max_born)
        if cell and year is None:
            self._problem(number, Column.BORN, "row.born", value=cell[:60])
        return year

    def _whole(self, number: int, column: Column, values: dict[Column, str], low: int, high: int) -> int | None:
        cell = values.get(column, "")
        if not cell:
            return None
        # Digits 0-9 alone: Thai digits, signs and thousands commas are asked back rather than guessed at.
        if cell.isascii() and cell.isdigit() and len(cell) <= 9 and low <= int(cell) <= high:
            return int(cell)
        self._problem(number, column, f"row.{column.value}", value=cell[:60], low=low, high=high)
        return None


def _compare(
    rows: list[RosterRow], name_key: Callable[[str], str], lookalike_key: Callable[[str], str]
) -> tuple[list[RosterRow], list[RowProblem], list[RowProblem]]:
    """Rows without the repeated ones; then problems and notices.

    Two rows are one entry when their names are and their schools are, or one names no school: two people of
    one name at two schools stay two.
    """
    kept: list[RosterRow] = []
    problems: list[RowProblem] = []
    notices: list[RowProblem] = []
    by_names: dict[tuple[str, ...], list[RosterRow]] = {}
    by_looks: dict[tuple[str, ...], RosterRow] = {}
    numbers: dict[int, RosterRow] = {}
    for row in rows:
        people = tuple(sorted(name_key(name) for name in row.names))
        if len(set(people)) != len(people):
            problems.append(_about(row, Column.NAME, "row.same_person_twice"))
            continue
        same = next((r for r in by_names.get(people, ()) if _same_school(r, row, name_key)), None)
        if same is not None:
            params: dict[str, str | int] = {"repeats": same.row_number, "name": row.name}
            column = _conflict(same, row)
            if column:
                problems.append(_about(row, column, "row.conflict", params))
            else:
                notices.append(_about(row, Column.NAME, "row.duplicate", params))
            continue
        if row.number is not None and (holder := numbers.setdefault(row.number, row)) is not row:
            repeats: dict[str, str | int] = {"repeats": holder.row_number, "value": row.number}
            problems.append(_about(row, Column.NUMBER, "row.number_twice", repeats))
        looks = tuple(sorted(lookalike_key(name) for name in row.names))
        alike = by_looks.setdefault(looks, row)
        if alike is not row:
            figures: dict[str, str | int] = {"repeats": alike.row_number, "name": row.name, "other": alike.name}
            notices.append(_about(row, Column.NAME, "row.lookalike", figures))
        by_names.setdefault(people, []).append(row)
        kept.append(row)
    return kept, problems, notices


def _about(row: RosterRow, column: str, code: str, params: dict[str, str | int] | None = None) -> RowProblem:
    return RowProblem(row.row_number, str(column), code, params or {})


def _same_school(one: RosterRow, two: RosterRow, name_key: Callable[[str], str]) -> bool:
    return not one.school or not two.school or name_key(one.school) == name_key(two.school)


#: Columns that say something about an entry which another row could contradict.
_STATED = (
    *(Column.RATING, Column.COUNTRY, Column.LEVEL, Column.PROVINCE, Column.BORN),
    *(Column.TEAM, Column.MATES),
)


def _conflict(one: RosterRow, two: RosterRow) -> str:
    """The first column in which two rows of one entry say different things, "" for none. Numbers are no
    statement about a person: lists are numbered from top to bottom, repeats and all."""
    for column in _STATED:
        a, b = getattr(one, column.attribute), getattr(two, column.attribute)
        if a not in ("", None) and b not in ("", None) and a != b:
            return column.value
    return ""
