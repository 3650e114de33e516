"""Run one command and make sure that it ends when whoever asked for it ends, even by ``kill -9``.

    python minder.py [--signal TERM] [--grace 10] [--user NAME] [--remove DIR] -- command …

The asker holds our standard input open. When it closes, however that came about, the command's whole process
group is ended and DIR is removed. The first line we print is the command's pid. Standard library only, because
it runs without the project on its path.
"""

import argparse
import contextlib
import os
import shutil
import signal
import subprocess
import sys
import threading


def _signal_group(group: int, number: int) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(group, number)


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--signal", default="TERM")
    parser.add_argument("--grace", type=float, default=10.0)
    parser.add_argument("--user")
    parser.add_argument("--remove")
    parser.add_argument("command", nargs="+")
    asked = parser.parse_args()

    # Ctrl-C is for the asker: it decides when we end.
    for number in (signal.SIGINT, signal.SIGHUP, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)
    as_user = {"user": asked.user, "extra_groups": []} if asked.user else {}
    child = subprocess.Popen(
        asked.command,
        stdin=subprocess.DEVNULL,
        stdout=sys.stderr,
        start_new_session=True,
        preexec_fn=_default_signals,
        **as_user,
    )
    print(child.pid, flush=True)

    def end_with_the_asker() -> None:
        while sys.stdin.buffer.read(4096):
            pass
        _signal_group(child.pid, getattr(signal, f"SIG{asked.signal}"))
        try:
            child.wait(asked.grace)
        except subprocess.TimeoutExpired:
            _signal_group(child.pid, signal.SIGKILL)

    threading.Thread(target=end_with_the_asker, daemon=True).start()
    code = child.wait()
    # Pool children outlive a killed parent; nothing may outlive us.
    _signal_group(child.pid, signal.SIGKILL)
    if asked.remove:
        shutil.rmtree(asked.remove, ignore_errors=True)
    return code if code >= 0 else 128 - code


def _default_signals() -> None:
    for number in (signal.SIGINT, signal.SIGHUP, signal.SIGTERM):
        signal.signal(number, signal.SIG_DFL)


if __name__ == "__main__":
    sys.exit(main())
