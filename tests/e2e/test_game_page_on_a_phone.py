"""Going through a game on a phone: with buttons, with arrow keys, and without a script."""

from typing import Any

import pytest

from tests.factories import make_division, make_tournament, publish_round
from tests.sheets import record

pytestmark = pytest.mark.browser


@pytest.fixture
def game(live_site: str) -> str:
    division = make_division(
        make_tournament(slug="phone-cup"), slug="open", entries=2, judging_mode="challenge", rounds_planned=2
    )
    pairing = publish_round(division, 1).pairings.get(table=1)
    play = {"start": "8E", "dir": "across", "tiles": ["7", "×", "2", "=", "1", "4"]}
    record(pairing, "play", payload=play)
    record(pairing, "play", payload={"start": "F8", "dir": "down", "tiles": [None, "2", "=", "2"]})
    record(pairing, "challenge")
    return f"{live_site}/events/phone-cup/open/rounds/1/tables/1/"


def there(page: Any) -> int:
    return int(page.locator(".sheet-board .lies:visible").count())


def test_one_move_back_and_on_with_buttons_and_arrow_keys(page: Any, game: str) -> None:
    page.goto(game)
    assert there(page) == 6
    assert page.locator(".steps output").inner_text() == "Move 3 of 3"
    page.get_by_role("button", name="One move back").click()
    assert there(page) == 9  # the wrong play still lies there
    assert page.locator(".moves [aria-current]").get_attribute("data-step") == "2"
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    assert there(page) == 0
    assert page.locator(".steps output").inner_text() == "Before the first move"
    page.keyboard.press("ArrowRight")
    assert there(page) == 6
    assert page.locator(".sheet-board .face.new:visible").count() == 6
    page.get_by_role("button", name="Last").click()
    assert there(page) == 6
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")


def test_a_move_in_the_list_opens_its_sum_and_shows_its_board(page: Any, game: str) -> None:
    page.goto(game)
    page.locator(".moves summary").nth(1).click()
    assert there(page) == 9
    assert "Taken back" in page.locator(".moves > li").nth(1).inner_text()


def test_without_a_script_the_last_position_and_the_list_are_there(browser: Any, game: str) -> None:
    page = browser.new_context(java_script_enabled=False, viewport={"width": 360, "height": 780}).new_page()
    page.goto(game)
    assert there(page) == 6
    assert page.locator(".steps").is_hidden()
    assert page.locator(".moves > li").count() == 3
