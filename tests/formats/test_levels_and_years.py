"""Levels of school and years of birth as lists from schools write them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.formats.levels import born_of, level_of
from tournaments.formats.rows import read_roster


@pytest.mark.parametrize(
    ("text", "level"),
    [
        ("ประถม", "primary"),
        ("ประถมศึกษา", "primary"),
        ("ป.6", "primary"),
        ("ป.4/1", "primary"),
        ("ชั้น ป.5", "primary"),
        ("Primary 3", "primary"),
        ("Grade 6", "primary"),
        ("ม.ต้น", "lower_secondary"),
        ("มัธยมศึกษาตอนต้น", "lower_secondary"),
        ("ม.3", "lower_secondary"),
        ("M2", "lower_secondary"),
        ("ม.3/12", "lower_secondary"),
        ("grade 9", "lower_secondary"),
        ("ม.ปลาย", "upper_secondary"),
        ("มัธยมศึกษาปีที่ 4", "upper_secondary"),
        ("ม. 6", "upper_secondary"),
        ("ปวช.", "upper_secondary"),
        ("High school", "upper_secondary"),
        ("Grade 12", "upper_secondary"),
        ("มหาวิทยาลัย", "university"),
        ("University", "university"),
        ("ประชาชนทั่วไป", "adult"),
        ("adults", "adult"),
        ("lower_secondary", "lower_secondary"),
        ("Upper secondary", "upper_secondary"),
        ("", ""),
        ("Open", None),
        ("ม.7", None),
        ("ป.0", None),
        ("Grade 13", None),
        ("รุ่นใหญ่", None),
    ],
)
def test_a_level_is_read_as_schools_write_it(text, level):
    assert level_of(text) == level


@pytest.mark.parametrize(
    ("text", "year"),
    [
        ("2012", 2012),
        ("2555", 2012),
        (" 2555 ", 2012),
        ("1900", 1900),
        ("2443", 1900),
        ("15/3/2555", 2012),
        ("5-11-2012", 2012),
        ("2012-03-15", 2012),
        ("2012-03-15 00:00:00", 2012),
        ("", None),
        ("12", None),
        ("1899", None),
        ("2442", None),
        ("2644", None),
        ("9999", None),
        ("๒๕๕๕", None),
        ("about 2012", None),
        ("-2012", None),
        ("2012.5", None),
    ],
)
def test_a_year_of_either_era_or_a_whole_date_gives_the_year(text, year):
    assert born_of(text) == year


@given(st.text(max_size=40))
def test_any_text_is_a_level_or_none_and_a_year_in_its_bounds_or_none(text):
    assert level_of(text) in ("", None, "primary", "lower_secondary", "upper_secondary", "university", "adult")
    year = born_of(text)
    assert year is None or 1900 <= year <= 2100


@pytest.mark.parametrize(
    ("heading", "column"),
    [
        ("Province", "province"),
        ("จังหวัด", "province"),
        ("จังหวัด / Province", "province"),
        ("Year of birth", "born"),
        ("ปีเกิด (พ.ศ.)", "born"),
        ("วันเกิด", "born"),
        ("ระดับชั้น", "level"),
    ],
)
def test_headings_of_people_in_english_and_thai(heading, column):
    roster = read_roster(f"Name,{heading}\nLee,\n".encode())
    assert roster.columns == ("name", column)


def test_one_person_with_two_provinces_or_years_is_a_conflict():
    for column, one, other in (("province", "Bangkok", "Phuket"), ("born", "2555", "2013")):
        roster = read_roster(f"Name,{column}\nLee,{one}\nLee,{other}\n".encode())
        assert [(p.row, p.column, p.code) for p in roster.problems] == [(3, column, "row.conflict")]
    assert read_roster(b"Name,born\nLee,2555\nLee,2012\n").problems == ()
