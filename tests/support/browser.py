"""The system's Chromium, kept from talking to anything but the site under test."""

import os
import shutil
from typing import Any
from urllib.parse import urlsplit

CURE = "install Chromium (Debian: apt install chromium fonts-thai-tlwg), or name it in KRADAN_CHROMIUM"
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
]
INSIDE = {"127.0.0.1", "localhost", "::1"}


def chromium() -> str | None:
    """The browser's path, or None."""
    named = os.environ.get("KRADAN_CHROMIUM")
    if named:
        return named if os.access(named, os.X_OK) else None
    names = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome")
    return next(filter(None, map(shutil.which, names)), None)


def goes_outside(url: str) -> bool:
    """Whether a request would leave this machine."""
    parts = urlsplit(url)
    return parts.scheme in {"http", "https", "ws", "wss"} and parts.hostname not in INSIDE


def keep_inside(context: Any, seen: list[str]) -> None:
    """Refuse each outside request of a Playwright context, and write it down in ``seen``."""

    def judge(route: Any) -> None:
        if goes_outside(route.request.url):
            seen.append(route.request.url)
            route.abort()
        else:
            route.continue_()

    context.route("**/*", judge)
