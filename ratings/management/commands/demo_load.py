"""``demo_load``: make the demo events once, and print who may log in."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from tournaments.services.demo import DEMO_PASSWORD, LOGINS

from ...services.demo import demo_load


class Command(BaseCommand):
    help = "Make the demo events where they are missing. --print-logins prints 'role login password' lines."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--print-logins", action="store_true")

    def handle(self, *args: Any, print_logins: bool, **options: Any) -> None:
        made = demo_load()
        if print_logins:
            for name, _shown in LOGINS:
                self.stdout.write(f"{name} {name} {DEMO_PASSWORD}")
        elif options["verbosity"] > 0:
            self.stdout.write("The demo events are made." if made else "The demo events are there.")
