"""PINs at the desk: slips to print, who is locked, a new one; and a player's own."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from common.errors import DomainError
from common.models import LogEntry
from tests.factories import TEST, make_division, make_tournament, make_user, publish_round
from tests.support.html import faults
from tests.web.desk import logged_in, text_of
from tournaments.models import Division, Entry
from tournaments.services.pins import pin_check, pins_show
from tournaments.services.registration import entry_withdraw

pytestmark = pytest.mark.django_db
PIN = re.compile(r'<p class="pin">([0-9]{6})</p>')


@pytest.fixture
def division() -> Division:
    director = make_user("dao")
    return make_division(make_tournament(director=director, slug="cup"), slug="open", entries=5)


@pytest.fixture
def desk(division: Division) -> Client:
    from players.models import User

    return logged_in(User.objects.get(username="dao"))


def at(name: str, *rest: object) -> str:
    return reverse(f"desk:{name}", args=["cup", "open", *rest])


def pins(page: Any) -> list[str]:
    return PIN.findall(page.content.decode())


def guess(entry: Entry, times: int = 5) -> None:
    for n in range(times):
        with pytest.raises(DomainError):
            pin_check(entry=entry, pin="x", ip=f"10.0.0.{n}", actor=TEST)


def form(desk: Client, **more: str) -> dict[str, str]:
    day = desk.get(at("pins")).context["form"]["day"].initial
    return {"who": "all", "day": day, **more}


def test_slips_are_shown_in_answer_to_a_press_and_are_the_right_ones(desk: Client, division: Division) -> None:
    ask = desk.get(at("pins"))
    assert pins(ask) == []
    assert faults(ask.content.decode()) == []
    sheet = desk.post(at("pins"), form(desk))
    assert sheet.status_code == 201
    assert "no-store" in sheet["Cache-Control"]
    assert faults(sheet.content.decode()) == []
    entries = division.entries.select_related("division__tournament").order_by("number")
    for entry, pin in zip(entries, pins(sheet), strict=True):
        pin_check(entry=entry, pin=pin, ip="10.0.0.1", actor=TEST)
    assert pins(desk.post(at("pins"), form(desk))) == pins(sheet), "printed again, the same"
    assert LogEntry.objects.filter(action="pins.shown").count() == 2


def test_slips_of_a_round_are_in_the_order_of_its_tables_without_the_bye(desk: Client, division: Division) -> None:
    publish_round(division, 1)
    sheet = desk.post(at("pins"), form(desk, who="1"))
    assert re.findall(r"Table (\d)", text_of(sheet)) == ["1", "1", "2", "2"]
    assert len(pins(sheet)) == 4


def test_who_has_withdrawn_gets_no_slip(desk: Client, division: Division) -> None:
    entry_withdraw(entry_id=division.entries.get(number=2).pk, actor=TEST)
    assert len(pins(desk.post(at("pins"), form(desk)))) == 4


@pytest.mark.parametrize("change", [{"who": "7"}, {"day": "2020-01-01"}, {"day": "x"}, {"who": ""}])
def test_a_round_or_day_that_is_not_there_is_asked_back(desk: Client, division: Division, change: Any) -> None:
    page = desk.post(at("pins"), form(desk, **change))
    assert page.status_code == 422
    assert pins(page) == []


def test_a_locked_pin_needs_a_hand_and_gets_a_new_one(desk: Client, division: Division) -> None:
    entry = division.entries.select_related("division__tournament").get(number=3)
    [old] = [slip.pin for slip in pins_show(division=division, entries=[entry], actor=TEST)]
    guess(entry)
    page = desk.get(at("entries"))
    assert "1 PIN is locked" in text_of(page)
    assert "Locked" in text_of(desk.get(at("pins")))
    [new] = pins(desk.post(at("pin_reset", 3)))
    assert new != old
    pin_check(entry=entry, pin=new, ip="10.0.0.77", actor=TEST)
    assert "locked" not in text_of(desk.get(at("entries")))


def test_tries_are_told_before_it_comes_to_that(desk: Client, division: Division) -> None:
    guess(division.entries.select_related("division__tournament").get(number=3), times=2)
    assert "2 wrong of 5" in text_of(desk.get(at("pins")))


def test_an_empty_division_says_so(desk: Client, division: Division) -> None:
    make_division(division.tournament, slug="juniors")
    page = desk.get(reverse("desk:pins", args=["cup", "juniors"]))
    assert "as soon as it is entered" in text_of(page)
    assert faults(page.content.decode()) == []


def own(number: int) -> str:
    return reverse("tournaments:entry_pin", args=["cup", "open", number])


def test_a_player_sees_the_own_pin_and_nobody_elses(division: Division, client: Client) -> None:
    entry = division.entries.select_related("division__tournament").get(number=1)
    user = make_user("mali")
    player = entry.members.get().player
    player.user = user
    player.save()
    phone = logged_in(user)
    assert own(1) in phone.get(reverse("tournaments:entry", args=["cup", "open", 1])).content.decode()
    assert own(2) not in phone.get(reverse("tournaments:entry", args=["cup", "open", 2])).content.decode()
    assert pins(phone.get(own(1))) == []
    page = phone.post(own(1))
    assert faults(page.content.decode()) == []
    [pin] = pins(page)
    pin_check(entry=entry, pin=pin, ip="10.0.0.1", actor=TEST)
    assert "no-store" in page["Cache-Control"]
    for method in ("get", "post"):
        assert getattr(phone, method)(own(2)).status_code == 404
        assert getattr(logged_in(make_user()), method)(own(1)).status_code == 404
        assert getattr(client, method)(own(1)).status_code == 302
    assert LogEntry.objects.filter(action="pin.shown").count() == 1
    assert own(1) not in client.get(reverse("tournaments:entry", args=["cup", "open", 1])).content.decode()
