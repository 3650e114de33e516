"""The desk's rounds on a phone, a tablet and a laptop: nothing scrolls sideways, fingers hit, taps work."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.hall import LAPTOP, PHONE, TABLET, log_in, settled, sideways
from tests.factories import TEST, cast, enter, make_division, make_entry, publish_round
from tournaments.models import Division, Result
from tournaments.pairing.plan import preset_plan
from tournaments.services.constraints import absence_set, rule_add
from tournaments.services.draft_steps import draft_lock, draft_swap
from tournaments.services.drafts import round_pair
from tournaments.services.plans import plan_set
from tournaments.services.registration import entry_update
from tournaments.services.reports import Report
from tournaments.services.results import result_enter

pytestmark = [pytest.mark.browser, pytest.mark.postgres]
LONG = "พระบาทสมเด็จพระปรเมนทรมหามงกุฎ สุทธสมมติเทพยพงศ์ {}"
SCHOOL = "โรงเรียนสาธิตมหาวิทยาลัยศรีนครินทรวิโรฒ ประสานมิตร (ฝ่ายมัธยม)"


@pytest.fixture
def division(live_site: str) -> Division:
    """Long names, a round under way with reports that wait and one that is disputed, and a draft elsewhere."""
    division = make_division()
    for number in range(1, 13):
        make_entry(division, LONG.format(number), club=SCHOOL)
    tables = list(publish_round(division, 1).pairings.order_by("table"))
    enter(tables[0], 412, 388)
    for place, score in ((0, 341), (1, 351)):
        result_enter(
            pairing_id=tables[1].pk,
            report=Report(first=355, second=score),
            actor=TEST,
            source=Result.Source.PLAYER,
            reported_by_place=place,
        )
    return division


@pytest.fixture
def draft(division: Division) -> Division:
    other = make_division(division.tournament)
    for number in range(1, 14):
        make_entry(other, LONG.format(f"{number}ก"), club=SCHOOL)
    made = round_pair(division_id=other.pk, number=1, actor=TEST, seed=1)
    one, two, three = (seat.entry for seat in made.seats.select_related("entry").order_by("entry__number")[:3])
    draft_swap(round_id=made.pk, entry_a=one.pk, entry_b=two.pk, actor=TEST)
    draft_lock(round_id=made.pk, entry=one.pk, actor=TEST)
    plan_set(division_id=other.pk, plan=preset_plan("contention_day"), actor=TEST)
    rule_add(division_id=other.pk, kind="forbidden", one=one.pk, other=two.pk, reason=SCHOOL, actor=TEST)
    absence_set(entry_id=three.pk, round_number=2, kind="requested_bye", reason=SCHOOL, actor=TEST)
    entry_update(entry_id=three.pk, table=1, set_table=True, actor=TEST)
    return other


def pages(division: Division, draft: Division) -> list[str]:
    slug = division.tournament.slug
    here, there = f"/desk/{slug}/{division.slug}/rounds", f"/desk/{slug}/{draft.slug}/rounds"
    return [
        *(f"{here}/1/", f"{here}/1/results/", f"{here}/1/tables/1/", f"{here}/1/tables/2/", f"{here}/1/close/"),
        *(f"{here}/1/delete/", f"{here}/2/", f"{there}/1/", f"{there}/1/publish/"),
        *(f"/desk/{slug}/{draft.slug}/{page}/" for page in ("schedule", "constraints")),
    ]


@pytest.fixture
def opened(new_context: Callable[..., Any], live_site: str, division: Division) -> Callable[..., Page]:
    def open_page(size: dict[str, int], *, touch: bool, locale: str = "en-GB") -> Page:
        page = new_context(has_touch=touch, is_mobile=touch, locale=locale).new_page()
        page.set_viewport_size(size)
        page.set_default_timeout(10_000)
        return log_in(page, live_site, cast(division.tournament).director)

    return open_page


@pytest.mark.parametrize(("size", "touch"), [(PHONE, True), (TABLET, True), (LAPTOP, False)])
@pytest.mark.parametrize("locale", ["en-GB", "th-TH"])
def test_nothing_scrolls_sideways_and_fingers_hit(
    opened: Callable[..., Page],
    live_site: str,
    division: Division,
    draft: Division,
    size: dict[str, int],
    touch: bool,
    locale: str,
) -> None:
    page = opened(size, touch=touch, locale=locale)
    for path in pages(division, draft):
        assert page.goto(live_site + path).status == 200
        assert sideways(page) <= 0, path
        for fold in page.locator("summary.button, details.parts > summary").all():
            if fold.is_visible():
                fold.click()
        assert sideways(page) <= 0, f"{path} unfolded"
        if touch:
            assert page.evaluate(SMALL) == [], path


#: What a finger must hit in the middle column and is lower than 44 pixels.
SMALL = """() => [...document.querySelectorAll('.desk-middle :is(.button, label.pick, .progress-line a,'
    + ' input:not([type=hidden], [type=checkbox], [type=radio]), select, .choices label, .check label, .keep)')]
    .filter((node) => node.offsetParent && node.getBoundingClientRect().height < 43.5)
    .map((node) => `${node.className} ${node.name ?? ''} ${node.textContent.trim().slice(0, 20)}`)"""


def test_a_result_is_entered_by_taps_on_a_tablet(
    opened: Callable[..., Page], live_site: str, division: Division
) -> None:
    page = opened(TABLET, touch=True)
    page.goto(f"{live_site}/desk/{division.tournament.slug}/{division.slug}/rounds/1/results/")
    page.locator("#t5 .who.b").tap()
    expect(page.locator("#line-table")).to_have_value("5")
    expect(page.locator("#line-first")).to_be_focused()
    page.locator("#line-first").fill("12")
    page.locator("#line-first + .sign").tap()
    expect(page.locator("#line-first")).to_have_value("-12")
    page.locator("#line-second").fill("30")
    page.get_by_role("button", name="Save").tap()

    def stored() -> list[tuple[int, int | None]]:
        found = Result.objects.filter(pairing__round__division=division, pairing__table=5)
        return list(found.values_list("first_final", "second_final"))

    assert settled(stored, [(-12, 30)], page) == [(-12, 30)]
    expect(page.locator("#t5 .score").first).to_have_text("−12")


def test_a_dispute_is_settled_with_one_press(
    opened: Callable[..., Page], live_site: str, division: Division
) -> None:
    page = opened(LAPTOP, touch=False)
    page.goto(f"{live_site}/desk/{division.tournament.slug}/{division.slug}/rounds/1/results/")
    page.locator("#waiting").get_by_role("button", name="355 – 341").click()
    expect(page.locator("#t2")).to_contain_text("Confirmed")
    expect(page.locator("#waiting li")).to_have_count(0)
    expect(page.locator("#todo")).not_to_contain_text("Disputed")
    expect(page.locator("#line-table")).to_be_focused()


def test_the_parts_of_a_score_add_up_as_they_are_typed(
    opened: Callable[..., Page], live_site: str, division: Division
) -> None:
    page = opened(LAPTOP, touch=False)
    page.goto(f"{live_site}/desk/{division.tournament.slug}/{division.slug}/rounds/1/tables/3/")
    page.locator("summary", has_text="Parts of the score").first.click()
    expect(page.locator("#id_second_plays")).to_be_visible()
    for name, typed in (("plays", "300"), ("bingos", "2"), ("rack", "-5"), ("overtime", "-10")):
        page.locator(f"#id_first_{name}").fill(typed)
    expect(page.locator("#id_first")).to_have_value("365")
    expect(page.locator("output").first).to_have_text("365 · adds up")
    page.locator("#id_first").fill("375")
    expect(page.locator("output").first).to_contain_text("differs from the score by +10")
    page.get_by_label("Forfeit", exact=True).check()
    expect(page.locator("#id_first")).not_to_be_visible()
    expect(page.locator("#id_winner")).to_be_visible()
    page.get_by_label("Played", exact=True).check()
    expect(page.locator("#id_first")).to_have_value("375")
