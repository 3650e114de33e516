"""``standings SLUG --csv``: the table of a division, or of its clubs, for other programs."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db.models import Max

from tournaments.formats.csv_out import write_csv
from tournaments.models import Division, Entry
from tournaments.selectors import division_table
from tournaments.selectors.clubs import club_csv, division_clubs
from tournaments.selectors.public import shown_entries
from tournaments.standings import format_points

COLUMNS = (
    "rank",
    "number",
    "name",
    "points",
    "wins",
    "losses",
    "ties",
    "spread",
    "games_played",
    "byes_scored_positive",
    "forfeits_scored_negative",
    "points_for",
    "points_against",
)


class Command(BaseCommand):
    help = "Print the standings of a division, as a table or as CSV. The spread is the capped one."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug", help="address of the event")
        parser.add_argument("--division", default="", help="address of the division, where there are several")
        parser.add_argument("--after-round", type=int, default=None, help="as of this round")
        parser.add_argument("--clubs", action="store_true", help="the table of the schools and clubs")
        parser.add_argument("--csv", action="store_true", help="print CSV")

    def handle(self, *args: Any, slug: str, **options: Any) -> None:
        division = _division(slug, options["division"])
        after = options["after_round"]
        if after is not None and after < 0:
            raise CommandError("--after-round: a round number from 0 on")
        last = division.rounds.aggregate(last=Max("number"))["last"] or 0
        if after is not None and after > last:
            raise CommandError(f"--after-round {after}: the division has {last} rounds so far")
        if options["clubs"]:
            self._clubs(division, last if after is None else after, csv=options["csv"])
            return
        names = {
            entry.pk: entry.public_name
            for entry in Entry.objects.filter(division=division).prefetch_related("members__player")
        }
        table = division_table(division, after)
        rows = [
            (
                row.rank,
                row.number,
                names[row.entry],
                format_points(row.points, table.rules),
                row.wins,
                row.losses,
                row.ties,
                row.capped_spread,
                row.games_played,
                row.byes,
                row.forfeits,
                row.points_for,
                row.points_against,
            )
            for row in table.rows
        ]
        if options["csv"]:
            self.stdout.write(write_csv(COLUMNS, rows), ending="")
            return
        for row in rows:
            rank, number, name, points, wins, losses, ties, spread, *_rest = row
            self.stdout.write(f"{rank:>4} {number:>4} {points:>6} {wins}-{losses}-{ties} {spread:>+6} {name}")

    def _clubs(self, division: Division, after: int, *, csv: bool) -> None:
        if division.club_best is None:
            raise CommandError(
                "the division has no table of clubs: its settings say how many entries of a club count"
            )
        [table] = division_clubs(division, after)
        people = shown_entries(division)
        if csv:
            self.stdout.write(club_csv(table, people), ending="")
            return
        for row in table.rows:
            points, name = format_points(row.points, table.rules), people[row.counting[0].entry].club
            record = f"{row.wins}-{row.losses}-{row.ties}"
            self.stdout.write(f"{row.rank:>4} {points:>6} {record} {row.capped_spread:>+6} {name}")


def _division(slug: str, wanted: str) -> Division:
    found = list(Division.objects.select_related("tournament").filter(tournament__slug=slug))
    if not found:
        raise CommandError(f"there is no event '{slug}' with a division")
    if wanted:
        found = [division for division in found if division.slug == wanted]
        if not found:
            raise CommandError(f"the event '{slug}' has no division '{wanted}'")
    if len(found) > 1:
        names = ", ".join(division.slug for division in found)
        raise CommandError(f"choose one with --division: {names}")
    return found[0]
