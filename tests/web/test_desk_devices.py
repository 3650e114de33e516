"""The desk's devices: a code shown once, a sheet for the whole hall, and what ends a device says what is lost."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from common.actor import Actor
from common.models import LogEntry
from common.tokens import token_read
from games.services.claims import claim_take
from tests.factories import TEST, enter, make_division, make_tournament, make_user, publish_round
from tests.support.html import faults
from tests.web.desk import text_of
from tournaments.models import Device, Tournament
from tournaments.services.devices import device_create, device_enrol
from tournaments.services.undo import result_undo

pytestmark = pytest.mark.django_db

HALL = Actor("user", "anonymous", ip="10.0.0.9")
CODE = re.compile(r"<code>([0-9A-Z]{4}(?:-[0-9A-Z]{4}){3})</code>")
RIGHTS = ["game:read", "game:record", "result:submit"]


@pytest.fixture
def desk(client: Client) -> Client:
    client.force_login(make_user("dao"))
    return client


@pytest.fixture
def event(desk: Client) -> Tournament:
    from players.models import User

    return make_tournament(director=User.objects.get(username="dao"), slug="cup")


def at(name: str, *rest: object) -> str:
    return reverse(f"desk:{name}", args=["cup", *rest])


def new(desk: Client, **more: Any) -> Any:
    return desk.post(at("device_new"), {"label": "Table 12", "tables": "12", "scopes": RIGHTS, **more})


def codes(page: Any) -> list[str]:
    return CODE.findall(page.content.decode())


def enrolled(event: Tournament, **more: Any) -> tuple[Device, str]:
    _device, code = device_create(tournament=event, label="Table 12", tables=[12], actor=TEST, **more)
    return device_enrol(code=code, app="amscore/1.4", actor=HALL)


def test_without_a_device_the_page_says_what_one_is_for(desk: Client, event: Tournament) -> None:
    page = desk.get(at("devices"))
    assert "records its table's games move by move" in text_of(page)
    assert at("device_tables") in page.content.decode()
    assert faults(page.content.decode()) == []


def test_a_new_device_is_a_qr_and_a_code_shown_once(desk: Client, event: Tournament) -> None:
    page = new(desk, tables="1, 4-7")
    html = page.content.decode()
    assert page.status_code == 201
    assert "no-store" in page["Cache-Control"]
    assert re.search(r"<svg[^>]*><path[^>]*d=", html)
    assert faults(html) == []
    [code] = codes(page)
    assert "1, 4–7" in text_of(page)
    # The address with the code is in the drawing alone, behind a #, and in no link that could be followed.
    assert f"#{code}" not in html
    assert "data-until=" in html
    assert code not in desk.get(at("devices")).content.decode()
    assert code not in desk.get(at("device", Device.objects.get().pk)).content.decode()
    device, _text = device_enrol(code=code, actor=HALL)
    assert device.tables == [1, 4, 5, 6, 7]
    assert device.scopes == RIGHTS


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"label": ""}, "label"),
        ({"tables": "x"}, "tables"),
        ({"tables": "7-4"}, "tables"),
        ({"tables": "0"}, "tables"),
        ({"tables": "๑๒"}, "tables"),
        ({"tables": "1-4000"}, "tables"),
        ({"scopes": []}, "scopes"),
        ({"scopes": ["tournament:direct"]}, "scopes"),
        ({"expires_at": "2020-01-01T00:00"}, "expires_at"),
        ({"division": "99999"}, "division"),
    ],
)
def test_a_fault_is_at_its_field(desk: Client, event: Tournament, change: dict[str, Any], field: str) -> None:
    page = new(desk, **change)
    assert page.status_code == 422
    assert set(page.context["form"].errors) == {field}
    assert faults(page.content.decode()) == []
    assert not Device.objects.exists()


def test_a_division_of_another_event_cannot_be_chosen(desk: Client, event: Tournament) -> None:
    foreign = make_division()
    assert set(new(desk, division=foreign.pk).context["form"].errors) == {"division"}


def test_a_sheet_has_a_code_for_each_table_and_leaves_those_in_use_alone(desk: Client, event: Tournament) -> None:
    division = make_division(event, slug="open")
    wish = {"division": division.pk, "first": "1", "last": "12", "scopes": RIGHTS}
    sheet = desk.post(at("device_tables"), wish)
    assert sheet.status_code == 201
    assert faults(sheet.content.decode()) == []
    first = codes(sheet)
    assert len(set(first)) == 12
    assert [device.label for device in Device.objects.order_by("pk")][:2] == ["Table 1", "Table 2"]
    device_enrol(code=first[2], actor=HALL)
    again = desk.post(at("device_tables"), {**wish, "last": "4"})
    assert len(codes(again)) == 3
    assert "In use already, left as they are: tables 3." in text_of(again)
    assert "New codes for the 11 devices that wait" in text_of(desk.get(at("devices")))
    assert len(codes(desk.post(at("device_codes")))) == 11
    assert Device.objects.count() == 12


@pytest.mark.parametrize(
    "change", [{"first": "5", "last": "4"}, {"first": "1", "last": "500"}, {"first": "", "last": "2"}]
)
def test_a_row_of_tables_that_cannot_be_is_asked_back(desk: Client, event: Tournament, change: Any) -> None:
    page = desk.post(at("device_tables"), {"scopes": RIGHTS, **change})
    assert page.status_code == 422
    assert not Device.objects.exists()


def test_where_nobody_waits_there_are_no_codes_to_print(desk: Client, event: Tournament) -> None:
    enrolled(event)
    page = desk.post(at("device_codes"), follow=True)
    assert "No device waits for a code." in text_of(page)


def test_the_list_says_who_was_seen_when_and_with_what(desk: Client, event: Tournament) -> None:
    _device, text = enrolled(event)
    token_read(text)
    device_create(tournament=event, label="Table 13", actor=TEST)
    shown = text_of(desk.get(at("devices")))
    assert re.search(r"Table 12 .*amscore/1.4 .*12 In use", shown)
    assert re.search(r"Table 13 .*all Code is out", shown)


def test_a_devices_page_says_what_is_lost_with_it(desk: Client, event: Tournament) -> None:
    division = make_division(event, entries=2)
    pairing = publish_round(division, 1).pairings.get()
    device, text = enrolled(event)
    token = token_read(text)
    assert token is not None
    claim_take(game_id=pairing.game_id, actor=Actor("token", "Table 12", token_id=token.pk), directs=False)
    page = desk.get(at("device", device.pk))
    assert "It is recording 1 game now" in text_of(page)
    assert token.id8 in page.content.decode()
    assert text.split("_")[3] not in page.content.decode()
    assert "games being recorded 1" in text_of(desk.get(at("devices_end")))
    enter(pairing, 400, 300)
    assert "It is recording" not in text_of(desk.get(at("device", device.pk))), "what is over is not lost"
    result_undo(pairing_id=pairing.pk, version=1, actor=TEST)
    assert "It is recording 1 game now" in text_of(desk.get(at("device", device.pk)))
    desk.post(at("device_end", device.pk))
    assert token_read(text) is None
    over = text_of(desk.get(at("devices")))
    assert "1 device that is over" in over
    assert "Revoke Table 12" not in text_of(desk.get(at("device", device.pk)))


def test_a_new_code_lets_the_old_tablet_go_on_and_a_roll_does_not(desk: Client, event: Tournament) -> None:
    device, text = enrolled(event)
    page = desk.post(at("device_code", device.pk))
    assert "goes on until somebody uses this code" in text_of(page)
    assert token_read(text) is not None
    [code] = codes(desk.post(at("device_roll", device.pk)))
    assert token_read(text) is None
    assert token_read(device_enrol(code=code, actor=HALL)[1]) is not None


def test_a_revoked_device_gets_no_code(desk: Client, event: Tournament) -> None:
    device, _text = enrolled(event)
    desk.post(at("device_end", device.pk))
    page = desk.post(at("device_code", device.pk), follow=True)
    assert "revoked or over" in text_of(page)
    assert codes(page) == []


def test_all_devices_are_revoked_after_a_page_that_counts_them(desk: Client, event: Tournament) -> None:
    _device, text = enrolled(event)
    device_create(tournament=event, label="Table 13", actor=TEST)
    ask = desk.get(at("devices_end"))
    assert faults(ask.content.decode()) == []
    assert token_read(text) is not None
    page = desk.post(at("devices_end"), follow=True)
    assert "2 devices are revoked." in text_of(page)
    assert token_read(text) is None


def test_another_events_device_is_not_there(desk: Client, event: Tournament) -> None:
    foreign, _code = device_create(tournament=make_tournament(), label="x", actor=TEST)
    assert desk.get(at("device", foreign.pk)).status_code == 404
    for name in ("device_code", "device_roll", "device_end"):
        assert desk.post(at(name, foreign.pk)).status_code == 404
    assert Device.objects.get().revoked_at is None


def test_a_code_made_on_this_computer_alone_says_so(desk: Client, event: Tournament, settings: Any) -> None:
    settings.ALLOWED_HOSTS = ["*"]
    wish = {"label": "Table 1", "scopes": RIGHTS}
    here = desk.post(at("device_new"), wish, headers={"host": "localhost:8000"})
    assert "works on this computer alone" in text_of(here)
    network = desk.post(at("device_new"), wish, headers={"host": "192.168.1.5:8000"})
    assert "works on this computer alone" not in text_of(network)
    assert "http://192.168.1.5:8000/enrol/" in text_of(network)


def test_the_log_reads_in_words(desk: Client, event: Tournament) -> None:
    device, _text = enrolled(event, scopes=["game:record"])
    shown = text_of(desk.get(at("log")))
    assert "Device enrolled" in shown
    assert "Device made" in shown
    assert "record its games, move by move" in shown
    assert LogEntry.objects.filter(object_kind="device", object_id=device.pk).count() == 2


def test_the_page_where_a_tablet_enrols_is_everybodys_and_holds_nothing(client: Client) -> None:
    page = client.get("/enrol/")
    assert page.status_code == 200
    assert faults(page.content.decode()) == []
    assert "js/enrol.js" in page.content.decode()
    assert client.post("/enrol/", {"code": "x"}).status_code == 405
