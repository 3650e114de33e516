"""``python3 dev.py`` on the embedded defaults: it answers, says who may log in, and leaves nothing running."""

import os
import re
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support import need
from tests.support.process import PROJECT, children_of, free_port, runs, until


class Running:
    def __init__(self, var: Path) -> None:
        if not (PROJECT / ".venv" / "bin" / "python").exists():
            need.missing("The project's own .venv", "run the tests with python3 dev.py test")
        self.port = free_port()
        self.env = {name: value for name, value in os.environ.items() if not name.startswith("KRADAN_")}
        for name in ("DATABASE_URL", "CELERY_BROKER_URL", "CACHE_URL", "DJANGO_SETTINGS_MODULE"):
            self.env.pop(name, None)
        self.env["KRADAN_VAR"] = str(var)
        self.output = ""
        self.process = subprocess.Popen(
            [sys.executable, "dev.py", "demo", "--port", str(self.port)],
            cwd=PROJECT,
            env=self.env,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )

    def wait_until_greeted(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.output += line
            if "Ctrl-C stops everything" in line:
                return
        pytest.fail(f"it ended with {self.process.wait()} before it was up:\n{self.output}")

    def descendants(self) -> list[int]:
        found, ahead = [], [self.process.pid]
        while ahead:
            children = children_of(ahead.pop())
            found += children
            ahead += children
        return found

    def second(self, *words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "dev.py", *words],
            cwd=PROJECT,
            env=self.env,
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )

    def end(self) -> None:
        self.process.kill()
        self.process.wait()
        if self.process.stdout is not None:
            self.process.stdout.close()


@pytest.fixture(scope="module")
def var(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The demo is made once; the second start finds it."""
    return tmp_path_factory.mktemp("demo") / "var"


@pytest.fixture
def running(var: Path) -> Iterator[Running]:
    site = Running(var)
    yield site
    site.end()


def test_one_command_gives_a_site_with_logins_and_ctrl_c_leaves_nothing_behind(running: Running) -> None:
    running.wait_until_greeted()

    assert f"http://127.0.0.1:{running.port}/" in running.output
    for role in ("director", "scorer", "player", "officer"):
        assert re.search(rf"^  {role} +\S+ +\S+$", running.output, re.MULTILINE), running.output
    with urllib.request.urlopen(f"http://127.0.0.1:{running.port}/", timeout=20) as page:
        assert page.status == 200

    again = running.second("demo", "--port", str(running.port))
    assert (again.returncode, again.stdout) == (1, "")
    assert again.stderr.count("\n") == 1
    assert f"port {running.port} is taken" in again.stderr
    assert "--port" in again.stderr

    elsewhere = running.second("demo", "--port", str(free_port()))
    assert elsewhere.returncode == 1
    assert "already runs" in elsewhere.stderr

    # The site and its worker process, Celery, its clock and its pool.
    until(lambda: len(running.descendants()) >= 5, "not every process was started")
    started = running.descendants()
    running.process.send_signal(signal.SIGINT)
    assert running.process.wait(30) == 0
    assert [pid for pid in started if runs(pid)] == []


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells the children of a killed parent")
def test_even_kill_9_leaves_nothing_behind(running: Running) -> None:
    running.wait_until_greeted()
    started = running.descendants()
    running.process.kill()
    running.process.wait()
    until(lambda: not any(map(runs, started)), "children of a killed dev.py still run")
