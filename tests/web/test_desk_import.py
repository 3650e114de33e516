"""A roster through the web: pasted or as a file, looked at first, then all of it or nothing, and once."""

import io
import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from openpyxl import Workbook

from common.models import LogEntry
from players.models import Player, User
from tests.factories import make_division, make_entry, make_tournament, make_user
from tests.formats.shared import CSV_CASES
from tests.support.html import faults
from tournaments.models import Division

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk(client: Client) -> Client:
    client.force_login(make_user("dao"))
    return client


@pytest.fixture
def division(desk: Client) -> Division:
    director = User.objects.get(username="dao")
    return make_division(make_tournament(director=director, slug="cup"), slug="open")


def url(slug: str = "open") -> str:
    return reverse("desk:entries_import", args=["cup", slug])


def upload(desk: Client, name: str, content: bytes) -> object:
    return desk.post(url(), {"door": "file", "file": SimpleUploadedFile(name, content)})


def case(desk: Client, name: str) -> object:
    return upload(desk, name, (CSV_CASES / name).read_bytes())


def paste(desk: Client, text: str) -> object:
    return desk.post(url(), {"door": "paste", "pasted": text})


def keep(desk: Client, page: object) -> object:
    """Press the button that the preview shows."""
    return desk.post(url(), {"door": "keep", "rows": page.context["kept"]}, follow=True)  # type: ignore[attr-defined]


def stored(division: Division) -> list[str]:
    return [entry.full_name for entry in division.entries.order_by("number")]


def report(page: object) -> list[tuple[int, str]]:
    return [(line.row, line.column) for line in page.context["problems"]]  # type: ignore[attr-defined]


SOUND = {
    "01_bom_utf8.csv": ["สมชาย ใจดี", "น้ำฝน แก้วใส", "กุ้ง ทองดี"],
    "03_semicolon_cp874.csv": ["สมชาย ใจดี", "น้ำฝน แก้วใส", "กุ้ง ทองดี"],
    "05_quoted_newline_and_comma.csv": ["สมชาย ใจดี", 'Lee "Lucky" Wong'],
    "06_duplicate_rows.csv": ["สมชาย ใจดี"],
    "08_thai_mark_order.csv": ["กุ้ง ทองดี", "น้ำฝน แก้วใส", "นํ้าฝน แก้วใส", "José Dos"],
    "12_header_case_and_order.csv": ["สมชาย ใจดี"],
    "14_html_name.csv": ["<script>alert(1)</script>", "O'Brien & Sons"],
}


@pytest.mark.parametrize("file", SOUND)
def test_a_sound_file_is_looked_at_stored_and_adds_nobody_the_second_time(
    desk: Client, division: Division, file: str
) -> None:
    page = case(desk, file)
    assert page.status_code == 200
    assert stored(division) == []
    done = keep(desk, page).content.decode()
    assert stored(division) == SOUND[file]
    count = len(SOUND[file])
    assert ("1 entry is added." if count == 1 else f"{count} entries are added.") in done
    again = case(desk, file)
    assert again.status_code == 200
    assert "nothing to add" in again.content.decode()
    assert again.context["kept"] == ""
    # A second press on the first preview's button is the same roster again.
    assert "Nobody is added" in keep(desk, page).content.decode()
    assert stored(division) == SOUND[file]
    assert LogEntry.objects.filter(action="entries.imported").count() == 1


@pytest.mark.parametrize(
    ("file", "rows", "words"),
    [
        (
            "09_missing_cells_and_extra_cells.csv",
            [(3, ""), (6, "rating"), (7, "rating"), (8, "rating"), (9, "rating")],
            ["“abc”", "“-5”", "“๑๕๐๐”", "“1,500”", "Row 8"],
        ),
        ("11_empty.csv", [(0, "")], ["There are no rows"]),
        ("16_wrong_file_zip.csv", [(0, "")], ["ZIP archive"]),
        ("17_long_name.csv", [(2, "name")], ["300 letters", "120 are allowed"]),
    ],
)
def test_a_file_with_a_fault_is_reported_by_row_and_nothing_can_be_stored(
    desk: Client, division: Division, file: str, rows: list[tuple[int, str]], words: list[str]
) -> None:
    page = case(desk, file)
    assert page.status_code == 422
    assert report(page) == rows
    text = page.content.decode()
    assert [word for word in words if word not in text] == []
    assert page.context["kept"] == ""
    assert "Nothing is stored" in text
    assert Player.objects.count() == 0


def test_doubts_and_duplicates_are_said_in_the_preview(desk: Client, division: Division) -> None:
    page = case(desk, "08_thai_mark_order.csv")
    assert [(line.row) for line in page.context["notices"]] == [3, 5, 6, 8]
    assert "looks like" in page.content.decode()
    assert case(desk, "06_duplicate_rows.csv").context["counts"]["repeats"] == 5


def test_names_with_markup_are_text_in_the_preview_and_in_the_roster(desk: Client, division: Division) -> None:
    page = case(desk, "14_html_name.csv")
    for html in (page.content.decode(), keep(desk, page).content.decode()):
        assert "&lt;script&gt;alert(1)&lt;/script&gt;" in html
        assert "<script>alert" not in html
        assert "O&#x27;Brien &amp; Sons" in html
        assert "&amp;amp;" not in html


# --- Pasting --------------------------------------------------------------------------------------------------

PASTED = "ชื่อ\tโรงเรียน\tเรตติ้ง\nกุ้ง ทองดี\tต้นไทร\t1500\nLee Wong\tLanna\t\n"


def test_pasted_cells_are_read_by_their_thai_headings(desk: Client, division: Division) -> None:
    page = paste(desk, PASTED)
    keep(desk, page)
    assert [(e.full_name, e.club.name, e.rating) for e in division.entries.order_by("number")] == [
        ("กุ้ง ทองดี", "ต้นไทร", 1500),
        ("Lee Wong", "Lanna", None),
    ]


def test_names_alone_do_too(desk: Client, division: Division) -> None:
    keep(desk, paste(desk, "กุ้ง ทองดี\r\nLee Wong\r\n"))
    assert stored(division) == ["กุ้ง ทองดี", "Lee Wong"]


def test_what_was_pasted_stays_in_the_box_whatever_is_wrong_with_it(desk: Client, division: Division) -> None:
    page = paste(desk, PASTED.replace("1500", "abc"))
    assert page.status_code == 422
    assert report(page) == [(2, "rating")]
    assert "กุ้ง ทองดี\tต้นไทร\tabc" in page.content.decode()
    sound = paste(desk, PASTED)
    assert "กุ้ง ทองดี\tต้นไทร\t1500" in sound.content.decode()


def test_the_rows_of_a_faulty_file_come_back_in_the_box_to_be_put_right(desk: Client, division: Division) -> None:
    page = case(desk, "09_missing_cells_and_extra_cells.csv")
    text = page.context["paste"]["pasted"].value()
    assert text.split("\n")[5].startswith("กุ้ง ทองดี\t")
    again = paste(desk, text)
    assert report(again) == report(page)
    for wrong in ("\textra\tcells", "abc", "-5", "๑๕๐๐", "1,500"):
        text = text.replace(wrong, "")
    keep(desk, paste(desk, text))
    assert len(stored(division)) == 6
    assert case(desk, "16_wrong_file_zip.csv").context["paste"]["pasted"].value() in ("", None)


@pytest.mark.parametrize("text", ["", "  \n \t\n", "\x00"])
def test_an_empty_box_is_a_fault_at_the_box(desk: Client, division: Division, text: str) -> None:
    page = paste(desk, text)
    assert page.status_code == 422
    assert set(page.context["paste"].errors) == {"pasted"}
    assert re.search(r'aria-describedby="[^"]*id_pasted_error', page.content.decode())


# --- Other files ----------------------------------------------------------------------------------------------


def test_a_workbook_is_read(desk: Client, division: Division) -> None:
    book = Workbook()
    for row in (["Name", "School", "Rating"], ["กุ้ง ทองดี", "ต้นไทร", 1500], ["Lee Wong", None, None]):
        book.active.append(row)
    data = io.BytesIO()
    book.save(data)
    keep(desk, upload(desk, "list.xlsx", data.getvalue()))
    assert stored(division) == ["กุ้ง ทองดี", "Lee Wong"]
    assert upload(desk, "list.csv", data.getvalue()).status_code == 422


def test_a_tsh_roster_is_read_with_its_numbers_where_nobody_has_one(desk: Client, division: Division) -> None:
    text = "Wong, Lee   1500\nDee, Jai    1400\n".encode("cp874")
    keep(desk, upload(desk, "A.T", text))
    assert stored(division) == ["Lee Wong", "Jai Dee"]
    keep(desk, upload(desk, "b.t", b"Newcomer, Ann 1200\n"))
    assert stored(division) == ["Lee Wong", "Jai Dee", "Ann Newcomer"]


def test_a_tsh_line_that_does_not_parse_is_named(desk: Client, division: Division) -> None:
    page = upload(desk, "a.t", b"Wong, Lee 1500\nnobody at all\n")
    assert report(page) == [(2, "")]
    assert "nobody at all" in page.content.decode()


def test_a_tsh_config_is_not_run_and_sent_to_its_door(desk: Client, division: Division) -> None:
    page = upload(desk, "config.tsh", b"perl die 'x';\ndivision A a.t\n")
    assert page.status_code == 422
    assert "whole event" in page.content.decode()


def test_no_file_and_a_file_too_big_are_faults_at_the_field(desk: Client, division: Division) -> None:
    assert set(desk.post(url(), {"door": "file"}).context["file"].errors) == {"file"}
    big = upload(desk, "big.csv", b"name\n" + b"x" * (5 * 1024 * 1024))
    assert big.status_code == 422
    assert "5242880" in big.context["file"].errors["file"][0]


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("photo.png", b"\x89PNG\r\n\x1a\n\x00\x00"),
        ("list.csv", b"\xff\xfe\x00\xd8"),
        ("list.csv", b'name\n"open'),
        ("list.xlsx", b"PK\x03\x04 broken"),
        ("list.xls", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"),
        ("list.csv", b"a,b,c\n1,2,3\n"),
    ],
)
def test_what_is_no_roster_is_refused_with_a_sentence(
    desk: Client, division: Division, name: str, content: bytes
) -> None:
    page = upload(desk, name, content)
    assert page.status_code == 422
    assert [line.text for line in page.context["problems"] if re.fullmatch(r"[a-z_.]+", line.text)] == []
    assert division.entries.count() == 0


# --- Between looking and storing ------------------------------------------------------------------------------


def test_who_came_in_meanwhile_is_left_alone(desk: Client, division: Division) -> None:
    page = paste(desk, "name\nA\nB\n")
    make_entry(division, "B")
    assert "1 entry is added." in keep(desk, page).content.decode()
    assert sorted(stored(division)) == ["A", "B"]


def test_a_number_taken_meanwhile_refuses_every_row_and_shows_the_report(desk: Client, division: Division) -> None:
    page = paste(desk, "name\tnumber\nA\t1\nB\t2\n")
    make_entry(division, "Quicker", number=2)
    refused = keep(desk, page)
    assert refused.status_code == 422
    assert report(refused) == [(3, "number")]
    assert stored(division) == ["Quicker"]


def test_rows_that_were_not_signed_for_this_division_are_not_stored(desk: Client, division: Division) -> None:
    make_division(division.tournament, slug="other")
    kept = paste(desk, "name\nA\n").context["kept"]
    for where, rows in (("other", kept), ("open", kept[:-2] + "xx"), ("open", ""), ("open", "x:y:z")):
        page = desk.post(url(where), {"door": "keep", "rows": rows}, follow=True)
        assert "too old" in page.content.decode()
    assert Player.objects.count() == 0


def test_two_thousand_rows_come_in_and_the_report_stays_short(desk: Client, division: Division) -> None:
    page = paste(desk, "name\tschool\n" + "".join(f"Player {n}\tSchool {n % 70}\n" for n in range(2000)))
    assert page.context["counts"]["adding"] == 2000
    assert "The first 200 of 2000." in page.content.decode()
    keep(desk, page)
    assert division.entries.count() == 2000


def test_the_report_is_sound_to_read(desk: Client, division: Division) -> None:
    for page in (case(desk, "09_missing_cells_and_extra_cells.csv"), case(desk, "08_thai_mark_order.csv")):
        assert faults(page.content.decode()) == []
