"""Every legal play the slow way: every order of every choice of tiles and faces, from every square, asked one by
one.
"""

from collections.abc import Iterator

from games.engine import ACROSS, DOWN, Direction, Play, Position, Square, Tile
from games.engine.boards import Layout

Key = tuple[str, tuple[tuple[Square, str], ...]]


def brute_force(position: Position, rack: tuple[str, ...]) -> set[Key]:
    """All plays of these tiles that `Position.problems` has nothing against."""
    found: set[Key] = set()
    arrangements: dict[int, list[tuple[Tile, ...]]] = {
        count: sorted(set(_orders(position, rack, count)), key=str) for count in range(1, len(rack) + 1)
    }
    for direction in (ACROSS, DOWN):
        for squares in _lanes(position, direction, len(rack)):
            empty = [square for square in squares if square not in position.board]
            for count in range(1, len(rack) + 1):
                for start in range(len(empty) - count + 1):
                    cells = empty[start : start + count]
                    if not _may_lie(position, direction, cells):
                        continue
                    for tiles in arrangements[count]:
                        play = Play(tuple(zip(cells, tiles, strict=True)), direction)
                        if not position.problems(play):
                            found.add(key(position, play))
    return found


def key(position: Position, play: Play) -> Key:
    """A play as what lies where; in A-Math one tile alone is the same play both ways."""
    alone = len(play.cells) == 1 and position.rules.every_line
    direction = "" if alone else play.direction.value
    return direction, tuple((square, str(tile)) for square, tile in play.placed)


def _may_lie(position: Position, direction: Direction, cells: list[Square]) -> bool:
    """Whether any tile at all may lie there; one that cannot be wrong otherwise tells."""
    probe = position.rules.tiles.tile("1")
    return not position.place(Play(tuple((square, probe) for square in cells), direction)).problems


def _orders(position: Position, left: tuple[str, ...], count: int) -> Iterator[tuple[Tile, ...]]:
    if count == 0:
        yield ()
        return
    tiles = position.rules.tiles
    for kind in sorted(set(left)):
        rest = list(left)
        rest.remove(kind)
        for face in tiles.faces.get(kind, (kind,)):
            first = tiles.tile(kind if kind == face else f"{kind}:{face}")
            for others in _orders(position, tuple(rest), count - 1):
                yield (first, *others)


def _lanes(position: Position, direction: Direction, reach: int) -> Iterator[list[Square]]:
    layout: Layout = position.layout
    if layout.width is not None and layout.height is not None:
        for lane in range(1, 16):
            yield [Square(at, lane) if direction is ACROSS else Square(lane, at) for at in range(1, 16)]
        return
    xs, ys = [x for x, _ in position.board], [y for _, y in position.board]
    if direction is ACROSS:
        for y in range(min(ys), max(ys) + 1):
            yield [Square(x, y) for x in range(min(xs) - reach, max(xs) + reach + 1)]
    else:
        for x in range(min(xs), max(xs) + 1):
            yield [Square(x, y) for y in range(min(ys) - reach, max(ys) + reach + 1)]
