"""Empty pages and refusals speak the reader's language and are built like any other."""

from typing import Any

import pytest
from django.test import Client

from players.models import User
from tests import factories
from tests.factories import make_division, make_entry, make_tournament
from tests.house.test_text_on_pages import untranslated
from tests.support.html import faults
from tests.support.pseudo import pseudo_locale
from tests.support.stage import HAND
from tournaments.models import Role

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _made_by_a_name_without_latin(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(factories, "TEST", HAND)


@pytest.fixture
def director() -> User:
    return User.objects.create_user(username="ผู้ใช้", password="number-tiles", display_name="คุณ")


@pytest.fixture
def clients(director: User) -> dict[str, Client]:
    logged_in = Client()
    logged_in.force_login(director, "django.contrib.auth.backends.ModelBackend")
    return {"anonymous": Client(), "director": logged_in}


def well(answer: Any) -> list[str]:
    html = answer.content.decode()
    assert "⟦" in html
    return untranslated(html) + faults(html)


@pytest.mark.parametrize("path", ["/", "/events/", "/players/", "/ratings/", "/desk/", "/account/"])
def test_a_site_without_anything(clients: dict[str, Client], path: str) -> None:
    for client in clients.values():
        with pseudo_locale():
            answer = client.get(path, follow=True)
        assert answer.status_code == 200
        assert well(answer) == []


@pytest.mark.parametrize("stage", ["no division", "no entry", "one entry", "registered"])
def test_an_event_that_has_only_begun(clients: dict[str, Client], director: User, stage: str) -> None:
    event = make_tournament(slug="own-event", name="งาน", public=True)
    Role.objects.create(user=director, tournament=event, role=Role.Kind.DIRECTOR)
    paths = ["/events/own-event/", "/desk/own-event/", "/desk/own-event/staff/"]
    if stage != "no division":
        division = make_division(event, name="รุ่น", slug="own-event-open")
        for number in range({"no entry": 0, "one entry": 1}.get(stage, 4)):
            make_entry(division, f"ผู้เล่น {'กขคง'[number]}")
        division_paths = ("", "entries/", "standings/")
        paths += [f"/events/own-event/own-event-open/{more}" for more in division_paths]
        paths += [f"/desk/own-event/own-event-open/{more}" for more in ("entries/", "rounds/1/", "settings/")]
    for path in paths:
        for name, client in clients.items():
            if name == "anonymous" and path.startswith("/desk"):
                continue
            with pseudo_locale():
                answer = client.get(path, follow=True)
            assert answer.status_code == 200, path
            assert well(answer) == [], path


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/no/such/page/", 404),
        ("/join/nothing-like-this/", 404),
        ("/desk/own-event/edit/", 403),
        ("/account/reset/MQ/a-b/", 410),
    ],
)
def test_a_refusal(clients: dict[str, Client], director: User, path: str, status: int) -> None:
    event = make_tournament(slug="own-event", name="งาน")
    Role.objects.create(user=director, tournament=event, role=Role.Kind.VIEWER)
    with pseudo_locale():
        answer = clients["director"].get(path)
    assert answer.status_code == status
    assert well(answer) == []


def test_a_form_without_its_token() -> None:
    with pseudo_locale():
        answer = Client(enforce_csrf_checks=True).post("/account/login/", {})
    assert answer.status_code == 403
    assert well(answer) == []


def test_a_name_that_is_locked_out() -> None:
    with pseudo_locale():
        for _attempt in range(9):
            answer = Client().post("/account/login/", {"username": "ใคร", "password": "ผิด"})
    assert answer.status_code == 429
    assert well(answer) == []


def test_a_search_that_finds_nobody(clients: dict[str, Client], director: User) -> None:
    event = make_tournament(slug="own-event", name="งาน", public=True)
    Role.objects.create(user=director, tournament=event, role=Role.Kind.DIRECTOR)
    make_division(event, name="รุ่น", slug="own-event-open", names=["ผู้เล่น ก"])
    for path in (
        "/events/",
        "/players/",
        "/desk/",
        "/events/own-event/own-event-open/entries/",
        "/desk/own-event/own-event-open/entries/",
        "/desk/own-event/log/",
    ):
        with pseudo_locale():
            answer = clients["director"].get(path, {"q": "ไม่มีใคร"})
        assert answer.status_code == 200
        assert well(answer) == [], path
