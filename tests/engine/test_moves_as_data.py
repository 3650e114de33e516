"""`games.engine.wire`: what a move is written as is read back as the same move."""

from random import Random

import pytest

from games.engine import ACROSS, DOWN, Play, Square, get_ruleset, play_at, play_line
from games.engine.search.playing import self_play
from games.engine.wire import move_data, move_kind, read_move


@pytest.mark.parametrize("ruleset", ["amath", "amath-primary", "summy"])
@pytest.mark.parametrize("seed", range(3))
def test_a_game_told_move_by_move_comes_to_the_same_points(ruleset: str, seed: int) -> None:
    rules = get_ruleset(ruleset)
    game = self_play(rules, seed, sight=4)
    position = rules.opening(settings=game.settings)
    for move in game.moves:
        side = getattr(move, "side", None)
        position = position.play(read_move(rules, move_kind(move), side, move_data(rules, move)))
    assert position.total == game.position.total
    assert position.board == game.position.board


def test_squares_that_a_play_leaves_out_are_told_as_tiles_that_lie_there() -> None:
    rules = get_ruleset("amath")
    seven, two = rules.tiles.tile("7"), rules.tiles.tile("2")
    across = play_at({Square(3, 8): seven, Square(6, 8): two})
    assert move_data(rules, across)["tiles"] == ["7", None, None, "2"]
    down = Play(((Square(3, 4), seven), (Square(3, 6), two)), DOWN)
    assert move_data(rules, down) == {"start": "C4", "dir": "down", "tiles": ["7", None, "2"]}
    whole = play_line(Square(3, 8), ACROSS, [seven, None, two])
    assert read_move(rules, "play", None, move_data(rules, whole)) == whole


def test_squares_in_no_line_lose_none_of_their_tiles() -> None:
    rules = get_ruleset("amath")
    tiles = rules.tiles.read("7 2 5")
    squares = Random(1).sample([Square(3, 8), Square(5, 9), Square(9, 2)], 3)
    astray = Play(tuple(zip(squares, tiles, strict=True)), ACROSS)
    assert move_data(rules, astray)["tiles"] == ["7", "2", "5"]
