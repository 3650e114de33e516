"""What is written to an event's log is read by directors: every value has a name in their language."""

import ast
from collections.abc import Iterator
from pathlib import Path

from tournaments.models import Division
from tournaments.views.desk import log_words

ROOT = Path(__file__).resolve().parents[2]
_WRITERS = {"log_append", "division_log"}


def written_keys() -> Iterator[tuple[str, str]]:
    """Names of the values in every `data={…}` that is written, with where."""
    for app in ("tournaments", "players", "games", "ratings", "common"):
        for path in sorted((ROOT / app).rglob("*.py")):
            for call in ast.walk(ast.parse(path.read_text("utf-8"))):
                if not isinstance(call, ast.Call) or getattr(call.func, "id", "") not in _WRITERS:
                    continue
                for keyword in call.keywords:
                    if keyword.arg == "data" and isinstance(keyword.value, ast.Dict):
                        for key in keyword.value.keys:
                            if isinstance(key, ast.Constant):
                                yield str(key.value), f"{path.relative_to(ROOT)}:{key.lineno}"


def test_every_value_in_the_log_has_a_name() -> None:
    found = dict(written_keys())
    assert len(found) > 10
    fields = {field.name for field in Division._meta.concrete_fields}
    unnamed = {
        key: where
        for key, where in found.items()
        if key not in log_words.FIELDS and key not in log_words._HIDDEN and key not in fields
    }
    assert unnamed == {}
