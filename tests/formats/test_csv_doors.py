"""Every file of cases/csv_import, as the table "CSV doors" says."""

import pytest

from tournaments.formats.rows import Roster, read_roster

from .shared import CSV_CASES


def read(name: str) -> Roster:
    return read_roster((CSV_CASES / name).read_bytes(), filename=name)


def told(items) -> list[tuple[int, str, str]]:
    return [(item.row, str(item.column), item.code) for item in items]


THREE = [
    (2, "สมชาย ใจดี", "โรงเรียนตัวอย่าง", "TH", 1500),
    (3, "น้ำฝน แก้วใส", "โรงเรียนสมมุติ", "TH", 1420),
    (4, "กุ้ง ทองดี", "โรงเรียนตัวอย่าง", "TH", None),
]


def rows(roster: Roster) -> list[tuple[int, str, str, str, int | None]]:
    return [(row.row_number, row.name, row.school, row.country, row.rating) for row in roster.rows]


@pytest.mark.parametrize(
    ("file", "encoding", "delimiter"), [("01_bom_utf8.csv", "utf-8", ","), ("03_semicolon_cp874.csv", "cp874", ";")]
)
def test_a_thai_spreadsheet_is_read_with_its_mark_or_its_old_code_page(file, encoding, delimiter):
    roster = read(file)
    assert roster.columns == ("name", "school", "country", "rating")
    assert rows(roster) == THREE
    assert (roster.ok, roster.notices, roster.encoding, roster.delimiter) == (True, (), encoding, delimiter)


def test_quoted_cells_keep_commas_and_quotes_and_lose_line_breaks():
    roster = read("05_quoted_newline_and_comma.csv")
    assert roster.ok
    assert rows(roster) == [
        (2, "สมชาย ใจดี", "โรงเรียนตัวอย่าง, กรุงเทพฯ", "TH", 1500),
        (3, 'Lee "Lucky" Wong', "Example School, Kandy", "LK", 1310),
    ]


def test_one_person_six_ways_is_one_player_and_five_reported_duplicates():
    roster = read("06_duplicate_rows.csv")
    assert roster.ok
    assert [row.name for row in roster.rows] == ["สมชาย ใจดี"]
    assert told(roster.duplicates) == [(n, "name", "row.duplicate") for n in range(3, 8)]
    assert [notice.params["repeats"] for notice in roster.duplicates] == [2] * 5


def test_thai_marks_in_any_order_and_accents_in_either_form():
    roster = read("08_thai_mark_order.csv")
    assert roster.ok
    assert [row.row_number for row in roster.rows] == [2, 4, 6, 7]
    assert [(n.row, n.code, n.params["repeats"]) for n in roster.notices] == [
        (3, "row.duplicate", 2),
        (5, "row.duplicate", 4),
        (6, "row.lookalike", 4),
        (8, "row.duplicate", 7),
    ]
    # The display form stays as it was typed.
    assert roster.rows[2].name.startswith("น\u0e4d\u0e49\u0e32")


def test_bad_cells_are_all_reported_by_row_and_blank_rows_are_nothing():
    roster = read("09_missing_cells_and_extra_cells.csv")
    assert not roster.ok
    assert told(roster.problems) == [
        (3, "", "row.extra_cells"),
        (6, "rating", "row.rating"),
        (7, "rating", "row.rating"),
        (8, "rating", "row.rating"),
        (9, "rating", "row.rating"),
    ]
    assert [p.params["value"] for p in roster.problems] == ["extra", "abc", "-5", "๑๕๐๐", "1,500"]
    # A short row is fine: what is missing is optional.
    assert rows(roster) == [(2, "สมชาย ใจดี", "โรงเรียนตัวอย่าง", "", None)]


def test_an_empty_file_has_no_rows():
    assert told(read("11_empty.csv").problems) == [(0, "", "no_rows")]


def test_headings_may_be_in_any_case_order_and_spacing():
    roster = read("12_header_case_and_order.csv")
    assert roster.columns == ("rating", "name", "country", "school")
    assert rows(roster) == [THREE[0]]
    assert roster.notices == ()


def test_markup_in_a_name_is_text():
    assert [row.name for row in read("14_html_name.csv").rows] == ["<script>alert(1)</script>", "O'Brien & Sons"]


def test_a_zip_named_csv_is_refused():
    roster = read("16_wrong_file_zip.csv")
    assert told(roster.problems) == [(0, "", "file.is_zip")]
    assert roster.rows == ()


def test_a_name_that_is_too_long_is_refused_with_the_limit():
    roster = read("17_long_name.csv")
    assert told(roster.problems) == [(2, "name", "row.too_long")]
    assert roster.problems[0].params == {"limit": 120, "length": 300}


def test_every_file_has_a_test_here():
    known = {
        "01_bom_utf8.csv",
        "03_semicolon_cp874.csv",
        "05_quoted_newline_and_comma.csv",
        "06_duplicate_rows.csv",
        "08_thai_mark_order.csv",
        "09_missing_cells_and_extra_cells.csv",
        "11_empty.csv",
        "12_header_case_and_order.csv",
        "14_html_name.csv",
        "16_wrong_file_zip.csv",
        "17_long_name.csv",
    }
    assert {path.name for path in CSV_CASES.iterdir()} == known
