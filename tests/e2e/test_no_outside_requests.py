"""The demo's every page in a real browser: nothing from outside, nothing refused by the CSP, nothing broken."""

from typing import Any
from urllib.parse import urlsplit

import pytest
from django.conf import settings
from django.test import Client

from players.models import User
from players.services import player_create
from ratings.models import RatedEvent, RatingList
from ratings.selectors.played import played_games
from ratings.services import list_enqueue
from ratings.services.demo import FEDERATION, OPEN, demo_load
from ratings.tasks import recompute_list
from tests.factories import TEST, make_user
from tests.web import route_table as table
from tests.web.route_table import FRAGMENT, PAGE, ROUTES
from tournaments.models import Device, Division, Pairing, Role
from tournaments.services.demo import SCHOOL_SLUG
from tournaments.services.identities import players_merge

pytestmark = [pytest.mark.browser, pytest.mark.postgres]

#: Pages that a link opens once, whose parts are the other pages' parts; and the demo's contention is still to come.
NOT_IN_THE_DEMO = {"join", "password_reset_confirm", "desk:contention"}
PAGES = [name for name, row in ROUTES.items() if row.get is not None and row.kind in (PAGE, FRAGMENT)]


def demo_addresses() -> dict[str, str]:
    """Every page's address in the demo, by the name of its row."""
    demo_load()
    for found in RatingList.objects.exclude(slug=FEDERATION):
        recompute_list(list_enqueue(found.pk).pk)
    junior, senior = Division.objects.filter(tournament__slug=SCHOOL_SLUG).order_by("pk")
    rated = RatedEvent.objects.get(rating_list__slug=OPEN, division=junior)
    disputed = Pairing.objects.filter(round__division=senior, results__state="disputed").first()
    bye = Pairing.objects.filter(round__division=junior, round__number=1, table=None).first()
    assert disputed is not None
    assert bye is not None
    values = {
        "slug": SCHOOL_SLUG,
        "division": junior.slug,
        "entry": junior.entries.order_by("number")[0].number,
        "player": junior.entries.order_by("number")[0].members.get().player.number,
        "round": 4,
        "closed": 3,
        "draft": 5,
        "table": 1,
        "first_table": 1,
        "busy": senior.slug,
        "busy_round": 5,
        "disputed": disputed.table,
        "sheet": 3,
    }
    scene: Any = Told(values, rated)
    scene.special |= officers_addresses(rated)
    met = played_games(junior.entries.order_by("number")[0].members.get().player)[0]
    scene.special["ratings:player_against"] = {"other": met.opponents[0].number}
    device = Device.objects.filter(tournament__slug=SCHOOL_SLUG).order_by("pk").first()
    assert device is not None
    scene.special["desk:device"] = {"pk": device.pk}
    alone = {"closed": 1, "round": 1, "bye": bye.seats.get().entry.number}
    scene.special |= {"desk:bye": alone, "desk:why_bye": alone}
    return {name: table.path(name, scene) for name in PAGES if name not in NOT_IN_THE_DEMO}


def officers_addresses(rated: RatedEvent) -> dict[str, dict[str, Any]]:
    """What the pages of rating officers are asked for, by route."""
    run = rated.rating_list.current_run
    assert run is not None
    own = {"rating_list": rated.rating_list.slug, "rated_event": rated.pk, "rating_run": run.pk}
    kept, gone, third = (player_create(name=f"Nobody {n}") for n in range(3))
    change = players_merge(keep_id=kept.pk, gone_id=gone.pk, actor=TEST, reason="the same person")
    return {
        **{name: own for name in PAGES if name.startswith("ratings_desk:")},
        "ratings_desk:identity_undo": {"change": change.pk},
        "ratings_desk:merge": {"player": kept.number, "gone": third.number},
        "ratings_desk:person": {"player": kept.number},
        "ratings_desk:split": {"player": kept.number},
        "ratings_desk:import": {"slug": rated.rating_list.slug},
        "ratings_desk:members": {"slug": FEDERATION},
    }


class Told:
    """What :func:`table.path` needs to know of an event."""

    def __init__(self, values: dict[str, Any], rated: RatedEvent) -> None:
        self.values = values
        listed = {"slug": rated.rating_list.slug}
        self.special = {
            "ratings:event": {**listed, "round": rated.pk},
            "ratings:why": {**listed, "round": rated.pk},
            **dict.fromkeys(("ratings:list", "ratings:events", "ratings:player_list"), listed),
        }

    def values_for(self, route: str) -> dict[str, Any]:
        return {**self.values, **self.special.get(route, {})}


def log_in(context: Any, site: str, user: User) -> None:
    """A session as the login page makes it, without typing the password on every page."""
    browser = Client()
    browser.force_login(user, "django.contrib.auth.backends.ModelBackend")
    cookie = browser.cookies[settings.SESSION_COOKIE_NAME].value
    context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": cookie, "url": site}])


class Watch:
    """Whatever a page complains about while it is shown."""

    def __init__(self, page: Any, site: str) -> None:
        self.page, self.site = page, site
        self.faults: list[str] = []
        page.on("console", self._console)
        page.on("pageerror", lambda error: self.faults.append(f"script: {error}"))
        page.on("requestfailed", self._lost)
        page.on("request", self._request)
        page.on("response", self._response)

    def _console(self, message: Any) -> None:
        if message.type in ("error", "warning"):
            self.faults.append(f"{message.type}: {message.text}")

    def _request(self, request: Any) -> None:
        if not request.url.startswith((self.site, "data:", "blob:")):
            self.faults.append(f"outside: {request.url}")

    def _lost(self, request: Any) -> None:
        if "ERR_ABORTED" not in str(request.failure):  # the page was left before its icon was there
            self.faults.append(f"lost: {request.url} {request.failure}")

    def _response(self, response: Any) -> None:
        if response.status >= 400:
            self.faults.append(f"{response.status}: {response.url}")

    def visit(self, path: str) -> None:
        answer = self.page.goto(self.site + path, wait_until="load")
        if answer.status != 200:
            self.faults.append(f"{answer.status}: {path}")

    def rest(self) -> list[str]:
        """Everything there is to say, once what scripts asked for after loading is in."""
        self.page.wait_for_load_state("networkidle")
        return self.faults

    def sideways(self) -> bool:
        wide: bool = self.page.evaluate("document.documentElement.scrollWidth > window.innerWidth")
        return wide


@pytest.mark.parametrize(
    ("reader", "language"), [("anonymous", "en"), ("anonymous", "th"), ("director", "th"), ("officer", "th")]
)
def test_no_page_asks_for_anything_outside_or_scrolls_sideways_on_a_phone(
    live_site: str, context: Any, outside_requests: list[str], reader: str, language: str
) -> None:
    addresses = demo_addresses()
    context.add_cookies([{"name": settings.LANGUAGE_COOKIE_NAME, "value": language, "url": live_site}])
    if reader == "officer":
        log_in(context, live_site, User.objects.get(username="officer"))
    if reader == "director":
        director = Role.objects.filter(tournament__slug=SCHOOL_SLUG, role=Role.Kind.DIRECTOR).first()
        assert director is not None
        log_in(context, live_site, director.user)
        addresses.pop("login")  # sends on whoever is logged in
    if reader == "officer":
        addresses = {name: path for name, path in addresses.items() if ROUTES[name].get is table.OFFICE}
    else:
        actor = table.ANONYMOUS if reader == "anonymous" else table.DIRECTOR
        addresses = {name: path for name, path in addresses.items() if actor in _readers(name)}
    assert len(addresses) > {"director": 35, "officer": 15}.get(reader, 12)
    page = context.new_page()
    page.set_viewport_size({"width": 360, "height": 780})
    watch = Watch(page, live_site)
    wide = []
    for name, path in addresses.items():
        watch.visit(path)
        if ROUTES[name].ours and watch.sideways():
            wide.append(path)
    assert (watch.rest(), outside_requests, wide) == ([], [], [])


def _readers(name: str) -> frozenset[str]:
    access = ROUTES[name].get
    return access.allowed if access is not None else frozenset()


def test_the_admin_keeps_to_the_same_rules(live_site: str, context: Any) -> None:
    demo_load()
    log_in(context, live_site, make_user("root", is_superuser=True, is_staff=True))
    watch = Watch(context.new_page(), live_site)
    for path in ("/admin/", "/admin/tournaments/tournament/"):
        watch.visit(path)
    assert watch.rest() == []


def test_the_document_of_the_api_can_be_read_offline(live_site: str, context: Any) -> None:
    page = context.new_page()
    page.goto(live_site + "/api/v1/docs")
    page.locator(".opblock").first.wait_for()
    assert page.locator(".opblock").count() > 10
    hosts = {
        urlsplit(url).netloc for url in page.evaluate("performance.getEntriesByType('resource').map(e => e.name)")
    }
    assert hosts <= {urlsplit(live_site).netloc}
