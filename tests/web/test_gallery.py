"""The gallery of parts: whole in both languages, nothing inline, every class and icon known, no sideways scroll."""

import mimetypes
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.contrib.auth.models import AnonymousUser
from django.template.loader import render_to_string
from django.test import RequestFactory
from django.utils import translation

from tests.web import gallery

ROOT = Path(__file__).resolve().parents[2]
TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))
SPRITE = ROOT / "static" / "vendor" / "lucide" / "icons.svg"
SITE = "http://127.0.0.1"

pytestmark = pytest.mark.urls("tests.web.gallery_urls")


def rendered(language: str, **more: Any) -> str:
    request = RequestFactory().get("/gallery/")
    request.user = AnonymousUser()
    with translation.override(language):
        return render_to_string("styleguide.html", gallery.context(language) | more, request=request)


@pytest.mark.parametrize("language", ["en", "th"])
def test_the_gallery_has_nothing_inline_and_nothing_from_outside(language: str) -> None:
    html = rendered(language)
    assert f'<html lang="{language}">' in html
    assert re.findall(r"<[^>]+\s(?:style|on[a-z]+|hx-on[^=\s]*)\s*=", html) == []
    assert re.findall(r"<script(?![^>]*\ssrc=)[^>]*>", html) == []
    assert "<style" not in html
    assert re.findall(r'(?:src|href|action)="(?:https?:)?//[^"]*"', html) == []


def test_no_template_writes_style_or_handlers_inline() -> None:
    inline = re.compile(r"<[^>]+\s(?:style|on[a-z]+|hx-on[^=\s]*)\s*=|<style\b")
    assert [str(path.relative_to(ROOT)) for path in TEMPLATES if inline.search(path.read_text("utf-8"))] == []


def test_every_icon_a_template_asks_for_is_in_the_sprite() -> None:
    have = set(re.findall(r'<symbol id="([^"]+)"', SPRITE.read_text("utf-8")))
    asked = {
        (path.name, name)
        for path in TEMPLATES
        for name in re.findall(r'_icon\.html" with name="([^"]+)"', path.read_text("utf-8"))
    }
    assert len(asked) > 5
    assert {(file, name) for file, name in asked if name not in have} == set()


def test_every_class_a_template_uses_has_a_rule() -> None:
    css = "".join(path.read_text("utf-8") for path in (ROOT / "static" / "css").glob("*.css"))
    known = set(re.findall(r"\.([a-z][a-z0-9_-]*)", css))
    unknown = {}
    for path in TEMPLATES:
        for value in re.findall(r'\bclass="([^"]*)"', path.read_text("utf-8")):
            # What a template decides as it runs is words of the field (states); what it spells out is ours.
            plain = re.sub(r"\{%.*?%\}|\{\{.*?\}\}", " ", value)
            for name in plain.split():
                if name not in known:
                    unknown[name] = str(path.relative_to(ROOT))
    assert unknown == {}


def test_help_and_error_are_tied_to_the_field_and_what_was_typed_stays() -> None:
    html = rendered("en")
    score = re.search(r'<input[^>]*name="score"[^>]*>', html)
    assert score is not None
    assert 'value="๔๐๐.5"' in score[0]
    assert 'aria-invalid="true"' in score[0]
    tied = re.search(r'aria-describedby="([^"]+)"', score[0])
    assert tied is not None
    for name in tied[1].split():
        assert f'id="{name}"' in html
    name = re.search(r'<input[^>]*name="name"[^>]*>', html)
    assert name is not None
    assert 'aria-describedby="id_name_helptext"' in name[0]
    assert 'id="id_name_helptext"' in html


@pytest.fixture
def shown(new_context: Callable[..., Any]) -> Callable[..., Any]:
    """Opens the gallery in a real browser; the static files come from the tree, anything else is refused."""

    def open_page(language: str, width: int, **options: Any) -> Any:
        html = rendered(language)
        page = new_context(**options).new_page()
        page.lost = []
        page.set_viewport_size({"width": width, "height": 768})

        def answer(route: Any) -> None:
            path = urlsplit(route.request.url).path
            if path == "/":
                route.fulfill(body=html, content_type="text/html; charset=utf-8")
                return
            from django.contrib.staticfiles import finders

            found = finders.find(path.removeprefix("/static/"))
            if not found:
                page.lost.append(route.request.url)
                route.abort()
                return
            route.fulfill(path=found, content_type=mimetypes.guess_type(found)[0] or "application/octet-stream")

        page.route("**/*", answer)
        page.goto(f"{SITE}/")
        page.evaluate("document.fonts.ready")
        return page

    return open_page


@pytest.mark.browser
@pytest.mark.parametrize("language", ["en", "th"])
@pytest.mark.parametrize("width", [360, 768, 1366])
def test_nothing_scrolls_sideways(shown: Callable[..., Any], language: str, width: int) -> None:
    page = shown(language, width=width)
    assert page.lost == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.browser
def test_what_a_thumb_must_hit_is_44_pixels(shown: Callable[..., Any]) -> None:
    page = shown("th", width=360, has_touch=True, is_mobile=True)
    small = page.evaluate(
        """() => [...document.querySelectorAll('.button, .tabs a, .site-nav a, .fold, .rounds a, select, .crumbs a,'
               + 'input:not([type=hidden], [type=checkbox], [type=radio]), .choices label, .check label')]
            .filter((node) => node.offsetParent && node.getBoundingClientRect().height < 43.5)
            .map((node) => node.className + ' ' + node.textContent.trim().slice(0, 20))"""
    )
    assert small == []


@pytest.mark.browser
def test_digits_are_equally_wide_and_thai_marks_are_not_cut(shown: Callable[..., Any]) -> None:
    page = shown("th", width=1366)
    widths, faces = page.evaluate(
        """async () => {
            await document.fonts.load('14px "Plex Thai"', 'ที่ 0');
            const span = document.querySelector('p').appendChild(document.createElement('span'));
            const widths = [...'0123456789−+'].map((digit) => {
                span.textContent = digit.repeat(10);
                return Math.round(span.getBoundingClientRect().width * 100);
            });
            return [widths, document.fonts.check('14px "Plex Thai"', 'ที่ ปั๊ม น้ำ 0')];
        }"""
    )
    assert faces
    assert len(set(widths)) == 1, widths
    assert 0 < widths[0] < 20_000, "ten figures, not a whole line"
    # The tallest stack, drawn on a canvas: its ink keeps within a line of 1.6.
    up, down = page.evaluate(
        """() => {
            const pen = document.createElement('canvas').getContext('2d');
            pen.font = '14px "Plex Thai"';
            const ink = pen.measureText('ที่ ปั๊ม น้ำ ผู้');
            return [ink.actualBoundingBoxAscent, ink.actualBoundingBoxDescent];
        }"""
    )
    assert up > 10, "the marks stand above the letters"
    assert up + down <= 14 * 1.6


@pytest.mark.browser
def test_a_row_folds_out_and_the_question_mark_lists_the_keys(shown: Callable[..., Any]) -> None:
    page = shown("en", width=360)
    second = page.locator(".standings .fold").nth(1)
    assert not page.locator("#more-11").is_visible()
    second.click()
    assert page.locator("#more-11").is_visible()
    assert second.get_attribute("aria-expanded") == "true"
    second.click()
    assert not page.locator("#more-11").is_visible()

    page.keyboard.press("?")
    dialog = page.get_by_role("dialog")
    assert dialog.is_visible()
    assert "Pair again" in dialog.inner_text()
    page.keyboard.press("Escape")
    assert not dialog.is_visible()
    page.keyboard.press("p")
    assert page.url.endswith("#publish")


@pytest.mark.browser
def test_a_key_typed_into_a_field_is_only_a_letter(shown: Callable[..., Any]) -> None:
    page = shown("en", width=1366)
    field = page.locator("#id_name")
    field.fill("")
    field.press_sequentially("p?r")
    assert field.input_value() == "p?r"
    assert not page.get_by_role("dialog").is_visible()
    assert "#publish" not in page.url
