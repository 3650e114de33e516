"""``python3 dev.py ratings_import LIST FILE [--as-of DATE] [--add-players] [--dry-run]``."""

import datetime
from argparse import ArgumentParser, ArgumentTypeError
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from common.actor import Actor
from common.errors import DomainError
from ratings.models import RatingList
from ratings.services.import_words import column_text, match_text, problem_text
from ratings.services.imports import ImportPreview, external_import, import_preview, ratings_read, starts_import

_SHOWN = 40


def a_day(text: str) -> datetime.date:
    try:
        return datetime.date.fromisoformat(text)
    except ValueError as error:
        raise ArgumentTypeError(f"{text!r} is not a day: write it like 2026-11-30") from error


class Command(BaseCommand):
    help = "Read a rating list from a CSV, XLSX or TSH .t file: starts of an own list, numbers of a federation's."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug", metavar="LIST", help="the list's address, as in /ratings/LIST/")
        parser.add_argument("file", metavar="FILE", type=Path)
        parser.add_argument("--as-of", type=a_day, help="day of the ratings that name none; today without it")
        parser.add_argument(
            "--add-players", action="store_true", help="make players of names nobody here has (own lists)"
        )
        parser.add_argument("--dry-run", action="store_true", help="say what would change and store nothing")

    def handle(
        self,
        *,
        slug: str,
        file: Path,
        as_of: datetime.date | None,
        add_players: bool,
        dry_run: bool,
        **options: Any,
    ) -> None:
        rating_list = RatingList.objects.filter(slug=slug).first()
        if rating_list is None:
            known = ", ".join(RatingList.objects.values_list("slug", flat=True)) or "none yet"
            raise CommandError(f"There is no rating list {slug!r}; there are: {known}.")
        try:
            data = file.read_bytes()
        except OSError as error:
            raise CommandError(f"{file} cannot be read: {error.strerror}.") from error
        day = as_of or timezone.localdate()
        read = ratings_read(rating_list, data, filename=file.name)
        preview = import_preview(rating_list, read, day, add_players=add_players)
        self._tell(preview)
        if not preview.ok:
            raise CommandError("Nothing was stored: some rows need another look.")
        if dry_run:
            self.stdout.write("Nothing was stored: this was a dry run.")
            return
        actor = Actor.system("ratings_import")
        try:
            if rating_list.is_external:
                report = external_import(list_id=rating_list.pk, file=read, as_of=day, actor=actor)
            else:
                report = starts_import(
                    list_id=rating_list.pk, file=read, as_of=day, actor=actor, add_players=add_players
                )
        except DomainError as error:
            raise CommandError(str(error)) from error
        if report.source is None:
            self.stdout.write("Everything in the file was there already; nothing was stored.")
        else:
            self.stdout.write(f"Stored: {report.new} new, {report.changed} changed.")

    def _tell(self, preview: ImportPreview) -> None:
        for problem in preview.problems[:_SHOWN]:
            self.stdout.write(f"row {problem.row} {column_text(problem)}: {problem_text(problem)}")
        for notice in preview.notices[:_SHOWN]:
            self.stdout.write(f"note, row {notice.row}: {problem_text(notice)}")
        open_rows = [row for row in preview.rows if row.match.player is None and row.match.how != "none"]
        for row in open_rows[:_SHOWN]:
            self.stdout.write(f"row {row.row.row_number} {row.row.name}: {match_text(row.match.how)}")
        self.stdout.write(
            f"{len(preview.rows)} rows: {preview.count('new')} new, {preview.count('changed')} changed, "
            f"{preview.count('same')} as they are, {preview.count('older')} older, "
            f"{preview.unmatched} unmatched, {preview.ambiguous} ambiguous."
        )
