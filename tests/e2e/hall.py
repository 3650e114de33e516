"""A director's laptop and a scorer's tablet: a page that is logged in, at an event under way."""

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.test import Client
from playwright.sync_api import Page

from players.models import User

LAPTOP = {"width": 1366, "height": 768}
TABLET = {"width": 1024, "height": 768}
PHONE = {"width": 360, "height": 740}


def log_in(page: Page, site: str, user: User) -> Page:
    """With a session of this process, which the site reads from the same database."""
    client = Client()
    client.force_login(user, "django.contrib.auth.backends.ModelBackend")
    session = client.cookies[settings.SESSION_COOKIE_NAME].value
    page.context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": session, "url": site}])
    return page


def settled(what: Callable[[], Any], wanted: Any, page: Page, tries: int = 100) -> Any:
    """Ask until the answer is the one that is wanted, or give the last answer back."""
    for _try in range(tries):
        if (got := what()) == wanted:
            return got
        page.wait_for_timeout(50)
    return got


def sideways(page: Page) -> int:
    """By how many pixels the page is wider than its window."""
    return page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
