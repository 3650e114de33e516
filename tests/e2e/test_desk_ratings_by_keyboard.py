"""A rating officer returns an event without the mouse, and watches the bar of a run, in a real browser."""

import datetime
from collections.abc import Iterator

import pytest
from django.contrib.auth.models import Group, Permission
from playwright.sync_api import Page, expect

from players.models import User
from ratings.models import RatedEvent, RatingRun
from ratings.services import list_create
from tests.e2e.hall import LAPTOP, PHONE, log_in, settled, sideways
from tests.factories import TEST, make_user
from tests.services.ratings.support import event_of, played_division

pytestmark = [pytest.mark.browser, pytest.mark.postgres]


@pytest.fixture
def officer(live_site: str) -> User:
    user = make_user()
    group, _made = Group.objects.get_or_create(name="Rating officers")
    group.permissions.add(Permission.objects.get(codename="officer", content_type__app_label="ratings"))
    user.groups.add(group)
    return user


@pytest.fixture
def desk(page: Page, live_site: str, officer: User) -> Iterator[Page]:
    said: list[str] = []
    page.on("pageerror", lambda error: said.append(str(error)))
    page.set_viewport_size(LAPTOP)
    page.set_default_timeout(10_000)
    log_in(page, live_site, officer)
    yield page
    assert said == []


@pytest.fixture
def waiting(live_site: str) -> RatedEvent:
    list_create(name="Official", slug="official", ruleset="amath", accepts_by_itself=False, actor=TEST)
    return event_of(played_division("AB", [("A", "B", 400, 300)], starts_on=datetime.date(2026, 3, 1)))


def test_an_event_is_returned_by_keyboard(desk: Page, live_site: str, waiting: RatedEvent) -> None:
    desk.goto(f"{live_site}/desk/ratings/events/{waiting.pk}/")
    desk.keyboard.press("t")
    expect(desk.locator("#id_reason")).to_be_focused()
    desk.keyboard.type("Round 2 is missing")
    desk.keyboard.press("Enter")
    expect(desk.locator(".message.success")).to_contain_text("is returned to its director")
    waiting.refresh_from_db()
    assert (waiting.state, waiting.reason) == ("refused", "Round 2 is missing")


def test_the_bar_moves_and_gives_way_to_the_figures(desk: Page, live_site: str, waiting: RatedEvent) -> None:
    run = RatingRun.objects.create(
        rating_list=waiting.rating_list, algorithm="glicko_margin@1", parameters={}, code="", done=2, total=8
    )
    desk.goto(f"{live_site}/desk/ratings/runs/{run.pk}/")
    bar = desk.locator("#bar")
    assert bar.get_attribute("value") == "2"
    RatingRun.objects.update(done=6)
    assert settled(lambda: bar.get_attribute("value"), "6", desk) == "6"
    RatingRun.objects.update(state=RatingRun.State.DONE, events=8)
    expect(desk.locator(".eyebrow .badge").first).to_have_text("done")
    expect(bar).to_have_count(0)


@pytest.mark.parametrize("name", ["", "lists/", "lists/official/", "new/", "events/", "runs/", "log/"])
def test_no_page_is_wider_than_a_phone(desk: Page, live_site: str, waiting: RatedEvent, name: str) -> None:
    desk.set_viewport_size(PHONE)
    desk.goto(f"{live_site}/desk/ratings/{name}")
    assert sideways(desk) == 0
