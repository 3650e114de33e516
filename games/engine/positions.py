"""Positions: everything about a game after so many moves, as one immutable value.

Three steps, never mixed: a move is read (`games.engine.notation`), judged (`problems`, `score`), played (`play`).
What is not known stays unknown: racks are counted, and named as far as anyone has said or as the set leaves no
choice.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import NamedTuple

from games.engine.boards import Layout, Tiles
from games.engine.endings import Outcome, outcome_of
from games.engine.equations import judge
from games.engine.events import Event
from games.engine.moves import Ending, Kinds, Move, Play
from games.engine.placing import Placing, place
from games.engine.problems import IllegalMove, Problem
from games.engine.rulesets import AUTO, Ruleset, Settings
from games.engine.scoring import Score, score_play
from games.engine.squares import Line, Square
from games.engine.turns import take_turn, turn_problems
from games.engine.turns.playing import Before


class Rack(NamedTuple):
    """What a side holds: how many tiles, and the kinds of those that are known, in the order of the set."""

    size: int
    known: Kinds = ()

    @property
    def unknown(self) -> int:
        return self.size - len(self.known)


@dataclass(frozen=True, slots=True)
class Position:
    """A game so far. Made by `Ruleset.opening` and `play`, never by hand.

    `unseen` counts, by kind, the tiles that are neither on the board, nor discarded, nor known on a rack: they are
    in the bag or among a rack's unknown ones. It goes below 0 only where the settings let a sheet exceed the set.
    """

    rules: Ruleset
    settings: Settings
    layout: Layout
    board: Tiles
    sealed: frozenset[Square]
    racks: tuple[Rack, ...]
    unseen: Mapping[str, int]
    bag_count: int
    discarded: Kinds
    events: tuple[Event, ...]
    total: tuple[int, ...]
    """The sum of the events' points, by side."""
    to_move: int
    scoreless: tuple[int, ...]
    """Passes in a row, by side."""
    clocks: tuple[int, ...]
    flags: tuple[Problem, ...]
    ended: Ending | None
    due: Ending | None
    """How the game has to end now: a side is out, or all have passed often enough. It still wants its `End`."""
    before: Before | None
    """There while the last play can be challenged."""

    # -- questions ---------------------------------------------------------------------------------------------

    @property
    def sides(self) -> int:
        return len(self.racks)

    @property
    def outcome(self) -> Outcome | None:
        """Who has won and how the game ended; `None` while it goes on."""
        return outcome_of(self)

    def problems(self, move: Move) -> tuple[Problem, ...]:
        """Why this move is refused here, every reason; `()` exactly when `play` succeeds.

        Under `auto` judging that includes every problem of every line a play forms. Under `challenge` a wrong
        equation is no reason, and nothing in the answer tells it from a right one.
        """
        return turn_problems(self, move)

    def judge(self, play: Play) -> tuple[Problem, ...]:
        """Every problem of every line the play forms, whatever the judging mode: for those who may know."""
        return self._line_problems(self.place(play).lines)

    def score(self, play: Play) -> Score:
        """What the play is worth: per tile, per line, bingo, total. Raises `IllegalMove` for a badly placed one."""
        placing = self.place(play)
        if placing.problems:
            raise IllegalMove(placing.problems)
        return self.score_placed(placing)

    def play(self, move: Move) -> "Position":
        """The position after the move and all that follows from it. Raises `IllegalMove` with every problem."""
        return take_turn(self, move)

    def rack(self, side: int) -> Rack:
        """A side's rack as far as it is known, also by what the set leaves: the last unknown rack can be told.

        >>> from games.engine import get_ruleset
        >>> get_ruleset("amath").opening(racks=[["7", "+"], None]).rack(0)
        Rack(size=8, known=('7', '+'))
        """
        rack = self.racks[side]
        if rack.unknown and self.bag_count == 0 and sum(map(_has_unknown, self.racks)) == 1:
            left = [kind for kind, count in self.unseen.items() for _ in range(count)]
            if len(left) == rack.unknown:
                return Rack(rack.size, self.rules.tiles.sorted((*rack.known, *left)))
        return rack

    def inventory(self) -> Counter[str]:
        """Every tile by kind wherever it is: on the board, known on a rack, discarded, unseen. Always the set."""
        found = Counter(tile.kind for tile in self.board.values())
        found.update(self.discarded)
        for rack in self.racks:
            found.update(rack.known)
        for kind, count in self.unseen.items():
            found[kind] += count
        return found

    def with_rack(self, side: int, kinds: Iterable[str]) -> "Position":
        """The same position, with more known about a rack. Raises `IllegalMove` where that cannot be."""
        rack, unseen, problems = self.declare(side, tuple(kinds))
        if problems and (self.settings.refuse_excess or problems[0].code in _NEVER_FLAGGED):
            raise IllegalMove(problems)
        racks = (*self.racks[:side], rack, *self.racks[side + 1 :])
        return replace(self, racks=racks, unseen=unseen, flags=self.flags + problems)

    # -- what the turns are made of ----------------------------------------------------------------------------

    def place(self, play: Play) -> Placing:
        return place(self.rules, self.layout, self.settings.reach, self.board, self.sealed, play)

    def score_placed(self, placing: Placing) -> Score:
        bingo = self.rules.bingo_bonus if len(placing.new) == self.rules.rack_size else 0
        return score_play(placing.lines, placing.new, self.layout.premiums, bingo)

    def _line_problems(self, lines: Sequence[Line]) -> tuple[Problem, ...]:
        grammar = self.rules.strict_grammar if self.settings.strict_zero_sign else self.rules.grammar
        found: list[Problem] = []
        limit = self.rules.longest_line
        for line in lines:
            if len(line.tiles) > limit:  # on an unbounded table anything can be sent
                figures = {"tiles": len(line.tiles), "limit": limit}
                found.append(Problem("equation.too_long", line=line, figures=figures))
                continue
            for problem in judge(grammar, line.tiles):
                cell = None if problem.pos is None else line.square(problem.pos)
                found.append(replace(problem, line=line, cell=cell))
        return tuple(found)

    def refusals(self, placing: Placing) -> tuple[Problem, ...]:
        """Why a placed play is refused: its place, and its equations where they are judged at once."""
        if placing.problems or self.settings.judging != AUTO:
            return placing.problems
        return self._line_problems(placing.lines)

    def declare(self, side: int, kinds: Kinds) -> tuple[Rack, Mapping[str, int], tuple[Problem, ...]]:
        """A rack as now known, what is unseen then, and what does not fit: rule 17 and the rack's size."""
        rack = self.racks[side]
        tiles = self.rules.tiles
        for pos, kind in enumerate(kinds):
            if kind not in tiles.counts:
                return rack, self.unseen, (Problem("tile.unknown", pos=pos, figures={"tile": kind}),)
        if len(kinds) > rack.size:
            figures = {"tiles": len(kinds), "limit": rack.size}
            return rack, self.unseen, (Problem("move.rack.too_many", figures=figures),)
        said, had = Counter(kinds), Counter(rack.known)
        if len(kinds) == rack.size and had - said:
            missing = next(iter((had - said).elements()))
            return rack, self.unseen, (Problem("move.rack.contradicts", figures={"tile": missing}),)
        unseen = dict(self.unseen)
        problems = []
        for kind, count in (said - had).items():
            unseen[kind] -= count
            if unseen[kind] < 0:
                problems.append(Problem("tile.pool_exhausted", figures={"tile": kind, "count": tiles.counts[kind]}))
        known = tuple((said | had).elements())
        if len(known) > rack.size:
            figures = {"tiles": len(known), "limit": rack.size}
            return rack, self.unseen, (Problem("move.rack.too_many", figures=figures),)
        return Rack(rack.size, tiles.sorted(known)), MappingProxyType(unseen), tuple(problems)


# Even where a sheet may exceed the set, these leave nothing to go on with.
_NEVER_FLAGGED = frozenset({"tile.unknown", "move.rack.too_many", "move.rack.contradicts"})


def _has_unknown(rack: Rack) -> bool:
    return rack.unknown > 0
