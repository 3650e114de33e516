"""Players that need no person: the greedy one, and games it plays against itself.

Used by tests, the demo and practice. All chance comes from seeds, so a game can be had again.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random

from games.engine.moves import Discard, End, Ending, Exchange, Move, Pass, Play
from games.engine.positions import Position
from games.engine.problems import IllegalMove
from games.engine.rulesets import Ruleset, Settings
from games.engine.search.finding import NO_LIMIT, best_plays
from games.engine.search.limits import SearchLimit


class GreedyPlayer:
    """Takes the play of the highest score; without one it gets other tiles, and where it cannot, it passes.

    `sight` is how many tiles of its rack it looks at, drawn by lot each turn: all of them play best, four or five
    play fast. It never looks at anything but its own rack and the board.
    """

    def __init__(self, seed: int, *, sight: int = 8, limit: SearchLimit = NO_LIMIT) -> None:
        self._random = Random(seed)  # noqa: S311 - a game must be had again
        self.sight = sight
        self.limit = limit

    def choose(self, position: Position) -> Move:
        """A move for the side to move, whose rack must be known. Always legal."""
        side = position.to_move
        rack = position.rack(side).known
        ranked = best_plays(position, 1, self._seen(rack), limit=self.limit)
        if ranked:
            return replace(ranked[0].play, side=side, rack=rack)
        others = self._random.sample(rack, self._random.randint(1, len(rack))) if rack else []
        for move in self._instead(tuple(others), side, rack):
            if not position.problems(move):
                return move
        raise IllegalMove(position.problems(Pass(side, rack)))

    def _seen(self, rack: Sequence[str]) -> tuple[str, ...]:
        """Some tiles of the rack, an `=` among them where there is one: without it there is little to see."""
        if len(rack) <= self.sight:
            return tuple(rack)
        seen = self._random.sample(rack, self.sight)
        if "=" in rack and "=" not in seen:
            seen[0] = "="
        return tuple(seen)

    @staticmethod
    def _instead(others: tuple[str, ...], side: int, rack: tuple[str, ...]) -> list[Move]:
        moves: list[Move] = [Pass(side, rack)]
        if others:
            fewer = others[:1]
            moves = [
                Exchange(others, side=side, rack=rack),
                Exchange(fewer, side=side, rack=rack),
                Discard(others, side, rack),
                *moves,
            ]
        return moves


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game played out: its moves, racks and all, and where they led. `replay` of the moves leads there again."""

    settings: Settings
    moves: tuple[Move, ...]
    position: Position


def self_play(
    rules: Ruleset,
    seed: int,
    *,
    sides: int = 2,
    settings: Settings | None = None,
    sight: int = 8,
    limit: SearchLimit = NO_LIMIT,
    most: int = 400,
) -> PlayedGame:
    """A whole game of greedy players, to its end. Seeds give the bag and whatever the players draw lots about.

    `most` is a number of moves that no game reaches; one that does is ended by agreement.
    """
    settings = settings or rules.settings()
    random = Random(seed)  # noqa: S311
    players = [GreedyPlayer(random.randrange(2**32), sight=sight, limit=limit) for _ in range(sides)]
    bag = [kind for kind, count in rules.tiles.counts.items() for _ in range(count)]
    if rules.first_tile is not None:
        bag.remove(rules.first_tile)
    random.shuffle(bag)
    racks: list[list[str]] = [[bag.pop() for _ in range(rules.rack_size)] for _ in range(sides)]
    position = rules.opening(sides=sides, settings=settings)
    moves: list[Move] = []
    while position.due is None and len(moves) < most:
        side = position.to_move
        move = players[side].choose(position.with_rack(side, racks[side]))
        moves.append(move)
        position = position.play(move)
        _draw(racks[side], bag, move, rules.rack_size, random)
    held = {side: tuple(rack) for side, rack in enumerate(racks)}
    end = End(position.due or Ending.AGREED, held)
    return PlayedGame(settings, (*moves, end), position.play(end))


def _draw(rack: list[str], bag: list[str], move: Move, size: int, random: Random) -> None:
    """The rack after the move: what was laid is gone, what was exchanged goes back only after drawing."""
    gone = move.used if isinstance(move, Play) else move.tiles if isinstance(move, Exchange | Discard) else ()
    for kind in gone:
        rack.remove(kind)
    while bag and len(rack) < size:
        rack.append(bag.pop())
    if isinstance(move, Exchange):
        bag.extend(move.tiles)
        random.shuffle(bag)
