"""Rating lists as files for spreadsheets, by the names that people let be shown."""

from collections.abc import Sequence

from players.models import Player
from tournaments.formats.csv_out import write_csv

from .event_lines import EventLine
from .movement import Then
from .people import public_players
from .table import ListRow

#: ``live_…`` is what events in play have made of the rating so far; ``…_then`` needs a day to compare with.
LIST_COLUMNS = (
    "rank",
    "number",
    "name",
    "club",
    "country",
    "province",
    "level",
    "rating",
    "rd",
    "games",
    "last_event",
    "standing",
    "live_rating",
    "live_games",
    "rank_then",
    "rating_then",
)
_AT_ONCE = 500


def list_csv(rows: Sequence[ListRow], then: dict[int, Then]) -> str:
    """Whoever may not be named has a line with empty cells for who it is: ranks stay what they are."""
    people = {}
    for first in range(0, len(rows), _AT_ONCE):
        people.update(public_players().in_bulk([row.player_id for row in rows[first : first + _AT_ONCE]]))
    lines: list[list[object]] = []
    for row in rows:
        player, before = people.get(row.player_id), then.get(row.player_id)
        who: list[object] = [None] * 6
        if player is not None:
            club = player.club.name if player.club else None
            # Where somebody is from and of which school could tell who a number is.
            told = player.public_name_mode != Player.PublicName.NUMBER
            about = [player.province, player.level] if told else [None, None]
            who = [player.number, player.public_name, club, player.country, *about]
        lines.append(
            [
                row.place or None,
                *who,
                row.rating,
                row.rd,
                row.games,
                row.day.isoformat(),
                row.standing,
                row.live,
                row.live_games if row.live is not None else None,
                before.rank if before else None,
                before.rating if before else None,
            ]
        )
    return write_csv(LIST_COLUMNS, lines)


EVENT_COLUMNS = (
    "number",
    "name",
    "club",
    "games",
    "scored",
    "expected",
    "performance",
    "before",
    "rd_before",
    "change",
    "after",
    "rd_after",
    "state",
)


def event_csv(lines: Sequence[EventLine], *, running: bool) -> str:
    """``state``: published, live (the event is in play: a projection) or superseded (was published, is no more)."""
    rows: list[list[object]] = []
    for line in lines:
        for each in (line, *line.old):
            club = each.player.club.name if each.player.club else None
            state = "superseded" if each.superseded else "live" if running else "published"
            rows.append(
                [
                    each.player.number,
                    each.player.public_name,
                    club,
                    each.games,
                    round(each.actual, 3),
                    round(each.expected, 3),
                    each.performance if each.performance is not None else each.clean and f"{each.clean} all",
                    each.before,
                    each.rd_before,
                    each.change,
                    each.after,
                    each.rd_after,
                    state,
                ]
            )
    return write_csv(EVENT_COLUMNS, rows)
