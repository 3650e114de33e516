"""Registration as a director does it before the first round: by keyboard at a laptop, and from a phone."""

from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.hashers import PBKDF2PasswordHasher
from playwright.sync_api import Page, expect

from players.models import User
from tests.factories import make_division, make_entry, make_tournament, make_user
from tests.formats.shared import CSV_CASES
from tournaments.models import Division, Tournament

pytestmark = pytest.mark.browser
LONG = "โรงเรียนสาธิตมหาวิทยาลัยเชียงใหม่ ฝ่ายประถมศึกษาและมัธยมศึกษาตอนปลาย"


@pytest.fixture
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    return {**browser_context_args, "viewport": {"width": 1366, "height": 768}}


@pytest.fixture
def director(live_site: str) -> User:
    """With a password as the site itself keeps one; this process hashes its own the quick way."""
    user = make_user("dao")
    user.password = PBKDF2PasswordHasher().encode("number-tiles", "salt", iterations=1000)
    user.save()
    return user


@pytest.fixture
def complaints(page: Page) -> list[str]:
    """What the browser says about the page: refused scripts and styles, errors. A refused form is no error."""
    said: list[str] = []

    def hear(message: Any) -> None:
        if message.type in ("error", "warning") and "the server responded with a status of 4" not in message.text:
            said.append(message.text)

    page.on("console", hear)
    page.on("pageerror", lambda error: said.append(str(error)))
    return said


def log_in(page: Page, site: str, name: str = "dao") -> None:
    page.goto(f"{site}/account/login/")
    page.fill("#id_username", name)
    page.fill("#id_password", "number-tiles")
    page.keyboard.press("Enter")
    page.wait_for_url(f"{site}/desk/")


def test_from_an_empty_desk_to_a_division_with_entries_without_a_mouse(
    page: Page, live_site: str, director: User, complaints: list[str]
) -> None:
    log_in(page, live_site)
    page.get_by_role("link", name="Create your first event").press("Enter")
    page.fill("#id_name", "School cup")
    page.fill("#id_starts_on", "2026-11-29")
    page.fill("#id_slug", "cup")
    page.locator("#id_slug").press("Enter")
    page.wait_for_url("**/desk/cup/divisions/new/")

    page.fill("#id_name", "Upper")
    page.get_by_role("button", name="Summy").press("Enter")
    expect(page.locator("#id_ruleset")).to_have_value("summy@1")
    expect(page.locator("#id_name")).to_have_value("Upper")
    page.locator("#id_name").press("Enter")
    page.wait_for_url("**/desk/cup/upper/entries/import/")

    page.fill("#id_pasted", "name\tschool\nกุ้ง ทองดี\tต้นไทร\nLee Wong\tLanna\n")
    page.locator("body").click(position={"x": 5, "y": 5})
    page.keyboard.press("p")
    expect(page.get_by_role("button", name="Add 2 entries")).to_be_visible()
    page.wait_for_load_state()
    page.keyboard.press("a")
    page.wait_for_url("**/desk/cup/upper/entries/")
    expect(page.get_by_role("link", name="กุ้ง ทองดี")).to_be_visible()

    page.keyboard.press("n")
    page.wait_for_url("**/entries/new/")
    expect(page.locator("#id_name")).to_be_focused()
    page.keyboard.type("Walk-in One")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Walk-in One is in as number 3.")).to_be_visible()
    expect(page.locator("#id_name")).to_be_focused()
    assert Division.objects.get().entries.count() == 3
    assert complaints == []


def test_every_key_of_the_roster_is_shown_and_listed(page: Page, live_site: str, director: User) -> None:
    make_division(make_tournament(director=director, slug="cup"), slug="open", entries=12)
    log_in(page, live_site)
    page.goto(f"{live_site}/desk/cup/open/entries/")
    for node in page.locator("[data-key]").all():
        key = str(node.get_attribute("data-key"))
        shown = node.evaluate("node => (node.closest('form') || node).innerText")
        assert key.upper() in shown or key == "0", (key, shown)
    page.keyboard.press("?")
    listed = page.locator("#keys dt").all_inner_texts()
    assert {"?", "E", "G", "N", "I", "U", "O", "T", "L", "/", "1"} <= set(listed)
    page.keyboard.press("Escape")
    page.keyboard.press("/")
    expect(page.locator("#q")).to_be_focused()


def test_a_wrong_file_is_told_row_by_row_and_a_right_one_goes_in(
    page: Page, live_site: str, director: User, complaints: list[str]
) -> None:
    division = make_division(make_tournament(director=director, slug="cup"), slug="open")
    log_in(page, live_site)
    page.goto(f"{live_site}/desk/cup/open/entries/import/")
    send(page, CSV_CASES / "09_missing_cells_and_extra_cells.csv")
    expect(page.get_by_role("alert")).to_contain_text("5 things are wrong")
    expect(page.get_by_text("Row 8")).to_be_visible()
    assert page.get_by_role("button", name="Add").count() == 0
    send(page, CSV_CASES / "14_html_name.csv")
    page.get_by_role("button", name="Add 2 entries").click()
    expect(page.get_by_role("link", name="<script>alert(1)</script>")).to_be_visible()
    assert division.entries.count() == 2
    assert complaints == []


def send(page: Page, file: Path) -> None:
    page.set_input_files("input[type=file]", str(file))
    page.locator("button[data-key=f]").click()


def test_the_qr_page_shows_a_code_that_leads_to_the_invitation(
    page: Page, live_site: str, director: User, complaints: list[str]
) -> None:
    make_tournament(director=director, slug="cup")
    log_in(page, live_site)
    page.goto(f"{live_site}/desk/cup/staff/")
    page.fill("#id_label", "Som")
    page.locator("#id_label").press("Enter")
    code = page.locator(".qr svg")
    expect(code).to_be_visible()
    box = code.bounding_box()
    assert box is not None
    assert box["width"] >= 150
    page.goto(page.locator("#link").input_value())
    expect(page.get_by_role("button", name="Accept as dao")).to_be_visible()
    assert complaints == []


@pytest.fixture
def crowd(director: User) -> Tournament:
    """Names as long as they come, and a division's worth of rounds."""
    event = make_tournament(
        director=director, slug="cup", name="การแข่งขันต่อสมการคณิตศาสตร์เอแม็ทชิงแชมป์ประเทศไทย ครั้งที่ 29", venue=LONG
    )
    division = make_division(event, slug="open", name="มัธยมศึกษาตอนปลาย ประเภททีมสามคน", rounds_planned=18)
    for number in range(12):
        make_entry(division, f"ณัฐวุฒิ วงศ์สกุลชัยพรพิพัฒน์เจริญ{number}", club=LONG, rating=2999)
    make_entry(division, "W" * 100)
    return event


PAGES = (
    *("", "new/", "cup/", "cup/edit/", "cup/delete/", "cup/staff/", "cup/log/", "cup/divisions/new/"),
    *("cup/open/settings/", "cup/open/entries/", "cup/open/entries/new/", "cup/open/entries/import/"),
    *("cup/open/entries/1/", "cup/open/entries/13/"),
)


@pytest.mark.parametrize("width", [360, 768, 1366])
def test_nothing_scrolls_sideways_and_fingers_hit(
    page: Page, live_site: str, crowd: Tournament, width: int, complaints: list[str]
) -> None:
    page.set_viewport_size({"width": width, "height": 740})
    log_in(page, live_site)
    wrong = []
    for path in (*(f"/desk/{each}" for each in PAGES), "/account/", "/account/password/"):
        page.goto(live_site + path)
        if page.evaluate("document.documentElement.scrollWidth") > width:
            wrong.append((path, "wide"))
        if width == 360:
            small = page.evaluate(
                """() => [...document.querySelectorAll("main :is(button, select, input:not([type=hidden]))")]
                .filter(n => n.offsetParent && !n.matches(".vh, .vh *, [type=checkbox], [type=radio]"))
                .filter(n => n.getBoundingClientRect().height < 39).map(n => n.outerHTML.slice(0, 80))"""
            )
            wrong += [(path, node) for node in small]
    assert wrong == []
    assert complaints == []
