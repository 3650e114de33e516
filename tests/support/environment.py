"""Chooses, before Django's settings are read, where this test process keeps its data.

A test never touches ``var/`` of the project. Each process (the one you start and each of pytest-xdist's) has a
folder of its own and, unless ``DATABASE_URL`` says otherwise, a PostgreSQL of its own in it, started by the first
test that needs a database. ``KRADAN_TEST_DATABASE=sqlite`` runs on SQLite in memory instead.
"""

import os
import shutil
import tempfile
from pathlib import Path

from tests.support import postgres
from tests.support.process import runs

_OWNER = "KRADAN_TEST_OWNER"
_CHOSEN = "KRADAN_TEST_CHOSEN"
_PREFIX = "kradan-test-"

_server: postgres.Postgres | None = None
_folder: Path | None = None


def choose() -> None:
    """Set the environment variables of ``config.settings`` for this process, once. Starts nothing."""
    global _server, _folder
    if os.environ.get(_OWNER) == str(os.getpid()):
        return
    # A pytest-xdist process inherits what its parent chose for itself, and needs its own.
    for name in filter(None, os.environ.pop(_CHOSEN, "").split(",")):
        os.environ.pop(name, None)

    _clear_after_the_killed()
    _folder = Path(tempfile.mkdtemp(prefix=f"{_PREFIX}{os.getpid()}-"))
    _folder.chmod(0o755)  # the database server may run as another user
    (_folder / "var" / "static").mkdir(parents=True)
    chosen = {"KRADAN_VAR": str(_folder / "var")}
    if "DATABASE_URL" not in os.environ:
        if os.environ.get("KRADAN_TEST_DATABASE") == "sqlite" or postgres.programs() is None:
            chosen["DATABASE_URL"] = f"sqlite:///{_folder / 'test.sqlite3'}"
        else:
            _server = postgres.Postgres(_folder / "postgres")
            chosen["DATABASE_URL"] = _server.url
    # Messages go nowhere unless a test asks for a worker; see tests/support/worker.py.
    chosen |= {name: value for name, value in _DEFAULTS.items() if name not in os.environ}
    os.environ.update(chosen)
    os.environ[_CHOSEN] = ",".join(chosen)
    os.environ[_OWNER] = str(os.getpid())


def _clear_after_the_killed() -> None:
    for folder in Path(tempfile.gettempdir()).glob(f"{_PREFIX}*"):
        owner = folder.name.removeprefix(_PREFIX).split("-")[0]
        if owner.isdigit() and not runs(int(owner)):
            shutil.rmtree(folder, ignore_errors=True)


_DEFAULTS = {"CELERY_BROKER_URL": "memory://", "KRADAN_SECRET_KEY": "a key for tests and for nothing else"}


def start_database() -> None:
    """Start this process's PostgreSQL if it is ours to start and does not run yet."""
    if _server is not None and not (_server.folder / "data").exists():
        _server.start()


def own_postgres() -> postgres.Postgres | None:
    """The server this process started or will start, or None when the database was configured outside."""
    return _server


def folder() -> Path:
    """This process's own folder, which another system user can reach."""
    assert _folder is not None
    return _folder


def clear_away() -> None:
    """End what was started and remove the folder. Called when pytest ends; a killed pytest is minded elsewhere."""
    if _server is not None:
        _server.stop()
    if _folder is not None:
        shutil.rmtree(_folder, ignore_errors=True)
