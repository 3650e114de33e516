"""Devices: made with a code that lives for minutes and works once; its token ends when a director says."""

import datetime
from typing import Any

import pytest
import time_machine
from django.core.cache import cache
from django.utils import timezone

from common.actor import Actor
from common.errors import DomainError
from common.log import chain_faults
from common.models import LogEntry, Token
from common.tokens import token_read
from games.models import Sheet
from games.services.claims import claim_take
from tests.factories import DAY, TEST, make_division, make_tournament, publish_round
from tournaments.models import Device, Tournament
from tournaments.selectors.devices import DeviceState, device_state
from tournaments.services.codes import code_make, code_read
from tournaments.services.devices import (
    device_code,
    device_create,
    device_enrol,
    device_revoke,
    device_roll,
    devices_for_tables,
    devices_recode,
    devices_revoke_all,
)
from tournaments.services.events import tournament_delete

pytestmark = pytest.mark.django_db

HALL = Actor("user", "anonymous", ip="10.0.0.9")
MORNING = "2026-11-29T08:00:00+07:00"


@pytest.fixture
def event() -> Tournament:
    return make_tournament(starts_on=DAY)


def refused(call: Any, **values: Any) -> str:
    with pytest.raises(DomainError) as raised:
        call(**values)
    return raised.value.code


def made(event: Tournament, **more: Any) -> tuple[Device, str]:
    return device_create(tournament=event, label=more.pop("label", "Table 12"), actor=TEST, **more)


def wrong(code: str) -> str:
    """Another code under the same first group."""
    return code[:5] + code_make()[5:]


def test_a_code_has_sixty_bits_beyond_the_group_that_finds_it_and_is_read_as_people_copy_it(
    event: Tournament,
) -> None:
    code = code_make()
    assert code_read(code.lower().replace("-", " ")) == code
    assert len(code.replace("-", "")[4:]) * 5 == 60
    assert len({code_make() for _ in range(200)}) == 200
    device, shown = made(event)
    found, token = device_enrol(code=shown.lower().replace("-", ""), actor=HALL)
    assert found == device
    assert token_read(token) is not None


def test_the_token_is_bound_to_the_event_and_has_the_devices_rights_and_end(event: Tournament) -> None:
    with time_machine.travel(MORNING, tick=False):
        _device, code = made(event, scopes=["game:record"])
        _device, text = device_enrol(code=code, label="Tablet 7", app="amscore/1.4", actor=HALL)
        token = token_read(text)
        assert token is not None
        assert (token.kind, token.scope_key, token.scopes) == ("dev", event.log_chain, ["game:record"])
        assert token.user is None
        assert token.expires_at == datetime.datetime.fromisoformat("2026-12-01T00:00:00+07:00")
        device = Device.objects.get()
        assert (device.label, device.app, device.token) == ("Tablet 7", "amscore/1.4", token)
    with time_machine.travel("2026-12-01T00:00:01+07:00", tick=False):
        assert token_read(text) is None


def test_a_code_works_once(event: Tournament) -> None:
    _device, code = made(event)
    device_enrol(code=code, actor=HALL)
    assert refused(device_enrol, code=code, actor=HALL) == "device.code_used"
    assert Token.objects.count() == 1


def test_a_code_is_over_after_fifteen_minutes_and_a_new_one_is_not(event: Tournament) -> None:
    with time_machine.travel(MORNING, tick=False) as clock:
        device, code = made(event)
        assert device_state(device) == DeviceState.WAITING
        clock.shift(datetime.timedelta(minutes=15))
        assert refused(device_enrol, code=code, actor=HALL) == "device.code_expired"
        assert device_state(Device.objects.get()) == DeviceState.STALE
        _device, second = device_code(tournament=event, device_id=device.pk, actor=TEST)
        # The old code's own group finds nothing any more: it is a code like any wrong one.
        assert refused(device_enrol, code=code, actor=HALL) == "device.code_wrong"
        device_enrol(code=second, actor=HALL)


def test_five_wrong_codes_lock_the_right_one_and_only_its_holder_is_told(event: Tournament) -> None:
    device, code = made(event)
    for address in range(5):
        actor = Actor("user", "anonymous", ip=f"10.0.1.{address}")
        assert refused(device_enrol, code=wrong(code), actor=actor) == "device.code_wrong"
    assert refused(device_enrol, code=wrong(code), actor=HALL) == "device.code_wrong"
    assert refused(device_enrol, code=code, actor=HALL) == "device.code_locked"
    assert LogEntry.objects.filter(action="device.code_locked").count() == 1
    _device, second = device_code(tournament=event, device_id=device.pk, actor=TEST)
    device_enrol(code=second, actor=HALL)


def test_guesses_are_stopped_at_their_address_and_right_codes_cost_nothing(event: Tournament) -> None:
    codes = [made(event, label=f"Table {n}")[1] for n in range(60)]
    guess = wrong(codes[0])
    for _ in range(5):
        assert refused(device_enrol, code=guess, actor=HALL) == "device.code_wrong"
    with pytest.raises(DomainError) as stopped:
        device_enrol(code=guess, actor=HALL)
    assert (stopped.value.code, stopped.value.status) == ("throttled", 429)
    assert stopped.value.extra["retry_after"] > 0
    # The hall is one address: everybody else there enrols.
    for code in codes[1:]:
        device_enrol(code=code, actor=HALL)
    for _ in range(35):
        assert refused(device_enrol, code=code_make(), actor=HALL) == "device.code_wrong"
    assert refused(device_enrol, code=code_make(), actor=HALL) == "throttled"


def test_nobody_guesses_while_the_cache_is_down(event: Tournament, monkeypatch: pytest.MonkeyPatch) -> None:
    _device, code = made(event)

    def down(*_args: Any, **_options: Any) -> None:
        raise ValueError("no cache")

    monkeypatch.setattr(cache, "incr", down)
    assert refused(device_enrol, code=code, actor=HALL) == "throttled"
    monkeypatch.undo()
    device_enrol(code=code, actor=HALL)


@pytest.mark.parametrize("text", ["", "7KQ2", "7KQ2-9MXR-4TGH-3BN!", "๑๒๓๔-๑๒๓๔-๑๒๓๔-๑๒๓๔", "x" * 400, "\x00" * 16])
def test_what_is_no_code_is_a_wrong_one(event: Tournament, text: str) -> None:
    assert refused(device_enrol, code=text, actor=HALL) == "device.code_wrong"


def test_another_tablet_takes_over_with_the_games_that_the_first_one_records(event: Tournament) -> None:
    division = make_division(event, entries=2)
    game_id = publish_round(division, 1).pairings.get().game_id
    device, code = made(event)
    _device, first = device_enrol(code=code, actor=HALL)
    claim_take(game_id=game_id, actor=_as(first), directs=False)
    _device, code = device_code(tournament=event, device_id=device.pk, actor=TEST)
    assert token_read(first) is not None, "until somebody uses the code"
    _device, second = device_enrol(code=code, actor=HALL)
    assert token_read(first) is None
    claim_take(game_id=game_id, actor=_as(second), directs=False)
    _device, third = device_roll(tournament=event, device_id=device.pk, actor=TEST)
    assert token_read(second) is None
    assert Sheet.objects.get().claim_token == token_read(third)
    device_revoke(tournament=event, device_id=device.pk, actor=TEST)
    assert token_read(third) is None
    assert Sheet.objects.get().claim_token is None


def _as(text: str) -> Actor:
    token = token_read(text)
    assert token is not None
    return Actor("token", token.label, token_id=token.pk)


def test_a_token_that_was_seen_is_cut_at_once(event: Tournament) -> None:
    device, code = made(event)
    _device, text = device_enrol(code=code, actor=HALL)
    _device, second = device_code(tournament=event, device_id=device.pk, actor=TEST, cut=True)
    assert token_read(text) is None
    assert device_state(Device.objects.get()) == DeviceState.WAITING
    _device, again = device_enrol(code=second, actor=HALL)
    assert token_read(again) is not None


def test_a_revoked_device_comes_back_by_nothing(event: Tournament) -> None:
    device, code = made(event)
    assert refused(device_roll, tournament=event, device_id=device.pk, actor=TEST) == "device.not_enrolled"
    device_revoke(tournament=event, device_id=device.pk, actor=TEST)
    device_revoke(tournament=event, device_id=device.pk, actor=TEST)
    assert refused(device_enrol, code=code, actor=HALL) == "device.code_expired"
    for call in (device_code, device_roll):
        assert refused(call, tournament=event, device_id=device.pk, actor=TEST) == "device.over"
    assert LogEntry.objects.filter(action="device.revoked").count() == 1


def test_all_devices_of_an_event_end_and_no_others(event: Tournament) -> None:
    other = make_tournament()
    texts = [device_enrol(code=made(event)[1], actor=HALL)[1] for _ in range(3)]
    _device, foreign = device_enrol(code=made(other)[1], actor=HALL)
    waiting = made(event)[1]
    assert devices_revoke_all(tournament=event, actor=TEST) == 4
    assert [token_read(text) for text in texts] == [None] * 3
    assert token_read(foreign) is not None
    assert refused(device_enrol, code=waiting, actor=HALL) == "device.code_expired"
    assert devices_revoke_all(tournament=event, actor=TEST) == 0


def test_a_deleted_events_tokens_open_nothing(event: Tournament) -> None:
    _device, text = device_enrol(code=made(event)[1], actor=HALL)
    tournament_delete(tournament_id=event.pk, expected_games=0, actor=TEST)
    assert token_read(text) is None


def test_a_device_for_each_table_is_made_once(event: Tournament) -> None:
    division = make_division(event)
    wish: dict[str, Any] = {"tournament": event, "division": division, "label": "Table %(table)s", "actor": TEST}
    first = devices_for_tables(first=1, last=3, **wish)
    assert [(device.label, device.tables) for device, _code in first.made] == [
        ("Table 1", [1]),
        ("Table 2", [2]),
        ("Table 3", [3]),
    ]
    device_enrol(code=first.made[1][1], actor=HALL)
    again = devices_for_tables(first=2, last=4, **wish)
    assert again.enrolled == (2,)
    assert [device.tables for device, _code in again.made] == [[3], [4]]
    assert Device.objects.count() == 4
    # The code of the first sheet is dead, that of the second works.
    assert refused(device_enrol, code=first.made[2][1], actor=HALL) == "device.code_wrong"
    device_enrol(code=again.made[0][1], actor=HALL)
    assert [device.tables for device, _code in devices_recode(tournament=event, actor=TEST)] == [[1], [4]]
    assert refused(devices_for_tables, first=5, last=4, **wish) == "device.tables_invalid"
    assert refused(devices_for_tables, first=1, last=201, **wish) == "device.tables_invalid"


@pytest.mark.parametrize(
    ("wish", "code"),
    [
        ({"label": " \u200b "}, "name.missing"),
        ({"scopes": []}, "device.scopes_invalid"),
        ({"scopes": ["tournament:direct"]}, "device.scopes_invalid"),
        ({"expires_at": datetime.datetime(2020, 1, 1, tzinfo=datetime.UTC)}, "token.expired"),
    ],
)
def test_what_no_device_can_be_is_refused(event: Tournament, wish: dict[str, Any], code: str) -> None:
    assert refused(made, event=event, **wish) == code
    assert not Device.objects.exists()


def test_there_is_an_end_to_the_number_of_devices(event: Tournament, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tournaments.services.devices.MAX_LIVE", 2)
    device, _code = made(event)
    made(event)
    assert refused(made, event=event) == "device.too_many"
    device_revoke(tournament=event, device_id=device.pk, actor=TEST)
    made(event)


def test_another_events_device_is_not_there(event: Tournament) -> None:
    foreign, _code = made(make_tournament())
    for call in (device_code, device_roll, device_revoke):
        assert refused(call, tournament=event, device_id=foreign.pk, actor=TEST) == "device.missing"


def test_for_an_event_that_is_over_a_device_lives_a_day(event: Tournament) -> None:
    past = make_tournament(starts_on=datetime.date(2020, 1, 1))
    device, _code = made(past)
    assert datetime.timedelta(hours=23) < device.expires_at - timezone.now() <= datetime.timedelta(days=1)


def test_the_log_tells_what_was_done_and_never_a_secret(event: Tournament) -> None:
    device, code = made(event)
    _device, text = device_enrol(code=code, app="amscore/1.4", actor=HALL)
    _device, rolled = device_roll(tournament=event, device_id=device.pk, actor=TEST)
    _device, second = device_code(tournament=event, device_id=device.pk, actor=TEST)
    device_revoke(tournament=event, device_id=device.pk, actor=TEST)
    entries = LogEntry.objects.filter(object_kind="device")
    assert [entry.action for entry in entries.order_by("seq")] == [
        "device.created",
        "device.enrolled",
        "device.rolled",
        "device.code_made",
        "device.revoked",
    ]
    said = " ".join(f"{entry.actor_label} {entry.data}" for entry in entries)
    assert Token.objects.order_by("pk").first().id8 in said
    for secret in (code, second, *(token.split("_")[3] for token in (text, rolled))):
        assert secret not in said
    assert list(chain_faults(event.log_chain)) == []
