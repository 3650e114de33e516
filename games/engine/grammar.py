"""How tiles make a line, as one table a game: the state reached and what is wrong on the way.

A row is a state, a column what comes next. A cell is the next state; `code > state` is an error at this tile and
`code < > state` one at the tile before, after which reading goes on so that every later error is found as well.
Only `=` has no cell of its own for "missing": a line without any is `no_equals`.
"""

from dataclasses import dataclass

from games.engine.tiles import DIVIDE, END, MINUS, PLUS, TIMES

_COLUMNS = ("0", "1-9", "10-20", "+", "-", "×÷", "=", "end")


@dataclass(frozen=True, slots=True)
class Fault:
    """An error on the way: its code, and whether it lies at the tile before."""

    code: str
    before: bool


@dataclass(frozen=True, slots=True, eq=False)
class Grammar:
    """`steps[state][symbol]` is (next state, fault or None). State 0 is the start of a line."""

    states: tuple[str, ...]
    steps: tuple[tuple[tuple[int, Fault | None], ...], ...]

    def follows(self, state: int, symbol: int) -> int | None:
        """The state after a legal step, or `None`: what a search prunes by."""
        after, fault = self.steps[state][symbol]
        return None if fault else after


def read_grammar(table: str) -> Grammar:
    """A grammar from its table; the first row names the columns."""
    head, *rows = [[cell.strip() for cell in line.split("|")] for line in table.strip().splitlines()]
    if tuple(head[1:]) != _COLUMNS:
        raise ValueError(f"columns {head[1:]}")
    states = tuple(row[0] for row in rows)
    number = {state: place for place, state in enumerate(states)}
    steps = []
    for row in rows:
        cells = [_read_cell(cell, number) for cell in row[1:]]
        zero, digit, heavy, plus, minus, times, equals, end = cells
        steps.append((zero, digit, heavy, plus, minus, times, times, equals, end))
    assert PLUS < MINUS < TIMES < DIVIDE < END
    return Grammar(states, tuple(steps))


def _read_cell(cell: str, number: dict[str, int]) -> tuple[int, Fault | None]:
    fault, arrow, state = (part.strip() for part in cell.rpartition(">"))
    if not arrow:
        return number[state], None
    code, _, _ = fault.partition("<")
    return number[state], Fault(f"equation.{code.strip()}", fault.endswith("<"))


# A-Math, rules 2-7 (X5-X9). `add` and `mul` are the operators, told apart only for the setting `strict_zero_sign`:
# X8 forbids a sign before 0, and some organisers read 9+0 and 5-0 into that too.
_AMATH = """
       | 0                    | 1-9                  | 10-20                   | +                          | -                         | ×÷                                | =                          | end
start  | zero                 | one                  | heavy                   | unary_plus > add           | sign                      | operator_without_operand > mul    | empty_side > start         | empty_side < > start
sign   | minus0               | one                  | heavy                   | adjacent_operators > add   | adjacent_operators > add  | adjacent_operators > mul          | ends_with_operator < > start | ends_with_operator < > start
minus0 | leading_zero < > two | leading_zero < > two | adjacent_numbers > long | signed_zero < > add        | signed_zero < > add       | signed_zero < > mul               | signed_zero < > start      | signed_zero < > start
zero   | leading_zero < > two | leading_zero < > two | adjacent_numbers > long | add                        | add                       | mul                               | start                      | start
one    | two                  | two                  | adjacent_numbers > long | add                        | add                       | mul                               | start                      | start
two    | three                | three                | adjacent_numbers > long | add                        | add                       | mul                               | start                      | start
three  | number_too_long > long | number_too_long > long | adjacent_numbers > long | add                    | add                       | mul                               | start                      | start
heavy  | adjacent_numbers > long | adjacent_numbers > long | adjacent_numbers > heavy | add                  | add                       | mul                               | start                      | start
long   | long                 | long                 | adjacent_numbers > long | add                        | add                       | mul                               | start                      | start
add    | {after_add}          | one                  | heavy                   | adjacent_operators > add   | adjacent_operators > add  | adjacent_operators > mul          | ends_with_operator < > start | ends_with_operator < > start
mul    | zero                 | one                  | heavy                   | adjacent_operators > add   | adjacent_operators > add  | adjacent_operators > mul          | ends_with_operator < > start | ends_with_operator < > start
"""  # noqa: E501 - a table is read across
AMATH_GRAMMAR = read_grammar(_AMATH.format(after_add="zero"))
AMATH_STRICT_GRAMMAR = read_grammar(_AMATH.format(after_add="minus0"))

# Summy 7 and 8: two numbers or more with operators between, one `=`, then digits only. Numbers of any length.
SUMMY_GRAMMAR = read_grammar(
    """
        | 0                       | 1-9                     | 10-20                     | +                        | -                            | ×÷                            | =                               | end
start   | zero                    | number                  | adjacent_numbers > number | unary_plus > op          | operator_without_operand > op | operator_without_operand > op | empty_side > result             | empty_side < > start
zero    | leading_zero < > number | leading_zero < > number | adjacent_numbers > number | op                       | op                           | op                            | no_operator_before_equals > result | start
number  | number                  | number                  | adjacent_numbers > number | op                       | op                           | op                            | no_operator_before_equals > result | start
op      | last0                   | last                    | adjacent_numbers > last   | adjacent_operators > op  | adjacent_operators > op      | adjacent_operators > op       | ends_with_operator < > result   | ends_with_operator < > start
last0   | leading_zero < > last   | leading_zero < > last   | adjacent_numbers > last   | op                       | op                           | op                            | result                          | start
last    | last                    | last                    | adjacent_numbers > last   | op                       | op                           | op                            | result                          | start
result  | final0                  | final                   | adjacent_numbers > final  | result_not_a_number > broken | result_not_a_number > broken | result_not_a_number > broken | multiple_equals > result      | empty_side < > start
final0  | leading_zero < > final  | leading_zero < > final  | adjacent_numbers > final  | result_not_a_number > broken | result_not_a_number > broken | result_not_a_number > broken | multiple_equals > result      | start
final   | final                   | final                   | adjacent_numbers > final  | result_not_a_number > broken | result_not_a_number > broken | result_not_a_number > broken | multiple_equals > result      | start
broken  | broken                  | broken                  | broken                    | broken                   | broken                       | broken                        | multiple_equals > result        | start
"""  # noqa: E501 - a table is read across
)
