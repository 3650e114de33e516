"""The rules in a hand, 360 pixels wide, and on a laptop."""

from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

pytestmark = pytest.mark.browser


@pytest.fixture
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    return {**browser_context_args, "viewport": {"width": 360, "height": 740}, "is_mobile": True, "has_touch": True}


def width(page: Page) -> int:
    return int(page.evaluate("document.documentElement.scrollWidth"))


@pytest.mark.parametrize("language", ["en", "th"])
def test_nothing_scrolls_sideways(browser: Browser, live_site: str, language: str) -> None:
    for wide in (320, 360, 768, 1366):
        context = browser.new_context(locale=language, viewport={"width": wide, "height": 740})
        page = context.new_page()
        for path in ("/rules/", "/rules/amath/", "/rules/summy/"):
            page.goto(live_site + path)
            assert width(page) == wide, f"{path} at {wide}"
        context.close()


def test_an_arbiter_finds_a_rule_and_sends_its_address(page: Page, live_site: str) -> None:
    page.goto(live_site + "/rules/")
    page.get_by_role("link", name="A-Math", exact=True).click()
    contents = page.get_by_role("link", name="14 Exchange and pass")
    expect(contents).to_be_hidden()
    page.locator("summary", has_text="Contents").click()
    contents.click()
    assert page.url.endswith("/rules/amath/#rule-14")
    expect(page.get_by_role("heading", name="14 Exchange and pass")).to_be_in_viewport()


def test_an_address_of_a_rule_opens_there(page: Page, live_site: str) -> None:
    page.goto(live_site + "/rules/summy/#rule-11")
    expect(page.get_by_role("heading", name="11 The end")).to_be_in_viewport()
