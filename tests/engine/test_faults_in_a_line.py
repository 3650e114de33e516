"""Every way a line can be malformed, by its code and the tile it points at. Rules 2-10; Summy 7-9."""

import pytest

from games.engine import AUTO, DOWN, Square
from games.engine.equations import side_values
from tests.engine.shared import AMATH, PRIMARY, SUMMY, at, auto, game

NUMBERS = {"one digit": "7", "two digits": "1 2", "three digits": "1 2 3", "a heavy tile": "12", "a zero": "0"}


def found(line, rules=AMATH, **more):
    return [(p.code.removeprefix("equation."), p.pos) for p in rules.check_line(line, **more)]


@pytest.mark.parametrize(
    ("line", "problems"),
    [
        # rule 2: = is never missing, first, last or next to another
        ("3 + 4", [("no_equals", None)]),
        ("7", [("no_equals", None)]),
        ("", [("no_equals", None)]),
        ("= 7", [("empty_side", 0)]),
        ("7 =", [("empty_side", 1)]),
        ("4 = 2 + 2 =", [("empty_side", 5)]),
        ("3 = 3 = = 3", [("empty_side", 4)]),
        ("=", [("empty_side", 0), ("empty_side", 0)]),
        ("= =", [("empty_side", 0), ("empty_side", 1), ("empty_side", 1)]),
        # rules 4, 5: signs
        ("+ 7 = 5 + 2", [("unary_plus", 0)]),
        ("5 + 2 = + 7", [("unary_plus", 4)]),
        ("- 0 = 0", [("signed_zero", 1)]),
        ("0 = - 0", [("signed_zero", 3)]),
        ("- 0 + 5 = 5", [("signed_zero", 1)]),
        ("- 0 - 5 = - 5", [("signed_zero", 1)]),
        ("- 0 × 5 = 0", [("signed_zero", 1)]),
        ("- 0 ÷ 5 = 0", [("signed_zero", 1)]),
        # rule 6: operators
        ("× 3 = 3", [("operator_without_operand", 0)]),
        ("÷ 3 = 3", [("operator_without_operand", 0)]),
        ("3 = × 3", [("operator_without_operand", 2)]),
        ("3 = ÷ 3", [("operator_without_operand", 2)]),
        ("3 + = 3", [("ends_with_operator", 1)]),
        ("3 - = 3", [("ends_with_operator", 1)]),
        ("3 × = 3", [("ends_with_operator", 1)]),
        ("3 ÷ = 3", [("ends_with_operator", 1)]),
        ("- = 3", [("ends_with_operator", 0)]),
        ("3 = -", [("ends_with_operator", 2)]),
        ("3 = 3 +", [("ends_with_operator", 3)]),
        ("3 = 3 ×", [("ends_with_operator", 3)]),
        *(
            (f"9 {one} {two} 3 = 6", [("adjacent_operators", 2)])
            for one in "+ - × ÷".split()
            for two in "+ - × ÷".split()
        ),
        *((f"- {two} 3 = 6", [("adjacent_operators", 1)]) for two in "+ - × ÷".split()),
        # rule 7: zeros in front
        ("0 7 = 7", [("leading_zero", 0)]),
        ("7 = 0 7", [("leading_zero", 2)]),
        ("0 0 = 0", [("leading_zero", 0)]),
        ("- 0 7 = - 7", [("leading_zero", 1)]),
        ("- 0 0 = 0", [("leading_zero", 1)]),
        ("7 + 0 3 = 10", [("leading_zero", 2)]),
        ("7 × 0 3 = 2 1", [("leading_zero", 2)]),
        ("7 × 0 0 = 0", [("leading_zero", 2)]),
        # rule 8: how numbers join
        ("1 2 3 4 = 1 2 3", [("number_too_long", 3)]),
        ("1 2 3 0 = 1 2 3", [("number_too_long", 3)]),
        ("1 2 3 4 5 0 = 1 2 3", [("number_too_long", 3)]),
        ("0 1 2 3 = 1 2 3", [("leading_zero", 0), ("number_too_long", 3)]),
        *((f"{number} 14 = 9", [("adjacent_numbers", len(number.split()))]) for number in NUMBERS.values()),
        ("- 0 14 = 9", [("adjacent_numbers", 2)]),
        ("1 2 3 4 14 = 9", [("number_too_long", 3), ("adjacent_numbers", 4)]),
        ("14 0 = 9", [("adjacent_numbers", 1)]),
        ("14 7 = 9", [("adjacent_numbers", 1)]),
        ("14 7 0 5 = 9", [("adjacent_numbers", 1)]),
        ("14 15 16 = 9", [("adjacent_numbers", 1), ("adjacent_numbers", 2)]),
        ("?:12 3 = 1 2 3", [("adjacent_numbers", 1)]),
        # rule 9: division by zero, at the divisor, wherever it is
        ("5 ÷ 0 = 0", [("division_by_zero", 2)]),
        ("0 = 5 ÷ 0", [("division_by_zero", 4)]),
        ("0 ÷ 0 = 0", [("division_by_zero", 2)]),
        ("8 ÷ 0 × 0 = 0", [("division_by_zero", 2)]),
        ("8 ÷ 0 - 3 = 0", [("division_by_zero", 2)]),
        ("6 = 6 = 5 ÷ 0", [("division_by_zero", 6)]),
        ("1 - 8 ÷ ?:0 = 0", [("division_by_zero", 4)]),
        # and all of them at once, in order
        ("+ 7 = 0 5", [("unary_plus", 0), ("leading_zero", 3)]),
        ("× × 3", [("no_equals", None), ("operator_without_operand", 0), ("adjacent_operators", 1)]),
        ("- - 5 = 0 3 ÷ = + 4 +", [
            ("adjacent_operators", 1),
            ("leading_zero", 4),
            ("ends_with_operator", 6),
            ("unary_plus", 8),
            ("ends_with_operator", 10),
        ]),
        ("8 ÷ 0 = 4 = 5", [("division_by_zero", 2), ("unbalanced", 6)]),
    ],
)  # fmt: skip
def test_a_malformed_a_math_line_says_what_is_wrong_and_where(line, problems):
    assert found(line) == problems


@pytest.mark.parametrize(
    ("line", "problems"),
    [
        # Summy 7: one =, numbers and operators before it, a number after it
        ("1 + 2", [("no_equals", None)]),
        ("1 +", [("no_equals", None), ("ends_with_operator", 1)]),
        ("= 5", [("empty_side", 0)]),
        ("1 + 2 =", [("empty_side", 3)]),
        ("3 = 3", [("no_operator_before_equals", 1)]),
        ("1 2 = 1 2", [("no_operator_before_equals", 2)]),
        ("0 = 0", [("no_operator_before_equals", 1)]),
        ("3 = 1 + 2", [("no_operator_before_equals", 1), ("result_not_a_number", 3)]),
        ("1 + 2 = = 3", [("multiple_equals", 4)]),
        ("1 + 2 = 3 = 3", [("multiple_equals", 5)]),
        ("5 - 5 = 0 = 0", [("multiple_equals", 5)]),
        ("1 + 2 = 3 + 0 = 3", [("result_not_a_number", 5), ("multiple_equals", 7)]),
        *((f"1 + 2 = 3 {sign} 4", [("result_not_a_number", 5)]) for sign in "+ - x :".split()),
        *((f"5 - 5 = 0 {sign} 4 + 1", [("result_not_a_number", 5)]) for sign in "+ - x :".split()),
        *((f"3 - 5 = {sign} 2", [("result_not_a_number", 4)]) for sign in "+ - x :".split()),
        # operators
        ("+ 3 + 2 = 5", [("unary_plus", 0)]),
        *((f"{sign} 3 + 2 = 5", [("operator_without_operand", 0)]) for sign in "- x :".split()),
        *((f"{sign} 3 = 5", [("unary_plus" if sign == "+" else "operator_without_operand", 0)]) for sign in "+-x:"),
        ("1 + = 1", [("ends_with_operator", 1)]),
        *(
            (f"9 {one} {two} 3 = 6", [("adjacent_operators", 2)])
            for one in "+ - x :".split()
            for two in "+ - x :".split()
        ),
        # Summy 8: zeros in front
        ("0 5 + 3 = 8", [("leading_zero", 0)]),
        ("0 0 + 3 = 3", [("leading_zero", 0)]),
        ("5 + 0 3 = 8", [("leading_zero", 2)]),
        ("5 + 0 0 = 5", [("leading_zero", 2)]),
        ("5 + 3 = 0 8", [("leading_zero", 4)]),
        ("5 - 5 = 0 0", [("leading_zero", 4)]),
        ("5 : 0 = 1", [("division_by_zero", 2)]),
        ("5 : 0 + 1 = 1", [("division_by_zero", 2)]),
        ("0 5 + + 3 = 0 8 = 1", [
            ("leading_zero", 0), ("adjacent_operators", 3), ("leading_zero", 6), ("multiple_equals", 8)
        ]),
    ],
)  # fmt: skip
def test_a_malformed_sum_says_what_is_wrong_and_where(line, problems):
    assert found(line, SUMMY) == problems


@pytest.mark.parametrize(
    ("line", "codes"),
    [
        ("+ + 3 = 3", "0 unary_plus, 1 adjacent_operators"),
        ("+ 0 5 = 5", "0 unary_plus, 1 leading_zero"),
        ("× - 3 = 3", "0 operator_without_operand, 1 adjacent_operators"),
        ("÷ 0 5 = 5", "0 operator_without_operand, 1 leading_zero"),
        ("= = 3", "0 empty_side, 1 empty_side"),
        ("= - 0", "0 empty_side, 2 signed_zero"),
        ("- + + 3 = 3", "1 adjacent_operators, 2 adjacent_operators"),
        ("- - × 3 = 3", "1 adjacent_operators, 2 adjacent_operators"),
        ("- × × 3 = 3", "1 adjacent_operators, 2 adjacent_operators"),
        ("- = + 3", "0 ends_with_operator, 2 unary_plus"),
        ("- 0 + + 3 = 3", "1 signed_zero, 3 adjacent_operators"),
        ("- 0 - - 3 = 3", "1 signed_zero, 3 adjacent_operators"),
        ("- 0 × × 3 = 3", "1 signed_zero, 3 adjacent_operators"),
        ("- 0 = + 3", "1 signed_zero, 3 unary_plus"),
        ("- 0 5 6 7 = 5", "1 leading_zero, 4 number_too_long"),
        ("- 0 0 6 7 = 5", "1 leading_zero, 4 number_too_long"),
        ("- 0 12 5 = 5", "2 adjacent_numbers"),
        ("0 + + 3 = 3", "2 adjacent_operators"),
        ("0 0 6 7 = 6", "0 leading_zero, 3 number_too_long"),
        ("0 12 3 = 3", "1 adjacent_numbers"),
        ("0 - 0 5 = 3", "2 leading_zero"),
        ("2 - - 1 = 1", "2 adjacent_operators"),
        ("2 12 3 = 1", "1 adjacent_numbers"),
        ("2 1 - - 1 = 1", "3 adjacent_operators"),
        ("2 1 + × 1 = 1", "3 adjacent_operators"),
        ("2 1 12 3 = 1", "2 adjacent_numbers"),
        ("2 1 3 + × 1 = 1", "4 adjacent_operators"),
        ("2 1 3 - = 1", "3 ends_with_operator"),
        ("2 1 3 ÷ = 1", "3 ends_with_operator"),
        ("12 + = 3", "1 ends_with_operator"),
        ("12 - - 3 = 3", "2 adjacent_operators"),
        ("12 13 3 = 3", "1 adjacent_numbers, 2 adjacent_numbers"),
        ("1 2 3 4 + + 3 = 3", "3 number_too_long, 5 adjacent_operators"),
        ("1 2 3 4 - = 3", "3 number_too_long, 4 ends_with_operator"),
        ("1 2 3 4 × × 3 = 3", "3 number_too_long, 5 adjacent_operators"),
        ("1 2 3 4 = + 3", "3 number_too_long, 5 unary_plus"),
        ("1 2 3 4 = 0 5", "3 number_too_long, 5 leading_zero"),
        ("1 2 3 4 12 13 = 3", "3 number_too_long, 4 adjacent_numbers, 5 adjacent_numbers"),
        ("4 + + + 3 = 3", "2 adjacent_operators, 3 adjacent_operators"),
        ("4 + - - 3 = 3", "2 adjacent_operators, 3 adjacent_operators"),
        ("4 + × × 3 = 3", "2 adjacent_operators, 3 adjacent_operators"),
        ("4 + = + 3", "1 ends_with_operator, 3 unary_plus"),
        ("4 × + + 3 = 3", "2 adjacent_operators, 3 adjacent_operators"),
        ("4 × - - 3 = 3", "2 adjacent_operators, 3 adjacent_operators"),
        ("4 × × × 3 = 3", "2 adjacent_operators, 3 adjacent_operators"),
        ("4 × = + 3", "1 ends_with_operator, 3 unary_plus"),
        ("4 × ÷ 0 = 3", "2 adjacent_operators"),
        ("4 + + 0 5 = 3", "2 adjacent_operators, 3 leading_zero"),
    ],
)
def test_after_a_fault_the_rest_of_the_line_is_read_as_if_it_had_been_right(line, codes):
    assert found(line) == [(code, int(pos)) for pos, code in map(str.split, codes.split(", "))]


@pytest.mark.parametrize(
    ("line", "codes"),
    [
        ("+ + 3 = 3", "0 unary_plus, 1 adjacent_operators"),
        ("- - 3 = 3", "0 operator_without_operand, 1 adjacent_operators"),
        ("x x 3 = 3", "0 operator_without_operand, 1 adjacent_operators"),
        ("- 0 5 = 3", "0 operator_without_operand, 1 leading_zero"),
        ("= = 5", "0 empty_side, 1 multiple_equals"),
        ("= 0 5", "0 empty_side, 1 leading_zero"),
        ("= 5 + 1", "0 empty_side, 2 result_not_a_number"),
        ("0 5 5 - - 3 = 3", "0 leading_zero, 4 adjacent_operators"),
        ("0 0 5 + 3 = 3", "0 leading_zero"),
        ("0 - - 3 = 3", "2 adjacent_operators"),
        ("0 = - 3", "1 no_operator_before_equals, 2 result_not_a_number"),
        ("3 = 0 5", "1 no_operator_before_equals, 2 leading_zero"),
        ("3 + + + 3 = 6", "2 adjacent_operators, 3 adjacent_operators"),
        ("3 + = - 6", "1 ends_with_operator, 3 result_not_a_number"),
        ("3 - = 0 6", "1 ends_with_operator, 3 leading_zero"),
        ("3 + 0 5 6 - - 1 = 6", "2 leading_zero, 6 adjacent_operators"),
        ("3 + 0 - - 1 = 6", "4 adjacent_operators"),
        ("3 + 0 x x 1 = 6", "4 adjacent_operators"),
        ("3 + 4 : : 1 = 6", "4 adjacent_operators"),
        ("3 + 4 - = 6", "3 ends_with_operator"),
        ("3 + 4 = - 6 - 7 = 1", "4 result_not_a_number, 8 multiple_equals"),
        ("3 + 4 = x 0 7", "4 result_not_a_number"),
        ("3 + 4 = = 0 7", "4 multiple_equals, 5 leading_zero"),
        ("3 - 3 = 0 + 0 7", "5 result_not_a_number"),
        ("3 - 3 = 0 - 0 - 7", "5 result_not_a_number"),
        ("3 - 3 = 0 = 0 7", "5 multiple_equals, 6 leading_zero"),
        ("3 + 4 = 7 + 0 + + 7 = = 7", "5 result_not_a_number, 10 multiple_equals, 11 multiple_equals"),
        ("3 + 4 = 7 - 0 5 = 0 5", "5 result_not_a_number, 8 multiple_equals, 9 leading_zero"),
        ("3 + 4 = = - 7", "4 multiple_equals, 5 result_not_a_number"),
        *((f"3 - 3 = 0 {sign} {sign} 7", "5 result_not_a_number") for sign in "+-x:"),
        *((f"3 - 3 = 7 {sign} {sign} 7", "5 result_not_a_number") for sign in "+-x:"),
        *((f"3 - 3 = {sign} {sign} 7", "4 result_not_a_number") for sign in "+-x:"),
        ("3 + 4 = 7 = = 7", "5 multiple_equals, 6 multiple_equals"),
        ("3 + 4 = 7 =", "5 multiple_equals, 5 empty_side"),
    ],
)
def test_after_a_fault_the_rest_of_a_sum_is_read_as_well(line, codes):
    assert found(line, SUMMY) == [(code, int(pos)) for pos, code in map(str.split, codes.split(", "))]


@pytest.mark.parametrize(
    "line",
    [
        "0 = 0", "1 2 3 + 4 = 1 2 7", "1 2 3 - 4 = 1 1 9", "1 0 0 ÷ 4 = 2 5", "12 - 4 = 8",
        "0 + 12 = 12", "0 × 12 = 0",
        "1 0 0 = 1 0 0", "- 5 = - 5", "- 1 2 3 = - 1 2 3", "- 12 = - 12", "9 = 9 = 9", "5 - 0 = 5",
        "0 + 0 = 0", "0 - 0 = 0", "0 × 5 = 0", "0 ÷ 5 = 0", "- 5 + 5 = 0", "0 = 0 = 0 = 0", "- 2 × 3 = - 6",
        "- 6 ÷ 3 = - 2", "?:12 = 1 2", "1 ?:0 = 10", "5 × 0 = 0 × 5", "5 + 10 - 5 × 1 = 20 ÷ 2", "1 0 2 = 1 0 2",
    ],
)  # fmt: skip
def test_a_well_formed_line_that_is_true_has_no_problem(line):
    assert AMATH.check_line(line) == ()


@pytest.mark.parametrize(
    "line",
    [
        "0 + 0 = 0",
        "5 - 0 = 5",
        "0 x 0 = 0",
        "1 + 1 0 = 1 1",
        "1 0 + 1 0 = 2 0",
        "1 + 1 2 3 4 = 1 2 3 5",
        "1 0 0 0 x 1 = 1 0 0 0",
        "9 : 3 x 0 + 2 = 2",
        "0 : 5 = 0",
    ],
)
def test_a_well_formed_sum_that_is_true_has_no_problem(line):
    assert SUMMY.check_line(line) == ()


@pytest.mark.parametrize(
    "zero", ["9 + 0 = 9", "5 - 0 = 5", "5 = 5 - 0", "9 + 0 × 5 = 9", "9 - 0 ÷ 5 = 9", "5 - 0 + 2 = 7"]
)
def test_a_sign_before_a_zero_in_a_sum_is_refused_only_where_the_organiser_reads_x8_so(zero):
    tiles = zero.split()
    signed = next(pos for pos, tile in enumerate(tiles) if tile == "0" and tiles[pos - 1] in "+-")
    assert found(zero) == []
    assert found(zero, strict_zero_sign=True) == [("signed_zero", signed)]
    start, end = zero.rsplit(" ", 1)
    loose = game({"8F": start}).problems(at(f"8{'FGHIJKLM'[len(start.split())]}", end))
    strict = game({"8F": start}, settings=auto(strict_zero_sign=True))
    (problem,) = strict.problems(at(f"8{'FGHIJKLM'[len(start.split())]}", end))
    assert loose == ()
    assert (problem.code, problem.pos) == ("equation.signed_zero", signed)


@pytest.mark.parametrize("line", ["0 + 9 = 9", "5 × 0 = 0", "0 ÷ 5 = 0", "1 0 - 10 = 0", "20 + 1 0 = 3 0"])
def test_the_strict_reading_forbids_no_zero_without_a_sign(line):
    assert found(line, strict_zero_sign=True) == []


def test_the_strict_reading_keeps_every_other_rule():
    assert found("9 + 0 5 = 14", strict_zero_sign=True) == [("leading_zero", 2)]
    assert found("9 + 0 10 = 14", strict_zero_sign=True) == [("adjacent_numbers", 3)]
    assert found("9 + 3 + = 12", strict_zero_sign=True) == [("ends_with_operator", 3)]
    assert found("5 - 3 - - 1 = 3", strict_zero_sign=True) == [("adjacent_operators", 4)]


@pytest.mark.parametrize(
    ("line", "left", "right", "side", "pos"),
    [
        ("5 = 4", "5", "4", 1, 2),
        ("6 = 5 = 5", "6", "5", 1, 2),
        ("6 = 6 = 5", "6", "5", 2, 4),
        ("1 ÷ 2 + 1 ÷ 3 = 2 ÷ 5", "5/6", "2/5", 1, 8),
        ("2 - 5 = 6 ÷ 9", "-3", "2/3", 1, 4),
        ("- 6 ÷ 4 = 3 ÷ 2", "-3/2", "3/2", 1, 5),
        ("7 - 7 = 5", "0", "5", 1, 4),
        ("1 2 + 3 = 1 3", "15", "13", 1, 5),
        ("2 + 3 × 4 = 20", "14", "20", 1, 6),
        ("20 - 6 ÷ 3 × 2 = 9", "16", "9", 1, 8),
    ],
)
def test_a_false_line_says_both_values_as_reduced_fractions_and_which_side_differs(line, left, right, side, pos):
    (problem,) = AMATH.check_line(line)
    assert (problem.code, problem.pos) == ("equation.unbalanced", pos)
    assert dict(problem.figures) == {"left": left, "right": right, "side": side}


def test_every_step_of_a_chain_that_is_false_is_named():
    problems = AMATH.check_line("6 = 5 = 6")
    assert [(p.figures["left"], p.figures["right"], p.figures["side"]) for p in problems] == [
        ("6", "5", 1),
        ("5", "6", 2),
    ]


def test_an_empty_side_says_which():
    assert [dict(p.figures) for p in AMATH.check_line("= 7")] == [{"side": 0}]
    assert [dict(p.figures) for p in AMATH.check_line("3 = 3 = = 3")] == [{"side": 2}]
    assert [dict(p.figures) for p in AMATH.check_line("7 =")] == [{"side": 1}]


def test_the_value_of_each_side_can_be_told_by_itself():
    tiles = AMATH.tiles.read("3 - 2 = 12 - 12 = 1 = 0 = 7 ÷ 0 = 1 ÷ 3 = + 5 = - 4")
    assert side_values(AMATH.grammar, tiles) == ("1", "0", "1", "0", None, "1/3", None, "-4")
    assert side_values(SUMMY.grammar, SUMMY.tiles.read("8 - 7 = 1 2")) == ("1", "12")


# Supply and length: what no set can lay, no line can be.


@pytest.mark.parametrize(
    ("rules", "line", "pos", "tile", "count"),
    [
        (AMATH, "9 9 9 = 9 9 9", 5, "9", 4),
        (AMATH, "11 = 11", 2, "11", 1),
        (AMATH, "?:5 ?:+ ?:5 ?:= ?:10", 4, "?", 4),
        (AMATH, "5 - 4 - 1 - 0 - 0 - 0 = 0", 9, "-", 4),
        (PRIMARY, "9 9 + 9 = 1 0 8", 3, "9", 2),
        (SUMMY, "0 + 1 + 1 + 1 + 1 + 1 + 1 = 6", 11, "+", 5),
    ],
)  # fmt: skip
def test_a_true_line_that_needs_more_tiles_than_the_set_has_is_refused(rules, line, pos, tile, count):
    (problem,) = rules.check_line(line)
    assert (problem.code, problem.pos) == ("tile.pool_exhausted", pos)
    assert dict(problem.figures) == {"tile": tile, "count": count}


def test_the_supply_is_counted_by_what_is_printed_on_the_tile():
    assert AMATH.check_line("9 9 9 = 9 ?:9 ?:9") == ()
    assert AMATH.check_line("+/-:- 2 +/-:+ 4 = 1 +/-:+ 1") == ()


def test_a_line_longer_than_the_board_is_refused_whatever_it_says():
    fits = "1 + 1 + 1 + 1 + 1 = 5 = 1 + 4"
    assert len(fits.split()) == 15
    assert AMATH.check_line(fits) != AMATH.check_line(fits + " + 0")
    (problem,) = AMATH.check_line(fits + " + 0")
    assert problem.code == "equation.too_long"
    assert dict(problem.figures) == {"tiles": 17, "limit": 15}
    assert [p.code for p in AMATH.check_line(["1", "=", *"1" * 13, "", " ".strip()])] == [
        "equation.number_too_long",
        "tile.pool_exhausted",
    ]
    assert [p.code for p in AMATH.check_line(["1"] * 12 + ["21"] * 4)] == ["equation.too_long"]
    assert [p.code for p in AMATH.check_line(["1"] * 12 + ["21"] * 3)] == ["tile.unknown"] * 3
    assert [p.code for p in SUMMY.check_line(["1"] * 95)] == ["equation.too_long"]
    assert "equation.too_long" not in [p.code for p in SUMMY.check_line(["1"] * 94)]


@pytest.mark.parametrize(
    ("tile", "code"),
    [("?", "move.blank.unassigned"), ("+/-", "move.choice.unassigned"), ("×/÷", "move.choice.unassigned")],
)
def test_a_tile_without_a_face_is_the_only_thing_said_of_a_line_in_any_mode(tile, code):
    (problem,) = AMATH.check_line(f"0 5 {tile} 4 = 7")
    assert (problem.code, problem.pos, dict(problem.figures)) == (code, 2, {"tile": tile})
    for settings in (auto(), AMATH.settings()):
        position = AMATH.set_up(game({"8F": "5 6"}).board, settings=settings)
        (problem,) = position.problems(at("8H", f"{tile} 4 = 7"))
        assert (problem.code, problem.cell) == (code, Square(8, 8))


def test_the_same_problem_on_the_board_knows_its_line_and_square():
    assert auto().judging == AUTO
    (problem,) = game({"F5": "4 ÷"}).problems(at("F7", "0 = 9"))
    assert (problem.code, problem.pos, problem.cell) == ("equation.division_by_zero", 2, Square(6, 7))
    assert (problem.line.direction, problem.line.start, problem.line.equation) == (DOWN, Square(6, 5), "4÷0=9")
