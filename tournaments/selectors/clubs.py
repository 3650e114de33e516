"""The table of a division's clubs, as of any round, from the table of its entries."""

from django.core.cache import cache

from ..formats.csv_out import write_csv
from ..models import Division, Entry
from ..standings import ALL_OF_A_CLUB, ClubTable, club_table, format_points
from .public import Who
from .standings import division_tables

_CACHE_SECONDS = 24 * 3600


def division_clubs(division: Division, *after_rounds: int) -> list[ClubTable]:
    """The tables of the clubs after several rounds, in the order asked for; kept as the standings are, until the
    division's version moves on. A division without the setting is counted with all entries of each club.
    """
    keys = {after: f"clubs:{division.pk}:{division.version}:{after}" for after in after_rounds}
    kept = cache.get_many(keys.values())
    if missing := [after for after, key in keys.items() if not isinstance(kept.get(key), ClubTable)]:
        best = ALL_OF_A_CLUB if division.club_best is None else division.club_best
        clubs = _clubs(division)
        for after, table in zip(missing, division_tables(division, *missing), strict=True):
            made = club_table(table, clubs, best)
            cache.set(keys[after], made, _CACHE_SECONDS)
            kept[keys[after]] = made
    return [kept[keys[after]] for after in after_rounds]


def _clubs(division: Division) -> dict[int, int]:
    """Club by entry; those without one are not in it."""
    entries = Entry.objects.filter(division=division, club__isnull=False)
    return dict(entries.values_list("pk", "club_id"))


#: Named as in the standings' own CSV.
CSV_COLUMNS = (
    "rank",
    "club",
    "points",
    "wins",
    "losses",
    "ties",
    "spread",
    "total",
    "entries",
    "counting",
    "lacking",
    "counted_entries",
)


def club_csv(table: ClubTable, people: dict[int, Who]) -> str:
    """The table for a spreadsheet; ``spread`` is the capped one, as in the standings' CSV."""
    return write_csv(
        CSV_COLUMNS,
        (
            (
                row.rank,
                people[row.counting[0].entry].club,
                format_points(row.points, table.rules),
                row.wins,
                row.losses,
                row.ties,
                row.capped_spread,
                row.total,
                row.entries,
                len(row.counting),
                row.lacking,
                "; ".join(f"{each.number} {people[each.entry].name}" for each in row.counting),
            )
            for row in table.rows
        ),
    )
