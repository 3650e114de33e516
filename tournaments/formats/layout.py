"""What each column of a sheet is: by its headings, or, where there are none, by what is in the cells."""

from dataclasses import dataclass

from .headings import Column, column_of
from .sheets import Sheet

_TITLE_ROWS = 10


@dataclass(frozen=True, slots=True)
class Layout:
    """`columns[i]` is what cell i is, None for a column that is not ours. `header_row` 0: there is none.
    `above`: rows above the headings, a title. `problem`: (row, column, code, params) where the sheet cannot be
    read as a roster."""

    columns: tuple[Column | None, ...] = ()
    header_row: int = 0
    unknown: tuple[str, ...] = ()
    above: tuple[int, ...] = ()
    problem: tuple[int, str, str, dict[str, str | int]] | None = None


def find_layout(sheet: Sheet, *, header_required: bool) -> Layout:
    """The layout of a sheet: by its heading row, which may stand below a title, or by what is in the cells."""
    if not sheet.rows:
        return Layout(problem=(0, "", "no_rows", {}))
    number, cells = _heading_row(sheet)
    above = tuple(row for row, _ in sheet.rows if row < number)
    while cells and not cells[-1].strip():
        cells = cells[:-1]
    columns = [column_of(cell) for cell in cells]
    found = ", ".join(" ".join(cell.split()) for cell in cells)[:200]
    if not any(columns):
        if header_required:
            return Layout(problem=(number, "", "no_header", {"found": found}))
        return Layout(columns=_by_content(sheet))
    columns = _name_in_two(columns)
    for column in columns:
        if column is not None and columns.count(column) > 1:
            return Layout(problem=(number, column.value, "column.twice", {}))
    if Column.NAME not in columns and Column.GIVEN not in columns:
        return Layout(problem=(number, "", "no_name_column", {"found": found}))
    unknown = tuple(
        " ".join(cell.split())
        for cell, column in zip(cells, columns, strict=True)
        if column is None and cell.strip()
    )
    return Layout(tuple(columns), header_row=number, unknown=unknown, above=above)


def _heading_row(sheet: Sheet) -> tuple[int, tuple[str, ...]]:
    """The first of the first rows that names a name and something else; failing that, the first row."""
    for number, cells in sheet.rows[:_TITLE_ROWS]:
        known = {column_of(cell) for cell in cells} - {None}
        if known & {Column.NAME, Column.GIVEN} and len(known) > 1:
            return number, cells
    return sheet.rows[0]


def _name_in_two(columns: list[Column | None]) -> list[Column | None]:
    """Beside a family name, "name" (ชื่อ) means the given name."""
    if Column.FAMILY in columns and Column.GIVEN not in columns:
        return [Column.GIVEN if column is Column.NAME else column for column in columns]
    return columns


def _by_content(sheet: Sheet) -> tuple[Column | None, ...]:
    """Columns of a sheet without headings: the first is the name; digits are the rating, two letters the
    country, the first of the others the school."""
    width = max(max((i + 1 for i, cell in enumerate(cells) if cell.strip()), default=0) for _, cells in sheet.rows)
    columns: list[Column | None] = [Column.NAME]
    for index in range(1, width):
        cells = [row[index].strip() for _, row in sheet.rows if index < len(row) and row[index].strip()]
        if all(cell.isdigit() for cell in cells):
            column = Column.RATING
        elif all(len(cell) == 2 and cell.isascii() and cell.isalpha() for cell in cells):
            column = Column.COUNTRY
        else:
            column = Column.SCHOOL
        # What is left over is shown as cells too many, row by row, rather than dropped.
        if column in columns:
            break
        columns.append(column)
    return tuple(columns)
