"""An entry's PIN: another each day, worked out and never kept; five wrong tries lock it until a director helps."""

import datetime
from typing import Any

import pytest
import time_machine
from django.core.cache import cache
from django.db import transaction

from common.actor import Actor
from common.errors import DomainError
from common.models import LogEntry
from tests.factories import TEST, make_division
from tournaments.models import Division, Entry, EntryPin
from tournaments.selectors.desk import desk_needs, desk_rail
from tournaments.services.pins import pin_check, pin_reset, pin_show_own, pins_show

pytestmark = pytest.mark.django_db

TABLET = Actor("token", "Table 12", ip="10.0.0.9")
TODAY = "2026-11-29T10:00:00+07:00"


@pytest.fixture
def division() -> Division:
    return make_division(entries=4)


@pytest.fixture
def entry(division: Division) -> Entry:
    return division.entries.select_related("division__tournament").get(number=1)


def shown(entry: Entry) -> str:
    return pins_show(division=entry.division, entries=[entry], actor=TEST)[0].pin


def check(entry: Entry, pin: str, *, ip: str = "10.0.0.9") -> Any:
    """None, or the error."""
    try:
        pin_check(entry=entry, pin=pin, ip=ip, actor=TABLET)
    except DomainError as error:
        return error
    return None


def another(pin: str) -> str:
    return f"{(int(pin) + 1) % 1_000_000:06}"


def test_a_pin_is_six_digits_the_same_all_day_and_another_tomorrow(entry: Entry) -> None:
    with time_machine.travel(TODAY, tick=False) as clock:
        pin = shown(entry)
        assert len(pin) == 6
        assert pin.isascii()
        assert pin.isdigit()
        assert shown(entry) == pin_show_own(entry=entry, actor=TEST).pin == pin
        assert check(entry, pin) is None
        assert EntryPin.objects.get().last_used_at is not None
        clock.move_to("2026-11-29T23:59:59+07:00")
        assert check(entry, pin) is None
        clock.move_to("2026-11-30T00:00:00+07:00")
        assert check(entry, pin).code == "pin.wrong"
        assert shown(entry) != pin


def test_slips_of_tomorrow_are_right_tomorrow(entry: Entry) -> None:
    with time_machine.travel(TODAY, tick=False) as clock:
        tomorrow = datetime.date(2026, 11, 30)
        [slip] = pins_show(division=entry.division, entries=[entry], actor=TEST, day=tomorrow)
        clock.shift(datetime.timedelta(days=1))
        assert check(entry, slip.pin) is None


def test_every_entry_has_its_own(division: Division) -> None:
    entries = list(division.entries.all())
    pins = {slip.pin for slip in pins_show(division=division, entries=entries, actor=TEST)}
    assert len(pins) == len(entries)
    assert check(entries[0], shown(entries[1])).code == "pin.wrong"


def test_five_wrong_ones_lock_it_the_desk_is_told_and_a_new_one_opens_it(entry: Entry) -> None:
    pin = shown(entry)
    left = [check(entry, another(pin), ip=f"10.0.0.{n}") for n in range(4)]
    assert [(error.code, error.status, error.extra["tries_left"]) for error in left] == [
        ("pin.wrong", 422, n) for n in (4, 3, 2, 1)
    ]
    last = check(entry, another(pin), ip="10.0.0.5")
    assert (last.code, last.status) == ("pin.locked", 409)
    assert check(entry, pin, ip="10.0.0.6").code == "pin.locked", "the right one too"
    assert desk_needs(entry.division, desk_rail(entry.division))[0].numbers == (1,)
    new = pin_reset(entry=entry, actor=TEST)
    assert new.pin != pin
    assert check(entry, pin).code == "pin.wrong"
    assert check(entry, new.pin) is None
    assert [need.kind for need in desk_needs(entry.division, desk_rail(entry.division))] == ["complete"]


def test_a_right_one_wipes_out_the_slips_of_the_hand(entry: Entry) -> None:
    pin = shown(entry)
    for _ in range(3):
        for _ in range(4):
            assert check(entry, another(pin)).code == "pin.wrong"
        # From the same tablet: what was counted there lets one more through.
        assert check(entry, pin) is None
        cache.clear()
    assert check(entry, another(pin)).extra["tries_left"] == 4


def test_a_new_day_begins_anew(entry: Entry) -> None:
    with time_machine.travel(TODAY, tick=False) as clock:
        for n in range(5):
            check(entry, "x", ip=f"10.0.0.{n}")
        assert check(entry, shown(entry)).code == "pin.locked"
        clock.shift(datetime.timedelta(days=1))
        assert check(entry, "x").extra["tries_left"] == 4
        assert check(entry, shown(entry)) is None


def test_one_address_is_stopped_after_five_guesses_whatever_is_counted_else(entry: Entry) -> None:
    for _ in range(5):
        check(entry, "x")
    EntryPin.objects.update(tries=0, locked_until=None)
    stopped = check(entry, shown(entry))
    assert (stopped.code, stopped.status) == ("throttled", 429)
    # With a new PIN the same tablet may try again.
    assert check(entry, pin_reset(entry=entry, actor=TEST).pin) is None


def test_nobody_guesses_while_the_cache_is_down(entry: Entry, monkeypatch: pytest.MonkeyPatch) -> None:
    def down(*_args: Any, **_options: Any) -> None:
        raise ValueError("no cache")

    monkeypatch.setattr(cache, "incr", down)
    assert check(entry, shown(entry)).code == "throttled"


@pytest.mark.parametrize("pin", ["", "12345", "1234567", "๑๒๓๔๕๖", "\ud800", "0" * 500])
def test_what_is_no_pin_is_a_wrong_one(entry: Entry, pin: str) -> None:
    assert check(entry, pin).code == "pin.wrong"


def test_it_does_not_work_inside_a_transaction_where_the_count_would_be_lost(entry: Entry) -> None:
    with transaction.atomic(), pytest.raises(RuntimeError, match="durable"):
        pin_check(entry=entry, pin="x", ip=None, actor=TABLET)


def test_the_log_tells_who_saw_and_tried_and_never_a_pin(entry: Entry) -> None:
    pins = [shown(entry), pin_show_own(entry=entry, actor=TABLET).pin]
    check(entry, "123")
    pins.append(pin_reset(entry=entry, actor=TEST).pin)
    check(entry, pins[-1])
    rows = LogEntry.objects.filter(action__startswith="pin").order_by("seq")
    assert [row.action for row in rows] == ["pins.shown", "pin.shown", "pin.wrong", "pin.reset"]
    said = " ".join(str(row.data) for row in rows)
    assert not any(pin in said for pin in pins)
    kept = " ".join(str(row) for row in EntryPin.objects.values())
    assert not any(pin in kept for pin in pins)
