"""``tournament_import CONFIG.tsh --slug NAME``: a TSH event from its files."""

import datetime
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from common.actor import Actor
from common.errors import DomainError
from tournaments.formats.text import TextError, decode
from tournaments.formats.tsh import TshError, parse_config, safe_file_name
from tournaments.formats.tsh_event import read_tsh
from tournaments.services.imports import event_import


class Command(BaseCommand):
    help = "Bring in a TSH event: its config.tsh and the division files beside it. Config is read, never run."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("config", type=Path, help="path of the event's config.tsh")
        parser.add_argument("--slug", required=True, help="address of the new event")
        parser.add_argument("--name", default="", help="name of the event, if not the file's")
        parser.add_argument("--date", type=datetime.date.fromisoformat, help="first day, YYYY-MM-DD")
        parser.add_argument("--ruleset", default="amath", help="amath, amath-primary or summy")
        parser.add_argument("--rated", action="store_true", help="let its games count for ratings")

    def handle(self, *args: Any, config: Path, slug: str, **options: Any) -> None:
        try:
            files = _files(config)
            event = read_tsh(files, config=config.name)
            tournament, counts = event_import(
                event=event,
                slug=slug,
                name=options["name"],
                day=options["date"],
                ruleset=options["ruleset"],
                rated=options["rated"],
                actor=Actor.system("tournament_import"),
            )
        except OSError as error:
            raise CommandError(f"{error.filename}: {error.strerror}") from error
        except TextError as error:
            raise CommandError(f"{config.name}: {error.code} {dict(error.params)}") from error
        except TshError as error:
            raise CommandError("\n".join(map(str, error.issues))) from error
        except DomainError as error:
            said = f"--slug {slug}: " if error.field == "slug" else ""
            raise CommandError(f"{said}{error.message}") from error
        for issue in event.issues:
            self.stderr.write(f"{issue.severity}: {issue}")
        self.stdout.write(
            f"{tournament.name}: {counts.divisions} division{'s' * (counts.divisions != 1)}, "
            f"{counts.entries} entries, {counts.rounds} rounds, {counts.games} games. /events/{tournament.slug}/"
        )


def _files(config: Path) -> dict[str, bytes]:
    """The config and the files that it names, from its own folder only."""
    if config.exists() and not config.is_file():
        raise CommandError(f"{config}: this is no file")
    files = {config.name: config.read_bytes()}
    parsed = parse_config(decode(files[config.name]).text, file=config.name)
    here = {path.name.casefold(): path for path in config.parent.iterdir() if path.is_file()}
    for division in parsed.divisions:
        path = here.get(division.file.casefold())
        if path is not None and safe_file_name(division.file):
            files[path.name] = path.read_bytes()
    return files
