"""Random games for Hypothesis: legal to the last event, and with everything in them that a game can have.

`random_game` plays by a seeded `random.Random`, through nothing but `Position.problems` and `Position.play`; it
knows a few equations and lays them across what is on the board. Racks are unknown, partly known or whole, as in
real records. In `challenge` mode some plays are wrong, some of these are challenged, and so are right ones.
"""

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace

from hypothesis import strategies as st

from games.engine import (
    ACROSS,
    AUTO,
    CHALLENGE,
    DOWN,
    Adjustment,
    Challenge,
    Charge,
    Clock,
    Discard,
    End,
    Ending,
    Exchange,
    Move,
    Pass,
    Play,
    Position,
    Ruleset,
    Square,
    get_ruleset,
    play_line,
)

RULESETS = ("amath", "amath-primary", "summy")
RIGHT = {
    "amath": """
        7 + 2 = 9 | 1 2 - 4 = 8 | 3 + 5 = 8 | 6 - 1 = 5 | 9 - 9 = 0 | 4 = 4 | 2 + 3 = 5 | 8 - 2 = 6
        1 0 + 5 = 1 5 | 10 + 2 = 12 | - 3 = - 3 | 5 + 1 = 7 - 1 | 16 - 9 = 7 | 11 + 1 = 12 | 0 = 6 - 6
    """,
    "summy": """
        7 + 2 = 9 | 1 2 - 4 = 8 | 8 x 1 5 = 1 2 0 | 6 : 3 = 2 | 9 - 9 = 0 | 4 x 4 = 1 6 | 2 + 3 + 5 = 1 0
        1 0 + 5 = 1 5 | 3 x 3 = 9 | 0 + 0 = 0 | 5 - 1 = 4 | 7 x 8 = 5 6
    """,
}
WRONG = "2 + 2 = 5 | 7 - 1 = 9 | 1 + 1 | 8 = 3 | 4 + = 4 | 5 = 0 6 | 9 - 3 = 3"


def equations(rules: Ruleset, text: str) -> list[list[str]]:
    return [line.split() for line in text.replace("\n", "|").split("|") if line.strip()]


@dataclass
class Table:
    """A game being played at random."""

    rng: random.Random
    position: Position

    def play(self, steps: int, *, finish: bool) -> Position:
        for _ in range(steps):
            if self.position.ended or not self.act():
                break
        while finish and not self.position.ended and self.position.settings.judging == CHALLENGE and self.dump():
            pass
        if not self.position.ended:
            self.close()
        for _ in range(self.rng.randrange(3)):
            self.take(self.rng.choice([self.clock(), self.adjustment()]))
        return self.position

    def take(self, move: Move) -> bool:
        if self.position.problems(move):
            return False
        self.position = self.position.play(move)
        return True

    def act(self) -> bool:
        """One more event; False where nothing was possible."""
        position, roll = self.position, self.rng.random()
        if position.due is not None:
            return self.take(Challenge()) if position.before and roll < 0.3 else self.close()
        if position.before and roll < 0.2:
            return self.take(Challenge(rack=self.rack(())))
        if roll < 0.3:
            return self.take(self.rng.choice([self.clock(), self.adjustment()]))
        if roll < 0.45 and self.idle():
            return True
        return any(self.take(play) for play in self.plays()) or self.idle() or self.take(Pass())

    def idle(self) -> bool:
        unseen = [kind for kind, count in self.position.unseen.items() for _ in range(max(0, count))]
        tiles = tuple(self.rng.sample(unseen, min(len(unseen), self.rng.randint(1, 3))))
        moves: list[Move] = [
            Exchange(tiles, rack=self.rack(tiles)),
            Exchange(count=self.rng.randint(1, 8), rack=self.rack(())),
            Pass(rack=self.rack(())),
            Discard(tiles, rack=self.rack(tiles)),
        ]
        self.rng.shuffle(moves)
        return any(self.take(move) for move in moves)

    def plays(self) -> Iterator[Play]:
        """Equations laid across tiles that are down, by chance; the first one over the centre."""
        rules, rng, board = self.position.rules, self.rng, self.position.board
        summy = rules.name == "summy"
        known = equations(rules, RIGHT["summy" if summy else "amath"])
        wrong = equations(rules, WRONG) if self.position.settings.judging == CHALLENGE else []
        for _ in range(60):
            faces = rng.choice(wrong if wrong and rng.random() < 0.25 else known)
            direction = rng.choice([ACROSS, DOWN])
            anchor = rng.choice(list(board)) if board else Square(8, 8)
            places = [i for i, face in enumerate(faces) if not board or face == board[anchor].face]
            if not places:
                continue
            back, (dx, dy) = rng.choice(places), direction.step
            start = Square(anchor[0] - dx * back, anchor[1] - dy * back)
            line = (Square(start[0] + dx * i, start[1] + dy * i) for i in range(len(faces)))
            there = [board.get(square) for square in line]
            if any(tile and tile.face != face for tile, face in zip(there, faces, strict=True)) or all(there):
                continue
            spelled = [None if tile else self.tile(face) for tile, face in zip(there, faces, strict=True)]
            play = play_line(start, direction, [t if t is None else rules.tiles.tile(t) for t in spelled])
            if self.rng.random() < 0.5:
                play = replace(play, cells=tuple(cell for cell in play.cells if cell[1]))
            yield replace(play, rack=self.rack(play.used))
            yield play

    def tile(self, face: str) -> str:
        """A tile that shows a face: the plain one, a blank, or a choice tile."""
        faces = self.position.rules.tiles.faces
        spellings = [f"{kind}:{face}" for kind, can in faces.items() if face in can]
        if face in self.position.rules.tiles.counts:
            spellings += [face] * 6
        return self.rng.choice(spellings)

    def rack(self, used: tuple[str, ...]) -> tuple[str, ...] | None:
        """What the side to move shows of its rack: nothing, or what it uses and some more that it may have."""
        roll, rack = self.rng.random(), self.position.racks[self.position.to_move]
        if roll < 0.4:
            return None
        held = Counter(rack.known) | Counter(used)
        left = Counter({kind: count for kind, count in self.position.unseen.items() if count > 0})
        left -= held - Counter(rack.known)
        size = rack.size if roll > 0.7 else self.rng.randint(0, rack.size)
        more = self.rng.sample(list(left.elements()), max(0, min(left.total(), size - held.total())))
        kinds = [*held.elements(), *more]
        self.rng.shuffle(kinds)
        return tuple(kinds)

    def clock(self) -> Clock:
        side = self.rng.randrange(self.position.sides)
        return Clock(side, self.position.clocks[side] + self.rng.choice([0, 1, 60_000, 61_001, 900_000]))

    def adjustment(self) -> Adjustment:
        remark = self.rng.choice(["", "telephone", "# late | back", "โทรศัพท์"])
        side, points = self.rng.randrange(self.position.sides), self.rng.randint(-50, 50)
        return Adjustment(side, points, self.rng.choice(list(Charge)), remark)

    def dump(self) -> bool:
        """Towards the end: as many tiles as a rack holds, right or wrong, wherever they fit."""
        position, rng = self.position, self.rng
        if position.due is not None:
            return self.close()
        size = position.racks[position.to_move].size
        left = list(position.racks[position.to_move].known)
        left += [kind for kind, count in position.unseen.items() for _ in range(count)]
        rng.shuffle(left)
        for square in rng.sample(list(position.board), len(position.board)) or [Square(8, 8)]:
            for direction in (ACROSS, DOWN):
                dx, dy = direction.step
                free, (x, y) = {}, square
                while len(free) < min(size, len(left)) and position.layout.holds(Square(x, y)):
                    if Square(x, y) not in position.board:
                        kind = left[len(free)]
                        face = position.rules.tiles.faces.get(kind)
                        free[Square(x, y)] = f"{kind}:{face[0]}" if face else kind
                    x, y = x + dx, y + dy
                cells = tuple((cell, position.rules.tiles.tile(text)) for cell, text in free.items())
                if cells and self.take(Play(cells, direction)):
                    return True
        return self.take(Pass())

    def close(self) -> bool:
        """The end, with racks that may be what was left."""
        position = self.position
        unseen = Counter({kind: count for kind, count in position.unseen.items() if count > 0})
        racks = {}
        for side in range(position.sides):
            rack = position.rack(side)
            more = self.rng.sample(sorted(unseen.elements()), min(unseen.total(), rack.unknown))
            unseen -= Counter(more)
            racks[side] = (*rack.known, *more)
        reason = position.due or Ending.AGREED
        return any(
            self.take(End(reason, said)) for said in (racks if self.rng.random() < 0.8 else None, None, racks)
        )


def random_game(
    seed: int,
    *,
    ruleset: str = "amath",
    sides: int = 2,
    steps: int = 20,
    judging: str | None = None,
    finish: bool = False,
) -> Position:
    """A game of up to `steps` events and an end, the same for the same seed.

    `finish` plays a game in `challenge` mode until somebody is out or nobody can move.
    """
    rules, rng = get_ruleset(ruleset), random.Random(seed)
    settings = rules.settings()
    settings = replace(settings, judging=judging or rng.choice(rules.judging_modes))
    if rng.random() < 0.3:
        settings = replace(settings, clock_ms=600_000, scoreless_end=rng.choice([None, 1, 2]))
    if rng.random() < 0.2:
        settings = replace(settings, strict_zero_sign=True, turn_limit_ms=120_000, refuse_excess=False)
        settings = replace(settings, overtime=replace(settings.overtime, cap=None, started_minutes=False))
    return Table(rng, rules.opening(sides=sides, settings=settings)).play(steps, finish=finish)


def games(*, steps: int = 25) -> st.SearchStrategy[Position]:
    """Positions at the end of random games of every ruleset, with two to four sides."""
    return st.builds(
        random_game,
        st.integers(0, 2**32),
        ruleset=st.sampled_from(RULESETS),
        sides=st.integers(2, 4),
        steps=st.integers(0, steps),
        finish=st.sampled_from([False, False, True]),
    )


__all__ = ["AUTO", "CHALLENGE", "RULESETS", "games", "random_game"]
