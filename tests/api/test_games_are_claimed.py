"""One device records a game at a time: a lease of ten minutes that every event renews."""

import datetime

import pytest
import time_machine
from django.utils import timezone

from games.models import Sheet
from games.services.claims import claims_move
from tests.api.client import Api
from tests.api.table import Table, make_device, play

pytestmark = pytest.mark.django_db

FIRST = play("8F", "3 + 4 = 7", player="p1")
EXCHANGE = {"type": "exchange", "player": "p2", "count": 2}
NOON = datetime.datetime(2026, 11, 29, 12, 0, tzinfo=datetime.UTC)


@pytest.fixture
def table():
    with time_machine.travel(NOON, tick=False):
        yield Table.make(judging_mode="auto")


def later(minutes: float):
    return time_machine.travel(NOON + datetime.timedelta(minutes=minutes), tick=False)


def claim(table, by=None, **body):
    return (by or table.device).post(f"{table.path}/claim", body)


def holder(table):
    return Sheet.objects.get(pk=table.game_id).claim_label


def test_a_claim_lasts_ten_minutes_and_says_so(table):
    answer = claim(table)
    assert answer.status == 200
    assert datetime.datetime.fromisoformat(answer["until"]) == NOON + datetime.timedelta(minutes=10)
    assert answer["holder"] == table.state()["claim"]["holder"]


def test_a_second_device_is_told_who_holds_the_game(table):
    other = make_device(table.event, label="Spare tablet")
    claim(table)
    for answer in (
        claim(table, other),
        table.send(FIRST, other),
        table.tried(FIRST, other),
        claim(table, other, steal=False),
    ):
        assert (answer.status, answer.code) == (409, "game.claimed")
        assert answer["holder"].startswith("Tablet")
        assert datetime.datetime.fromisoformat(answer["until"]) == NOON + datetime.timedelta(minutes=10)
    assert table.head == 0
    rejected = table.batch(table.numbered(FIRST), other)["items"][0]
    assert (rejected["status"], rejected["problem"]["code"]) == ("rejected", "game.claimed")
    assert rejected["problem"]["holder"].startswith("Tablet")


def test_only_a_director_takes_a_game_from_its_holder(table):
    claim(table)
    other = make_device(table.event)
    for who in (other, Api.of(table.event.cast.scorer), table.player(0)):
        answer = claim(table, who, steal=True)
        assert (answer.status, answer.code) == (403, "auth.not_allowed")
    taken = claim(table, table.director, steal=True)
    assert taken.status == 200
    refused = table.send(FIRST)
    assert (refused.status, refused.code) == (409, "game.claimed")
    table.director.delete(f"{table.path}/claim")
    table.done(FIRST, other)


def test_the_holder_claims_again_and_needs_no_theft(table):
    claim(table)
    with later(9):
        assert claim(table).status == 200
    with later(18):
        assert claim(table, make_device(table.event)).code == "game.claimed"


def test_every_event_renews_the_lease(table):
    other = make_device(table.event)
    table.done(FIRST)
    with later(9):
        table.done(EXCHANGE)
    with later(18):
        table.batch(table.numbered({"type": "pass", "player": "p1"}))
    with later(27):
        assert table.send({"type": "pass", "player": "p2"}, other).code == "game.claimed"
    with later(28.1):
        table.done({"type": "pass", "player": "p2"}, other)
        assert table.send({"type": "exchange", "player": "p1", "count": 1}).code == "game.claimed"


def test_what_is_refused_renews_nothing(table):
    table.done(FIRST)
    with later(9):
        assert table.send(play("8F", "1", player="p2")).status == 422
        assert table.tried(EXCHANGE).status == 200
        assert table.batch(table.numbered(play("8F", "1", player="p2")))["items"][0]["status"] == "rejected"
    with later(10.1):
        table.done(EXCHANGE, make_device(table.event))


def test_a_lease_that_is_over_is_not_shown_and_binds_nobody(table):
    claim(table)
    with later(10.1):
        assert table.state()["claim"] is None
        assert claim(table, make_device(table.event)).status == 200


def test_a_claim_is_given_back_by_its_holder_only(table):
    claim(table)
    other = make_device(table.event)
    assert other.delete(f"{table.path}/claim").status == 204
    assert holder(table) != ""
    assert table.device.delete(f"{table.path}/claim").status == 204
    assert holder(table) == ""
    assert table.state()["claim"] is None
    table.done(FIRST, other)


def test_giving_back_what_nobody_has_makes_no_sheet(table):
    assert table.device.delete(f"{table.path}/claim").status == 204
    assert not Sheet.objects.exists()


def test_who_holds_a_game_is_for_the_staff(table):
    claim(table)
    assert table.state(Api())["claim"]["holder"] == ""
    assert table.state(table.player(0))["claim"]["holder"] == ""
    assert table.state(Api.of(table.event.cast.viewer))["claim"]["holder"] == ""
    assert table.state(table.director)["claim"]["holder"].startswith("Tablet")


def test_a_director_corrects_without_taking_the_game_from_the_table(table):
    table.done(FIRST)
    before = Sheet.objects.get()
    with later(5):
        table.done({"type": "void", "target_seq": 1, "reason": "wrong table"}, table.director)
        table.done(
            {"type": "arbiter_adjustment", "player": "p1", "points": -5, "reason": "late start"}, table.director
        )
        after = Sheet.objects.get()
        assert (after.claim_token_id, after.claim_until) == (before.claim_token_id, before.claim_until)
        table.done(FIRST)
    with later(30):
        table.done({"type": "void", "target_seq": 4, "reason": "wrong table"}, table.director)
        assert table.state()["claim"] is None
        table.done(FIRST)


def test_a_director_who_records_must_take_the_game_first(table):
    table.done(FIRST)
    assert table.send(EXCHANGE, table.director).code == "game.claimed"
    claim(table, table.director, steal=True)
    table.done(EXCHANGE, table.director)


def test_a_persons_browser_and_token_are_two_devices(table):
    scorer = table.event.cast.scorer
    token, browser = Api.of(scorer), Api.session(scorer)
    claim(table, token)
    assert claim(table, browser).code == "game.claimed"
    token.delete(f"{table.path}/claim")
    claim(table, browser)
    assert claim(table, token).code == "game.claimed"
    table.done(FIRST, browser)


def test_a_replaced_tablet_goes_on_with_what_the_old_one_held(table):
    table.done(FIRST)
    old = Sheet.objects.get().claim_token_id
    new = make_device(table.event)
    assert table.send(EXCHANGE, new).code == "game.claimed"
    claims_move(token_ids=[old], to=None)
    table.done(EXCHANGE, new)
    assert Sheet.objects.get().claim_until == timezone.now() + datetime.timedelta(minutes=10)
