"""``python3 dev.py ratings_export LIST [--form csv|tsh] [--full-names] [--to FILE]``."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from ratings.formats import write_ratings_csv, write_ratings_tsh
from ratings.models import RatingList
from ratings.selectors.exports import export_rows

_WRITERS = {"csv": write_ratings_csv, "tsh": write_ratings_tsh}


class Command(BaseCommand):
    help = "Write a rating list as CSV or as TSH's player lines, by the names that people let be shown."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug", metavar="LIST", help="the list's address, as in /ratings/LIST/")
        parser.add_argument("--form", choices=sorted(_WRITERS), default="csv")
        parser.add_argument(
            "--full-names", action="store_true", help="everybody, by name and unrounded: for officers alone"
        )
        parser.add_argument("--to", type=Path, metavar="FILE", help="write there and not to the screen")

    def handle(self, *, slug: str, form: str, full_names: bool, to: Path | None, **options: Any) -> None:
        rating_list = RatingList.objects.filter(slug=slug).first()
        if rating_list is None:
            known = ", ".join(RatingList.objects.values_list("slug", flat=True)) or "none yet"
            raise CommandError(f"There is no rating list {slug!r}; there are: {known}.")
        rows = export_rows(rating_list, full_names=full_names)
        data = _WRITERS[form](rows)
        if to is None:
            self.stdout.write(data.decode("utf-8-sig"), ending="")
            return
        try:
            to.write_bytes(data)
        except OSError as error:
            raise CommandError(f"{to} cannot be written: {error.strerror}.") from error
        self.stdout.write(f"{len(rows)} players in {to}.")
