"""The public pages in a hand, 360 pixels wide: nothing scrolls sideways, and a player in a hall gets on."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.factories import (
    TEST,
    enter,
    enter_named,
    fixed_round,
    make_division,
    make_entry,
    make_tournament,
    play_round,
    publish_round,
)
from tournaments.models import Division
from tournaments.services.registration import NewEntry, entry_add, entry_withdraw
from tournaments.services.reports import Report
from tournaments.services.results import result_enter

pytestmark = pytest.mark.browser
BASE = "/events/cup/open/"
LONG = "โรงเรียนสาธิตมหาวิทยาลัยเชียงใหม่ ฝ่ายประถมศึกษาและมัธยมศึกษาตอนปลาย"


@pytest.fixture
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    phone = {"viewport": {"width": 360, "height": 740}, "is_mobile": True, "has_touch": True}
    return {**browser_context_args, **phone}


@pytest.fixture
def complaints(page: Page) -> list[str]:
    """What the browser says about the page: refused scripts and styles, errors, files not found."""
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text) if message.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: said.append(str(error)))
    return said


@pytest.fixture
def small(live_site: str) -> Division:
    return make_division(
        make_tournament(slug="cup"), slug="open", names=["กัญญา", "Bo", "Cy", "Di"], rounds_planned=3
    )


@pytest.fixture
def wide(live_site: str) -> Division:
    """Everything that is long, high, low, late or gone, and eighteen rounds."""
    event = make_tournament(slug="cup", name="การแข่งขันต่อสมการคณิตศาสตร์เอแม็ทชิงแชมป์ประเทศไทย ครั้งที่ 29", venue=LONG)
    division = make_division(
        event, slug="open", name="มัธยมศึกษาตอนปลาย ประเภททีมสามคน", rounds_planned=18, club_best=0
    )
    names = ("ณัฐวุฒิ วงศ์สกุลชัยพรพิพัฒน์เจริญ", "Wolfeschlegelsteinhausenbergerdorff", "น้ำผึ้ง ปั๊ม ที่รัก")
    for team in range(9):
        members = tuple(f"{name}{team}" for name in names)
        entry_add(division_id=division.pk, new=NewEntry(names=members, club=LONG, rating=2999), actor=TEST)
    for number in range(1, 14):
        play_round(division, number, score=lambda rng: rng.choice([-1210, 2048, 0, 333]))
    entry_withdraw(entry_id=division.entries.get(number=3).pk, actor=TEST)
    make_entry(division, "Late Comer", club=LONG)
    last = publish_round(division, 14)
    tables = list(last.pairings.exclude(table=None).order_by("table"))
    for place, score in ((0, 2048), (1, -1210)):
        for table in tables[: 2 - place]:
            result_enter(
                pairing_id=table.pk,
                report=Report(first=score, second=-999),
                actor=TEST,
                source="player",
                reported_by_place=place,
            )
    return division


@pytest.mark.parametrize("language", ["en", "th"])
def test_nothing_scrolls_sideways(
    page: Page, live_site: str, wide: Division, language: str, complaints: list[str]
) -> None:
    page.set_extra_http_headers({"Accept-Language": language})
    paths = ["/", "/events/", "/events/cup/"]
    paths += [
        BASE + path for path in ("entries/", "entries/?order=school", "entries/1/", "entries/10/", "standings/")
    ]
    paths += [BASE + path for path in ("standings/3/", "rounds/13/", "rounds/14/", "rounds/14/?order=school")]
    paths += [BASE + "rounds/14/?q=nobody", BASE + "clubs/", BASE + "clubs/3/", BASE + "none/"]
    for path in paths:
        page.goto(live_site + path)
        if page.locator(".fold").count():
            page.locator(".fold").first.tap()
            expect(page.locator("tr.more").first).to_be_visible()
            page.locator("details.more-info summary").tap()
        width = page.evaluate("document.documentElement.scrollWidth")
        beyond = page.evaluate(
            """[...document.querySelectorAll('main *')].filter((node) => node.getBoundingClientRect().right > 360.5
                && getComputedStyle(node).position !== 'absolute').map((node) => node.outerHTML.slice(0, 90))"""
        )
        assert width <= 360, (path, beyond)
        assert beyond == [], path
    assert [text for text in complaints if "404" not in text] == []


def test_what_a_thumb_must_hit_is_44_pixels(page: Page, live_site: str, wide: Division) -> None:
    for path in ("standings/", "clubs/", "rounds/14/", "entries/1/", "entries/"):
        page.goto(live_site + BASE + path)
        low = page.evaluate(
            """[...document.querySelectorAll('main :is(.button, .tabs a, .fold, summary, input[type=search])')]
                .filter((node) => node.offsetParent && node.getBoundingClientRect().height < 43.5)
                .map((node) => node.outerHTML.slice(0, 90))"""
        )
        assert low == [], path


def test_my_table_is_found_as_i_type_and_the_address_can_be_sent_on(
    page: Page, live_site: str, small: Division
) -> None:
    fixed_round(small, 1, [("กัญญา", "Bo"), ("Cy", "Di")])
    page.goto(live_site + BASE + "rounds/1/")
    rows = page.locator("table.pairings tbody tr")
    expect(rows).to_have_count(2)
    page.get_by_role("searchbox").press_sequentially("กัญ")
    expect(rows).to_have_count(1)
    expect(rows).to_contain_text("Bo")
    expect(page.get_by_role("searchbox")).to_be_focused()
    page.goto(page.url)
    expect(rows).to_have_count(1)
    expect(page.get_by_role("searchbox")).to_have_value("กัญ")
    page.get_by_role("link", name="Show all").tap()
    expect(rows).to_have_count(2)


def test_my_row_is_marked_once_i_said_who_i_am_and_only_on_my_phone(
    page: Page, live_site: str, small: Division, new_context: Any
) -> None:
    enter_named(fixed_round(small, 1, [("กัญญา", "Bo"), ("Cy", "Di")]), "Bo", 400, 300)
    page.goto(live_site + BASE + "entries/2/")
    page.get_by_role("button", name="This is me").tap()
    for path in ("standings/", "rounds/1/", "rounds/1/?order=name", "entries/"):
        page.goto(live_site + BASE + path)
        expect(page.locator("tr.mine")).to_have_count(1)
        expect(page.locator("tr.mine")).to_contain_text("Bo")
        assert page.evaluate("document.documentElement.scrollWidth") <= 360, path
    other = new_context().new_page()
    other.goto(live_site + BASE + "standings/")
    expect(other.locator("tr.mine")).to_have_count(0)
    page.goto(live_site + BASE + "entries/2/")
    page.get_by_role("button", name="This is not me").tap()
    page.goto(live_site + BASE + "standings/")
    expect(page.locator("tr.mine")).to_have_count(0)


def test_a_running_round_brings_its_news_and_says_when_it_cannot(
    page: Page, live_site: str, small: Division, complaints: list[str]
) -> None:
    round_ = fixed_round(small, 1, [("กัญญา", "Bo"), ("Cy", "Di")])
    enter_named(round_, "Cy", 301, 300)
    page.clock.install()
    page.goto(live_site + BASE + "standings/")
    page.locator(".fold").first.tap()
    stale = page.locator(".stale")
    expect(stale).to_be_hidden()

    page.context.set_offline(True)
    page.clock.run_for(21_000)
    expect(stale).to_be_visible()
    expect(stale).to_contain_text("trying again")

    page.context.set_offline(False)
    table = round_.pairings.get(seats__entry__members__player__name="Bo")
    enter(table, 623, 412)
    page.clock.run_for(21_000)
    expect(page.locator("table.standings")).to_contain_text("623")
    expect(stale).to_be_hidden()
    expect(page.locator("tr.more:visible")).to_have_count(1)
    # The round is over: nothing more will come, and nothing more is asked for.
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.clock.run_for(61_000)
    assert asked == []
    assert [text for text in complaints if "ERR_INTERNET_DISCONNECTED" not in text] == []
