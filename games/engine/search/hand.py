"""A rack as the search sees it: what each tile may stand for, and usages packed into one integer.

A *usage* counts, in fields of one integer, the tiles taken of each kind, the squares covered to the left and to the
right of the tiles already down, and two notes about where parts meet. Over each field lies a guard bit. Whether
several parts fit together is then one subtraction and one comparison: `(limit - usage) & guards == guards`.

Values are kept modulo a prime. That is exact, not approximate: two sides of a line are equal when the difference of
their cross products is 0, and that difference is smaller than the prime, as `prime_for` sees to.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from games.engine.grammar import Grammar
from games.engine.rulesets import Ruleset
from games.engine.tiles import END, EQUALS, Tile

_FIELD = 5  # 4 bits for a count up to 15 and a guard; two valid counts, at most 8 each, never overflow it
_NOTE = 3
_MERSENNE = (61, 127, 521)


class Option(NamedTuple):
    """One tile of the rack with one of its faces."""

    tile: Tile
    symbol: int
    value: int
    usage: int
    text: bytes
    """Its number in the hand, as a play is written inside the search."""


@dataclass(frozen=True, slots=True, eq=False)
class Hand:
    """A rack, for searching with."""

    options: tuple[Option, ...]
    """In the order of the set and of the faces; a play inside the search is a row of indices into this."""
    signs: tuple[Option, ...]
    """The options that are `=`."""
    size: int
    grammar: Grammar
    follows: tuple[tuple[tuple[Option, int], ...], ...]
    """By state of the grammar: each option but `=` that may come next, with the state then reached."""
    ends: tuple[bool, ...]
    """By state: may a side end here?"""
    limit: int
    guards: int
    left: int
    """Shift of the field that counts squares to the left of what lies there."""
    right: int
    meets: int
    """Noted by a part that something stands before, and by one that nothing may stand before: once at most."""
    zero: int
    """Noted by a lone unary minus, and by a part that begins with 0: once at most (X8)."""
    kinds: int
    """Mask of the fields that count tiles."""
    prime: int

    def fits(self, usage: int) -> bool:
        return (self.limit - usage) & self.guards == self.guards

    def narrowed(self, left: int, right: int) -> int:
        """The limit where only so many squares are free on either side of what lies there."""
        capacity = min(self.size, left) << self.left | min(self.size, right) << self.right
        return self.limit & ~(15 << self.left | 15 << self.right) | capacity


class Slot(NamedTuple):
    """So many tiles of one kind, with the faces they may show."""

    kind: str
    number: int
    faces: tuple[str, ...]


def slots_of(rules: Ruleset, counts: Mapping[str, int]) -> list[Slot]:
    """A rack's tiles, each with all its faces, in the order of the set."""
    kinds = rules.tiles.sorted(kind for kind, count in counts.items() if count > 0)
    return [Slot(kind, counts[kind], rules.tiles.faces.get(kind, (kind,))) for kind in kinds]


def make_hand(rules: Ruleset, grammar: Grammar, slots: Sequence[Slot], *, longest: int) -> Hand:
    """The hand of these tiles, for lines of at most `longest` tiles."""
    size = sum(slot.number for slot in slots)
    limit = guards = shift = 0
    options: list[Option] = []
    for kind, number, faces in slots:
        limit |= min(number, size) << shift
        guards |= 16 << shift
        for face in faces:
            tile = rules.tiles.tile(kind if kind == face else f"{kind}:{face}")
            options.append(Option(tile, tile.symbol, tile.value, 1 << shift, bytes([len(options)])))
        shift += _FIELD
    left, right = shift, shift + _FIELD
    meets, zero = right + _FIELD, right + _FIELD + _NOTE
    limit |= size << left | size << right | 1 << meets | 1 << zero
    guards |= 16 << left | 16 << right | 4 << meets | 4 << zero
    return Hand(
        options=tuple(options),
        signs=tuple(option for option in options if option.symbol == EQUALS),
        size=size,
        grammar=grammar,
        follows=tuple(_following(grammar, state, options) for state in range(len(grammar.states))),
        ends=tuple(grammar.follows(state, END) is not None for state in range(len(grammar.states))),
        limit=limit | guards,
        guards=guards,
        left=left,
        right=right,
        meets=1 << meets,
        zero=1 << zero,
        kinds=(1 << left) - 1,
        prime=prime_for(longest),
    )


def _following(grammar: Grammar, state: int, options: Iterable[Option]) -> tuple[tuple[Option, int], ...]:
    found = []
    for option in options:
        after = grammar.follows(state, option.symbol)
        if after is not None and option.symbol != EQUALS:
            found.append((option, after))
    return tuple(found)


def prime_for(longest: int) -> int:
    """A prime beyond any difference of cross products in a line of A-Math of `longest` tiles.

    A number of d digits, under 10**d, takes d ≤ 3 tiles and a sign beside it; 10-20 take one and a sign. So the
    product of all numbers of a line of n tiles is under 10**(0.75·(n+1)), no numerator or denominator is larger
    than that times the number of terms, and a cross product takes each number once.
    """
    bound = longest * 10 ** (3 * (longest + 1) // 4 + 1)
    return (1 << next(e for e in _MERSENNE if 1 << e > 2 * bound)) - 1
