"""Whatever the board and the rack: what the search finds is legal, and what is legal it finds."""

import os
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from functools import cache
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.engine import AUTO, IllegalMove, Position, Square, get_ruleset
from games.engine.search import SearchLimit, legal_plays, self_play
from tests.engine.brute_force import brute_force, key
from tests.engine.positions import a_rack, position_of

some_boards = st.tuples(
    st.sampled_from(["amath", "amath-primary", "summy"]), st.integers(80, 82), st.integers(0, 10)
)
few = settings(max_examples=10, deadline=None, suppress_health_check=[HealthCheck.too_slow])

board = cache(position_of)


def same(position: Position, rack: tuple[str, ...]) -> bool:
    found = [key(position, play) for play in legal_plays(position, rack).plays()]
    assert len(found) == len(set(found))
    assert set(found) == brute_force(position, rack)
    return bool(found)


@few
@given(some_boards, st.integers(0, 2**16), st.sampled_from([(), ("=",), ("=", "+"), ("=", "="), ("=", "-")]))
def test_three_tiles_find_what_brute_force_finds(where, seed, wanted):
    same(board(*where), a_rack(board(*where), seed, 3, wanted=wanted))


@few
@given(some_boards, st.integers(0, 2**16))
def test_every_play_of_a_whole_rack_is_legal_and_told_once(where, seed):
    position = board(*where)
    rack = a_rack(position, seed, 8, wanted=("=", "5"))
    plays = legal_plays(position, rack, limit=SearchLimit(nodes=100_000)).plays()
    assert len({key(position, play) for play in plays}) == len(plays)
    for play in Random(seed).sample(plays, min(100, len(plays))):
        assert position.problems(play) == ()


@few
@given(some_boards, st.integers(0, 2**16))
def test_with_fewer_tiles_there_are_the_plays_that_need_no_more(where, seed):
    position = board(*where)
    rack = a_rack(position, seed, 6, wanted=("=", "1", "2", "+"))
    whole = {key(position, play): Counter(play.used) for play in legal_plays(position, rack).plays()}
    fewer = rack[1:]
    expected = {one for one, used in whole.items() if used <= Counter(fewer)}
    assert {key(position, play) for play in legal_plays(position, fewer).plays()} == expected


def set_up(lines: dict[tuple[int, int, bool], str], *, strict: bool = False) -> Position:
    """A board of lines across (or down) from their first squares."""
    rules = get_ruleset("amath")
    tiles = {
        Square(x + (0 if down else place), y + (place if down else 0)): tile
        for (x, y, down), text in lines.items()
        for place, tile in enumerate(rules.tiles.read(text))
    }
    return rules.set_up(tiles, settings=replace(rules.settings(), judging=AUTO, strict_zero_sign=strict))


@pytest.mark.parametrize(
    ("lines", "rack"),
    [
        ({(5, 8, False): "3 + 4 = 7"}, "= 8 - 1"),  # a chain goes on
        ({(5, 8, False): "1 × 2 = 2"}, "0 2 1"),  # both ends at once
        ({(1, 1, False): "6 ÷ 2 = 3", (1, 1, True): "6 - 5 = 1"}, "× 1 ="),  # in the corner
        ({(11, 15, False): "9 = 4 + 5"}, "8 + 1 ="),  # along the edge, to the last square
        ({(4, 8, False): "5 = 5", (8, 8, False): "1 = 1"}, "1 0 +"),  # over a gap
        ({(4, 8, False): "5 = 5", (9, 8, False): "4 + 1"}, "= ×/÷ 1"),
        ({(8, 4, True): "5 = 5", (8, 9, True): "= 5"}, "×/÷ 1 +/-"),
        ({(6, 8, False): "0 = 0", (6, 10, False): "0 = 0"}, "= 0 -"),  # between two lines: crossing both
        ({(6, 8, False): "- 1 + 4 = 3"}, "0 2 1"),  # a unary minus becomes a plain one
        ({(6, 8, False): "1 ÷ 3 = 2 ÷ 6"}, "= 3 ÷"),  # fractions
        ({(6, 8, False): "8 × 0 = 0"}, "+/- 0 ×/÷"),
        ({(6, 8, False): "12 = 12"}, "? ?"),
        ({(6, 8, False): "0 ÷ 4 = 0"}, "? -"),
        ({(6, 8, False): "5 = 5"}, "? = ="),
    ],
)
@pytest.mark.parametrize("strict", [False, True], ids=["", "strict"])
def test_a_board_that_was_thought_out_gives_what_brute_force_finds(lines, rack, strict):
    found = same(set_up(lines, strict=strict), tuple(rack.split()))
    assert found or strict


def test_a_chain_may_be_three_sides_of_the_rack_alone():
    assert same(get_ruleset("amath").opening(settings=set_up({}).settings), tuple("1 = 1 = 1".split()))


def test_nothing_can_be_played_once_the_game_is_over():
    game = self_play(get_ruleset("amath"), 3, settings=set_up({}).settings, sight=4)
    assert len(legal_plays(game.position, ("1", "=", "1"))) == 0


def test_tiles_that_nobody_can_have_are_refused():
    rules = get_ruleset("amath")
    with pytest.raises(IllegalMove, match=r"tile\.pool_exhausted"):
        legal_plays(set_up({(5, 8, False): "19 = 20 - 1"}), ("19", "=", "1", "9"))
    with pytest.raises(IllegalMove, match=r"move\.rack\.contradicts"):
        legal_plays(rules.opening(racks=["2 2 2 2 3 3 3 4".split(), None]), "2 2 2 2 3 3 3 5".split())


_ASK = """
from tests.engine.positions import a_rack, position_of
from games.engine.search import legal_plays
for name in ("amath", "summy"):
    position = position_of(name, 83, 4)
    rack = a_rack(position, 83, 7, wanted=("=", "+", "?") if name == "amath" else ("=", "+"))
    print(b"".join(legal_plays(position, rack).written).hex())
"""


def test_the_order_is_the_same_in_every_process():
    answers = {
        subprocess.run(
            [sys.executable, "-c", _ASK],
            env={**os.environ, "PYTHONHASHSEED": hash_seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for hash_seed in ("1", "2", "3")
    }
    assert len(answers) == 1
    assert len(answers.pop()) > 100
