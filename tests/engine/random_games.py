"""Games played at random, mostly legal, for the properties. Naive on purpose, and apart from the engine's search.

Two ways: `moved` makes one move of a wished kind in a position whose racks nobody knows; `dealt_game` deals real
tiles from a shuffled bag, so that racks are known and every tile can be traced.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from random import Random

from hypothesis import strategies as st

from games.engine import (
    ACROSS,
    DOWN,
    Adjustment,
    Challenge,
    Clock,
    Direction,
    Discard,
    End,
    Ending,
    Exchange,
    Move,
    Pass,
    Play,
    Position,
    Ruleset,
    Settings,
    Square,
    Tile,
    play_line,
)

KINDS = "play play play wild wild pass exchange unseen challenge clock points end foreign"
MOVES = st.sampled_from(KINDS.split())
SEEDS = st.integers(0, 2**32)


def moved(position: Position, kind: str, random: Random) -> Move:
    """A move of this kind; whether it is legal is another matter."""
    if kind in ("play", "wild"):
        return some_play(position, random, wild=kind == "wild") or Pass()
    if kind == "clock":
        return Clock(random.randrange(position.sides), random.choice([0, 1_000, 1_320_000, 1_320_001, 1_700_000]))
    if kind == "points":
        return Adjustment(random.randrange(position.sides), random.randint(-20, 20))
    if kind == "end":
        return End(position.due or random.choice(list(Ending)), _racks_left(position, random))
    if kind == "challenge":
        return Challenge(side=random.choice([None, None, *range(position.sides)]))
    if kind == "foreign":
        return Pass(side=random.randrange(-1, position.sides + 1), rack=("7",) * random.randint(0, 9))
    rack = position.rack(position.to_move)
    tiles = _some(_available(position), random, random.randint(0, rack.size))
    if position.rules.exchange_minimum is None:
        return (
            Pass()
            if kind == "pass" and not position.bag_count
            else Discard(tiles or _some(_available(position), random, 1))
        )
    if kind == "pass":
        return Pass()
    return Exchange(count=random.randint(0, 9)) if kind == "unseen" else Exchange(tiles)


def _available(position: Position) -> Counter[str]:
    """What the side to move may hold: what it is known to, or anything unseen where something is not known."""
    rack = position.rack(position.to_move)
    held = Counter(rack.known)
    if rack.unknown:
        held.update({kind: max(0, count) for kind, count in position.unseen.items()})
    return +held


def _some(held: Counter[str], random: Random, number: int) -> tuple[str, ...]:
    tiles = sorted(held.elements())
    return tuple(random.sample(tiles, min(number, len(tiles))))


def _racks_left(position: Position, random: Random) -> dict[int, tuple[str, ...]]:
    """Racks to show at the end: the known tiles and, for the rest, any that are left."""
    left = sorted(Counter({kind: max(0, count) for kind, count in position.unseen.items()}).elements())
    random.shuffle(left)
    racks = {}
    for side in range(position.sides):
        rack = position.rack(side)
        racks[side] = (*rack.known, *(left.pop() for _ in range(min(rack.unknown, len(left)))))
    return racks


def some_play(position: Position, random: Random, *, wild: bool = False, tries: int = 30) -> Play | None:
    """A right play that is accepted, if one is found, else the last one tried; a wild one is any run of tiles."""
    held = _available(position)
    if not held:
        return None
    play = None
    anchors = sorted(position.board) or [position.layout.centre]
    for _ in range(4 if wild else tries):
        make = _wild if wild else _written
        play = make(position, random, held, random.choice(anchors))
        if play is not None and not position.problems(play) and (wild or not position.judge(play)):
            return play
    return play


def _wild(position: Position, random: Random, held: Counter[str], anchor: Square) -> Play | None:
    """Tiles on the free squares around a tile that lies, in one line."""
    direction = random.choice([ACROSS, DOWN])
    dx, dy = direction.step
    x, y = anchor
    back, length = random.randint(0, 4), random.randint(1, 6)
    kinds = list(_some(held, random, length))
    cells: list[Tile | None] = []
    start = Square(x - dx * back, y - dy * back)
    square = start
    while kinds:
        cells.append(None if square in position.board else _declared(position.rules, kinds.pop(), random))
        square = Square(square.x + dx, square.y + dy)
    return play_line(start, direction, cells)


def _declared(rules: Ruleset, kind: str, random: Random) -> Tile:
    faces = rules.tiles.faces.get(kind)
    return rules.tiles.tile(f"{kind}:{random.choice(faces)}" if faces else kind)


def _written(position: Position, random: Random, held: Counter[str], anchor: Square) -> Play | None:
    """A true line laid so that one of its faces is a tile that lies, or, in A-Math, a longer line."""
    rules = position.rules
    faces = _sum(random) if rules.sealed_ends else _equation(random)
    direction = random.choice([ACROSS, DOWN])
    dx, dy = direction.step
    there = position.board.get(anchor)
    if there is None:
        shared = random.randrange(len(faces))
    elif not rules.sealed_ends and random.random() < 0.4:
        return _longer(position, random, held, anchor, direction)
    else:
        places = [place for place, face in enumerate(faces) if face == there.face]
        if not places:
            return None
        shared = random.choice(places)
    start = Square(anchor.x - dx * shared, anchor.y - dy * shared)
    return _laid(position, start, direction, faces, held)


def _laid(
    position: Position, start: Square, direction: Direction, faces: Sequence[str], held: Counter[str]
) -> Play | None:
    """The play that shows these faces, with tiles that are held; `None` where there are none for it."""
    dx, dy = direction.step
    held = held.copy()
    cells: list[Tile | None] = []
    for step, face in enumerate(faces):
        there = position.board.get(Square(start.x + dx * step, start.y + dy * step))
        if there is not None:
            if there.face != face:
                return None
            cells.append(None)
            continue
        faces_of = position.rules.tiles.faces
        kinds = [kind for kind in position.rules.tiles.counts if held[kind] and face in faces_of.get(kind, (kind,))]
        if not kinds:
            return None
        held[kinds[0]] -= 1
        cells.append(position.rules.tiles.tile(kinds[0] if kinds[0] == face else f"{kinds[0]}:{face}"))
    return play_line(start, direction, cells)


def _longer(
    position: Position, random: Random, held: Counter[str], anchor: Square, direction: Direction
) -> Play | None:
    """A line that lies, with something behind it that leaves its value alone."""
    dx, dy = direction.step
    x, y = anchor
    while (x + dx, y + dy) in position.board:
        x, y = x + dx, y + dy
    tail = random.choice([["+", "0"], ["-", "0"], ["×", "1"], ["÷", "1"], ["=", position.board[Square(x, y)].face]])
    return _laid(position, Square(x + dx, y + dy), direction, tail, held)


def _equation(random: Random) -> list[str]:
    a, b = random.randint(0, 12), random.randint(0, 9)
    shape = random.randrange(6)
    if shape == 0:
        line = [*_number(a, random), "=", *_number(a, random)]
    elif shape == 1:
        line = [*_number(a, random), "+", *_number(b, random), "=", *_number(a + b, random)]
    elif shape == 2:
        line = [*_number(a + b, random), "-", *_number(a, random), "=", *_number(b, random)]
    elif shape == 3:
        line = [*_number(a, random), "×", *_number(b, random), "=", *_number(a * b, random)]
    elif shape == 4:
        line = [*_number(a * (b + 1), random), "÷", *_number(b + 1, random), "=", *_number(a, random)]
    else:
        line = ["-", *_number(a + 1, random), "=", *_number(b, random), "-", *_number(a + b + 1, random)]
    return line


def _number(value: int, random: Random) -> list[str]:
    return [str(value)] if value < 10 or (value <= 20 and random.random() < 0.7) else list(str(value))


def _sum(random: Random) -> list[str]:
    while True:
        a, b = random.randint(0, 30), random.randint(1, 30)
        sign = random.choice("+-x:")
        value = {"+": Fraction(a + b), "-": Fraction(a - b), "x": Fraction(a * b), ":": Fraction(a, b)}[sign]
        if value >= 0 and value.denominator == 1:
            return [*str(a), sign, *str(b), "=", *str(value)]


# -- dealt games -----------------------------------------------------------------------------------------------


class Dealer:
    """Real tiles: a shuffled bag and full racks, beside a position that is told them move by move."""

    def __init__(self, rules: Ruleset, settings: Settings, random: Random, sides: int = 2) -> None:
        self.rules, self.random = rules, random
        tiles = sorted(Counter(dict(rules.tiles.counts)).elements())
        if rules.first_tile is not None:
            tiles.remove(rules.first_tile)
        random.shuffle(tiles)
        self.bag = tiles
        self.racks: list[list[str]] = [[] for _ in range(sides)]
        for side in range(sides):
            self.draw(side)
        self.position = rules.opening(sides=sides, settings=settings)
        self.undo: tuple[int, list[str], list[str]] | None = None
        self.moves: list[Move] = []

    def draw(self, side: int) -> None:
        while self.bag and len(self.racks[side]) < self.rules.rack_size:
            self.racks[side].append(self.bag.pop())

    def turn(self, kind: str) -> Position:
        """One move, legal; the tiles go where the rules say."""
        random, side = self.random, self.position.to_move
        rack = tuple(self.racks[side])
        seen = self.position.with_rack(side, rack)
        move: Move
        if self.position.due is not None:
            if kind == "challenge" and not self.position.problems(Challenge()):
                return self._challenge()
            return self._made(End(self.position.due, {side: tuple(rack) for side, rack in enumerate(self.racks)}))
        if kind == "challenge" and not self.position.problems(Challenge()):
            return self._challenge()
        if kind == "clock":
            return self._made(Clock(random.randrange(self.position.sides), random.randint(0, 1_700_000)))
        if kind in ("play", "wild"):
            play = some_play(seen, random, wild=kind == "wild", tries=500)
            if play is not None and not seen.problems(play):
                move = Play(play.cells, play.direction, side, rack)
                self.undo = (side, list(rack), list(self.bag))
                for tile in move.used:
                    self.racks[side].remove(tile)
                self.draw(side)
                return self._made(move)
        self.undo = None
        if kind != "pass" and rack:
            tiles = tuple(random.sample(rack, random.randint(1, (len(rack) + 1) // 2)))
            move = (
                Discard(tiles, side, rack)
                if self.rules.exchange_minimum is None
                else Exchange(tiles, 0, side, rack)
            )
            if not self.position.problems(move):
                for tile in tiles:
                    self.racks[side].remove(tile)
                self.draw(side)
                if isinstance(move, Exchange):
                    self.bag = [*tiles, *self.bag]
                    random.shuffle(self.bag)
                return self._made(move)
        if self.position.problems(Pass(side, rack)):
            return self._made_discard(side, rack)
        return self._made(Pass(side, rack))

    def _made_discard(self, side: int, rack: tuple[str, ...]) -> Position:
        self.racks[side].remove(rack[0])
        self.draw(side)
        return self._made(Discard(rack[:1], side, rack))

    def _challenge(self) -> Position:
        before = self.position.board
        position = self._made(Challenge())
        if len(position.board) < len(before) and self.undo is not None:
            side, rack, bag = self.undo
            self.racks[side], self.bag = rack, bag
        self.undo = None
        return position

    def _made(self, move: Move) -> Position:
        self.moves.append(move)
        self.position = self.position.play(move)
        return self.position

    def tiles(self) -> Counter[str]:
        """Every real tile, wherever it is."""
        found = Counter(tile.kind for tile in self.position.board.values())
        found.update(self.position.discarded)
        found.update(self.bag)
        for rack in self.racks:
            found.update(rack)
        return found


_TURNS = [*["play"] * 6, *["wild"] * 2, *["challenge"] * 3, "exchange", "pass", "clock"]


def dealt_game(
    rules: Ruleset, settings: Settings, seed: int, *, turns: int = 200, sides: int = 2
) -> Iterator[tuple[Dealer, Position]]:
    """A game from the first turn until it has ended or `turns` are over: the dealer and the position each time."""
    random = Random(seed)
    dealer = Dealer(rules, settings, random, sides)
    yield dealer, dealer.position
    for _ in range(turns):
        if dealer.position.ended is not None:
            return
        kind = random.choice(_TURNS)
        yield dealer, dealer.turn(kind)
