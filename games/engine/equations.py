"""Judging a line: its form by the grammar, its arithmetic exactly, in one pass over the tiles.

Numbers are whole and values are pairs (numerator, denominator) of Python's integers, never floats (C5). Nothing is
reduced on the way: a line has a bounded length, so its numbers have a bounded size. × and ÷ go before + and -,
each from left to right (C1, C2, Summy 9), by keeping one sum and one term a side.
"""

from collections.abc import Sequence
from math import gcd

from games.engine.grammar import Grammar
from games.engine.problems import Problem
from games.engine.tiles import DIVIDE, END, EQUALS, HEAVY, MINUS, TIMES, ZERO, Tile

Value = tuple[int, int]
"""A numerator and a denominator; the denominator may be negative, and nothing need be reduced."""

_ADD = 0


def judge(grammar: Grammar, tiles: Sequence[Tile]) -> tuple[Problem, ...]:
    """Every problem of a line, in the order of its tiles; `()` for a valid one. All tiles must be declared.

    Form first: each fault of the grammar stands at its tile. Arithmetic then, for the sides that are well formed:
    `equation.division_by_zero` at the divisor, and `equation.unbalanced` at the first tile of a side whose value
    differs from that of the side before it, with `left`, `right` and `side` (counted from 0).
    """
    problems: list[Problem] = []
    sides: list[tuple[Value | None, int]] = []
    steps = grammar.steps
    state = side_start = 0
    sound = True
    number, number_start = -1, 0  # -1: no number is being read
    operator = _ADD  # what the number being read is to be joined with
    term, under, sign = 0, 1, 1
    total, total_under = 0, 1

    pos = -1
    for pos, tile in enumerate(tiles):
        symbol = tile.symbol
        state, fault = steps[state][symbol]
        if fault:
            sound = False
            problems.append(Problem(fault.code, pos=pos - fault.before, figures=_side(fault.code, len(sides))))
        if symbol < HEAVY:
            if number < 0:
                number, number_start = tile.value, pos
            else:
                number = number * 10 + tile.value
            continue
        if symbol == HEAVY:
            number, number_start = tile.value, pos
            continue
        # A sign or `=` ends the number before it; at the start of a side there is none.
        if number >= 0:
            if operator == TIMES:
                term *= number
            elif operator == _ADD:
                term, under = sign * number, 1
            elif number:
                under *= number
            else:
                if sound:
                    problems.append(Problem("equation.division_by_zero", pos=number_start))
                sound = False
            number = -1
        if symbol in (TIMES, DIVIDE):
            operator = symbol
            continue
        total, total_under = total * under + term * total_under, total_under * under
        term, under = 0, 1
        operator = _ADD
        sign = -1 if symbol == MINUS else 1
        if symbol == EQUALS:
            sides.append(((total, total_under) if sound else None, side_start))
            total, total_under = 0, 1
            sound, side_start = True, pos + 1

    fault = steps[state][END][1]
    if fault:
        sound = False
        if pos >= 0:
            problems.append(Problem(fault.code, pos=pos, figures=_side(fault.code, len(sides))))
    elif operator == TIMES:
        term *= number
    elif operator == _ADD:
        term, under = sign * number, 1
    elif number:
        under *= number
    elif sound:
        sound = False
        problems.append(Problem("equation.division_by_zero", pos=number_start))
    last = (total * under + term * total_under, total_under * under)
    sides.append((last if sound else None, side_start))

    if len(sides) == 1:
        problems.append(Problem("equation.no_equals"))
    before = sides[0][0]
    for place, (value, start) in enumerate(sides[1:], 1):
        if before and value and before[0] * value[1] != value[0] * before[1]:
            figures: dict[str, str | int] = {"left": fraction(before), "right": fraction(value), "side": place}
            problems.append(Problem("equation.unbalanced", pos=start, figures=figures))
        before = value
    if len(problems) > 1:
        problems.sort(key=lambda problem: -1 if problem.pos is None else problem.pos)
    return tuple(problems)


def _side(code: str, side: int) -> dict[str, str | int]:
    """Which side a fault empties; the tile alone would not say, `=` has two."""
    return {"side": side} if code == "equation.empty_side" else {}


def fraction(value: Value) -> str:
    """A value as a reduced fraction in text.

    >>> fraction((-6, 4)), fraction((8, -2)), fraction((0, 7))
    ('-3/2', '-4', '0')
    """
    above, below = value
    shared = gcd(above, below) * (-1 if below < 0 else 1)
    above, below = above // shared, below // shared
    return str(above) if below == 1 else f"{above}/{below}"


_EQUALS = Tile("=", "=", 0, EQUALS, 0)
_NOUGHT = Tile("0", "0", 0, ZERO, 0)


def side_values(grammar: Grammar, tiles: Sequence[Tile]) -> tuple[str | None, ...]:
    """What each side of a line comes to, as reduced fractions; `None` for a side that has no value.

    For showing, one side at a time: each is held against 0 by `judge`. A line without `=` is one side.

    >>> from games.engine.rulesets import AMATH, SUMMY
    >>> side_values(AMATH.grammar, AMATH.tiles.read("1 ÷ 2 = 3 ÷ 0 = 0"))
    ('1/2', None, '0')
    >>> side_values(SUMMY.grammar, SUMMY.tiles.read("8 x 1 5 = 1 2 0"))
    ('120', '120')
    """
    sides: list[list[Tile]] = [[]]
    for tile in tiles:
        if tile.symbol == EQUALS:
            sides.append([])
        else:
            sides[-1].append(tile)
    return tuple(_side_value(grammar, side) for side in sides)


def _side_value(grammar: Grammar, side: Sequence[Tile]) -> str | None:
    problems = {problem.code: problem for problem in judge(grammar, (*side, _EQUALS, _NOUGHT))}
    problems.pop("equation.no_operator_before_equals", None)  # a lone number has a value, if not as a Summy sum
    unbalanced = problems.pop("equation.unbalanced", None)
    if problems or not side:
        return None
    if unbalanced is not None:
        return str(unbalanced.figures["left"])
    return str(int("".join(tile.face for tile in side))) if all(t.symbol < HEAVY for t in side) else "0"
