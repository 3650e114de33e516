"""Racks, known in part or not at all, and the supply of the set (rule 17): refused, or flagged."""

import pytest

from games.engine import Challenge, Discard, Exchange, IllegalMove, Pass, Square
from tests.engine.shared import AMATH, PRIMARY, SUMMY, at, auto, challenging, codes, game


def test_a_tile_that_a_known_rack_lacks_is_named_at_its_square():
    position = game(racks=["6 6 1 2 3 4 5 7".split(), 8])
    (problem,) = position.problems(at("8H", "6 = 6"))
    assert (problem.code, problem.cell, dict(problem.figures)) == ("tile.not_in_rack", Square(9, 8), {"tile": "="})


def test_a_tile_held_once_cannot_be_played_twice():
    position = game(racks=["6 = 1 2 3 4 5 7".split(), 8])
    (problem,) = position.problems(at("8H", "6 = 6"))
    assert (problem.code, problem.cell) == ("tile.not_in_rack", Square(10, 8))


def test_a_blank_on_the_rack_is_no_6_but_may_stand_for_one():
    position = game(racks=["6 = ? 2 3 4 5 7".split(), 8])
    assert codes(position.problems(at("8H", "6 = 6"))) == ["tile.not_in_rack"]
    assert position.problems(at("8H", "6 = ?:6")) == ()


def test_what_is_unknown_of_a_rack_may_be_anything_but_no_more_than_is_unknown():
    half = AMATH.opening(settings=auto(), racks=[["1", "2", "3", "4", "5", "7"], None])
    assert half.racks[0].unknown == 2
    assert half.problems(at("8H", "1 = 1")) == ()  # = and a second 1 are the two unknown ones
    assert codes(half.problems(at("8H", "6 = 6"))) == ["tile.not_in_rack"]
    after = half.play(at("8H", "1 = 1"))
    assert after.racks[0] == (8, ("2", "3", "4", "5", "7"))
    assert after.inventory() == AMATH.tile_counts


def test_more_tiles_than_the_rack_holds_cannot_be_played():
    position = game({"8H": "6"}, racks=[2, 8], bag=0)
    (problem,) = position.problems(at("8I", "= 3 + 3"))
    assert (problem.code, dict(problem.figures)) == ("move.rack.too_many", {"tiles": 4, "limit": 2})
    assert codes(AMATH.opening(settings=auto()).problems(at("8B", "1 2 + 3 + 0 = 1 5"))) == ["move.rack.too_many"]


def test_a_twelfth_equals_sign_is_refused_at_its_square():
    rows = {f"{row}A": "= = =" for row in (1, 2, 3)}
    position = game({**rows, "8E": "1 = 1", "10A": "="})
    (problem,) = position.problems(at("8H", "= 1"))
    assert (problem.code, problem.cell) == ("tile.pool_exhausted", Square(8, 8))
    assert dict(problem.figures) == {"tile": "=", "count": 11}


@pytest.mark.parametrize("settings", [auto(refuse_excess=False), challenging(refuse_excess=False)])
def test_where_the_organiser_only_wants_it_flagged_the_twelfth_is_played_and_flagged(settings):
    rows = {f"{row}A": "= = =" for row in (1, 2, 3)}
    position = game({**rows, "8E": "1 = 1", "10A": "="}, settings=settings)
    assert position.flags == ()
    after = position.play(at("8H", "= 1"))
    assert [(p.code, dict(p.figures)) for p in after.flags] == [("tile.pool_exhausted", {"tile": "=", "count": 11})]
    assert after.unseen["="] == -1
    assert after.inventory() == AMATH.tile_counts
    assert codes(after.play(Pass()).flags) == ["tile.pool_exhausted"]


def test_a_seventh_block_of_a_kind_is_refused_or_flagged_where_it_is_discarded():
    board = {**SUMMY.opening().board, **{Square(x, 9): SUMMY.tiles.tile("7") for x in range(5)}}
    two = Discard(("7", "7"))
    assert codes(SUMMY.set_up(board).problems(two)) == ["tile.pool_exhausted"]
    loose = SUMMY.set_up(board, settings=auto(SUMMY, refuse_excess=False)).play(two)
    assert codes(loose.flags) == ["tile.pool_exhausted"]
    assert loose.inventory() == SUMMY.tile_counts
    assert SUMMY.set_up(board).play(Discard(("7",))).flags == ()


def test_tiles_seen_on_a_rack_are_gone_from_the_set_for_the_others():
    position = game({"8H": "1"}, racks=[8, ["11", "20"]])
    problems = codes(position.problems(at("9H", "11")))
    assert "tile.pool_exhausted" in problems
    assert "tile.pool_exhausted" not in codes(game({"8H": "1"}).problems(at("9H", "11")))


def test_the_position_counts_what_is_unseen():
    position = game({"8H": "1 1"}, racks=[["1", "?"], 8])
    assert (position.unseen["1"], position.unseen["?"], position.unseen["="]) == (6 - 3, 3, 11)
    assert position.inventory() == AMATH.tile_counts
    assert position.bag_count == 100 - 2 - 2 - 8


# -- racks that are told ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("said", "code", "figures"),
    [
        ("1 2 3 4 5 6 7 8 9", "move.rack.too_many", {"tiles": 9, "limit": 8}),
        ("11 11", "tile.pool_exhausted", {"tile": "11", "count": 1}),
        ("21", "tile.unknown", {"tile": "21"}),
        ("1 2 3 4 5 6 7 8", "move.rack.contradicts", {"tile": "9"}),
        ("1 2 3 4 5 6 7", "move.rack.too_many", {"tiles": 9, "limit": 8}),  # with the two that were known
    ],
)
def test_a_rack_that_cannot_be_is_refused_with_the_move_that_says_so(said, code, figures):
    position = AMATH.opening(settings=auto(), racks=[["9", "?"], None])
    move = Pass(rack=tuple(said.split()))
    (problem,) = position.problems(move)
    assert (problem.code, dict(problem.figures)) == (code, figures)
    with pytest.raises(IllegalMove):
        position.play(move)
    with pytest.raises(IllegalMove):
        position.with_rack(0, said.split())


def test_a_rack_told_twice_is_known_once_and_told_further_is_known_further():
    position = AMATH.opening(racks=[["9", "?"], None])
    assert position.with_rack(0, ["?", "9"]).racks == position.racks
    assert position.with_rack(0, ["9", "9"]).racks[0].known == ("9", "9", "?")
    assert position.with_rack(1, ["=", "0"]).racks[1].known == ("0", "=")
    assert position.with_rack(0, ["9", "9"]).inventory() == AMATH.tile_counts


@pytest.mark.parametrize(
    "move", [at("8H", "6 = 6", rack=("6", "6", "=", "9")), Pass(rack=("9",)), Exchange(("9",), rack=("9", "9"))]
)
def test_what_a_move_says_of_its_rack_is_known_from_then_on(move):
    after = AMATH.opening(settings=auto()).play(move)
    assert after.racks[0].known == ("9",)
    assert after.inventory() == AMATH.tile_counts
    assert after.unseen["9"] == 3


def test_a_play_must_come_from_the_rack_it_names():
    eight = tuple("1 2 3 4 5 7 8 9".split())
    problems = AMATH.opening(settings=auto()).problems(at("8H", "6 = 6", rack=eight))
    assert codes(problems) == ["tile.not_in_rack"] * 3


def test_of_a_flagged_sheet_a_rack_may_exceed_the_set_but_not_its_own_size():
    loose = AMATH.opening(settings=auto(refuse_excess=False))
    flagged = loose.play(Pass(rack=("11", "11")))
    assert codes(flagged.flags) == ["tile.pool_exhausted"]
    assert flagged.racks[0].known == ("11", "11")
    assert codes(loose.problems(Pass(rack=("7",) * 9))) == ["move.rack.too_many"]
    assert codes(loose.problems(Pass(rack=("x",)))) == ["tile.unknown"]
    full = loose.with_rack(0, "1 2 3 4 5 6 7 8".split())
    assert codes(full.problems(Pass(rack=tuple("1 2 3 4 5 6 7 9".split())))) == ["move.rack.contradicts"]


def test_an_unseen_exchange_leaves_nothing_known_of_the_rack():
    position = game(racks=["1 2 3 4 5 6 7 8".split(), 8]).play(Exchange(count=2))
    assert position.racks[0] == (8, ())
    assert position.inventory() == AMATH.tile_counts
    assert position.unseen["1"] == 6


def test_exchanged_tiles_are_somewhere_in_the_bag_again():
    position = game(racks=["1 2 3 4 5 6 7 8".split(), 8]).play(Exchange(("1", "2")))
    assert position.racks[0] == (8, tuple("345678"))
    assert (position.unseen["1"], position.unseen["3"], position.bag_count) == (6, 4, 84)


def test_a_rack_is_refilled_from_the_bag_as_far_as_it_goes():
    position = game({"8H": "6"}, racks=["= 6 1 2".split(), 8], bag=1)
    after = position.play(at("8I", "= 6"))
    assert (after.racks[0], after.bag_count) == ((3, ("1", "2")), 0)
    short = game({"8H": "6"}, racks=["= 6 1 2".split(), 8], bag=20).play(at("8I", "= 6"))
    assert (short.racks[0].size, short.bag_count) == (8, 14)


def test_tiles_of_another_set_are_not_of_this_one():
    play = at("8H", "4 × 1 = 4")
    assert set(codes(PRIMARY.opening(settings=auto(PRIMARY)).problems(play))) == {"tile.unknown"}
    assert codes(SUMMY.opening().problems(Discard(("?",)))) == ["tile.unknown"]
    (problem,) = AMATH.opening().problems(Exchange(("7", "x")))
    assert (problem.code, problem.pos, dict(problem.figures)) == ("tile.unknown", 1, {"tile": "x"})


def test_the_last_unknown_rack_is_told_by_what_the_set_leaves_and_only_then():
    left = dict(AMATH.tile_counts)
    for kind in "= 6 ? 9 12".split():
        left[kind] -= 1
    faces = {"?": "?:5", "+/-": "+/-:+", "×/÷": "×/÷:×"}
    tiles = [AMATH.tiles.tile(faces.get(kind, kind)) for kind, count in left.items() for _ in range(count)]
    squares = [Square(x, y) for y in range(1, 16) for x in range(1, 16)]
    board = dict(zip(squares, tiles, strict=False))
    position = AMATH.set_up(board, [["=", "6"], 3])
    assert (position.bag_count, position.rack(1).known, position.racks[1].known) == (0, ("9", "12", "?"), ())
    all_but_one = AMATH.set_up(board, [["=", "6"], 3]).with_rack(1, ["9", "?"])
    assert (all_but_one.racks[1].unknown, all_but_one.rack(1).known) == (1, ("9", "12", "?"))
    assert AMATH.set_up(board, [2, 3]).rack(1).known == ()  # two unknown racks: nobody can tell
    assert AMATH.set_up(board, [["=", "6"], 2]).rack(1).known == ()  # a tile in the bag
    assert AMATH.set_up(board, [["=", "6"], 2], bag=0).rack(1).known == ()  # a diagram that leaves tiles out
    assert AMATH.set_up(board, [["=", "6"], ["9", "12", "?"]]).rack(1).known == ("9", "12", "?")


@pytest.mark.parametrize(
    ("move", "code"),
    [
        (at("8H", "6 = 6", side=1), "move.not_your_turn"),
        (Pass(side=1), "move.not_your_turn"),
        (Exchange(count=1, side=1), "move.not_your_turn"),
        (Challenge(side=1), "move.not_your_turn"),
        (Pass(side=7), "move.not_your_turn"),
        (Pass(side=-1), "move.not_your_turn"),
    ],
)
def test_only_the_side_to_move_may_move(move, code):
    (problem,) = AMATH.opening().problems(move)
    assert (problem.code, dict(problem.figures)) == (code, {"side": move.side, "to_move": 0})


def test_who_moves_again_out_of_turn_is_told_so_even_after_a_play_that_can_be_challenged():
    played = AMATH.opening().play(at("8H", "6 = 6"))
    assert codes(played.problems(Pass(side=0))) == ["move.not_your_turn"]
    assert codes(played.problems(at("8K", "+ 0", side=0))) == ["move.not_your_turn"]


@pytest.mark.parametrize("sides", [2, 3, 4])
def test_turns_go_round(sides):
    position = AMATH.opening(sides=sides, settings=auto(scoreless_end=None))
    for turn in range(2 * sides):
        assert position.to_move == turn % sides
        move = [Pass(), Exchange(count=1)][turn % 2]
        position = position.play(move)
    assert AMATH.opening(sides=sides).play(at("8H", "6 = 6", side=0)).to_move == 1


def test_nothing_of_a_position_can_be_changed_by_hand():
    position = AMATH.opening()
    with pytest.raises(AttributeError):
        position.total = (1, 1)
    with pytest.raises(TypeError):
        position.unseen["1"] = 9
