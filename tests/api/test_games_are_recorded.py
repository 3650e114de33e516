"""The table of answers to a posted move, row by row, with their bodies and headers."""

import uuid

import pytest

from games.models import GameEvent, Sheet
from tests.api.client import Api
from tests.api.table import Table, make_device, play
from tests.factories import TEST, enter
from tournaments.models import Pairing
from tournaments.services.drafts import round_pair

pytestmark = pytest.mark.django_db

FIRST = play("8F", "3 + 4 = 7", player="p1")
SECOND = play("8D", "9 - . . . . . + 3", player="p2")


@pytest.fixture
def table():
    return Table.make(judging_mode="auto")


def test_a_play_is_scored_by_the_server_and_gets_the_next_number(table):
    answer = table.send(FIRST, occurred_at="2026-11-29T10:12:05+07:00", clock_ms=611_000, claimed_score=12)
    assert (answer.status, answer.etag) == (201, f'"g{table.game_id}-1"')
    assert "Idempotent-Replayed" not in answer.headers
    assert (answer["seq"], answer["type"], answer["player"]) == (1, "play", "p1")
    assert answer["points"] == answer["totals"] == {"p1": 12, "p2": 0}
    (line,) = answer["score"]["lines"]
    assert (line["equation"], line["start"], line["points"], line["multiplier"]) == ("3+4=7", "8F", 12, 1)
    assert (answer["to_move"], answer["bag"], answer["due"], answer["over"]) == ("p2", 79, None, False)
    assert answer["derived"] == []
    assert [warning["code"] for warning in answer["warnings"]] == ["clock.skewed"]
    table.assert_whole()


def test_the_same_event_again_is_answered_as_the_first_time_for_ever(table):
    body = table.body(FIRST, claimed_score=99, claimed_total=98)
    first = table.post(body)
    assert [warning["code"] for warning in first["warnings"]] == ["score.mismatch", "total.mismatch"]
    table.done(SECOND)
    table.done({"type": "exchange", "player": "p1", "count": 2})
    again = table.post(body)
    assert (again.status, again.headers["Idempotent-Replayed"], again.etag) == (200, "true", first.etag)
    assert again.body == first.body
    assert table.head == 3
    rebased = table.post({**body, "seq": 9})
    assert (rebased.status, rebased.body) == (200, first.body)


def test_what_followed_from_an_event_is_in_its_second_answer_too():
    table = Table.make()
    table.done(play("8G", "6 = 5", player="p1"))
    body = table.body({"type": "challenge", "player": "p2", "target_seq": 1})
    first = table.post(body)
    table.done({**FIRST, "player": "p2"})
    again = table.post(body)
    assert [row["type"] for row in first["derived"]] == ["play_withdrawn"]
    assert (again.body, again.etag) == (first.body, f'"g{table.game_id}-3"')


def test_an_undo_sent_twice_is_one_undo(table):
    table.done(FIRST)
    body = table.body({"type": "undo"})
    first = table.post(body)
    again = table.post(body)
    assert (first.status, again.status) == (201, 200)
    assert again.body == first.body
    assert table.totals == {"p1": 0, "p2": 0}


def test_the_same_id_with_another_event_is_refused(table):
    body = table.body(FIRST)
    table.post(body)
    for other in ({**body, "start": "H6"}, {**body, "claimed_score": 12}, {**body, "player": "p2"}):
        answer = table.post(other)
        assert (answer.status, answer.code) == (422, "idempotency.key_reused")
    assert table.head == 1


def test_the_order_of_keys_does_not_make_another_event(table):
    body = table.body({**FIRST, "tiles": [{"tile": "3"}, {"tile": "?", "as": "+"}, "4", "=", "7"]})
    table.post(body)
    turned = {key: body[key] for key in reversed(body)}
    turned["tiles"] = [
        {key: tile[key] for key in reversed(tile)} if isinstance(tile, dict) else tile for tile in turned["tiles"]
    ]
    assert table.post(turned).status == 200


def test_another_token_of_the_table_may_send_it_again(table):  # fault 4
    body = table.body(FIRST)
    first = table.post(body)
    other = make_device(table.event)
    again = table.post(body, other)
    assert (again.status, again.body) == (200, first.body)
    changed = table.post({**body, "start": "H6"}, other)
    assert (changed.status, changed.code) == (422, "idempotency.key_reused")
    foreign = make_device(table.event, tables=(2,))
    assert table.post(body, foreign).status == 404


def test_an_id_used_at_one_table_is_free_at_another(table):
    body = table.body(FIRST)
    table.post(body)
    there = Table(table.event, 2, make_device(table.event, tables=(2,)))
    assert there.post(body).status == 201


def test_a_number_that_is_taken_is_answered_with_what_was_missed(table):
    table.done(FIRST)
    table.done(SECOND)
    answer = table.send(play("8E", "1"), seq=1)
    assert (answer.status, answer.code) == (409, "game.sequence_conflict")
    assert (answer["head_seq"], answer["your_seq"]) == (2, 1)
    assert answer["events"] == table.log()
    answer = table.send(play("8E", "1"), seq=2)
    assert [event["seq"] for event in answer["events"]] == [2]


def test_a_number_too_far_is_told_which_is_next(table):
    table.done(FIRST)
    answer = table.send(SECOND, seq=3)
    assert (answer.status, answer.code, answer["expected_seq"]) == (409, "game.sequence_gap", 2)
    assert table.head == 1


def test_a_badly_placed_play_is_refused_with_every_reason_and_its_squares(table):
    table.done(FIRST)
    answer = table.send(play("8E", "1 5 . . .", player="p2"))
    assert (answer.status, answer.code) == (422, "move.invalid")
    (item,) = answer["errors"]
    assert (item["code"], item["cell"]) == ("move.cell.occupied", "8F")
    assert table.head == 1
    assert table.send(SECOND).status == 201, "the number was not used up"


def test_a_wrong_equation_is_refused_at_once_where_judging_is_at_once(table):
    answer = table.send(play("8F", "7 - 2 = 6", player="p1"))
    assert (answer.status, answer.code) == (422, "move.invalid")
    (item,) = answer["errors"]
    assert item["code"] == "equation.unbalanced"
    assert (item["left"], item["right"], item["pos"], item["cell"]) == ("5", "6", 4, "8J")
    assert item["line"] == {
        "dir": "across",
        "start": "8F",
        "equation": "7-2=6",
        "cells": ["8F", "8G", "8H", "8I", "8J"],
    }
    assert (table.head, GameEvent.objects.count()) == (0, 0)


@pytest.mark.parametrize(
    ("line", "codes"),
    [
        ("0 ÷ 0 = 0", {"equation.division_by_zero"}),
        ("5 ÷ 0 = 5", {"equation.division_by_zero"}),
        ("0 = 0", set()),
        ("- 0 = 0", {"equation.signed_zero"}),
        ("1 ÷ 3 = 2 ÷ 6", set()),
        ("0 7 = 7", {"equation.leading_zero"}),
        ("1 = 1 = 1", set()),
        ("1 = 1 = 2", {"equation.unbalanced"}),
        ("1 + = 1", {"equation.ends_with_operator"}),
    ],
)
def test_odd_equations_are_judged_by_the_rules(table, line, codes):  # fault 58
    start = "8G" if len(line.split()) == 3 else "8F"
    answer = table.send(play(start, line, player="p1"))
    assert {item["code"] for item in answer.body.get("errors", ())} == codes
    assert answer.status == (422 if codes else 201)


def test_a_claimed_score_is_kept_and_never_adopted(table):
    answer = table.done(FIRST, claimed_score=50, claimed_total=50)
    assert answer["warnings"] == [
        {"code": "score.mismatch", "claimed": 50, "computed": 12},
        {"code": "total.mismatch", "claimed": 50, "computed": 12},
    ]
    assert table.totals == {"p1": 12, "p2": 0}
    (event,) = table.log()
    assert (event["claimed_score"], event["claimed_total"]) == (50, 50)


@pytest.mark.parametrize(
    "extra",
    [
        {"points": 400},
        {"target_seq": 1},
        {"reason": "because"},
        {"racks": {"p1": ["5"]}},
        {"event": {"type": "pass"}},
        {"used_ms": 5},
    ],
)
def test_what_a_play_does_not_have_is_refused(table, extra):
    answer = table.send(FIRST, **extra)
    assert (answer.status, answer.code) == (422, "move.invalid")
    (item,) = answer["errors"]
    assert (item["code"], item["pointer"]) == ("wire.no_such_field", f"/{next(iter(extra))}")
    assert table.head == 0


@pytest.mark.parametrize(
    "name",
    ["state", "score", "totals", "tournament", "game", "user_id", "received_at", "hash", "counts", "verdict"],
)
def test_nobody_sets_what_the_server_works_out(table, name):  # fault 49
    answer = table.send(FIRST, **{name: "x"})
    assert (answer.status, answer.code) == (422, "field.unknown")
    assert (table.head, table.state()["head_seq"]) == (0, 0)


def test_the_kinds_that_follow_by_the_rules_are_not_sent(table):
    for kind in ("play_withdrawn", "turn_lost", "rack_adjustment", "time_adjustment", "result"):
        assert table.send({"type": kind, "player": "p1", "points": 5}).status == 400


def test_a_dry_run_tells_what_would_be_and_keeps_nothing(table):
    would = table.tried(FIRST)
    assert (would.status, would["points"], would["bag"], would["to_move"]) == (200, {"p1": 12, "p2": 0}, 79, "p2")
    assert would.etag == f'"g{table.game_id}-0"'
    assert not Sheet.objects.exists()
    assert table.tried(play("8F", "7 - 2 = 6")).status == 422
    table.done(FIRST)
    claimed = Sheet.objects.get()
    assert table.tried(SECOND, make_device(table.event)).code == "game.claimed"
    assert table.tried(SECOND)["seq"] == 2
    after = Sheet.objects.get()
    assert (after.head_seq, after.claim_until, after.state) == (1, claimed.claim_until, claimed.state)
    table.assert_whole()


def test_an_event_sent_before_is_told_so_in_a_dry_run(table):
    body = table.body(FIRST)
    first = table.post(body)
    answer = table.post(body, dry=True)
    assert (answer.status, answer.headers["Idempotent-Replayed"], answer.body) == (200, "true", first.body)


def test_a_game_that_is_not_there_and_one_of_a_hidden_event_are_answered_alike(table):  # fault 50
    hidden = Table.make(public=False, judging_mode="auto")
    hidden.done(FIRST)
    stranger = Api.of(table.event.cast.stranger)
    for who in (Api(), stranger, table.director, table.device):
        for path in ("", "/events", "/events?after=0"):
            there, nowhere = who.get(hidden.path + path), who.get(f"/games/g999999{path}")
            assert there.status == nowhere.status == 404
            assert {**there.body, "request_id": 0} == {**nowhere.body, "request_id": 0}
            assert there.headers.get("ETag") == nowhere.headers.get("ETag") is None
            assert who.get(hidden.path, If_None_Match=f'"g{hidden.game_id}-1"').status == 404
    for who in (stranger, table.director, table.device):
        for path, body in (
            ("/events", hidden.body(SECOND)),
            ("/events?dry_run=1", hidden.body(SECOND)),
            ("/events", {"seq": 1}),
            ("/events:batch", {"items": [hidden.body(SECOND)]}),
            ("/claim", {}),
            ("/claim", {"steal": True}),
        ):
            there, nowhere = who.post(hidden.path + path, body), who.post(f"/games/g999999{path}", body)
            assert there.status == nowhere.status == 404, path
            assert {**there.body, "request_id": 0} == {**nowhere.body, "request_id": 0}
        assert who.delete(f"{hidden.path}/claim").status == 404
    assert hidden.head == 1


def test_an_unpublished_round_has_no_games_for_anybody(table):
    for number in (1, 2):
        enter(table.event.pairing(number), 400, 300)
    round_pair(division_id=table.event.division.pk, number=2, actor=TEST, seed=1)
    drafted = set(Pairing.objects.filter(round__number=2).values_list("game_id", flat=True))
    assert drafted == {None}


def test_whoever_may_not_record_is_told_as_much_as_they_may_know(table):
    cast = table.event.cast
    body = table.body(FIRST)
    asked = {
        "anonymous": table.post(body, Api()),
        "stranger": table.post(body, Api.of(cast.stranger)),
        "other director": table.post(body, Api.of(cast.other_director)),
        "viewer": table.post(body, Api.of(cast.viewer)),
        "scorer who only reads": table.post(body, Api.of(cast.scorer, ("game:read",))),
        "device that only reads": table.post(body, make_device(table.event, scopes=("game:read",))),
        "device of another table": table.post(body, make_device(table.event, tables=(2,))),
    }
    assert {who: answer.status for who, answer in asked.items()} == {
        "anonymous": 401,
        "stranger": 404,
        "other director": 404,
        "viewer": 403,
        "scorer who only reads": 403,
        "device that only reads": 403,
        "device of another table": 404,
    }
    assert asked["device that only reads"].code == "auth.scope_missing"
    assert table.head == 0
    assert table.post(body, Api.of(cast.scorer)).status == 201


def test_the_states_etag_follows_the_log_the_claim_and_the_reader(table):
    public = Api()
    empty = table.state(public)
    assert empty.etag.startswith(f'"g{table.game_id}-0-')
    assert public.get(table.path, If_None_Match=empty.etag).status == 304
    table.device.post(f"{table.path}/claim")
    claimed = public.get(table.path, If_None_Match=empty.etag)
    assert (claimed.status, claimed["claim"]["holder"]) == (200, "")
    table.done(FIRST)
    played = table.state(public)
    assert played.etag.startswith(f'"g{table.game_id}-1-')
    assert table.state().etag != played.etag, "staff see more, so theirs is another copy"
    assert played.headers["Vary"].startswith("Authorization")


def test_readers_who_follow_are_sent_only_what_is_new(table):
    table.done(FIRST)
    table.done(SECOND)
    answer = Api().get(f"{table.path}/events?after=1")
    assert (answer["head_seq"], [event["seq"] for event in answer["items"]]) == (2, [2])
    assert Api().get(f"{table.path}/events?after=2").body == {"head_seq": 2, "items": []}
    assert Api().get(f"{table.path}/events?after=7").body == {"head_seq": 2, "items": []}
    for bad in ("-1", "x", "1.0", "", "๑"):
        assert Api().get(f"{table.path}/events?after={bad}").status == 400


def test_a_state_that_was_lost_is_made_anew_from_the_log(table):
    table.done(FIRST)
    table.done(SECOND)
    shown = table.state().body
    for state, seq in ((None, 2), ({"format": 0}, 2), ({"format": 0}, 1)):
        Sheet.objects.update(state=state, state_seq=seq)
        again = table.state().body
        assert {**again, "claim": None} == {**shown, "claim": None}
    Sheet.objects.update(state={"format": 0}, state_seq=1)
    answer = table.done(play("I7", "5 . 5", "down", player="p1"))
    assert answer["totals"]["p1"] > 12
    table.assert_whole()


def test_uuids_of_any_spelling_are_one_id(table):
    body = table.body(FIRST)
    table.post(body)
    again = table.post({**body, "client_event_id": body["client_event_id"].upper()})
    assert again.status == 200
    assert table.send(FIRST, client_event_id=str(uuid.uuid4()).replace("-", "")).status == 400
