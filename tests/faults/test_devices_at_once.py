"""Faults 52 and 54 on a real PostgreSQL: two tablets use one code, many guess at once."""

from functools import partial
from typing import Any

import pytest

from common.actor import Actor
from common.log import chain_faults
from common.models import LogEntry, Token
from common.tokens import token_read
from tests.factories import TEST, make_division, make_tournament
from tests.faults.parallel import at_once
from tests.faults.test_two_at_once import codes
from tournaments.models import Device, EntryPin
from tournaments.services.codes import code_make
from tournaments.services.devices import (
    device_create,
    device_enrol,
    device_roll,
    devices_for_tables,
    devices_revoke_all,
)
from tournaments.services.pins import pin_check, pins_show

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]


def hall(number: int = 0) -> Actor:
    return Actor("user", "anonymous", ip=f"10.0.0.{number}")


def test_of_two_tablets_with_one_code_one_is_enrolled() -> None:  # fault 52
    event = make_tournament()
    _device, code = device_create(tournament=event, label="Table 12", actor=TEST)
    answers = at_once([partial(device_enrol, code=code, label=f"T{n}", actor=hall(n)) for n in range(6)])
    assert codes(answers) == {"ok": 1, "device.code_used": 5}
    assert Token.objects.count() == 1
    assert {answer.status for answer in answers if isinstance(answer, Exception)} == {410}
    assert LogEntry.objects.filter(action="device.enrolled").count() == 1
    assert list(chain_faults(event.log_chain)) == []


def test_wrong_codes_at_once_are_all_counted() -> None:  # fault 52
    event = make_tournament()
    _device, code = device_create(tournament=event, label="Table 12", actor=TEST)
    guesses = [partial(device_enrol, code=code[:5] + code_make()[5:], actor=hall(n)) for n in range(8)]
    assert codes(at_once(guesses)) == {"device.code_wrong": 8}
    assert Device.objects.get().code_tries == 5
    assert codes(at_once([partial(device_enrol, code=code, actor=hall(99))])) == {"device.code_locked": 1}
    assert LogEntry.objects.filter(action="device.code_locked").count() == 1


def test_from_one_address_no_more_than_five_guesses_are_looked_at() -> None:
    event = make_tournament()
    _device, code = device_create(tournament=event, label="Table 12", actor=TEST)
    guesses = [partial(device_enrol, code=code[:5] + code_make()[5:], actor=hall()) for _ in range(10)]
    assert codes(at_once(guesses)) == {"device.code_wrong": 5, "throttled": 5}


def test_pins_guessed_from_twenty_addresses_at_once_are_five_tries() -> None:  # fault 54
    entry = make_division(entries=2).entries.select_related("division__tournament").first()
    pin = pins_show(division=entry.division, entries=[entry], actor=TEST)[0].pin
    wrong = [f"{(int(pin) + 1 + n) % 1_000_000:06}" for n in range(20)]
    guesses: list[Any] = [
        partial(pin_check, entry=entry, pin=guess, ip=f"10.0.0.{n}", actor=TEST) for n, guess in enumerate(wrong)
    ]
    told = codes(at_once(guesses))
    assert told == {"pin.wrong": 4, "pin.locked": 16}
    assert EntryPin.objects.get().tries == 5
    last = partial(pin_check, entry=entry, pin=pin, ip="10.0.9.9", actor=TEST)
    assert codes(at_once([last])) == {"pin.locked": 1}
    assert LogEntry.objects.filter(action="pin.locked").count() == 1


def test_a_button_pressed_twice_makes_one_device_a_table() -> None:
    event = make_tournament()
    wish = partial(
        devices_for_tables, tournament=event, division=None, first=1, last=4, label="Table %(table)s", actor=TEST
    )
    assert codes(at_once([wish] * 4)) == {"ok": 4}
    assert sorted(device.tables[0] for device in Device.objects.all()) == [1, 2, 3, 4]


def test_a_roll_while_all_are_revoked_leaves_no_token_alive() -> None:
    event = make_tournament()
    device, code = device_create(tournament=event, label="Table 12", actor=TEST)
    _device, text = device_enrol(code=code, actor=hall())
    rolled, revoked = at_once(
        [
            partial(device_roll, tournament=event, device_id=device.pk, actor=TEST),
            partial(devices_revoke_all, tournament=event, actor=TEST),
        ]
    )
    assert revoked == 1
    assert token_read(text) is None
    assert isinstance(rolled, Exception) or token_read(rolled[1]) is None


def test_a_device_that_rolls_itself_many_times_at_once_has_the_one_token_that_it_was_told() -> None:
    """Also whoever rolls with a stolen token while a director does: the director's stands."""
    event = make_tournament()
    device, code = device_create(tournament=event, label="Table 12", actor=TEST)
    enrolled, _text = device_enrol(code=code, actor=hall())
    own = partial(device_roll, tournament=event, device_id=device.pk, actor=TEST, own=enrolled.token_id)
    answers = at_once([own] * 4)
    assert codes(answers) == {"ok": 1, "device.missing": 3}
    (text,) = (answer[1] for answer in answers if not isinstance(answer, Exception))
    assert token_read(text) is not None
    answers = at_once([own, partial(device_roll, tournament=event, device_id=device.pk, actor=TEST)])
    assert codes(answers) == {"ok": 1, "device.missing": 1}
