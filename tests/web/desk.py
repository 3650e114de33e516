"""The desk as a browser without scripts sees it, and as htmx asks it."""

import html
import re
from typing import Any

from django.test import Client
from django.urls import reverse

from players.models import User
from tournaments.models import Division

HTMX = {"HX-Request": "true"}


def logged_in(user: User) -> Client:
    client = Client()
    client.force_login(user, "django.contrib.auth.backends.ModelBackend")
    return client


def at(division: Division, name: str, *rest: object) -> str:
    return reverse(f"desk:{name}", args=[division.tournament.slug, division.slug, *rest])


def text_of(answer: Any) -> str:
    """What a reader sees of an answer: no tags, single spaces."""
    shown = re.sub(r"<(script|style)\b.*?</\1>", " ", answer.content.decode(), flags=re.DOTALL)
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", shown)).split())


def middle_of(answer: Any) -> str:
    """The same, of the middle column alone."""
    page = answer.content.decode()
    start = page.index('<div class="desk-middle">')
    end = page.index('<aside class="todo"')
    shown = html.unescape(re.sub(r"<[^>]+>", " ", page[start:end]))
    return " ".join(shown.split())


def value_of(answer: Any, name: str) -> str:
    """What stands in the first box of a name."""
    for tag in re.findall(r"<input[^>]*>", answer.content.decode()):
        if f'name="{name}"' in tag:
            found = re.search(r'value="([^"]*)"', tag)
            return html.unescape(found[1]) if found else ""
    raise AssertionError(f"no box {name}")
