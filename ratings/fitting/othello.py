"""Human Othello games, 1977-2025, from a table of anonymous results: the set the default system was chosen on.

The table is CSV with a header: year, event, number of the game in its year, the two players, their discs, and
whether a program played, which leaves a game out. It knows neither days nor rounds. The events of a year are spread
evenly over it; a game's round is the first in which both its players are free, in the order the games are noted in.
"""

import csv
from collections.abc import Iterable, Iterator
from datetime import date
from itertools import groupby
from operator import itemgetter
from typing import TypeAlias

from ratings.fitting.history import History
from ratings.systems.events import Event
from ratings.systems.protocol import Game

COLUMNS = ("year", "event_id", "seq", "black", "white", "black_discs", "white_discs", "program")
#: Period ids: the event's number, and below it the round's.
ROUNDS = 1 << 16

_Row: TypeAlias = tuple[int, ...]


class DatasetError(ValueError):
    """A table that is not what it should be. `line` counts from 1, the header."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(f"line {line}: {message}")
        self.line = line


def othello_history(lines: Iterable[str]) -> History:
    """The games among people, in order of time. Raises `DatasetError`.

    >>> table = [",".join(COLUMNS), "1999,5,0,71,72,40,24,0", "1999,5,1,72,73,30,34,0", "1999,5,2,71,72,0,64,1"]
    >>> history = othello_history(table)
    >>> [(one, other, margin) for one, other, margin, period in history.games], history.event_count
    ([(71, 72, 16), (72, 73, -4)], 1)
    """
    games: list[Game] = []
    events: dict[int, Event] = {}
    rows = sorted(_people_only(lines))
    number = 0
    for year, in_year in groupby(rows, key=itemgetter(0)):
        played = [list(event) for _, event in groupby(in_year, key=itemgetter(1))]
        new_year = date(year, 1, 1).toordinal()
        for place, event in enumerate(played):
            day = new_year + 365 * place // len(played)
            number += 1
            found = sorted(_in_rounds(event, number * ROUNDS), key=itemgetter(3))
            games += found
            events.update((period, Event(number, day)) for _, _, _, period in found)
    return History(games, events)


def _people_only(lines: Iterable[str]) -> Iterator[_Row]:
    table = csv.reader(lines)
    header = next(table, [])
    if tuple(header) != COLUMNS:
        raise DatasetError(1, f"the columns have to be {','.join(COLUMNS)}; they are {','.join(header) or 'none'}")
    for cells in table:
        if not cells:
            continue
        try:
            row = tuple(map(int, cells))
        except ValueError:
            raise DatasetError(table.line_num, f"whole numbers are wanted, not {','.join(cells)}") from None
        if len(row) != len(COLUMNS):
            raise DatasetError(table.line_num, f"{len(row)} cells instead of {len(COLUMNS)}")
        if row[3] == row[4]:
            raise DatasetError(table.line_num, f"player {row[3]} meets himself")
        if not 1 <= row[0] <= 9999:
            raise DatasetError(table.line_num, f"there is no year {row[0]}")
        if not row[7]:
            yield row


def _in_rounds(event: Iterable[_Row], first: int) -> Iterator[Game]:
    free: dict[int, int] = {}
    for _, _, _, black, white, black_discs, white_discs, _ in event:
        period = max(free.get(black, first), free.get(white, first))
        free[black] = free[white] = period + 1
        yield black, white, black_discs - white_discs, period
