"""A sheet as pages draw it: the board at every step, the moves with all that they were worth.

The board is drawn once, with every tile that ever lay on it: each says from which step to which it is there, so
that a small script can go through the game, and without one the last position stands.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine import (
    Adjustment,
    Challenge,
    Clock,
    Discard,
    End,
    Ending,
    Event,
    Exchange,
    LineScore,
    Move,
    Name,
    Pass,
    Play,
    Ruleset,
    Square,
)
from games.engine import Tile as EngineTile
from games.engine.boards import PREMIUM_LETTERS
from games.engine.notation.texts import write_time
from games.engine.wire import place_data

from ..selectors.story import Step, Story
from ..selectors.sums import event_sum, left_over, line_sum, play_sum
from ..wording import square_name
from .rule_blocks import EDGE, ROOM, SQUARES, Tile

#: Empty squares around what lies on a table without an edge.
_BORDER = 1
_MINUS = "\u2212"


@dataclass(frozen=True, slots=True)
class Lying:
    """A tile on a square from the step that put it there to the one that took it away (0: never)."""

    tile: Tile
    since: int
    until: int

    @property
    def gone(self) -> bool:
        return self.until > 0


@dataclass(frozen=True, slots=True)
class Spot:
    """A square with its place in the drawing. ``shut_since``: it stays empty from that step on (0: never)."""

    x: int
    y: int
    name: str
    sign: str
    star: bool
    tiles: tuple[Lying, ...]
    shut_since: int

    @property
    def kind(self) -> str:
        return SQUARES.get(self.sign, "plain")


@dataclass(frozen=True, slots=True)
class SheetBoard:
    """``free``: a table without an edge, drawn as far as it is used, in its natural size."""

    caption: str
    columns: tuple[tuple[str, int], ...]
    rows: tuple[tuple[str, int], ...]
    spots: tuple[Spot, ...]
    free: bool

    @property
    def width(self) -> int:
        return EDGE + ROOM * len(self.columns)

    @property
    def height(self) -> int:
        return EDGE + ROOM * len(self.rows)


@dataclass(frozen=True, slots=True)
class LineShown:
    """``tiles`` lie on the squares whose premium they used."""

    equation: str
    tiles: tuple[Tile, ...]
    sum: str
    points: int


@dataclass(frozen=True, slots=True)
class Follow:
    """What the rules made of a move: ``sum`` is its arithmetic, ``tiles`` those that it is about."""

    side: int | None
    text: str
    points: int
    sum: str
    tiles: tuple[Tile, ...] = ()


@dataclass(frozen=True, slots=True)
class MoveShown:
    """A step in the list: a play by its ``place`` and main ``equation``, anything else by ``what`` and the tiles
    ``named`` in it.
    """

    number: int
    seq: int
    side: int | None
    place: str
    equation: str
    what: str
    named: str
    points: int | None
    totals: tuple[int, ...]
    lines: tuple[LineShown, ...]
    sum: str
    bingo: int
    follows: tuple[Follow, ...]
    withdrawn: bool
    remark: str


def face(text: str) -> str:
    """What is printed on a tile, with a real minus."""
    return text.replace("-", _MINUS)


def tile_shown(rules: Ruleset, tile: EngineTile, square: str = "") -> Tile:
    """A tile for the templates; ``square`` is the class of the one below. A value that is the face is left out."""
    variable = tile.kind in rules.tiles.faces
    valued = any(worth != (int(kind) if kind.isdigit() else 0) for kind, worth in rules.tile_points.items())
    points = tile.points if valued and not (variable and not tile.points) else None
    return Tile(str(tile), face(tile.face), points, chosen=variable and bool(tile.face), square=square)


def kinds_shown(rules: Ruleset, kinds: tuple[str, ...]) -> tuple[Tile, ...]:
    """Tiles as they lie on a rack: what they are, not what they might stand for."""
    found = []
    for kind in kinds:
        tile = tile_shown(rules, rules.tiles.tile(kind))
        found.append(Tile(kind, "" if kind == "?" else face(kind), tile.points))
    return tuple(found)


# --- The board ------------------------------------------------------------------------------------------------


def sheet_board(story: Story, caption: str) -> SheetBoard:
    """The last position, with everything before it underneath."""
    layout = story.position.layout
    tiles, shut = _history(story)
    if layout.width is not None and layout.height is not None:
        xs, ys = range(1, layout.width + 1), range(1, layout.height + 1)
        names = [chr(ord("A") + x - 1) for x in xs]
    else:
        used = [*tiles, *shut, layout.centre]
        xs, ys = _span([x for x, _y in used]), _span([y for _x, y in used])
        names = [face(str(x)) for x in xs]
    spots = tuple(_spot(story, Square(x, y), (xs[0], ys[0]), tiles, shut) for y in ys for x in xs)
    return SheetBoard(
        caption=caption,
        columns=tuple((name, EDGE + ROOM * place) for place, name in enumerate(names)),
        rows=tuple((face(str(y)), EDGE + ROOM * place) for place, y in enumerate(ys)),
        spots=spots,
        free=layout.width is None,
    )


def _span(numbers: list[int]) -> range:
    return range(min(numbers) - _BORDER, max(numbers) + _BORDER + 1)


def _history(story: Story) -> tuple[dict[Square, list[Lying]], dict[Square, int]]:
    """Every tile that ever lay somewhere, and since when squares must stay empty."""
    rules = story.rules
    start = story.steps[0].before if story.steps else story.position
    tiles = {square: [Lying(tile_shown(rules, tile), 0, 0)] for square, tile in start.board.items()}
    shut: dict[Square, int] = {}
    for step in story.steps:
        before, after = step.before.board, step.after.board
        for square, tile in after.items():
            if square not in before:
                tiles.setdefault(square, []).append(Lying(tile_shown(rules, tile), step.number, 0))
        for square in before:
            if square not in after:
                last = tiles[square][-1]
                tiles[square][-1] = Lying(last.tile, last.since, step.number)
        for square in step.after.sealed:
            shut.setdefault(square, step.number)
    return tiles, {square: since for square, since in shut.items() if square in story.position.sealed}


def _spot(
    story: Story,
    square: Square,
    first: tuple[int, int],
    tiles: dict[Square, list[Lying]],
    shut: dict[Square, int],
) -> Spot:
    layout = story.position.layout
    premium = layout.premiums.get(square)
    return Spot(
        x=EDGE + ROOM * (square.x - first[0]),
        y=EDGE + ROOM * (square.y - first[1]),
        name=square_name(square, story.rules),
        sign=PREMIUM_LETTERS[premium] if premium else ".",
        star=layout.width is not None and square == layout.centre,
        tiles=tuple(tiles.get(square, ())),
        shut_since=shut.get(square, 0),
    )


# --- The moves ------------------------------------------------------------------------------------------------


def moves_shown(story: Story, *, racks: bool) -> list[MoveShown]:
    """Every step; ``racks``: whoever looks may know what was exchanged, thrown away and left."""
    taken = _withdrawn(story)
    return [_move(story.rules, step, racks=racks, withdrawn=step.number in taken) for step in story.steps]


def _withdrawn(story: Story) -> set[int]:
    """Plays that a challenge took off the board."""
    found, last = set(), 0
    for step in story.steps:
        if isinstance(step.live.move, Play):
            last = step.number
        if any(event.name is Name.PLAY_WITHDRAWN for event in step.follows):
            found.add(last)
    return found


def _move(rules: Ruleset, step: Step, *, racks: bool, withdrawn: bool) -> MoveShown:
    event, score = step.event, step.event.score
    lines = tuple(_line(rules, line) for line in score.lines) if score is not None else ()
    what, named = move_words(step.live.move, racks=racks, upheld=event.upheld)
    remark = step.row.reason if step.row.kind == event.name.value else ""
    return MoveShown(
        number=step.number,
        seq=step.row.seq,
        side=event.side,
        place=_place(rules, step),
        equation=lines[0].equation if lines else "",
        what=what,
        named=named,
        points=event.points if score is not None or event.points else None,
        totals=step.totals,
        lines=lines,
        sum=play_sum(score) if score is not None else "",
        bingo=score.bingo if score is not None else 0,
        follows=tuple(_follow(rules, step, each) for each in step.follows),
        withdrawn=withdrawn,
        remark=remark,
    )


def _place(rules: Ruleset, step: Step) -> str:
    score = step.event.score
    if score is None:
        return ""
    line = score.lines[0].line
    place = place_data(rules, line.start, line.direction)
    if isinstance(place, str):
        return place
    arrow = "→" if line.direction.value == "across" else "↓"
    return face(f"{place[0]},{place[1]}{arrow}")


def _line(rules: Ruleset, scored: LineScore) -> LineShown:
    shown = []
    for tile, part in zip(scored.line.tiles, scored.tiles, strict=True):
        sign = PREMIUM_LETTERS.get(part.premium, "")
        shown.append(tile_shown(rules, tile, SQUARES[sign] if sign else ""))
    return LineShown(face(scored.line.equation), tuple(shown), line_sum(scored), scored.points)


def move_words(move: Move, *, racks: bool, upheld: bool | None = None) -> tuple[str, str]:
    """What somebody did, in words, and the tiles it is about where those may be known; no words for a play."""
    match move:
        case Exchange():
            count = move.number
            said = ngettext("exchanged %(n)s tile", "exchanged %(n)s tiles", count) % {"n": count}
            return said, face(" ".join(move.tiles)) if racks else ""
        case Discard():
            count = len(move.tiles)
            said = ngettext("threw away %(n)s block", "threw away %(n)s blocks", count) % {"n": count}
            return said, face(" ".join(move.tiles)) if racks else ""
        case Challenge():
            if upheld is None:
                return _("challenged"), ""
            return _("challenged: the play was wrong") if upheld else _("challenged: the play is right"), ""
        case End():
            return str(_ENDS[move.reason]()), ""
        case Clock():
            return _("clock at %(time)s") % {"time": write_time(move.used_ms // 1000 * 1000)}, ""
        case Adjustment():
            return _("points by the arbiter"), ""
        case Pass():
            return _("passed"), ""
        case _:
            return "", ""


_ENDS = {
    Ending.OUT: lambda: _("end of the game: all tiles played"),
    Ending.PASSES: lambda: _("end of the game: nobody could go on"),
    Ending.AGREED: lambda: _("end of the game"),
}


def _follow(rules: Ruleset, step: Step, event: Event) -> Follow:
    tiles: tuple[Tile, ...] = ()
    match event.name:
        case Name.PLAY_WITHDRAWN:
            text = _("the play is taken back")
        case Name.TURN_LOST:
            text = _("loses the turn")
        case Name.RACK_ADJUSTMENT:
            out = step.after.ended is Ending.OUT
            text = _("twice what the other side has left") if out else _("what is left on the rack")
            tiles = kinds_shown(rules, tuple(_left(step, event, out=out)))
        case Name.TIME_ADJUSTMENT:
            text = _("time used beyond the limit")
        case _:
            text = _("end of the game: all tiles played")
    return Follow(event.side, text, event.points, event_sum(step, event), tiles)


def _left(step: Step, event: Event, *, out: bool) -> Iterator[str]:
    for side, rack in enumerate(left_over(step)):
        if (side != event.side) == out:
            yield from rack or ()
