"""The end of a game: who is out, what is left, what time cost, and that a total is the sum of its events."""

from collections import Counter

import pytest

from games.engine import get_ruleset
from tests.api.client import Api
from tests.api.table import Table, play
from tests.factories import TEST, enter
from tournaments.services.rounds import round_close

pytestmark = pytest.mark.django_db

PASS1, PASS2 = {"type": "pass", "player": "p1"}, {"type": "pass", "player": "p2"}
#: The seed's example: p1 plays its last four tiles beside 6=6 and p2 is left with 15 points.
LEFT = ["20", "19", "?", "+/-", "7"]
OUT = play("8J", "= 4 + 2", player="p1")


@pytest.fixture
def table():
    return Table.make()


def near_the_end(table, last: str = "= 4 + 2") -> dict[str, int]:
    """A whole game up to its last play, sent in one batch: the bag is empty, p1 holds ``last`` and p2 ``LEFT``.

    Behind ``6 = 6`` all other tiles lie left of the star, where the last play does not touch them. Hardly one of
    these lines is right, and nobody challenges any.
    """
    rules = get_ruleset("amath@1")
    left = Counter(rules.tiles.counts) - Counter(["6", "=", "6", *last.split(), *LEFT])
    filler = [
        f"{kind}:{rules.tiles.faces[kind][0]}" if kind in rules.tiles.faces else kind for kind in left.elements()
    ]
    moves = [play("8G", "6 = 6", player="p1")]
    for turn, row in enumerate([9, 10, 11, 12, 13, 14, 7, 6, 5, 4, 3, 15, 2]):
        count = {15: 8, 2: 3}.get(row, 7)
        run, filler = filler[:count], filler[count:]
        moves.append(play(f"{row}A", " ".join(run), player="p2" if turn % 2 == 0 else "p1"))
    assert filler == []
    answer = table.batch(table.numbered(*moves))
    assert {item["status"] for item in answer["items"]} == {"applied"}
    totals: dict[str, int] = answer["totals"]
    return totals


def kinds(answer):
    return [(row["type"], row["player"], row["points"]) for row in answer["derived"]]


# --- Out ---------------------------------------------------------------------------------------------------


def test_who_goes_out_gets_twice_what_the_other_holds(table):
    near_the_end(table)
    played = table.done(OUT)
    assert (played["due"], played["over"]) == ("out", False)
    answer = table.done({"type": "end", "reason": "out", "player": "p1", "opponent_rack": LEFT})
    assert kinds(answer) == [("rack_adjustment", "p1", {"p1": 30, "p2": 0})]
    assert (answer["over"], answer["due"], answer["to_move"]) == (True, None, None)
    outcome = table.state()["outcome"]
    assert outcome == {"reason": "out", "winner": "p1", "forfeited": None}
    before = played["totals"]
    assert table.totals == {"p1": before["p1"] + 30, "p2": before["p2"]}
    table.assert_whole()


def test_the_rack_left_is_told_by_the_set_where_nobody_says_it():
    """Every other tile is on the board or was seen, so `opponent_rack` may be left out."""
    table = Table.make()
    near_the_end(table)
    table.done(OUT)
    assert table.done({"type": "end", "reason": "out"})["points"] == {"p1": 0, "p2": 0}


@pytest.mark.parametrize(
    ("rack", "code"),
    [
        (["20", "19"], "end.rack_mismatch"),
        (["20", "19", "?", "+/-", "8"], "end.rack_mismatch"),
        (["20", "19", "?", "+/-", "๗"], "tile.unknown"),
    ],
)
def test_a_rack_that_cannot_be_is_refused(table, rack, code):
    near_the_end(table)
    table.done(OUT)
    answer = table.send({"type": "end", "reason": "out", "player": "p1", "opponent_rack": rack})
    assert (answer.status, answer["errors"][0]["code"]) == (422, code)
    assert table.send({"type": "end", "reason": "out", "player": "p1", "opponent_rack": LEFT}).status == 201


def test_after_the_last_tile_nothing_but_a_challenge_or_the_end_may_come(table):
    near_the_end(table)
    table.done(OUT)
    for move in (PASS2, {"type": "exchange", "player": "p2", "count": 1}, play("7G", "7", player="p2")):
        answer = table.send(move)
        assert (answer.status, answer.code, answer["due"]) == (409, "game.final", "out")
    assert table.send({"type": "end", "reason": "passes"}).code == "game.not_over"


def test_a_going_out_play_that_was_wrong_comes_back_and_the_game_goes_on(table):
    before = near_the_end(table, "= 4 + 3")
    wrong = table.done(play("8J", "= 4 + 3", player="p1"))
    assert wrong["due"] == "out"
    answer = table.done({"type": "challenge", "player": "p2", "target_seq": 15})
    assert answer["outcome"] == "upheld"
    assert (answer["due"], answer["over"], answer["to_move"]) == (None, False, "p2")
    assert answer["totals"] == before
    assert table.send({"type": "end", "reason": "out"}).code == "game.not_over"
    assert table.state()["racks"]["p1"]["size"] == 4
    table.done(PASS2)
    table.assert_whole()


def test_a_going_out_play_that_was_right_ends_the_game_by_its_challenge(table):
    near_the_end(table)
    played = table.done(OUT)
    answer = table.done({"type": "challenge", "player": "p2", "target_seq": 15})
    assert answer["outcome"] == "failed"
    assert [kind for kind, *_ in kinds(answer)] == ["turn_lost", "end", "rack_adjustment"]
    assert answer["over"] is True
    assert answer["totals"] == {"p1": played["totals"]["p1"] + 30, "p2": played["totals"]["p2"]}
    assert table.state()["outcome"]["reason"] == "out"
    assert answer.etag == f'"g{table.game_id}-19"'
    table.assert_whole()
    again = table.send({"type": "challenge", "player": "p1"})
    assert (again.status, again.code) == (409, "game.final")


# --- Passes ------------------------------------------------------------------------------------------------


def test_a_game_passed_out_costs_everybody_what_they_hold(table):
    before = near_the_end(table)
    for number in range(6):
        answer = table.done(PASS1 if number % 2 == 0 else PASS2)
        assert answer["due"] == ("passes" if number == 5 else None)
    unknown = table.send({"type": "end", "reason": "passes"})
    assert {item["code"] for item in unknown["errors"]} == {"end.racks_unknown"}
    held = {"p1": ["=", "4", "+", "2"], "p2": LEFT}
    points = get_ruleset("amath@1").tiles.points
    cost = {side: sum(points[tile] for tile in rack) for side, rack in held.items()}
    assert cost["p2"] == 15
    # One rack is enough: the other is all that is left of the set.
    answer = table.done({"type": "end", "reason": "passes", "racks": {"p2": LEFT}})
    assert kinds(answer) == [
        ("rack_adjustment", "p1", {"p1": -cost["p1"], "p2": 0}),
        ("rack_adjustment", "p2", {"p1": 0, "p2": -15}),
    ]
    assert answer["totals"] == {side: before[side] - cost[side] for side in held}
    assert table.state()["outcome"]["reason"] == "passes"
    table.assert_whole()


def test_a_whole_game_of_passes_wants_the_racks_told(table):
    for number in range(6):
        table.done(PASS1 if number % 2 == 0 else PASS2)
    refused = table.send({"type": "end", "reason": "passes"})
    assert (refused.status, refused.code) == (422, "move.invalid")
    assert [(item["code"], item["side"]) for item in refused["errors"]] == [
        ("end.racks_unknown", 0),
        ("end.racks_unknown", 1),
    ]
    racks = {"p1": "1 2 3 4 5 6 7 8".split(), "p2": "1 2 3 4 5 6 7 ?".split()}
    points = get_ruleset("amath@1").tiles.points
    answer = table.done({"type": "end", "reason": "passes", "racks": racks})
    assert answer["totals"] == {side: -sum(points[tile] for tile in rack) for side, rack in racks.items()}
    table.assert_whole()


def test_an_end_before_its_time_is_refused(table):
    table.done(play("8F", "3 + 4 = 7", player="p1"))
    for reason in ("out", "passes"):
        answer = table.send({"type": "end", "reason": reason})
        assert (answer.status, answer.code, answer["reason"]) == (409, "game.not_over", reason)
    answer = table.send({"type": "end", "reason": "boredom"})
    assert (answer.status, answer["errors"][0]["code"], answer.pointers) == (
        422,
        "wire.no_such_reason",
        ["/reason"],
    )


def test_an_agreed_end_leaves_the_racks_to_the_arbiter(table):
    table.done(play("8F", "3 + 4 = 7", player="p1"))
    answer = table.done({"type": "end", "reason": "agreed"})
    assert (answer["derived"], answer["totals"], answer["over"]) == ([], {"p1": 12, "p2": 0}, True)
    table.assert_whole()


# --- Time --------------------------------------------------------------------------------------------------


def clock(player, ms):
    return {"type": "clock", "player": player, "used_ms": ms}


def test_overtime_costs_ten_for_each_started_minute(table):
    answer = table.done(clock("p2", 1_381_000))
    assert kinds(answer) == [("time_adjustment", "p2", {"p1": 0, "p2": -20})]
    assert (answer["totals"], answer["to_move"]) == ({"p1": 0, "p2": -20}, "p1")
    assert table.state()["clocks"] == {"p1": 0, "p2": 1_381_000}


def test_a_clock_told_again_is_charged_once(table):
    assert table.done(clock("p1", 1_320_001))["totals"]["p1"] == -10
    assert table.done(clock("p1", 1_320_001))["derived"] == []
    assert kinds(table.done(clock("p1", 1_400_000)))[0][2]["p1"] == -10
    assert kinds(table.done(clock("p1", 1_320_000)))[0][2]["p1"] == 20, "a clock read wrongly is put right"
    assert table.totals == {"p1": 0, "p2": 0}
    table.assert_whole()


def test_the_clock_may_be_told_after_the_end_and_decides_then(table):
    table.done(play("8F", "3 + 4 = 7", player="p1"))
    table.done({"type": "end", "reason": "agreed"})
    assert table.state()["outcome"]["winner"] == "p1"
    table.done(clock("p1", 1_390_000))
    assert table.totals == {"p1": -8, "p2": 0}
    assert table.state()["outcome"] == {"reason": "agreed", "winner": "p2", "forfeited": None}
    assert table.done({"type": "undo"})["totals"] == {"p1": 12, "p2": 0}
    table.assert_whole()


def test_more_than_five_minutes_over_loses_the_game(table):
    table.done(play("8F", "3 + 4 = 7", player="p1"))
    assert table.done(clock("p1", 1_320_000 + 300_001))["totals"]["p1"] == 12 - 50
    table.done({"type": "end", "reason": "agreed"})
    assert table.state()["outcome"]["forfeited"] == "p1"


def test_where_overtime_does_not_lose_the_game_it_goes_on_costing():
    table = Table.make(overtime_forfeits=False)
    assert table.done(clock("p1", 1_320_000 + 480_001))["totals"]["p1"] == -90
    table.done({"type": "end", "reason": "agreed"})
    assert table.state()["outcome"] == {"reason": "agreed", "winner": "p2", "forfeited": None}


@pytest.mark.parametrize("used", [-1, 24 * 3_600_000 + 1, 1.5, "5", True, None])
def test_a_clock_that_shows_nonsense_is_refused(table, used):
    assert table.send(clock("p1", used)).status == 400
    assert table.send({"type": "clock", "used_ms": 5}).pointers == ["/player"]
    assert table.send({"type": "clock", "player": "p1"}).pointers == ["/used_ms"]


# --- After the end -----------------------------------------------------------------------------------------


def test_a_game_that_is_over_takes_no_move(table):
    table.done(play("8F", "3 + 4 = 7", player="p1"))
    table.done({"type": "end", "reason": "agreed"})
    for move in (PASS2, play("8D", "9 - . . . . . + 3", player="p2"), {"type": "challenge", "player": "p2"}):
        answer = table.send(move)
        assert (answer.status, answer.code) == (409, "game.final")
    assert table.send({"type": "end", "reason": "agreed"}).code == "game.final"
    assert table.batch(table.numbered(PASS2))["items"][0]["problem"]["code"] == "game.final"


def test_a_round_that_is_closed_takes_events_from_a_director_only(table):  # fault 21
    first = table.body(play("8F", "3 + 4 = 7", player="p1"))
    table.post(first)
    for number in (1, 2):
        enter(table.event.pairing(number), 400, 300)
    round_close(round_id=table.event.round.pk, actor=TEST)
    player = table.player(0)
    for who in (table.device, player, Api.of(table.event.cast.scorer)):
        answer = table.send(PASS2, who)
        assert (answer.status, answer.code) == (409, "game.final")
        assert table.send({"type": "undo"}, who).code == "game.final"
    assert table.post(first).status == 200, "what was stored before is still answered"
    table.done({"type": "undo"}, table.director)


def test_tiles_are_the_set_wherever_they_lie(table):
    table.done(play("8F", "3 + ?:4 = 7", player="p1"))
    table.done({"type": "exchange", "player": "p2", "tiles": ["9", "9"]})
    state = table.state()
    on_board = Counter(tile.split(":")[0] for _, tile in state["board"])
    assert sum(on_board.values()) + state["bag"] + sum(rack["size"] for rack in state["racks"].values()) == 100
