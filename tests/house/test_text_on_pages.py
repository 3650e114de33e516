"""No page, form or problem of the API says a word of the program's that is not translated.

The pages are shown in a language made for this (tests/support/pseudo.py) and hold no Latin letter of their own
(tests/support/stage.py): a Latin letter outside the brackets is a word that went past the translation.
"""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest

from tests.house.test_text_has_a_translation import SAME
from tests.support.actors import ANONYMOUS, DIRECTOR, PLAYER_INSIDE, SUPERUSER
from tests.support.html import Node, read, said
from tests.support.pseudo import bracketed, listening, pseudo_locale, unbracketed
from tests.support.stage import OWN, Stage
from tests.web import route_table as table
from tests.web.route_table import API, FRAGMENT, MOVE, PAGE, ROUTES

# Tells pytest-django to make the database; the rows are the stage's.
pytestmark = pytest.mark.django_db

#: Names and codes that are the same in every language.
ALLOWED = re.compile(
    r"\b(?:Kradan|A-Math|Summy)\b|\br-[0-9a-f]{16}\b"
    r"|\b[a-z_]+(?:\.[a-z_]+)+"  # a code of the API
    r"|\b(?:own|hidden|foreign)-event(?:-[a-z]+)?\b|\bfederation\b"  # the stage's addresses
)
#: What JSON calls a value's kind, in the framework's own sentences.
JSON_KINDS = re.compile(r"\b(?:bool|dict|float|int|list|null|str|NoneType)\b")
#: Members of a problem document that are for people.
SAID_BY_API = ("title", "detail", "message", "hint")
PAGES = [name for name, row in ROUTES.items() if row.ours and row.get and row.kind in (PAGE, FRAGMENT)]
DOORS = [
    (name, method)
    for name, row in ROUTES.items()
    for method in ("POST", "PUT", "PATCH", "DELETE")
    if row.ours and row.access(method) and row.kind != MOVE
]


def untranslated(html: str) -> list[str]:
    found = []
    for where, text in said(html):
        left = ALLOWED.sub(" ", unbracketed(text))
        if re.search(r"[A-Za-z]", left):
            found.append(f"{text[:80]!r} in {where}")
    return found


def readers(access: table.Access) -> list[str]:
    return [actor for actor in (DIRECTOR, SUPERUSER, ANONYMOUS, PLAYER_INSIDE) if actor in access.allowed][:2]


@pytest.mark.parametrize("name", PAGES)
def test_no_page_has_a_word_past_the_translation(stage: Stage, name: str) -> None:
    access = ROUTES[name].get
    assert access is not None
    actors = {ANONYMOUS} if ROUTES[name].moves else {*readers(access), *({ANONYMOUS} & access.allowed)}
    for actor in sorted(actors):
        with pseudo_locale():
            answer = stage.ask(actor, "GET", table.path(name, stage.scenes[OWN]), follow=True)
        assert answer.status_code == 200
        assert "⟦" in answer.content.decode()
        assert untranslated(answer.content.decode()) == [], f"as {actor}"


def sendings(stage: Stage, name: str, method: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """By whom and what: nothing; then whatever no field wants, in each form of the page."""
    row = ROUTES[name]
    access = row.access(method)
    assert access is not None
    actor = ANONYMOUS if row.moves else readers(access)[0]
    if row.kind == API:
        for body in (
            "{",
            "{}",
            "[]",
            '{"name": 5, "entry": {}}',
            '{"name": null, "names": [], "scores": {"1": "x"}}',
        ):
            yield actor, {"data": body, "content_type": "application/json"}
        return
    yield actor, {}
    if method != "POST" or row.get is None:
        return
    path = table.path(name, stage.scenes[OWN])
    root, _faults = read(stage.ask(actor, "GET", path).content.decode())
    for form in root.walk():
        if form.tag != "form" or form.attributes.get("method", "").lower() != "post":
            continue
        if form.attributes.get("action", "") in ("", path):
            yield actor, {"data": garbage(form)}


def garbage(form: Node) -> dict[str, str]:
    """A form filled with what no field wants, its hidden parts as they are."""
    values = {}
    for node in form.walk():
        name, kind = node.attributes.get("name"), node.attributes.get("type", "text")
        if not name or name == "csrfmiddlewaretoken" or kind in ("checkbox", "radio", "file"):
            continue
        values[name] = node.attributes.get("value", "") if kind == "hidden" else "๔๐๐.๕ ☂"
    return values


@pytest.mark.parametrize(("name", "method"), DOORS)
def test_nothing_wrong_is_told_in_another_language(stage: Stage, name: str, method: str) -> None:
    path = table.path(name, stage.scenes[OWN])
    for actor, options in sendings(stage, name, method):
        with pseudo_locale():
            answer = stage.ask(actor, method, path, **options)
        assert answer.status_code < 500
        if ROUTES[name].kind == API:
            assert words_of(answer) == [], options
        elif "html" in answer.headers.get("Content-Type", ""):
            assert untranslated(answer.content.decode()) == [], options


def words_of(answer: Any) -> list[str]:
    if answer.status_code < 400:
        return []
    assert "json" in answer.headers["Content-Type"], answer.headers["Content-Type"]

    def walk(node: Any, name: str = "") -> Iterator[str]:
        if isinstance(node, dict):
            for key, value in node.items():
                yield from walk(value, key)
        elif isinstance(node, list):
            for value in node:
                yield from walk(value, name)
        elif isinstance(node, str) and name in SAID_BY_API:
            yield node

    return [
        text
        for text in walk(json.loads(answer.content))
        if re.search("[A-Za-z]", JSON_KINDS.sub("", ALLOWED.sub("", unbracketed(text))))
    ]


def test_no_answer_needs_a_text_that_thai_does_not_have(stage: Stage) -> None:
    """Also the texts of the frameworks, which are not in our sources but in our answers."""
    heard: dict[str, str] = {}
    sent = [(door, *sending) for door in DOORS for sending in sendings(stage, *door)]
    thai = {"headers": {"accept-language": "th"}}
    with listening(heard):
        for name in PAGES:
            access = ROUTES[name].get
            assert access is not None
            actor = ANONYMOUS if ROUTES[name].moves else readers(access)[0]
            stage.ask(actor, "GET", table.path(name, stage.scenes[OWN]), follow=True, **thai)
        for (name, method), actor, options in sent:
            stage.ask(actor, method, table.path(name, stage.scenes[OWN]), **options, **thai)
    assert len(heard) > 100
    same = SAME | {"A-Math", "Summy"}
    english = {
        text
        for text, answer in heard.items()
        if answer == text and text not in same and re.search("[A-Za-z]{2}", ALLOWED.sub("", text))
    }
    assert english == set(), "a framework's own text goes into common/borrowed_texts.py"


def test_the_language_made_for_this_shows_what_is_filled_in() -> None:
    assert bracketed("A win %(win)s, <b>a tie</b> {x}.") == "⟦A win ⟧%(win)s, <b>⟦a tie⟧</b> {x}."
    assert unbracketed("⟦By ⟧ match points ⟦.⟧").split() == ["match", "points"]
    assert untranslated('<p title="x">⟦fine⟧ <kbd>E</kbd> Kradan</p>') == ["'x' in title of <p> (line 1)"]
