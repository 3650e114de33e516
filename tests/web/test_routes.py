"""Who is answered where: every route × everybody of the permission matrix (tests/web/route_table.py)."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.test import Client

from tests.support.actors import ACTORS, ANONYMOUS, DIRECTOR, OTHER_DIRECTOR, PLAYER_INSIDE, SUPERUSER
from tests.support.stage import FOREIGN, HIDDEN, OWN, Stage
from tests.web import route_table as table
from tests.web.route_table import API, FILE, FRAGMENT, LOGIN, METHODS, MOVE, OK, PAGE, ROUTES, is_login

# Tells pytest-django to make the database; the rows are the stage's.
pytestmark = pytest.mark.django_db

MISSING_SLUG = "no-such-event"
# What an answer may say of the address that was asked, and what is different every time.
_SPECIAL = re.compile(
    r'r-[0-9a-f]{16}|csrfmiddlewaretoken" value="[^"]*"|"X-CSRFToken": "[^"]*"|name="next" value="[^"]*"'
)


def verdict(answer: Any, *, kind: str = PAGE, reading: bool = False) -> int | str:
    """``ok``, ``login`` or the status of a refusal."""
    if is_login(answer):
        return LOGIN
    if reading:
        fine = (200, 301, 302) if kind == MOVE else (200, 304)
        return OK if answer.status_code in fine else int(answer.status_code)
    bad = answer.status_code in (401, 403, 404, 405) or answer.status_code >= 500
    return int(answer.status_code) if bad else OK


def body(answer: Any, path: str, *slugs: str) -> str:
    """What the answer says, whatever address was asked."""
    text = _SPECIAL.sub("", answer.content.decode())
    for word in (path, *slugs):
        text = text.replace(word, "…")
    return text


def test_every_route_has_a_row_and_every_row_a_route() -> None:
    there = set(table.names())
    rows = {table.plain(name) for name in ROUTES}
    assert there - rows == set(), "a route without a row in tests/web/route_table.py: say who may go there"
    assert rows - there == set(), "a row without a route"


def test_the_matrix_for_people_says_the_same() -> None:
    page = Path(settings.BASE_DIR, "docs", "permissions.md")
    assert page.read_text("utf-8") == table.matrix(), "run: python -m tests.web.route_table > docs/permissions.md"


@pytest.mark.parametrize(
    ("name", "scene"),
    [(name, OWN) for name in ROUTES] + [(name, HIDDEN) for name, row in ROUTES.items() if row.of_event],
)
def test_everybody_gets_what_the_table_says(stage: Stage, name: str, scene: str) -> None:
    row = ROUTES[name]
    path = table.path(name, stage.scenes[scene])
    wrong = []
    for method in METHODS:
        access = row.access(method)
        if access is None:
            continue
        for actor in ACTORS:
            answer = stage.ask(actor, method, path, **sent(row, method, stage.scenes[scene].values))
            got = verdict(answer, kind=MOVE if row.moves else row.kind, reading=method == "GET")
            want = access.expects(actor, hidden=scene == HIDDEN)
            if got != want:
                wrong.append(f"{method} {path} as {actor}: {got}, not {want}")
    assert wrong == []


def sent(row: table.Row, method: str, values: Mapping[str, Any]) -> dict[str, Any]:
    """Next to nothing: a right is not decided by what is sent."""
    if method == "GET":
        return {}
    if row.kind == API:
        return {"data": {}, "content_type": "application/json"}
    return {"data": {key: values.get(value, value) for key, value in row.data.items()}} if method == "POST" else {}


@pytest.mark.parametrize("name", [name for name, row in ROUTES.items() if row.ours and not row.moves])
def test_a_method_that_the_table_does_not_know_is_405(stage: Stage, name: str) -> None:
    row = ROUTES[name]
    path = table.path(name, stage.scenes[OWN])
    got = {
        (method, actor): stage.ask(actor, method, path).status_code
        for method in METHODS
        if row.access(method) is None
        for actor in (SUPERUSER,)
    }
    assert {who: status for who, status in got.items() if status != 405} == {}


@pytest.mark.parametrize("name", [name for name, row in ROUTES.items() if row.in_event])
def test_a_hidden_event_is_answered_like_a_missing_one(stage: Stage, name: str) -> None:
    row = ROUTES[name]
    scene = stage.scenes[HIDDEN]
    for method in METHODS:
        access = row.access(method)
        if access is None or "slug" not in table.parameters(name):
            continue
        for actor in (ANONYMOUS, PLAYER_INSIDE, OTHER_DIRECTOR):
            if access.expects(actor, hidden=True) in (OK, 403):
                continue
            here, nowhere = table.path(name, scene), table.path(name, scene, slug=MISSING_SLUG)
            answer, missing = stage.ask(actor, method, here), stage.ask(actor, method, nowhere)
            assert answer.status_code == missing.status_code, f"{method} as {actor}"
            assert body(answer, here, scene.tournament.slug) == body(missing, nowhere, MISSING_SLUG), (
                f"{method} as {actor}"
            )


@pytest.mark.parametrize("name", [name for name, row in ROUTES.items() if row.in_event])
def test_a_foreign_events_ids_are_not_there(stage: Stage, name: str) -> None:
    """A director puts what another event has into the address of his own, part by part."""
    row = ROUTES[name]
    foreign, own = stage.scenes[FOREIGN], stage.scenes[OWN]
    parts = [part for part in table.parameters(name) if part not in ("slug", "version")]
    for method in METHODS:
        if row.access(method) is None:
            continue
        for part in parts:
            if part == "game" and method == "GET":
                continue  # a public game is everybody's to read, whoever's it is
            theirs, nobodys = (
                table.path(name, own, **{part: value})
                for value in (_foreign(part, name, own, foreign), _unheard(_foreign(part, name, own, foreign)))
            )
            answer, missing = (stage.ask(DIRECTOR, method, path) for path in (theirs, nobodys))
            assert answer.status_code == 404, f"{method} {theirs}"
            assert body(answer, theirs) == body(missing, nobodys)


def _foreign(part: str, name: str, own: Any, foreign: Any) -> Any:
    """A value of the other event's that this one does not have."""
    known, theirs = own.values_for(table.plain(name)), foreign.values_for(table.plain(name))
    value = theirs.get(ROUTES[name].values.get(part, part))
    if value is None or value == known.get(ROUTES[name].values.get(part, part)):
        return 4321  # numbers count from 1 in each division; a high one stands for theirs
    return value


def _unheard(value: Any) -> Any:
    return value + 54321 if isinstance(value, int) else f"{MISSING_SLUG}-either"


@pytest.mark.parametrize(
    ("name", "method"),
    [
        (name, method)
        for name, row in ROUTES.items()
        for method in METHODS
        if method != "GET" and row.access(method) is not None and row.csrf
    ],
)
def test_nothing_is_changed_without_the_forms_token(stage: Stage, name: str, method: str) -> None:
    path = table.path(name, stage.scenes[OWN])
    client = Client(enforce_csrf_checks=True, raise_request_exception=False)
    client.force_login(stage.users[SUPERUSER], "django.contrib.auth.backends.ModelBackend")
    answer = getattr(client, method.lower())(path)
    assert answer.status_code == 403
    if ROUTES[name].kind == API:
        assert answer.json()["code"] == "auth.csrf_failed"


@pytest.mark.parametrize("actor", [ANONYMOUS, DIRECTOR])
def test_an_address_that_nobody_made_is_404(stage: Stage, actor: str) -> None:
    answer = stage.ask(actor, "GET", "/no/such/page/")
    assert answer.status_code == 404
    assert "<h1" in answer.content.decode()


def test_moves_and_pages_are_told_apart() -> None:
    assert {row.kind for row in ROUTES.values()} <= {PAGE, FRAGMENT, FILE, MOVE, API}
