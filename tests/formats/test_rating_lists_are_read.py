"""Rating lists as files: what is read, what is refused by row, and that what we write comes back."""

import datetime

import pytest

from ratings.formats import OutRow, RatingLimits, RatingRow, read_ratings, write_ratings_csv, write_ratings_tsh

THAI = "ลำดับ,ชื่อ-นามสกุล,โรงเรียน,เรตติ้ง,ค่าเบี่ยงเบน,จำนวนเกม,ณ วันที่\n1,สมชาย ใจดี,โรงเรียน ก,1512.5,60,40,30/11/2569\n"


def codes(data, **more):
    file = read_ratings(data.encode() if isinstance(data, str) else data, **more)
    return [(p.row, p.column, p.code) for p in file.problems]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp874", "utf-16"])
def test_thai_headings_are_understood_in_every_encoding_a_roster_may_have(encoding):
    file = read_ratings(THAI.encode(encoding))
    assert file.ok, file.problems
    assert file.rows == (
        RatingRow(2, "สมชาย ใจดี", 1512.5, "1", None, "โรงเรียน ก", 60.0, 40, datetime.date(2026, 11, 30)),
    )


def test_english_headings_in_any_order_below_a_title():
    file = read_ratings(b"Rating list\nAs of;Games;Name;Rating;ID;Our number\n2026-01-31;12;Lee;1400;TH-7;#5\n")
    assert [(r.name, r.rating, r.number, r.ours, r.games, r.as_of) for r in file.rows] == [
        ("Lee", 1400, "TH-7", 5, 12, datetime.date(2026, 1, 31))
    ]
    assert [n.code for n in file.notices] == ["row.above_headings"]


@pytest.mark.parametrize(
    ("row", "column", "code"),
    [
        (",1500,,,,", "name", "row.no_name"),
        ("A,,,,,", "rating", "row.no_rating"),
        ("A,1;500,,,,", "rating", "row.rating"),
        ("A,nan,,,,", "rating", "row.rating"),
        ("A,1e3,,,,", "rating", "row.rating"),
        ("A,๑๕๐๐,,,,", "rating", "row.rating"),
        ("A,4001,,,,", "rating", "row.rating"),
        ("A,-1,,,,", "rating", "row.rating"),
        ("A,1500,501,,,", "rd", "row.rd"),
        ("A,1500,,1.5,,", "games", "row.games"),
        ("A,1500,,,31/02/2026,", "as_of", "row.as_of"),
        ("A,1500,,,tomorrow,", "as_of", "row.as_of"),
        ("A,1500,,,,x y", "number", "row.member_number"),
        ("A,1500,,,,1,2", "", "row.extra_cells"),
        ("A\x01,1500,,,,", "name", "row.character"),
        (f"{'ก' * 121},1500,,,,", "name", "row.too_long"),
    ],
)
def test_a_cell_that_cannot_be_meant_is_told_with_its_row_and_column(row, column, code):
    assert codes(f"name,rating,rd,games,date,id\nB,1400,,,,\n{row}\n") == [(3, column, code)]


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "no_rows"),
        (b"name,rating\n", "no_rows"),
        (b"name,club\nA,B\n", "no_rating_column"),
        (b"rating,club\n1500,B\n", "no_name_column"),
        (b"name,rating,elo\nA,1,2\n", "column.twice"),
        (b"\xd0\xcf\x11\xe0old", "file.is_old_workbook"),
        (b"PK\x03\x04zip", "file.is_zip"),
        (b"name,rating\nA\x00,1\n", "file.binary"),
    ],
)
def test_a_file_that_is_no_rating_list_is_refused_as_a_whole(data, code):
    file = read_ratings(data)
    assert [p.code for p in file.problems] == [code]
    assert file.rows == ()


def test_sizes_are_limited():
    limits = RatingLimits(max_bytes=40, max_rows=2, max_tsh_bytes=10)
    assert codes("name,rating\n" + "A,1\n" * 20, limits=limits)[0][2] == "file.too_big"
    assert codes("name,rating\nA,1\nB,1\nC,1\n", limits=limits)[-1][2] == "file.too_many_rows"
    assert codes("Lee, Wong 1500\n", filename="a.t", limits=limits)[0][2] == "file.too_big"


def test_one_number_stands_for_one_person():
    assert codes("id,name,rating\n7,A,1\n7,B,1\n") == [(3, "number", "row.number_twice")]
    assert codes("name,rating\nA,1\na ,2\n") == [(3, "name", "row.person_twice")]
    file = read_ratings(b"name,club,rating\nA,X,1\nA,Y,2\nA,X,1\n")
    assert file.ok
    assert [(r.name, r.club) for r in file.rows] == [("A", "X"), ("A", "Y")]
    assert [(n.row, n.code) for n in file.notices] == [(4, "row.duplicate")]


def test_a_tsh_file_in_the_middle_of_an_event_gives_its_ratings_alone():
    file = read_ratings(b"Lee, Wong  1500 2; 400\nDee, Jai   900 1; 300; team Lanna\n", filename="A.T")
    assert [(r.name, r.rating, r.club) for r in file.rows] == [("Wong Lee", 1500, ""), ("Jai Dee", 900, "Lanna")]
    assert [(n.code, n.params) for n in file.notices] == [("tsh.games_left_out", {"rounds": 1})]


def test_a_tsh_list_is_read_by_its_names_turned_round():
    file = read_ratings(b"Lee, Wong:TH000003  1500\nNew, One 0\n#Off, Line 3\nPlato 1200\n", filename="L.T")
    assert file.ok
    assert [(r.name, r.alike, r.rating, r.number) for r in file.rows] == [
        ("Wong Lee", ("Lee, Wong",), 1500, "TH000003"),
        ("Plato", (), 1200, ""),
    ]


def test_a_broken_tsh_line_is_told_with_its_line():
    assert codes("Lee, Wong 1500\nno rating here\n", filename="a.t") == [(2, "", "tsh.not_a_player")]
    assert codes("config.tsh", filename="event.tsh") == [(0, "", "tsh.whole_event")]


PEOPLE = (
    OutRow("7", "สมชาย ใจดี", 1512.5, "โรงเรียน ก", 60.125, 40, datetime.date(2026, 11, 30)),
    OutRow("8", "Maria del Carmen Lopez", 1400, "", None, None, None),
    OutRow("9", "=cmd|' /C calc'!A0", 900.75, "+SUM(A1)", 350, 0, None),
    OutRow("10", "Plato", 1234, 'A "quoted", club', 45, 3, None),
    OutRow("11", "Louis 14", 1001, "", None, None, None),
    OutRow("12", "Back\\slash; semi", 1002, "", None, None, None),
)


def test_a_csv_that_we_write_we_read_back_and_no_cell_is_a_formula():
    data = write_ratings_csv(PEOPLE)
    assert all(
        not cell.lstrip('"').startswith(("=", "+", "-", "@"))
        for line in data.decode("utf-8-sig").splitlines()
        for cell in line.split(",")
    )
    file = read_ratings(data)
    assert file.ok, file.problems
    back = [OutRow(r.number, r.name, r.rating, r.club, r.rd, r.games, r.as_of) for r in file.rows]
    assert tuple(back) == PEOPLE


def test_a_tsh_list_that_we_write_is_read_back_in_whole_points():
    data = write_ratings_tsh(PEOPLE)
    assert data.decode().splitlines()[1].startswith("Lopez, Maria del Carmen  1400 ")
    file = read_ratings(data, filename="list.t")
    assert file.ok, file.problems
    assert [(r.rating, r.club) for r in file.rows] == [(int(p.rating + 0.5), p.club) for p in PEOPLE]
    names = [r.name for r in file.rows]
    assert names[:2] == ["สมชาย ใจดี", "Maria del Carmen Lopez"]
    assert names[3:5] == ["Plato", "Louis 14"]


def test_a_number_alone_is_no_name_to_tsh():
    data = write_ratings_tsh([OutRow("3", "#12", 1500), OutRow("4", "13", 1500)])
    assert [r.name for r in read_ratings(data, filename="a.t").rows] == ["Player 12", "Player 13"]
