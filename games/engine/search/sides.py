"""Sides and parts of sides that are made of the rack alone. They depend on no board, so a rack has them once.

What is put beside the tiles already down is taken apart where a + or - stands, for there values simply add up:

    side   a whole side of an equation, `-3+2×4`
    head   a side and the + or - after it, or a lone unary minus: what may come before the first term on the board
    tail   a + or - and what follows it: what may come after the last term on the board

and, within a term, where a × or ÷ stands:

    lead   factors and a last × or ÷, before the first number on the board
    trail  a × or ÷ and factors after it, behind the last number on the board
"""

from functools import cached_property
from typing import NamedTuple

from games.engine.search.hand import Hand, Option
from games.engine.search.limits import Budget
from games.engine.search.strings import NOTHING, Strings
from games.engine.search.tables import NO_ROWS, Groups, Part, Rows, Table, rows_of
from games.engine.tiles import DIVIDE, HEAVY, MINUS, PLUS, TIMES, ZERO

_State = tuple[int, int, int, int, int, int]
"""Grammar state, sum before this term, term before this number, operator before it, number (-1: none), usage."""


class Number(NamedTuple):
    """A number, or what may be joined to one. `state` is the grammar's after it, from the start of a side."""

    value: int
    state: int
    usage: int
    text: bytes


class Field:
    """Arithmetic modulo the hand's prime."""

    __slots__ = ("_inverses", "prime")

    def __init__(self, prime: int) -> None:
        self.prime = prime
        self._inverses: dict[int, int] = {}

    def inverse(self, number: int) -> int:
        found = self._inverses.get(number)
        if found is None:
            found = self._inverses[number] = pow(number, -1, self.prime)
        return found

    def joined(self, term: int, operator: int, number: int) -> int:
        """A term with one more number; the first of a term comes after + or -. `number` is no 0 after ÷."""
        if operator == PLUS:
            return number
        if operator == MINUS:
            return -number
        if operator == TIMES:
            return term * number % self.prime
        return term * self.inverse(number) % self.prime


class Sides:
    """All parts that one rack can make. Tables are built when they are first asked for."""

    def __init__(self, hand: Hand, budget: Budget) -> None:
        self.hand = hand
        self.budget = budget
        self.field = Field(hand.prime)
        self._fitting: dict[tuple[int, int], list[Part]] = {}
        # Under `strict_zero_sign` no + or - may stand before a 0, as ever the unary minus may not (X8, rule 5).
        add, minus0 = map(hand.grammar.states.index, ("add", "minus0"))
        self._strict = hand.grammar.follows(add, ZERO) == minus0
        self._pluses = tuple(option for option in hand.options if option.symbol == PLUS)
        self._minuses = tuple(option for option in hand.options if option.symbol == MINUS)

    # -- rows without a place -----------------------------------------------------------------------------------

    @cached_property
    def _added(self) -> list[Groups]:
        """By length: sides without a unary minus. Those that begin with 0 note it."""
        return self._grown({(0, 0, 0, PLUS, -1, 0): NOTHING}, sums=True)

    @cached_property
    def _subtracted(self) -> list[Groups]:
        """The same sides as they count after a minus, which turns the sign of their first term."""
        if not self._minuses:
            return [{} for _ in self._added]
        return self._grown({(0, 0, 0, MINUS, -1, 0): NOTHING}, sums=True)

    @cached_property
    def _products(self) -> list[Groups]:
        if not self._pluses and not self._minuses:
            return self._added
        return self._grown({(0, 0, 0, PLUS, -1, 0): NOTHING}, sums=False)

    def _grown(self, states: dict[_State, Strings], *, sums: bool) -> list[Groups]:
        """All that can be laid from these states on, tile by tile; by length, what may end there."""
        hand, close = self.hand, self.field.joined
        limit, guards, prime = hand.limit, hand.guards, hand.prime
        found: list[Groups] = [{}]
        for length in range(1, hand.size + 1):
            after: dict[_State, Strings] = {}
            for (state, total, term, operator, number, used), strings in states.items():
                closed: int | None = None
                for option, state_after in hand.follows[state]:
                    usage = used + option.usage
                    if (limit - usage) & guards != guards:
                        continue
                    symbol = option.symbol
                    if symbol <= HEAVY:
                        if number >= 0:
                            digits = number * 10 + option.value
                        else:
                            digits = option.value
                            if length == 1 and symbol == ZERO:
                                usage += hand.zero
                        key = (state_after, total, term, operator, digits, usage)
                    else:
                        if number < 0 or length == hand.size or (number == 0 and operator == DIVIDE):
                            continue
                        if closed is None:
                            closed = close(term, operator, number)
                        if symbol >= TIMES:
                            key = (state_after, total, closed, symbol, -1, usage)
                        elif sums:
                            key = (state_after, (total + closed) % prime, 0, symbol, -1, usage)
                        else:
                            continue
                    there = after.get(key)
                    if there is None:
                        after[key] = Strings([(strings, option.text)])
                    else:
                        there.terms.append((strings, option.text))
            self.budget.spend(len(after))
            states = after
            found.append(self._ended(states))
        return found

    def _ended(self, states: dict[_State, Strings]) -> Groups:
        groups: Groups = {}
        close, ends, prime = self.field.joined, self.hand.ends, self.hand.prime
        for (state, total, term, operator, number, usage), strings in states.items():
            if number < 0 or not ends[state] or (number == 0 and operator == DIVIDE):
                continue
            key = ((total + close(term, operator, number)) % prime, usage)
            there = groups.get(key)
            if there is None:
                groups[key] = [(strings, b"")]
            else:
                there.append((strings, b""))
        return groups

    # -- tables -------------------------------------------------------------------------------------------------

    @cached_property
    def _whole(self) -> list[Groups]:
        """By length: sides, the unary minus included."""
        hand = self.hand
        found: list[Groups] = []
        for length, groups in enumerate(self._added):
            sides: Groups = {}
            for (value, usage), terms in groups.items():
                sides.setdefault((value, usage & hand.kinds), []).extend(terms)
            if length:
                for (value, usage), terms in self._subtracted[length - 1].items():
                    if not usage & hand.zero:
                        strings = Strings(terms)
                        for minus in self._minuses:
                            if hand.fits(usage + minus.usage):
                                key = (value, usage + minus.usage)
                                sides.setdefault(key, []).append((minus.text, strings))
            found.append(sides)
        return found

    @cached_property
    def whole(self) -> Table:
        """Sides, for between two `=` of the board."""
        return Table([rows_of(groups) for groups in self._whole])

    @cached_property
    def left(self) -> Table:
        """Sides, for the left of what lies there."""
        return Table([rows_of(groups, length << self.hand.left) for length, groups in enumerate(self._whole)])

    @cached_property
    def right(self) -> Table:
        return Table([rows_of(groups, length << self.hand.right) for length, groups in enumerate(self._whole)])

    @cached_property
    def heads(self) -> tuple[Table, Table]:
        """Those that end in a plus, and those that end in a minus. The lone unary minus is the one of one tile."""
        hand = self.hand
        tables = []
        for operators in (self._pluses, self._minuses):
            counted = [NO_ROWS]
            for length, groups in enumerate(self._whole[:-1], 1):
                note = (length << hand.left) + hand.meets + (hand.zero if self._strict else 0)
                counted.append(rows_of(self._with(groups, operators, after=True), note))
            tables.append(counted)
        note = (1 << hand.left) + hand.meets + hand.zero
        tables[1][1] = Rows([Part(0, minus.usage + note, Strings([(minus.text, b"")])) for minus in self._minuses])
        return Table(tables[0]), Table(tables[1])

    @cached_property
    def _tails(self) -> list[Groups]:
        hand = self.hand
        counted: list[Groups] = [{}]
        for added, subtracted in zip(self._added[:-1], self._subtracted[:-1], strict=True):
            both: Groups = {}
            for groups, operators in ((added, self._pluses), (subtracted, self._minuses)):
                allowed: Groups = {}
                for (value, usage), terms in groups.items():
                    if not (usage & hand.zero and self._strict):
                        allowed.setdefault((value, usage & hand.kinds), []).extend(terms)
                for key, terms in self._with(allowed, operators, after=False).items():
                    both.setdefault(key, []).extend(terms)
            counted.append(both)
        return counted

    @cached_property
    def tails(self) -> Table:
        return Table([rows_of(groups, length << self.hand.right) for length, groups in enumerate(self._tails)])

    @cached_property
    def inner_heads(self) -> tuple[Table, Table]:
        """Heads for behind an `=` of the line; a cluster there is asked for by what it may begin with."""
        plus, minus = (
            Table(
                [
                    Rows([row._replace(usage=row.usage & self.hand.kinds) for row in rows.all])
                    for rows in table.counted
                ]
            )
            for table in self.heads
        )
        return plus, minus

    @cached_property
    def inner_tails(self) -> Table:
        """Tails for before an `=` of the line."""
        return Table([rows_of(groups) for groups in self._tails])

    @cached_property
    def bridges(self) -> tuple[Table, Table]:
        """What joins two terms of the board: a plus (or a minus), or a tail and then a plus (or a minus)."""
        tables = []
        for operators in (self._pluses, self._minuses):
            single: Groups = {}
            for option in operators:
                single.setdefault((0, option.usage), []).append((option.text, b""))
            counted = [NO_ROWS, rows_of(single)]
            counted += [rows_of(self._with(groups, operators, after=True)) for groups in self._tails[1:-1]]
            tables.append(Table(counted))
        return tables[0], tables[1]

    @cached_property
    def leads(self) -> tuple[Table, Table]:
        """Those that end in × , and those that end in ÷. They note where they begin with 0."""
        tables = []
        for symbol in (TIMES, DIVIDE):
            operators = tuple(option for option in self.hand.options if option.symbol == symbol)
            counted = [NO_ROWS]
            for length, groups in enumerate(self._products[:-1] if operators else (), 1):
                counted.append(rows_of(self._with(groups, operators, after=True), length << self.hand.left))
            tables.append(Table(counted))
        return tables[0], tables[1]

    @cached_property
    def trails(self) -> Table:
        """Here a value is what the term before is multiplied by."""
        hand = self.hand
        state = hand.grammar.states.index("mul")
        starts = {
            (state, 0, 1, option.symbol, -1, option.usage): Strings([(option.text, b"")])
            for option in hand.options
            if option.symbol in (TIMES, DIVIDE)
        }
        counted = [NO_ROWS]
        for length, groups in enumerate(self._grown(starts, sums=False)[:-1] if starts else (), 1):
            counted.append(rows_of(groups, length << hand.right, hand.kinds))
        return Table(counted)

    def _with(self, groups: Groups, operators: tuple[Option, ...], *, after: bool) -> Groups:
        """These rows with one of the operators put after them, or before."""
        found: Groups = {}
        for (value, used), terms in groups.items():
            strings = Strings(terms)
            for operator in operators:
                usage = used + operator.usage
                if self.hand.fits(usage):
                    term = (strings, operator.text) if after else (operator.text, strings)
                    found.setdefault((value, usage), []).append(term)
        return found

    def refused(self, unary: bool) -> int:
        """The notes a cluster may not have behind a + or -, or behind a unary minus."""
        return self.hand.meets | (self.hand.zero if unary or self._strict else 0)

    def fitting(self, table: Table, usage: int) -> list[Part]:
        """The rows of a table of parts that leave room for a usage of tiles; a question often asked again."""
        hand = self.hand
        key = (id(table), usage & hand.kinds)
        rows = self._fitting.get(key)
        if rows is None:
            room, guards = hand.limit - key[1], hand.guards
            rows = self._fitting[key] = [
                row for row in table.whole.all if (room - row[1]) & guards == guards and isinstance(row, Part)
            ]
        return rows

    @cached_property
    def numbers(self) -> list[list[Number]]:
        """By length: numbers, as they are written before or after digits that lie there."""
        found = [[Number(-1, 0, 0, b"")]]
        hand = self.hand
        for _ in range(hand.size):
            longer = []
            for number in found[-1]:
                for option, after in hand.follows[number.state]:
                    usage = number.usage + option.usage
                    if option.symbol <= HEAVY and hand.fits(usage):
                        value = option.value if number.value < 0 else number.value * 10 + option.value
                        if not number.text and option.symbol == ZERO:
                            usage += hand.zero
                        longer.append(Number(value, after, usage, number.text + option.text))
            if not longer:
                break
            found.append(longer)
        return found
