#!/usr/bin/env python3
"""Kradan's one command. Needs Python 3.11 or newer and nothing else.

    python3 dev.py                         make .venv, load the demo, start the site and a worker
    python3 dev.py demo --port 8080        the same, elsewhere; --host 0.0.0.0 lets phones in
    python3 dev.py test [pytest options]   every test, on real servers and a real browser
    python3 dev.py lint                    style, types, import rules, templates, migrations, pins
    python3 dev.py bench [group ...] [--json FILE]
    python3 dev.py pins [--upgrade]        write requirements*.txt anew (needs uv)
    python3 dev.py WORD ...                anything else is a manage.py command

Data lives in var/, or where KRADAN_VAR says.
"""

import sys

if sys.version_info < (3, 11):  # noqa: UP036 (an older Python has to understand this file up to here)
    sys.exit(f"Kradan needs Python 3.11 or newer; this is Python {sys.version.split()[0]}.")
if sys.platform == "win32":
    sys.exit("Kradan runs on Linux, macOS and WSL. On Windows, open a WSL shell and start it there.")

import argparse
import contextlib
import errno
import fcntl
import hashlib
import importlib.util
import os
import shutil
import signal
import socket
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import NoReturn

ROOT = Path(__file__).resolve().parent
VAR = Path(os.environ.get("KRADAN_VAR") or ROOT / "var").resolve()
VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"
RUNTIME, EVERYTHING = "requirements.txt", "requirements-dev.txt"
# Two commands in one process, because Django takes longer to start than they take when there is nothing to do.
MAKE_READY = """
import django
django.setup()
from django.core.management import call_command
call_command("migrate", verbosity=0)
call_command("demo_load", print_logins=True)
"""


def die(line: str) -> NoReturn:
    sys.exit(f"dev.py: {line}")


def run(*command: str | Path, **env: str) -> int:
    return subprocess.run([str(part) for part in command], cwd=ROOT, env={**os.environ, **env}).returncode


def must(why: str, *command: str | Path) -> None:
    if run(*command):
        die(f"{why} failed; the lines above say why.")


def manage(*words: str) -> None:
    must(f"manage.py {words[0]}", PYTHON, "manage.py", *words)


# --- The environment --------------------------------------------------------------------------------------


def prepare(requirements: str = RUNTIME) -> None:
    """Make .venv when there is none that works, and install the pins when they changed since last time."""
    uv = shutil.which("uv")
    if not PYTHON.exists() or subprocess.run([PYTHON, "-c", ""], capture_output=True).returncode:
        print("Making .venv …", flush=True)
        if uv:
            must("Making .venv", uv, "venv", "--quiet", "--clear", "--python", sys.executable, VENV)
        elif not (importlib.util.find_spec("venv") and importlib.util.find_spec("ensurepip")):
            die("this Python has no venv module. Debian and Ubuntu: sudo apt install python3-venv")
        else:
            must("Making .venv", sys.executable, "-m", "venv", "--clear", VENV)
    wanted = hashlib.sha256((ROOT / requirements).read_bytes()).hexdigest()
    stamp = VENV / f".{requirements}.sha256"
    if stamp.exists() and stamp.read_text() == wanted:
        return
    print(f"Installing the packages in {requirements} …", flush=True)
    if uv:
        must("Installing", uv, "pip", "install", "--quiet", "--python", PYTHON, "-r", requirements)
    else:
        if subprocess.run([PYTHON, "-c", "import pip"], capture_output=True).returncode:
            must("Adding pip to .venv", PYTHON, "-m", "ensurepip")
        # Python compiles what it imports when it first does; compiling everything here would double the wait.
        options = ("-qq", "--disable-pip-version-check", "--no-input", "--no-compile")
        must("Installing", PYTHON, "-m", "pip", "install", *options, "-r", requirements)
    stamp.write_text(wanted)


# --- python3 dev.py [demo] --------------------------------------------------------------------------------


def demo(words: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="dev.py demo", description="Start the site with its demo tournaments.")
    parser.add_argument("--port", type=int, default=8000)
    parser.add_argument("--host", default="127.0.0.1", help="0.0.0.0 lets phones on the same network in")
    asked = parser.parse_args(words)
    refuse_taken(asked.host, asked.port)
    try:
        VAR.mkdir(parents=True, exist_ok=True)
        lock = (VAR / "dev.lock").open("a+")  # released by the system however we end
    except OSError as error:
        die(f"cannot write in {VAR}: {error.strerror}. Set KRADAN_VAR to a folder of yours.")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        die(f"Kradan already runs on the data in {VAR}. Stop it first, or set KRADAN_VAR to another folder.")
    prepare()
    print("Preparing the database and the demo events …", flush=True)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    logins = subprocess.run([PYTHON, "-c", MAKE_READY], cwd=ROOT, stdout=subprocess.PIPE, text=True)
    if logins.returncode:
        die("preparing the database failed; the lines above say why.")
    return serve(asked.host, asked.port, logins.stdout.strip())


def refuse_taken(host: str, port: int) -> None:
    if not 0 < port < 65536:
        die(f"--port {port}: a port is a number from 1 to 65535.")
    with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            if error.errno == errno.EADDRINUSE:
                die(f"port {port} is taken. Choose another: python3 dev.py demo --port {port + 1}")
            die(f"cannot listen on {host} port {port}: {error.strerror or error}. See --host and --port.")


def serve(host: str, port: int, logins: str) -> int:
    """Run site and worker until a signal comes or one of them ends, and leave nothing behind."""
    asked_to_stop: list[int] = []
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, lambda got, _frame: asked_to_stop.append(got))
    logs = VAR / "log"
    logs.mkdir(exist_ok=True)
    site: list[str | Path] = [PYTHON, "-m", "granian", "--interface", "wsgi", "--host", host, "--port", str(port)]
    site += ["--workers", "1", "--blocking-threads", "8", "config.wsgi:application"]
    worker: list[str | Path] = [PYTHON, "-m", "celery", "-A", "config", "worker", "--beat"]
    worker += ["--schedule", VAR / "beat-schedule", "--pool", "prefork", "--concurrency", "1", "--loglevel", "INFO"]
    children: dict[str, subprocess.Popen[bytes]] = {}
    try:
        children["site"] = start(site, logs / "site.log")
        children["worker"] = start(worker, logs / "worker.log")
        here = "127.0.0.1" if host in ("0.0.0.0", "::", "") else host
        address = f"http://{f'[{here}]' if ':' in here else here}:{port}/"
        greeted = False
        deadline = time.monotonic() + 60
        while not asked_to_stop:
            for name, child in children.items():
                if child.poll() is not None:
                    print((logs / f"{name}.log").read_text(errors="replace")[-2000:], file=sys.stderr)
                    print(f"dev.py: the {name} ended by itself; its log is {logs / name}.log", file=sys.stderr)
                    return 1
            status = 200 if greeted else status_of(address)
            if status != 200 and (status or time.monotonic() > deadline):
                what = f"answered {status}" if status else "gave no answer in 60 s"
                print(f"dev.py: the site {what}; its log is {logs / 'site.log'}", file=sys.stderr)
                return 1
            if status and not greeted:
                greet(address, host, port, logins)
                greeted = True
            time.sleep(0.5 if greeted else 0.05)
        print("\nStopping; the worker takes some seconds. Ctrl-C again cuts it short.", flush=True)
        return 0
    finally:
        stop(list(children.values()), asked_to_stop)


def start(command: list[str | Path], log: Path) -> subprocess.Popen[bytes]:
    with log.open("wb") as file:
        return subprocess.Popen(
            [str(part) for part in command],
            cwd=ROOT,
            stdin=subprocess.DEVNULL,
            stdout=file,
            stderr=subprocess.STDOUT,
            start_new_session=True,  # Ctrl-C comes to us alone, and each child ends in its own way
            preexec_fn=end_with_parent(),
        )


def end_with_parent() -> Callable[[], object] | None:
    """On Linux even kill -9 of dev.py stops the children: PR_SET_PDEATHSIG is 1."""
    if sys.platform != "linux" or not importlib.util.find_spec("_ctypes"):
        return None
    import ctypes

    return partial(ctypes.CDLL(None).prctl, 1, signal.SIGTERM)


def stop(children: list[subprocess.Popen[bytes]], signals: list[int]) -> None:
    """Let each end in its own way for up to 15 s, or until a further signal; then end whatever is left."""
    before = len(signals)
    for child in children:
        child.terminate()
    deadline = time.monotonic() + 15
    while any(child.poll() is None for child in children):
        if time.monotonic() > deadline or len(signals) > before:
            break
        time.sleep(0.05)
    for child in children:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(child.pid, signal.SIGKILL)
        child.wait()


def status_of(address: str) -> int | None:
    """The HTTP status at ``address``, None while nobody listens."""
    try:
        with urllib.request.urlopen(address, timeout=20) as page:
            return int(page.status)
    except urllib.error.HTTPError as answer:
        return answer.code
    except OSError:
        return None


def greet(address: str, host: str, port: int, logins: str) -> None:
    lan = lan_address()
    print(f"\nKradan is running at {address}")
    if lan and host in ("0.0.0.0", "::", ""):
        print(f"On phones in the same network: http://{lan}:{port}/")
    elif lan and host == "127.0.0.1":
        print(f"For phones: python3 dev.py demo --host 0.0.0.0 --port {port}  (then http://{lan}:{port}/)")
    print("\nDemo logins")
    for line in logins.splitlines():
        print("  {:<10} {:<12} {}".format(*line.split()) if len(line.split()) == 3 else f"  {line}")
    print(f"\nLogs are in {VAR / 'log'}. Ctrl-C stops everything.", flush=True)


def lan_address() -> str | None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address nobody has; UDP, so nothing is sent
        except OSError:
            return None
        name: str = probe.getsockname()[0]
        return None if name.startswith("127.") else name


# --- The other words --------------------------------------------------------------------------------------


def test(words: list[str]) -> int:
    prepare(EVERYTHING)
    pytest = (PYTHON, "-m", "pytest")
    if words:
        return run(*pytest, *words)
    parallel = ("-n", "logical", "--maxprocesses", "8", "--dist", "worksteal")
    print("First services and API on SQLite, the embedded default; then everything on PostgreSQL.", flush=True)
    anywhere = ("-m", "not postgres and not redis and not browser", "tests/services", "tests/api")
    on_sqlite = run(*pytest, *parallel, *anywhere, KRADAN_TEST_DATABASE="sqlite")
    return run(*pytest, *parallel) or on_sqlite


def bench(words: list[str]) -> int:
    prepare(EVERYTHING)
    return run(PYTHON, "-m", "benchmarks", *words)


def lint(_words: list[str]) -> int:
    prepare(EVERYTHING)
    tools = VENV / "bin"
    templates = sorted(str(path.relative_to(ROOT)) for path in ROOT.glob("templates/**/*.html"))
    checks: dict[str, tuple[str | Path, ...]] = {
        "ruff check": (tools / "ruff", "check", "."),
        "ruff format": (tools / "ruff", "format", "--check", "."),
        "mypy": (tools / "mypy",),
        "import rules": (tools / "lint-imports",),
        "templates": (tools / "djade", "--target-version", "5.2", "--check", *templates),
        "migrations": (PYTHON, "manage.py", "makemigrations", "--check", "--dry-run"),
    }
    failed = [name for name, command in checks.items() if run(*command)]
    if addresses_in_pins():
        failed.append("pins")
    print("lint: all is well." if not failed else f"lint: see above: {', '.join(failed)}.")
    return 1 if failed else 0


def pins(words: list[str]) -> int:
    uv = shutil.which("uv") or die("pins needs uv on the PATH: https" + "://docs.astral.sh/uv/")
    compile_ = (uv, "pip", "compile", "--quiet", "--universal", "--python-version", "3.11", "--no-header", *words)
    must("Resolving", *compile_, "requirements.in", "-o", RUNTIME)
    must("Resolving", *compile_, "requirements-dev.in", "-c", RUNTIME, "-o", EVERYTHING)
    return 1 if addresses_in_pins() else 0


def addresses_in_pins() -> bool:
    """Pins name packages and versions; where they come from is the business of the machine that installs."""
    found = False
    for file in sorted(ROOT.glob("requirements*")):
        for number, line in enumerate(file.read_text().splitlines(), start=1):
            if "://" in line or line.startswith(("--index", "--extra-index", "--find-links", "-i ", "-f ")):
                print(f"{file.name}:{number}: an address in the pins: {line.strip()}", file=sys.stderr)
                found = True
    return found


def django(words: list[str]) -> NoReturn:
    prepare()
    if "DATABASE_URL" not in os.environ and not (VAR / "kradan.sqlite3").exists():
        manage("migrate", "--verbosity", "0")
    os.environ["KRADAN_FROM"] = os.getcwd()  # files that a command is given are looked for from here
    os.chdir(ROOT)
    os.execv(PYTHON, [str(PYTHON), "manage.py", *words])


def main() -> int:
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that what is being waited for ends too
    words = sys.argv[1:]
    if words[:1] in (["-h"], ["--help"], ["help"]):
        print(__doc__)
        return 0
    if not words or words[0].startswith("-"):
        return demo(words)
    own = {"demo": demo, "test": test, "bench": bench, "lint": lint, "pins": pins}
    return own[words[0]](words[1:]) if words[0] in own else django(words)


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
