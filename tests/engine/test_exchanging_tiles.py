"""Exchanges (X1, rule 14; C42) and their rows of the table in the scenarios."""

import pytest

from games.engine import (
    Discard,
    Exchange,
)
from tests.engine.shared import AMATH, PRIMARY, SUMMY, auto, codes, game

EIGHT = tuple("1 2 3 4 5 6 7 8".split())


@pytest.mark.parametrize(
    ("bag", "tiles", "code"),
    [
        (5, 1, None), (5, 5, None), (5, 6, "move.exchange.bag_too_small"), (5, 8, "move.exchange.bag_too_small"),
        (7, 7, None), (7, 8, "move.exchange.bag_too_small"), (8, 8, None), (84, 8, None),
        (4, 1, "move.exchange.bag_too_small"), (4, 4, "move.exchange.bag_too_small"),
        (1, 1, "move.exchange.bag_too_small"), (0, 1, "move.exchange.bag_too_small"),
        (84, 0, "move.exchange.nothing"), (84, -1, "move.exchange.nothing"), (84, 9, "move.rack.too_many"),
    ],
)  # fmt: skip
def test_an_exchange_needs_five_tiles_in_the_bag_and_no_more_than_it_holds(bag, tiles, code):
    position = game(racks=[EIGHT, 8], bag=bag)
    for move in (Exchange(count=tiles), *([Exchange(EIGHT[:tiles])] if 0 <= tiles <= 8 else [])):
        assert codes(position.problems(move)) == ([code] if code else [])
        if code is None:
            after = position.play(move)
            assert (after.to_move, after.total, after.bag_count, after.racks[0].size) == (1, (0, 0), bag, 8)
            assert after.inventory() == AMATH.tile_counts
            assert set(after.racks[0].known) == set(EIGHT if move.tiles else ()) - set(move.tiles)


@pytest.mark.parametrize("rules", [AMATH, PRIMARY])
def test_too_few_in_the_bag_says_how_many_there_are_and_how_many_it_takes(rules):
    (four,) = rules.set_up({}, bag=4).problems(Exchange(count=2))
    assert dict(four.figures) == {"bag": 4, "tiles": 2, "needed": 5}
    (five,) = rules.set_up({}, bag=5).problems(Exchange(count=7))
    assert dict(five.figures) == {"bag": 5, "tiles": 7, "needed": 7}


def test_tiles_that_are_not_held_or_held_once_cannot_be_exchanged():
    position = game(racks=[EIGHT, 8])
    for tiles, pos in ((("9",), 0), (("7", "7"), 1), (("1", "?"), 1)):
        (problem,) = position.problems(Exchange(tiles))
        assert (problem.code, problem.pos, dict(problem.figures)) == ("tile.not_in_rack", pos, {"tile": tiles[pos]})
    assert codes(position.problems(Exchange(("21",)))) == ["tile.unknown"]
    assert codes(position.problems(Exchange(("7",), count=2))) == ["move.exchange.nothing"]
    assert position.problems(Exchange(("7", "8"), count=2)) == ()


def test_tiles_the_set_no_longer_holds_cannot_be_exchanged_from_an_unknown_rack():
    assert codes(game({"8H": "11"}).problems(Exchange(("11",)))) == ["tile.pool_exhausted"]
    assert game({"8H": "11"}, settings=auto(refuse_excess=False)).problems(Exchange(("11",))) == ()


def test_summy_knows_no_exchange_and_a_math_no_discard():
    (problem,) = SUMMY.opening().problems(Exchange(count=3))
    assert (problem.code, dict(problem.figures)) == ("move.not_in_this_game", {"move": "exchange"})
    (problem,) = AMATH.opening().problems(Discard(("7",)))
    assert (problem.code, dict(problem.figures)) == ("move.not_in_this_game", {"move": "discard"})
