"""The officer's pages of imports and the ratings taken anew, with long Thai names: nothing scrolls sideways."""

import datetime
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from ratings.models import RatingList
from ratings.services.imports import external_import, ratings_read, starts_import
from tests.e2e.hall import LAPTOP, PHONE, log_in, sideways
from tests.factories import TEST, fixed_round, make_division, make_entry, make_tournament, make_user

pytestmark = [pytest.mark.browser, pytest.mark.postgres]
LONG = "พระบาทสมเด็จพระปรเมนทรมหามงกุฎ สุทธสมมติเทพยพงศ์ {}"
DAY = datetime.date(2026, 1, 31)


@pytest.fixture
def lists(live_site: str) -> list[RatingList]:
    own = RatingList.objects.create(slug="amath", name="เอแม็ท ประชาชนทั่วไป", ruleset="amath")
    official = RatingList.objects.create(
        slug="official", name="สมาคมครอสเวิร์ดเกม เอแม็ท คำคม และซูโดกุแห่งประเทศไทย", ruleset="amath", system="external"
    )
    division = make_division(make_tournament(slug="cup"), slug="open")
    for number in range(1, 5):
        make_entry(division, LONG.format(number), rating=1234 if number == 4 else None)
    rows = "\n".join(f"{LONG.format(number)},{1500 + number}.25" for number in range(1, 5))
    file = ratings_read(own, f"name,rating\n{rows}\n".encode(), filename="starts.csv")
    starts_import(list_id=own.pk, file=file, as_of=DAY, actor=TEST)
    rows = "\n".join(f"TH-2026-000{number},{LONG.format(number)},{1500 + number}" for number in range(1, 9))
    file = ratings_read(official, f"id,name,rating\n{rows}\n".encode(), filename="a long name of a file 2026.csv")
    external_import(list_id=official.pk, file=file, as_of=DAY, actor=TEST)
    fixed_round(division, 1, [(LONG.format(1), LONG.format(2)), (LONG.format(3), LONG.format(4))])
    return [own, official]


@pytest.mark.parametrize("size", [PHONE, LAPTOP], ids=["phone", "laptop"])
def test_nothing_scrolls_sideways_and_a_file_goes_from_a_look_to_the_list(
    lists: list[RatingList],
    live_site: str,
    page: Page,
    tmp_path: Path,
    size: Any,
) -> None:
    page.set_viewport_size(size)
    log_in(page, live_site, make_user("root", is_superuser=True, is_staff=True))
    for path in (
        "/desk/ratings/imports/",
        "/desk/ratings/imports/official/members/",
        "/desk/ratings/repin/cup/open/",
    ):
        page.goto(f"{live_site}{path}")
        assert sideways(page) == 0, path
    file = tmp_path / "more.csv"
    file.write_text(f"name,rating\n{LONG.format(1)},1700\n{LONG.format('ใหม่')},1400\n")
    page.goto(f"{live_site}/desk/ratings/imports/amath/")
    page.set_input_files("input[type=file]", str(file))
    page.get_by_role("button", name="ดูก่อน").or_(page.get_by_role("button", name="Look at it first")).click()
    assert sideways(page) == 0
    page.locator("button[data-key=a]").click()
    expect(page.locator(".message").first).to_be_visible()
    assert lists[0].starts.filter(rating=1700, replaced_by=None).count() == 1
