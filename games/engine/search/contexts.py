"""What is put around a core, rack tiles only, as tables to look up in: made once a rack, used for every core.

A *family* is what a core wants around it: a head and a tail where it has an `=` within; a side across an `=` too
where it has none; a side in place of the head (or the tail) where the core begins (or ends) with its `=`.
"""

from collections.abc import Iterator
from enum import Enum
from itertools import product

from games.engine.search.sides import Sides
from games.engine.search.strings import NOTHING
from games.engine.search.tables import Around, Part, Rows, Table

MOST_ROWS = 120_000
"""Tables of more rows than about this are not made; what is that large is combined when it is wanted."""


class Family(Enum):
    """The value of a row is what the core between must be worth, its right side less its left one."""

    AROUND_EQUALS = "head core tail"
    ACROSS = "side = head core tail, or head core tail = side"
    LEFT_BARE = "side core tail"
    RIGHT_BARE = "head core side"


class Contexts:
    def __init__(self, sides: Sides) -> None:
        self.sides = sides
        self.hand = sides.hand
        # Where all `=` of the rack are of one kind, it is clear which is taken.
        signs = self.hand.signs
        self.sign_usage = signs[0].usage if len(signs) == 1 else 0
        none = Rows([Part(0, 0, NOTHING)])
        self._nothing = none
        self._counted: dict[tuple[Family, bool], list[Rows]] = {}
        self._tables: dict[tuple[Family, bool, int], Table] = {}

    def upto(self, family: Family, minus: bool, count: int) -> tuple[Rows, int]:
        """The rows of at most `count` tiles, and how many tiles those have at most: `count`, or fewer.

        With `minus` the head ends in a minus; without, it ends in a plus, or is not there.
        """
        counted = self._counted.setdefault((family, minus), [])
        while len(counted) <= count and sum(len(rows.all) for rows in counted) < MOST_ROWS:
            counted.append(Rows(list(self._combined(family, minus, len(counted)))))
        made = min(count, len(counted) - 1)
        key = (family, minus, made)
        table = self._tables.get(key)
        if table is None:
            table = self._tables[key] = Table(counted[: made + 1])
        return table.upto(made), made

    def pieces(self, family: Family, minus: bool, count: int) -> Iterator[tuple[Rows, Rows, Rows | None, bool]]:
        """Heads, tails and sides of `count` tiles together, and whether the side stands on the left."""
        sides = self.sides
        for ahead in range(count + 1):
            for behind in range(count + 1 - ahead):
                across = count - ahead - behind
                heads = self._ends(sides.heads[minus], ahead, bare=minus)
                tails = self._ends(sides.tails, behind, bare=False)
                if not heads.all or not tails.all:
                    continue
                if family is Family.AROUND_EQUALS:
                    if not across:
                        yield heads, tails, None, False
                elif across:
                    if family is not Family.RIGHT_BARE and not (family is Family.LEFT_BARE and ahead):
                        yield heads, tails, sides.left.counted[across], True
                    if family is not Family.LEFT_BARE and not (family is Family.RIGHT_BARE and behind):
                        yield heads, tails, sides.right.counted[across], False

    def _ends(self, table: Table, count: int, *, bare: bool) -> Rows:
        if count == 0:
            return Rows(()) if bare else self._nothing
        return table.counted[count] if count < len(table.counted) else Rows(())

    def room(self, family: Family, leads: bool) -> int:
        """What an `=` of the rack takes: its tile, where it is clear which, and a square."""
        if family is not Family.ACROSS:
            return 0
        return self.sign_usage + (1 << (self.hand.left if leads else self.hand.right))

    def _combined(self, family: Family, minus: bool, count: int) -> Iterator[Around]:
        limit, guards, prime = self.hand.limit, self.hand.guards, self.hand.prime
        for heads, tails, across, leads in self.pieces(family, minus, count):
            room = self.room(family, leads)
            self.sides.budget.spend(len(heads.all) * len(tails.all))
            for head, tail in product(heads.all, tails.all):
                usage = head[1] + tail[1]
                if (limit - usage) & guards != guards or not isinstance(head, Part) or not isinstance(tail, Part):
                    continue
                if across is None:
                    value = (head.value - tail.value) % prime
                    yield Around(value, usage, head.strings, tail.strings, None, False, head.value)
                    continue
                usage += room
                if (limit - usage) & guards != guards:
                    continue
                ends = head.value + tail.value
                for side in across.all:
                    both = usage + side[1]
                    if (limit - both) & guards == guards and isinstance(side, Part):
                        value = (side.value - ends) % prime
                        yield Around(value, both, head.strings, tail.strings, side.strings, leads, side.value)
