"""The table "End of game" of the scenarios, played through positions. Rules 18, 19, 21; C35."""

import pytest

from games.engine import (
    ACROSS,
    AUTO,
    CHALLENGE,
    Adjustment,
    Challenge,
    Charge,
    Clock,
    End,
    Ending,
    Exchange,
    IllegalMove,
    Name,
    Outcome,
    Pass,
    Square,
    get_ruleset,
    play_line,
)
from tests.engine.shared import AMATH, BARE, at, auto, challenging, changes, codes, game

LAST = {"8E": "3 - 3 = 0 × 7"}
"""One more 5 makes `3-3=0×75`, 12 points."""
GOES_OUT = at("8L", "5")
FALSE = at("8L", "+ 5")


@pytest.fixture(params=[AUTO, CHALLENGE])
def mode(request):
    return auto() if request.param == AUTO else challenging()


def before_the_last_tile(theirs, mine="5", **more):
    return game(LAST, racks=[mine.split(), theirs.split()], total=(250, 240), **{"bag": 0, **more})


def test_going_out_earns_twice_what_the_opponent_holds_and_costs_the_opponent_nothing(mode):
    position = before_the_last_tile("20 19 ? +/- 7", settings=mode).play(GOES_OUT)
    assert (position.due, position.outcome, position.total) == (Ending.OUT, None, (262, 240))
    ended = position.play(End(Ending.OUT))
    assert ended.total == (292, 240)
    assert changes(ended)[-1] == (Name.RACK_ADJUSTMENT, 0, 30)
    assert ended.outcome == Outcome(Ending.OUT, (292, 240), 0)
    assert (ended.ended, ended.due) == (Ending.OUT, None)


def test_blanks_left_with_the_opponent_earn_nothing(mode):
    ended = before_the_last_tile("? ?", settings=mode).play(GOES_OUT).play(End(Ending.OUT))
    assert ended.total == (262, 240)
    assert [event.name for event in ended.events[-2:]] == [Name.PLAY, Name.END]


def test_an_empty_rack_with_tiles_in_the_bag_is_not_the_end(mode):
    position = before_the_last_tile("20 19", settings=mode, bag=20).play(GOES_OUT)
    assert (position.due, position.total, position.racks[0].size, position.bag_count) == (None, (262, 240), 8, 12)
    assert codes(position.problems(End(Ending.OUT))) == ["game.not_over"]
    assert position.problems(Pass()) == ()


def test_the_second_side_may_be_the_one_to_go_out():
    position = game(LAST, racks=[["9", "+"], ["5"]], bag=0, to_move=1).play(GOES_OUT).play(End(Ending.OUT))
    assert (position.total, position.outcome.winner) == ((0, 20), 1)


def test_of_three_sides_the_one_out_gets_twice_what_both_others_hold():
    position = game(LAST, racks=[["5"], ["19", "?"], ["4"]], bag=0).play(GOES_OUT).play(End(Ending.OUT))
    assert position.total == (12 + 2 * (7 + 2), 0, 0)


def test_after_the_last_tile_there_is_no_turn_but_a_challenge(mode):
    position = before_the_last_tile("20 19", settings=mode).play(GOES_OUT)
    for move in (Pass(), Exchange(("20",)), at("8M", "= 20")):
        (problem,) = position.problems(move)
        assert (problem.code, dict(problem.figures)) == ("move.game_over", {"due": "out"})


def test_the_end_says_what_the_opponent_held_where_nobody_could_know():
    position = game(LAST, racks=[["5"], 2], bag=0).play(GOES_OUT)
    assert codes(position.problems(End(Ending.OUT))) == ["end.racks_unknown"]
    ended = position.play(End(Ending.OUT, {1: ("9", "×")}))
    assert ended.total == (12 + 8, 0)


def test_a_rack_nobody_knew_must_have_its_size_when_it_is_said():
    position = game(LAST, racks=[["5"], 2], bag=0).play(GOES_OUT)
    (unknown,) = position.problems(End(Ending.OUT))
    assert dict(unknown.figures) == {"side": 1}
    (problem,) = position.problems(End(Ending.OUT, {1: ("9",)}))
    assert (problem.code, dict(problem.figures)) == ("end.rack_mismatch", {"side": 1, "said": "9", "size": 2})


def test_the_last_rack_can_be_told_from_what_the_set_leaves():
    board = {"8E": "3 - 3 = 0 × 7", **FULL_BUT_FOUR}
    position = game(board, racks=[["5"], 4])
    assert (position.bag_count, position.rack(1).known) == (0, ("9", "20", "=", "?"))
    assert position.play(GOES_OUT).play(End(Ending.OUT)).total == (12 + 2 * (2 + 5 + 1 + 0), 0)


def filler():
    """Everything else of the set, laid where it touches nothing that is played."""
    left = dict(AMATH.tile_counts)
    for kind in [*"3 - 3 = 0 × 7".split(), "5", "9", "20", "=", "?"]:
        left[kind] -= 1
    faces = {"?": "?:5", "+/-": "+/-:+", "×/÷": "×/÷:×"}
    tiles = [faces.get(kind, kind) for kind, count in left.items() for _ in range(count)]
    rows = [1, 2, 3, 4, 5, 11, 12]
    return {f"{row}A": " ".join(tiles[15 * i : 15 * i + 15]) for i, row in enumerate(rows) if tiles[15 * i :]}


FULL_BUT_FOUR = filler()


@pytest.mark.parametrize(
    ("racks", "code"),
    [
        ({1: ("20",)}, "end.rack_mismatch"),
        ({1: ("20", "18")}, "end.rack_mismatch"),
        ({2: ("20", "19")}, "end.no_such_side"),
        ({-1: ("20", "19")}, "end.no_such_side"),
        ({0: ("5",)}, "end.rack_mismatch"),
    ],
)
def test_a_rack_said_at_the_end_must_be_the_one_that_was_known(racks, code):
    position = before_the_last_tile("20 19").play(GOES_OUT)
    (problem,) = position.problems(End(Ending.OUT, racks))
    assert problem.code == code
    ((side, said),) = racks.items()
    if code == "end.rack_mismatch":
        known = {0: "", 1: "19 20"}[side]
        assert dict(problem.figures) == {"side": side, "said": " ".join(said), "size": 2 * side, "known": known}
    else:
        assert dict(problem.figures) == {"side": side}
    assert position.problems(End(Ending.OUT, {1: ("19", "20"), 0: ()})) == ()


def test_a_rack_said_at_the_end_must_be_one_the_set_still_holds():
    position = game({"8E": "3 - 3 = 0 × 7", "1A": "11"}, racks=[["5"], 2], bag=0).play(GOES_OUT)
    assert codes(position.problems(End(Ending.OUT, {1: ("11", "9")}))) == ["tile.pool_exhausted"]
    assert codes(position.problems(End(Ending.OUT, {1: ("21", "9")}))) == ["tile.unknown"]


def test_a_right_play_that_goes_out_and_is_challenged_ends_the_game_at_once():
    position = before_the_last_tile("20 19", settings=challenging()).play(GOES_OUT).play(Challenge())
    assert position.outcome == Outcome(Ending.OUT, (250 + 12 + 24, 240), 0)
    assert [event.name for event in position.events[-5:]] == [
        Name.PLAY, Name.CHALLENGE, Name.TURN_LOST, Name.END, Name.RACK_ADJUSTMENT,
    ]  # fmt: skip
    # Nobody sent the end, so the moves that were sent, played again, come to the same.
    assert [event.derived for event in position.events[-5:]] == [False, False, True, True, True]
    for move in (Pass(), at("8M", "= 20"), Challenge(), End(Ending.OUT)):
        assert codes(position.problems(move)) == ["move.game_over"]


def test_a_false_play_that_goes_out_comes_back_and_the_opponent_is_to_move():
    position = before_the_last_tile("20 19", mine="+ 5", settings=challenging()).play(FALSE)
    assert (position.due, position.total) == (Ending.OUT, (250 + 14, 240))
    after = position.play(Challenge())
    assert (after.total, after.due, after.outcome, after.to_move) == ((250, 240), None, None, 1)
    assert after.racks[0] == (2, ("5", "+"))
    assert codes(after.problems(End(Ending.OUT))) == ["game.not_over"]
    assert after.problems(Pass()) == ()


def test_a_false_play_that_goes_out_and_is_not_challenged_counts_and_ends_the_game():
    position = before_the_last_tile("20 19", mine="+ 5", settings=challenging()).play(FALSE).play(End(Ending.OUT))
    assert position.outcome == Outcome(Ending.OUT, (250 + 14 + 24, 240), 0)
    assert codes(position.problems(Challenge())) == ["move.game_over"]


def test_a_right_play_that_goes_out_is_still_to_be_ended_where_the_opponents_rack_is_not_known():
    position = game(LAST, racks=[["5"], 2], bag=0, settings=challenging()).play(GOES_OUT).play(Challenge())
    assert (position.due, position.outcome) == (Ending.OUT, None)
    assert position.play(End(Ending.OUT, {1: ("9", "×")})).total == (20, 0)


def passed(position, times):
    for _ in range(times):
        position = position.play(Pass())
    return position


def test_six_passes_take_from_each_side_what_it_holds_and_can_make_a_tie(mode):
    start = game({"8F": "6 = 6"}, racks=[["13", "?"], ["="]], bag=0, total=(310, 305), settings=mode)
    five = passed(start, 5)
    assert (five.due, codes(five.problems(End(Ending.PASSES)))) == (None, ["game.not_over"])
    six = passed(start, 6)
    assert (six.due, codes(six.problems(Pass()))) == (Ending.PASSES, ["move.game_over"])
    ended = six.play(End(Ending.PASSES))
    assert ended.outcome == Outcome(Ending.PASSES, (304, 304), None)
    assert changes(ended)[-2:] == [(Name.RACK_ADJUSTMENT, 0, -6), (Name.RACK_ADJUSTMENT, 1, -1)]


def test_a_negative_final_is_legal():
    start = game({"8F": "6 = 6"}, racks=[["20"], ["?"]], bag=0, total=(3, 0))
    assert passed(start, 6).play(End(Ending.PASSES)).total == (-2, 0)


def test_a_game_may_be_passed_out_with_tiles_in_the_bag_once_the_racks_are_shown():
    six = passed(AMATH.opening(), 6)
    assert codes(six.problems(End(Ending.PASSES))) == ["end.racks_unknown", "end.racks_unknown"]
    racks = {0: tuple("1 2 3 4 5 6 7 8".split()), 1: tuple("0 0 0 + + = = ?".split())}
    assert six.play(End(Ending.PASSES, racks)).total == (-13, -9)


@pytest.mark.parametrize("breaker", [at("8F", "6 = 6"), Exchange(count=1), Exchange(("7",))])
def test_a_play_or_an_exchange_between_them_starts_the_passes_anew(breaker):
    position = passed(passed(AMATH.opening(settings=auto()), 5).play(breaker), 5)
    assert position.due is None
    assert passed(position, 1).due is Ending.PASSES


@pytest.mark.parametrize(("limit", "sides", "passes"), [(3, 2, 6), (2, 2, 4), (1, 2, 2), (3, 3, 9), (3, 4, 12)])
def test_how_many_passes_end_a_game_is_a_setting_by_side(limit, sides, passes):
    position = AMATH.opening(sides=sides, settings=auto(scoreless_end=limit))
    assert passed(position, passes - 1).due is None
    assert passed(position, passes).due is Ending.PASSES


def test_where_the_setting_is_off_no_number_of_passes_ends_the_game():
    assert passed(AMATH.opening(settings=auto(scoreless_end=None)), 40).due is None


def test_the_end_must_be_the_one_that_is_due():
    assert codes(passed(AMATH.opening(), 6).problems(End(Ending.OUT))) == ["game.not_over"]
    out = before_the_last_tile("20").play(GOES_OUT)
    assert codes(out.problems(End(Ending.PASSES))) == ["game.not_over"]


def test_a_game_ended_by_agreement_leaves_racks_to_the_arbiter():
    position = game({"8F": "6 = 6"}, racks=[["13"], ["="]], bag=0, total=(10, 20)).play(End(Ending.AGREED))
    assert position.outcome == Outcome(Ending.AGREED, (10, 20), 1)
    assert codes(position.problems(End(Ending.AGREED))) == ["move.game_over"]
    later = position.play(Adjustment(0, 15, Charge.RACK)).play(Adjustment(1, -7))
    assert later.outcome.total == (25, 13)
    assert later.outcome.winner == 0
    assert changes(later)[-2:] == [(Name.RACK_ADJUSTMENT, 0, 15), (Name.ARBITER_ADJUSTMENT, 1, -7)]
    assert later.play(Adjustment(1, -10, Charge.TIME)).events[-1].name is Name.TIME_ADJUSTMENT


def test_nothing_moves_once_the_game_is_over_and_the_log_says_so():
    ended = AMATH.opening().play(End(Ending.AGREED))
    for move in (Pass(), Exchange(count=1), at("8F", "6 = 6"), Challenge(), End(Ending.AGREED), Pass(side=1)):
        with pytest.raises(IllegalMove) as refused:
            ended.play(move)
        assert codes(refused.value.problems) == ["move.game_over"]
    assert ended.play(Clock(0, 1_320_001)).outcome.total == (-10, 0)
    assert BARE.premiums == {}


def test_nobody_agrees_away_what_a_side_gets_for_going_out():
    rules = get_ruleset("amath")
    board = {Square(7 + place, 8): tile for place, tile in enumerate(rules.tiles.read("6 = 6"))}
    position = rules.set_up(board, [["=", "4", "+", "2"], ["20", "19"]], bag=0)
    position = position.play(play_line(Square(10, 8), ACROSS, rules.tiles.read("= 4 + 2")))
    (problem,) = position.problems(End(Ending.AGREED))
    assert (problem.code, dict(problem.figures)) == ("move.game_over", {"due": "out"})
    assert position.play(End(Ending.OUT)).total == (37, 0)
