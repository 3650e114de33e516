"""A director puts a draft right and publishes it without touching the mouse, in a real browser."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.hall import LAPTOP, log_in, settled
from tests.factories import TEST, cast, make_division
from tournaments.models import Round, Seat
from tournaments.services.drafts import round_pair

pytestmark = [pytest.mark.browser, pytest.mark.postgres]


@pytest.fixture
def draft(live_site: str) -> Round:
    division = make_division(entries=9)
    return round_pair(division_id=division.pk, number=1, actor=TEST, seed=1)


@pytest.fixture
def desk(page: Page, live_site: str, draft: Round) -> Iterator[Page]:
    said: list[str] = []
    page.on("pageerror", lambda error: said.append(str(error)))
    page.on("console", lambda message: said.append(message.text) if message.type == "error" else None)
    refused = "the server responded with a status of 422"
    page.set_viewport_size(LAPTOP)
    page.set_default_timeout(10_000)
    division = draft.division
    log_in(page, live_site, cast(division.tournament).director)
    page.goto(f"{live_site}/desk/{division.tournament.slug}/{division.slug}/rounds/1/")
    yield page
    assert [each for each in said if refused not in each] == []


def seat(draft: Round, number: int) -> tuple[int | None, int]:
    found = Seat.objects.select_related("pairing").get(round=draft, entry__number=number)
    return found.pairing.table, found.place


def at(draft: Round, table: int, place: int) -> int:
    return Seat.objects.get(round=draft, pairing__table=table, place=place).entry.number


def test_two_numbers_change_places_and_u_takes_it_back(desk: Page, draft: Round) -> None:
    one, two = at(draft, 1, 0), at(draft, 3, 1)
    desk.keyboard.press("s")
    desk.keyboard.type(str(one))
    desk.keyboard.press("Tab")
    desk.keyboard.type(str(two))
    desk.keyboard.press("Enter")
    expect(desk.locator("#last-step")).to_contain_text("have changed places")
    # Until the answer has taken the keyboard out of the box, a letter is still a letter in it.
    expect(desk.locator("#last-step")).to_be_focused()
    assert (seat(draft, one), seat(draft, two)) == ((3, 1), (1, 0))
    desk.keyboard.press("u")
    expect(desk.locator("#last-step")).to_contain_text("Nothing was changed since it was paired.")
    assert (seat(draft, one), seat(draft, two)) == ((1, 0), (3, 1))


def test_two_names_are_chosen_with_arrows_and_space(desk: Page, draft: Round) -> None:
    one, two = at(draft, 1, 0), at(draft, 2, 1)
    desk.locator(f"#e{one}").focus()
    desk.keyboard.press("Space")
    desk.keyboard.press("ArrowDown")
    desk.keyboard.press("ArrowRight")
    expect(desk.locator(f"#e{two}")).to_be_focused()
    desk.keyboard.press("Enter")
    expect(desk.locator("#last-step")).to_contain_text("have changed places")
    assert (seat(draft, one), seat(draft, two)) == ((2, 1), (1, 0))
    expect(desk.locator(f"#e{two}")).to_be_focused()
    assert desk.locator("input[name=entry]:checked").count() == 0


def test_escape_lets_go_of_a_name(desk: Page, draft: Round) -> None:
    desk.locator(f"#e{at(draft, 1, 0)}").focus()
    desk.keyboard.press("Space")
    assert desk.locator("input[name=entry]:checked").count() == 1
    desk.keyboard.press("Escape")
    assert desk.locator("input[name=entry]:checked").count() == 0


def test_the_bye_goes_to_somebody_else_by_keyboard(desk: Page, draft: Round) -> None:
    alone = Seat.objects.get(round=draft, pairing__table=None).entry.number
    other = at(draft, 4, 1)
    desk.keyboard.press("b")
    desk.keyboard.type(str(other))
    desk.keyboard.press("Enter")
    expect(desk.locator("#last-step")).to_contain_text("have changed places")
    assert (seat(draft, alone), seat(draft, other)) == ((4, 1), (None, 0))


def test_a_number_that_is_nobodys_is_said_and_kept(desk: Page, draft: Round) -> None:
    desk.keyboard.press("s")
    desk.keyboard.type("1")
    desk.keyboard.press("Tab")
    desk.keyboard.type("99")
    desk.keyboard.press("Enter")
    expect(desk.locator("#draft-errors")).to_contain_text("There is no entry 99 here.")
    expect(desk.locator("#swap_two")).to_have_value("99")


def test_p_and_enter_publish(desk: Page, draft: Round) -> None:
    desk.keyboard.press("p")
    button = desk.get_by_role("button", name="Publish round 1")
    expect(button).to_be_focused()
    desk.keyboard.press("Enter")
    expect(desk.locator(".messages")).to_contain_text("Round 1 is published.")

    def state() -> str:
        draft.refresh_from_db()
        return draft.state

    assert settled(state, "published", desk) == "published"
