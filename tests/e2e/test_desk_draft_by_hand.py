"""A director changes a draft by mouse and by keys: drags, moves, locks, pairs the rest, takes it all back."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.hall import log_in, settled, sideways
from tests.factories import TEST, cast, entry_named, make_division
from tournaments.models import DraftStep, Pairing, Round, Seat
from tournaments.services.constraints import rule_add
from tournaments.services.drafts import round_pair

pytestmark = [pytest.mark.browser, pytest.mark.postgres]
TALL = {"width": 1366, "height": 1400}
"""So that what is dragged and where it goes are in sight together."""


@pytest.fixture
def draft(live_site: str) -> Round:
    division = make_division(entries=9)
    return round_pair(division_id=division.pk, number=1, actor=TEST, seed=1)


@pytest.fixture
def desk(page: Page, live_site: str, draft: Round) -> Iterator[Page]:
    said: list[str] = []
    page.on("pageerror", lambda error: said.append(str(error)))
    page.on("console", lambda message: said.append(message.text) if message.type == "error" else None)
    page.set_viewport_size(TALL)
    page.set_default_timeout(10_000)
    division = draft.division
    log_in(page, live_site, cast(division.tournament).director)
    page.goto(f"{live_site}/desk/{division.tournament.slug}/{division.slug}/rounds/1/")
    yield page
    assert [each for each in said if "status of 422" not in each] == []


def seating(draft: Round) -> dict[int, tuple[int | None, int]]:
    seats = Seat.objects.filter(round=draft).select_related("pairing", "entry")
    return {seat.entry.number: (seat.pairing.table, seat.place) for seat in seats}


def at(draft: Round, table: int | None, place: int) -> int:
    return Seat.objects.get(round=draft, pairing__table=table, place=place).entry.number


def name(desk: Page, number: int) -> Locator:
    return desk.locator(f"label.pick:has(#e{number})")


def test_a_name_dragged_onto_another_swaps_and_the_page_does_not_jump(desk: Page, draft: Round) -> None:
    before = seating(draft)
    one, two = at(draft, 1, 0), at(draft, 3, 1)
    desk.wait_for_load_state("networkidle")  # fonts and the proof are there: what moves now moves by the swap
    desk.evaluate("document.fonts.ready.then(() => true)")
    top = desk.locator("table.draft").bounding_box()
    name(desk, one).drag_to(name(desk, two))
    expect(desk.locator("#last-step")).to_contain_text("have changed places")
    assert (seating(draft)[one], seating(draft)[two]) == (before[two], before[one])
    assert desk.locator("table.draft").bounding_box() == top
    assert desk.locator(".dragged, .over").count() == 0


def test_the_bye_is_dragged_to_somebody_else(desk: Page, draft: Round) -> None:
    alone, other = at(draft, None, 0), at(draft, 2, 0)
    name(desk, alone).drag_to(name(desk, other))
    expect(desk.locator("#last-step")).to_contain_text("have changed places")
    assert seating(draft)[other] == (None, 0)


def test_a_table_is_dragged_to_another(desk: Page, draft: Round) -> None:
    before = seating(draft)
    first = at(draft, 1, 0)
    desk.locator('th[data-table="1"]').drag_to(desk.locator('th[data-table="4"]'))
    expect(desk.locator("#last-step")).to_contain_text("The game of table 1 is at table 4 now.")
    assert seating(draft)[first] == (4, before[first][1])


def test_y_locks_the_name_in_focus_and_the_rest_is_paired_round_it(desk: Page, draft: Round) -> None:
    one, two = at(draft, 1, 0), at(draft, 2, 1)
    desk.keyboard.press("s")
    desk.keyboard.type(str(one))
    desk.keyboard.press("Tab")
    desk.keyboard.type(str(two))
    desk.keyboard.press("Enter")
    expect(desk.locator("#last-step")).to_be_focused()
    opponent = at(draft, 2, 0)
    desk.locator(f"#e{one}").focus()
    desk.keyboard.press("y")
    expect(desk.locator(f"tr:has(#e{one})")).to_have_class("locked")
    expect(desk.locator(f"#e{one}")).to_be_focused()
    desk.locator("#e1").evaluate("node => node.blur()")
    desk.keyboard.press("a")
    expect(desk.locator("#last-step")).to_contain_text("All that is not locked was paired again.")
    after = seating(draft)
    assert after[one][0] == after[opponent][0]
    assert Pairing.objects.filter(round=draft, locked=True).count() == 1


def test_steps_are_taken_back_one_by_one_with_u(desk: Page, draft: Round) -> None:
    before = seating(draft)
    one, two, three = at(draft, 1, 0), at(draft, 3, 1), at(draft, 4, 0)
    name(desk, one).drag_to(name(desk, two))
    expect(desk.locator("#last-step")).to_contain_text(f"{one} Player")
    name(desk, three).drag_to(name(desk, two))
    expect(desk.locator("#last-step")).to_contain_text(f"{three} Player")
    desk.keyboard.press("u")
    expect(desk.locator("#last-step")).to_contain_text(f"{one} Player")
    desk.keyboard.press("u")
    expect(desk.locator("#last-step")).to_contain_text("Nothing was changed since it was paired.")
    assert settled(lambda: seating(draft), before, desk) == before
    desk.keyboard.press("q")
    expect(desk.locator(".steps li.undone")).to_have_count(2)
    assert DraftStep.objects.filter(round=draft).count() == 5


def test_a_round_that_cannot_be_is_paired_by_one_button(page: Page, live_site: str) -> None:
    division = make_division(names=list("ABCD"))
    for other in "BCD":
        rule_add(
            division_id=division.pk,
            kind="forbidden",
            one=entry_named(division, "A").pk,
            other=entry_named(division, other).pk,
            actor=TEST,
        )
    page.set_viewport_size({"width": 360, "height": 740})
    log_in(page, live_site, cast(division.tournament).director)
    page.goto(f"{live_site}/desk/{division.tournament.slug}/{division.slug}/rounds/1/")
    page.get_by_role("button", name="Pair round 1").click()
    expect(page.get_by_text("1 A can meet nobody.")).to_be_visible()
    assert sideways(page) <= 0
    page.get_by_role("button", name="Let 1 A and 2 B meet").click()
    expect(page.locator("#last-step")).to_be_visible()
    assert (
        seating(Round.objects.get(division=division))[1][0] == seating(Round.objects.get(division=division))[2][0]
    )
