import pytest

from tournaments.formats.headings import Column, column_of
from tournaments.formats.rows import Roster, RosterLimits, RosterRow, read_roster


def told(items) -> list[tuple[int, str, str]]:
    return [(item.row, str(item.column), item.code) for item in items]


def csv(text: str) -> Roster:
    return read_roster(text.encode())


@pytest.mark.parametrize(
    ("heading", "column"),
    [
        ("Name", "name"),
        (" FULL  name ", "name"),
        ("Player_Name", "name"),
        ("ชื่อ-นามสกุล", "name"),
        ("ชื่อ - สกุล", "name"),
        ("ชื่อ", "name"),
        ("\ufeffname", "name"),
        ("Given name", "given_name"),
        ("นามสกุล", "family_name"),
        ("Name 2", "name2"),
        ("ชื่อ 3", "name3"),
        ("ชื่อทีม", "team"),
        ("โรงเรียน", "school"),
        ("Club / School", "school"),
        ("โรงเรียน (School)", "school"),
        ("ประเทศ", "country"),
        ("เรตติ้ง", "rating"),
        ("คะแนน", "rating"),
        ("Rtg.", "rating"),
        ("No.", "number"),
        ("#", "number"),
        ("ลำดับที่", "number"),
        ("ระดับชั้น", "level"),
        ("Class", "level"),
        ("Shoe size", None),
        ("", None),
        ("name / rating", None),
    ],
)
def test_headings_in_english_and_thai(heading, column):
    assert column_of(heading) == (Column(column) if column else None)


def test_all_columns_of_a_team_row():
    roster = csv(
        "No,Team,Name,Name2,Name3,School,Country,Rating,Level\n"
        "7,Blue,Lee,Wong,Tan,Green School,th,1500,ม.3\n"
        "8,,Ann,,,,,,\n"
    )
    assert roster.problems == ()
    assert roster.rows == (
        RosterRow(2, "Lee", "Green School", "TH", 1500, 7, "ม.3", "Blue", ("Wong", "Tan")),
        RosterRow(3, "Ann", number=8),
    )
    assert roster.rows[0].names == ("Lee", "Wong", "Tan")


def test_the_team_of_somebody_who_plays_alone_is_what_he_belongs_to():
    roster = csv("Name,Name2,Team,School\nLee,Wong,Blue,Green\nAnn,,Green A,Green\n")
    assert [(row.team_name, row.team) for row in roster.rows] == [("Blue", ""), ("", "Green A")]


@pytest.mark.parametrize("heading", ["Team of", "Team-mates", "plays for", "ทีมสังกัด"])
def test_pairs_can_belong_to_a_team_too(heading):
    roster = csv(f"Name,Name2,Team,{heading}\nLee,Wong,Blue,A\nAnn,,B,\nBen,,B,C\n")
    assert [(row.team_name, row.team) for row in roster.rows] == [("Blue", "A"), ("", "B"), ("", "C")]


def test_a_team_that_is_too_long_is_told_at_its_column():
    roster = csv(f"Name,Name2,Team\nAnn,,{'x' * 61}\nLee,Wong,{'x' * 61}\nBen,,{'x' * 121}\n")
    assert told(roster.problems) == [(2, "team", "row.too_long"), (4, "team", "row.too_long")]
    assert [p.params["limit"] for p in roster.problems] == [60, 120]


def test_one_person_with_two_teams_is_a_conflict():
    roster = csv("Name,Team\nAnn,A\nAnn,B\n")
    assert [(p.row, p.code) for p in roster.problems] == [(3, "row.conflict")]


def test_a_name_in_two_columns_is_put_together():
    assert [r.name for r in csv("First name,Last name\nLee,Wong\nAnn,\n,Tan\n").rows] == ["Lee Wong", "Ann", "Tan"]
    # Beside นามสกุล, ชื่อ is the given name.
    assert [r.name for r in csv("ชื่อ,นามสกุล\nสมชาย,ใจดี\n").rows] == ["สมชาย ใจดี"]
    assert [r.name for r in csv("name,first name,last name\nLee Wong,Lee,Wong\n").rows] == ["Lee Wong"]


def test_a_name_that_is_too_long_in_two_columns_is_too_long():
    roster = csv(f"First name,Last name\n{'x' * 100},{'y' * 100}\n")
    assert told(roster.problems) == [(2, "name", "row.too_long")]


def test_unknown_columns_are_left_out_and_said():
    roster = csv("Name,Shoe size,Rating\nLee,42,1500\n")
    assert rows_of(roster) == [("Lee", 1500)]
    assert [(n.code, n.params["heading"]) for n in roster.notices] == [("column.unknown", "Shoe size")]


def rows_of(roster: Roster) -> list[tuple[str, int | None]]:
    return [(row.name, row.rating) for row in roster.rows]


def test_a_title_above_the_headings_is_passed_over_and_said():
    roster = csv("รายชื่อผู้เข้าแข่งขัน A-Math 2569,,\n,,\nที่,ชื่อ-สกุล,โรงเรียน\n1,สมชาย ใจดี,ตัวอย่าง\n")
    assert [(r.row_number, r.number, r.name, r.school) for r in roster.rows] == [(4, 1, "สมชาย ใจดี", "ตัวอย่าง")]
    assert told(roster.notices) == [(1, "", "row.above_headings")]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("Lee,Green School\n", (1, "", "no_header")),
        ("School,Rating\nGreen,1500\n", (1, "", "no_name_column")),
        ("Name,Rating,RTG\nLee,1,2\n", (1, "rating", "column.twice")),
        ("Name,Player\nLee,Lee\n", (1, "name", "column.twice")),
        ("Name,Rating\n", (0, "", "no_rows")),
        ("Name,Rating\n,\n\n", (0, "", "no_rows")),
        ("\n\n", (0, "", "no_rows")),
        ("   ", (0, "", "no_rows")),
    ],
)
def test_a_file_that_is_no_roster(text, problem):
    roster = csv(text)
    assert told(roster.problems) == [problem]
    assert roster.rows == ()


@pytest.mark.parametrize(
    ("cell", "column", "code"),
    [
        ("abc", "rating", "row.rating"),
        ("-5", "rating", "row.rating"),
        ("+5", "rating", "row.rating"),
        ("1500.5", "rating", "row.rating"),
        ("1e3", "rating", "row.rating"),
        ("NaN", "rating", "row.rating"),
        ("๑๕๐๐", "rating", "row.rating"),
        ("１５００", "rating", "row.rating"),
        ("²", "rating", "row.rating"),
        ("1 500", "rating", "row.rating"),
        ("4001", "rating", "row.rating"),
        ("9" * 400, "rating", "row.rating"),
        ("0", "number", "row.number"),
        ("x", "number", "row.number"),
        ("100000", "number", "row.number"),
        ("Thailand", "country", "row.country"),
        ("T1", "country", "row.country"),
        ("ทย", "country", "row.country"),
        ("x" * 201, "level", "row.too_long"),
        ("x" * 121, "school", "row.too_long"),
        ("a\x07b", "school", "row.character"),
        ("a\u202eb", "name", "row.character"),
    ],
)
def test_a_bad_cell_is_a_problem_of_its_row_and_column(cell, column, code):
    head = ["name"] if column == "name" else ["name", column]
    row = [cell] if column == "name" else ["Lee", cell]
    roster = csv(";".join(head) + ";level2\n" + ";".join(row) + ";\n")
    assert (2, column, code) in told(roster.problems)
    assert roster.rows == ()


@pytest.mark.parametrize("cell", ["0", "1500", "4000", "0900"])
def test_a_good_rating(cell):
    assert csv(f"name,rating\nLee,{cell}\n").rows[0].rating == int(cell)


def test_several_problems_of_one_row_are_all_told():
    roster = csv("name,rating,country,number\n,abc,Thailand,x,extra\nLee,1,TH,1\n")
    assert told(roster.problems) == [
        (2, "", "row.extra_cells"),
        (2, "name", "row.no_name"),
        (2, "country", "row.country"),
        (2, "rating", "row.rating"),
        (2, "number", "row.number"),
    ]


def test_empty_cells_behind_the_last_heading_are_nothing():
    assert csv("name,rating,,\nLee,1500,,,,\n").ok


def test_a_number_given_twice_is_a_problem():
    roster = csv("no,name\n1,Lee\n2,Ann\n1,Tan\n")
    assert told(roster.problems) == [(4, "number", "row.number_twice")]
    assert roster.problems[0].params == {"repeats": 2, "value": 1}


def test_the_same_person_twice_in_a_team_is_a_problem():
    roster = csv("name,name2\nLee Wong,lee  wong\n")
    assert told(roster.problems) == [(2, "name", "row.same_person_twice")]


def test_a_team_is_the_same_whoever_stands_first():
    roster = csv("name,name2\nLee,Ann\nAnn,Lee\n")
    assert [row.row_number for row in roster.rows] == [2]
    assert told(roster.duplicates) == [(3, "name", "row.duplicate")]


def test_a_duplicate_that_says_something_else_is_a_problem_not_a_guess():
    roster = csv("name,school,rating\nLee,Green,1500\nLee,green,1600\nLee,,\n")
    assert told(roster.problems) == [(3, "rating", "row.conflict")]
    assert told(roster.duplicates) == [(4, "name", "row.duplicate")]


def test_two_people_of_one_name_at_two_schools_are_two_and_shown():
    roster = csv("name,school\nLee,Green\nLee,Blue\n")
    assert roster.ok
    assert [row.school for row in roster.rows] == ["Green", "Blue"]
    assert told(roster.notices) == [(3, "name", "row.lookalike")]


def test_a_duplicate_of_a_bad_row_is_told_together_with_it():
    roster = csv("name,rating,number\nLee,abc,1\nAnn,1,1\nLee,1500,2\n")
    assert told(roster.problems) == [(2, "rating", "row.rating"), (3, "number", "row.number_twice")]
    assert told(roster.duplicates) == [(4, "name", "row.duplicate")]


def test_what_names_are_equal_and_how_they_are_shown_is_the_callers_to_say():
    roster = read_roster(
        b"name\nLee\nTAN\nlean\n",
        clean=lambda cell: cell.strip().title(),
        name_key=lambda name: name[:1],
        lookalike_key=len,
    )
    assert [row.name for row in roster.rows] == ["Lee", "Tan"]
    assert told(roster.notices) == [(3, "name", "row.lookalike"), (4, "name", "row.duplicate")]


def test_limits_are_the_callers_to_set():
    limits = RosterLimits(max_rows=2, max_name=5, max_rating=100)
    roster = read_roster("name,rating\nLeeeee,1\nAnn,101\nTan,1\n", limits=limits)
    assert told(roster.problems) == [
        (2, "name", "row.too_long"),
        (3, "rating", "row.rating"),
        (4, "", "file.too_many_rows"),
    ]
