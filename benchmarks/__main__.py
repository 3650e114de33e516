"""``python3 dev.py bench [group | group/name …] [--json FILE]``."""

import argparse
import importlib
import json
import os
import pkgutil
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import asdict
from pathlib import Path
from types import ModuleType

import benchmarks
from benchmarks.measure import Row

HELPERS = {"__main__", "measure"}


def groups() -> dict[str, ModuleType]:
    """Each benchmark file by its ``GROUP``."""
    names = sorted(module.name for module in pkgutil.iter_modules(benchmarks.__path__))
    files = [importlib.import_module(f"benchmarks.{name}") for name in names if name not in HELPERS]
    return {file.GROUP: file for file in files if hasattr(file, "GROUP")}


@contextmanager
def own_home() -> Iterator[None]:
    """Django's settings on a folder that is thrown away. Models can be imported, no database is made yet."""
    folder = tempfile.mkdtemp(prefix="kradan-bench-")
    os.environ["KRADAN_VAR"] = folder
    os.environ.setdefault("CELERY_BROKER_URL", "memory://")
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    try:
        import django

        django.setup()
        yield
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def own_database() -> Iterator[None]:
    """A new, migrated database: an SQLite file as in a hall, or one on the server of ``DATABASE_URL``."""
    from django.db import connection

    name = f"{os.environ['KRADAN_VAR']}/bench.sqlite3" if connection.vendor == "sqlite" else "kradan_bench"
    connection.settings_dict["TEST"]["NAME"] = name
    before = connection.settings_dict["NAME"]
    connection.creation.create_test_db(verbosity=0, autoclobber=True, serialize=False)
    try:
        yield
    finally:
        connection.creation.destroy_test_db(before, verbosity=0)


def wanted_in(group: str, filters: list[str]) -> tuple[bool, set[str]]:
    """Whether to run the group, and the names of it to keep (empty: all)."""
    parts = [word.partition("/") for word in filters]
    chosen = [name for head, _, name in parts if head == group]
    return bool(chosen) or not filters, set() if "" in chosen else set(chosen)


def run(files: dict[str, ModuleType], filters: list[str]) -> list[Row]:
    rows: list[Row] = []
    print(f"{'benchmark':<34} {'value':>12} {'unit':<10} {'baseline':>12} {'ratio':>9}", flush=True)
    for group, file in files.items():
        names = wanted_in(group, filters)[1]
        # Each group starts from an empty database: what one made must not stand in another's way.
        with own_database() if getattr(file, "NEEDS_DJANGO", False) else nullcontext():
            # A file that can leave names out takes them, and need not spend the time.
            for row in file.run(names=names) if getattr(file, "TAKES_NAMES", False) else file.run():
                if not names or row.name in names:
                    rows.append(row)
                    print(line(row), flush=True)
    return rows


def line(row: Row) -> str:
    def figure(number: float | None) -> str:
        return "-" if number is None else f"{number:.4g}"

    name = f"{row.group}/{row.name}"
    return f"{name:<34} {figure(row.value):>12} {row.unit:<10} {figure(row.baseline):>12} {figure(row.ratio):>9}"


def main() -> int:
    parser = argparse.ArgumentParser(prog="dev.py bench")
    parser.add_argument("groups", nargs="*", metavar="group[/name]")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures as a list")
    asked = parser.parse_args()
    with own_home():
        files = groups()
        unknown = sorted({word.partition("/")[0] for word in asked.groups} - files.keys())
        if unknown:
            parser.error(f"no such group: {', '.join(unknown)}; there are {', '.join(files)}")
        chosen = {group: file for group, file in files.items() if wanted_in(group, asked.groups)[0]}
        rows = run(chosen, asked.groups)
    given = {row.group for row in rows} | {f"{row.group}/{row.name}" for row in rows}
    absent = sorted(set(asked.groups) - given)
    if absent:
        parser.error(f"nothing by the name of {', '.join(absent)}")
    if asked.json:
        asked.json.write_text(json.dumps([asdict(row) for row in rows], indent=2) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
