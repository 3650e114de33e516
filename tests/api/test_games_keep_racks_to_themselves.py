"""What is on a rack is for the table and the staff until the game is over; players record their own games only."""

import json
import re

import pytest
from django.test import Client

from tests.api.client import Api
from tests.api.table import Table, make_device, play, undone

pytestmark = pytest.mark.django_db

RACK = ["3", "+", "4", "=", "7", "20", "19", "?"]
THEIRS = ["16", "14", "13", "12", "11", "17", "18", "9"]
MOVES = (
    play("8F", "3 + 4 = 7", player="p1", rack=RACK),
    {"type": "exchange", "player": "p2", "tiles": ["16", "14"], "rack": THEIRS},
    {"type": "pass", "player": "p1", "rack": ["20", "19", "?"]},
)
#: Spelled only on racks in this game.
SECRET = ('"20"', '"19"', '"16"', '"14"', '"13"', '"12"', '"11"', '"17"', '"18"')


@pytest.fixture
def table():
    table = Table.make()
    for move in MOVES:
        table.done(move)
    return table


def tells(answer) -> list[str]:
    text = json.dumps(answer.body if hasattr(answer, "body") else answer)
    return [tile for tile in SECRET if tile in text]


def outsiders(table) -> dict[str, Api]:
    cast = table.event.cast
    return {
        "public": Api(),
        "stranger": Api.of(cast.stranger),
        "player 1": table.player(0),
        "player 2": table.player(1),
        "viewer": Api.of(cast.viewer),
        "other director": Api.of(cast.other_director),
        "director's token for other things": Api.of(table.event.director, ("pairing:read",)),
    }


def test_racks_are_seen_by_the_table_and_the_staff_only(table):
    for who in (table.device, Api.of(table.event.cast.scorer), table.director):
        shown = table.state(who)["racks"]
        assert set(shown["p1"]["tiles"]) == {"20", "19", "?"}
        assert shown["p1"]["size"] == 8
        assert tells({"items": table.log(who)})
    for name, who in outsiders(table).items():
        state = table.state(who)
        assert state["racks"] == {side: {"size": 8, "tiles": None} for side in ("p1", "p2")}, name
        assert tells(state) == [], name
        log = table.log(who)
        assert tells(log) == [], name
        assert log[1]["move"] == {"count": 2}
        assert log[0]["move"] == {"start": "8F", "dir": "across", "tiles": ["3", "+", "4", "=", "7"]}


def test_a_replacement_keeps_its_rack_to_itself_too(table):
    change = {
        "type": "replace",
        "target_seq": 2,
        "reason": "other tiles",
        "event": {"type": "exchange", "player": "p2", "tiles": ["13", "12"], "rack": THEIRS},
    }
    answer = table.done(change, table.director)
    assert answer["move"] == {"event": change["event"]}
    for name, who in outsiders(table).items():
        assert tells(table.log(who)) == [], name
        assert table.log(who)[3]["move"] == {"event": {"type": "exchange", "player": "p2", "count": 2}}, name


def test_conflicts_and_batches_tell_no_more(table):
    player = table.player(0)
    table.device.delete(f"{table.path}/claim")
    late = table.send({"type": "pass", "player": "p2"}, player, seq=1)
    assert (late.code, len(late["events"])) == ("game.sequence_conflict", 3)
    assert tells(late) == []
    batch = table.batch(table.numbered({"type": "pass", "player": "p2"}, after=0), player)
    assert batch["items"][0]["problem"]["code"] == "game.sequence_conflict"
    assert tells(batch) == []
    replayed = table.body({"type": "exchange", "player": "p2", "tiles": ["9"], "rack": ["9"]})
    assert table.post(replayed, player)["move"] == {"count": 1}
    assert table.post(replayed, player)["move"] == {"count": 1}


def test_a_refusal_names_no_tile_that_the_sender_has_not_named(table):
    player = table.player(0)
    table.device.delete(f"{table.path}/claim")
    other = "1 2 3 5 6 8 9 0".split()
    for dry in (True, False):
        end = table.post(
            table.body({"type": "end", "reason": "agreed", "racks": {"p2": other, "p1": other}}), player, dry=dry
        )
        move = table.post(
            table.body({"type": "exchange", "player": "p2", "count": 1, "rack": other}), player, dry=dry
        )
        for answer in (end, move):
            assert answer.status == 422
            assert tells(answer) == []
    told = table.tried({"type": "exchange", "player": "p2", "count": 1, "rack": other})
    assert told["errors"][0]["code"] == "move.rack.contradicts"
    assert tells(told), "the table's own tablet knows"


def test_when_the_game_is_over_everybody_sees_everything(table):
    table.done({"type": "end", "reason": "agreed", "racks": {"p1": ["20", "19", "?", "1", "2", "3", "5", "6"]}})
    for name, who in outsiders(table).items():
        assert tells(table.state(who)), name
        log = table.log(who)
        assert log[1]["move"]["tiles"] == ["16", "14"], name
        assert log[3]["move"]["racks"]["p1"], name


def test_a_game_whose_racks_were_told_looks_like_one_whose_racks_were_not():
    """Not even a count that is missing somewhere tells: the state, the log, the record, the proof and the page."""
    table = Table.make()
    readers = outsiders(table)
    event = table.event
    page = f"/events/{event.tournament.slug}/{event.division.slug}/rounds/1/tables/1/"
    untold = [{**move, "rack": None} for move in MOVES]
    untold[1] = {"type": "exchange", "player": "p2", "count": 2}
    looks: dict[tuple[str, str], list[str]] = {}
    for moves in (MOVES, untold):
        with undone():
            for move in moves:
                table.done({key: value for key, value in move.items() if value is not None})
            for name, who in readers.items():
                for path in ("", "/events", "/record", "/record?form=text", "/proof"):
                    looks.setdefault((name, path), []).append(plain(who.get(table.path + path).raw.decode()))
            looks.setdefault(("public", "page"), []).append(plain(Client().get(page).content.decode()))
    for where, (told, hidden) in looks.items():
        assert told == hidden, where


def plain(text: str) -> str:
    """Without ids and moments."""
    text = re.sub(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", "id", text)
    return re.sub(r'\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)?|nonce="[^"]*"', "n", text)


# --- Players -----------------------------------------------------------------------------------------------


def test_a_player_records_their_own_game_for_both_sides():
    table = Table.make()
    player = table.player(1)
    table.done(play("8F", "3 + 4 = 7", player="p1"), player)
    table.done({"type": "challenge", "player": "p2", "target_seq": 1}, player)
    assert table.done({"type": "pass", "player": "p1"}, player)["seq"] == 4
    assert player.post(f"{table.path}/claim").status == 200
    table.assert_whole()


def test_a_player_does_not_record_another_game():
    table = Table.make()
    player = Table(table.event, 2).player(0)
    for path, body in (
        ("/events", table.body({"type": "pass"})),
        ("/events?dry_run=1", table.body({"type": "pass"})),
        ("/events:batch", {"items": [table.body({"type": "pass"})]}),
        ("/claim", {}),
    ):
        assert player.post(table.path + path, body).status == 404
    assert table.state(player).status == 200, "looking on is everybody's"


def test_a_players_token_records_only_where_it_was_made_for_that():
    table = Table.make()
    player = table.player(0)
    from players.models import Player

    user = Player.objects.get(memberships__entry=table.event.pairing().seats.get(place=0).entry).user
    only_results = Api.of(user, ("result:submit",))
    answer = table.send({"type": "pass", "player": "p1"}, only_results)
    assert (answer.status, answer.code) == (403, "auth.scope_missing")
    assert table.send({"type": "pass", "player": "p1"}, player).status == 201


def test_players_correct_nothing_but_their_own_last_event():
    table = Table.make()
    mine, theirs = table.player(0), table.player(1)
    table.done(play("8F", "3 + 4 = 7", player="p1"), mine)
    assert table.send({"type": "undo"}, theirs).code == "game.claimed"
    mine.delete(f"{table.path}/claim")
    assert table.send({"type": "undo"}, theirs).code == "undo.not_yours"
    for move in (
        {"type": "void", "target_seq": 1, "reason": "I say so"},
        {"type": "arbiter_adjustment", "player": "p1", "points": 100, "reason": "I say so"},
    ):
        answer = table.send(move, mine)
        assert (answer.status, answer.code) == (403, "event.directors_only")
    assert table.done({"type": "undo"}, mine)["totals"] == {"p1": 0, "p2": 0}


def test_a_player_of_a_hidden_event_sees_their_own_game():
    table = Table.make(public=False)
    assert table.state(table.player(0)).status == 200
    assert table.state(Api()).status == 404
    assert table.state(Table(table.event, 2).player(0)).status == 404
    assert table.state(make_device(table.event, tables=(2,))).status == 404
