"""Which column of a rating list a heading names, in English and in Thai."""

from enum import StrEnum

from tournaments.formats.headings import Column as RosterColumn
from tournaments.formats.headings import column_of as roster_column_of


class Column(StrEnum):
    """A column of a rating list; the name (whole, or as given and family name) and the rating must be there."""

    NUMBER = "number"
    OURS = "our_number"
    NAME = "name"
    GIVEN = "given_name"
    FAMILY = "family_name"
    CLUB = "club"
    RATING = "rating"
    RD = "rd"
    GAMES = "games"
    AS_OF = "as_of"


_OWN: dict[Column, str] = {
    Column.OURS: "ournumber|kradannumber|kradanno|kradan|numberhere|"
    "หมายเลขกระดาน|เลขกระดาน|หมายเลขในระบบ|หมายเลขของเรา",
    Column.NUMBER: "id|memberno|membernumber|memberid|federationnumber|federationid|fideid|"
    "หมายเลขสมาชิก|เลขสมาชิก|รหัส|รหัสสมาชิก",
    Column.RD: "rd|deviation|ratingdeviation|uncertainty|ค่าเบี่ยงเบน|ความเบี่ยงเบน|ความไม่แน่นอน",
    Column.GAMES: "games|gamesplayed|careergames|numberofgames|เกม|จำนวนเกม|จำนวนเกมที่เล่น|เกมที่เล่น",
    Column.AS_OF: "asof|date|day|ratingdate|lastevent|ณวันที่|วันที่|เมื่อวันที่",
}
_ROSTER: dict[RosterColumn, Column] = {
    RosterColumn.NUMBER: Column.NUMBER,
    RosterColumn.NAME: Column.NAME,
    RosterColumn.GIVEN: Column.GIVEN,
    RosterColumn.FAMILY: Column.FAMILY,
    RosterColumn.SCHOOL: Column.CLUB,
    RosterColumn.RATING: Column.RATING,
}
_APART = str.maketrans("", "", " _./:*-()\u00a0\u200b\ufeff\t\n")
_BY_HEADING = {word: column for column, words in _OWN.items() for word in words.split("|")}


def column_of(heading: str) -> Column | None:
    """The column a heading names, whatever its case, spaces and dashes; a roster's headings count here too.

    >>> column_of("As of"), column_of("จำนวนเกม"), column_of("โรงเรียน"), column_of("Shoe size")
    (<Column.AS_OF: 'as_of'>, <Column.GAMES: 'games'>, <Column.CLUB: 'club'>, None)
    """
    own = _BY_HEADING.get(heading.casefold().translate(_APART))
    if own is not None:
        return own
    known = roster_column_of(heading)
    return None if known is None else _ROSTER.get(known)
