"""Rule 11: one row or column, no gap, the star first, then touching; the line is the board's. C41, SC22-SC25."""

import pytest

from games.engine import ACROSS, AUTO, CHALLENGE, DOWN, IllegalMove, Play, Square, play_at, play_line
from tests.engine.shared import AMATH, BARE, SUMMY, at, auto, challenging, codes, game, lay, turned_play

SIX = AMATH.tiles.tile("6")
SEVEN = {"8F": "3 + 4 = 7"}


@pytest.fixture(params=[AUTO, CHALLENGE])
def settings(request):
    return auto() if request.param == AUTO else challenging()


@pytest.mark.parametrize("turn", [False, True], ids=["across", "down"])
@pytest.mark.parametrize(
    ("on_the_board", "play", "code", "cell"),
    [
        ({}, at("8I", "6 = 6"), "move.first_move_off_centre", Square(9, 8)),
        ({}, at("7F", "6 = 6"), "move.first_move_off_centre", Square(6, 7)),
        ({}, at("8H", "6"), "move.no_line", Square(8, 8)),
        ({}, Play((), ACROSS), "move.no_tiles", None),
        ({}, play_at({Square(7, 8): SIX, Square(9, 8): SIX}), "move.gap", Square(8, 8)),
        (SEVEN, at("8F", ". . . . ."), "move.no_tiles", None),
        (SEVEN, at("1A", "6 = 6"), "move.not_connected", Square(1, 1)),
        (SEVEN, at("10F", "6 = 6"), "move.not_connected", Square(6, 10)),
        (SEVEN, at("7K", "6"), "move.not_connected", Square(11, 7)),  # touches by a corner only
        (SEVEN, at("8M", "= 7"), "move.not_connected", Square(13, 8)),
        (SEVEN, at("8L", "= 7"), "move.not_connected", Square(12, 8)),
        (SEVEN, at("8D", "9 - 5"), "move.cell.occupied", Square(6, 8)),
        (SEVEN, at("8K", ". 7"), "move.gap", Square(11, 8)),
        (SEVEN, at("8D", "9 . . . . . ."), "move.gap", Square(5, 8)),
        (SEVEN, at("8L", "= 7 - 4 +"), "move.cell.outside", Square(16, 8)),
        (SEVEN, at("1A", "1 2 3 4 5 6 7 8 9 + 1 2 3 4 5 6"), "move.cell.outside", Square(16, 1)),
    ],
)  # fmt: skip
def test_a_badly_placed_play_is_refused_in_both_modes_at_its_square(on_the_board, play, code, cell, turn, settings):
    position = AMATH.set_up(lay(on_the_board), settings=settings)
    if turn:
        position = AMATH.set_up({Square(y, x): tile for (x, y), tile in position.board.items()}, settings=settings)
        play, cell = turned_play(play), cell and Square(cell.y, cell.x)
    problems = position.problems(play)
    assert (problems[0].code, problems[0].cell) == (code, cell)
    assert not any(problem.code.startswith("equation") for problem in problems)


def test_tiles_on_two_lines_are_refused_at_the_one_astray(settings):
    tile = AMATH.tiles.tile
    play = play_at({Square(9, 7): tile("5"), Square(9, 9): tile("5"), Square(10, 9): tile("0")})
    (problem,) = AMATH.set_up(lay(SEVEN), settings=settings).problems(play)
    assert (problem.code, problem.cell) == ("move.not_in_line", Square(10, 9))


def test_the_one_astray_is_the_first_that_shares_neither_row_nor_column_with_the_first():
    row = {Square(x, 7): SIX for x in (9, 10, 11)}
    (problem,) = game(SEVEN).problems(play_at({**row, Square(12, 9): SIX}))
    assert (problem.code, problem.cell) == ("move.not_in_line", Square(12, 9))
    (problem,) = game(SEVEN).problems(
        play_at({Square(y, x): tile for (x, y), tile in {**row, Square(12, 9): SIX}.items()})
    )
    assert (problem.code, problem.cell) == ("move.not_in_line", Square(9, 12))
    corner = play_at({Square(9, 7): SIX, Square(10, 7): SIX, Square(9, 9): SIX})  # each shares one with the first
    assert codes(game(SEVEN).problems(corner)) == ["move.not_in_line"]


def test_every_tile_without_a_face_is_named_at_its_own_square(settings):
    problems = AMATH.set_up(lay(SEVEN), settings=settings).problems(at("8K", "+/- 0 ? 7"))
    assert [(p.code, p.cell, dict(p.figures)) for p in problems] == [
        ("move.choice.unassigned", Square(11, 8), {"tile": "+/-"}),
        ("move.blank.unassigned", Square(13, 8), {"tile": "?"}),
    ]


@pytest.mark.parametrize("place", ["7F", "9F"])
def test_lines_across_are_seen_on_both_sides_of_a_play(place):
    """Over and under a tile: the 6 at F8."""
    position = game({"8F": "6"})
    assert {str(p.line) for p in position.problems(at(place, "6 = 6"))} == {"6 6"}
    turned_position = game({"8F": "6"})
    assert {str(p.line) for p in turned_position.problems(at({"7F": "E8", "9F": "G8"}[place], "6 = 6"))} == {"6 6"}


def test_a_square_twice_in_one_play_is_occupied_the_second_time(settings):
    tile = AMATH.tiles.tile
    play = Play(((Square(8, 8), tile("6")), (Square(8, 8), tile("=")), (Square(9, 8), tile("6"))), ACROSS)
    (problem,) = AMATH.opening(settings=settings).problems(play)
    assert (problem.code, problem.cell, dict(problem.figures)) == (
        "move.cell.occupied",
        Square(8, 8),
        {"tile": "6"},
    )


def test_every_square_that_is_wrong_is_named_not_only_the_first(settings):
    problems = AMATH.set_up(lay(SEVEN), settings=settings).problems(at("8J", "= 7 . . . 3 4"))
    assert [(p.code, p.cell.x) for p in problems] == [
        ("move.cell.occupied", 10), ("move.gap", 12), ("move.gap", 13), ("move.gap", 14), ("move.cell.outside", 16)
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("there", "tried"), [("?:12", "?:13"), ("+/-:+", "+/-:-"), ("×/÷:×", "×/÷:÷"), ("?:+", "?")]
)
def test_what_a_tile_stands_for_cannot_be_changed_once_played(there, tried, settings):
    position = AMATH.set_up(lay({"8H": there}), settings=settings)
    (problem,) = position.problems(at("8H", f"{tried}"))
    assert (problem.code, problem.cell, dict(problem.figures)) == (
        "move.choice.locked",
        Square(8, 8),
        {"tile": there},
    )


def test_sending_the_same_tile_again_is_a_square_taken_not_a_choice_changed():
    assert codes(game({"8H": "?:12"}).problems(at("8H", "?:12 = 12"))) == ["move.cell.occupied"]
    assert codes(game({"8H": "?:12"}).problems(at("8H", "12"))) == ["move.cell.occupied"]


@pytest.mark.parametrize("place", ["8F", "8G", "8H", "H6", "H7", "H8"])
def test_the_first_play_may_lie_anywhere_along_the_star(place):
    assert game().problems(at(place, "6 = 6")) == ()


def test_a_play_may_go_on_at_both_ends_at_once():
    position = game(SEVEN)
    play = at("8D", "9 - . . . . . + 3")
    assert position.problems(play) == ()
    assert [line.line.equation for line in position.score(play).lines] == ["9-3+4=7+3"]


def test_a_play_that_only_touches_sideways_is_connected():
    position = game({"H8": "6 = 6"})
    assert position.problems(at("8I", "= 6")) == ()
    assert position.problems(at("9G", "6 . 6")) == ()
    assert position.problems(at("8G", "0 . - 0 = 6"))[0].code == "equation.leading_zero"


def test_the_whole_line_is_built_from_the_board_whatever_the_client_claims():
    position = game(SEVEN)
    (problem,) = position.problems(at("8D", "9 -"))
    assert (problem.code, problem.line.equation, problem.line.start) == (
        "equation.unbalanced",
        "9-3+4=7",
        Square(4, 8),
    )
    assert (problem.figures["left"], problem.figures["right"]) == ("10", "7")


@pytest.mark.parametrize("direction", [ACROSS, DOWN])
def test_one_tile_scores_the_same_whatever_direction_is_named(direction):
    position = game({"8E": "3 - 3 = 0 × 7"})
    play = play_line(Square(12, 8), direction, [AMATH.tiles.tile("5")])
    assert position.problems(play) == ()
    assert position.score(play).total == 12
    assert position.play(play).board == game({"8E": "3 - 3 = 0 × 7 5"}).board


def test_the_direction_of_two_tiles_is_that_of_their_squares():
    play = Play(((Square(9, 7), AMATH.tiles.tile("5")), (Square(9, 9), AMATH.tiles.tile("5"))), ACROSS)
    assert game(SEVEN).problems(play) == ()
    assert [str(line.line) for line in game(SEVEN).score(play).lines] == ["5 = 5"]


def test_a_play_may_be_given_as_a_map_of_squares_in_any_order():
    tile = AMATH.tiles.tile
    cells = {Square(10, 8): tile("6"), Square(8, 8): tile("6"), Square(9, 8): tile("=")}
    play = play_at(cells)
    assert (play.direction, [square.x for square, _ in play.placed]) == (ACROSS, [8, 9, 10])
    down = play_at({Square(8, 9): tile("="), Square(8, 8): tile("6"), Square(8, 10): tile("6")})
    assert (down.direction, [square.y for square, _ in down.placed]) == (DOWN, [8, 9, 10])
    assert play_at({Square(9, 7): tile("5"), Square(9, 9): tile("5")}).direction is DOWN
    assert play_at({Square(7, 9): tile("5"), Square(9, 9): tile("5")}).direction is ACROSS
    assert play_at({Square(8, 8): tile("6")}, direction=DOWN, side=1).direction is DOWN
    assert play_at({Square(8, 8): tile("6")}, side=1).side == 1
    assert play.used == ("6", "=", "6")


def test_all_lines_of_a_play_must_be_equations_in_both_directions():
    position = game(SEVEN)
    play = at("9F", "1 = 1")
    assert {str(p.line) for p in position.problems(play)} == {"3 1", "+ =", "4 1"}


def test_lines_across_a_play_are_scored_with_it_and_one_tile_alone_is_no_line():
    position = game({"8F": "6 = 6 + 0", "H9": "= 6"})
    play = at("F9", "- 0 = 6")
    assert position.problems(play) == ()
    assert [str(line.line) for line in position.score(play).lines] == ["6 - 0 = 6"]
    both = at("11F", "= 6 = 6")
    assert [str(line.line) for line in position.score(both).lines] == ["= 6 = 6", "6 = 6 ="]


# Looking for a gap goes no further than the first one: the ends of a play may lie anywhere.


@pytest.mark.parametrize("far", [10**6, 10**30])
def test_tiles_miles_apart_cost_no_more_than_tiles_near_by(far):
    seven = SUMMY.tiles.tile("7")
    play = play_at({Square(1, 0): seven, Square(far, 0): seven}, direction=ACROSS)
    (problem,) = SUMMY.opening().problems(play)
    assert (problem.code, problem.cell) == ("move.gap", Square(2, 0))


def test_a_diagram_cannot_hold_more_than_the_set():
    board = lay({"8A": "11 11"})
    with pytest.raises(IllegalMove) as refused:
        AMATH.set_up(board)
    assert [(p.code, dict(p.figures)) for p in refused.value.problems] == [
        ("tile.pool_exhausted", {"tile": "11", "count": 1})
    ]
    flagged = AMATH.set_up(board, settings=auto(refuse_excess=False))
    assert codes(flagged.flags) == ["tile.pool_exhausted"]


def test_on_the_board_of_a_diagram_every_tile_has_a_face():
    with pytest.raises(IllegalMove) as refused:
        AMATH.set_up(lay({"8H": "6 ? +/-"}))
    assert [(p.code, p.cell) for p in refused.value.problems] == [
        ("move.blank.unassigned", Square(9, 8)),
        ("move.choice.unassigned", Square(10, 8)),
    ]


@pytest.mark.parametrize("bag", [-1, 99])
def test_a_diagram_cannot_have_a_bag_that_the_rest_does_not_fill(bag):
    with pytest.raises(ValueError, match="left for the bag"):
        AMATH.set_up(lay(SEVEN), bag=bag)
    with pytest.raises(ValueError, match="left for the bag"):
        AMATH.set_up(lay(SEVEN), [48, 48])
    assert AMATH.set_up(lay(SEVEN), bag=79).bag_count == 79


def test_a_diagram_names_sides_that_are_there():
    with pytest.raises(ValueError, match="to move"):
        AMATH.set_up({}, to_move=2)
    with pytest.raises(ValueError, match="racks"):
        AMATH.opening(racks=[None, None, ["7"]])
    with pytest.raises(ValueError, match="judging"):
        SUMMY.opening(settings=challenging(SUMMY))
    assert AMATH.set_up({}, to_move=1, total=(3, 4), layout=BARE).total == (3, 4)
