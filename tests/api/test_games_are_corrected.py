"""Undo by whoever recorded it, before anything else happens; void and replace by a director, at any depth."""

import pytest

from games.models import GameEvent, Sheet
from tests.api.client import Api
from tests.api.table import Table, make_device, play

pytestmark = pytest.mark.django_db

FIRST = play("8F", "3 + 4 = 7", player="p1")
SECOND = play("8D", "9 - . . . . . + 3", player="p2")
THIRD = play("I7", "5 . 5", "down", player="p1")
UNDO = {"type": "undo"}


def void(seq, **more):
    return {"type": "void", "target_seq": seq, "reason": "wrong player", **more}


def replace(seq, event, **more):
    return {"type": "replace", "target_seq": seq, "reason": "misread tiles", "event": event, **more}


@pytest.fixture
def table():
    table = Table.make(judging_mode="auto")
    table.done(FIRST)
    return table


# --- Undo --------------------------------------------------------------------------------------------------


def test_the_last_event_is_taken_back_and_stays_in_the_log(table):
    answer = table.done(UNDO)
    assert (answer["type"], answer["target_seq"], answer["points"]) == ("undo", 1, {"p1": -12, "p2": 0})
    assert (answer["totals"], answer["to_move"], answer["bag"]) == ({"p1": 0, "p2": 0}, "p1", 84)
    assert [(event["seq"], event["type"], event["counts"]) for event in table.log()] == [
        (1, "play", False),
        (2, "undo", True),
    ]
    assert table.state()["board"] == []
    table.done({**FIRST, "start": "H6", "dir": "down"})
    table.assert_whole()


def test_events_are_taken_back_one_after_the_other(table):
    table.done(SECOND)
    table.done({"type": "exchange", "player": "p1", "count": 3})
    assert [table.done(UNDO)["target_seq"] for _ in range(3)] == [3, 2, 1]
    answer = table.send(UNDO)
    assert (answer.status, answer.code) == (409, "undo.nothing")
    assert table.state()["bag"] == 84
    table.assert_whole()


def test_an_undo_may_name_what_it_means_and_hits_nothing_else(table):
    table.done(SECOND)
    answer = table.send({**UNDO, "target_seq": 1})
    assert (answer.status, answer.code, answer["last_seq"]) == (409, "undo.not_last", 2)
    assert table.done({**UNDO, "target_seq": 2})["target_seq"] == 2


def test_another_device_takes_nothing_back_but_a_director_does(table):
    table.device.delete(f"{table.path}/claim")
    other = make_device(table.event)
    answer = table.send(UNDO, other)
    assert (answer.status, answer.code) == (403, "undo.not_yours")
    assert table.send(UNDO, Api.of(table.event.cast.scorer)).code == "undo.not_yours"
    assert table.done(UNDO, table.director)["totals"] == {"p1": 0, "p2": 0}


def test_an_undo_has_nothing_but_its_target(table):
    for extra in ({"tiles": ["7"]}, {"event": {"type": "pass"}}, {"points": 4}, {"used_ms": 4}):
        answer = table.send({**UNDO, **extra})
        assert (answer.status, answer.code, answer.pointers) == (422, "move.invalid", [f"/{next(iter(extra))}"])
    assert table.head == 1


def test_a_correction_is_not_undone_but_followed_by_what_is_right(table):
    table.done(SECOND)
    table.done(replace(1, {**FIRST, "tiles": ["3", "+", "4", "=", "?:7"]}), table.director)
    answer = table.send(UNDO)
    assert (answer.status, answer.code) == (409, "undo.not_last")
    answer = table.send(UNDO, table.director)
    assert (answer.status, answer.code) == (409, "undo.not_last")


# --- Void and replace --------------------------------------------------------------------------------------


def test_only_a_director_voids_and_replaces_and_says_why(table):
    for move in (void(1), replace(1, FIRST)):
        for who in (table.device, Api.of(table.event.cast.assistant), Api.of(table.event.cast.scorer)):
            answer = table.send(move, who)
            assert (answer.status, answer.code) in ((403, "event.directors_only"), (409, "game.claimed"))
        for reason in ("", "why", "  a   ", None):
            said = {**move, "reason": reason} if reason else {k: v for k, v in move.items() if k != "reason"}
            answer = table.send(said, table.director)
            assert (answer.status, answer.code) == (422, "event.reason_missing")
    assert (table.head, table.totals) == (1, {"p1": 12, "p2": 0})


def test_an_early_event_is_voided_where_the_rest_can_stand(table):
    table.done({"type": "clock", "player": "p2", "used_ms": 1_381_000})
    table.done(SECOND)
    points = table.totals
    answer = table.done(void(2), table.director)
    assert answer["points"] == {"p1": 0, "p2": 20}, "the overtime it had cost comes back"
    assert answer["totals"] == {"p1": points["p1"], "p2": points["p2"] + 20}
    assert [event["counts"] for event in table.log()] == [True, False, False, True, True]
    table.assert_whole()


def test_a_void_that_would_break_what_follows_is_refused_with_the_first_that_breaks(table):
    table.done(SECOND)
    table.done(THIRD)
    for dry in (True, False):
        answer = table.post(table.body(void(1)), table.director, dry=dry)
        assert (answer.status, answer.code, answer["first_broken_seq"]) == (409, "game.replay_broken", 2)
        assert {item["code"] for item in answer["errors"]} == {"move.not_your_turn"}
    answer = table.send(replace(1, {**FIRST, "start": "H6", "dir": "down"}), table.director)
    assert (answer.code, answer["first_broken_seq"]) == ("game.replay_broken", 2)
    assert {item["code"] for item in answer["errors"]} == {"move.gap"}
    assert (table.head, GameEvent.objects.count()) == (3, 3)
    table.assert_whole()


def test_an_early_play_is_replaced_and_everything_behind_it_is_scored_again(table):
    table.done(SECOND)
    table.done(THIRD)
    before = table.totals
    change = replace(1, {**FIRST, "tiles": ["3", "+", "4", "=", "?:7"]})
    would = table.tried(change, table.director)
    assert would.status == 200
    assert (table.head, table.totals, Sheet.objects.get().head_seq) == (3, before, 3)
    answer = table.done(change, table.director)
    assert answer["totals"] == would["totals"]
    assert answer["totals"]["p1"] < before["p1"], "a blank is worth nothing"
    assert answer["totals"]["p2"] < before["p2"], "in the longer line too"
    assert answer["score"]["lines"][0]["equation"] == "3+4=7"
    assert answer["player"] == "p1"
    assert [event["counts"] for event in table.log()] == [False, True, True, True]
    assert ["8J", "?:7"] in table.state()["board"]
    table.assert_whole()


def test_a_replacement_is_replaced_and_voided_by_either_number(table):
    table.done(replace(1, {**FIRST, "tiles": ["2", "+", "5", "=", "7"]}), table.director)
    table.done(replace(2, {**FIRST, "tiles": ["1", "+", "6", "=", "7"]}), table.director)
    log = table.log()
    assert [(event["target_seq"], event["counts"]) for event in log] == [(None, False), (1, False), (1, True)]
    table.done(void(3), table.director)
    assert [event["counts"] for event in table.log()] == [False, False, False, True]
    assert (table.totals, table.state()["board"]) == ({"p1": 0, "p2": 0}, [])
    assert table.send(void(1), table.director).code == "event.no_such_target"
    table.assert_whole()


def test_a_replacement_without_a_player_is_by_the_same_one(table):
    table.done({"type": "pass", "player": "p2"})
    answer = table.done(replace(2, {"type": "exchange", "count": 4}), table.director)
    assert answer["player"] == "p2"
    assert answer["move"] == {"event": {"type": "exchange", "player": "p2", "count": 4}}
    table.assert_whole()


@pytest.mark.parametrize("target", [0, 2, 3, 99, 2**31 - 1])
def test_what_is_not_there_or_does_not_count_any_more_is_no_target(table, target):
    table.done(UNDO)
    table.done({**FIRST, "start": "H6", "dir": "down"})
    answer = table.send(void(target), table.director)
    if target == 3:
        assert answer.status == 201
    elif target == 0:
        assert (answer.status, answer.pointers) == (400, ["/target_seq"])
    else:
        assert (answer.status, answer.code, answer.pointers) == (422, "event.no_such_target", ["/target_seq"])
    assert table.send({"type": "void", "reason": "no target"}, table.director).code == "event.no_such_target"


def test_a_replacement_is_judged_like_any_move(table):
    cases = {
        "equation.unbalanced": {**FIRST, "tiles": ["3", "+", "4", "=", "8"]},
        "move.not_your_turn": {**FIRST, "player": "p2"},
        "wire.missing": {"type": "play", "start": "8F", "dir": "across"},
        "tile.unknown": {**FIRST, "tiles": ["๓", "+", "4", "=", "7"]},
        "wire.no_such_field": {**FIRST, "points": 500},
        "wire.no_such_type": void(1),
    }
    for code, event in cases.items():
        answer = table.send(replace(1, event), table.director)
        assert answer.status in (409, 422), code
        assert code in {item["code"] for item in answer["errors"]}, (code, answer)
    answer = table.send({"type": "replace", "target_seq": 1, "reason": "no event"}, table.director)
    assert (answer.code, answer.pointers) == ("move.invalid", ["/event"])
    answer = table.send(replace(1, FIRST, tiles=["7"]), table.director)
    assert (answer.code, answer.pointers) == ("move.invalid", ["/tiles"])
    assert table.head == 1


def test_a_director_gives_and_takes_points_with_a_reason(table):
    adjust = {"type": "arbiter_adjustment", "player": "p2", "points": -10, "reason": "phone rang twice"}
    assert table.send(adjust).code == "event.directors_only"
    assert table.send({**adjust, "reason": "hm"}, table.director).code == "event.reason_missing"
    answer = table.done(adjust, table.director)
    assert (answer["points"], answer["totals"]) == ({"p1": 0, "p2": -10}, {"p1": 12, "p2": -10})
    assert (answer["reason"], answer["to_move"]) == ("phone rang twice", "p2")
    table.done(void(2), table.director)
    assert table.totals == {"p1": 12, "p2": 0}
    table.assert_whole()


def test_voiding_the_end_opens_the_game_again(table):
    table.done({"type": "end", "reason": "agreed"})
    assert table.state()["outcome"]["reason"] == "agreed"
    assert table.send(SECOND).code == "game.final"
    table.done(void(2), table.director)
    assert table.state()["outcome"] is None
    table.done(SECOND)
    table.assert_whole()


def test_a_voided_challenge_brings_its_play_back():
    table = Table.make()
    table.done(play("8G", "6 = 5", player="p1"))
    points = table.totals["p1"]
    table.done({"type": "challenge", "player": "p2", "target_seq": 1})
    assert table.totals["p1"] == 0
    answer = table.done(void(2), table.director)
    assert answer["points"]["p1"] == points
    assert [event["counts"] for event in table.log()] == [True, False, False, True]
    assert table.state()["challengeable"]
    table.done({"type": "challenge", "player": "p2", "target_seq": 1})
    table.assert_whole()


def test_a_challenge_counts_from_the_plays_that_count():
    """After an undo the play before is the last one again; a change of an early play does not move the target."""
    table = Table.make()
    table.done(FIRST)
    table.done(SECOND)
    table.done({**UNDO, "target_seq": 2})
    late = table.send({"type": "challenge", "player": "p2", "target_seq": 2})
    assert (late.status, late.code, late["last_play"]) == (409, "challenge.window_closed", 1)
    table.done(SECOND)
    table.done(replace(1, {**FIRST, "tiles": ["3", "+", "4", "=", "?:7"]}), table.director)
    wrong = table.send({"type": "challenge", "player": "p1", "target_seq": 1})
    assert (wrong.code, wrong["last_play"]) == ("challenge.window_closed", 4)
    answer = table.done({"type": "challenge", "player": "p1", "target_seq": 4})
    assert (answer["outcome"], answer["target_seq"]) == ("failed", 4)
    table.assert_whole()
