"""Tiles, the sets they come in, and how they are spelled.

A tile has a *kind*, which is what is printed on it, and a *face*, which is what it stands for. They differ only
for a blank (`?`) and for a choice tile (`+/-`, `×/÷`): `?:12` is a blank that stands for 12, and once played it
never changes (N). An undeclared one has no face yet; it may stand on a rack, not on the board.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from types import MappingProxyType
from unicodedata import normalize

from games.engine.problems import Problem, Unreadable

BLANK = "?"

# What a tile is to the grammar; the numbers index its table. END is no tile, it stands after the last one.
ZERO, DIGIT, HEAVY, PLUS, MINUS, TIMES, DIVIDE, EQUALS, END = range(9)

# No tile is written longer; of what is, no more is looked at or told.
_LONGEST_TOKEN = 20

_SIGNS = {"+": PLUS, "-": MINUS, "×": TIMES, "x": TIMES, "÷": DIVIDE, ":": DIVIDE, "=": EQUALS}

# What keyboards and documents offer for the signs. Digits have one spelling only: Python's int() would take
# full-width, Thai and superscript ones too, and a score must not depend on which.
_MINUS_SPELLINGS = ("−", "–")
_TIMES_SPELLINGS = ("×", "x", "X", "*")
_DIVIDE_SPELLINGS = ("÷", "/", ":")


@dataclass(frozen=True, slots=True)
class Tile:
    """One tile as it lies on the board, or, without a face, on a rack. Text form: `7`, `+/-:-`, `?:12`."""

    kind: str
    face: str
    points: int
    symbol: int
    value: int
    """The number on the face; 0 for a sign."""

    @property
    def declared(self) -> bool:
        return bool(self.face)

    def __str__(self) -> str:
        return self.kind if self.kind == self.face or not self.face else f"{self.kind}:{self.face}"


def _symbol(face: str) -> int:
    if face in _SIGNS:
        return _SIGNS[face]
    if len(face) > 1:
        return HEAVY
    return ZERO if face == "0" else DIGIT


@dataclass(frozen=True, slots=True, eq=False)
class TileSet:
    """The tiles of a game: how many of each kind, their points, and what the variable ones may stand for."""

    counts: Mapping[str, int]
    points: Mapping[str, int]
    faces: Mapping[str, tuple[str, ...]]
    """Kinds of more than one face: `{"?": ("0", …), "+/-": ("+", "-")}`."""
    size: int
    order: Mapping[str, int]
    """Kind to its place in the set, for sorting a rack."""
    spelled: Mapping[str, Tile]
    """Every way to write a tile, undeclared ones too, to the tile it means. One object per kind and face."""

    def tile(self, text: str) -> Tile:
        """The tile that `text` spells.

        Raises `Unreadable`: `tile.unknown` (with `looks_like` where another alphabet's digit was written), or
        `tile.face_not_allowed` for a tile that may not stand for this.
        """
        tile = self.spelled.get(text)
        if tile is None:
            raise Unreadable(self._misspelled(text))
        return tile

    def read(self, text: str) -> tuple[Tile, ...]:
        """Tiles written with blanks between them, however many. Raises `Unreadable` with the index as `pos`."""
        tiles, problems = self.look_up(text.split())
        if problems:
            raise Unreadable(problems[0])
        return tiles

    def look_up(self, tokens: Iterable[str]) -> tuple[tuple[Tile, ...], tuple[Problem, ...]]:
        """The tiles of all tokens and what is wrong with those that are none; empty tokens are passed over."""
        spelled = self.spelled
        written = [token for token in tokens if token]
        tiles = [spelled.get(token) for token in written]
        if None not in tiles:
            return tuple(tile for tile in tiles if tile is not None), ()
        problems = [self._misspelled(written[pos], pos) for pos, tile in enumerate(tiles) if tile is None]
        return tuple(tile for tile in tiles if tile is not None), tuple(problems)

    def kinds(self, text: str) -> tuple[str, ...]:
        """Tiles as they lie on a rack, written with blanks between them; a blank or choice tile has no face there.

        Raises `Unreadable`: `tile.unknown`.
        """
        written = text.split()
        for pos, token in enumerate(written):
            tile = self.spelled.get(token)
            if tile is None or (tile.kind in self.faces and tile.declared):
                raise Unreadable(Problem("tile.unknown", pos=pos, figures={"tile": token}))
        return tuple(self.spelled[token].kind for token in written)

    def sorted(self, kinds: Iterable[str]) -> tuple[str, ...]:
        """Kinds in the order of the set."""
        return tuple(sorted(kinds, key=self.order.__getitem__))

    def _misspelled(self, text: str, pos: int | None = None) -> Problem:
        text = text[:_LONGEST_TOKEN]
        kind, colon, face = text.partition(":")
        known = self.spelled.get(kind)
        if known is not None and colon and known.kind in self.faces:
            return Problem("tile.face_not_allowed", pos=pos, figures={"tile": known.kind, "face": face})
        plain = normalize("NFKC", text)
        digits = "".join(str(int(c)) if c.isdecimal() else c for c in plain)
        figures = {"tile": text}
        if digits != text and digits in self.spelled:
            figures["looks_like"] = digits
        return Problem("tile.unknown", pos=pos, figures=figures)


def make_tile_set(
    rows: Sequence[tuple[str, int, int]], *, blank: Sequence[str] = (), choices: Sequence[str] = ()
) -> TileSet:
    """A set from rows (kind, count, points), the faces of a blank and the choice kinds (`+/-`).

    >>> tiles = make_tile_set([("7", 4, 2), ("+/-", 5, 1), ("?", 4, 0)], blank=["7", "+"], choices=["+/-"])
    >>> tiles.size, [str(t) for t in tiles.read("7  +/-:−")], tiles.tile("?").declared
    (13, ['7', '+/-:-'], False)
    """
    counts = {kind: count for kind, count, _ in rows}
    points = {kind: value for kind, _, value in rows}
    faces = {kind: tuple(kind.split("/")) for kind in choices}
    if blank:
        faces[BLANK] = tuple(blank)
    spelled: dict[str, Tile] = {}
    for kind in counts:
        for face in faces.get(kind, (kind,)):
            tile = Tile(kind, face, points[kind], _symbol(face), int(face) if face.isdecimal() else 0)
            for spelling in _spellings(tile, counts):
                spelled[spelling] = tile
        if kind in faces:
            undeclared = Tile(kind, "", points[kind], END, 0)
            for spelling in _kind_spellings(kind, counts):
                spelled[spelling] = undeclared
    return TileSet(
        counts=MappingProxyType(counts),
        points=MappingProxyType(points),
        faces=MappingProxyType(faces),
        size=sum(counts.values()),
        order=MappingProxyType({kind: place for place, kind in enumerate(counts)}),
        spelled=MappingProxyType(spelled),
    )


def _sign_spellings(face: str, kinds: Iterable[str]) -> tuple[str, ...]:
    """A sign and its other spellings; never one that is itself the name of a kind."""
    for spellings in (_TIMES_SPELLINGS, _DIVIDE_SPELLINGS, ("-", *_MINUS_SPELLINGS)):
        if face in spellings:
            return (face, *(s for s in spellings if s != face and s not in kinds))
    return (face,)


def _kind_spellings(kind: str, kinds: Iterable[str]) -> list[str]:
    if "/" not in kind:
        return list(_sign_spellings(kind, kinds))
    first, second = kind.split("/")
    pairs = product(_sign_spellings(first, kinds), _sign_spellings(second, kinds))
    return ["/".join(pair) for pair in pairs]


def _spellings(tile: Tile, kinds: Iterable[str]) -> list[str]:
    """How a tile on the board may be written: a plain one by its kind, a variable one as `kind:face`."""
    if tile.kind == tile.face:
        return _kind_spellings(tile.kind, kinds)
    faces = _sign_spellings(tile.face, kinds)
    return [f"{kind}:{face}" for kind, face in product(_kind_spellings(tile.kind, kinds), faces)]
