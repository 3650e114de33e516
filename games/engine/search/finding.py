"""Finding plays: all that are legal with a rack, and the best of them by score.

A play inside the search is a few bytes, because there may be hundreds of thousands: the number of its row, the
first of the row's empty squares it covers, and the options it lays one after the other. Only what is asked for
becomes a `Play`. The order is that of these bytes, so it depends on nothing but the position and the rack.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from heapq import nsmallest
from typing import NamedTuple

from games.engine.boards import Layout, Tiles
from games.engine.moves import Play
from games.engine.positions import Position
from games.engine.scoring import Score
from games.engine.search.blanks import kept, without_blanks
from games.engine.search.hand import Hand, make_hand, slots_of
from games.engine.search.limits import Budget, SearchLimit, Stopped
from games.engine.search.lines import LineSearch
from games.engine.search.masks import Masks, rows
from games.engine.search.sums import SumSearch, table_rows
from games.engine.search.worth import Worth
from games.engine.squares import Direction, Square

NO_LIMIT = SearchLimit()


class Ranked(NamedTuple):
    """A play with what it is worth."""

    play: Play
    score: Score


@dataclass(frozen=True, slots=True)
class Lane:
    """A row or column as a play is written in it: which way it runs and its empty squares."""

    direction: Direction
    empty: tuple[Square, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Found:
    """What a search came to. `complete` is False where its limit stopped it: every play here is legal all the
    same.
    """

    position: Position
    hand: Hand
    lanes: tuple[Lane, ...]
    written: tuple[bytes, ...]
    complete: bool

    def __len__(self) -> int:
        return len(self.written)

    def plays(self) -> tuple[Play, ...]:
        """All plays, in their order."""
        return tuple(map(self.play, self.written))

    def best(self, count: int) -> tuple[Ranked, ...]:
        """The `count` plays of the highest score, the highest first; equal ones in their order."""
        worth = Worth(self.position, self.hand, [(lane.direction, lane.empty) for lane in self.lanes])
        chosen = nsmallest(count, self.written, key=lambda written: (-worth.points(written), written))
        plays = map(self.play, chosen)
        return tuple(Ranked(play, self.position.score(play)) for play in plays)

    def play(self, written: bytes) -> Play:
        lane = self.lanes[written[0]]
        squares = lane.empty[written[1] :]
        options = self.hand.options
        cells = zip(squares, (options[option].tile for option in written[2:]), strict=False)
        return Play(tuple(cells), lane.direction)


def legal_plays(position: Position, rack: Iterable[str] | None = None, *, limit: SearchLimit = NO_LIMIT) -> Found:
    """Every play that the rules allow with these tiles, whatever the judging mode.

    `rack` are kinds; left out, the known tiles of the side to move. A play of one tile that makes lines both ways
    stands once, across. Tiles that stand for something else make another play. A game that is over has none.

    Raises `IllegalMove` for tiles that the side to move cannot have, as far as its rack and the set are known.

    >>> from games.engine import get_ruleset
    >>> found = legal_plays(get_ruleset("amath").opening(), ["5", "=", "5"])
    >>> len(found), found.complete, found.best(1)[0].score.total
    (6, True, 9)
    """
    rules = position.rules
    grammar = rules.strict_grammar if position.settings.strict_zero_sign else rules.grammar
    kinds = tuple(position.rack(position.to_move).known if rack is None else rack)
    for kind in kinds:
        rules.tiles.tile(kind)  # says which is none
    over = position.ended is not None or position.due is not None
    if rack is not None and not over:
        position = position.with_rack(position.to_move, kinds)
    counts = Counter(kinds)
    hand = make_hand(rules, grammar, slots_of(rules, counts), longest=_longest(position.layout))
    if over:
        return Found(position, hand, (), (), True)
    budget = Budget(limit)
    if rules.every_line:
        return _on_board(position, hand, counts, budget)
    return _on_table(position, hand, budget)


def best_plays(
    position: Position, count: int = 1, rack: Iterable[str] | None = None, *, limit: SearchLimit = NO_LIMIT
) -> tuple[Ranked, ...]:
    """The `count` plays of the highest score; see `legal_plays`."""
    return legal_plays(position, rack, limit=limit).best(count)


def _on_board(position: Position, whole: Hand, counts: Mapping[str, int], budget: Budget) -> Found:
    grammar = whole.grammar
    masks = Masks(grammar, whole)
    lanes = tuple(
        Lane(row.direction, _empty(position.board, row.squares))
        for row in rows(position.layout, position.board, masks)
    )
    found: list[bytes] = []
    complete = True
    for slots in without_blanks(position.rules, counts):
        hand = make_hand(position.rules, grammar, slots, longest=_longest(position.layout))
        search = LineSearch(hand, budget)
        try:
            for number, row in enumerate(rows(position.layout, position.board, Masks(grammar, hand))):
                search.search(number, row)
        except Stopped:
            complete = False
        found += kept(search.found, hand, slots, whole)
        if not complete:
            break
    return Found(position, whole, lanes, tuple(sorted(found)), complete)


def _on_table(position: Position, hand: Hand, budget: Budget) -> Found:
    lines = table_rows(position, hand.size)
    search = SumSearch(hand, budget)
    complete = True
    try:
        for number, line in enumerate(lines):
            search.search(number, line)
    except Stopped:
        complete = False
    lanes = tuple(Lane(line.direction, _empty(position.board, line.squares)) for line in lines)
    return Found(position, hand, lanes, tuple(sorted(search.found)), complete)


def _longest(layout: Layout) -> int:
    """The longest line there can be on a board; on a table nobody asks."""
    return max(layout.width or 0, layout.height or 0)


def _empty(board: Tiles, squares: Sequence[Square]) -> tuple[Square, ...]:
    return tuple(square for square in squares if square not in board)
