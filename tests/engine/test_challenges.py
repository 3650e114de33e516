"""Challenges (X3, rules 15 and 16): who may, when, and what comes of them."""

import pytest

from games.engine import AUTO, Adjustment, Challenge, Clock, End, Ending, Exchange, Name, Pass, Square
from tests.engine.shared import AMATH, BARE, at, auto, challenging, codes, game, lay

RIGHT, WRONG = at("8F", "3 + 4 = 7"), at("8F", "3 + 4 = 8")


def opening(**more):
    return AMATH.opening(settings=challenging(), layout=BARE, **more)


def test_a_wrong_play_comes_back_with_all_it_earned_and_its_side_has_lost_the_turn():
    after = opening().play(WRONG).play(Challenge())
    assert (dict(after.board), after.total, after.to_move, after.bag_count) == ({}, (0, 0), 1, 84)
    assert after.racks[0] == (8, ("3", "4", "8", "+", "="))  # everybody has seen them
    play, challenge, withdrawn = after.events
    assert (challenge.name, challenge.side, challenge.upheld) == (Name.CHALLENGE, 1, True)
    assert (withdrawn.name, withdrawn.side, withdrawn.points) == (Name.PLAY_WITHDRAWN, 0, -play.points)
    assert [event.derived for event in after.events] == [False, False, True]


def test_a_right_play_stays_and_the_challenger_has_lost_the_turn():
    after = opening().play(RIGHT).play(Challenge())
    assert (len(after.board), after.total, after.to_move, after.bag_count) == (5, (8, 0), 0, 79)
    _, challenge, lost = after.events
    assert (challenge.side, challenge.upheld) == (1, False)
    assert (lost.name, lost.side, lost.points, lost.derived) == (Name.TURN_LOST, 1, 0, True)


def test_the_forty_points_of_a_wrong_bingo_are_taken_back_too():
    played = opening().play(at("8B", "1 2 + 3 0 = 4 3"))
    assert played.events[-1].score.bingo == 40
    assert played.play(Challenge()).total == (0, 0)


def test_one_wrong_line_takes_the_whole_play_off():
    position = game({"8F": "3 + 4 = 7"}, settings=challenging())
    play = at("9H", "= 4")  # down: 4 =, and across: = 4
    cross = at("H7", "1 . ")
    assert position.play(play).play(Challenge()).board == position.board
    assert position.play(cross).play(Challenge()).board == position.board
    main_right = game({"8F": "3 + 4 = 7", "9F": "5"}, settings=challenging())
    both = at("K7", "1 = 1")  # down 1=1 is right; across row 8 becomes 3+4=7= and that is wrong
    assert codes(main_right.judge(both)) == ["equation.empty_side"]
    assert main_right.play(both).play(Challenge()).board == main_right.board


def test_only_the_opponent_whose_turn_it_is_may_challenge():
    played = opening().play(WRONG)
    (problem,) = played.problems(Challenge(side=0))
    assert problem.code == "challenge.own_play"
    assert played.problems(Challenge(side=1)) == played.problems(Challenge()) == ()
    three = opening(sides=3).play(WRONG)
    assert codes(three.problems(Challenge(side=2))) == ["move.not_your_turn"]
    assert codes(three.problems(Challenge(side=0))) == ["challenge.own_play"]


@pytest.mark.parametrize("act", [Pass(), Exchange(count=1), at("8K", "+ 0"), at("8K", "1")])
def test_the_window_closes_with_the_opponents_next_act(act):
    position = opening().play(WRONG).play(act)
    if act in (Pass(), Exchange(count=1)):
        assert codes(position.problems(Challenge())) == ["challenge.window_closed"]
    else:
        assert position.problems(Challenge()) == ()  # but of the new play, not of the old one
        assert codes(position.play(Challenge()).problems(Challenge())) == ["challenge.window_closed"]
        assert len(position.play(Challenge()).board) == 5


@pytest.mark.parametrize("play", [RIGHT, WRONG])
def test_nobody_challenges_twice_or_before_a_play(play):
    assert codes(opening().problems(Challenge())) == ["challenge.window_closed"]
    assert codes(opening().play(Pass()).problems(Challenge())) == ["challenge.window_closed"]
    assert codes(opening().play(play).play(Challenge()).problems(Challenge())) == ["challenge.window_closed"]


def test_where_plays_are_judged_at_once_there_is_nothing_to_challenge():
    position = AMATH.opening(settings=auto(), layout=BARE).play(RIGHT)
    assert codes(position.problems(Challenge())) == ["challenge.judged_already"]


def test_a_wrong_play_nobody_challenges_stands_scores_and_may_be_built_upon():
    position = opening().play(WRONG).play(at("8K", "- 1"))  # 3+4=8-1: the new line is right
    assert position.total == (8, 8 + 3)
    kept = position.play(Challenge())
    assert (kept.board, kept.to_move, kept.events[-1].name) == (position.board, 1, Name.TURN_LOST)
    still_wrong = opening().play(WRONG).play(at("8K", "- 2")).play(Challenge())
    assert (still_wrong.total, len(still_wrong.board)) == ((8, 0), 5)  # only the last play comes off


def test_after_a_play_taken_back_the_next_one_may_lie_in_the_same_place():
    after = opening().play(WRONG).play(Challenge())
    assert codes(after.problems(at("1A", "6 = 6"))) == ["move.first_move_off_centre"]
    assert after.play(RIGHT).total == (0, 8)


def test_premiums_under_a_play_taken_back_are_fresh_again():
    position = AMATH.opening(settings=challenging()).play(WRONG)
    again = position.play(Challenge()).play(RIGHT)
    assert position.total[0] == again.total[1] == 12  # the star triples the 4


def test_what_was_drawn_after_a_wrong_play_goes_back_to_the_bag():
    known = tuple("3 + 4 = 8 1 2 5".split())
    played = opening(racks=[known, None]).play(WRONG)
    drawn = played.with_rack(0, ("1", "2", "5", "9", "9", "20", "?", "0"))
    assert drawn.unseen["9"] == 2
    after = drawn.play(Challenge())
    assert after.racks[0] == (8, AMATH.tiles.sorted(known))
    assert (after.unseen["9"], after.unseen["20"], after.bag_count) == (4, 1, 84)
    assert after.inventory() == AMATH.tile_counts


@pytest.mark.parametrize("drawn", ["3", "=", "8", "+"])
def test_a_drawn_tile_like_one_just_played_goes_back_as_well(drawn):
    known = tuple("3 + 4 = 8 1 2 5".split())
    position = opening(racks=[known, None])
    after = position.play(WRONG).with_rack(0, ("1", "2", "5", drawn)).play(Challenge())
    assert after.racks == position.racks
    assert after.unseen == position.unseen
    assert after.inventory() == AMATH.tile_counts


def test_what_was_not_known_before_the_play_is_not_known_after_it_but_for_the_tiles_seen():
    played = opening().play(WRONG).with_rack(0, tuple("1 2 5 9 9 20 ? 0".split()))
    after = played.play(Challenge())
    assert after.racks[0] == (8, ("3", "4", "8", "+", "="))
    assert after.inventory() == AMATH.tile_counts


def test_passes_before_a_play_taken_back_still_count_and_a_lost_turn_is_no_pass():
    position = opening()
    for _ in range(4):
        position = position.play(Pass())
    wrong = position.play(WRONG).play(Challenge())
    assert (wrong.scoreless, wrong.due) == ((2, 2), None)
    assert wrong.play(Pass()).play(Pass()).due is Ending.PASSES
    right = position.play(RIGHT).play(Challenge())
    assert right.scoreless == (0, 0)


def test_each_side_has_to_pass_three_times_itself():
    position = opening()
    for _ in range(5):
        position = position.play(Pass())
    position = position.play(WRONG).play(Challenge()).play(Pass())
    assert (position.scoreless, position.due) == ((4, 2), None)
    assert position.play(Pass()).due is Ending.PASSES


def test_a_challenge_may_say_what_its_side_holds():
    after = opening().play(WRONG).play(Challenge(side=1, rack=("7", "7")))
    assert after.racks[1].known == ("7", "7")
    assert after.inventory() == AMATH.tile_counts


def test_among_three_sides_the_next_one_challenges_and_the_turn_goes_round():
    wrong = opening(sides=3).play(WRONG).play(Challenge())
    assert (wrong.to_move, wrong.total) == (1, (0, 0, 0))
    right = opening(sides=3).play(RIGHT).play(Challenge())
    assert right.to_move == 2


def test_a_wrong_play_is_refused_at_once_in_auto_and_nothing_changes():
    position = AMATH.opening(settings=auto())
    assert position.settings.judging == AUTO
    assert codes(position.problems(WRONG)) == ["equation.unbalanced"]
    assert position.problems(RIGHT) == ()


def test_refused_eight_tiles_earn_no_bingo_to_the_three_played_instead():
    """C38: a bonus left over from a refused play."""
    position = game(racks=["1 2 + 3 0 = 4 3".split(), 8])
    assert codes(position.problems(at("8B", "1 2 + 3 0 = 4 3"))) == ["equation.unbalanced"]
    score = position.score(at("8F", "3 = 3"))
    assert (score.bingo, score.total) == (0, 3)


def test_seven_tiles_that_empty_a_short_rack_are_no_bingo():
    """C38."""
    position = game({"H8": "5"}, racks=["1 + 2 = 3 × 1".split(), ["9"]], bag=0)
    play = at("8A", "1 + 2 = 3 × 1")
    assert codes(position.problems(play))[:1] == ["equation.unbalanced"]
    score = game({"8H": "0"}, racks=["1 + 9 = 2 × 5".split(), ["9"]], bag=0).score(at("8A", "1 + 9 = 2 × 5"))
    assert (score.bingo, score.total) == (0, 1 + 2 + 2 + 1 + 1 + 2 + 2 + 1)


def test_the_short_game_of_the_scoring_cases_comes_to_its_totals():
    """GM-T1 to GM-T8 in a row, the turns between them a pass and an exchange."""
    moves = [
        at("8F", "3 + 4 = 7"), at("8D", "9 - . . . . . + 3"), at("I7", "5 . 5"), Pass(), at("G7", "5 . 5 = 11"),
        Challenge(), at("G7", "5 . 5 = 10"), Exchange(count=2), at("8M", "= 10"),
    ]  # fmt: skip
    # Six 5s are needed, two of them back on A's rack: the sheet exceeds the set.
    position = AMATH.opening(settings=challenging(refuse_excess=False), layout=BARE)
    for move in moves:
        position = position.play(move)
    assert position.total == (8 + 5, 15 + 10 + 19)  # 12 for the first play where the star counts
    assert set(codes(position.flags)) == {"tile.pool_exhausted"}
    assert position.to_move == 0
    assert position.board[Square(7, 11)].face == "10"


@pytest.mark.parametrize("judging", ["auto", "challenge"])
def test_a_clock_an_adjustment_and_the_end_are_nobodys_turn(judging):
    position = AMATH.opening(settings=auto() if judging == "auto" else challenging()).play(RIGHT)
    for move in (Clock(0, 5), Clock(1, 5), Adjustment(0, 5)):
        assert position.play(move).to_move == 1
        assert position.play(move).before == position.before
    assert position.play(End(Ending.AGREED)).before is None
    assert lay({}) == {}
