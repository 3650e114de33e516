"""A process that a test starts: real signals, a log to read, and no way to be left behind."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

MINDER = Path(__file__).with_name("minder.py")
PROJECT = Path(__file__).resolve().parents[2]


def free_port() -> int:
    """A TCP port on loopback that was free a moment ago."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class Child:
    """One command under the minder. ``pid`` is the command's own pid, so signals reach the real thing."""

    def __init__(
        self,
        command: Sequence[str | Path],
        *,
        log: Path,
        env: Mapping[str, str] | None = None,
        cwd: Path = PROJECT,
        stop_signal: str = "TERM",
        grace: float = 10.0,
        user: str | None = None,
        remove: Path | None = None,
    ) -> None:
        self.log = log
        options = ["--signal", stop_signal, "--grace", str(grace)]
        options += ["--user", user] if user else []
        options += ["--remove", str(remove)] if remove else []
        with log.open("ab") as file:
            self._minder = subprocess.Popen(
                [sys.executable, MINDER, *options, "--", *map(str, command)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=file,
                env={**os.environ, **env} if env is not None else None,
                cwd=cwd,
                start_new_session=True,
            )
        assert self._minder.stdout is not None
        first = self._minder.stdout.readline().strip()
        if not first:
            raise RuntimeError(f"{command[0]} did not start:\n{self.log_text()}")
        self.pid = int(first)

    def is_running(self) -> bool:
        return self._minder.poll() is None

    def log_text(self) -> str:
        return self.log.read_text(errors="replace") if self.log.exists() else ""

    def send(self, number: int) -> None:
        """Send a signal to the command itself (``SIGSTOP`` and ``SIGCONT`` included)."""
        os.kill(self.pid, number)

    def kill(self) -> None:
        """``kill -9`` the command, then wait until it and what it started are gone."""
        self.send(signal.SIGKILL)
        self._minder.wait(10)

    def stop(self) -> None:
        """End it in its own way, by force when it does not listen; harmless when already gone."""
        if self._minder.stdin is not None and not self._minder.stdin.closed:
            self._minder.stdin.close()
        self._minder.wait(30)
        if self._minder.stdout is not None:
            self._minder.stdout.close()

    def wait_until(self, ready: Callable[[], bool], *, seconds: float, what: str) -> None:
        """Poll ``ready``; a process that died or took too long fails with the end of its log."""
        deadline = time.monotonic() + seconds
        while not ready():
            if not self.is_running():
                raise RuntimeError(f"{what}: the process ended.\n{self.log_text()[-4000:]}")
            if time.monotonic() > deadline:
                raise TimeoutError(f"{what}: not after {seconds:g} s.\n{self.log_text()[-4000:]}")
            time.sleep(0.02)


def children_of(pid: int) -> list[int]:
    """Direct child processes: a worker's pool, a server's workers."""
    found = subprocess.run(["pgrep", "-P", str(pid)], capture_output=True, text=True, check=False)
    return [int(line) for line in found.stdout.split()]


def runs(pid: int) -> bool:
    """Whether the process is there and not a zombie that only waits to be counted."""
    try:
        os.kill(pid, 0)
        # The state follows the name in brackets; elsewhere than on Linux a signal has to do.
        return (
            not Path("/proc/self").exists()
            or Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
        )
    except (ProcessLookupError, FileNotFoundError):
        return False


def until(condition: Callable[[], object], otherwise: str, seconds: float = 60) -> None:
    """Poll until it holds, or fail with what is said for that."""
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, otherwise
        time.sleep(0.02)
