"""Fault 46: a device's token on every address of another event answers as if that event were not there."""

import re
from typing import Any

import pytest

from tests.support.actors import ANONYMOUS
from tests.support.stage import FOREIGN, HIDDEN, OWN, Stage
from tests.web import route_table as table
from tests.web.route_table import API, METHODS, ROUTES

# Tells pytest-django to make the database; the rows are the stage's.
pytestmark = pytest.mark.django_db

_OWN_WORDS = re.compile(r"r-[0-9a-f]{16}")
#: Whatever names an event, a game of it or a thing of it.
OF_EVENTS = [
    name
    for name, row in ROUTES.items()
    if row.kind == API
    and {"slug", "game", "device", "job"} & set(table.parameters(name))
    # Lists are everybody's, and what they tell of an event is only what everybody may know.
    and not name.startswith("api:rating-")
]


def ask(stage: Stage, method: str, path: str) -> Any:
    token = stage.scenes[OWN].special["device"]["token"]
    body = {} if method == "GET" else {"data": {}, "content_type": "application/json"}
    return stage.ask(ANONYMOUS, method, path, headers={"authorization": f"Bearer {token}"}, **body)


def said(answer: Any, *words: str) -> str:
    text = _OWN_WORDS.sub("", answer.content.decode())
    for word in words:
        text = text.replace(word, "…")
    return text


def test_there_are_many_such_addresses() -> None:
    assert len(OF_EVENTS) > 25


@pytest.mark.parametrize("scene", [FOREIGN, HIDDEN])
@pytest.mark.parametrize("name", OF_EVENTS)
def test_nothing_of_another_event_is_told_to_a_device(stage: Stage, name: str, scene: str) -> None:
    theirs = stage.scenes[scene]
    for method in METHODS:
        if ROUTES[name].access(method) is None:
            continue
        there = table.path(name, theirs)
        if "slug" in table.parameters(name):
            nowhere = table.path(name, theirs, slug="no-such-event")
        else:
            nowhere = table.path(name, theirs, **dict.fromkeys(table.parameters(name), 987654321))
        answer, missing = ask(stage, method, there), ask(stage, method, nowhere)
        assert (answer.status_code, missing.status_code) == (404, 404), f"{method} {there}"
        assert said(answer, there) == said(missing, nowhere), f"{method} {there}"


def test_the_same_token_is_somebody_at_home(stage: Stage) -> None:
    home = stage.scenes[OWN]
    for name in ("api:tournament", "api:access", "api:entries", "api:pairings", "api:standings", "api:device-me"):
        assert ask(stage, "GET", table.path(name, home)).status_code == 200, name
