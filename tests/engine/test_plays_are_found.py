"""The search finds just the legal plays: none is missing, none is wrong, and each stands once."""

from dataclasses import replace

import pytest

from games.engine import ACROSS, AUTO, Position, Square, get_ruleset, play_line
from games.engine.search import SearchLimit, best_plays, legal_plays
from tests.engine.brute_force import brute_force, key
from tests.engine.golden_plays import position_in, rows
from tests.engine.positions import a_rack, position_of

CASES = [
    *(("amath", seed, moves, 3, ()) for seed, moves in ((1, 0), (2, 2), (3, 5), (4, 9))),
    *(("amath", seed, moves, 4, ("=",)) for seed, moves in ((5, 0), (6, 3), (7, 6), (8, 12))),
    *(("amath", seed, moves, 3, ("=", "+/-")) for seed, moves in ((9, 4), (10, 8))),
    *(("amath", seed, moves, 2, ("?",)) for seed, moves in ((11, 3), (12, 7), (13, 14))),
    *(("amath-primary", seed, moves, 3, ("=", "×/÷")) for seed, moves in ((14, 2), (15, 7))),
    *(("summy", seed, moves, 3, ()) for seed, moves in ((16, 0), (17, 2), (18, 6))),
    *(("summy", seed, moves, 4, ("+", "=")) for seed, moves in ((19, 1), (20, 4), (21, 8))),
]


@pytest.mark.parametrize(("name", "seed", "moves", "size", "wanted"), CASES)
def test_they_are_those_of_brute_force(name, seed, moves, size, wanted):
    position = position_of(name, seed, moves)
    rack = a_rack(position, seed, size, wanted=wanted)

    found = [key(position, play) for play in legal_plays(position, rack).plays()]

    assert len(found) == len(set(found))
    assert set(found) == brute_force(position, rack)


@pytest.mark.parametrize("row", rows(), ids=lambda row: f"{row['ruleset']} {' '.join(row['rack'])}")
def test_they_are_as_many_as_they_always_were(row):
    found = legal_plays(position_in(row), row["rack"])
    best = found.best(1)
    assert len(found) == row["plays"]
    assert (best[0].score.total if best else None) == row["best"]


@pytest.mark.parametrize("name", ["amath", "amath-primary", "summy"])
@pytest.mark.parametrize("moves", [0, 3, 8])
def test_every_one_is_legal_and_scores_what_the_rules_say(name, moves):
    position = position_of(name, 30 + moves, moves)
    rack = a_rack(position, moves, 6)
    found = legal_plays(position, rack)

    ranked = found.best(len(found))

    assert found.complete
    assert len(ranked) == len(found)
    assert all(position.problems(play) == () for play, _score in ranked)
    assert all(position.score(play) == score for play, score in ranked)
    assert [score.total for _play, score in ranked] == sorted((s.total for _p, s in ranked), reverse=True)


def test_a_wrong_line_beside_makes_no_play_legal():
    rules = get_ruleset("amath")
    tiles = rules.tiles
    position = rules.opening().play(play_line(Square(7, 8), ACROSS, tiles.read("6 = 5")))
    auto = rules.set_up(position.board, settings=replace(rules.settings(), judging=AUTO))
    assert brute_force(auto, ("5", "=", "5")) == {key(auto, p) for p in legal_plays(auto, ("5", "=", "5")).plays()}


def test_all_eight_tiles_bring_the_bonus():
    rack = "1 2 + 3 0 = 4 2".split()
    (best,) = best_plays(get_ruleset("amath").opening(), 1, rack)
    assert best.score.bingo == 40
    assert best.score.total == 85


def test_a_limit_stops_at_the_same_place_every_time():
    position = position_of("amath", 40, 5)
    rack = a_rack(position, 40, 5, wanted=("=", "1", "+"))
    whole = legal_plays(position, rack)
    short = legal_plays(position, rack, limit=SearchLimit(nodes=whole_half(position, rack)))

    assert whole.complete
    assert not short.complete
    assert set(short.written) <= set(whole.written)
    again = legal_plays(position, rack, limit=SearchLimit(nodes=whole_half(position, rack)))
    assert short.written == again.written


def whole_half(position: Position, rack: tuple[str, ...]) -> int:
    """Some nodes, and not enough of them."""
    low = 1
    while not legal_plays(position, rack, limit=SearchLimit(nodes=low)).complete:
        low *= 2
    return low // 4 or 1


def test_whoever_asks_can_stop_it():
    position = position_of("amath", 41, 5)
    rack = a_rack(position, 41, 5, wanted=("=", "1", "+"))
    stopped = legal_plays(position, rack, limit=SearchLimit(stop=lambda: True))
    assert not stopped.complete


def test_nothing_can_be_played_without_an_equals_sign_on_an_empty_board():
    assert len(legal_plays(get_ruleset("amath").opening(), "1 2 3 4 + - × 5".split())) == 0
