import csv
import io
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.formats.csv_out import csv_bytes, guard_cell, write_csv
from tournaments.formats.rows import read_roster


@pytest.mark.parametrize(
    "text",
    [
        "=1+1",
        "+1+1",
        "-5 = -5",
        "@SUM(A1)",
        "\t=1",
        "\r=1",
        "\n=1",
        "＝1+1",
        "-",
        "=cmd|' /C calc'!A0",
        "-1-1",
        "+66 81 234",
    ],
)
def test_text_that_a_spreadsheet_would_run_gets_a_quote_in_front(text):
    assert guard_cell(text) == "'" + text


@pytest.mark.parametrize(
    "value", [-1157, 0, 3.5, Decimal("11.5"), "-1157", "+3.5", "Lee", "5 = 5", "", "ก=1", "a-b", "'x"]
)
def test_numbers_and_other_text_stay_as_they_are(value):
    assert guard_cell(value) == value


def test_nothing_is_an_empty_cell():
    assert guard_cell(None) == ""


def test_a_file_has_quotes_where_needed_and_thai_that_excel_shows():
    text = write_csv(["rank", "=name", "spread"], [(1, 'Lee "Lucky", Wong', -5), (2, "=cmd", None)])
    assert text == 'rank,\'=name,spread\r\n1,"Lee ""Lucky"", Wong",-5\r\n2,\'=cmd,\r\n'
    assert csv_bytes("ก") == b"\xef\xbb\xbf\xe0\xb8\x81"


@given(st.lists(st.tuples(st.text(max_size=12), st.integers(), st.text("=+-@\t 1a,\"'\n", max_size=6)), max_size=5))
def test_no_cell_of_a_file_begins_a_formula(rows):
    text = write_csv(["a", "b", "c"], rows)
    for cells in list(csv.reader(io.StringIO(text, newline="")))[1:]:
        for cell in cells:
            if cell[:1] in ("=", "@", "\t", "\r"):
                pytest.fail(f"unguarded: {cell!r}")
            if cell[:1] in ("+", "-"):
                assert float(cell) is not None


def test_what_was_exported_comes_back_in():
    names = ["=1+1 Fan", "-5 = -5", "@home", "O'Brien", "'quoted'", "สมชาย, ใจดี", 'Lee "Lucky" Wong']
    data = csv_bytes(write_csv(["name", "rating"], [(name, 900) for name in names]))
    roster = read_roster(data, filename="export.csv")
    assert roster.problems == ()
    assert [row.name for row in roster.rows] == names
