"""Clusters: tiles already down and what is joined to them by anything but a further + or -.

Digits may be joined to the first and the last number of a cluster and factors put before and behind, and its free
squares be filled, as long as no + or - comes in; where one does, another part begins, and values add up.
"""

from collections.abc import Iterator
from enum import Enum
from typing import NamedTuple

from games.engine.search.sides import Sides
from games.engine.search.strings import NOTHING, Piece, Strings
from games.engine.search.tables import Groups, Table, rows_of
from games.engine.tiles import DIVIDE, EQUALS, HEAVY, MINUS, PLUS, TIMES, ZERO

FREE = -1
Cell = int | tuple[int, ...]
"""A tile down, as `fixed` packs it; `FREE`; or the numbers of the options that may be laid there."""

_VALUE_BITS = 5
_State = tuple[int, int, int, int, int, int, int, int]
"""Grammar state, sum before this term, term before this number, its operator, number, first term (-1: not closed),
first number (-1: not closed), usage."""


def fixed(symbol: int, value: int) -> int:
    return symbol << _VALUE_BITS | value


class Before(Enum):
    """What stands before a cluster, and so what it may begin with."""

    OPEN = "whatever is put there"  # the cluster notes what it begins with
    NOTHING = "an ="
    OPERATOR = "a + or -"
    UNARY = "a lone unary minus"


class _Base(NamedTuple):
    """A filling without factors put on: what those change."""

    value: int
    first: int
    first_number: int
    last: int
    single: bool
    usage: int


class Clusters:
    """The clusters of one search, each worked out once: many lines hold the same tiles."""

    def __init__(self, sides: Sides) -> None:
        self.sides = sides
        self.hand = sides.hand
        self._known: dict[tuple[tuple[Cell, ...], int, int, Before], tuple[Table, Table]] = {}
        options = enumerate(self.hand.options)
        self._solid = tuple(place for place, option in options if option.symbol not in (PLUS, MINUS, EQUALS))
        self._has_minus = any(option.symbol == MINUS for option in self.hand.options)
        self._digits = tuple(place for place, option in enumerate(self.hand.options) if option.symbol <= HEAVY)

    def fill(self, cells: tuple[Cell, ...], left: int, right: int, before: Before) -> tuple[Table, Table]:
        """All fillings with at most so many tiles put on at either end, by the number of those.

        First with the values they add where a plus or nothing stands before them, then where a minus does.
        """
        key = (cells, left, right, before)
        tables = self._known.get(key)
        if tables is None:
            tables = self._known[key] = self._filled(cells, left, right, before)
        return tables

    def _filled(self, cells: tuple[Cell, ...], left: int, right: int, before: Before) -> tuple[Table, Table]:
        hand = self.hand
        states: dict[_State, Strings] = {}
        for length, numbers in enumerate(self.sides.numbers[: left + 1]):
            for number in numbers:
                key = (number.state, 0, 0, PLUS, number.value, -1, -1, number.usage + (length << hand.left))
                states[key] = Strings([(number.text, b"")]) if length else NOTHING
        for place, cell in enumerate(cells):
            states = self._laid(states, self._solid if cell == FREE else cell, first=place == 0)
            self.sides.budget.spend(len(states))
        bases = self._ended(states, before)
        for length in range(1, right + 1):
            states = self._laid(states, self._digits, first=False)
            if not states:
                break
            for base, terms in self._ended(states, before).items():
                bases[base._replace(usage=base.usage + (length << hand.right))] = terms
        subtracted = before is Before.OPERATOR or before is Before.UNARY or (before is Before.OPEN and left > 0)
        return self._with_factors(bases, left, right, subtracted=subtracted and self._has_minus)

    def _laid(self, states: dict[_State, Strings], cell: Cell, *, first: bool) -> dict[_State, Strings]:
        """These states after one more square."""
        hand, close = self.hand, self.sides.field.joined
        limit, guards, prime = hand.limit, hand.guards, hand.prime
        steps = hand.grammar.steps
        if isinstance(cell, int):
            choices = [(cell >> _VALUE_BITS, cell & ((1 << _VALUE_BITS) - 1), 0, b"")]
        else:
            options = (hand.options[number] for number in cell)
            choices = [(option.symbol, option.value, option.usage, option.text) for option in options]
        after: dict[_State, Strings] = {}
        for (state, total, term, operator, number, first_term, first_number, used), strings in states.items():
            for symbol, value, taken, text in choices:
                state_after, fault = steps[state][symbol]
                if fault:
                    continue
                usage = used + taken
                if taken and (limit - usage) & guards != guards:
                    continue
                if symbol <= HEAVY:
                    if number >= 0:
                        value += number * 10
                    elif first and symbol == ZERO:
                        usage += hand.zero
                    key = (state_after, total, term, operator, value, first_term, first_number, usage)
                elif number < 0:  # a unary minus: nothing may stand before it
                    key = (state_after, 0, 0, MINUS, -1, -1, -1, usage + hand.meets)
                elif number == 0 and operator == DIVIDE:
                    continue
                else:
                    closed = close(term, operator, number) % prime
                    begun = number if first_number < 0 else first_number
                    if symbol >= TIMES:
                        key = (state_after, total, closed, symbol, -1, first_term, begun, usage)
                    else:
                        summed = (total + closed) % prime
                        beginning = closed if first_term < 0 else first_term
                        key = (state_after, summed, 0, symbol, -1, beginning, begun, usage)
                there = after.get(key)
                if there is None:
                    after[key] = Strings([(strings, text)])
                else:
                    there.terms.append((strings, text))
        return after

    def _ended(self, states: dict[_State, Strings], before: Before) -> dict[_Base, list[tuple[Strings, bytes]]]:
        hand = self.hand
        close, ends, prime = self.sides.field.joined, hand.ends, hand.prime
        notes = hand.zero | hand.meets
        refused = self.sides.refused(before is Before.UNARY) if before in (Before.OPERATOR, Before.UNARY) else 0
        found: dict[_Base, list[tuple[Strings, bytes]]] = {}
        for (state, total, term, operator, number, first_term, first_number, usage), strings in states.items():
            if number < 0 or not ends[state] or (number == 0 and operator == DIVIDE):
                continue
            last = close(term, operator, number) % prime
            single = first_term < 0
            begun = number if first_number < 0 else first_number
            value = (total + last) % prime
            if before is not Before.OPEN:
                if usage & refused:
                    continue
                usage &= ~notes
            base = _Base(value, last if single else first_term, begun, last, single, usage)
            found.setdefault(base, []).append((strings, b""))
        return found

    def _with_factors(
        self, bases: dict[_Base, list[tuple[Strings, bytes]]], left: int, right: int, *, subtracted: bool
    ) -> tuple[Table, Table]:
        """The two tables, the second one empty unless something may be `subtracted` from what stands before."""
        hand, sides = self.hand, self.sides
        prime = hand.prime
        plus: list[Groups] = [{} for _ in range(left + right + 1)]
        minus: list[Groups] = [{} for _ in range(left + right + 1)]

        def put(value: int, first: int, usage: int, terms: list[tuple[Piece, Piece]]) -> None:
            count = (usage >> hand.left & 15) + (usage >> hand.right & 15)
            if count <= hand.size:
                plus[count].setdefault((value % prime, usage), []).extend(terms)
                if subtracted:
                    minus[count].setdefault(((value - 2 * first) % prime, usage), []).extend(terms)

        for base, written in bases.items():
            strings = Strings(list(written))
            before = base.usage >> hand.left & 15
            behind = base.usage >> hand.right & 15
            for lead, first, usage in self._leads(base, left - before):
                value = base.value - base.first + first
                terms: list[tuple[Piece, Piece]] = [(lead, strings)] if lead else [(strings, b"")]
                put(value, first, usage, terms)
                if right - behind < 2:
                    continue
                led = Strings(terms) if lead else strings
                last = first if base.single else base.last
                for row in sides.fitting(sides.trails, usage):
                    if row.usage >> hand.right & 15 <= right - behind:
                        longer = last * row.value
                        begun = longer if base.single else first
                        put(value - last + longer, begun, usage + row.usage, [(led, row.strings)])
        self.sides.budget.spend(sum(map(len, plus)))
        return Table([rows_of(groups) for groups in plus]), Table([rows_of(groups) for groups in minus])

    def _leads(self, base: _Base, room: int) -> Iterator[tuple[Strings | None, int, int]]:
        """What may be put before the first number: its sequences, the first term then, the usage then."""
        yield None, base.first, base.usage
        hand, sides = self.hand, self.sides
        if room < 2 or base.usage & hand.meets:
            return
        used = base.usage & ~hand.zero
        for table, divides in zip(sides.leads, (False, True), strict=True):
            factor = base.first
            if divides:
                if base.first_number == 0:
                    continue
                inverse = sides.field.inverse(base.first_number)
                factor = factor * inverse % hand.prime * inverse
            for row in sides.fitting(table, used):
                if row.usage >> hand.left & 15 <= room:
                    yield row.strings, factor * row.value % hand.prime, used + row.usage
