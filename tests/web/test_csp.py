"""Every page: nothing inline, nothing from outside, and built so that everybody can use it."""

from typing import Any

import pytest
from django.conf import settings

from tests.support.actors import ANONYMOUS, DIRECTOR, PLAYER_INSIDE, SUPERUSER
from tests.support.html import faults
from tests.support.stage import OWN, Stage
from tests.web import route_table as table
from tests.web.route_table import FRAGMENT, PAGE, ROUTES

# Tells pytest-django to make the database; the rows are the stage's.
pytestmark = pytest.mark.django_db

PAGES = [name for name, row in ROUTES.items() if row.get is not None and row.kind in (PAGE, FRAGMENT)]
OUR_PAGES = [name for name in PAGES if ROUTES[name].ours]


def policy_of(answer: Any) -> dict[str, list[str]]:
    parts = answer.headers.get("Content-Security-Policy", "").split(";")
    return {name: values for name, *values in (part.split() for part in parts if part.strip())}


def readers(name: str) -> list[str]:
    """Who shows most of a page, and who shows least."""
    access = ROUTES[name].get
    assert access is not None
    if ROUTES[name].moves:
        return [ANONYMOUS]
    return [actor for actor in (SUPERUSER, DIRECTOR, ANONYMOUS, PLAYER_INSIDE) if actor in access.allowed] or [
        ANONYMOUS
    ]


@pytest.mark.parametrize("name", [name for name, row in ROUTES.items() if row.get is not None])
def test_every_answer_forbids_inline_and_outside(stage: Stage, name: str) -> None:
    answer = stage.ask(readers(name)[0], "GET", table.path(name, stage.scenes[OWN]))
    policy = policy_of(answer)
    assert policy["default-src"] == ["'none'"]
    assert policy["script-src"] == policy["style-src"] == ["'self'"]
    assert policy["frame-ancestors"] == policy["base-uri"] == policy["object-src"] == ["'none'"]
    for name_, values in policy.items():
        for value in values:
            assert value in ("'self'", "'none'", "data:"), f"{name_} lets in {value}"
            assert value != "data:" or name_ == "img-src"
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["X-Frame-Options"] == "DENY"
    assert answer.headers["Referrer-Policy"] == "same-origin"


@pytest.mark.parametrize("language", [code for code, _name in settings.LANGUAGES])
@pytest.mark.parametrize("name", OUR_PAGES)
def test_every_page_is_well_built(stage: Stage, name: str, language: str) -> None:
    for actor in readers(name):
        path = table.path(name, stage.scenes[OWN])
        answer = stage.ask(actor, "GET", path, headers={"accept-language": language}, follow=True)
        html = answer.content.decode()
        assert faults(html, language=language, whole=ROUTES[name].kind == PAGE) == [], f"as {actor}"


@pytest.mark.parametrize(
    "name", [name for name, row in ROUTES.items() if row.post is not None and row.kind == PAGE]
)
def test_a_form_sent_back_is_well_built_too(stage: Stage, name: str) -> None:
    """What is wrong is tied to its field, and the page is still whole."""
    access = ROUTES[name].post
    assert access is not None
    actor = next(who for who in (DIRECTOR, SUPERUSER, ANONYMOUS, PLAYER_INSIDE) if who in access.allowed)
    answer = stage.ask(actor, "POST", table.path(name, stage.scenes[OWN]))
    if "html" in answer.headers.get("Content-Type", "") and answer.status_code != 302:
        assert faults(answer.content.decode(), whole=b"<html" in answer.content) == []


@pytest.mark.parametrize("language", [code for code, _name in settings.LANGUAGES])
@pytest.mark.parametrize("address", ["/no/such/page/", "/desk/no-such-event/"])
def test_a_refusal_is_a_page_like_any_other(stage: Stage, address: str, language: str) -> None:
    answer = stage.ask(DIRECTOR, "GET", address, headers={"accept-language": language})
    assert answer.status_code == 404
    assert faults(answer.content.decode(), language=language) == []
    assert policy_of(answer)["script-src"] == ["'self'"]


def test_the_checks_find_what_they_look_for() -> None:
    bad = """<!doctype html><html><head><title> · x</title><style>b{}</style></head><body onload="x()">
    <p style="color:red" id="a">x</p><p id="a">x</p><script>1</script><img src="//elsewhere/x.png">
    <input name="q"><button></button><h3>late</h3><main></main><nav></nav><form method="post"></form>
    <label for="nobody">x</label><a>x</a></body></html>"""
    found = " ; ".join(faults(bad))
    for part in (
        *("lang is ''", "title is", "a style sheet", "onload=", "style=", "id 'a' is there 2 times"),
        *("a script in the page", "goes outside", "no label for", "no words in <button>", "0 h1"),
        *("a navigation without a name", "a form without the token", "points nowhere", "a link to nowhere"),
    ):
        assert part in found, part
