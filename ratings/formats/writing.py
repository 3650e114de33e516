"""A rating list as a file that spreadsheets, TSH and our own readers take."""

import datetime
import re
from collections.abc import Iterable
from dataclasses import dataclass

from tournaments.formats.csv_out import csv_bytes, write_csv
from tournaments.formats.tsh import TshPlayer, writable_name, write_players

HEADINGS = ("number", "name", "club", "rating", "rd", "games", "as-of")
_MEMBER = re.compile(r"[A-Z]{2}[0-9]{6}")
_LAST_IS_A_NUMBER = re.compile(r"\S*\d,*")


@dataclass(frozen=True, slots=True)
class OutRow:
    """One line: what may be shown of a person. ``number`` is ours or, of a federation's list, theirs."""

    number: str
    name: str
    rating: float
    club: str = ""
    rd: float | None = None
    games: int | None = None
    as_of: datetime.date | None = None


def write_ratings_csv(rows: Iterable[OutRow]) -> bytes:
    """UTF-8 with a byte order mark; every cell guarded against being run as a formula.

    >>> write_ratings_csv([OutRow("7", "=สมชาย", 1500.25, rd=60)]).decode("utf-8-sig").splitlines()[1]
    "7,'=สมชาย,,1500.25,60,,"
    """
    table = (
        (row.number, row.name, row.club, _plain(row.rating), _plain(row.rd), row.games, row.as_of) for row in rows
    )
    return csv_bytes(write_csv(HEADINGS, table))


def _plain(value: float | None) -> str | None:
    """At most four places, no exponent, no zeros behind: 1500.25, 60."""
    return None if value is None else f"{value:.4f}".rstrip("0").rstrip(".")


def write_ratings_tsh(rows: Iterable[OutRow]) -> bytes:
    """TSH's player lines, "Surname, Given" and a whole rating, as its directors keep their lists. A federation's
    number of TSH's own kind (TH000123) follows the name, the club is its team. TSH knows no deviations or games.

    >>> write_ratings_tsh([OutRow("", "Maria del Carmen Lopez", 1500.5)]).decode().split(";")[0].rstrip()
    'Lopez, Maria del Carmen  1501'
    """
    players = []
    for row in rows:
        name = tsh_name(row.name)
        if _MEMBER.fullmatch(row.number):
            name = f"{name}:{row.number}"
        etc = {"team": tuple(row.club.split())} if row.club else {}
        players.append(TshPlayer(name=name, ratings=(max(1, int(row.rating + 0.5)),), etc=etc))
    return write_players(players).encode("utf-8")


def tsh_name(name: str) -> str:
    """A name, surname first, as far as a line can carry it. The last word is taken for the surname; one word, a
    number and a name that has a comma of its own stay as they are.

    >>> tsh_name("สมชาย ใจดี"), tsh_name("Plato"), tsh_name("#12")
    ('ใจดี, สมชาย', 'Plato', 'Player 12')
    """
    if name.startswith("#") and name[1:].isdigit():
        return f"Player {name[1:]}"
    given, space, surname = name.rpartition(" ")
    if not space or "," in name or _LAST_IS_A_NUMBER.fullmatch(surname):
        written = writable_name(name)
        # A word of digits alone would be read as the rating.
        return written if not _LAST_IS_A_NUMBER.fullmatch(written) else writable_name(f"Player {written}")
    return writable_name(f"{surname}, {given}")
