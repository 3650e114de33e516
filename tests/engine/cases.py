"""The handed case files, and any further ones of the same form.

They are read from the folder that `KRADAN_CASES` names, `tests/cases` by default. Several files of one form may lie
there (`amath_equations.csv`, `amath_equations_more.csv`); more columns or keys than are known here do no harm.
"""

import csv
import json
import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

FOLDER = Path(os.environ.get("KRADAN_CASES") or Path(__file__).resolve().parents[1] / "cases")

Row = dict[str, Any]


def each_row(pattern: str, *, has: Iterable[str]) -> pytest.MarkDecorator:
    """Run a test once for every row, as `row`, named by its id. A missing file is one failure that says so."""
    return pytest.mark.parametrize("row", [pytest.param(row, id=row["id"]) for row in _rows(pattern, has)])


def present(row: Row) -> Row:
    """The row, or a failure in plain words where there was nothing to read."""
    if "fault" in row:
        pytest.fail(row["fault"], pytrace=False)
    return row


def _rows(pattern: str, has: Iterable[str]) -> list[Row]:
    files = sorted(FOLDER.glob(pattern))
    if not files:
        return [{"id": "missing", "fault": f"no {pattern} in {FOLDER}"}]
    rows = [row for file in files for row in _read(file)]
    for row in rows:
        if lacking := [name for name in has if row.get(name) is None]:
            row["fault"] = f"{row['file']}: {row['id']} has no {', '.join(lacking)}"
    return rows or [{"id": "empty", "fault": f"no rows in {pattern} in {FOLDER}"}]


def _read(file: Path) -> list[Row]:
    text = file.read_text(encoding="utf-8-sig")
    found: list[Row]
    if file.suffix == ".json":
        found = json.loads(text)["scenarios"]
    else:
        found = [dict(row) for row in csv.DictReader(text.splitlines())]
    return [
        {**row, "id": row.get("id") or f"row {number}", "file": file.name} for number, row in enumerate(found, 1)
    ]
