"""Summy by the same endpoints: a table without edges, squares that stay empty, discards and a stock."""

from collections import Counter

import pytest

from games.engine import get_ruleset
from tests.api.client import Api
from tests.api.table import Table, play, tiles

pytestmark = pytest.mark.django_db

SUM = {
    "type": "play",
    "player": "p1",
    "dir": "down",
    "start": [0, -4],
    "blocks": ["8", "x", "1", "5", None, "1", "2", "0"],
}


@pytest.fixture
def table():
    return Table.make(ruleset="summy")


def discard(player, text):
    return {"type": "discard", "player": player, "blocks": tiles(text)}


def test_the_first_equals_sign_lies_at_the_origin(table):
    state = table.state()
    assert (state["board"], state["blocked"], state["bag"]) == ([[[0, 0], "="]], [], 77)
    assert (state["ruleset"], state["judging"]) == ("summy@1", "auto")


def test_a_sum_is_laid_through_it_and_its_ends_stay_empty_for_ever(table):
    answer = table.done(SUM)
    (line,) = answer["score"]["lines"]
    assert (line["equation"], line["start"], line["dir"]) == ("8x15=120", [0, -4], "down")
    assert (answer["totals"], answer["bag"], answer["to_move"]) == ({"p1": 17, "p2": 0}, 70, "p2")
    assert answer["verdict"] == {"valid": True, "problems": []}
    state = table.state()
    assert state["blocked"] == [[0, -5], [0, 4]]
    assert [[0, -4], "8"] in state["board"]
    blocked = table.send(play([0, 4], "5 + 1 = 6", player="p2"))
    assert (blocked.status, blocked.code) == (422, "move.invalid")
    (item,) = blocked["errors"]
    assert (item["code"], item["cell"]) == ("equation.neighbour_not_empty", [0, 4])
    table.assert_whole()


def test_the_table_has_no_edge(table):
    table.done(SUM)
    for turn in range(3):  # each sum begins at the last block of the one before
        player = "p2" if turn % 2 == 0 else "p1"
        if turn == 0:
            answer = table.send(play([0, 3], ". + 2 = 2", player=player))
            assert answer.status == 201, answer
        elif turn == 1:
            answer = table.send(play([4, 3], ". + 3 = 5", "down", player=player))
            assert answer.status == 201, answer
        else:
            answer = table.send(play([4, 7], ". - 1 = 4", player=player))
            assert answer.status == 201, answer
    xs = [square[0] for square, _ in table.state()["board"]]
    assert max(xs) == 8
    far = table.send(play([9999, -9999], "1 + 1 = 2", player="p1"))
    assert far["errors"][0]["code"] in ("equation.no_board_block_used", "move.not_your_turn")
    beyond = table.send(play([10_000, 0], "1 + 1 = 2", player="p2"))
    assert (beyond.status, beyond.pointers) == (422, ["/start/0"])
    table.assert_whole()


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("1 + 1 . 3", "equation.unbalanced"),
        ("1 2 . 1 2", "equation.no_operator_before_equals"),
        ("1 + 1 . 1 + 1", "equation.result_not_a_number"),
        ("5 : 0 . 0", "equation.division_by_zero"),
        ("5 : 2 . 2", "equation.unbalanced"),
        ("2 - 5 . 3", "equation.unbalanced"),
    ],
)
def test_a_wrong_sum_is_refused_at_once(table, line, code):
    before = line.split().index(".")
    answer = table.send(play([-before, 0], line, player="p1"))
    assert answer.status == 422
    assert code in {item["code"] for item in answer["errors"]}
    assert table.head == 0


def test_a_second_equals_sign_is_refused(table):
    answer = table.send(play([-3, 0], "1 + 1 . 2 = 2", player="p1"))
    assert "equation.multiple_equals" in {item["code"] for item in answer["errors"]}


def test_blocks_are_discarded_out_of_the_game_and_as_many_are_drawn(table):
    answer = table.done(discard("p1", "+ ="))
    assert (answer["points"], answer["bag"], answer["to_move"]) == ({"p1": 0, "p2": 0}, 75, "p2")
    assert table.log(Api())[0]["move"] == {"count": 2}
    assert table.log()[0]["move"] == {"tiles": ["+", "="]}
    assert table.done({"type": "undo"})["bag"] == 77
    table.assert_whole()


def test_what_the_game_does_not_know_is_refused(table):
    for move, code in (
        ({"type": "exchange", "player": "p1", "count": 2}, "move.not_in_this_game"),
        ({"type": "pass", "player": "p1"}, "move.pass.stock_not_empty"),
        (discard("p1", ""), "move.discard.nothing"),
        (discard("p1", "20"), "tile.unknown"),
        ({"type": "challenge", "player": "p1"}, "challenge.judged_already"),
        ({**SUM, "start": "8F"}, "move.unreadable_place"),
        ({key: value for key, value in SUM.items() if key != "dir"}, "wire.missing"),
    ):
        answer = table.send(move)
        assert (answer.status, answer["errors"][0]["code"]) == (422, code), code
    both = table.send({**SUM, "tiles": SUM.get("blocks", SUM.get("tiles")), "blocks": ["1"]})
    assert (both["errors"][0]["code"], both.pointers) == ("wire.no_such_field", ["/blocks"])
    for start in ([0], [0, "1"], [0, 0, 0], [0.5, 0], {"x": 0}):
        assert table.send({**SUM, "start": start}).status == 400
    assert table.head == 0


def test_a_whole_game_is_played_until_the_stock_is_empty(table):
    """Two sums, then discards until nothing is left: passes end it, and what is in hand costs nothing."""
    table.done(SUM)
    answer = table.done(play([0, 3], ". + 2 = 2", player="p2"))
    left = Counter(get_ruleset("summy@1").tiles.counts)
    left.subtract(["=", "8", "x", "1", "5", "1", "2", "0", "+", "2", "=", "2"])
    blocks = sorted(left.elements())
    for turn in range(100):
        if not answer["bag"]:
            break
        player, hand = f"p{turn % 2 + 1}", blocks[-8:]
        del blocks[-8:]
        answer = table.done({"type": "discard", "player": player, "tiles": hand})
    assert (turn, answer["bag"], answer["due"]) == (9, 0, None)
    passes = [{"type": "pass", "player": "p2"}, {"type": "pass", "player": "p1"}]
    while answer["due"] is None:
        answer = table.done(passes[0] if answer["to_move"] == "p2" else passes[1])
    assert answer["due"] == "passes"
    before = table.totals
    answer = table.done({"type": "end", "reason": "passes"})
    assert (answer["derived"], answer["totals"], answer["over"]) == ([], before, True)
    assert table.state()["outcome"]["winner"] == ("p1" if before["p1"] > before["p2"] else "p2")
    table.assert_whole()
