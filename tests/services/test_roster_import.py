"""Whole rosters: the CSV doors of cases/scenarios.md and TSH, looked at, then stored all or not at all, once."""

from pathlib import Path

import pytest

from common.errors import Refused
from common.models import LogEntry
from players.models import Club, Player
from players.services import player_create
from tests.factories import TEST, enter_named, fixed_round, make_division, make_entry
from tests.formats.shared import CSV_CASES
from tournaments.formats.rows import Roster, RosterRow
from tournaments.models import Division, Entry
from tournaments.services.roster import (
    ImportReport,
    RosterPreview,
    roster_import,
    roster_preview,
    roster_read,
)
from tournaments.services.roster_words import problem_text

pytestmark = pytest.mark.django_db


@pytest.fixture
def division() -> Division:
    return make_division()


def case(name: str) -> Roster:
    return roster_read((CSV_CASES / name).read_bytes(), filename=name)


def store(division: Division, roster: Roster) -> ImportReport:
    assert roster.ok
    return roster_import(division_id=division.pk, rows=roster.rows, actor=TEST, source="a file")


def stored(division: Division) -> list[tuple[int, str, str, int | None]]:
    return [
        (e.number, e.full_name, e.club.name if e.club else "", e.rating)
        for e in division.entries.order_by("number").select_related("club")
    ]


def codes(preview: RosterPreview) -> list[tuple[int, str]]:
    return [(problem.row, problem.code) for problem in preview.problems]


# --- The doors ----------------------------------------------------------------------------------------------

THREE = [
    (1, "สมชาย ใจดี", "โรงเรียนตัวอย่าง", 1500),
    (2, "น้ำฝน แก้วใส", "โรงเรียนสมมุติ", 1420),
    (3, "กุ้ง ทองดี", "โรงเรียนตัวอย่าง", None),
]


@pytest.mark.parametrize(
    ("file", "expected"),
    [
        ("01_bom_utf8.csv", THREE),
        ("03_semicolon_cp874.csv", THREE),
        (
            "05_quoted_newline_and_comma.csv",
            [
                (1, "สมชาย ใจดี", "โรงเรียนตัวอย่าง, กรุงเทพฯ", 1500),
                (2, 'Lee "Lucky" Wong', "Example School, Kandy", 1310),
            ],
        ),
        ("06_duplicate_rows.csv", [(1, "สมชาย ใจดี", "โรงเรียนตัวอย่าง", 1500)]),
        (
            "08_thai_mark_order.csv",
            [
                (1, "กุ้ง ทองดี", "A", 1200),
                (2, "น้ำฝน แก้วใส", "B", 1420),
                (3, "นํ้าฝน แก้วใส", "B", 1420),
                (4, "José Dos", "C", 1300),
            ],
        ),
        ("12_header_case_and_order.csv", [(1, "สมชาย ใจดี", "โรงเรียนตัวอย่าง", 1500)]),
        ("14_html_name.csv", [(1, "<script>alert(1)</script>", "A", 1000), (2, "O'Brien & Sons", "B", 1000)]),
    ],
)
def test_a_sound_file_is_stored_and_a_second_time_adds_nobody(
    division: Division, file: str, expected: list[tuple[int, str, str, int | None]]
) -> None:
    first = store(division, case(file))
    assert stored(division) == expected
    assert len(first.added) == len(expected)
    players, entries = Player.objects.count(), LogEntry.objects.count()
    second = store(division, case(file))
    assert (second.added, second.here) == ((), len(expected))
    assert stored(division) == expected
    assert (Player.objects.count(), LogEntry.objects.count()) == (players, entries)


def test_one_person_six_ways_is_reported_as_five_duplicates(division: Division) -> None:
    notices = roster_preview(division, case("06_duplicate_rows.csv")).notices
    assert [(n.row, n.code) for n in notices] == [(row, "row.duplicate") for row in range(3, 8)]


def test_thai_marks_are_one_person_where_they_are_equal_and_a_doubt_where_they_only_look_it(
    division: Division,
) -> None:
    notices = roster_preview(division, case("08_thai_mark_order.csv")).notices
    assert [(n.row, n.code) for n in notices] == [
        (3, "row.duplicate"),
        (5, "row.duplicate"),
        (6, "row.lookalike"),
        (8, "row.duplicate"),
    ]


@pytest.mark.parametrize(
    ("file", "expected"),
    [
        (
            "09_missing_cells_and_extra_cells.csv",
            [
                (3, "row.extra_cells"),
                (6, "row.rating"),
                (7, "row.rating"),
                (8, "row.rating"),
                (9, "row.rating"),
            ],
        ),
        ("11_empty.csv", [(0, "no_rows")]),
        ("16_wrong_file_zip.csv", [(0, "file.is_zip")]),
        ("17_long_name.csv", [(2, "row.too_long")]),
    ],
)
def test_a_file_with_a_fault_says_where_and_has_a_sentence_for_it(
    division: Division, file: str, expected: list[tuple[int, str]]
) -> None:
    preview = roster_preview(division, case(file))
    assert not preview.ok
    assert codes(preview) == expected
    sentences = [problem_text(problem) for problem in preview.problems]
    assert all(
        sentence not in (problem.code, "") for sentence, problem in zip(sentences, preview.problems, strict=True)
    )
    if file.startswith("17"):
        assert "120" in sentences[0]


# --- All or nothing -----------------------------------------------------------------------------------------


def test_one_bad_row_among_good_ones_stores_nothing_and_names_the_row(division: Division) -> None:
    make_entry(division, "Somebody", number=9)
    rows = [RosterRow(2, "New One", school="A new club"), RosterRow(3, "New Two", number=9)]
    with pytest.raises(Refused) as refused:
        roster_import(division_id=division.pk, rows=rows, actor=TEST)
    assert refused.value.code == "roster.invalid"
    assert [(item.row, item.field, item.code) for item in refused.value.items] == [
        (3, "number", "row.number_taken")
    ]
    assert [entry.full_name for entry in division.entries.all()] == ["Somebody"]
    assert not Club.objects.filter(name="A new club").exists()
    assert not Player.objects.filter(name="New One").exists()


def test_who_plays_in_a_team_cannot_come_in_alone_from_the_same_list(division: Division) -> None:
    rows = (RosterRow(2, "A"), RosterRow(3, "A", members=("B",), team_name="Pair"))
    preview = roster_preview(division, Roster(rows=rows))
    assert codes(preview) == [(3, "row.player_twice")]


def test_who_is_in_a_team_here_is_refused_alone_with_the_number(division: Division) -> None:
    store(division, roster_read("name\tplayer2\tteam\nA\tB\tPair\n"))
    preview = roster_preview(division, roster_read("name\nB\n"))
    assert [(p.code, p.params["number"]) for p in preview.problems] == [("row.player_here", 1)]


def test_an_import_is_one_line_in_the_log_with_everybody_in_it(division: Division) -> None:
    store(division, case("01_bom_utf8.csv"))
    said = LogEntry.objects.get(action="entries.imported").data
    assert (said["count"], said["source"]) == (3, "a file")
    assert [entry["name"] for entry in said["entries"]] == [row[1] for row in THREE]


# --- Who is meant -------------------------------------------------------------------------------------------


def test_the_same_name_at_two_new_schools_is_two_people(division: Division) -> None:
    roster = roster_read("name\tschool\nSomchai Jaidee\tNorth\nSomchai Jaidee\tSouth\n")
    assert roster_preview(division, roster).ok
    store(division, roster)
    assert Player.objects.filter(name="Somchai Jaidee").count() == 2


def test_a_player_of_another_event_is_shown_with_his_number_and_not_made_twice(division: Division) -> None:
    known = make_entry(make_division(), "Known One", club="North").members.get().player
    roster = roster_read("name\tschool\nKnown One\tNorth\nKnown One\tSouth\n")
    preview = roster_preview(division, roster)
    assert [(row.status, row.player) for row in preview.rows] == [("known", known.number), ("new", None)]
    assert [(n.row, n.code) for n in preview.notices] == [(3, "row.lookalike"), (3, "row.namesake")]
    store(division, roster)
    assert Player.objects.filter(name="Known One").count() == 2
    assert division.entries.filter(members__player=known).count() == 1


def test_a_lookalike_of_somebody_here_is_a_notice_not_a_fault(division: Division) -> None:
    make_entry(division, "น้ำฝน แก้วใส", club="B")
    preview = roster_preview(division, roster_read("name\tschool\nนํ้าฝน แก้วใส\tB\n"))
    assert preview.ok
    assert [(n.code, n.params["number"]) for n in preview.notices] == [("row.lookalike_here", 1)]


def test_what_is_previewed_is_what_is_stored_when_somebody_comes_in_between(division: Division) -> None:
    roster = roster_read("name\nA\nB\n")
    assert len(roster_preview(division, roster).adding) == 2
    make_entry(division, "B")
    report = store(division, roster)
    assert (len(report.added), report.here) == (1, 1)
    assert sorted(entry.full_name for entry in division.entries.all()) == ["A", "B"]


def test_a_list_that_comes_late_plays_from_the_next_round() -> None:
    division = make_division(names=["A", "B"])
    enter_named(fixed_round(division, 1, [("A", "B")]), "A", 400, 300)
    assert roster_preview(division, roster_read("name\nC\n")).first_round == 2
    store(division, roster_read("name\nC\n"))
    assert Entry.objects.get(members__player__name="C").first_round == 2


def test_levels_that_nobody_knows_are_said_not_to_be_kept(division: Division) -> None:
    roster = roster_read("name\tlevel\nA\tม.1\nB\tรุ่นใหญ่\nC\tClass 4A\n")
    preview = roster_preview(division, roster)
    assert [(n.code, n.params) for n in preview.notices] == [("column.not_kept", {"rows": 2})]
    assert preview.ok
    roster_import(division_id=division.pk, rows=roster.rows, actor=TEST)
    assert dict(Player.objects.values_list("name", "level")) == {"A": "lower_secondary", "B": "", "C": ""}


def test_province_level_and_year_of_birth_are_kept_as_codes(division: Division) -> None:
    roster = roster_read(
        "ชื่อ\tจังหวัด\tระดับชั้น\tปีเกิด\n"
        "กมล ใจดี\tจ.เชียงใหม่\tม.2/5\t2555\n"
        "Lee\tBangkok\tuniversity\t15/3/2004\n"
        "นภา ศรีสุข\tกทม.\tป.6\t2014-05-01\n"
        "Ann\t\t\t\n"
    )
    assert roster_preview(division, roster).problems == ()
    roster_import(division_id=division.pk, rows=roster.rows, actor=TEST)
    kept = {p.name: (p.province, p.level, p.born, p.country) for p in Player.objects.all()}
    assert kept == {
        "กมล ใจดี": ("50", "lower_secondary", 2012, "TH"),
        "Lee": ("10", "university", 2004, "TH"),
        "นภา ศรีสุข": ("10", "primary", 2014, "TH"),
        "Ann": ("", "", None, ""),
    }


def test_a_roster_fills_in_what_is_not_known_of_somebody_and_changes_nothing_else(division: Division) -> None:
    player = player_create(name="Lee", province="50", born=2010)
    roster = roster_read("name\tprovince\tlevel\tborn\nLee\tPhuket\tprimary\t2012\n")
    roster_import(division_id=division.pk, rows=roster.rows, actor=TEST)
    player.refresh_from_db()
    assert (player.province, player.level, player.born) == ("50", "primary", 2010)


@pytest.mark.parametrize(
    ("row", "code"),
    [
        ("A\tAtlantis\t\t", "row.province"),
        ("A\tBangkok\tLA\t", "row.province_abroad"),
        ("A\t\t\t2099", "row.born"),
        ("A\t\t\t12", "row.born"),
        ("A\t\t\t๒๕๕๕", "row.born"),
        ("A\t\t\t1899", "row.born"),
    ],
)
def test_what_cannot_be_of_a_person_stops_the_import_and_is_said_in_words(
    division: Division, row: str, code: str
) -> None:
    preview = roster_preview(division, roster_read(f"name\tprovince\tcountry\tborn\n{row}\n"))
    assert [(p.row, p.code) for p in preview.problems] == [(2, code)]
    assert "%" not in problem_text(preview.problems[0]) != code


# --- TSH ----------------------------------------------------------------------------------------------------


def tsh(text: str, *, keep_numbers: bool = True, name: str = "a.t") -> Roster:
    return roster_read(text.encode(), filename=name, keep_numbers=keep_numbers)


def test_a_tsh_roster_gives_names_in_order_numbers_and_ratings(division: Division) -> None:
    roster = tsh("Wong, Lee   1500\nDee, Jai     0; ; team North High\n")
    store(division, roster)
    assert stored(division) == [(1, "Lee Wong", "", 1500), (2, "Jai Dee", "North High", None)]
    assert store(division, tsh("Wong, Lee   1500\n", keep_numbers=False)).added == ()


def test_a_tsh_file_with_games_says_that_they_are_left_out(division: Division) -> None:
    preview = roster_preview(division, tsh("Wong, Lee 1500 2; 400\nDee, Jai 1400 1; 300\n"))
    assert preview.ok
    assert [(n.code, n.params) for n in preview.notices] == [("tsh.games_left_out", {"rounds": 1})]


def test_a_tsh_line_that_does_not_parse_is_named_by_its_number(division: Division) -> None:
    preview = roster_preview(division, tsh("Wong, Lee 1500\n\nnobody\nDee, Jai 1400 1\n"))
    assert codes(preview) == [(3, "tsh.not_a_player"), (4, "tsh.no_scores")]


@pytest.mark.parametrize("name", ["config.tsh", "CONFIG.TSH"])
def test_a_whole_tsh_event_is_sent_to_the_right_door(division: Division, name: str) -> None:
    preview = roster_preview(division, tsh("division A a.t\nperl unlink 'x'\n", name=name))
    assert codes(preview) == [(0, "tsh.whole_event")]


def test_an_empty_tsh_file_has_no_rows(division: Division) -> None:
    assert codes(roster_preview(division, tsh("# nobody\n\n"))) == [(0, "no_rows")]


# --- Size ---------------------------------------------------------------------------------------------------


def test_a_thousand_rows_take_a_number_of_queries_that_does_not_grow_with_them(
    django_assert_max_num_queries, division: Division
) -> None:
    text = "name\tschool\n" + "".join(f"Player {n}\tSchool {n % 50}\n" for n in range(1000))
    roster = roster_read(text)
    with django_assert_max_num_queries(80):
        assert len(store(division, roster).added) == 1000
    with django_assert_max_num_queries(30):
        assert store(division, roster).added == ()


def test_the_cases_are_those_of_the_table() -> None:
    assert {path.name[:2] for path in Path(CSV_CASES).glob("*.csv")} >= {
        *("01", "03", "05", "06", "08", "09", "11", "12", "14", "16", "17")
    }
