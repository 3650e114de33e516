import io
import zipfile

import openpyxl
import pytest

from tournaments.formats.rows import Roster, RosterLimits, read_roster


def told(roster: Roster) -> list[tuple[int, str]]:
    return [(problem.row, problem.code) for problem in roster.problems]


def names(roster: Roster) -> list[str]:
    return [row.name for row in roster.rows]


def workbook(*sheets: list[list[object]]) -> bytes:
    book = openpyxl.Workbook()
    book.remove(book.active)
    for number, rows in enumerate(sheets, start=1):
        sheet = book.create_sheet(f"S{number}")
        for row in rows:
            sheet.append(row)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


@pytest.mark.parametrize("mark", [",", ";", "\t"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_any_delimiter_and_any_line_end(mark, end):
    text = end.join([mark.join(row) for row in (["name", "rating"], ["สมชาย ใจดี", "1500"], ["Lee", ""])]) + end
    roster = read_roster(text.encode())
    assert (roster.delimiter, roster.ok) == (mark, True)
    assert [(row.name, row.rating) for row in roster.rows] == [("สมชาย ใจดี", 1500), ("Lee", None)]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp874"])
def test_any_encoding_a_thai_spreadsheet_writes(encoding):
    data = "name\tschool\r\nสมชาย ใจดี\tโรงเรียนตัวอย่าง\r\n".encode(encoding)
    roster = read_roster(data, filename="a.txt")
    assert [(row.name, row.school) for row in roster.rows] == [("สมชาย ใจดี", "โรงเรียนตัวอย่าง")]


def test_western_names_in_a_western_code_page():
    assert names(read_roster("name\nJosé Núñez\n".encode("latin-1"))) == ["José Núñez"]


def test_semicolons_may_hold_commas_and_the_other_way_round():
    assert read_roster("name;school\nWong, Lee;A, B\n").rows[0].school == "A, B"
    assert read_roster('name,school\n"a;b",c;d\n').rows[0].name == "a;b"


def test_excel_may_say_its_delimiter_first():
    roster = read_roster("sep=;\nname;rating\nLee;abc\n")
    assert roster.delimiter == ";"
    assert told(roster) == [(3, "row.rating")]


def test_row_numbers_are_those_a_spreadsheet_shows():
    roster = read_roster('\nname,rating\n\n"Lee\nWong",1\n\nAnn,x\n')
    assert [row.row_number for row in roster.rows] == [4]
    assert told(roster) == [(6, "row.rating")]


def test_a_row_of_invisible_characters_is_blank():
    roster = read_roster("name\nLee\n\u200b\n\u00a0\nAnn\n")
    assert (roster.ok, [row.row_number for row in roster.rows]) == (True, [2, 5])


def test_a_quote_that_never_closes_does_not_swallow_the_rest_in_silence():
    roster = read_roster('name,school\nLee,Green\nAnn,"Blue\nTan,Red\n')
    assert names(roster) == ["Lee"]
    assert told(roster) == [(3, "file.bad_quotes")]


def test_pasted_cells_need_no_headings():
    roster = read_roster("สมชาย ใจดี\tโรงเรียนตัวอย่าง\tTH\t1500\nLee Wong\tGreen\tLK\t\n")
    assert roster.ok
    assert [(r.row_number, r.name, r.school, r.country, r.rating) for r in roster.rows] == [
        (1, "สมชาย ใจดี", "โรงเรียนตัวอย่าง", "TH", 1500),
        (2, "Lee Wong", "Green", "LK", None),
    ]


def test_pasted_names_alone_are_names_commas_and_all():
    assert names(read_roster("Wong, Lee\nTan, Ann\nสมชาย\n")) == ["Wong, Lee", "Tan, Ann", "สมชาย"]


def test_pasted_names_and_ratings():
    for mark in ("\t", ";", ","):
        roster = read_roster(f"Lee{mark}1500\nAnn{mark}900\n")
        assert [(r.name, r.rating) for r in roster.rows] == [("Lee", 1500), ("Ann", 900)]


def test_pasted_names_with_quotes_are_names():
    assert names(read_roster('"Lucky" Lee\nAnn "A"\n')) == ['"Lucky" Lee', 'Ann "A"']


def test_one_endless_line_is_a_name_that_is_too_long():
    assert told(read_roster("a" * 200_000 + "\n")) == [(1, "row.too_long")]


def test_pasted_text_is_text():
    assert told(read_roster("name\nLee\x00\n")) == [(0, "file.binary")]


def test_pasted_cells_that_fit_no_column_are_problems():
    roster = read_roster("Lee\tGreen\tBlue\nAnn\tRed\t\n")
    assert told(roster) == [(1, "row.extra_cells")]


def test_pasted_text_with_headings_is_read_by_them():
    roster = read_roster("เรตติ้ง\tชื่อ\n1500\tสมชาย\n")
    assert [(r.row_number, r.name, r.rating) for r in roster.rows] == [(2, "สมชาย", 1500)]


def test_a_file_may_be_read_without_headings_when_asked_to():
    assert names(read_roster(b"Lee\nAnn\n", header_required=False)) == ["Lee", "Ann"]


def test_a_workbook():
    data = workbook(
        [
            ["รายชื่อ"],
            ["ชื่อ-สกุล", "โรงเรียน", "Rating"],
            ["สมชาย\nใจดี", "ตัวอย่าง", 1500],
            [],
            ["Lee", None, 900.0],
            ["Ann", "Green", "x"],
            ["Tan", "Green", 1.5],
            ["Eve", "Green", True],
        ],
        [["not", "read"]],
    )
    roster = read_roster(data, filename="Roster.XLSX")
    assert [(r.row_number, r.name, r.school, r.rating) for r in roster.rows] == [
        (3, "สมชาย ใจดี", "ตัวอย่าง", 1500),
        (5, "Lee", "", 900),
    ]
    assert told(roster) == [(6, "row.rating"), (7, "row.rating"), (8, "row.rating")]
    assert [(n.row, n.code) for n in roster.notices] == [(0, "file.other_sheet"), (1, "row.above_headings")]


def test_a_whole_number_written_as_a_fraction_is_whole():
    out = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(workbook([["name", "rating"], ["Lee", 900]]))) as old,
        zipfile.ZipFile(out, "w") as new,
    ):
        for member in old.namelist():
            new.writestr(member, old.read(member).replace(b"<v>900</v>", b"<v>9.0E2</v>"))
    assert read_roster(out.getvalue(), filename="a.xlsx").rows[0].rating == 900


def test_an_empty_workbook_has_no_rows():
    assert told(read_roster(workbook([]), filename="a.xlsx")) == [(0, "no_rows")]


def test_a_workbook_may_not_claim_a_million_rows():
    book = openpyxl.Workbook()
    book.active["A1"] = "name"
    book.active["A1048576"] = "Lee"
    out = io.BytesIO()
    book.save(out)
    roster = read_roster(out.getvalue(), filename="a.xlsx", limits=RosterLimits(max_rows=100))
    assert [code for _, code in told(roster)] == ["file.too_many_rows"]


def test_a_cell_of_millions_of_letters_is_not_read_to_its_end() -> None:
    packed = workbook([["name"], ["A" * 2_000_000]])
    assert len(packed) < 20_000
    [problem] = read_roster(packed, filename="a.xlsx").problems
    assert (problem.row, problem.code) == (2, "row.too_long")
    assert int(problem.params["length"]) <= 1000


def test_a_workbook_that_unpacks_to_too_much_is_refused():
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/workbook.xml", b"0" * 3_000_000)
    limits = RosterLimits(max_bytes=100_000)
    assert told(read_roster(out.getvalue(), filename="a.xlsx", limits=limits)) == [(0, "file.too_big")]


@pytest.mark.parametrize(
    ("data", "filename", "code"),
    [
        (b"PK\x03\x04\x14\x00\x00\x00", "a.csv", "file.is_zip"),
        (b"PK\x03\x04\x14\x00\x00\x00", "a.xlsx", "file.bad_workbook"),
        (b"PK\x05\x06" + b"\x00" * 18, "a.csv", "file.is_zip"),
        (b"name\nLee\n", "a.xlsx", "file.bad_workbook"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "a.xls", "file.is_old_workbook"),
        (b"%PDF-1.7\n", "a.csv", "file.binary"),
        (b"\x89PNG\r\n\x1a\n", "a.csv", "file.binary"),
        (b"name\nLee\x00\n", "a.csv", "file.binary"),
        ("name\nสมชาย\n".encode("cp874") + b"\xca\xc1\xff\n", "a.csv", "file.encoding"),
    ],
)
def test_a_file_that_is_something_else_is_refused(data, filename, code):
    roster = read_roster(data, filename=filename)
    assert [found for _, found in told(roster)] == [code]
    assert roster.rows == ()


def test_a_workbook_named_csv_is_told_from_any_other_zip():
    assert told(read_roster(workbook([["name"], ["Lee"]]), filename="a.csv")) == [(0, "file.is_workbook")]


def test_a_file_over_the_size_limit_is_not_read():
    roster = read_roster(b"name\n" + b"x" * 100, limits=RosterLimits(max_bytes=50))
    assert told(roster) == [(0, "file.too_big")]
    assert roster.problems[0].params == {"limit": 50, "size": 105}


def test_ten_thousand_rows_are_read_and_one_more_is_too_many():
    text = "name\n" + "".join(f"Player {n}\n" for n in range(10_000))
    roster = read_roster(text)
    assert (len(roster.rows), roster.ok) == (10_000, True)
    more = read_roster(text + "One too many\n")
    assert told(more) == [(10_002, "file.too_many_rows")]
    assert more.problems[0].params == {"limit": 10_000}
