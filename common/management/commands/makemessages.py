"""``makemessages`` as this project wants it: Thai, the program's own files, one line a text, files as locations."""

from typing import Any

from django.core.management.commands import makemessages

NOT_OURS = ["benchmarks", "docs", "tests", "var"]


class Command(makemessages.Command):
    def handle(self, *args: Any, **options: Any) -> None:
        options["locale"] = options["locale"] or ["th"]
        options["ignore_patterns"] = [*options["ignore_patterns"], *NOT_OURS]
        options["add_location"] = options["add_location"] or "file"
        options["no_wrap"] = True
        options["no_obsolete"] = True
        super().handle(*args, **options)
