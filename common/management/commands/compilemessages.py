"""``compilemessages`` for Thai and for this project's own catalogue alone."""

from typing import Any

from django.core.management.commands import compilemessages


class Command(compilemessages.Command):
    def handle(self, **options: Any) -> None:
        options["locale"] = options["locale"] or ["th"]
        options["ignore_patterns"] = [*options["ignore_patterns"], ".venv", "var"]
        super().handle(**options)
