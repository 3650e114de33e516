"""Every code the engine can give comes from an example here; every code of the API's list is among them."""

import importlib
import pkgutil
import re
from pathlib import Path

import pytest

import games.engine
from games.engine import (
    ACROSS,
    DOWN,
    BrokenReplay,
    Challenge,
    Clock,
    Discard,
    End,
    Ending,
    Exchange,
    IllegalMove,
    Pass,
    Play,
    Square,
    UnknownRuleset,
    Unreadable,
    get_ruleset,
    play_at,
    replay,
)
from games.engine.squares import read_place
from tests.engine.shared import AMATH, SUMMY, at, auto, challenging, codes, game

SIX = AMATH.tiles.tile("6")
TABLE = SUMMY.opening().play(at("-3,0", "1 + 2 . 3", SUMMY))


def line(text, rules=AMATH):
    return rules.check_line(text)


def refused(action):
    try:
        action()
    except (Unreadable, UnknownRuleset, IllegalMove, BrokenReplay) as refusal:
        return [refusal, *getattr(refusal, "problems", ())]
    raise AssertionError("not refused")


def slow():
    return AMATH.opening(settings=auto(turn_limit_ms=1)).play(Clock(0, 2)).flags


EXAMPLES = {
    "equation.no_equals": lambda: line("3 + 4"),
    "equation.unbalanced": lambda: line("3 = 4"),
    "equation.division_by_zero": lambda: line("3 ÷ 0 = 4"),
    "equation.leading_zero": lambda: line("0 3 = 3"),
    "equation.number_too_long": lambda: line("1 2 3 4 = 3"),
    "equation.adjacent_numbers": lambda: line("12 3 = 3"),
    "equation.operator_without_operand": lambda: line("× 3 = 3"),
    "equation.unary_plus": lambda: line("+ 3 = 3"),
    "equation.signed_zero": lambda: line("- 0 = 0"),
    "equation.adjacent_operators": lambda: line("3 + + 3 = 6"),
    "equation.empty_side": lambda: line("= 3"),
    "equation.ends_with_operator": lambda: line("3 + = 3"),
    "equation.too_long": lambda: line(["1"] * 16),
    "equation.multiple_equals": lambda: line("1 + 2 = 3 = 3", SUMMY),
    "equation.no_operator_before_equals": lambda: line("3 = 3", SUMMY),
    "equation.result_not_a_number": lambda: line("1 + 2 = 3 + 0", SUMMY),
    "equation.neighbour_not_empty": lambda: TABLE.problems(at("2,0", "0", SUMMY)),
    "equation.no_board_block_used": lambda: TABLE.problems(at("9,9", "1 + 2 = 3", SUMMY)),
    "equation.no_hand_block_used": lambda: TABLE.problems(at("0,0", ".", SUMMY)),
    "move.cell.occupied": lambda: game({"8H": "6"}).problems(at("8H", "7")),
    "move.cell.outside": lambda: game({"8O": "6"}).problems(at("8P", "7")),
    "move.not_in_line": lambda: game({"8H": "6"}).problems(play_at({Square(9, 8): SIX, Square(10, 9): SIX})),
    "move.gap": lambda: game({"8H": "6"}).problems(play_at({Square(9, 8): SIX, Square(11, 8): SIX})),
    "move.not_connected": lambda: game({"8H": "6"}).problems(at("1A", "6 = 6")),
    "move.first_move_off_centre": lambda: game().problems(at("1A", "6 = 6")),
    "move.no_line": lambda: game().problems(at("8H", "6")),
    "move.no_tiles": lambda: game().problems(Play((), ACROSS)),
    "move.blank.unassigned": lambda: game().problems(at("8H", "6 = ?")),
    "move.choice.unassigned": lambda: game().problems(at("8G", "6 +/- 6 = 0")),
    "move.choice.locked": lambda: game({"8H": "?:6"}).problems(at("8H", "?:7")),
    "move.exchange.bag_too_small": lambda: game(bag=4).problems(Exchange(count=1)),
    "move.exchange.nothing": lambda: game().problems(Exchange()),
    "move.discard.nothing": lambda: SUMMY.opening().problems(Discard(())),
    "move.pass.stock_not_empty": lambda: SUMMY.opening().problems(Pass()),
    "move.not_in_this_game": lambda: SUMMY.opening().problems(Exchange(count=1)),
    "move.not_your_turn": lambda: game().problems(Pass(side=1)),
    "move.rack.too_many": lambda: game(racks=[2, 2]).problems(at("8H", "6 = 6")),
    "move.rack.contradicts": lambda: game(racks=[["6"], 8]).problems(Pass(rack=("7",))),
    "move.game_over": lambda: game().play(End(Ending.AGREED)).problems(Pass()),
    "move.no_such_side": lambda: game().problems(Clock(2, 5)),
    "move.unreadable_place": lambda: refused(lambda: read_place("88")),
    "move.invalid": lambda: refused(lambda: game().play(at("1A", "6 = 6"))),
    "tile.unknown": lambda: line("21 = 5"),
    "tile.face_not_allowed": lambda: line("?:21 = 5"),
    "tile.not_in_rack": lambda: game(racks=["1 2 3 4".split(), 8]).problems(at("8H", "6 = 6")),
    "tile.pool_exhausted": lambda: line("11 = 11"),
    "challenge.window_closed": lambda: AMATH.opening().problems(Challenge()),
    "challenge.own_play": lambda: AMATH.opening().play(at("8H", "6 = 6")).problems(Challenge(side=0)),
    "challenge.judged_already": lambda: game().play(at("8H", "6 = 6")).problems(Challenge()),
    "clock.negative": lambda: game().problems(Clock(0, -1)),
    "clock.turn_too_long": slow,
    "end.no_such_side": lambda: game().problems(End(Ending.AGREED, {2: ("7",)})),
    "end.rack_mismatch": lambda: game(racks=[["7"], 8]).problems(End(Ending.AGREED, {0: ("8",)})),
    "end.racks_unknown": lambda: passed_out().problems(End(Ending.PASSES)),
    "game.not_over": lambda: game().problems(End(Ending.OUT)),
    "game.replay_broken": lambda: refused(lambda: replay(AMATH, [Pass(side=1)])),
    "ruleset.unknown": lambda: refused(lambda: get_ruleset("chess")),
}

OF_THE_API = """
no_equals unbalanced division_by_zero leading_zero number_too_long adjacent_numbers operator_without_operand
unary_plus signed_zero adjacent_operators empty_side ends_with_operator multiple_equals no_operator_before_equals
result_not_a_number neighbour_not_empty no_board_block_used no_hand_block_used
move.cell.occupied move.cell.outside move.not_in_line move.gap move.not_connected move.first_move_off_centre
tile.unknown tile.not_in_rack tile.pool_exhausted move.blank.unassigned move.choice.unassigned move.choice.locked
move.exchange.bag_too_small move.not_your_turn move.rack.too_many
""".split()

OWN = re.compile(r'"((?:equation|move|tile|challenge|end|clock|game|ruleset)\.[a-z_]+(?:\.[a-z_]+)*)"')
FOREIGN = ("games.engine.notation", "games.engine.search")  # their own tests see to their own codes


def passed_out():
    position = game()
    for _ in range(6):
        position = position.play(Pass())
    return position


@pytest.mark.parametrize("code", EXAMPLES)
def test_each_code_is_given_by_its_example(code):
    assert code in codes(EXAMPLES[code]())


def test_every_code_of_the_api_is_given_by_something():
    wanted = {name if "." in name else f"equation.{name}" for name in OF_THE_API}
    assert wanted - set(EXAMPLES) == set()


def test_the_engine_gives_no_code_without_an_example():
    found = set()
    for module in pkgutil.walk_packages(games.engine.__path__, "games.engine."):
        if not module.name.startswith(FOREIGN):
            source = Path(importlib.import_module(module.name).__file__).read_text(encoding="utf-8")
            found |= set(OWN.findall(source))
    for grammar in (AMATH.grammar, AMATH.strict_grammar, SUMMY.grammar):
        found |= {fault.code for row in grammar.steps for _, fault in row if fault}
    assert found == set(EXAMPLES)


# -- where they are --------------------------------------------------------------------------------------------


def test_the_third_example_of_the_api_two_lines_wrong_at_once():
    """`7-…=6` across at 8F and `4÷0=0` down at H6, each with its own line, place and figures."""
    position = game({"H6": "4 ÷", "H9": "= 0"})
    across, down = position.problems(at("8F", "7 +/-:- 0 ?:= 6"))
    assert (across.code, across.pos, across.cell) == ("equation.unbalanced", 4, Square(10, 8))
    assert dict(across.figures) == {"left": "7", "right": "6", "side": 1}
    assert (across.line.direction, across.line.start, across.line.equation) == (ACROSS, Square(6, 8), "7-0=6")
    assert (down.code, down.pos, down.cell) == ("equation.division_by_zero", 2, Square(8, 8))
    assert (down.line.direction, down.line.start, down.line.equation) == (DOWN, Square(8, 6), "4÷0=0")


def test_every_problem_of_every_line_is_told_at_once():
    position = game({"8F": "3 + 4 = 7"})
    problems = position.problems(at("9F", "0 1 = +"))
    assert {str(problem.line) for problem in problems} == {"0 1 = +", "3 0", "+ 1", "4 =", "= +"}
    assert len(problems) == len({(p.code, p.line, p.pos) for p in problems})
    for problem in problems:
        assert problem.cell == (None if problem.pos is None else problem.line.square(problem.pos))


def test_in_challenge_mode_the_same_play_is_answered_like_any_other_and_judge_tells_those_who_may_know():
    position = game({"H6": "4 ÷", "H9": "= 0"}, settings=challenging())
    play = at("8F", "7 +/-:- 0 ?:= 6")
    assert position.problems(play) == ()
    assert codes(position.judge(play)) == ["equation.unbalanced", "equation.division_by_zero"]
    assert game({"H6": "4 ÷", "H9": "= 0"}).judge(play) == position.judge(play)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("0 ÷ 0 = 0", "equation.division_by_zero"),
        ("5 ÷ 0 = 5", "equation.division_by_zero"),
        ("0 = 0", None),
        ("- 0 = 0", "equation.signed_zero"),
        ("1 ÷ 3 = 2 ÷ 6", None),
        ("0 7 = 7", "equation.leading_zero"),
        ("8 = 8 = 8", None),
        ("8 = 8 = 9", "equation.unbalanced"),
    ],
)
def test_the_lines_of_fault_58_have_stable_codes(text, code):
    assert codes(AMATH.check_line(text)) == ([code] if code else [])


@pytest.mark.parametrize(
    ("text", "square", "direction"),
    [("8E", (5, 8), ACROSS), ("E8", (5, 8), DOWN), ("1A", (1, 1), ACROSS), ("O15", (15, 15), DOWN),
     ("0,0", (0, 0), ACROSS), ("-4,12", (-4, 12), ACROSS), ("0,-4v", (0, -4), DOWN)],
)  # fmt: skip
def test_places_are_read_with_their_direction(text, square, direction):
    assert read_place(text) == (Square(*square), direction)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "8",
        "E",
        "88",
        "8e",
        "e8",
        "0E",
        "E0",
        "08E",
        "100A",
        "8E ",
        "๘E",
        "-0,0",
        "1,-0",
        "1;2",
        "1,2V",
        "00,1",
        "10000,1",
        "1,2vv",
    ],
)
def test_what_is_no_place_is_refused(text):
    with pytest.raises(Unreadable) as refusal:
        read_place(text)
    assert refusal.value.code == "move.unreadable_place"
    assert dict(refusal.value.problem.figures) == {"text": text}
