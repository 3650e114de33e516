"""Chances as a picture and as figures: one row an entry, its places as a strip of a heat map, and words beside it.

The strips lie under each other without a gap, so that the table is the picture and the picture is a table.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from math import ceil, floor

from django.utils.functional import Promise
from django.utils.translation import gettext as _

from ..pairing.chances import Chance
from ..selectors.chances import ChanceRow, ChanceTable

COLUMNS = 120
"""Cells of a strip; a wider field has several places a cell."""

LEVELS = (0.5, 0.2, 0.08, 0.03, 0.01)
"""From which share of the endings a cell has each of the darker steps; what was seen at all has the lightest."""

WIDE, WIDE_LEVELS = 40, (0.2, 0.08, 0.04, 0.02, 0.01)
"""In a wide field a place is a smaller thing, and what is likely of it is less."""

_STEPS = (1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000)
_TICKS = 8


@dataclass(frozen=True, slots=True)
class Shade:
    """All cells of a strip that are equally dark, 1 the lightest, as one path."""

    level: int
    path: str

    @property
    def mark(self) -> str:
        """Its class in the picture."""
        return _mark(self.level)


def _mark(level: int) -> str:
    return f"h{level}"


@dataclass(frozen=True, slots=True)
class Tick:
    """A place of the axis and where it stands, as a percentage."""

    place: int
    at: str


@dataclass(frozen=True, slots=True)
class ShownChance:
    """``share`` as a percentage in words, ``interval`` where the true chance lies (95 in 100)."""

    share: str
    interval: str


@dataclass(frozen=True, slots=True)
class ShownRow:
    row: ChanceRow
    first: ShownChance
    prize: ShownChance
    in_class: ShownChance | None
    shades: tuple[Shade, ...]
    words: str | Promise


@dataclass(frozen=True, slots=True)
class Picture:
    """``columns`` is the width of a strip in cells, ``bands`` where the prizes end on it, as one path."""

    columns: int
    bands: str
    ticks: tuple[Tick, ...]


def picture(table: ChanceTable) -> Picture:
    columns = min(table.places, COLUMNS)
    ends = [last for _first, last in table.prizes.places if last < table.places]
    bands = "".join(f"M{_number(last * columns / table.places)} 0v1" for last in ends)
    step = next((one for one in _STEPS if table.places / one <= _TICKS), _STEPS[-1])
    places = [1, *(place for place in range(step, table.places + 1, step) if place > 1)]
    # A label too near the first one would be written over it.
    near, far = table.places / 20, table.places * 0.97
    places = [place for place in places if place == 1 or near < place <= far]
    ticks = tuple(Tick(place, f"{_number(100 * (place - 0.5) / table.places)}%") for place in places)
    return Picture(columns, bands, ticks)


def shown_rows(table: ChanceTable, rows: Sequence[ChanceRow]) -> list[ShownRow]:
    return [
        ShownRow(
            row,
            first=shown(row.first),
            prize=shown(row.prize),
            in_class=None if row.in_class is None else shown(row.in_class),
            shades=strip(row, table.places),
            words=_words(row),
        )
        for row in rows
    ]


def strip(row: ChanceRow, places: int) -> tuple[Shade, ...]:
    """The cells of one entry, darker where it ended more often; neighbours of one shade are one piece."""
    columns = min(places, COLUMNS)
    cells = [0.0] * columns
    for place, share in row.seen:
        cells[min((place - 1) * columns // places, columns - 1)] += share
    pieces: dict[int, list[str]] = {}
    at, steps = 0, levels(places)
    for level, run in groupby(cells, key=lambda share: _level(share, steps)):
        width = len(list(run))
        if level:
            pieces.setdefault(level, []).append(f"M{at} 0h{width}v1h-{width}z")
        at += width
    return tuple(Shade(level, "".join(paths)) for level, paths in sorted(pieces.items()))


def levels(places: int) -> tuple[float, ...]:
    return LEVELS if places <= WIDE else WIDE_LEVELS


def _level(share: float, steps: tuple[float, ...]) -> int:
    if share <= 0:
        return 0
    return next((len(steps) + 1 - k for k, least in enumerate(steps) if share >= least), 1)


def shown(chance: Chance) -> ShownChance:
    """A share and its interval; what was seen never, or always, has none."""
    if chance.seen in (0, chance.runs):
        return ShownChance(percent(chance.share), "")
    return ShownChance(percent(chance.share), f"{floor(chance.low * 100)}–{ceil(chance.high * 100)}")


def percent(share: float) -> str:
    """``34%``; never 0 or 100 for what did and did not happen.

    >>> percent(0), percent(0.0004), percent(0.336), percent(0.9999), percent(1)
    ('0%', '<1%', '34%', '>99%', '100%')
    """
    if 0 < share < 0.005:
        return "<1%"
    if 0.995 <= share < 1:
        return ">99%"
    return f"{round(share * 100)}%"


def _words(row: ChanceRow) -> str | Promise:
    """What the strip shows, for those who listen."""
    if row.low == row.high:
        return _("place %(place)s in 18 of 20 endings or more") % {"place": row.low}
    return _("places %(low)s to %(high)s in 18 of 20 endings") % {"low": row.low, "high": row.high}


def _number(value: float) -> str:
    return f"{value:.3f}".rstrip("0").rstrip(".")


def legend(places: int) -> list[tuple[str, str]]:
    """The steps of the picture, the darkest first, by the percentages from which they begin."""
    steps = levels(places)
    told = [(_mark(len(steps) + 1 - k), f"{round(least * 100)}+") for k, least in enumerate(steps)]
    return [*told, (_mark(1), _("fewer"))]
