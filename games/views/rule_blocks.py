"""What a page of rules is made of: texts, examples, tile sets and boards, each with the template that draws it."""

from dataclasses import dataclass
from typing import ClassVar

from django.utils.safestring import SafeString

#: A square of the board: its sign in the files → its class on the page.
SQUARES = {"T": "eq3", "D": "eq2", "t": "pc3", "d": "pc2", ".": "plain"}
#: A square of the drawing, and the letters and numbers around it.
ROOM, EDGE = 40, 22


@dataclass(frozen=True, slots=True)
class Tile:
    """``token`` is what the file has; ``face`` what is seen on the tile, nothing on a blank that is not named."""

    token: str
    face: str
    points: int | None
    chosen: bool = False  # a blank or choice tile of which is said what it is
    square: str = ""  # the class of the square below

    @property
    def size(self) -> str:
        return {0: "", 1: "", 2: "two"}.get(len(self.face), "three")

    @property
    def spoken(self) -> str:
        return self.face or "BLANK"

    @property
    def sign(self) -> str:
        """The letter of the square below."""
        return next((sign for sign, name in SQUARES.items() if name == self.square), "")


@dataclass(frozen=True, slots=True)
class Prose:
    template: ClassVar[str] = "games/_prose.html"
    html: SafeString


@dataclass(frozen=True, slots=True)
class Example:
    """``valid`` is None where tiles are only shown."""

    valid: bool | None
    tiles: tuple[Tile, ...]
    why: str

    @property
    def spoken(self) -> str:
        return " ".join(tile.spoken for tile in self.tiles)

    @property
    def tokens(self) -> list[str]:
        return [tile.token for tile in self.tiles]


@dataclass(frozen=True, slots=True)
class Examples:
    template: ClassVar[str] = "games/_examples.html"
    rows: tuple[Example, ...]


@dataclass(frozen=True, slots=True)
class Kind:
    tile: Tile
    count: int


@dataclass(frozen=True, slots=True)
class TileSet:
    template: ClassVar[str] = "games/_tile_set.html"
    caption: str
    kinds: tuple[Kind, ...]


@dataclass(frozen=True, slots=True)
class Cell:
    """One square with its place in the drawing, in the drawing's own units."""

    x: int
    y: int
    name: str
    square: str  # "T", "." …; "" under a tile or where nothing may lie
    tile: Tile | None = None
    new: bool = False
    shut: bool = False

    @property
    def kind(self) -> str:
        return SQUARES.get(self.square, "plain")


@dataclass(frozen=True, slots=True)
class Board:
    template: ClassVar[str] = "games/_board.html"
    caption: str
    columns: tuple[tuple[str, int], ...]
    rows: tuple[tuple[str, int], ...]
    cells: tuple[Cell, ...]

    @property
    def width(self) -> int:
        return EDGE + ROOM * len(self.columns)

    @property
    def height(self) -> int:
        return EDGE + ROOM * len(self.rows)

    @property
    def size(self) -> str:
        return "whole" if len(self.columns) > 12 else "part"

    @property
    def premiums(self) -> list[tuple[str, str, list[str]]]:
        """``(sign, class, names of its squares)`` where the board is shown without a tile."""
        if any(cell.tile for cell in self.cells):
            return []
        by_sign = {sign: [cell.name for cell in self.cells if cell.square == sign] for sign in "TDtd"}
        return [(sign, SQUARES[sign], names) for sign, names in by_sign.items()]


Block = Prose | Examples | TileSet | Board


@dataclass(frozen=True, slots=True)
class Rule:
    id: str
    number: str
    title: str


@dataclass(frozen=True, slots=True)
class Section:
    id: str
    title: str
    rules: tuple[Rule, ...]


@dataclass(frozen=True, slots=True)
class RuleText:
    """``spans`` are the tiles that stand in running text; ``marks`` the badges, by the rule they stand in."""

    title: str
    lede: SafeString
    blocks: tuple[Block, ...]
    contents: tuple[Section, ...]
    spans: tuple[Example, ...]
    marks: tuple[tuple[str, str], ...]
    digest: str

    @property
    def rules(self) -> tuple[Rule, ...]:
        return tuple(rule for section in self.contents for rule in section.rules)

    @property
    def emblem(self) -> tuple[Tile, ...]:
        """The first equation of the text: what the game looks like."""
        return next((span.tiles for span in self.spans if span.valid), ())

    @property
    def examples(self) -> tuple[Example, ...]:
        """Every example of the text whose right or wrong is said, or that is an equation in running text."""
        rows = [row for block in self.blocks if isinstance(block, Examples) for row in block.rows]
        return (*rows, *self.spans)
