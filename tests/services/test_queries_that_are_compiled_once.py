"""`common.prepared`: the same rows as a queryset's, however often and with whatever values it is asked."""

import datetime
import uuid

import pytest
from django.db import connection, transaction
from django.db.models import Count
from django.forms.models import model_to_dict
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from common.models import Token
from common.prepared import Prepared, row_change, rows_add
from common.tokens import token_create, token_read
from games.models import GameEvent, Sheet
from tests.factories import make_division, make_user, publish_round
from tests.sheets import begin
from tournaments.models import Pairing, Seat

pytestmark = pytest.mark.django_db


@pytest.fixture
def pairings() -> list[Pairing]:
    found = list(publish_round(make_division(entries=4), 1).pairings.order_by("table"))
    begin(found[0])
    return found


def test_rows_are_those_of_the_queryset_with_all_that_is_joined(pairings: list[Pairing]) -> None:
    def make(pk: object) -> object:
        return Pairing.objects.select_related("round__division__tournament", "game__sheet").filter(pk=pk).order_by()

    prepared = Prepared(make)
    for pairing in [*pairings, *pairings]:
        (got,) = prepared(pk=pairing.pk)
        want = make(pairing.pk).get()
        with CaptureQueriesContext(connection) as asked:
            assert got == want
            assert model_to_dict(got.round.division) == model_to_dict(want.round.division)
            assert got.round.division.tournament.starts_on == want.round.division.tournament.starts_on
            assert hasattr(got.game, "sheet") == hasattr(want.game, "sheet")
        assert list(asked) == [], "everything was there"
    assert prepared.first(pk=0) is None
    assert prepared(pk=pairings[0].pk)[0].game.sheet.state == Sheet.objects.get().state


def test_rows_that_are_joined_with_the_same_row_share_it(pairings: list[Pairing]) -> None:
    def make(round_: object) -> object:
        joined = Seat.objects.select_related(
            "entry", "pairing__round__division__tournament", "pairing__game__sheet"
        )
        return joined.filter(round_id=round_).order_by("pairing__table", "place")

    got = Prepared(make)(round_=pairings[0].round_id)
    assert [seat.pairing_id for seat in got] == [pairings[0].pk] * 2 + [pairings[1].pk] * 2
    assert got[0].pairing is got[1].pairing
    assert got[2].pairing is got[3].pairing is not got[1].pairing
    for seat, want in zip(got, make(pairings[0].round_id), strict=True):
        assert model_to_dict(seat.entry) == model_to_dict(want.entry)
        assert model_to_dict(seat.pairing) == model_to_dict(want.pairing)
        assert seat.pairing.round.division.tournament.slug == want.pairing.round.division.tournament.slug
        assert hasattr(seat.pairing.game, "sheet") == hasattr(want.pairing.game, "sheet")
    assert got[0].pairing.game.sheet.state == Sheet.objects.get().state


def test_values_are_as_the_model_has_them(pairings: list[Pairing]) -> None:
    prepared = Prepared(lambda game: GameEvent.objects.filter(game_id=game).order_by("seq"))
    (got,) = prepared(game=pairings[0].game_id)
    want = GameEvent.objects.get()
    assert {field.attname: getattr(got, field.attname) for field in GameEvent._meta.concrete_fields} == {
        field.attname: getattr(want, field.attname) for field in GameEvent._meta.concrete_fields
    }
    assert isinstance(got.client_event_id, uuid.UUID)
    assert isinstance(got.received_at, datetime.datetime)
    assert prepared(game=pairings[1].game_id) == []


def test_what_is_counted_beside_a_row_comes_along(pairings: list[Pairing]) -> None:
    prepared = Prepared(lambda pk: Pairing.objects.annotate(sides=Count("seats")).filter(pk=pk).order_by())
    assert [prepared(pk=pairing.pk)[0].sides for pairing in pairings] == [2, 2]


def test_a_token_of_nobody_has_no_user() -> None:
    _row, device = token_create(label="tablet", kind="dev")
    user = make_user()
    _row, person = token_create(label="app", user_id=user.pk)
    for _time in range(2):
        found = token_read(device)
        assert found is not None
        assert found.user is None
        own = token_read(person)
        assert own is not None
        assert own.user == user
    Token.objects.update(revoked_at=timezone.now())
    assert token_read(device) is None


def test_rows_that_are_added_have_keys_and_say_what_was_said(pairings: list[Pairing]) -> None:
    now = timezone.now()
    rows = [
        GameEvent(
            game_id=pairings[1].game_id,
            seq=seq,
            kind="clock",
            payload={"used_ms": seq, "ไทย": ["×", None]},
            client_event_id=uuid.uuid4() if seq > 1 else None,
            received_at=now,
        )
        for seq in (1, 2, 3)
    ]
    rows_add(rows)
    again = list(GameEvent.objects.filter(game_id=pairings[1].game_id).order_by("seq"))
    assert [row.pk for row in rows] == [row.pk for row in again]
    assert [model_to_dict(row) for row in rows] == [model_to_dict(row) for row in again]
    assert again[0].received_at == now


def test_only_the_fields_that_are_named_change(pairings: list[Pairing]) -> None:
    sheet = Sheet.objects.get()
    row_change(Sheet(pk=sheet.pk, state={"ok": [1]}, head_seq=9, claim_label="other"), ["state", "head_seq"])
    again = Sheet.objects.get()
    assert (again.state, again.head_seq, again.claim_label) == ({"ok": [1]}, 9, sheet.claim_label)


@pytest.mark.postgres
def test_a_lock_is_taken_each_time(pairings: list[Pairing]) -> None:
    prepared = Prepared(lambda pk: Sheet.objects.select_for_update().filter(pk=pk).order_by())
    with transaction.atomic(), CaptureQueriesContext(connection) as asked:
        prepared(pk=pairings[0].game_id)
        prepared(pk=pairings[0].game_id)
    assert ["FOR UPDATE" in query["sql"] for query in asked] == [True, True]
