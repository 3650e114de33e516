"""At the desk and on a phone: why and what if by keys alone, and chances that appear by themselves."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from common.models import Job
from tests.e2e.hall import log_in, sideways
from tests.factories import TEST, cast, make_division, play_round
from tournaments.models import Division
from tournaments.selectors.chances import TASK
from tournaments.services.drafts import round_pair
from tournaments.services.rounds import round_close
from tournaments.tasks import count_chances

pytestmark = [pytest.mark.browser, pytest.mark.postgres]
PHONE, DESK = {"width": 360, "height": 740}, {"width": 1366, "height": 768}


@pytest.fixture
def division(live_site: str) -> Division:
    division = make_division(names=[f"ชื่อที่ยาวพอสมควร {letter}" for letter in "ABCDEFGHI"], rounds_planned=4)
    play_round(division, 1)
    round_close(round_id=play_round(division, 2).pk, actor=TEST)
    round_pair(division_id=division.pk, number=3, actor=TEST, seed=1)
    return division


@pytest.fixture
def desk(page: Page, live_site: str, division: Division) -> Iterator[Page]:
    said: list[str] = []
    page.on("pageerror", lambda error: said.append(str(error)))
    page.on("console", lambda message: said.append(message.text) if message.type == "error" else None)
    page.set_viewport_size(DESK)
    page.set_default_timeout(10_000)
    log_in(page, live_site, cast(division.tournament).director)
    yield page
    assert said == []


def address(live_site: str, division: Division, *rest: object) -> str:
    return "/".join([live_site, "desk", division.tournament.slug, division.slug, *map(str, rest), ""])


def test_why_and_why_not_are_reached_and_asked_by_keys(desk: Page, live_site: str, division: Division) -> None:
    desk.goto(address(live_site, division, "rounds", 3))
    desk.keyboard.press("f")
    expect(desk.locator("#proof details")).to_have_attribute("open", "")
    desk.get_by_role("link", name="Why table 1").press("Enter")
    expect(desk.get_by_role("heading", name="Table 1: why these two")).to_be_visible()
    desk.wait_for_load_state()
    desk.keyboard.press("n")
    expect(desk.get_by_role("heading", name="Table 2: why these two")).to_be_visible()
    desk.wait_for_load_state()
    desk.keyboard.press("w")
    desk.keyboard.type("9")
    desk.keyboard.press("Enter")
    expect(desk.get_by_role("heading", level=2).filter(has_text="Why not")).to_be_visible()
    expect(desk.locator(".verdict")).to_be_visible()
    desk.wait_for_load_state()
    desk.keyboard.press("r")
    expect(desk.locator("table.draft")).to_be_visible()
    desk.wait_for_load_state()
    desk.keyboard.press("x")
    expect(desk.get_by_role("heading", name="What if: round 3")).to_be_visible()
    desk.wait_for_load_state()
    desk.keyboard.press("x")
    expect(desk.get_by_role("heading", name="Side by side")).to_be_visible()


def test_chances_appear_by_themselves_when_they_are_counted(desk: Page, live_site: str, division: Division) -> None:
    desk.goto(address(live_site, division, "chances", 2))
    expect(desk.get_by_text("Waiting for a worker")).to_be_visible()
    desk.evaluate("window.stays = true")
    Job.objects.filter(task=TASK, key__endswith=":2").update(state="running", progress=5000, total=10_000)
    expect(desk.get_by_text("5,000 of 10,000 endings")).to_be_visible()
    Job.objects.filter(task=TASK, key__endswith=":2").update(state="queued")
    for job in Job.objects.filter(task=TASK, state="queued"):
        count_chances(job.pk)
    expect(desk.locator("table.chances tbody tr")).to_have_count(9)
    expect(desk.get_by_text("Being counted")).to_have_count(0)
    assert desk.evaluate("window.stays")
    rows = desk.locator("table.chances tbody td.strip")
    first, second = rows.nth(0).bounding_box(), rows.nth(1).bounding_box()
    assert first is not None
    assert second is not None
    assert abs(first["y"] + first["height"] - second["y"]) <= 1  # one picture, not nine strips


def test_on_a_phone_nothing_scrolls_sideways(desk: Page, live_site: str, division: Division) -> None:
    for job in Job.objects.filter(task=TASK, state="queued"):
        count_chances(job.pk)
    desk.set_viewport_size(PHONE)
    public = f"{live_site}/events/{division.tournament.slug}/{division.slug}/chances/"
    for path in (
        public,
        address(live_site, division, "chances"),
        address(live_site, division, "rounds", 3, "tables", 1, "why"),
        address(live_site, division, "rounds", 3, "why-not") + "?entry=1&other=5",
        address(live_site, division, "rounds", 3, "explore") + "?system=king_of_the_hill",
    ):
        answer = desk.goto(path)
        assert answer is not None
        assert answer.status == 200
        assert sideways(desk) == 0, path
