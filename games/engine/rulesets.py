"""Rulesets: what differs between the games, as named and versioned data.

A game pins one ruleset by its full id (`amath@1`), so that a later change of the law never rewrites an old
game. Numbers such as (E2), (X2) are those of `docs/rules-amath.md`; Summy's are cited as `Summy 9`.

>>> get_ruleset("amath").id
'amath@1'
>>> get_ruleset("amath-primary@1").clock_ms // 60_000
20
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING

from games.engine.boards import Layout, read_layout, unbounded
from games.engine.equations import judge
from games.engine.grammar import AMATH_GRAMMAR, AMATH_STRICT_GRAMMAR, SUMMY_GRAMMAR, Grammar
from games.engine.problems import Problem
from games.engine.squares import Square
from games.engine.tiles import BLANK, Tile, TileSet, make_tile_set

if TYPE_CHECKING:
    from games.engine.positions import Position

# Where the games' scores may lie: wide enough for any game ever played, narrow enough to catch a slip of
# the finger and to fit every column the score is stored in. Negative finals are legal (rule 20).
SCORE_MIN = -9999
SCORE_MAX = 9999

# How a game judges plays (rule 16). `auto` refuses a wrong play; `challenge` lets it stand until challenged.
AUTO = "auto"
CHALLENGE = "challenge"


class UnknownRuleset(ValueError):
    """No ruleset of that name or version."""

    code = "ruleset.unknown"

    def __init__(self, name: str) -> None:
        super().__init__(f"no ruleset is called {name!r}")
        self.name = name


@dataclass(frozen=True, slots=True)
class TournamentDefaults:
    """What a new division of this game starts with. Each is a setting of the division afterwards.

    Points are match points; scores and spreads are game points. `spread_caps` holds one cap per round and
    its last value repeats; empty means no cap. A forfeit is entered as `forfeit_scores` (present, absent).
    """

    win: int
    tie: int
    loss: int
    spread_caps: tuple[int, ...]
    bye_spread: int
    forfeit_scores: tuple[int, int]
    double_forfeit_spread: int


@dataclass(frozen=True, slots=True)
class OvertimeRule:
    """The price of time (X4, rule 20). `None` switches the cap, or the forfeit, off."""

    points_per_minute: int = 10
    started_minutes: bool = True
    cap: int | None = 50
    forfeit_after_ms: int | None = 5 * 60_000


@dataclass(frozen=True, slots=True)
class Settings:
    """What organisers may choose within the law. A game keeps its own from the first move to the last."""

    judging: str
    clock_ms: int | None
    overtime: OvertimeRule
    scoreless_end: int | None
    """Passes by each side in a row that end the game (rule 19); `None` never ends it so."""
    strict_zero_sign: bool = False
    """Read X8 into sums too: no `9+0`, no `5-0` (rule 5)."""
    refuse_excess: bool = True
    """Refuse a tile the set no longer holds (rule 17); off, the position flags it and the game goes on."""
    turn_limit_ms: int | None = None
    """The longest turn (P2, X4); a longer one is flagged, never punished (rule 22)."""
    reach: int | None = None
    """How far from the first block a table reaches, in squares each way (Summy 2); `None` is no limit."""


@dataclass(frozen=True, slots=True, eq=False)
class Ruleset:
    """One version of one game, as data; the rest of the engine asks here where the games differ.

    `clock_ms` is per side and game; `None` means that the rules know no clock. `margin_scale` is the S of the
    margin rating: twice the standard deviation of a game's margin.
    """

    name: str
    version: int
    title: str
    tiles: TileSet
    layout: Layout
    grammar: Grammar
    strict_grammar: Grammar
    longest_line: int
    first_tile: str | None
    """Lies on the centre before the first turn (Summy 1)."""
    every_line: bool
    """Every line a play forms must be valid and is scored (rules 1, 12); else the declared one alone (Summy 6)."""
    sealed_ends: bool
    """The squares before and after a line stay empty for ever (Summy 5)."""
    exchange_minimum: int | None
    """Tiles the bag must hold for an exchange (X1); `None`: tiles are not exchanged but discarded (Summy 3)."""
    scoreless_end: int
    rack_size: int
    bingo_bonus: int
    rack_adjustment: bool
    clock_ms: int | None
    overtime: OvertimeRule
    judging_modes: tuple[str, ...]  # the first is the default
    margin_scale: int
    defaults: TournamentDefaults

    @property
    def tile_points(self) -> Mapping[str, int]:
        return self.tiles.points

    @property
    def tile_counts(self) -> Mapping[str, int]:
        return self.tiles.counts

    def settings(self) -> Settings:
        """What a game gets where the organiser chose nothing."""
        return Settings(self.judging_modes[0], self.clock_ms, self.overtime, self.scoreless_end)

    def check_line(
        self, line: str | Iterable[str | Tile], *, strict_zero_sign: bool = False
    ) -> tuple[Problem, ...]:
        """Every problem of one line, `()` for a valid one; `pos` counts its tiles from 0.

        The line is given as tiles, as their spellings, or as one text with blanks between them. Tiles that cannot
        be read, or have no face, are all there is to say about a line; so is a line that is too long.
        Form and arithmetic come first, then the supply of the set.

        >>> [p.code for p in AMATH.check_line("7 × 2 = 14")], [p.code for p in AMATH.check_line("8 ÷ 0 = 05")]
        ([], ['tile.unknown'])
        >>> (problem,) = AMATH.check_line(["4", "×", "9", "÷", "2", "+", "5", "=", "8"])
        >>> problem.code, dict(problem.figures)
        ('equation.unbalanced', {'left': '23', 'right': '8', 'side': 1})
        """
        written = line.split() if isinstance(line, str) else [str(token) for token in line]
        tokens = [token for token in written if token]
        if len(tokens) > self.longest_line:
            return (Problem("equation.too_long", figures={"tiles": len(tokens), "limit": self.longest_line}),)
        tiles, problems = self.tiles.look_up(tokens)
        problems = problems or undeclared(tiles)
        if problems:
            return problems
        grammar = self.strict_grammar if strict_zero_sign else self.grammar
        return judge(grammar, tiles) + self._oversupply(tiles)

    def _oversupply(self, tiles: Sequence[Tile]) -> tuple[Problem, ...]:
        """The first tile of each kind that the set does not hold any more (E2)."""
        counts = self.tiles.counts
        seen: dict[str, int] = {}
        problems: list[Problem] = []
        for pos, tile in enumerate(tiles):
            kind = tile.kind
            number = seen[kind] = seen.get(kind, 0) + 1
            if number == counts[kind] + 1:
                figures: dict[str, str | int] = {"tile": kind, "count": counts[kind]}
                problems.append(Problem("tile.pool_exhausted", pos=pos, figures=figures))
        return tuple(problems)

    def opening(
        self,
        *,
        sides: int = 2,
        settings: Settings | None = None,
        racks: Sequence[Iterable[str] | None] | None = None,
        layout: Layout | None = None,
    ) -> "Position":
        """The position before the first move, side 0 to move.

        `racks` gives the kinds each side is known to hold, all or some; `layout` plays on another board.
        Raises `IllegalMove` for racks that the set cannot fill and `ValueError` for a judging mode or a number
        of sides that the game does not know, or more racks than sides.
        """
        from games.engine.openings import open_position  # positions stand on rulesets

        return open_position(self, sides, settings or self.settings(), racks or (), layout or self.layout)

    def set_up(
        self,
        board: Mapping[Square, Tile],
        racks: Sequence[Iterable[str] | int] | None = None,
        *,
        bag: int | None = None,
        to_move: int = 0,
        total: Sequence[int] = (),
        settings: Settings | None = None,
        layout: Layout | None = None,
    ) -> "Position":
        """A position from a diagram, for study and practice: tiles on squares, racks (kinds, or how many), totals.

        A diagram may leave tiles out: `bag` says how many are in the bag where it is not simply all the rest.
        No equation on the board is judged. Raises as `opening` does, also for a board or a bag with more tiles
        than the set has, or a tile on the board without a face.
        """
        from games.engine.openings import set_up_position  # positions stand on rulesets

        racks = racks or (self.rack_size, self.rack_size)
        settings, layout = settings or self.settings(), layout or self.layout
        return set_up_position(self, settings, layout, board, racks, bag, to_move, total)

    @property
    def id(self) -> str:
        return f"{self.name}@{self.version}"

    @property
    def max_bingos(self) -> int:
        """Bingos one game can hold, both sides together: each takes a whole rack out of the set."""
        return sum(self.tile_counts.values()) // self.rack_size if self.bingo_bonus else 0

    @property
    def max_rack_points(self) -> int:
        """Face points of the dearest rack the set allows; 0 where tiles left in hand cost nothing."""
        if not self.rack_adjustment:
            return 0
        faces = sorted(
            (points for kind, points in self.tile_points.items() for _ in range(self.tile_counts[kind])),
            reverse=True,
        )
        return sum(faces[: self.rack_size])


def undeclared(tiles: Sequence[Tile]) -> tuple[Problem, ...]:
    """Blanks and choice tiles without a face (N), at their index."""
    return tuple(
        Problem(
            "move.blank.unassigned" if tile.kind == BLANK else "move.choice.unassigned",
            pos=pos,
            figures={"tile": tile.kind},
        )
        for pos, tile in enumerate(tiles)
        if not tile.face
    )


def _tiles(text: str, *, blank: str = "", choices: str = "") -> TileSet:
    """A set read from triples `kind count points` set apart by commas or lines."""
    cells = (cell.split() for cell in text.replace("\n", ",").split(",") if cell.strip())
    rows = [(kind, int(count), int(points)) for kind, count, points in cells]
    return make_tile_set(rows, blank=blank.split(), choices=choices.split())


# (E2) 100 tiles of 29 kinds, 180 points: kind, how many, points each.
_AMATH_TILES = _tiles(
    """
    0 5 1, 1 6 1, 2 6 1, 3 5 1, 4 5 2, 5 4 2, 6 4 2, 7 4 2, 8 4 2, 9 4 2
    10 2 3, 11 1 4, 12 2 3, 13 1 6, 14 1 4, 15 1 4, 16 1 4, 17 1 6, 18 1 4, 19 1 7, 20 1 5
    + 4 2, - 4 2, × 4 2, ÷ 4 2, +/- 5 1, ×/÷ 4 1, = 11 1, ? 4 0
    """,
    blank="0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 + - × ÷ =",
    choices="+/- ×/÷",
)

# The schools' set of 70. It is known from one source only; points as in the full set.
_PRIMARY_TILES = _tiles(
    """
    0 4 1, 1 4 1, 2 4 1, 3 4 1, 4 4 2, 5 3 2, 6 3 2, 7 2 2, 8 3 2, 9 2 2
    10 1 3, 11 1 4, 12 1 3, 13 1 6, 14 1 4, 15 1 4, 16 1 4, 20 1 5
    + 4 2, - 4 2, +/- 5 1, ×/÷ 4 1, = 8 1, ? 4 0
    """,
    blank="0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 20 + - × ÷ =",
    choices="+/- ×/÷",
)

# Summy 1 and 10: 94 blocks; a digit is worth itself, signs nothing.
_SUMMY_TILES = _tiles(
    """
    0 6 0, 1 6 1, 2 6 2, 3 6 3, 4 6 4, 5 6 5, 6 6 6, 7 6 7, 8 6 8, 9 6 9
    + 5 0, - 5 0, x 5 0, : 5 0, = 14 0
    """
)

# (E1) T 3× equation, D 2× equation, t 3× piece, d 2× piece; the star at H8 is a t (P3).
_AMATH_BOARD = read_layout(
    """
    T . . d . . . T . . . d . . T
    . D . . . t . . . t . . . D .
    . . D . . . d . d . . . D . .
    d . . D . . . d . . . D . . d
    . . . . t . . . . . t . . . .
    . t . . . t . . . t . . . t .
    . . d . . . d . d . . . d . .
    T . . d . . . t . . . d . . T
    . . d . . . d . d . . . d . .
    . t . . . t . . . t . . . t .
    . . . . t . . . . . t . . . .
    d . . D . . . d . . . D . . d
    . . D . . . d . d . . . D . .
    . D . . . t . . . t . . . D .
    T . . d . . . T . . . d . . T
    """,
    centre=Square(8, 8),
)

# "Tournament defaults" of both rule pages. A bye and a forfeit of Summy are wins by nothing.
_AMATH_DEFAULTS = TournamentDefaults(
    win=2,
    tie=1,
    loss=0,
    spread_caps=(350,),
    bye_spread=100,
    forfeit_scores=(100, 0),
    double_forfeit_spread=-100,
)
_SUMMY_DEFAULTS = TournamentDefaults(
    win=2,
    tie=1,
    loss=0,
    spread_caps=(),
    bye_spread=0,
    forfeit_scores=(0, 0),
    double_forfeit_spread=0,
)

AMATH = Ruleset(
    name="amath",
    version=1,
    title="A-Math",
    tiles=_AMATH_TILES,
    layout=_AMATH_BOARD,
    grammar=AMATH_GRAMMAR,
    strict_grammar=AMATH_STRICT_GRAMMAR,
    longest_line=15,
    first_tile=None,
    every_line=True,
    sealed_ends=False,
    exchange_minimum=5,
    scoreless_end=3,
    rack_size=8,
    bingo_bonus=40,
    rack_adjustment=True,
    clock_ms=22 * 60_000,
    overtime=OvertimeRule(),
    judging_modes=(CHALLENGE, AUTO),
    margin_scale=350,
    defaults=_AMATH_DEFAULTS,
)
AMATH_PRIMARY = Ruleset(
    name="amath-primary",
    version=1,
    title="A-Math primary",
    tiles=_PRIMARY_TILES,
    layout=_AMATH_BOARD,
    grammar=AMATH_GRAMMAR,
    strict_grammar=AMATH_STRICT_GRAMMAR,
    longest_line=15,
    first_tile=None,
    every_line=True,
    sealed_ends=False,
    exchange_minimum=5,
    scoreless_end=3,
    rack_size=8,
    bingo_bonus=40,
    rack_adjustment=True,
    clock_ms=20 * 60_000,
    overtime=OvertimeRule(),
    judging_modes=(CHALLENGE, AUTO),
    margin_scale=350,
    defaults=_AMATH_DEFAULTS,
)
SUMMY = Ruleset(
    name="summy",
    version=1,
    title="Summy",
    tiles=_SUMMY_TILES,
    layout=unbounded(centre=Square(0, 0)),
    grammar=SUMMY_GRAMMAR,
    strict_grammar=SUMMY_GRAMMAR,
    longest_line=94,
    first_tile="=",
    every_line=False,
    sealed_ends=True,
    exchange_minimum=None,
    scoreless_end=1,  # Summy 11: every player in succession, with an empty stock
    rack_size=8,
    bingo_bonus=0,
    rack_adjustment=False,  # Summy 11: blocks in hand cost nothing
    clock_ms=None,  # Summy 12: a tournament may set one
    overtime=OvertimeRule(),
    judging_modes=(AUTO,),
    margin_scale=60,  # a rough guess: some 18 sums a game, each ±6 about its mean; re-estimate from games
    defaults=_SUMMY_DEFAULTS,
)

# Every version ever in use stays here; the last one of a name is the one new games get.
RULESETS: Mapping[str, Ruleset] = MappingProxyType({r.id: r for r in (AMATH, AMATH_PRIMARY, SUMMY)})


def get_ruleset(name: str) -> Ruleset:
    """The ruleset `name@version`, or the newest version of `name`. Raises `UnknownRuleset`."""
    if name in RULESETS:
        return RULESETS[name]
    versions = [r for r in RULESETS.values() if r.name == name]
    if not versions:
        raise UnknownRuleset(name)
    return max(versions, key=lambda r: r.version)
