"""A scorer types a whole round without touching the mouse, in a real browser."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.hall import LAPTOP, log_in, settled
from tests.factories import TEST, cast, make_division, publish_round
from tournaments.models import Pairing, Result, Round
from tournaments.services.reports import Report
from tournaments.services.results import result_enter

pytestmark = [pytest.mark.browser, pytest.mark.postgres]


@pytest.fixture
def round_(live_site: str) -> Round:
    return publish_round(make_division(entries=16), 1)


@pytest.fixture
def complaints(page: Page) -> Iterator[list[str]]:
    said: list[str] = []
    page.on("pageerror", lambda error: said.append(str(error)))
    page.on("console", lambda message: said.append(message.text) if message.type == "error" else None)
    yield said
    assert said == []


@pytest.fixture
def line(page: Page, live_site: str, round_: Round) -> Page:
    """The page of results with a scorer before it; whatever is typed from here on is typed blind."""
    division = round_.division
    page.set_viewport_size(LAPTOP)
    page.set_default_timeout(10_000)
    log_in(page, live_site, cast(division.tournament).scorer)
    page.goto(f"{live_site}/desk/{division.tournament.slug}/{division.slug}/rounds/1/results/")
    expect(page.locator("#line-table")).to_be_focused()
    return page


def stored(round_: Round) -> dict[int, tuple[int, int | None]]:
    live = Result.objects.filter(pairing__round=round_, state__in=Result.LIVE).exclude(pairing__table=None)
    return {result.pairing.table or 0: (result.first_final, result.second_final) for result in live}


def test_a_whole_round_without_a_pause(line: Page, round_: Round, complaints: list[str]) -> None:
    """No wait anywhere: keys pressed while an answer is on its way are kept."""
    wanted = {table: (400 + table, 300 - table) for table in range(1, 9)}
    for first, second in wanted.values():
        line.keyboard.press("Enter")
        line.keyboard.type(str(first))
        line.keyboard.press("Enter")
        line.keyboard.type(str(second))
        line.keyboard.press("Enter")
    expect(line.locator("#left")).to_contain_text("Every result is in.")
    assert settled(lambda: stored(round_), wanted, line) == wanted
    assert set(Result.objects.values_list("version", "state")) == {(1, "confirmed")}
    expect(line.locator("#echoes li").first).to_contain_text("408 – 292")


def test_slips_in_any_order_by_number_name_and_entry_number(
    line: Page, round_: Round, complaints: list[str]
) -> None:
    seats = {table: Pairing.objects.get(round=round_, table=table).seats.order_by("place") for table in (5, 3, 7)}
    second_of_three = seats[3][1].entry.full_name
    number_of_seven = seats[7][0].entry.number
    for typed, score in (("5", 350), (second_of_three, 360), (f"*{number_of_seven}", 370)):
        line.keyboard.type(typed)
        line.keyboard.press("Enter")
        line.keyboard.type(str(score))
        line.keyboard.press("Enter")
        line.keyboard.type("-5")
        line.keyboard.press("Enter")
    wanted = {5: (350, -5), 3: (360, -5), 7: (370, -5)}
    assert settled(lambda: stored(round_), wanted, line) == wanted


def test_a_whole_name_is_that_person_though_longer_names_begin_with_it(line: Page, round_: Round) -> None:
    # "Player 7 1" is the beginning of "Player 7 10" to "Player 7 16" too.
    seat = Pairing.objects.filter(round=round_, seats__entry__number=1).get().seats.get(entry__number=1)
    line.keyboard.type(seat.entry.full_name)
    line.keyboard.press("Enter")
    expect(line.locator("#line-first")).to_be_focused()
    for score in ("360", "340"):
        line.keyboard.type(score)
        line.keyboard.press("Enter")
    wanted = {seat.pairing.table: (360, 340)}
    assert settled(lambda: stored(round_), wanted, line) == wanted


def test_names_and_spread_are_shown_as_it_is_typed(line: Page, round_: Round, complaints: list[str]) -> None:
    first, second = (seat.entry for seat in Pairing.objects.get(round=round_, table=4).seats.order_by("place"))
    line.keyboard.type("4")
    expect(line.locator("label[for=line-first]")).to_contain_text(f"{first.number} {first.full_name}")
    expect(line.locator("label[for=line-first]")).to_contain_text("starts")
    expect(line.locator("label[for=line-second]")).to_contain_text(f"{second.number} {second.full_name}")
    line.keyboard.press("Enter")
    line.keyboard.type("388")
    line.keyboard.press("Enter")
    line.keyboard.type("412")
    expect(line.locator("#line-said")).to_have_text(f"{second.full_name} +24")
    line.keyboard.type("0")
    expect(line.locator("#line-said")).to_contain_text("unusual")


def test_what_cannot_be_a_score_stays_in_its_box_and_is_not_sent(line: Page, round_: Round) -> None:
    line.keyboard.press("Enter")
    for odd in ("", "400.5", "๔๐๐", "4 00", "99999", "1e3"):
        line.locator("#line-first").fill(odd)
        line.keyboard.press("Enter")
        expect(line.locator("#line-first")).to_be_focused()
        expect(line.locator("#line-first")).to_have_value(odd)
        expect(line.locator("#line-said")).to_contain_text("A whole number from −9999 to 9999, in digits 0-9.")
    assert stored(round_) == {}


def test_a_name_that_fits_several_tables_lists_them(line: Page, round_: Round) -> None:
    line.keyboard.type("player")
    expect(line.locator("#line-said")).to_have_text("Tables that fit: 1, 2, 3, 4, 5, 6, 7, 8")
    line.keyboard.press("Enter")
    expect(line.locator("#line-table")).to_be_focused()
    line.keyboard.press("ArrowDown")
    expect(line.locator("#line-table")).to_have_value("1")
    line.keyboard.press("ArrowDown")
    expect(line.locator("#line-table")).to_have_value("2")


def test_control_z_takes_the_last_one_back_and_puts_its_table_into_the_line(
    line: Page, round_: Round, complaints: list[str]
) -> None:
    line.keyboard.type("6")
    for typed in ("", "400", "300"):
        line.keyboard.type(typed)
        line.keyboard.press("Enter")
    expect(line.locator("#echoes li").first).to_contain_text("400 – 300")
    line.keyboard.press("Control+z")
    expect(line.locator("#line-table")).to_have_value("6")
    expect(line.locator("#line-first")).to_be_focused()
    assert stored(round_) == {}
    line.keyboard.type("401")
    line.keyboard.press("Enter")
    line.keyboard.type("300")
    line.keyboard.press("Enter")
    assert settled(lambda: stored(round_), {6: (401, 300)}, line) == {6: (401, 300)}


def test_control_z_while_the_last_one_is_on_its_way_takes_back_that_one(line: Page, round_: Round) -> None:
    for typed in ("", "400", "300"):
        line.keyboard.type(typed)
        line.keyboard.press("Enter")
    expect(line.locator("#echoes [data-undo]")).to_have_count(1)

    held: list[Any] = []
    line.route(
        "**/results/", lambda route: held.append(route) if route.request.method == "POST" else route.continue_()
    )
    for typed in ("", "500", "300"):
        line.keyboard.type(typed)
        line.keyboard.press("Enter")
    line.keyboard.press("Control+z")
    assert settled(lambda: len(held), 1, line) == 1
    held[0].continue_()
    expect(line.locator("#line-table")).to_have_value("2")
    expect(line.locator("#line-first")).to_be_focused()
    assert settled(lambda: stored(round_), {1: (400, 300)}, line) == {1: (400, 300)}
    assert Result.objects.get(first_final=500).reason == "undone"


def test_a_table_that_somebody_else_entered_shows_both_values_and_the_typist_chooses(
    line: Page, round_: Round
) -> None:
    result_enter(
        pairing_id=Pairing.objects.get(round=round_, table=1).pk,
        report=Report(first=421, second=388),
        actor=TEST,
        source=Result.Source.DESK,
        expected_version=0,
    )
    for typed in ("", "412", "388"):
        line.keyboard.type(typed)
        line.keyboard.press("Enter")
    problem = line.locator("#echoes .problem")
    expect(problem).to_contain_text("Which one stands?")
    expect(problem).to_contain_text("412 – 388")
    expect(problem).to_contain_text("421 – 388")
    expect(line.locator("#line-table")).to_be_focused()  # the next slip is not typed into the question
    assert stored(round_) == {1: (421, 388)}
    problem.locator("[name=reason]").fill("The slip says 412.")
    problem.locator("[name=reason]").press("Enter")
    assert settled(lambda: stored(round_), {1: (412, 388)}, line) == {1: (412, 388)}
    expect(line.locator("#echoes li").first).to_contain_text("412 – 388")


def test_a_site_that_does_not_answer_loses_nothing(line: Page, round_: Round) -> None:
    def lost(route: Any) -> None:
        route.abort() if route.request.method == "POST" else route.continue_()

    line.route("**/results/", lost)
    for typed in ("", "412", "388"):
        line.keyboard.type(typed)
        line.keyboard.press("Enter")
    problem = line.locator("#echoes .problem")
    expect(problem).to_contain_text("Not saved. The site did not answer.")
    expect(problem).to_contain_text("412 – 388")
    line.unroute("**/results/", lost)
    problem.get_by_role("button").click()
    assert settled(lambda: stored(round_), {1: (412, 388)}, line) == {1: (412, 388)}
    expect(line.locator("#echoes .problem")).to_have_count(0)


def test_a_session_that_ended_is_said_at_the_line_and_goes_on_after_a_new_login(
    line: Page, live_site: str, round_: Round
) -> None:
    line.context.clear_cookies()
    for typed in ("", "412", "388"):
        line.keyboard.type(typed)
        line.keyboard.press("Enter")
    problem = line.locator("#echoes .problem")
    expect(problem).to_contain_text("Not saved. You are logged out")
    assert stored(round_) == {}

    other = log_in(line.context.new_page(), live_site, cast(round_.division.tournament).scorer)
    other.goto(line.url)
    problem.get_by_role("button").click()
    assert settled(lambda: stored(round_), {1: (412, 388)}, line) == {1: (412, 388)}
