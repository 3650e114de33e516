"""The document to read and try in a browser, offline, under the site's own content security policy."""

import re

import pytest
from playwright.sync_api import Page, expect

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_the_page_has_nothing_inline_and_nothing_from_elsewhere(client):
    page = client.get("/api/v1/docs").content.decode()
    assert "<style" not in page
    assert not re.search(r"<script(?![^>]*\bsrc=)", page)
    assert not re.search(r"""\b(?:src|href)=["'](?:https?:)?//""", page)
    assert "unsafe" not in client.get("/api/v1/docs")["Content-Security-Policy"]


def test_every_operation_can_be_read_and_one_be_tried(page: Page, live_site: str, outside_requests: list[str]):
    refused: list[str] = []
    page.on("console", lambda message: refused.append(message.text) if message.type == "error" else None)
    page.set_viewport_size({"width": 1280, "height": 900})
    page.goto(f"{live_site}/api/v1/docs")
    expect(page.locator(".opblock").first).to_be_visible(timeout=20_000)
    expect(page.locator("h1, h2").filter(has_text="Kradan API").first).to_be_visible()
    assert page.locator(".opblock").count() > 20

    root = page.locator("#operations-rules-root")
    root.locator(".opblock-summary-control").click()
    root.get_by_role("button", name="Try it out").click()
    root.get_by_role("button", name="Execute").click()
    expect(root.locator(".live-responses-table .response .response-col_status").first).to_contain_text("200")
    expect(root.locator(".live-responses-table").first).to_contain_text("amath@1")
    assert outside_requests == []
    assert refused == []
