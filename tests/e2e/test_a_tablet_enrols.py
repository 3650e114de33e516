"""A tablet enrols itself: by the link of a QR, or by typing; the token stays in its browser and nowhere else."""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from common.tokens import token_read
from tests.e2e.hall import PHONE, sideways
from tests.factories import TEST, make_tournament
from tournaments.models import Device, Tournament
from tournaments.services.devices import device_create

pytestmark = pytest.mark.browser


@pytest.fixture
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    return {**browser_context_args, "viewport": PHONE, "is_mobile": True, "has_touch": True}


@pytest.fixture
def event(live_site: str) -> Tournament:
    return make_tournament(slug="cup", name="School cup")


@pytest.fixture
def asked(page: Page) -> list[str]:
    """Every address that the page asked the site for."""
    found: list[str] = []
    page.on("request", lambda request: found.append(request.url))
    return found


def kept(page: Page) -> Any:
    return json.loads(page.evaluate("localStorage.getItem('kradan.device')") or "null")


def test_by_the_link_of_a_qr(page: Page, live_site: str, event: Tournament, asked: list[str]) -> None:
    _device, code = device_create(tournament=event, label="Table 12", tables=[12], actor=TEST)
    page.goto(f"{live_site}/enrol/#{code}")
    expect(page.locator("#code")).to_have_value(code)
    # The code is out of the address bar and out of every address that was asked for.
    assert page.url == f"{live_site}/enrol/"
    assert not any(code in address.partition("#")[0] for address in asked)
    assert Device.objects.get().enrolled_at is None, "a link alone does nothing"
    page.get_by_role("button", name="Enrol this device").click()
    expect(page.get_by_text("This browser is enrolled.")).to_be_visible()
    expect(page.locator("#enrolled")).to_contain_text("School cup")
    expect(page.locator("#enrolled [data-of=tables]")).to_have_text("12")
    text = page.locator("#token").input_value()
    token = token_read(text)
    assert token is not None
    assert Device.objects.get().token == token
    assert (kept(page)["token"], kept(page)["label"]) == (text, "Table 12")
    assert sideways(page) == 0
    # Shown once: when the page is opened again it says what the browser is, and not the token.
    page.reload()
    expect(page.get_by_text("This browser is enrolled.")).to_be_visible()
    assert text not in page.content()
    expect(page.locator("#token")).to_be_hidden()
    page.get_by_role("button", name="Forget it in this browser").click()
    expect(page.locator("#code")).to_be_visible()
    assert kept(page) is None


def test_by_typing_without_a_camera(page: Page, live_site: str, event: Tournament) -> None:
    _device, code = device_create(tournament=event, label="All tables", actor=TEST)
    page.goto(f"{live_site}/enrol/")
    page.locator("#code").fill("7KQ2-9MXR-4TGH-3BNV")
    page.locator("#code").press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("No device waits for this code.")
    expect(page.locator("#code")).to_have_value("7KQ2-9MXR-4TGH-3BNV")
    page.locator("#code").fill(code.lower().replace("-", " "))
    page.locator("#code").press("Enter")
    expect(page.locator("#enrolled [data-of=tables]")).to_have_text("all")
    assert re.fullmatch(r"krd_dev_\w+", kept(page)["token"])


def test_another_link_on_an_enrolled_tablet_is_another_device(
    page: Page, live_site: str, event: Tournament
) -> None:
    codes = [device_create(tournament=event, label=f"Table {n}", tables=[n], actor=TEST)[1] for n in (1, 2)]
    for number, code in enumerate(codes, start=1):
        page.goto("about:blank")
        page.goto(f"{live_site}/enrol/#{code}")
        page.get_by_role("button", name="Enrol this device").click()
        expect(page.locator("#enrolled [data-of=label]")).to_have_text(f"Table {number}")
        page.wait_for_function(
            "n => JSON.parse(localStorage.getItem('kradan.device')).label === `Table ${n}`", arg=number
        )
