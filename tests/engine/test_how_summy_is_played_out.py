"""Passing, discarding and the end of Summy (Summy 3, 11)."""

from games.engine import (
    Discard,
    End,
    Ending,
    Name,
    Outcome,
    Pass,
)
from tests.engine.shared import SUMMY, at, changes, codes


def summy(racks, bag=0, **more):
    return SUMMY.set_up(SUMMY.opening().board, racks, bag=bag, **more)


def test_summy_ends_when_the_stock_is_empty_and_every_player_in_succession_makes_no_sum():
    position = summy([["9", "8"], ["7"]], total=(30, 20)).play(Pass())
    assert position.due is None
    position = position.play(Discard(("7",)))
    assert position.due is Ending.PASSES
    ended = position.play(End(Ending.PASSES))
    assert ended.outcome == Outcome(Ending.PASSES, (30, 20), 0)  # blocks in hand cost nothing
    assert changes(ended)[-1] == (Name.ARBITER_ADJUSTMENT, 1, 20)


def test_three_players_of_summy_all_have_to_miss():
    position = summy([1, 1, 1]).play(Pass()).play(Pass())
    assert position.due is None
    assert position.play(Pass()).due is Ending.PASSES


def test_a_sum_in_between_lets_the_game_go_on():
    position = summy([["9"], ["1", "+", "2", "3"]]).play(Pass()).play(at("-3,0", "1 + 2 . 3", SUMMY))
    assert position.due is None
    assert position.play(Pass()).due is None


def test_an_empty_hand_does_not_end_a_game_of_summy_and_nobody_pays():
    position = summy([["1", "+", "2", "3"], ["9"]]).play(at("-3,0", "1 + 2 . 3", SUMMY))
    assert (position.racks[0].size, position.due, position.total) == (0, None, (6, 0))
    ended = position.play(Pass()).play(Pass()).play(End(Ending.PASSES))
    assert ended.total == (6, 0)


def test_while_there_is_stock_a_turn_is_a_sum_or_a_discard():
    position = summy([8, 8], bag=1)
    (problem,) = position.problems(Pass())
    assert (problem.code, dict(problem.figures)) == ("move.pass.stock_not_empty", {"bag": 1})
    assert position.play(Discard(("7",))).play(Discard(("7",))).due is None  # the first one drew the last block
    assert position.play(Discard(("7",))).play(Pass()).play(Pass()).due is Ending.PASSES


def test_summy_ties_are_shared():
    position = summy([1, 1], total=(20, 20)).play(Pass()).play(Pass()).play(End(Ending.PASSES))
    assert position.outcome == Outcome(Ending.PASSES, (20, 20), None)


def test_discarded_blocks_leave_the_game_and_as_many_are_drawn():
    position = SUMMY.opening(racks=[list("12345678"), None])
    after = position.play(Discard(("1", "8", "3")))
    assert (after.discarded, after.racks[0], after.bag_count) == (("1", "8", "3"), (8, tuple("24567")), 77 - 3)
    assert (after.to_move, after.total) == (1, (0, 0))
    assert after.inventory() == SUMMY.tile_counts
    assert codes(position.problems(Discard(()))) == ["move.discard.nothing"]
    assert codes(position.problems(Discard(("9",)))) == ["tile.not_in_rack"]
    assert codes(position.problems(Discard(tuple("123456789")))) == ["move.rack.too_many"]
    assert position.problems(Discard(tuple("12345678"))) == ()
