"""Files that commands are given."""

import os
import sys
from pathlib import Path

from django.core.management.base import CommandError

from games.engine.notation.texts import MAX_TEXT

STDIN = "-"


def content(file: str) -> bytes:
    """No more than a record may have, and one byte, so that the reader sees that it is more."""
    try:
        if file == STDIN:
            return sys.stdin.buffer.read(4 * MAX_TEXT + 1)
        with (Path(os.environ.get("KRADAN_FROM", "")) / file).open("rb") as opened:
            return opened.read(4 * MAX_TEXT + 1)
    except OSError as fault:
        raise CommandError(f"{file}: {fault.strerror}", returncode=2) from None
